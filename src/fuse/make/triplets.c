/* Triplets: which terms of the two seeds are fused, and by which functions. */
#include <math.h>

#include "fuse/make/maker_impl.h"
#include "fuse/seeds/logic.h"
#include "generate/generate.h"
#include "term/eval/eval.h"

/* Mostly constants; literals and other subterms now and then, and where there is nothing else. */
static const handle *choose_handle(const side *s, rng *r)
{
    size_t n = s->handles.n;
    if (!n)
        return NULL;
    size_t rest = n - s->n_constants;
    if (s->n_constants && (!rest || !rng_one_in(r, 6)))
        return &s->handles.at[rng_below(r, s->n_constants)];
    if (s->n_literals && rng_one_in(r, 2))
        return &s->handles.at[s->n_constants + rng_below(r, s->n_literals)];
    return &s->handles.at[s->n_constants + rng_below(r, rest)];
}

/* A partner of the same sort if there is one, constants before others. */
static const handle *choose_partner(const side *s, sort_id sort, rng *r)
{
    if (!rng_one_in(r, 10))
        for (int constants = 1; constants >= 0; constants--) {
            const handle_group *g = side_group(s, sort, constants);
            size_t wanted = rng_below(r, g ? g->n : 0);
            if (g)
                return &s->handles.at[s->by_sort.at[g->first + wanted]];
        }
    return choose_handle(s, r);
}

/* Functions for any sort are there for those that have none of their own. */
static double base_weight(fusion_sorts sorts)
{
    switch (sorts) {
    case SUITS_ANY:
        return 0.05;
    case SUITS_SAME:
        return 0.2;
    default:
        return 1;
    }
}

enum { SWAPPED = 1 << 16 };

/* How likely a function is for these sorts, whatever the plan says; 0: it is not for them. */
static double weight_of(const fuse_maker *m, size_t number, sort_id x, sort_id y)
{
    if (number < fusion_builtin_count) {
        fusion_sorts sorts = fusion_builtin[number].sorts;
        double base = m->limits->function_classes ? base_weight(sorts) : 1;
        return fusion_suits(m->bank, sorts, x, y) ? base : 0;
    }
    const user_function *u = &m->users.at[number - fusion_builtin_count];
    return u->x == x && u->y == y;
}

/* The functions for two sorts of seeds, found once. */
static const suitable_list *suitable_for(fuse_maker *m, sort_id x, sort_id y)
{
    uint64_t *place = map_insert(&m->pairs, (uint64_t)x << 32 | y, NULL);
    if (!*place) {
        suitable_list list = {0};
        for (size_t i = 0; i < fuse_function_count(m); i++) {
            suitable one = {(uint32_t)i, weight_of(m, i, x, y), weight_of(m, i, y, x)};
            if (one.there > 0 || one.back > 0)
                vec_push(&list, one);
        }
        vec_push(&m->suitable, list);
        *place = m->suitable.n;
    }
    return &m->suitable.at[*place - 1];
}

/* The number of a function, with SWAPPED if it is for (y, x); weights decide. -1: none. */
static long choose_function(making *w, sort_id x, sort_id y)
{
    const suitable_list *list = suitable_for(w->m, x, y);
    const double *weights = w->plan->function_weights;
    double total = 0, chosen_weight = 0;
    long chosen = -1;
    for (size_t k = 0; k < list->n; k++) {
        uint32_t i = list->at[k].function;
        double factor = weights ? weights[i] : 1;
        if (!isfinite(factor) || !(factor > 0))
            continue;
        double there = factor * list->at[k].there, back = factor * list->at[k].back;
        bool swapped = back > 0 && (!(there > 0) || rng_one_in(w->r, 2));
        chosen_weight = swapped ? back : there;
        total += chosen_weight;
        if (chosen_weight > 0 && rng_unit(w->r) * total < chosen_weight)
            chosen = (long)i | (swapped ? SWAPPED : 0);
    }
    return chosen;
}

static bool build(making *w, uint32_t number, term_id x, term_id y, fusion *out)
{
    bool swapped = number & SWAPPED;
    size_t function = number & ~(uint32_t)SWAPPED;
    *out = (fusion){.x = swapped ? y : x, .y = swapped ? x : y};
    fusion_builder f = {w->m->bank, w->r, w->m->names, w->m->n_names, w->names_used, out};
    bool good = function < fusion_builtin_count
                    ? fusion_builtin[function].build(&f)
                    : user_function_build(&w->m->users.at[function - fusion_builtin_count], &f);
    if (!good)
        return false;
    w->names_used = f.used;
    if (swapped) {
        term_id back = out->rx;
        out->swapped = true;
        out->x = x;
        out->y = y;
        out->rx = out->ry;
        out->ry = back;
    }
    return true;
}

static double choose_probability(making *w)
{
    double given = w->m->config.occurrence;
    return given > 0 ? given : rng_unit(w->r);
}

static void set_fresh(making *w, const fusion_fresh *fresh, value_id v)
{
    term_bank *b = w->m->bank;
    uint32_t arity = decl_arity(b, fresh->decl);
    if (!arity) {
        model_set_value(w->out->model, fresh->decl, v);
        return;
    }
    term_id parameters[2];
    for (uint32_t i = 0; i < arity; i++)
        parameters[i] = term_var(b, w->m->names[i], decl_domain(b, fresh->decl, i));
    model_set_function(w->out->model, fresh->decl, parameters, arity, term_const(b, v));
}

static value_id bits_of(term_bank *b, sort_id sort, value_id v)
{
    mpz_t bits;
    value_scratch scratch;
    value_mpz(b, v, bits, &scratch);
    return value_bv_mpz(b, sort_bv_width(b, sort), bits);
}

static bool evaluate_fresh(making *w, evaluator *e, const fusion_fresh *fresh)
{
    term_bank *b = w->m->bank;
    sort_id sort = decl_range(b, fresh->decl);
    value_id v = fresh->definition ? eval_term(e, fresh->definition) : value_default(b, sort);
    if (v && fresh->bits)
        v = bits_of(b, sort, v);
    if (!v || value_kind_of(b, v) == VALUE_ALGEBRAIC)
        return false;
    set_fresh(w, fresh, v);
    return true;
}

/* A term and what is said to equal it (0: nothing). */
static bool have_one_value(making *w, term_id t, term_id by)
{
    value_id v = by ? eval_term(w->evaluator, t) : 0;
    return !by || (v && v == eval_term(w->evaluator, by));
}

/* Gives the fresh constants their values; true if the constraints are then true, and nothing else changes. */
static bool holds(making *w, const fusion *f)
{
    bool good = true;
    uint32_t done = 0;
    for (; done < f->n_fresh && good; done++)
        good = evaluate_fresh(w, w->evaluator, &f->fresh[done]);
    for (uint32_t i = 0; i < f->n_constraints && good; i++)
        good = value_is_true(eval_term(w->evaluator, f->constraints[i]));
    good = good && have_one_value(w, f->z, f->value) && have_one_value(w, f->x, f->rx) &&
           have_one_value(w, f->y, f->ry);
    for (uint32_t i = 0; i < done && !good; i++)
        model_forget(w->out->model, f->fresh[i].decl);
    return good;
}

static unsigned needs_of(const making *w, const fusion *f)
{
    term_id all[FUSION_MOST_CONSTRAINTS + 3];
    size_t n = 0;
    for (uint32_t i = 0; i < f->n_constraints; i++)
        all[n++] = f->constraints[i];
    const term_id sides[] = {f->value, f->rx, f->ry};
    for (int i = 0; i < 3; i++)
        if (sides[i])
            all[n++] = sides[i];
    return logic_of_terms_since(w->m->bank, all, n, w->out->mark.terms);
}

/* Tries one more triplet; false if it did not come to one. */
static bool try_triplet(making *w, bool total)
{
    fusion *f = &w->fusions[w->n_fusions];
    const handle *x = choose_handle(w->sides[0], w->r);
    const handle *y = x ? choose_partner(w->sides[1], x->sort, w->r) : NULL;
    if (!y)
        return false;
    long number = choose_function(w, x->sort, y->sort);
    if (number < 0 || !build(w, (uint32_t)number, x->term, y->term, f) ||
        (total && !w->evaluator && !f->total))
        return false;
    if (w->evaluator && !holds(w, f))
        return false;
    size_t count = 0;
    if (f->rx)
        count += side_replace(w->sides[0], x, f->rx, choose_probability(w), w->r);
    if (f->ry)
        count += side_replace(w->sides[1], y, f->ry, choose_probability(w), w->r);
    if (!count)
        return false;
    uint32_t function = (uint32_t)number & ~(uint32_t)SWAPPED;
    vec_push(&w->out->functions, function);
    w->needs |= needs_of(w, f);
    w->n_fusions++;
    return true;
}

static void add_triplet(making *w, bool total)
{
    uint32_t names = w->names_used;
    if (!try_triplet(w, total))
        w->names_used = names;
}

bool making_fuse(making *w, bool total)
{
    uint64_t failures = w->m->limits->triplet_tries;
    uint32_t most = w->m->config.max_triplets;
    uint32_t wanted = 1 + (uint32_t)rng_below(w->r, most);
    for (uint32_t tries = 0; w->n_fusions < wanted && tries < wanted + failures; tries++)
        add_triplet(w, total);
    for (int i = 0; i < 2; i++)
        w->needs |= w->sides[i]->needs | (w->sides[i]->nonlinear ? LOGIC_NONLINEAR : 0);
    return w->n_fusions > 0;
}

void making_record(making *w, int sides)
{
    fuse_layout *l = fuse_layout_take(w->m);
    w->out->layout = l;
    l->sides = sides;
    l->seeds[0] = w->plan->first;
    l->seeds[1] = w->plan->second;
    for (int i = 0; i < sides; i++) {
        const side *s = w->sides[i];
        vec_reserve(&l->changes[i], s->changed.n);
        for (size_t k = 0; k < s->changed.n; k++) {
            uint32_t edge = s->changed.at[k];
            vec_push(&l->changes[i], ((side_change){edge, s->instead.at[edge]}));
        }
    }
    for (uint32_t i = 0; i < w->n_fusions; i++) {
        const fusion *f = &w->fusions[i];
        for (uint32_t k = 0; k < f->n_fresh; k++)
            vec_push(&l->fresh, f->fresh[k].decl);
        vec_push(&l->triplets, ((told_triplet){f->x, f->y, f->fresh[f->n_fresh - 1].decl}));
    }
}

unsigned making_fresh_needs(const making *w)
{
    const fuse_layout *l = w->out->layout;
    unsigned needs = 0;
    for (size_t i = 0; i < l->fresh.n; i++)
        needs |= logic_of_sort(w->m->bank, decl_range(w->m->bank, l->fresh.at[i]));
    return needs;
}

void making_record_new(making *w, const decl_id *fresh, size_t n)
{
    making_record(w, 0);
    const term_vec *assertions = &w->out->formula.assertions;
    vec_append(&w->out->layout->fresh, fresh, n);
    vec_append(&w->out->layout->constraints, assertions->at, assertions->n);
}

bool making_is_large(const making *w)
{
    size_t size = bank_term_count(w->m->bank) - w->out->mark.terms;
    for (int i = 0; i < w->out->layout->sides; i++)
        size += w->sides[i]->nodes.n;
    return size > w->m->config.max_size;
}

bool making_lay_out(making *w)
{
    making_record(w, 2);
    for (int i = 0; i < 2; i++)
        side_forget(w->sides[i]);
    return !making_is_large(w);
}

bool making_collect(making *w)
{
    bool good = true;
    making_record(w, 2);
    for (int i = 0; i < 2; i++)
        good &= side_finish(w->sides[i], &w->parts[i]);
    return good && !making_is_large(w);
}

/* Where a function has its inverses everywhere, the others imply them. */
void making_constraints(making *w)
{
    for (uint32_t i = 0; i < w->n_fusions; i++) {
        fusion *f = &w->fusions[i];
        fusion_settle(w->m->bank, f, w->m->limits->inverse_constraints || !f->total);
        vec_append(&w->out->layout->constraints, f->constraints, f->n_constraints);
    }
}

/* Any values for the constants of a seed that has no model. */
static void random_values(making *w, int which)
{
    const side *s = w->sides[which];
    term_bank *b = w->m->bank;
    for (size_t i = 0; i < s->n_constants; i++) {
        value_id v = generate_value(b, w->r, s->handles.at[i].sort);
        if (!v)
            v = value_default(b, s->handles.at[i].sort);
        if (v)
            model_set_value(w->out->model, term_decl(b, s->handles.at[i].term), v);
    }
}

static void take_model(making *w)
{
    if (w->out->model)
        return;
    w->out->model = w->m->spare ? w->m->spare : model_new(w->m->bank);
    w->m->spare = NULL;
}

void making_open_model(making *w, const eval_config *config)
{
    fuse_maker *m = w->m;
    take_model(w);
    if (m->evaluator)
        eval_restart(m->evaluator, w->out->model, config);
    else
        m->evaluator = eval_new(w->out->model, config);
    w->evaluator = m->evaluator;
}

bool making_begin_model(making *w, model_use first, model_use second)
{
    /* Little fuel: what a quantifier over many values comes to is not worth waiting for. */
    const model_use uses[] = {first, second};
    eval_config config = {
        .complete = true, .fuel = w->m->limits->value_fuel, .young = w->out->mark.terms};
    take_model(w);
    for (int i = 0, n = 0; i < 2; i++) {
        if (uses[i] == MODEL_RANDOM)
            random_values(w, i);
        if (uses[i] != MODEL_OWN)
            continue;
        if (!w->models[i] || !model_rest_on(w->out->model, w->models[i]))
            return false;
        w->owns_model[i] = true;
        config.base[n++] = w->values[i];
    }
    making_open_model(w, &config);
    return true;
}

bool making_certify(making *w, const term_vec *terms)
{
    bool good = true;
    for (size_t i = 0; i < terms->n && good; i++)
        good = value_is_true(eval_term(w->evaluator, terms->at[i]));
    return good;
}
