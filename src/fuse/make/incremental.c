/* Incremental scripts from fused parts: assertions on a stack, guards that checks assume, and what
 * each check must answer.
 *
 * The *truths* are formulas that hold together (the fused satisfiable seeds and the constraints),
 * so that any of them do. A *poison* is what cannot hold beside them: the fused unsatisfiable seed
 * with all constraints, or the negation of a truth that is asserted below it. */
#include "fuse/make/maker_impl.h"
#include "fuse/seeds/logic.h"

enum { MOST_GUARDS = 4 };

typedef struct script {
    making *w;
    fuse_layout *layout;
    term_vec truths;
    term_id poison;  /* 0: there is none but negated truths */
    term_vec active; /* what is asserted now */
    vec_u32 levels;  /* how many were, at each push */
    size_t poisoned; /* 1 + how many were asserted before the poison; 0: none is */
    size_t next;     /* truth to assert */
    term_id guards[MOST_GUARDS];
    uint32_t n_guards; /* the last one guards a poison */
    uint32_t checks;
    answer last;
    size_t last_assumptions; /* where those of the last check begin */
    term_vec at_last;        /* what was asserted at the last check */
} script;

static void add_step(script *s, script_step_kind kind, term_id t, uint32_t number)
{
    vec_push(&s->layout->steps, ((script_step){kind, t, number}));
}

static void assert_now(script *s, term_id t)
{
    vec_push(&s->active, t);
    add_step(s, STEP_ASSERT, t, 0);
}

static void assert_truth(script *s)
{
    assert_now(s, s->truths.at[s->next++ % s->truths.n]);
}

static term_id choose_poison(script *s)
{
    if (s->poison && !rng_one_in(s->w->r, 4))
        return s->poison;
    size_t first = s->n_guards; /* guards stand at the bottom */
    if (s->active.n <= first || s->poisoned)
        return s->poison;
    term_id truth = s->active.at[first + rng_below(s->w->r, s->active.n - first)];
    return term_make1(s->w->m->bank, OP_NOT, truth);
}

static void assert_poison(script *s)
{
    term_id t = s->poisoned ? 0 : choose_poison(s);
    if (!t)
        return;
    s->poisoned = 1 + s->active.n;
    assert_now(s, t);
}

static void push_level(script *s)
{
    vec_push(&s->levels, (uint32_t)s->active.n);
    add_step(s, STEP_PUSH, 0, 1);
}

static void pop_level(script *s)
{
    if (!s->levels.n)
        return;
    uint32_t count = 1 + (uint32_t)rng_below(s->w->r, s->levels.n);
    s->levels.n -= count;
    s->active.n = s->levels.at[s->levels.n];
    if (s->poisoned > s->active.n)
        s->poisoned = 0;
    add_step(s, STEP_POP, 0, count);
}

static void check(script *s)
{
    term_vec *assumptions = &s->layout->assumptions;
    bool unsat = s->poisoned;
    s->last_assumptions = assumptions->n;
    bool assuming = s->n_guards && rng_one_in(s->w->r, 2);
    for (uint32_t i = 0; i < s->n_guards && assuming; i++) {
        if (rng_one_in(s->w->r, 2))
            continue;
        bool positive = !rng_one_in(s->w->r, 3);
        unsat |= positive && i + 1 == s->n_guards;
        vec_push(assumptions,
                 positive ? s->guards[i] : term_make1(s->w->m->bank, OP_NOT, s->guards[i]));
    }
    add_step(s, STEP_CHECK, 0, (uint32_t)(assumptions->n - s->last_assumptions));
    s->checks++;
    s->last = unsat ? ANSWER_UNSAT : ANSWER_SAT;
    vec_push(&s->w->out->expected, (uint8_t)s->last);
    vec_clear(&s->at_last);
    vec_append(&s->at_last, s->active.at, s->active.n);
}

/* g => truth for some, and g => poison for the last. */
static void make_guards(script *s)
{
    making *w = s->w;
    term_bank *b = w->m->bank;
    uint32_t room = w->m->n_names - w->names_used;
    uint32_t n = rng_one_in(w->r, 3) ? 0 : 2 + (uint32_t)rng_below(w->r, MOST_GUARDS - 1);
    if (n > room)
        return;
    for (uint32_t i = 0; i < n; i++) {
        decl_id d = decl_constant(b, w->m->names[w->names_used++], SORT_ID_BOOL);
        s->guards[i] = term_app(b, d, NULL, 0);
        vec_push(&s->layout->fresh, d);
        term_id t = s->truths.at[rng_below(w->r, s->truths.n)];
        if (i + 1 == n) {
            term_id negated = term_make1(b, OP_NOT, t);
            term_id pair[] = {t, negated};
            t = s->poison ? s->poison : term_and(b, pair, 2);
        }
        assert_now(s, term_make2(b, OP_IMPLIES, s->guards[i], t));
    }
    s->n_guards = n;
}

/* The guards as the last check assumes them; others false, which is always possible. */
static void guard_values(const script *s)
{
    making *w = s->w;
    const term_vec *assumptions = &s->layout->assumptions;
    if (!w->out->model)
        return;
    for (uint32_t i = 0; i < s->n_guards; i++) {
        bool truth = false;
        for (size_t k = s->last_assumptions; k < assumptions->n; k++)
            truth |= assumptions->at[k] == s->guards[i];
        model_set_value(w->out->model, term_decl(w->m->bank, s->guards[i]), value_bool(truth));
    }
}

static void write_script(script *s)
{
    rng *r = s->w->r;
    const fuse_limits *l = s->w->m->limits;
    size_t steps = l->script_steps_least + rng_below(r, l->script_steps_more);
    make_guards(s);
    assert_truth(s);
    for (size_t i = 0; i < steps; i++) {
        uint64_t kind = rng_below(r, 10);
        if (kind < 4)
            assert_truth(s);
        else if (kind < 6)
            push_level(s);
        else if (kind < 7)
            pop_level(s);
        else if (kind < 8 && s->levels.n)
            assert_poison(s);
        else
            check(s);
    }
    check(s);
}

/* Which truths there are, and which poison. False: the seeds do not suit. */
static bool collect(script *s)
{
    making *w = s->w;
    term_vec unsat = {0};
    bool poisonous = false;
    for (uint32_t i = 0; i < w->n_fusions; i++) {
        fusion_settle(w->m->bank, &w->fusions[i], true);
        vec_append(&s->truths, w->fusions[i].constraints, w->fusions[i].n_constraints);
    }
    vec_append(&unsat, s->truths.at, s->truths.n);
    for (int i = 0; i < 2; i++) {
        bool sat = w->seeds[i]->label == ANSWER_SAT;
        term_vec *to = sat ? &s->truths : &unsat;
        vec_append(to, w->parts[i].at, w->parts[i].n);
        poisonous |= !sat;
    }
    if (poisonous)
        s->poison = term_and(w->m->bank, unsat.at, (uint32_t)unsat.n);
    vec_free(&unsat);
    for (size_t i = s->truths.n; i > 1; i--) { /* in any order */
        size_t k = rng_below(w->r, i);
        term_id t = s->truths.at[k];
        s->truths.at[k] = s->truths.at[i - 1];
        s->truths.at[i - 1] = t;
    }
    return s->truths.n > 0;
}

static fuse_outcome finish(script *s)
{
    making *w = s->w;
    term_vec *assertions = &w->out->formula.assertions;
    for (int i = 0; i < 2 && w->evaluator; i++) /* the truths are true: see making_laid_sat */
        if (w->owns_model[i] && !making_holds(w, i))
            return FUSE_UNCERTIFIED;
    write_script(s);
    guard_values(s);
    vec_append(assertions, s->at_last.at, s->at_last.n);
    vec_append(assertions, s->layout->assumptions.at + s->last_assumptions,
               s->layout->assumptions.n - s->last_assumptions);
    w->out->certain = s->last == ANSWER_SAT && w->evaluator ? CERTAIN_MODEL : CERTAIN_CONSTRUCTION;
    if (w->out->certain != CERTAIN_MODEL)
        making_drop_model(w->m, w->out);
    return FUSE_MADE;
}

fuse_outcome fuse_incremental(making *w)
{
    bool sat[2];
    bool have = true;
    for (int i = 0; i < 2; i++) {
        sat[i] = w->seeds[i]->label == ANSWER_SAT;
        have &= !sat[i] || w->models[i];
        if (w->seeds[i]->label == ANSWER_NONE)
            return FUSE_NO_PAIR;
    }
    if (!sat[0] && !sat[1])
        return FUSE_NO_PAIR;
    if (have && !making_begin_model(w, sat[0] ? MODEL_OWN : MODEL_RANDOM,
                                    sat[1] ? MODEL_OWN : MODEL_RANDOM))
        return FUSE_UNCERTIFIED;
    if (!making_fuse(w, true))
        return FUSE_NO_PAIR;
    if (!making_collect(w))
        return FUSE_TOO_LARGE;
    script s = {.w = w, .layout = w->out->layout};
    for (int i = 0; i < 2; i++)
        vec_append(&s.layout->parts[i], w->parts[i].at, w->parts[i].n);
    fuse_outcome outcome = collect(&s) ? finish(&s) : FUSE_NO_PAIR;
    vec_free(&s.truths);
    vec_free(&s.active);
    vec_free(&s.levels);
    vec_free(&s.at_last);
    return outcome;
}
