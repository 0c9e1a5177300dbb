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

static void exclude(compare_input *one, const solver *s, const char *what, const char *why)
{
    strbuf text = STRBUF_INIT;
    strbuf_printf(&text, "%s %s: %s%s", solver_text(s), solver_version(s), what, why);
    if (!one->excluded)
        one->excluded = strbuf_detach(&text);
    strbuf_free(&text);
}

static bool is_answer(runner_verdict v)
{
    return v == RUNNER_SAT || v == RUNNER_UNSAT;
}

/* A process that died is not slow. What was killed from outside neither. */
static const char *death_of(const runner_result *r)
{
    if (r->verdict == RUNNER_CRASH)
        return "crashes: ";
    return r->verdict == RUNNER_MEMOUT && r->signal ? "dies: " : NULL;
}

static void look(compare_input *one, const solver *s, const runner_result *r)
{
    const char *death = death_of(r);
    if (death || r->verdict == RUNNER_ERROR)
        exclude(one, s, death ? death : "", r->excerpt);
}

/* One run; false: interrupted. */
static bool ask(const compare_setting *s, solver *who, compare_input *one, size_t seed,
                runner_result *result)
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
    solver_ask(who, &q, result);
    strbuf_free(&options);
    return result->verdict != RUNNER_STOPPED && !*s->interrupt;
}

/* What has no answer counts as twice the limit. */
static double seconds_of(const compare_setting *s, const runner_result *r)
{
    return is_answer(r->verdict) ? fmax(r->cpu, LEAST_SECONDS) : 2 * s->timeout;
}

static void judge_pair(const compare_setting *s, compare_input *one, const runner_result said[2])
{
    look(one, s->old, &said[0]);
    look(one, s->new, &said[1]);
    one->broken |= death_of(&said[1]) && !death_of(&said[0]);
    if (is_answer(said[0].verdict) && is_answer(said[1].verdict) &&
        said[0].verdict != said[1].verdict) {
        exclude(one, s->new, "the other build contradicts it: ", "tandem fuse --check-only");
        one->broken = true;
    }
    vec_push(&one->times.old, seconds_of(s, &said[0]));
    vec_push(&one->times.new, seconds_of(s, &said[1]));
}

/* Both builds with one seed, in turns first. */
static bool time_pair(const compare_setting *s, compare_input *one, size_t seed)
{
    runner_result said[2] = {0};
    solver *const who[2] = {s->old, s->new};
    bool going = true;
    for (size_t i = 0; i < 2 && going; i++) {
        size_t which = (i + seed) % 2;
        going = ask(s, who[which], one, seed, &said[which]);
    }
    if (going)
        judge_pair(s, one, said);
    runner_result_free(&said[0]);
    runner_result_free(&said[1]);
    return going;
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
