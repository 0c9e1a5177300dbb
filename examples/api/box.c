/* Which two things cost 45 together, and which message has this checksum? C, and C++. */
#include <stdio.h>
#include <tandem/tandem.h>

static uint16_t checksum(uint32_t message) /* run in copies of this process */
{
    uint16_t sum = 0xffff;
    for (int i = 0; i < 32; i++)
        sum = (uint16_t)(sum >> 1 ^ ((sum ^ message >> i) & 1 ? 0x8408 : 0));
    return sum;
}

static tandem_value price(void *user, tandem_context *t, const tandem_value *argument, size_t n)
{
    uint64_t thing = 0; /* a callback: run in this one, with what it has */
    return n == 1 && tandem_value_bits(t, argument[0], &thing)
               ? tandem_term_value(t, tandem_bv(t, 8, ((const uint8_t *)user)[thing]))
               : 0;
}

int main(void)
{
    uint8_t prices[8] = {5, 17, 42, 8, 99, 3, 61, 20};
    tandem_context *t = tandem_new();
    tandem_sort thing = tandem_sort_bv(t, 3), byte = tandem_sort_bv(t, 8);
    tandem_sort half = tandem_sort_bv(t, 16), word = tandem_sort_bv(t, 32);
    tandem_box_callback(t, "price", &thing, 1, byte, price, prices);
    tandem_box_function(t, "checksum", &word, 1, half, (tandem_c_function)checksum);
    tandem_term a = tandem_constant(t, "a", thing), b = tandem_constant(t, "b", thing);
    tandem_assert(t, tandem_parse_term(t, "(= (bvadd (price a) (price b)) #x2d)"));
    tandem_assert(t, tandem_parse_term(t, "(bvult a b)"));
    if (tandem_check(t) == TANDEM_SAT)
        printf("things %s", tandem_value_text(t, tandem_value_of(t, a)));
    printf(" and %s\n", tandem_value_text(t, tandem_value_of(t, b)));
    tandem_push(t); /* what comes now goes with tandem_pop */
    tandem_term m = tandem_constant(t, "m", word);
    tandem_assert(t, tandem_parse_term(t, "(= (checksum m) #xbeef)"));
    uint64_t bits = 0;
    if (tandem_check(t) == TANDEM_SAT && tandem_value_bits(t, tandem_value_of(t, m), &bits))
        printf("checksum of what was found: %04x\n", checksum((uint32_t)bits));
    tandem_pop(t);
    tandem_free(t);
    return 0;
}
