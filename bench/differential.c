/* Our evaluator against libz3, at full length: differential [COUNT [THEORY [SEED]]].
 * `make check` runs the same comparison with fewer terms (tests/unit/test_differential.c). */
#include "differential.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

static bool run(unsigned theory, uint64_t count, uint64_t seed)
{
    differential_report r;
    double start = clock_wall();
    differential_run(theory, count, seed, &r);
    printf("%-22s terms %llu simplified %llu solved %llu chosen %llu refused %llu undecided %llu "
           "open %llu known %llu wrong %llu seconds %.1f\n",
           differential_name(theory), (unsigned long long)r.terms, (unsigned long long)r.simplified,
           (unsigned long long)r.solved, (unsigned long long)r.chosen,
           (unsigned long long)r.refused, (unsigned long long)r.undecided,
           (unsigned long long)r.open, (unsigned long long)r.known, (unsigned long long)r.wrong,
           clock_wall() - start);
    for (unsigned op = 1; op < OP_COUNT; op++)
        if (r.operators[op])
            printf(" %s %llu", term_op_name(op), (unsigned long long)r.operators[op]);
    printf("\n");
    if (r.examples.n)
        printf("%s\n", r.examples.text);
    if (r.puzzles.n)
        printf("undecided:%s\n", r.puzzles.text);
    fflush(stdout);
    strbuf_free(&r.examples);
    strbuf_free(&r.puzzles);
    return r.wrong == 0;
}

int main(int argc, char **argv)
{
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000;
    const char *only = argc > 2 ? argv[2] : "";
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    bool right = true;
    for (unsigned i = 0; i < DIFFERENTIAL_THEORIES; i++)
        if (strstr(differential_name(i), only))
            right &= run(i, count, seed);
    return right ? 0 : 1;
}
