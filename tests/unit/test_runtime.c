/* The runtime in target programs: this program is the target, calls what instrumented code would
 * call, and reads the log back. */
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/boxes/signature.h"
#include "runtime/calls/functions.h"
#include "runtime/core/expr.h"
#include "runtime/core/objects.h"
#include "runtime/core/shadow.h"
#include "runtime/host/inputs.h"
#include "runtime_run.h"
#include "test.h"

TEST(bytes_come_back_as_the_same_expression)
{
    tandem_shared *s = start(RECORDS);
    uint8_t in[8] = {1, 2, 3, 4, 5, 6, 7, 8}, copy[8], other[8];
    symbolic(in, 8);
    tandem_expr e = load(in, 4);
    CHECK(e && s->log[e].width == 32);
    CHECK(value_of(s, e, in) == 0x04030201);
    e = tandem_binary(TANDEM_ADD, 32, e, 0, 0x04030201, 5);
    store(copy, 4, e, 0x04030206);
    CHECK(load(copy, 4) == e);
    for (int i = 0; i < 4; i++)
        store(other + i, 1, load(copy + i, 1), copy[i]);
    CHECK(load(other, 4) == e);
    tandem_expr wide = tandem_unary(TANDEM_ZEXT, 8, 32, load(in, 1));
    store(copy, 4, wide, 1);
    CHECK(load(copy, 1) == load(in, 1));
    CHECK(load(copy, 4) == wide);
    CHECK(!load(copy + 1, 1));
    wide = tandem_unary(TANDEM_SEXT, 8, 64, load(in, 1));
    store(copy, 8, wide, 1);
    CHECK(load(copy, 8) == wide);
    memcpy(other, copy, 8);
    tandem_memcpy(other, copy, 8, 0, 0, 0);
    CHECK(load(other, 8) == wide);
}

TEST(stale_and_forgotten_bytes_have_none)
{
    start(RECORDS);
    uint8_t in[16] = "0123456789abcde";
    symbolic(in, 16);
    in[3] = 'x'; /* nobody told us */
    CHECK(!load(in + 3, 1));
    in[3] = '3';
    CHECK(!load(in + 3, 1)); /* gone for good */
    tandem_forget(in + 4, 2);
    CHECK(!load(in + 4, 1) && !load(in + 5, 1) && load(in + 6, 1));
    tandem_memset(in + 6, 0, 4, 0, 0, 0);
    CHECK(!load(in + 6, 1) && load(in + 10, 1));
    tandem_memcpy(in + 9, in + 10, 5, 0, 0, 0);
    memmove(in + 9, in + 10, 5);
    CHECK(load(in + 9, 1) && tandem_at(load(in + 9, 1))->b == 10);
    CHECK(load(in + 13, 1) && tandem_at(load(in + 13, 1))->b == 14);
    tandem_forget(in, 16);
    CHECK(!*tandem_filter_at(in));
}

/* The end of a log hides all that memory has; a region that is 16 MiB away has an entry of its own. */
TEST(the_end_hides_memory)
{
    enum { APART = 1 << 24 };
    start(RECORDS);
    uint8_t *far = mmap(NULL, APART + 4096, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    uint8_t in[4] = {1, 2, 3, 4};
    CHECK(far != MAP_FAILED);
    symbolic(in, 4);
    symbolic(far, 4);
    CHECK(*tandem_filter_at(in) && *tandem_filter_at(far) && !*tandem_filter_at(far + APART));
    symbolic(far + APART, 4);
    tandem_forget(far, 4);
    CHECK(!*tandem_filter_at(far) && *tandem_filter_at(far + APART));
    tandem_stop(0);
    CHECK(!*tandem_filter_at(in) && !*tandem_filter_at(far + APART));
    munmap(far, APART + 4096);
}

TEST(nothing_is_traced_inside_or_outside)
{
    tandem_shared *s = start(RECORDS);
    uint8_t in[1] = {7};
    symbolic(in, 1);
    tandem_expr e = load(in, 1);
    tandem_mode = TANDEM_OFF;
    uint32_t before = s->n_records;
    CHECK(!tandem_binary(TANDEM_ADD, 8, e, 0, 7, 1));
    tandem_branch(e, true, 0);
    CHECK(s->n_records == before);
}

TEST(foldings_keep_the_value)
{
    static const uint8_t ops[] = {TANDEM_ADD, TANDEM_SUB, TANDEM_MUL,  TANDEM_AND, TANDEM_OR,
                                  TANDEM_XOR, TANDEM_SHL, TANDEM_LSHR, TANDEM_EQ,  TANDEM_NE,
                                  TANDEM_ULT, TANDEM_ULE, TANDEM_SLT,  TANDEM_SLE};
    static const uint8_t widths[] = {1, 8, 16, 32, 64};
    uint64_t seed = 12345;
    enum { POOL = 40 };
    for (uint64_t round = 0; round < test_count(400); round++) {
        tandem_shared *s = start(RECORDS);
        uint8_t in[8];
        for (int i = 0; i < 8; i++)
            in[i] =
                (uint8_t)(seed = seed * 6364136223846793005u + 1442695040888963407u, seed >> 60);
        symbolic(in, 8);
        struct {
            tandem_expr e;
            uint64_t value;
            uint32_t width;
        } pool[POOL] = {0};
        for (int n = 0; n < POOL; n++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            uint32_t k = (uint32_t)(seed >> 33), a = n ? k % (uint32_t)n : 0,
                     b = n ? (k >> 8) % (uint32_t)n : 0;
            uint32_t to = widths[(k >> 16) % 5], wide = pool[a].width;
            uint64_t va = pool[a].value, vb = pool[b].value & tandem_mask(wide ? wide : 1);
            tandem_expr eb = pool[b].width == wide ? pool[b].e : 0;
            if ((k >> 20) % 8 == 0)
                eb = 0, vb = ((uint64_t)(k >> 24) % 3 - 1) & tandem_mask(wide ? wide : 1);
            if (n < 4) { /* a part of the input */
                pool[n].width = 8u << (n & 3);
                uint64_t v = 0;
                memcpy(&v, in, pool[n].width / 8);
                pool[n].value = v;
                pool[n].e = load(in, pool[n].width / 8);
            } else if ((k >> 28) % 4 == 0 && to != wide && pool[a].e) {
                uint32_t op = to < wide ? TANDEM_TRUNC : k & 1 ? TANDEM_SEXT : TANDEM_ZEXT;
                uint64_t sign = (uint64_t)1 << (wide - 1);
                pool[n].value = (op == TANDEM_SEXT ? (va ^ sign) - sign : va) & tandem_mask(to);
                pool[n].width = to;
                pool[n].e = tandem_unary(op, wide, to, pool[a].e);
            } else {
                uint32_t op = ops[(k >> 12) % sizeof(ops)];
                pool[n].width = op >= TANDEM_EQ ? 1 : wide;
                pool[n].value = reduce(op, wide, va, vb);
                if (pool[a].e || eb)
                    pool[n].e = tandem_binary(op, wide, pool[a].e, eb, va, vb);
            }
            if (pool[n].e) {
                CHECK(s->log[pool[n].e].width == pool[n].width);
                CHECK(value_of(s, pool[n].e, in) == pool[n].value);
            }
            if (pool[n].width >= 8) { /* through memory */
                uint8_t memory[8] = {0};
                uint32_t bytes = pool[n].width / 8;
                store(memory, bytes, pool[n].e, pool[n].value);
                tandem_expr back = load(memory, bytes);
                CHECK(!back || value_of(s, back, in) == pool[n].value);
                CHECK((back != 0) == (pool[n].e != 0) || !back);
                tandem_forget(memory, 8);
            }
        }
    }
}

TEST(branches_and_switches_are_events)
{
    tandem_shared *s = start(RECORDS);
    uint8_t in[2] = {'a', 'b'};
    symbolic(in, 2);
    tandem_expr a = load(in, 1);
    tandem_expr c = tandem_binary(TANDEM_EQ, 8, a, 0, 'a', 'x');
    tandem_expr not = tandem_unary(TANDEM_NOT, 1, 1, c);
    uint32_t at = s->n_records;
    tandem_branch(not, true, 17);
    CHECK(s->n_records == at + 1);
    CHECK(s->log[at].op == TANDEM_BRANCH && s->log[at].a == c && !s->log[at].flag);
    CHECK(s->log[at].b == 17);
    tandem_branch(c, false, 18); /* follows from the first */
    CHECK(s->n_records == at + 1);
    at = s->n_records;
    const uint64_t cases[] = {'a', 'z', 300};
    tandem_switch(a, 8, 'a', 3, cases, 3);
    CHECK(s->n_records == at + 4 && s->log[at].op == TANDEM_SWITCH && s->log[at].c == 3);
    CHECK(s->log[at + 1].flag && !s->log[at + 2].flag && s->log[at + 3].a == 300);
    tandem_expr b = load(in + 1, 1);
    at = s->n_records;
    tandem_concrete(b, 8, 'b', TANDEM_WHY_ASSEMBLY);
    CHECK(s->log[at].op == TANDEM_CONCRETE && s->log[at].b == 'b');
    CHECK(s->concretized[TANDEM_WHY_ASSEMBLY] == 1);
    tandem_trap(c, true, 9);
    CHECK(s->finding == TANDEM_FINDING_UNDEFINED && s->finding_site == 9);
}

TEST(budgets_end_the_log)
{
    tandem_shared *s = start(100);
    uint8_t in[4] = {1, 2, 3, 4};
    symbolic(in, 4);
    tandem_expr e = load(in, 4);
    for (uint64_t i = 1; i < 200 && e; i++) {
        e = tandem_binary(TANDEM_ADD, 32, e, 0, 0x04030201, i * 3);
        CHECK(s->n_records <= 100);
    }
    CHECK(!e && s->full == 1 && tandem_mode == TANDEM_OFF);
    CHECK(!load(in, 4));
    s = start(RECORDS);
    s->request.max_depth = 2;
    s->request.max_flips = 1;
    symbolic(in, 4);
    for (int i = 0; i < 4; i++)
        tandem_branch(tandem_binary(TANDEM_ULT, 8, load(in + i, 1), 0, in[i], 9), true, 5);
    CHECK(s->full == (2 | 4));
}

TEST(loads_through_symbolic_addresses)
{
    tandem_shared *s = start(RECORDS);
    uint8_t in[2] = {2, 0};
    uint8_t *block = malloc(512); /* with room around, for a look at more than the table */
    uint16_t *table = (uint16_t *)(block + 128);
    memset(block, 0, 512);
    for (uint16_t i = 0; i < 8; i++)
        table[i] = (uint16_t)(i * 1000);
    tandem_object_add(table, 8 * sizeof(*table));
    symbolic(in, 2);
    tandem_expr address = tandem_unary(TANDEM_ZEXT, 8, 64, load(in, 1));
    address = tandem_binary(TANDEM_MUL, 64, address, 0, 2, 2);
    address = tandem_binary(TANDEM_ADD, 64, address, 0, 4, (uintptr_t)table);
    tandem_expr e = tandem_load(&table[2], 2, address, table[2]);
    uint32_t after = s->n_records;
    CHECK(e && s->log[e].op == TANDEM_TABLE);
    for (uint8_t i = 0; i < 8; i++) {
        uint8_t other[2] = {i, 0};
        CHECK(value_of(s, e, other) == table[i]);
    }
    uint32_t assumes = 0;
    for (uint32_t i = 1; i < after; i++)
        if (s->log[i].op == TANDEM_TABLE_DATA)
            i += (s->log[i].c + 15) / 16;
        else if (s->log[i].op == TANDEM_ASSUME) {
            assumes++;
            CHECK(value_of(s, s->log[i].a, in) == 1);
            CHECK(value_of(s, s->log[i].a, (uint8_t[]){8, 0}) == 0);
        }
    CHECK(assumes == 1);
    CHECK(tandem_load(&table[2], 2, address, table[2]) == e && s->n_records == after);
    /* A table that holds input itself, and one whose bounds are not known. */
    tandem_store(&table[5], 1, 0, load(in + 1, 1), 0);
    table[5] = 0;
    e = tandem_load(&table[2], 2, address, table[2]);
    CHECK(value_of(s, e, (uint8_t[]){5, 77}) == 77);
    tandem_object_remove(table);
    tandem_expr window = tandem_load(&table[2], 2, address, table[2]);
    CHECK(value_of(s, window, (uint8_t[]){7, 0}) == table[7]);
    free(block);
    CHECK(!s->full);
}

/* Which of the pointers the input chooses; the third leads to a block that is free. */
TEST(pointers_to_what_was_freed_are_asked_about)
{
    tandem_shared *s = start(RECORDS);
    uint8_t in[1] = {2};
    char *blocks[4];
    for (int i = 0; i < 4; i++) {
        CALLING("malloc", none, 24);
        blocks[i] = malloc(24);
        tandem_called(64, (uintptr_t)blocks[i]);
    }
    tandem_object_add(blocks, sizeof(blocks));
    CALLING("free", none, (uintptr_t)blocks[3]);
    symbolic(in, 1);
    tandem_expr address = tandem_unary(TANDEM_ZEXT, 8, 64, load(in, 1));
    address = tandem_binary(TANDEM_MUL, 64, address, 0, 2, 8);
    address = tandem_binary(TANDEM_ADD, 64, address, 0, 16, (uintptr_t)blocks);
    tandem_expr p = tandem_load(&blocks[2], 8, address, (uintptr_t)blocks[2]);
    p = tandem_binary(TANDEM_ADD, 64, p, 0, (uintptr_t)blocks[2], 4);
    tandem_load(blocks[2] + 4, 1, p, 0);
    uint32_t wonders = 0;
    for (uint32_t i = 1; i < s->n_records; i++)
        if (s->log[i].op == TANDEM_TABLE_DATA) {
            i += (s->log[i].c + 15) / 16;
        } else if (s->log[i].op == TANDEM_ASSUME && s->log[i].c == 3) {
            wonders++;
            for (uint8_t k = 0; k < 4; k++)
                CHECK(value_of(s, s->log[i].a, &k) == (k != 3));
        }
    CHECK(wonders == 1);
    for (int i = 0; i < 4; i++) {
        tandem_object_remove(blocks[i]);
        free(blocks[i]);
    }
    tandem_object_remove(blocks);
}

TEST(stores_through_symbolic_addresses)
{
    tandem_shared *s = start(RECORDS);
    uint8_t in[2] = {2, 'v'}, *p = malloc(8);
    memcpy(p, "abcdefgh", 8);
    tandem_object_add(p, 8);
    symbolic(in, 2);
    tandem_expr index = tandem_unary(TANDEM_ZEXT, 8, 64, load(in, 1));
    tandem_expr address = tandem_binary(TANDEM_ADD, 64, index, 0, 2, (uintptr_t)p);
    tandem_store(p + 2, 1, address, load(in + 1, 1), 'v');
    p[2] = 'v';
    tandem_store(p + 2, 2, address, 0, 0x5958);
    memcpy(p + 2, "XY", 2);
    CHECK(!s->concretized[TANDEM_WHY_ADDRESS]);
    for (uint8_t k = 0; k < 7; k++) {
        uint8_t other[2] = {k, 'w'}, wanted[9] = "abcdefgh";
        wanted[k] = 'X';
        wanted[k + 1] = 'Y';
        for (int i = 0; i < 8; i++)
            CHECK(value_of(s, load(p + i, 1), other) == wanted[i]);
    }
    tandem_object_remove(p);
    tandem_store(p + 2, 1, address, 0, 'v'); /* nobody knows how far */
    CHECK(s->concretized[TANDEM_WHY_ADDRESS] == 1);
    free(p);
}

static bool assumes(const tandem_shared *s, uint32_t from, const uint8_t *input)
{
    bool all = true;
    for (uint32_t i = from; i < s->n_records; i++)
        all = all && (s->log[i].op != TANDEM_ASSUME || value_of(s, s->log[i].a, input));
    return all;
}

/* Of objects that are too large for tables the path condition has that addresses and sizes stay inside. */
TEST(bounds_of_large_objects)
{
    enum { LARGE = 40000 };
    tandem_shared *s = start(RECORDS);
    uint8_t in[2] = {0x20, 0x4e}, *p = malloc(LARGE); /* 20000 */
    tandem_object_add(p, LARGE);
    symbolic(in, 2);
    tandem_expr n = tandem_unary(TANDEM_ZEXT, 16, 64, load(in, 2));
    tandem_expr address = tandem_binary(TANDEM_ADD, 64, n, 0, 20000, (uintptr_t)p);
    const uint8_t last[2] = {0x3f, 0x9c}, behind[2] = {0x40, 0x9c}; /* 39999, 40000 */
    uint32_t at = s->n_records;
    tandem_store(p + 20000, 1, address, 0, 'v');
    CHECK(assumes(s, at, last) && !assumes(s, at, behind) && s->concretized[TANDEM_WHY_ADDRESS]);
    at = s->n_records;
    tandem_memset(p, 'v', 20000, 0, 0, n);
    CHECK(assumes(s, at, behind) && !assumes(s, at, (uint8_t[]){0x41, 0x9c}));
    tandem_object_remove(p);
    free(p);
}

TEST(heap_blocks_take_their_expressions_along)
{
    start(RECORDS);
    uint8_t *p = malloc(32);
    CHECK(CALLING("malloc", none, 32));
    tandem_called(64, (uintptr_t)p);
    symbolic(p, 32);
    tandem_expr e = load(p + 7, 1);
    CHECK(CALLING("realloc", none, (uintptr_t)p, 4096));
    uint8_t *q = malloc(4096);
    memcpy(q, p, 32);
    tandem_called(64, (uintptr_t)q);
    CHECK(load(q + 7, 1) == e && !load(p + 7, 1));
    CHECK(!CALLING("free", none, (uintptr_t)q));
    CHECK(!load(q + 7, 1));
    free(p);
    free(q);
}

TEST(unknown_calls_concretize)
{
    tandem_shared *s = start(RECORDS);
    uint8_t in[4] = {1, 2, 3, 4};
    symbolic(in, 4);
    tandem_expr e = load(in, 4);
    CHECK(!CALLING("some_function", &e, 0x04030201));
    CHECK(s->concretized[TANDEM_WHY_CALL] == 1);
    const tandem_record *last = &s->log[s->n_records - 1];
    CHECK(last->op == TANDEM_CONCRETE && last->a == e && last->b == 0x04030201);
    CHECK(!CALLING("printf", &e, 0x04030201));
    CHECK(s->concretized[TANDEM_WHY_CALL] == 1);
}

/* The parts of a box in the log. */
typedef struct box_parts {
    const tandem_record *record;
    const tandem_box *box;
    const tandem_box_arg *args;
    const tandem_box_byte *reached, *changed;
} box_parts;

static box_parts find_box(const tandem_shared *s)
{
    box_parts b = {.record = &s->log[find_record(s, TANDEM_BOX)]};
    CHECK(b.record != s->log);
    b.box = (const void *)(b.record + 1);
    b.args = (const void *)(b.box + 1);
    b.reached = (const void *)(b.args + b.box->n_args);
    b.changed = b.reached + b.box->n_reached;
    CHECK((const char *)(b.changed + b.box->n_changed) <=
          (const char *)(b.record + 1 + b.record->c));
    return b;
}

TEST(box_of_strings)
{
    tandem_shared *s = start(RECORDS);
    char in[8] = "ab\0\0\0", text[] = "abcd";
    symbolic(in, 5); /* the sixth byte is an end that is no input */
    errno = 77;
    CHECK(CALLING("strcmp", none, (uintptr_t)in, (uintptr_t)text));
    CHECK(tandem_mode == TANDEM_PAUSED && errno == 0);
    tandem_expr e = tandem_called(32, (uint32_t)strcmp(in, text));
    CHECK(errno == 77 && tandem_mode == TANDEM_ON);
    box_parts b = find_box(s);
    CHECK(e && s->log[e].op == TANDEM_FRESH && s->log[e].a == 0 && s->log[e].width == 32);
    CHECK(&s->log[s->log[e].b] == b.record);
    CHECK_STR(s->functions[b.record->a].name, "strcmp");
    CHECK(b.box->n_args == 2 && b.box->n_reached == 6 + 5 && b.box->n_changed == 0);
    for (uint32_t i = 0; i < b.box->n_reached; i++) {
        const char *p = (const char *)(uintptr_t)b.reached[i].address;
        CHECK(b.reached[i].value == (uint8_t)*p);
        CHECK((b.reached[i].expr != 0) == (p >= in && p < in + 5));
    }
    CHECK(!CALLING("strcmp", none, (uintptr_t)text, (uintptr_t)"x"));
}

TEST(box_with_output_and_errno)
{
    tandem_shared *s = start(RECORDS);
    char in[24] = "99999999999999999999", *end = NULL;
    symbolic(in, 20);
    errno = 0;
    CHECK(CALLING("strtol", none, (uintptr_t)in, (uintptr_t)&end, 10));
    long value = strtol(in, &end, 10);
    tandem_expr e = tandem_called(64, (uint64_t)value);
    CHECK(errno == ERANGE);
    box_parts b = find_box(s);
    CHECK(b.box->error == ERANGE && b.box->n_changed == 8 && b.box->result == INT64_MAX);
    CHECK(e && load(&errno, 4) && s->log[load(&errno, 4)].op == TANDEM_FRESH);
    CHECK(load(&end, 8) && s->log[load(&end, 1)].a == 2);
    CHECK(b.changed[0].address == (uintptr_t)&end);
    uint8_t bytes[8];
    memcpy(bytes, &end, 8);
    CHECK(b.changed[7].value == bytes[7]);
    errno = 0;
    CHECK(!load(&errno, 4));
}

TEST(box_of_scanf)
{
    tandem_shared *s = start(RECORDS);
    char in[16] = "12 ab", word[8] = "", byte = 1;
    int number = 12;
    symbolic(in, 5);
    CHECK(CALLING("sscanf", none, (uintptr_t)in, (uintptr_t)"%d %*x %7[^]x] %hhd",
                  (uintptr_t)&number, (uintptr_t)word, (uintptr_t)&byte));
    tandem_called(32, 2);
    box_parts b = find_box(s);
    CHECK(b.box->n_changed ==
          4 + 7 + 1); /* of the word: as much as the input may hold, and its end */
    CHECK(load(&number, 4) && load(word + 6, 1) && !load(word + 7, 1) && load(&byte, 1));
}

TEST(words_of_a_text_are_branches)
{
    tandem_shared *s = start(RECORDS);
    char in[8] = ",a,b", *rest;
    symbolic(in, 5);
    CHECK(!CALLING("strtok_r", none, (uintptr_t)in, (uintptr_t)",;", (uintptr_t)&rest));
    strtok_r(in, ",;", &rest);
    uint32_t branches = 0;
    for (uint32_t i = 1; i < s->n_records; i++)
        if (s->log[i].op == TANDEM_BRANCH) {
            branches++;
            CHECK(value_of(s, s->log[i].a, (const uint8_t *)",a,b") == s->log[i].flag);
        }
    CHECK(branches == 5); /* an end and none, the word, its end and that this is none of the text */
    CHECK(!load(in + 2, 1)); /* overwritten */
    uint32_t before = s->n_records;
    CHECK(!CALLING("strtok_r", none, 0, (uintptr_t)",;", (uintptr_t)&rest));
    CHECK(s->n_records > before);
}

TEST(box_of_much_memory)
{
    tandem_shared *s = start(RECORDS);
    enum { MUCH = 100000 };
    uint8_t in[4] = {1, 2, 3, 4}, *p = malloc(MUCH);
    memset(p, 9, MUCH);
    symbolic(in, 4);
    tandem_memcpy(p + 70000, in, 4, 0, 0, 0);
    memcpy(p + 70000, in, 4);
    CHECK(CALLING("memchr", none, (uintptr_t)p, 7, MUCH));
    tandem_called(64, 0);
    box_parts b = find_box(s);
    uint32_t input = 0;
    for (uint32_t i = 0; i < b.box->n_reached; i++)
        input += b.reached[i].expr != 0;
    CHECK(input == 4 && b.box->n_reached <= 128);
    tandem_forget(p, MUCH);
    CHECK(!CALLING("memchr", none, (uintptr_t)p, 7, MUCH));
    free(p);
}

TEST(no_box_without_deferring)
{
    tandem_shared *s = start(RECORDS);
    char in[8] = "ab";
    symbolic(in, 2);
    s->request.flags = TANDEM_RUN_NO_DEFERRED;
    CHECK(!CALLING("atoi", none, (uintptr_t)in));
    CHECK(s->concretized[TANDEM_WHY_CALL] == 2);
}

TEST(box_through_an_inner_pointer)
{
    tandem_shared *s = start(RECORDS);
    uint8_t in[1] = {1};
    char *text = malloc(8);
    memcpy(text, "a=12345", 8);
    tandem_object_add(text, 8);
    symbolic(in, 1);
    tandem_expr address[1] = {tandem_binary(
        TANDEM_ADD, 64, tandem_unary(TANDEM_ZEXT, 8, 64, load(in, 1)), 0, 1, (uintptr_t)text)};
    CHECK(CALLING("atoi", address, (uintptr_t)text + 1));
    tandem_called(32, 0);
    box_parts b = find_box(s);
    CHECK(b.args[0].expr == address[0] && b.box->n_reached == 8);
    CHECK(b.reached[0].address == (uintptr_t)text);
    tandem_object_remove(text);
    free(text);
}

TEST(one_of_two_pointers_is_a_branch)
{
    tandem_shared *s = start(RECORDS);
    char in[4] = "-x";
    symbolic(in, 2);
    tandem_expr dash = tandem_binary(TANDEM_EQ, 8, load(in, 1), 0, '-', '-');
    tandem_expr p[2] = {
        tandem_binary(TANDEM_ADD, 64, tandem_unary(TANDEM_ZEXT, 1, 64, dash), 0, 1, (uintptr_t)in)};
    CHECK(CALLING("strcmp", p, (uintptr_t)in + 1, (uintptr_t)"y"));
    tandem_called(32, UINT32_MAX);
    const tandem_record *branch = &s->log[find_record(s, TANDEM_BRANCH)];
    CHECK(branch->a == dash && branch->flag && !find_box(s).args[0].expr);
}

TEST(signatures)
{
    static const char *const good[] = {"void", "i32 str", "f64 f64 f32 errno",
                                       "ptr in[a2*4+s1<16] i64 out[16] call wstr scan"};
    static const char *const wrong[] = {
        "",           "int str", "i32 in",        "i32 in[",   "i32 out[a0]",
        "i32 str[x]", "i32 i33", "i32 in[1*2*3]", "void strx", "i32 out[99999999999]"};
    tandem_signature s;
    const char *bad;
    for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++)
        CHECK_MSG(tandem_signature_read(good[i], &s, &bad), "%s", good[i]);
    CHECK(s.n == 6 && s.arg[0].size.n == 2 && s.arg[0].size.most == 16 && s.writes);
    for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
        CHECK_MSG(!tandem_signature_read(wrong[i], &s, &bad), "%s", wrong[i]);
#define BOX(name, text) CHECK_MSG(tandem_signature_read(text, &s, &bad), "%s", #name);
#include "runtime/boxes/boxes.def"
#undef BOX
}

TEST(moves_of_symbolic_size)
{
    tandem_shared *s = start(RECORDS);
    uint8_t in[9] = {3, 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'}, *from = malloc(8), *to = malloc(8);
    memcpy(from, in + 1, 8);
    memset(to, 'z', 8);
    tandem_object_add(from, 8);
    tandem_object_add(to, 8);
    symbolic(in, 9);
    tandem_memcpy(from, in + 1, 8, 0, 0, 0);
    tandem_expr n = tandem_unary(TANDEM_ZEXT, 8, 64, load(in, 1));
    tandem_memcpy(to, from, 3, 0, 0, n);
    memcpy(to, from, 3);
    CHECK(!s->concretized[TANDEM_WHY_SIZE] && find_record(s, TANDEM_ASSUME));
    for (uint8_t k = 0; k <= 8; k++) {
        uint8_t other[9] = {k, 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'};
        for (uint8_t i = 0; i < 8; i++)
            CHECK(value_of(s, load(to + i, 1), other) == (uint64_t)(i < k ? 'A' + i : 'z'));
    }
    /* A block for any size that it has room for. */
    CHECK(CALLING("malloc", &n, 3));
    void *block = malloc(3);
    uint32_t at = s->n_records;
    tandem_called(64, (uintptr_t)block);
    tandem_expr fits = s->log[s->n_records - 1].a;
    CHECK(s->n_records > at && s->log[s->n_records - 1].op == TANDEM_ASSUME);
    uint8_t most = (uint8_t)malloc_usable_size(block);
    CHECK(value_of(s, fits, &most) == 1);
    most++;
    CHECK(value_of(s, fits, &most) == 0);
    CHECK(!CALLING("free", none, (uintptr_t)block));
    tandem_object_remove(from);
    tandem_object_remove(to);
    free(block);
    free(from);
    free(to);
}
