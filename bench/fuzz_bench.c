/* fuzz_bench FILE… : runs the fuzz engine alone on the assertions of each file (no boxes, no SMT
 * engine) and prints what came out, the executions and their rate. */
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "fuzz/search/search.h"
#include "smtlib/read/reader.h"
#include "term/eval/eval.h"

static bool read_file(term_bank *b, const char *path, term_vec *assertions)
{
    symtab *table = symtab_new(b);
    smt_reader *reader = smt_reader_open(table, path);
    smt_command command = {0};
    smt_status status = SMT_END;
    while (reader && (status = smt_reader_next(reader, &command)) == SMT_OK)
        if (command.kind == CMD_ASSERT)
            vec_push(assertions, command.term);
    if (!reader || status == SMT_ERROR)
        fprintf(stderr, "%s\n", reader ? smt_reader_error(reader) : path);
    smt_command_free(&command);
    if (reader)
        smt_reader_free(reader);
    symtab_free(table);
    return status == SMT_END;
}

static bool confirmed(term_bank *b, const fuzz_bytecode *p, const fuzz_shared *found,
                      const term_vec *assertions)
{
    term_model *model = model_new(b);
    for (size_t i = 0; i < p->inputs.n; i++)
        model_set_value(model, p->inputs.at[i].decl,
                        value_of_word(b, p->inputs.at[i].sort, found->words[i]));
    evaluator *e = eval_new(model, &(eval_config){.complete = true});
    bool good = true;
    for (size_t i = 0; i < assertions->n; i++)
        good &= value_is_true(eval_term(e, assertions->at[i]));
    eval_free(e);
    model_free(model);
    return good;
}

int main(int argc, char **argv)
{
    static const char *const outcomes[] = {"going", "sat", "exhausted", "budget", "stopped"};
    uint64_t budget = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    for (int i = 2; i < argc; i++) {
        term_bank *b = bank_new(false);
        term_vec assertions = {0};
        const char *reason = "cannot be read";
        fuzz_bytecode *p = NULL;
        if (read_file(b, argv[i], &assertions))
            p = fuzz_compile(b, assertions.at, assertions.n, NULL, &reason);
        if (!p) {
            printf("%s declined (%s)\n", argv[i], reason);
        } else {
            fuzz_machine m;
            fuzz_machine_init(&m, p);
            fuzz_shared *shared = base_alloc_zero(1, fuzz_shared_size(p));
            fuzz_search_config config = {.seed = 1, .executions = budget, .exhaustive = 1 << 20};
            double start = clock_cpu();
            fuzz_outcome outcome = fuzz_search(b, p, &m, &config, shared);
            double seconds = clock_cpu() - start;
            printf("%s %s%s %llu executions %.3f s %.2f M/s\n", argv[i], outcomes[outcome],
                   outcome == FUZZ_FOUND && !confirmed(b, p, shared, &assertions) ? " WRONG" : "",
                   (unsigned long long)shared->executions, seconds,
                   (double)shared->executions / seconds / 1e6);
            fuzz_machine_free(&m);
            free(shared);
            fuzz_bytecode_free(p);
        }
        vec_free(&assertions);
        bank_free(b);
    }
    return 0;
}
