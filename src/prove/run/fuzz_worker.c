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
    machine *machine;
    const box **bound; /* of the machine's opaque operations */
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

/* A crash is a landing here. */
static machine_call call_box(void *context, uint32_t number, const uint64_t *args, uint64_t *result)
{
    teaching *t = context;
    box_worker *w = t->worker;
    volatile bool good = false;
    const box *x = t->bound[number];
    if (!in_range(x, args) || (t->report->n_hung && is_hung(t, number, args)))
        return MACHINE_NOT_MADE;
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
    return good ? MACHINE_RETURNED : MACHINE_FAILED;
}

static place_kind kind_of(const term_bank *b, sort_id sort)
{
    if (sort_kind_of(b, sort) == SORT_FP)
        return sort_fp_significand(b, sort) == 24 ? PLACE_FLOAT : PLACE_DOUBLE;
    return sort == SORT_ID_BOOL ? PLACE_TRUTH : PLACE_NUMBER;
}

static void fuzzer_init(fuzzer *f, teaching *t)
{
    const vocabulary *v = t->v;
    size_t n_cuts = v->system->cuts.n;
    const frame_layout *l = machine_layout(t->machine);
    *f = (fuzzer){.config = t->config, .v = v, .machine = t->machine, .report = t->report};
    f->layout = l;
    f->n_frame = l->n;
    f->n_state = l->n_variables + l->n - l->n_plain;
    reading_words_init(&f->reading, v, t->machine);
    f->kinds = base_alloc_zero(f->n_frame + 1, sizeof *f->kinds);
    f->places = base_alloc_zero(v->n_plain + 1, sizeof *f->places);
    for (size_t i = 0; i < f->n_frame; i++)
        f->kinds[i] = kind_of(v->system->program->bank, frame_sort(l, i));
    for (uint32_t i = 0; i < l->n_variables; i++)
        for (size_t c = 0; c < v->n_plain; c++)
            if (v->numbers.at[c].term == frame_term(l, i))
                f->places[c] = i;
    rng_seed(&f->rng, t->config->seed);
    f->portraits = base_alloc_zero(n_cuts, sizeof *f->portraits);
    for (uint32_t cut = 0; cut < n_cuts; cut++)
        f->portraits[cut] = portrait_new(v, cut);
    f->pools = base_alloc_zero(n_cuts, sizeof *f->pools);
    f->reached = base_alloc_zero(n_cuts, sizeof *f->reached);
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
        portrait_free(f->portraits[cut]);
    }
    free(f->pools);
    free(f->reached);
    free(f->portraits);
    reading_words_free(&f->reading);
    free(f->kinds);
    free(f->places);
    free(f->frame);
    free(f->scratch);
    vec_free(&f->trace);
}

static void teach(teaching *t)
{
    fuzzer f;
    if (t->boxes)
        machine_set_hook(t->machine, call_box, t);
    fuzzer_init(&f, t);
    t->report->outcome = FUZZ_NO_ANSWER;
    fuzzer_run(&f);
    if (t->report->no_function)
        t->report->outcome = FUZZ_NO_FUNCTION;
    t->report->executions += machine_taken(t->machine);
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
                            .ran_far = r->ran_far,
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

/* NULL with *error set. States are copied and changed, so arrays have to be small. */
static machine *make_machine(const vocabulary *v, const box_set *boxes, const prove_limits *limits,
                             char **error)
{
    term_vec terms = {0};
    const char *reason = NULL;
    machine_config config = {.boxes = boxes};
    reading_words_terms(v, &terms, &config);
    machine *m = machine_new(v->system, &config, &reason);
    vec_free(&terms);
    if (m && machine_cell_count(m) > limits->frame_cells)
        reason = "arrays that are too large to be tried from any state";
    else if (m && machine_layout(m)->n > REPORT_WORDS)
        reason = "the program has too many variables to be run";
    else if (m)
        return m;
    machine_free(m);
    *error = base_strdup(reason);
    return NULL;
}

static bool teach_here(teaching *t, fuzz_result *result)
{
    t->report = base_alloc_zero(1, sizeof(fuzz_report) + REPORT_WORDS * sizeof(word));
    teach(t);
    take_report(t->v, t->report, result);
    free(t->report);
    return true;
}

bool fuzz_teach(const vocabulary *v, box_set *boxes, const fuzz_config *config, fuzz_result *result,
                char **error)
{
    *result = (fuzz_result){0};
    teaching t = {.v = v, .boxes = boxes, .config = config};
    t.machine = make_machine(v, boxes, config->limits, error);
    if (!t.machine)
        return false;
    size_t n = machine_opaque_count(t.machine);
    t.bound = base_alloc_zero(n + 1, sizeof *t.bound);
    for (uint32_t i = 0; i < n; i++)
        t.bound[i] = boxes_find(boxes, machine_opaque(t.machine, i));
    bool good = boxes ? teach_in_worker(&t, result, error) : teach_here(&t, result);
    result->opaque = result->opaque < n ? machine_opaque(t.machine, result->opaque) : 0;
    free(t.bound);
    machine_free(t.machine);
    return good;
}

void fuzz_result_free(fuzz_result *r)
{
    conjuncts_clear(&r->conjuncts);
    vec_free(&r->conjuncts);
    vec_free(&r->run);
}
