/* Our evaluator and libz3 agree on random ground terms; bench/differential has 100,000 a theory. */
#include "differential.h"
#include "test.h"

static void agree(unsigned theory)
{
    differential_report r;
    uint64_t count = test_count(25000);
    differential_run(theory, count, 1, &r);
    CHECK_MSG(!r.wrong, "%llu of %llu differ:%.3000s", (unsigned long long)r.wrong,
              (unsigned long long)r.terms, r.examples.text);
    CHECK_MSG(r.terms + r.open == count && r.simplified > count / 4 && r.open < count / 1000 + 1,
              "only %llu simplified, %llu open", (unsigned long long)r.simplified,
              (unsigned long long)r.open);
    /* A solver's time limit decides here, so this is generous. */
    CHECK_MSG(r.undecided + r.refused < count / 100 + 1, "%llu undecided, %llu refused:%.3000s",
              (unsigned long long)r.undecided, (unsigned long long)r.refused, r.puzzles.text);
    strbuf_free(&r.examples);
    strbuf_free(&r.puzzles);
}

#define AGREE(name, theory) \
    TEST(name)              \
    {                       \
        agree(theory);      \
    }

AGREE(core_and_bit_vectors, 0)
AGREE(arithmetic, 1)
AGREE(integers_and_bits, 2)
AGREE(floats, 3)
AGREE(strings, 4)
AGREE(regular_expressions, 5)
AGREE(arrays, 6)
AGREE(all_together, 7)

/* Every operator of SMT-LIB occurs in some term. */
TEST(every_operator_occurs)
{
    static uint64_t occurs[OP_COUNT];
    for (unsigned theory = 0; theory < DIFFERENTIAL_THEORIES; theory++) {
        differential_report r;
        differential_run(theory, 5000, 2, &r);
        for (unsigned op = 0; op < OP_COUNT; op++)
            occurs[op] += r.operators[op];
        strbuf_free(&r.examples);
        strbuf_free(&r.puzzles);
    }
    for (unsigned op = OP_NOT; op <= OP_CONST_ARRAY; op++)
        CHECK_MSG(occurs[op], "%s does not occur", term_op_name((term_op)op));
}
