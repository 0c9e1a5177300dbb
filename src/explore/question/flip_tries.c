/* Values that are tried, one by one or by the search of src/fuzz. */
#include "base/hash.h"
#include "explore/question/flip_impl.h"

/* Most questions are answered by another value of one byte: all are tried, texts first. */
bool flip_try_bytes(flipper *s, question *q)
{
    const uint64_t *uses = trace_uses(s->trace, q->wanted);
    uint32_t tried = 0;
    bool found = false;
    if (!question_compile(q))
        return false;
    for (size_t i = 0; i < q->variables.n && tried < s->limits->bytes_tried && !found; i++) {
        uint32_t v = q->variables.at[i];
        if (!flip_in_set(uses, v))
            continue;
        uint8_t old = q->values[v];
        tried++;
        for (uint32_t k = 0; k < 256 && !found; k++) {
            q->values[v] = (uint8_t)(k + 'a');
            found = question_offer(q);
            if (!found)
                q->values[v] = old;
        }
    }
    found = found || question_judge(q);
    vec_clear(&q->offered);
    q->executions = 0; /* not of the search */
    return found && flip_confirmed(s, q);
}

/* Leaves the best point in q->values. */
fuzz_outcome flip_search(flipper *s, question *q, uint64_t executions, const uint64_t *proposal)
{
    size_t n = q->program->inputs.n;
    VEC(uint64_t) seeds = {0};
    question_to_words(q);
    vec_append(&seeds, q->words, n);
    if (proposal)
        vec_append(&seeds, proposal, n);
    fuzz_shared *shared = base_alloc_zero(1, fuzz_shared_size(q->program));
    fuzz_search_config config = {.seed = hash_mix(s->config.seed, s->counts.questions),
                                 .executions = executions ? executions : 1,
                                 .limits = s->config.fuzz_limits,
                                 .exhaustive = s->limits->try_all,
                                 .stop = s->config.interrupt,
                                 .deadline = s->config.deadline,
                                 .seeds = seeds.at,
                                 .n_seeds = proposal ? 2 : 1,
                                 .no_jit = true};
    fuzz_outcome outcome = fuzz_search(s->bank, q->program, &q->machine, &config, shared);
    q->executions += shared->executions;
    if (outcome == FUZZ_FOUND) {
        memcpy(q->words, shared->words, n * sizeof *q->words);
        question_from_words(q);
    }
    free(shared);
    vec_free(&seeds);
    return outcome;
}
