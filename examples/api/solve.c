/* Tandem as a library: a formula built by calls, a script, a model, a core.
 *
 *     cc solve.c $(pkg-config --cflags --libs tandem) -o solve
 *
 * Prints what it found; exits with 0 when everything was as expected. */
#include <stdio.h>
#include <tandem/tandem.h>

/* x * x = 49 in 8-bit arithmetic, with x larger than 100. */
static int build_and_solve(tandem_context *t)
{
    tandem_sort byte = tandem_sort_bv(t, 8);
    tandem_term x = tandem_constant(t, "x", byte);
    tandem_term square = tandem_make(t, "bvmul", NULL, 0, (tandem_term[]){x, x}, 2);
    tandem_assert(t, tandem_make(t, "=", NULL, 0, (tandem_term[]){square, tandem_bv(t, 8, 49)}, 2));
    tandem_assert(t, tandem_parse_term(t, "(bvugt x #x64)"));
    if (tandem_check(t) != TANDEM_SAT) {
        printf("no answer: %s\n", tandem_reason(t));
        return 1;
    }
    tandem_value v = tandem_value_of(t, x);
    uint64_t bits = 0;
    if (!tandem_value_bits(t, v, &bits))
        return 1;
    printf("x = %s, and %u * %u mod 256 = %u\n", tandem_value_text(t, v), (unsigned)bits,
           (unsigned)bits, (unsigned)(bits * bits % 256));
    printf("the model was %s\n", tandem_model_status(t) == TANDEM_MODEL_CHECKED
                                     ? "checked by Tandem's evaluator"
                                     : "not checked");
    return bits * bits % 256 != 49 || bits <= 100;
}

/* Which of three assumptions contradict each other? */
static int find_core(tandem_context *t)
{
    tandem_term y = tandem_constant(t, "y", tandem_sort_int(t));
    (void)y; /* the terms below find it by its name */
    const char *const texts[] = {"(> y 5)", "(distinct y 7)", "(< y 3)"};
    tandem_term assumptions[3];
    for (int i = 0; i < 3; i++)
        assumptions[i] = tandem_parse_term(t, texts[i]);
    if (tandem_check_assuming(t, assumptions, 3) != TANDEM_UNSAT)
        return 1;
    for (size_t i = 0; i < 3; i++)
        printf("%-15s %s\n", texts[i], tandem_in_core(t, i) ? "needed" : "not needed");
    return !tandem_in_core(t, 0) || tandem_in_core(t, 1) || !tandem_in_core(t, 2);
}

int main(void)
{
    printf("tandem %s\n", tandem_version());
    tandem_context *t = tandem_new();
    int failed = build_and_solve(t);
    failed |= find_core(t);
    fputs(tandem_run(t,
                     "(push 1)(declare-const s String)(assert (= (str.len s) 2))"
                     "(assert (str.prefixof \"a\" s))(check-sat)(pop 1)(check-sat-assuming (q))"),
          stdout);
    failed |= tandem_run_errors(t) != 1; /* q was not declared */
    tandem_free(t);
    puts(failed ? "something went wrong" : "all as expected");
    return failed;
}
