/* Trying everything: where the constraints leave each constant only a few values
 * (fuzz/ranges/ranges.h), all combinations are gone through on the real boxes, and that decides.
 *
 * Constants are set one after the other, those with few values first; a constraint is looked at as
 * soon as its constants have values, the fewer calls of boxes it needs the sooner. A point is out
 * when some constraint is false there. Where a constraint has no value (a box crashed, a number
 * left the machine's range) the evaluator has the last word; points that it cannot judge are left
 * open, and then there is no unsat. Every call is a fact like any other, confirmed before an answer
 * rests on it. */
#include <stdlib.h>
#include <string.h>

#include "box/words.h"
#include "fuzz/ranges/ranges.h"
#include "fuzz/sweep/domain.h"
#include "solve/closed/closed_impl.h"

enum {
    AHEAD = 256, /* points for which calls are made together */
    FILTERED =
        65536 /* values of a constant that are looked at one by one, before anything is called */
};

/* A constraint (or several without boxes), looked at when the first `level` constants are set. */
typedef struct test {
    fuzz_bytecode *program;
    fuzz_machine machine;
    vec_u32 places;  /* of each input: which constant it is */
    uint64_t *words; /* of each input */
    size_t level;
} test;

typedef struct constant {
    decl_id decl;
    sort_id sort;
    fuzz_range range;
    sweep_axis axis; /* of its domain, if that is smaller than the range … */
    bool by_axis;
    uint64_t digit; /* … and the place on it */
    uint64_t size;
} constant;

typedef struct exhaust {
    closed *c;
    const exhaust_limits *limits;
    term_vec constraints;
    sweep_domain domain;
    VEC(constant) constants; /* in the order in which they are set */
    uint64_t *words;         /* their values */
    VEC(test) tests;         /* by level */
    const test *running;
    uint64_t points, calls, hung, open;
    bool ahead;      /* calls are only noted, to be made together */
    uint64_t looked; /* values of the last constant since calls were noted */
    bool over;       /* a limit was reached */
    bool box_caused; /* open points are open because a box has no value */
} exhaust;

/* ---- Boxes by way of what is known of them --------------------------------------------------- */

static bool call_known(void *context, uint32_t number, const uint64_t *args, uint64_t *result)
{
    exhaust *x = context;
    closed *c = x->c;
    decl_id d = x->running->program->boxes.at[number];
    box_status status;
    if (boxes_known_words(c->boxes, d, args, result, &status))
        return true;
    if (status != BOX_UNAVAILABLE)
        return false;
    if (x->ahead) { /* noted */
        (void)boxes_call_words(c->boxes, d, args, result, &status);
        x->calls++;
        return false;
    }
    if (x->calls >= x->limits->calls || x->hung >= c->limits->exhaust_hung || closed_over(c)) {
        x->over = true;
        return false;
    }
    x->calls++;
    bool good = boxes_call_words(c->boxes, d, args, result, &status);
    x->hung += status == BOX_HUNG;
    return good;
}

static bool is_box(void *context, decl_id d)
{
    const exhaust *x = context;
    return boxes_takes_words(x->c->boxes, d);
}

/* ---- Setting up ------------------------------------------------------------------------------ */

static int by_size(const void *left, const void *right)
{
    const constant *x = left, *y = right;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    return x->decl < y->decl ? -1 : x->decl > y->decl;
}

/* The constants and their ranges; false when there are hopelessly many points, `over` when there
 * are more than we may try now. */
static bool find_constants(exhaust *x)
{
    const char *reason;
    fuzz_compile_config config = {.is_box = is_box, .context = x};
    fuzz_bytecode *p =
        literals_see_nan_bits(x->c->bank, x->constraints.at, x->constraints.n)
            ? NULL
            : fuzz_compile(x->c->bank, x->constraints.at, x->constraints.n, &config, &reason);
    if (!p)
        return false;
    fuzz_range *ranges = fuzz_ranges_new(x->c->bank, p, x->c->config->fuzz_limits);
    sweep_domain_init(&x->domain, x->c->bank, p, x->c->config->fuzz_limits, FILTERED);
    uint64_t points = 1;
    bool few = true;
    for (size_t i = 0; i < p->inputs.n; i++) {
        const fuzz_input *in = &p->inputs.at[i];
        constant k = {.decl = in->decl,
                      .sort = in->sort,
                      .range = ranges[in->reg],
                      .axis = x->domain.axes.at[i],
                      .size = fuzz_range_size(&ranges[in->reg])};
        k.by_axis = k.axis.count < k.size;
        k.size = k.by_axis ? k.axis.count : k.size;
        few = few && k.size != UINT64_MAX && !__builtin_mul_overflow(points, k.size, &points);
        vec_push(&x->constants, k);
    }
    free(ranges);
    fuzz_bytecode_free(p);
    if (x->constants.n)
        qsort(x->constants.at, x->constants.n, sizeof *x->constants.at, by_size);
    x->words = base_alloc_zero(x->constants.n + 1, sizeof *x->words);
    x->over = points > x->limits->points;
    return few && points <= x->c->limits->exhaust_points;
}

static uint32_t place_of(const exhaust *x, decl_id d)
{
    uint32_t i = 0;
    while (i < x->constants.n && x->constants.at[i].decl != d)
        i++;
    return i;
}

static void add_test(exhaust *x, const term_vec *constraints)
{
    const char *reason;
    fuzz_compile_config config = {.is_box = is_box, .context = x};
    test t = {0};
    if (!constraints->n)
        return;
    t.program = fuzz_compile(x->c->bank, constraints->at, constraints->n, &config, &reason);
    fuzz_machine_init(&t.machine, t.program);
    t.machine.call = call_known;
    t.machine.context = x;
    t.words = base_alloc_zero(t.program->inputs.n + 1, sizeof *t.words);
    for (size_t i = 0; i < t.program->inputs.n; i++) {
        uint32_t place = place_of(x, t.program->inputs.at[i].decl);
        vec_push(&t.places, place);
        t.level = place + 1 > t.level ? place + 1 : t.level;
    }
    vec_push(&x->tests, t);
}

/* How many constants have to be set for a constraint. */
static size_t level_of(const exhaust *x, term_id t)
{
    vec_u32 decls = {0};
    size_t level = 0;
    literals_constants(x->c->bank, &t, 1, &decls);
    for (size_t i = 0; i < decls.n; i++) {
        size_t place = place_of(x, decls.at[i]) + 1;
        level = place > level ? place : level;
    }
    vec_free(&decls);
    return level;
}

/* Those of a level: without boxes all at once, then with the fewest calls first. */
static void make_tests_of(exhaust *x, const term_vec *constraints)
{
    term_vec now = {0};
    vec_u32 calls = {0};
    unsigned most = 0;
    for (size_t i = 0; i < constraints->n; i++) {
        vec_push(&calls, literals_calls(x->c->bank, x->c->boxes, constraints->at[i]));
        most = calls.at[i] > most ? calls.at[i] : most;
    }
    for (unsigned k = 0; k <= most; k++) {
        for (size_t i = 0; i < constraints->n; i++) {
            if (calls.at[i] != k)
                continue;
            vec_push(&now, constraints->at[i]);
            if (!k)
                continue;
            add_test(x, &now);
            vec_clear(&now);
        }
        add_test(x, &now);
        vec_clear(&now);
    }
    vec_free(&now);
    vec_free(&calls);
}

static void make_tests(exhaust *x)
{
    for (size_t level = 0; level <= x->constants.n; level++) {
        term_vec here = {0};
        for (size_t i = 0; i < x->constraints.n; i++)
            if (level_of(x, x->constraints.at[i]) == level)
                vec_push(&here, x->constraints.at[i]);
        make_tests_of(x, &here);
        vec_free(&here);
    }
}

static void release(exhaust *x)
{
    for (size_t i = 0; i < x->tests.n; i++) {
        fuzz_machine_free(&x->tests.at[i].machine);
        fuzz_bytecode_free(x->tests.at[i].program);
        free(x->tests.at[i].words);
        vec_free(&x->tests.at[i].places);
    }
    vec_free(&x->tests);
    vec_free(&x->constants);
    sweep_domain_free(&x->domain);
    vec_free(&x->constraints);
    free(x->words);
}

/* ---- Going through --------------------------------------------------------------------------- */

/* The values of constant number `i`, one after the other; false when there is none (any more). */
static bool first_value(exhaust *x, size_t i)
{
    constant *k = &x->constants.at[i];
    if (!k->by_axis)
        return fuzz_range_first(&k->range, &x->words[i]);
    k->digit = 0;
    if (k->axis.count)
        x->words[i] = sweep_axis_word(&k->axis, x->domain.table.at, 0);
    return k->axis.count;
}

static bool next_value(exhaust *x, size_t i)
{
    constant *k = &x->constants.at[i];
    if (!k->by_axis)
        return fuzz_range_next(&k->range, &x->words[i]);
    if (k->digit + 1 >= k->axis.count)
        return false;
    x->words[i] = sweep_axis_word(&k->axis, x->domain.table.at, ++k->digit);
    return true;
}

/* Whether the constraints of this level leave the point in. */
static bool passes(exhaust *x, size_t level)
{
    for (size_t i = 0; i < x->tests.n && !x->over; i++) {
        test *t = &x->tests.at[i];
        if (t->level != level)
            continue;
        for (size_t k = 0; k < t->places.n; k++)
            t->words[k] = x->words[t->places.at[k]];
        x->running = t;
        fuzz_run(t->program, t->words, &t->machine);
        for (size_t k = 0; k < t->program->roots.n; k++) {
            uint32_t root = t->program->roots.at[k];
            bool unknown = t->machine.trapped && t->machine.undefined[root];
            if (!unknown && !t->machine.regs[root])
                return false;
        }
    }
    return true;
}

/* All constants are set, and no constraint is false: a model, or a point that stays open. */
static closed_step judge(exhaust *x)
{
    closed *c = x->c;
    eval_reason why;
    model_clear(c->model);
    for (size_t i = 0; i < x->constants.n; i++) {
        const constant *k = &x->constants.at[i];
        model_set_value(c->model, k->decl, value_of_word(c->bank, k->sort, x->words[i]));
    }
    /* the constraints themselves: a constant that stands for a call without value has none */
    bool holds = closed_holds(c, &x->constraints, &why);
    if (!holds && why == EVAL_OK)
        return STEP_GO_ON;
    literals_classes_complete(&c->classes, c->boxes, c->model);
    if (holds && closed_try_model(c) == STEP_DECIDED)
        return STEP_DECIDED;
    x->open++;
    x->box_caused &= why == EVAL_BOX;
    return STEP_GO_ON;
}

/* Sets the constants from `level` on to their next combination; the new level, or SIZE_MAX at the
 * end. */
static size_t step_back(exhaust *x, size_t level)
{
    while (level > 0) {
        if (next_value(x, level - 1))
            return level;
        level--;
    }
    return SIZE_MAX;
}

/* Before the last constant gets its next value: the calls for that one and those that follow are
 * made together. */
static void look_ahead(exhaust *x)
{
    size_t last = x->constants.n - 1;
    uint64_t word = x->words[last], digit = x->constants.at[last].digit, before = x->calls;
    if (x->looked++ % AHEAD || x->calls + AHEAD > x->limits->calls || x->hung)
        return;
    x->ahead = true;
    boxes_collect(x->c->boxes, true);
    for (uint64_t i = 0; i < AHEAD; i++) {
        passes(x, x->constants.n);
        if (!next_value(x, last))
            break;
    }
    boxes_collect(x->c->boxes, false);
    boxes_flush(x->c->boxes);
    x->ahead = false;
    x->words[last] = word;
    x->constants.at[last].digit = digit;
    if (x->calls == before) /* all were known */
        x->looked = 0;
}

static closed_step go_through(exhaust *x)
{
    size_t level = 0; /* constants that are set */
    while (level != SIZE_MAX && !x->over) {
        if (++x->points % 4096 == 0 && closed_over(x->c))
            return STEP_DECIDED;
        if (level && level == x->constants.n)
            look_ahead(x);
        if (!passes(x, level)) {
            level = step_back(x, level);
        } else if (level < x->constants.n) {
            bool some = first_value(x, level);
            level = some ? level + 1 : step_back(x, level);
            x->looked = 0;
        } else if (!x->over) {
            if (judge(x) == STEP_DECIDED)
                return STEP_DECIDED;
            level = step_back(x, level);
        }
    }
    return STEP_GO_ON;
}

/* Nothing was found, and nothing was left out. */
static closed_step conclude(exhaust *x)
{
    closed *c = x->c;
    vec_u32 core = {0};
    closed_explain(c, "all %llu points tried: %llu stay open", (unsigned long long)x->points,
                   (unsigned long long)x->open);
    if (x->open)
        return x->box_caused ? closed_answer(c, ENGINE_UNKNOWN,
                                             "where the formula could hold, a closed box has no "
                                             "value")
                             : STEP_STUCK;
    for (size_t i = 0; i < c->literals.n + c->box_decls.n; i++)
        vec_push(&core, (uint32_t)i);
    closed_step step = closed_refuted(c, &core);
    vec_free(&core);
    return step;
}

closed_step closed_exhaust(closed *c, const exhaust_limits *limits)
{
    exhaust x = {.c = c, .limits = limits, .box_caused = true};
    closed_step step = STEP_STUCK;
    vec_append(&x.constraints, closed_reduced(c)->at, closed_reduced(c)->n);
    closed_note_facts(c);
    if (!c->quantified_box && find_constants(&x)) {
        if (!x.over)
            make_tests(&x);
        step = go_through(&x);
        while (step != STEP_DECIDED && !x.over && x.open && boxes_be_patient(c->boxes)) {
            x.open = x.hung = 0; /* what hung is called again, the rest is known */
            step = go_through(&x);
        }
        if (step != STEP_DECIDED && !x.over)
            step = conclude(&x);
        else if (x.over)
            closed_explain(c, "%llu points tried, %llu calls: not all",
                           (unsigned long long)x.points, (unsigned long long)x.calls);
    }
    c->result->counts.points += x.points;
    c->facts_noted = boxes_fact_count(c->boxes); /* the SMT engine is better off without so many */
    release(&x);
    return step;
}
