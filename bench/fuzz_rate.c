/* fuzz_rate [MILLIONS]: constraint evaluations a second of the whole search loop (proposal,
 * evaluation, distance), interpreted and compiled, in one run on one core.
 *
 * The constraints are those of the motivating example, z = f(x, y), x > y, 255 < z < 65536, with a
 * box f whose results never lie in that range, so that the search goes on to its budget. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "fuzz/search.h"
#include "smtlib/reader.h"

static const char TEXT[] =
    "(declare-fun f ((_ BitVec 32) (_ BitVec 32)) (_ BitVec 32))"
    "(declare-const x (_ BitVec 32))(declare-const y (_ BitVec 32))"
    "(declare-const z (_ BitVec 32))"
    "(assert (bvugt x y))(assert (and (bvult (_ bv255 32) z) (bvult z (_ bv65536 32))))"
    "(assert (= z (f x y)))";

static bool f(void *context, uint32_t box, const uint64_t *args, uint64_t *result)
{
    (void)context, (void)box;
    *result = (uint32_t)(args[0] * args[1]) | 0x10000;
    return true;
}

static bool is_box(void *context, decl_id d)
{
    (void)context, (void)d;
    return true;
}

static fuzz_program *compile(term_bank *b)
{
    symtab *table = symtab_new(b);
    smt_reader *reader = smt_reader_text(table, "example", TEXT, strlen(TEXT));
    smt_command command = {0};
    term_vec assertions = {0};
    const char *reason;
    fuzz_compile_config config = {is_box, NULL};
    while (smt_reader_next(reader, &command) == SMT_OK)
        if (command.kind == CMD_ASSERT)
            vec_push(&assertions, command.term);
    fuzz_program *p = fuzz_compile(b, assertions.at, assertions.n, &config, &reason);
    smt_command_free(&command);
    smt_reader_free(reader);
    symtab_free(table);
    vec_free(&assertions);
    return p;
}

static double measure(term_bank *b, const fuzz_program *p, uint64_t budget, bool jit)
{
    fuzz_machine m;
    fuzz_machine_init(&m, p);
    m.call = f;
    fuzz_shared *shared = base_alloc_zero(1, fuzz_shared_size(p));
    fuzz_search_config config = {.seed = 1, .executions = budget, .no_jit = !jit};
    double start = clock_cpu();
    fuzz_outcome outcome = fuzz_search(b, p, &m, &config, shared);
    double rate = (double)shared->executions / (clock_cpu() - start);
    if (outcome != FUZZ_BUDGET)
        fprintf(stderr, "unexpected outcome %d\n", (int)outcome);
    fuzz_machine_free(&m);
    free(shared);
    return rate;
}

int main(int argc, char **argv)
{
    uint64_t millions = argc > 1 ? strtoull(argv[1], NULL, 10) : 20;
    term_bank *b = bank_new(false);
    fuzz_program *p = compile(b);
    printf("interpreted %.2f M/s\n", measure(b, p, millions * 1000000, false) / 1e6);
    printf("compiled    %.2f M/s\n", measure(b, p, millions * 1000000, true) / 1e6);
    fuzz_program_free(p);
    bank_free(b);
    return 0;
}
