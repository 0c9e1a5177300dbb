#include "solve/near/search.h"

#include <stdlib.h>
#include <string.h>

static void add_seed(question *q, const uint8_t *values, uint64_t *seed)
{
    if (values != q->values)
        memcpy(q->values, values, q->places.n);
    for (size_t i = 0; i < q->input_of.n; i++)
        seed[i] = q->input_of.at[i] == UINT32_MAX ? 0 : question_word(q, q->input_of.at[i]);
}

fuzz_outcome search_near(question *q, const near_search *search)
{
    size_t n = q->program->inputs.n;
    uint64_t *seeds = base_alloc_zero(2 * n + 1, sizeof *seeds);
    if (search->proposal)
        add_seed(q, search->proposal, seeds + n);
    question_restart(q);
    add_seed(q, q->values, seeds);
    fuzz_shared *shared = base_alloc_zero(1, fuzz_shared_size(q->program));
    fuzz_search_config config = {.seed = search->seed,
                                 .executions = search->executions ? search->executions : 1,
                                 .limits = search->limits,
                                 .exhaustive = search->try_all,
                                 .stop = q->interrupt,
                                 .deadline = q->deadline,
                                 .seeds = seeds,
                                 .n_seeds = search->proposal ? 2 : 1,
                                 .no_jit = true};
    fuzz_outcome outcome = fuzz_search(q->bank, q->program, &q->machine, &config, shared);
    q->executions += shared->executions;
    for (size_t i = 0; i < n && outcome == FUZZ_FOUND; i++)
        if (q->input_of.at[i] != UINT32_MAX)
            question_set_word(q, q->input_of.at[i], shared->words[i]);
    free(shared);
    free(seeds);
    return outcome;
}
