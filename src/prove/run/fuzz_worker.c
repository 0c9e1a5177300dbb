/* The fuzzing teacher in a worker, where opaque operations may crash and hang; or in this process,
 * where there are none. */
#include <stdlib.h>

#include "base/clock.h"
#include "box/worker/invoke.h"
#include "box/worker/worker.h"
#include "prove/run/fuzz_impl.h"

typedef struct teaching {
    const vocabulary *v;
    box_set *boxes;
    const fuzz_config *config;
    steps *steps;
    const box **bound; /* of the program's box numbers */
    box_worker *worker;
    fuzz_report *report;
    uint64_t calls;
} teaching;

static bool is_larger(const uint64_t *args, const uint64_t *other, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (llabs((long long)args[i]) < llabs((long long)other[i]))
            return false;
    return n > 0;
}

/* A call that did not return; or, of an operation that did not return several times, one with
 * arguments that are not smaller: most operations take the longer the larger these are. */
static bool is_hung(const teaching *t, uint32_t number, const uint64_t *args)
{
    const fuzz_report *r = t->report;
    size_t n = t->bound[number]->arity, times = 0;
    bool larger = false;
    for (uint32_t i = 0; i < r->n_hung; i++) {
        if (r->hung[i].box != number)
            continue;
        if (!memcmp(r->hung[i].args, args, n * sizeof *args))
            return true;
        larger |= is_larger(args, r->hung[i].args, n);
        times++;
    }
    return larger && times >= t->config->limits->hung_often;
}

/* Numbers of its parameters' types; what others would be is nobody's business. */
static bool in_range(const box *x, const uint64_t *args)
{
    for (uint32_t i = 0; i < x->arity; i++) {
        const box_parameter *p = &x->parameters[i];
        int64_t value = (int64_t)args[i];
        unsigned bits = p->size * 8;
        if (p->class != BOX_CLASS_INT || (bits == 64 && p->is_signed))
            continue;
        if (bits == 64     ? value < 0
            : p->is_signed ? value != (int64_t)((uint64_t)value << (64 - bits)) >> (64 - bits)
                           : (uint64_t)value >> bits != 0)
            return false;
    }
    return true;
}

/* A crash is a landing here: the call has no value. */
static bool call_box(void *context, uint32_t number, const uint64_t *args, uint64_t *result)
{
    teaching *t = context;
    box_worker *w = t->worker;
    volatile bool good = false;
    const box *x = t->bound[number];
    if (!in_range(x, args) || (t->report->n_hung && is_hung(t, number, args)))
        return false;
    t->report->current.box = number;
    memcpy(t->report->current.args, args, x->arity * sizeof *args);
    if (BOX_CATCH(w) == BOX_OK) {
        uint64_t again;
        BOX_PROGRESS(w);
        good = box_invoke(x, args, result);
        if (t->calls++ < t->config->limits->twice_calls &&
            (!box_invoke(x, args, &again) || again != *result)) {
            t->report->no_function = true;
            t->report->opaque = number;
        }
    }
    w->armed = 0;
    if (!good)
        t->steps->demand.failure = FUZZ_FAILED;
    return good;
}

static void fuzzer_init(fuzzer *f, teaching *t)
{
    const ir_program *p = t->v->system->program;
    *f = (fuzzer){.config = t->config, .v = t->v, .steps = t->steps, .report = t->report};
    f->n_frame = t->steps->n_frame;
    f->n_variables = t->steps->n_variables;
    f->is_truth = base_alloc_zero(f->n_frame + 1, sizeof *f->is_truth);
    f->real = base_alloc_zero(f->n_frame + 1, sizeof *f->real);
    f->places = base_alloc_zero(t->v->n_plain + 1, sizeof *f->places);
    for (uint32_t i = 0; i < f->n_frame; i++) {
        term_id term =
            i < f->n_variables ? p->variables.at[i].term : t->steps->inputs.at[i - f->n_variables];
        sort_id sort = term_sort(p->bank, term);
        f->is_truth[i] = sort == SORT_ID_BOOL;
        if (sort_kind_of(p->bank, sort) == SORT_FP)
            f->real[i] = sort_fp_significand(p->bank, sort) == 24 ? 32 : 64;
        for (size_t c = 0; c < t->v->n_plain; c++)
            if (t->v->columns.at[c] == term)
                f->places[c] = i;
    }
    rng_seed(&f->rng, t->config->seed);
    f->sketch = sketch_new(t->v, t->steps);
    f->pools = base_alloc_zero(t->v->system->cuts.n, sizeof *f->pools);
    f->reached = base_alloc_zero(t->v->system->cuts.n, sizeof *f->reached);
    f->frame = base_alloc_zero(f->n_frame + 1, sizeof *f->frame);
    f->scratch = base_alloc_zero(f->n_frame + 1, sizeof *f->scratch);
}

static void fuzzer_free(fuzzer *f)
{
    fuzzer_unchoose(f);
    vec_free(&f->universe);
    for (size_t cut = 0; cut < f->v->system->cuts.n; cut++) {
        vec_free(&f->pools[cut].frames);
        vec_free(&f->reached[cut].frames);
    }
    free(f->pools);
    free(f->reached);
    sketch_free(f->sketch);
    free(f->is_truth);
    free(f->real);
    free(f->places);
    free(f->frame);
    free(f->scratch);
    vec_free(&f->trace);
}

static void teach(teaching *t)
{
    fuzzer f;
    steps_start(t->steps, t->boxes ? call_box : NULL, t);
    fuzzer_init(&f, t);
    t->report->outcome = FUZZ_NO_ANSWER;
    fuzzer_run(&f);
    if (t->report->no_function)
        t->report->outcome = FUZZ_NO_FUNCTION;
    t->report->executions += t->steps->executions;
    fuzzer_free(&f);
}

static int loop(void *context, box_worker *w)
{
    teaching *t = context;
    t->worker = w;
    t->report = w->shared;
    if (w->attempt && w->last != BOX_OK) { /* the call that ended the last one is not repeated */
        if (t->report->n_hung == t->config->limits->hung_calls) {
            t->report->outcome = FUZZ_HANGS;
            t->report->opaque = t->report->current.box;
            return 0;
        }
        t->report->hung[t->report->n_hung++] = t->report->current;
    }
    teach(t);
    return 0;
}

/* ---- In the caller --------------------------------------------------------------------------- */

static void take_report(const vocabulary *v, const fuzz_report *r, fuzz_result *result)
{
    *result = (fuzz_result){.outcome = r->outcome,
                            .cut = r->cut,
                            .executions = r->executions,
                            .deepest = r->deepest,
                            .states = r->states,
                            .counterexamples = r->counterexamples,
                            .unanswered = r->n_hung,
                            .opaque = r->opaque};
    size_t n = v->n_linear + 1, at = 0;
    for (uint32_t i = 0; r->outcome == FUZZ_HOLDS && i < r->n_conjuncts; i++) {
        conjunct c = r->conjuncts[i];
        if (c.kind == CONJUNCT_EQUATION) {
            c.coefficients = base_alloc(n * sizeof *c.coefficients);
            memcpy(c.coefficients, r->words + at, n * sizeof *c.coefficients);
            at += n;
        }
        vec_push(&result->conjuncts, c);
    }
    if (r->outcome == FUZZ_FAULT || r->outcome == FUZZ_TOO_WEAK)
        vec_append(&result->run, r->words, r->n_words);
}

static bool teach_in_worker(teaching *t, fuzz_result *result, char **error)
{
    box_run_config config = {.loop = loop,
                             .context = t,
                             .shared_size = sizeof(fuzz_report) + REPORT_WORDS * sizeof(word),
                             .timeout_seconds = t->config->call_seconds,
                             .recoveries = (uint32_t)t->config->limits->teach_recoveries,
                             .max_refused = BOX_MOST_REFUSED};
    box_run *run = box_run_start(t->boxes, &config, error);
    if (!run)
        return false;
    /* The worker ends by itself; this is for one that does not. */
    double deadline = t->config->deadline ? t->config->deadline + 2 : 0;
    box_run_state state = BOX_RUN_NEWS;
    while (state == BOX_RUN_NEWS)
        state = box_run_wait(run, deadline);
    if (state == BOX_RUN_FAILED)
        *error = base_strdup(box_run_error(run));
    else
        take_report(t->v, box_run_shared(run), result);
    if (state != BOX_RUN_DONE && state != BOX_RUN_FAILED)
        result->outcome = FUZZ_NO_ANSWER;
    box_run_free(run);
    return state != BOX_RUN_FAILED;
}

bool fuzz_teach(const vocabulary *v, box_set *boxes, const fuzz_config *config, fuzz_result *result,
                char **error)
{
    steps s;
    term_vec extra = {0};
    *result = (fuzz_result){0};
    vec_append(&extra, v->columns.at, v->columns.n);
    vec_append(&extra, v->conditions.at, v->conditions.n);
    bool good = steps_init(&s, v->system, extra.at, extra.n, boxes, error);
    vec_free(&extra);
    if (good && s.n_frame > REPORT_WORDS) {
        *error = base_strdup("the program has too many variables to be run");
        good = false;
    }
    if (!good) {
        steps_free(&s);
        return false;
    }
    teaching t = {.v = v, .boxes = boxes, .config = config, .steps = &s};
    if (boxes) {
        t.bound = base_alloc_zero(s.program->boxes.n + 1, sizeof *t.bound);
        for (size_t i = 0; i < s.program->boxes.n; i++)
            t.bound[i] = boxes_find(boxes, s.program->boxes.at[i]);
        good = teach_in_worker(&t, result, error);
        result->opaque =
            result->opaque < s.program->boxes.n ? s.program->boxes.at[result->opaque] : 0;
        free(t.bound);
    } else {
        t.report = base_alloc_zero(1, sizeof(fuzz_report) + REPORT_WORDS * sizeof(word));
        teach(&t);
        take_report(v, t.report, result);
        free(t.report);
    }
    steps_free(&s);
    return good;
}

void fuzz_result_free(fuzz_result *r)
{
    for (size_t i = 0; i < r->conjuncts.n; i++)
        free(r->conjuncts.at[i].coefficients);
    vec_free(&r->conjuncts);
    vec_free(&r->run);
}
