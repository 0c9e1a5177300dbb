/* Planted formulas: first random values for a few constants, then random assertions that are true
 * of them. Small, over many operators at once, and what they should answer rests on our evaluator
 * alone: sat with that model; or unsat, where every constant is fixed to its value and something is
 * asserted that is then false. */
#include "fuse/functions/steps.h"
#include "fuse/make/maker_impl.h"
#include "fuse/make/palette.h"
#include "fuse/seeds/logic.h"
#include "generate/generate.h"
#include "term/core/subst.h"

/* The lists of a formula; the memory is used again for the next. */
struct plant_scratch {
    vec_u32 sorts;      /* the palette */
    term_vec constants; /* made for this formula, and not bound since */
    vec_u32 fresh;      /* their declarations, all of them */
    term_vec leaves;    /* those, and perhaps some of the seed's; by sorts */
};

typedef struct planting {
    making *w;
    term_bank *b;
    rng *r;
    struct plant_scratch *s;
    bool quantifiers;
    bool borrows; /* from the seed */
    size_t size;  /* of the assertions as trees; more than LOGIC_SMALL: not known */
    union {
        uint64_t words[OP_COUNT / sizeof(uint64_t) + 1];
        uint8_t bytes[OP_COUNT];
    } dice; /* by operator */
} planting;

/* A few operators often, the others seldom: which ones differs from formula to formula, so that
 * each operator is at times the main one. */
static void choose_operators(planting *p)
{
    for (size_t i = 0; i * sizeof(uint64_t) < OP_COUNT; i++)
        p->dice.words[i] = rng_next(p->r);
}

/* ---- Terms ----------------------------------------------------------------------------------- */

static term_id invent(planting *p, sort_id sort, uint32_t depth, bool ground)
{
    generate_config config = {.sorts = p->s->sorts.at,
                              .n_sorts = p->s->sorts.n,
                              .variables = p->s->leaves.at,
                              .n_variables = ground ? 0 : p->s->leaves.n,
                              .constants = 15,
                              .quantifiers = p->quantifiers,
                              .portable = true,
                              .forbidden = p->w->m->forbidden,
                              .table = p->w->m->generated,
                              .dice = p->dice.bytes};
    return generate_term(p->b, p->r, &config, sort, depth);
}

static value_id invent_value(planting *p, sort_id sort)
{
    value_id v = generate_value(p->b, p->r, sort);
    for (uint64_t i = 0; i < p->w->m->limits->planted_tries && !v;
         i++) { /* an array: what some term comes to */
        term_id t = invent(p, sort, 2, true);
        v = t ? eval_term(p->w->evaluator, t) : 0;
    }
    return v;
}

/* Behind those of its sort: who looks for one of a sort finds them together. */
static void add_leaf(planting *p, term_id t)
{
    term_vec *leaves = &p->s->leaves;
    sort_id sort = term_sort(p->b, t);
    size_t place = leaves->n;
    vec_push(leaves, t);
    for (; place && term_sort(p->b, leaves->at[place - 1]) > sort; place--)
        leaves->at[place] = leaves->at[place - 1];
    leaves->at[place] = t;
}

/* Mostly one of each sort of the palette, and a few more. */
static void plant_constants(planting *p)
{
    making *w = p->w;
    size_t n = p->s->sorts.n + rng_below(p->r, p->w->m->limits->planted_constants + 1);
    for (size_t i = 0; i < n && w->names_used < w->m->n_names; i++) {
        bool each = i < p->s->sorts.n && !rng_one_in(p->r, 6);
        sort_id sort = p->s->sorts.at[each ? i : rng_below(p->r, p->s->sorts.n)];
        value_id v = sort == SORT_ID_REGLAN ? 0 : invent_value(p, sort);
        if (!v)
            continue;
        decl_id d = decl_constant(p->b, w->m->names[w->names_used++], sort);
        model_set_value(w->out->model, d, v);
        vec_push(&p->s->fresh, d);
        vec_push(&p->s->constants, term_app(p->b, d, NULL, 0));
    }
    eval_reset(w->evaluator);
    for (size_t i = 0; i < p->s->constants.n; i++)
        add_leaf(p, p->s->constants.at[i]);
}

static term_id negated(planting *p, term_id t)
{
    return term_make1(p->b, OP_NOT, t);
}

/* A formula that has the given truth value; 0: none was found. */
static term_id invent_formula(planting *p, bool truth)
{
    for (uint64_t i = 0; i < p->w->m->limits->planted_tries; i++) {
        term_id t = invent(p, SORT_ID_BOOL,
                           1 + (uint32_t)rng_below(p->r, p->w->m->limits->planted_depth), false);
        value_id v = t ? eval_term(p->w->evaluator, t) : 0;
        if (v && term_op_of(p->b, t) != OP_CONST)
            return value_is_true(v) == truth ? t : negated(p, t);
    }
    return 0;
}

/* A term equals what it comes to, or not. */
static term_id invent_equation(planting *p, bool truth)
{
    for (uint64_t i = 0; i < p->w->m->limits->planted_tries; i++) {
        sort_id sort = p->s->sorts.at[rng_below(p->r, p->s->sorts.n)];
        if (sort == SORT_ID_REGLAN || sort_kind_of(p->b, sort) == SORT_ARRAY)
            continue;
        term_id t =
            invent(p, sort, 1 + (uint32_t)rng_below(p->r, p->w->m->limits->planted_depth), false);
        value_id v = t ? eval_term(p->w->evaluator, t) : 0;
        if (!v || term_op_of(p->b, t) == OP_CONST)
            continue;
        term_id equal = term_eq(p->b, t, term_const(p->b, v));
        return truth ? equal : negated(p, equal);
    }
    return 0;
}

static term_id invent_assertion(planting *p, bool truth)
{
    term_id sides[2];
    switch (rng_below(p->r, 6)) {
    case 0: /* one side decides */
        sides[0] = invent_formula(p, truth);
        sides[1] = invent_formula(p, rng_one_in(p->r, 2) ? true : false);
        if (!sides[0] || !sides[1])
            return sides[0];
        return truth ? term_or(p->b, sides, 2) : term_and(p->b, sides, 2);
    case 1:
    case 2:
        return invent_equation(p, truth);
    default:
        return invent_formula(p, truth);
    }
}

/* ---- Assertions ------------------------------------------------------------------------------ */

/* Has the term at most so many subterms? Of large ones little is looked at. */
static bool is_within(const term_bank *b, term_id t, uint64_t most)
{
    enum { FEW = 64 };
    term_id list[FEW + 1];
    size_t n = 1;
    if (most > FEW)
        return formula_size(b, &(formula){.assertions = {.at = &t, .n = 1}}) <= most;
    list[0] = t;
    for (size_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < term_arity(b, list[i]); k++) {
            term_id argument = term_arg(b, list[i], k);
            size_t place = 0;
            while (place < n && list[place] != argument)
                place++;
            if (place == most)
                return false;
            if (place == n)
                list[n++] = argument;
        }
    return n <= most;
}

/* Small formulas of the seed that have a value: what it is about meets what was invented. */
static void borrow(planting *p)
{
    const fuse_limits *l = p->w->m->limits;
    const side *s = p->w->sides[0];
    for (uint64_t i = 0, found = 0;
         i < l->planted_borrowed && found < l->planted_taken && s->nodes.n; i++) {
        term_id t = s->nodes.at[rng_below(p->r, s->nodes.n)];
        if (term_sort(p->b, t) != SORT_ID_BOOL || term_has_var(p->b, t) || !term_arity(p->b, t) ||
            term_op_of(p->b, t) == OP_PATTERN || !is_within(p->b, t, l->planted_taken_size))
            continue;
        value_id v = eval_term(p->w->evaluator, t);
        if (!v)
            continue;
        vec_push(&p->w->out->formula.assertions, value_is_true(v) ? t : negated(p, t));
        found++;
    }
}

/* The seed's constants of sorts that we can say something about. */
static void borrow_constants(planting *p)
{
    const side *s = p->w->sides[0];
    for (size_t i = 0; i < s->n_constants && p->s->leaves.n < p->w->m->limits->planted_leaves;
         i++) {
        const handle *h = &s->handles.at[i];
        if (generate_value(p->b, p->r, h->sort)) {
            add_leaf(p, h->term);
            palette_add(&p->s->sorts, h->sort);
        }
    }
}

/* The constant has its value and no other: as it is, or behind steps that can be taken back. */
static term_id fix(planting *p, term_id constant)
{
    fusion unused = {0};
    fusion_builder f = {.bank = p->b, .r = p->r, .out = &unused};
    sort_id sort = term_sort(p->b, constant);
    bool steps = fusion_suits(p->b, SUITS_STEPS, sort, sort);
    term_id t = constant;
    for (uint64_t n = steps ? rng_below(p->r, p->w->m->limits->planted_steps + 1) : 0; n; n--) {
        invertible_step step = step_choose(&f, sort);
        t = step_forward(p->b, &step, t);
    }
    value_id v = eval_term(p->w->evaluator, t);
    return v ? term_eq(p->b, t, term_const(p->b, v)) : 0;
}

static bool fix_all(planting *p)
{
    for (size_t i = 0; i < p->s->constants.n; i++) {
        term_id t = fix(p, p->s->constants.at[i]);
        if (!t)
            return false;
        vec_push(&p->w->out->formula.assertions, t);
    }
    return true;
}

static size_t add_assertions(planting *p, bool truth, size_t n)
{
    size_t done = 0;
    for (size_t i = 0; i < n; i++) {
        term_id t = invent_assertion(p, truth);
        if (!t)
            continue;
        vec_push(&p->w->out->formula.assertions, t);
        done++;
    }
    return done;
}

/* The order in which assertions come matters to solvers. */
static void shuffle(planting *p)
{
    term_vec *list = &p->w->out->formula.assertions;
    for (size_t i = list->n; i > 1; i--) {
        size_t k = rng_below(p->r, i);
        term_id t = list->at[i - 1];
        list->at[i - 1] = list->at[k];
        list->at[k] = t;
    }
}

static fuse_outcome plant_sat(planting *p)
{
    making *w = p->w;
    p->borrows = w->models[0] && rng_one_in(p->r, 3);
    if (p->borrows) {
        borrow_constants(p);
        borrow(p);
    }
    if (!add_assertions(p, true, 1 + rng_below(p->r, p->w->m->limits->planted_assertions)))
        return FUSE_NO_PAIR;
    shuffle(p);
    return making_sat(w, &w->out->formula.assertions);
}

/* What is expected follows from our evaluator's word, but not by a model of the whole. */
static fuse_outcome by_evaluation(planting *p, answer expected)
{
    fused *out = p->w->out;
    shuffle(p);
    vec_push(&out->expected, expected);
    out->certain = CERTAIN_EVALUATION;
    making_drop_model(p->w->m, out);
    return FUSE_MADE;
}

static fuse_outcome plant_unsat(planting *p)
{
    if (!fix_all(p) || !add_assertions(p, false, 1))
        return FUSE_NO_PAIR;
    add_assertions(p, true, rng_below(p->r, 3));
    return by_evaluation(p, ANSWER_UNSAT);
}

/* One constant becomes bound: for it there is a value that makes the assertions true. That some
 * value does is sat; that none does is unsat, where the other constants have their values. */
static fuse_outcome plant_bound(planting *p)
{
    making *w = p->w;
    term_bank *b = p->b;
    term_vec *assertions = &w->out->formula.assertions;
    bool sat = rng_one_in(p->r, 2);
    if (!p->s->constants.n || w->names_used >= w->m->n_names ||
        !add_assertions(p, true, 1 + rng_below(p->r, 3)))
        return FUSE_NO_PAIR;
    size_t which = rng_below(p->r, p->s->constants.n);
    term_id constant = p->s->constants.at[which];
    term_id var = term_var(b, w->m->names[w->names_used++], term_sort(b, constant));
    term_id body = term_and(b, assertions->at, (uint32_t)assertions->n);
    body = term_substitute(b, body, &constant, &var, 1);
    term_op op = rng_one_in(p->r, 2) ? OP_FORALL : OP_EXISTS;
    if (op == OP_FORALL)
        body = negated(p, body);
    term_id t = term_quantifier(b, op, &var, 1, body, NULL, 0);
    vec_clear(assertions);
    vec_push(assertions, sat == (op == OP_EXISTS) ? t : negated(p, t));
    p->s->constants.at[which] = vec_last(&p->s->constants);
    p->s->constants.n--;
    if ((!sat || rng_one_in(p->r, 2)) && !fix_all(p))
        return FUSE_NO_PAIR;
    return by_evaluation(p, sat ? ANSWER_SAT : ANSWER_UNSAT);
}

/* What the assertions need, and whether they are larger than they may be. Few are, and few are counted: those that are
 * not small and have of the seed what is not new. */
static bool look_at(planting *p, unsigned *needs)
{
    const formula *f = &p->w->out->formula;
    size_t most = p->w->m->config.max_size;
    p->size = logic_of_small_terms(p->b, f->assertions.at, f->assertions.n, 0, needs);
    bool small = p->size <= LOGIC_SMALL;
    if (!small)
        *needs = logic_of_terms(p->b, f->assertions.at, f->assertions.n);
    if ((small && p->size <= most) ||
        (!p->borrows && bank_term_count(p->b) - p->w->out->mark.terms <= most))
        return false;
    return formula_size(p->b, f) > most;
}

/* The declarations that occur, in the order in which any formula declares them: arguments before what they are in.
 * False: some are not constants and functions. Recursion is in small terms. */
static bool collect_decls(const term_bank *b, term_id t, vec_u32 *out)
{
    for (uint32_t i = 0; i < term_arity(b, t); i++)
        if (!collect_decls(b, term_arg(b, t, i), out))
            return false;
    if (term_op_of(b, t) != OP_APP)
        return true;
    decl_id d = term_decl(b, t);
    for (size_t i = 0; i < out->n; i++)
        if (out->at[i] == d)
            return true;
    vec_push(out, d);
    return decl_kind_of(b, d) == DECL_FREE;
}

/* The layout of small assertions, some of them of the seed; none: they are printed as any formula. */
static void record_borrowed(planting *p)
{
    const term_vec *assertions = &p->w->out->formula.assertions;
    if (p->w->needs & (LOGIC_SORTS | LOGIC_DATATYPES))
        return;
    vec_clear(&p->s->fresh);
    for (size_t i = 0; i < assertions->n; i++)
        if (!collect_decls(p->b, assertions->at[i], &p->s->fresh))
            return;
    making_record_new(p->w, p->s->fresh.at, p->s->fresh.n);
    p->w->out->layout->shares = true;
}

void fuse_planted_free(fuse_maker *m)
{
    if (!m->planted)
        return;
    vec_free(&m->planted->sorts);
    vec_free(&m->planted->constants);
    vec_free(&m->planted->fresh);
    vec_free(&m->planted->leaves);
    free(m->planted);
}

static struct plant_scratch *begin_lists(fuse_maker *m)
{
    if (!m->planted)
        m->planted = base_alloc_zero(1, sizeof *m->planted);
    vec_clear(&m->planted->sorts);
    vec_clear(&m->planted->constants);
    vec_clear(&m->planted->fresh);
    vec_clear(&m->planted->leaves);
    return m->planted;
}

fuse_outcome fuse_planted(making *w)
{
    planting p = {.w = w, .b = w->m->bank, .r = w->r, .s = begin_lists(w->m)};
    if (!making_begin_model(w, w->models[0] ? MODEL_OWN : MODEL_UNUSED, MODEL_UNUSED))
        return FUSE_UNCERTIFIED;
    palette_choose(p.b, p.r, w->seeds[0]->theories, &p.s->sorts);
    p.quantifiers = rng_one_in(p.r, 6);
    choose_operators(&p);
    plant_constants(&p);
    fuse_outcome outcome = rng_one_in(p.r, 8)   ? plant_bound(&p)
                           : rng_one_in(p.r, 4) ? plant_unsat(&p)
                                                : plant_sat(&p);
    w->out->origin.count = p.s->constants.n;
    w->out->origin.what = "constants planted";
    bool large = look_at(&p, &w->needs);
    if (outcome == FUSE_MADE && !p.borrows) {
        making_record_new(w, p.s->fresh.at, p.s->fresh.n);
        w->out->layout->small =
            p.size <= FEW_NODES && !(w->needs & (LOGIC_QUANTIFIERS | LOGIC_OTHER));
        w->needs |= making_fresh_needs(w);
    } else if (outcome == FUSE_MADE && p.size <= LOGIC_SMALL) {
        record_borrowed(&p);
    }
    return outcome == FUSE_MADE && large ? FUSE_TOO_LARGE : outcome;
}
