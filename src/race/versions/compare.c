#include "race/versions/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

#define WALL_FACTOR 3.0 /* on a busy machine a process gets a third of a core */
#define WALL_EXTRA 2.0
#define LEAST_SECONDS 0.001 /* what the clock cannot tell is the same */

void compare_inputs_free(compare_inputs *list)
{
    for (size_t i = 0; i < list->n; i++) {
        compare_input *one = &list->at[i];
        vec_free(&one->times.old);
        vec_free(&one->times.new);
        free(one->name);
        free(one->text);
        free(one->excluded);
    }
    vec_free(list);
}

static void exclude(compare_input *one, const solver *s, const char *why)
{
    strbuf text = STRBUF_INIT;
    strbuf_printf(&text, "%s %s: %s", solver_text(s), solver_version(s), why);
    if (!one->excluded)
        one->excluded = strbuf_detach(&text);
    strbuf_free(&text);
}

static bool is_answer(runner_verdict v)
{
    return v == RUNNER_SAT || v == RUNNER_UNSAT;
}

/* One run; its seconds with what has no answer at twice the limit. False: interrupted. */
static bool time_one(const compare_setting *s, solver *who, compare_input *one, size_t seed,
                     double *seconds, runner_verdict *verdict)
{
    strbuf options = STRBUF_INIT;
    solver_seed_options(who, seed, &options);
    solver_question q = {.text = one->text,
                         .length = strlen(one->text),
                         .limits = {.cpu_seconds = s->timeout,
                                    .wall_seconds = WALL_FACTOR * s->timeout + WALL_EXTRA,
                                    .memory_bytes = s->memory},
                         .options = options.n ? options.text : NULL,
                         .interrupt = s->interrupt};
    runner_result result;
    solver_ask(who, &q, &result);
    *verdict = result.verdict;
    *seconds = is_answer(result.verdict) ? fmax(result.cpu, LEAST_SECONDS) : 2 * s->timeout;
    bool going = result.verdict != RUNNER_STOPPED && !*s->interrupt;
    if (going && result.verdict == RUNNER_ERROR)
        exclude(one, who, result.excerpt);
    runner_result_free(&result);
    strbuf_free(&options);
    return going;
}

/* Both builds with one seed, in turns first. */
static bool time_pair(const compare_setting *s, compare_input *one, size_t seed)
{
    double seconds[2] = {0, 0};
    runner_verdict said[2];
    solver *const who[2] = {s->old, s->new};
    for (size_t i = 0; i < 2; i++) {
        size_t which = (i + seed) % 2;
        if (!time_one(s, who[which], one, seed, &seconds[which], &said[which]))
            return false;
    }
    if (is_answer(said[0]) && is_answer(said[1]) && said[0] != said[1])
        exclude(one, s->new, "the other build contradicts it: tandem fuse --check-only");
    vec_push(&one->times.old, seconds[0]);
    vec_push(&one->times.new, seconds[1]);
    return true;
}

bool compare_run(const compare_setting *s, compare_inputs *inputs)
{
    for (size_t seed = 0; seed < s->seeds; seed++)
        for (size_t i = 0; i < inputs->n; i++) {
            compare_input *one = &inputs->at[i];
            if (!one->excluded && !time_pair(s, one, seed))
                return false;
            if (s->tick)
                s->tick(s->context, seed * inputs->n + i + 1, s->seeds * inputs->n);
        }
    return true;
}
