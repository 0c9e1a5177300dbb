/* What the SMT engine knows first.
 *
 * The literals that call no box often leave their constants far less than intervals and known bits show: one
 * value, a few, a short interval, numbers of one residue class. Before much is searched, the SMT engine is asked
 * for it, each question with a limit of what it counts, so many questions in all. Models come first: values that
 * differ in two of them are fixed by nothing, and what all of them have in common (a value, bits, a remainder)
 * is a guess that one more question confirms or refutes. What is confirmed becomes literals: they follow from those
 * that are there, so every member may use them, and equations take constants out. */
#include "solve/implied/implied_impl.h"
#include "term/core/walk.h"
#include "term/value/word.h"

/* ---- Few values ------------------------------------------------------------------------------ */

static bool is_open(const subject *s)
{
    return !s->settled && !s->many && s->seen.n;
}

/* Models until all values of the constants with few of them are seen. */
static void enumerate(prober *p)
{
    engine_answer answer = ENGINE_SAT;
    while (answer == ENGINE_SAT) {
        term_vec others = {0};
        for (size_t i = 0; i < p->subjects.n; i++)
            if (is_open(&p->subjects.at[i]))
                vec_push(&others, term_not(p->bank, implied_one_of(p, &p->subjects.at[i])));
        answer = others.n ? implied_ask(p, term_or(p->bank, others.at, (uint32_t)others.n))
                          : ENGINE_UNSAT;
        vec_free(&others);
    }
    for (size_t i = 0; i < p->subjects.n; i++) { /* one by one, where all together are too much */
        subject *s = &p->subjects.at[i];
        engine_answer own = answer;
        while (is_open(s) && own != ENGINE_UNSAT) {
            own = implied_ask(p, term_not(p->bank, implied_one_of(p, s)));
            s->many |= own == ENGINE_UNKNOWN;
        }
        s->settled = is_open(s);
    }
}

/* ---- All together ---------------------------------------------------------------------------- */

/* A comparison of a constant with a value says by itself all that follows from it. */
static bool is_simple(const term_bank *b, term_id t)
{
    bool good = term_arity(b, t) <= 2;
    t = term_op_of(b, t) == OP_NOT ? term_arg(b, t, 0) : t;
    for (uint32_t i = 0; i < term_arity(b, t) && good; i++)
        good = !term_arity(b, term_arg(b, t, i));
    vec_u32 decls = {0};
    literals_constants(b, &t, 1, &decls);
    good &= decls.n <= 1;
    vec_free(&decls);
    return good;
}

static implied_view view_of(const term_bank *b, sort_id sort)
{
    if (sort == SORT_ID_INT)
        return VIEW_INT;
    if (sort_kind_of(b, sort) == SORT_BV)
        return sort_bv_width(b, sort) <= 64 ? VIEW_UNSIGNED : VIEW_NONE;
    bool is_float = sort_kind_of(b, sort) == SORT_FP && word_fits_sort(b, sort);
    return is_float ? VIEW_FLOAT : VIEW_NONE;
}

/* Their values can be told apart, and written down. */
static bool has_values(const term_bank *b, sort_id sort)
{
    switch (sort_kind_of(b, sort)) {
    case SORT_BOOL:
    case SORT_INT:
    case SORT_REAL:
    case SORT_BV:
    case SORT_FP:
    case SORT_ROUNDING_MODE:
    case SORT_STRING:
        return true;
    default:
        return false;
    }
}

/* Asserts what calls no box, and makes its constants the subjects, those that boxes depend on first; false when
 * there is nothing to find out. */
static bool set_up(prober *p)
{
    closed *c = p->c;
    const term_vec *literals = closed_reduced(c);
    term_vec plain = {0}, boxed = {0};
    vec_u32 decls = {0};
    bool simple = true;
    for (size_t i = 0; i < literals->n; i++) {
        term_id t = literals->at[i];
        if (literals_has_box(p->bank, c->boxes, t) || term_has_binder(p->bank, t)) {
            vec_push(&boxed, t);
            continue;
        }
        vec_push(&plain, t);
        simple &= is_simple(p->bank, t);
    }
    map wanted = {0};
    literals_constants(p->bank, plain.at, plain.n, &decls);
    for (size_t i = 0; i < decls.n; i++)
        map_put(&wanted, decls.at[i], 1);
    vec_clear(&decls);
    literals_constants(p->bank, boxed.at, boxed.n, &decls);
    bool meets = false;
    for (size_t i = 0; i < decls.n; i++)
        meets |= map_get(&wanted, decls.at[i], 0) != 0;
    literals_constants(p->bank, plain.at, plain.n, &decls);
    for (size_t i = 0; i < decls.n && p->subjects.n < c->limits->implied_constants; i++) {
        term_id x = term_app(p->bank, decls.at[i], NULL, 0);
        sort_id sort = term_sort(p->bank, x);
        if (map_get(&wanted, decls.at[i], 0) != 1 || !has_values(p->bank, sort))
            continue;
        map_put(&wanted, decls.at[i], 2);
        vec_push(&p->constants, x);
        vec_push(&p->subjects, ((subject){.constant = x, .view = view_of(p->bank, sort)}));
    }
    bool good = !simple && meets && p->subjects.n;
    for (size_t i = 0; i < plain.n && good; i++)
        engine_assert(c->smt, plain.at[i]);
    map_free(&wanted);
    vec_free(&decls);
    vec_free(&plain);
    vec_free(&boxed);
    return good;
}

static void find_out(prober *p)
{
    if (implied_ask(p, TERM_ID_TRUE) != ENGINE_SAT)
        return;
    enumerate(p);
    for (size_t i = 0; i < p->subjects.n; i++) {
        subject *s = &p->subjects.at[i];
        if (s->view != VIEW_NONE && !s->settled) {
            implied_look_closely(p, s);
        }
        if (s->view != VIEW_NONE && s->high_found)
            vec_push(&p->found, implied_bound(p, s, true, s->high));
        if (s->view != VIEW_NONE && s->low_found)
            vec_push(&p->found, implied_bound(p, s, false, s->low));
        if (s->settled)
            vec_push(&p->found, implied_one_of(p, s));
        if (s->settled && s->view != VIEW_NONE && s->seen.n > 1) {
            vec_push(&p->found, implied_bound(p, s, true, s->most));
            vec_push(&p->found, implied_bound(p, s, false, s->least));
        }
    }
}

/* What was found joins the reduced literals; what rested on those begins anew. */
static void use(closed *c, const term_vec *found)
{
    vec_append(&c->implied, found->at, found->n);
    vec_append(&c->reduced, found->at, found->n);
    literals_eliminate(c->bank, c->limits, &c->reduced, &c->classes);
    closed_sweep_free(c);
    c->result->counts.implied += found->n;
    for (size_t i = 0; i < found->n; i++)
        closed_explain_term(c, "implied:", found->at[i]);
}

closed_step closed_implied(closed *c)
{
    if (c->config->no_implied || c->config->no_classes || c->config->thrift || closed_over(c))
        return STEP_STUCK;
    prober p = {.c = c,
                .bank = c->bank,
                .questions = c->limits->implied_checks,
                .units = engine_counts(c->smt)->units};
    engine_push(c->smt);
    if (set_up(&p))
        find_out(&p);
    engine_pop(c->smt, 1);
    closed_step step = STEP_STUCK;
    if (p.found.n) {
        use(c, &p.found);
        step = implied_try_few(&p);
    }
    for (size_t i = 0; i < p.subjects.n; i++)
        vec_free(&p.subjects.at[i].seen);
    vec_free(&p.subjects);
    vec_free(&p.constants);
    vec_free(&p.found);
    return step;
}
