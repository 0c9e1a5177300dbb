#include "fuse/make/maker.h"

#include <assert.h>

#include "fuse/make/maker_impl.h"
#include "fuse/make/palette.h"
#include "fuse/make/small.h"
#include "fuse/seeds/logic.h"

enum {
    DEFAULT_TRIPLETS = 4,
    DEFAULT_SIZE = 20000,
    NAMES_A_TRIPLET = 8 /* the most that a fusion function uses */
};

static const char *const strategy_names[] = {
#define FUSE_STRATEGY(id, name, help) name,
    FUSE_STRATEGIES(FUSE_STRATEGY)
#undef FUSE_STRATEGY
};

const char *fuse_strategy_name(fuse_strategy s)
{
    return strategy_names[s];
}

bool fuse_strategy_read(const char *name, fuse_strategy *s)
{
    for (int i = 0; i < FUSE_STRATEGY_COUNT; i++)
        if (!strcmp(name, strategy_names[i])) {
            *s = (fuse_strategy)i;
            return true;
        }
    return false;
}

const char *fuse_outcome_name(fuse_outcome o)
{
    static const char *const names[] = {"made", "no pair", "not certified", "too large"};
    return names[o];
}

/* Symbols that no seed uses, the same for the same seeds. */
static void make_names(fuse_maker *m)
{
    strbuf text = STRBUF_INIT;
    m->n_names = m->config.max_triplets * NAMES_A_TRIPLET;
    m->names = base_alloc(m->n_names * sizeof *m->names);
    for (uint32_t i = 0, number = 1; i < m->n_names; number++) {
        uint32_t before = bank_mark(m->bank).symbols;
        strbuf_clear(&text);
        strbuf_printf(&text, "z%u", number);
        symbol_id s = symbol_intern(m->bank, text.text, text.n);
        if (bank_mark(m->bank).symbols > before)
            m->names[i++] = s;
    }
    strbuf_free(&text);
}

fuse_maker *fuse_maker_new(seed_set *seeds, const fuse_config *config, char **error)
{
    fuse_maker *m = base_alloc_zero(1, sizeof *m);
    m->seeds = seeds;
    m->scratch.text = (strbuf)STRBUF_INIT;
    m->bank = seeds->bank;
    m->config = *config;
    m->limits = LIMITS_OR(config->limits, fuse_limits_default);
    if (!m->config.max_triplets)
        m->config.max_triplets = DEFAULT_TRIPLETS;
    if (m->config.max_triplets > MOST_TRIPLETS)
        m->config.max_triplets = MOST_TRIPLETS;
    if (!m->config.max_size)
        m->config.max_size = DEFAULT_SIZE;
    prepared_init(&m->seeds_ready, seeds, m->limits->literal_handles, m->limits->compound_handles);
    make_names(m);
    palette_forbid(m->bank, m->forbidden);
    m->generated = generate_table_new(m->forbidden);
    logic_names(m->bank);
    m->small = small_new(m->bank);
    if (m->config.table &&
        !user_table_read(&m->users, m->bank, m->config.table, m->limits, error)) {
        fuse_maker_free(m);
        return NULL;
    }
    return m;
}

void fuse_maker_free(fuse_maker *m)
{
    if (!m)
        return;
    prepared_free(&m->seeds_ready);
    free(m->names);
    user_table_free(&m->users);
    generate_table_free(m->generated);
    small_free(m->small);
    fuse_boxable_free(m);
    fuse_planted_free(m);
    vec_free(&m->spare_assertions);
    map_free(&m->logics);
    vec_free(&m->plain);
    for (size_t i = 0; i < m->suitable.n; i++)
        vec_free(&m->suitable.at[i]);
    vec_free(&m->suitable);
    map_free(&m->pairs);
    eval_free(m->evaluator);
    model_free(m->spare);
    fuse_layout_free(m->spare_layout);
    strbuf_free(&m->scratch.text);
    vec_free(&m->scratch.replaced);
    text_patches_free(&m->scratch.patches);
    free(m);
}

uint64_t fuse_small_count(fuse_maker *m)
{
    return small_count(m->small);
}

size_t fuse_function_count(const fuse_maker *m)
{
    return fusion_builtin_count + m->users.n;
}

const char *fuse_function_name(const fuse_maker *m, size_t i)
{
    return i < fusion_builtin_count ? fusion_builtin[i].name
                                    : m->users.at[i - fusion_builtin_count].name;
}

fuse_outcome making_sat(making *w, const term_vec *truths)
{
    vec_push(&w->out->expected, ANSWER_SAT);
    w->out->certain = w->evaluator ? CERTAIN_MODEL : CERTAIN_CONSTRUCTION;
    return w->evaluator && !making_certify(w, truths) ? FUSE_UNCERTIFIED : FUSE_MADE;
}

bool making_holds(making *w, int which)
{
    size_t number = which ? w->plan->second : w->plan->first;
    return prepared_holds(&w->m->seeds_ready, number, (seed_role)which);
}

fuse_outcome making_laid_sat(making *w, bool first, bool second)
{
    const bool wanted[] = {first, second};
    vec_push(&w->out->expected, ANSWER_SAT);
    w->out->certain = w->evaluator ? CERTAIN_MODEL : CERTAIN_CONSTRUCTION;
    for (int i = 0; i < 2 && w->evaluator; i++)
        if (wanted[i] && !making_holds(w, i))
            return FUSE_UNCERTIFIED;
    return FUSE_MADE;
}

fuse_outcome making_unsat(making *w)
{
    vec_push(&w->out->expected, ANSWER_UNSAT);
    w->out->certain = CERTAIN_CONSTRUCTION;
    return FUSE_MADE;
}

fuse_outcome making_open(making *w)
{
    bool sat = w->evaluator && making_certify(w, &w->out->formula.assertions);
    vec_push(&w->out->expected, sat ? ANSWER_SAT : ANSWER_NONE);
    w->out->certain = sat ? CERTAIN_MODEL : CERTAIN_NOTHING;
    if (!sat)
        making_drop_model(w->m, w->out);
    return FUSE_MADE;
}

/* A satisfiable seed without a model (it has quantifiers, or none was found) can only be fused by
 * functions that keep every formula satisfiable. False: the models do not go together. */
static bool begin_sat(making *w, bool first, bool second)
{
    bool have = (w->models[0] || !first) && (w->models[1] || !second);
    return !have || making_begin_model(w, first ? MODEL_OWN : MODEL_RANDOM,
                                       second ? MODEL_OWN : MODEL_RANDOM);
}

static fuse_outcome fuse_sat(making *w)
{
    if (w->seeds[0]->label != ANSWER_SAT || w->seeds[1]->label != ANSWER_SAT)
        return FUSE_NO_PAIR;
    if (!begin_sat(w, true, true))
        return FUSE_UNCERTIFIED;
    if (!making_fuse(w, true))
        return FUSE_NO_PAIR;
    if (!making_lay_out(w))
        return FUSE_TOO_LARGE;
    uint64_t one_in = w->m->limits->constrained_one_in;
    if (one_in && rng_one_in(w->r, one_in)) /* they hold, too */
        making_constraints(w);
    return making_laid_sat(w, true, true);
}

static fuse_outcome fuse_unsat(making *w)
{
    if (w->seeds[0]->label != ANSWER_UNSAT || w->seeds[1]->label != ANSWER_UNSAT)
        return FUSE_NO_PAIR;
    if (!making_fuse(w, false))
        return FUSE_NO_PAIR;
    if (!making_lay_out(w))
        return FUSE_TOO_LARGE;
    w->out->layout->disjoined = true;
    making_constraints(w);
    return making_unsat(w);
}

/* Which of the seeds is the satisfiable one, if the other is unsatisfiable; else -1. */
static int satisfiable_one(const making *w)
{
    for (int i = 0; i < 2; i++)
        if (w->seeds[i]->label == ANSWER_SAT && w->seeds[1 - i]->label == ANSWER_UNSAT)
            return i;
    return -1;
}

static fuse_outcome fuse_mixed_sat(making *w)
{
    int sat = satisfiable_one(w);
    if (sat < 0)
        return FUSE_NO_PAIR;
    if (!begin_sat(w, sat == 0, sat == 1))
        return FUSE_UNCERTIFIED;
    if (!making_fuse(w, true))
        return FUSE_NO_PAIR;
    if (!making_lay_out(w))
        return FUSE_TOO_LARGE;
    w->out->layout->disjoined = true;
    /* one true disjunct is enough */
    return making_laid_sat(w, sat == 0, sat == 1);
}

static fuse_outcome fuse_mixed_unsat(making *w)
{
    if (satisfiable_one(w) < 0 || !making_fuse(w, false))
        return FUSE_NO_PAIR;
    if (!making_lay_out(w))
        return FUSE_TOO_LARGE;
    making_constraints(w);
    return making_unsat(w);
}

static fuse_outcome fuse_concat(making *w)
{
    answer first = w->seeds[0]->label, second = w->seeds[1]->label;
    if (first == ANSWER_NONE || second == ANSWER_NONE)
        return FUSE_NO_PAIR;
    bool sat = first == ANSWER_SAT && second == ANSWER_SAT;
    if (sat && !begin_sat(w, true, true))
        return FUSE_UNCERTIFIED;
    w->needs = w->sides[0]->needs | w->sides[1]->needs;
    if (!making_lay_out(w))
        return FUSE_TOO_LARGE;
    w->out->layout->disjoined = first == ANSWER_UNSAT && second == ANSWER_UNSAT;
    return sat ? making_laid_sat(w, true, true) : making_unsat(w);
}

/* The assertions of one seed after its replacements. */
static void build_side(fuse_maker *m, const fuse_layout *l, int which, term_vec *out)
{
    side *s = prepared_side(&m->seeds_ready, l->seeds[which], (seed_role)which);
    fuse_layout_apply(l, which, s);
    bool good = side_finish(s, out);
    assert(good && "what stands for a handle has its sort");
    (void)good;
}

void fuse_complete_terms(fuse_maker *m, fused *out)
{
    const fuse_layout *l = out->layout;
    term_vec *assertions = &out->formula.assertions;
    if (!l || assertions->n)
        return;
    if (l->disjoined) {
        term_id sides[2];
        for (int i = 0; i < 2; i++) {
            term_vec parts = {0};
            build_side(m, l, i, &parts);
            sides[i] = term_and(m->bank, parts.at, (uint32_t)parts.n);
            vec_free(&parts);
        }
        vec_push(assertions, term_or(m->bank, sides, 2));
    } else {
        for (int i = 0; i < l->sides; i++)
            build_side(m, l, i, assertions);
    }
    vec_append(assertions, l->constraints.at, l->constraints.n);
}

void fuse_complete(fuse_maker *m, fused *out)
{
    if (out->complete || !out->made)
        return;
    out->complete = true;
    if (out->model)
        model_settle(out->model);
    fuse_complete_terms(m, out);
    if (out->layout && out->layout->steps.n)
        fuse_print_script(m, out, DIALECT_STANDARD, &out->script);
}

static fuse_outcome fuse_boxed(making *w)
{
    answer first = w->seeds[0]->label, second = w->seeds[1]->label;
    fuse_outcome outcome = first != second
                               ? rng_one_in(w->r, 2) ? fuse_mixed_sat(w) : fuse_mixed_unsat(w)
                           : first == ANSWER_UNSAT ? fuse_unsat(w)
                                                   : fuse_sat(w);
    return outcome == FUSE_MADE && !making_box(w) ? FUSE_NO_PAIR : outcome;
}

static fuse_outcome run(making *w)
{
    switch (w->plan->strategy) {
    case FUSE_SAT:
        return fuse_sat(w);
    case FUSE_UNSAT:
        return fuse_unsat(w);
    case FUSE_MIXED_SAT:
        return fuse_mixed_sat(w);
    case FUSE_MIXED_UNSAT:
        return fuse_mixed_unsat(w);
    case FUSE_CONCAT:
        return fuse_concat(w);
    case FUSE_RECOMBINE:
        return fuse_recombine(w);
    case FUSE_OPERATORS:
        return fuse_operators(w);
    case FUSE_TYPED:
        return fuse_typed(w);
    case FUSE_ATOMS:
        return fuse_atoms(w);
    case FUSE_PLANTED:
        return fuse_planted(w);
    case FUSE_INCREMENTAL:
        return fuse_incremental(w);
    case FUSE_BOXED:
        return fuse_boxed(w);
    case FUSE_SMALL:
        return fuse_small(w);
    default:
        return FUSE_NO_PAIR;
    }
}

/* Replacements that were begun and not finished are forgotten. */
static void clean_sides(making *w)
{
    for (int i = 0; i < 2; i++)
        side_forget(w->sides[i]);
}

void making_drop_model(fuse_maker *m, fused *out)
{
    if (!out->model || m->spare) {
        model_free(out->model);
    } else {
        model_clear(out->model);
        m->spare = out->model;
    }
    out->model = NULL;
}

static void free_result(fuse_maker *m, fused *out)
{
    if (!m->spare_assertions.at) {
        vec_clear(&out->formula.assertions);
        m->spare_assertions = out->formula.assertions;
        out->formula.assertions = (term_vec){0};
    }
    formula_free(&out->formula);
    strbuf_free(&out->script);
    vec_free(&out->expected);
    making_drop_model(m, out);
    strbuf_free(&out->story);
    vec_free(&out->functions);
    fuse_box_free(out->box);
    fuse_layout_drop(m, out->layout);
}

/* What each combination comes to is remembered, where the key has room for all of it. */
static symbol_id find_logic(fuse_maker *m, const making *w)
{
    enum { NEEDS = 18, SYMBOL = 23 };
    static_assert(LOGIC_OTHER < 1 << NEEDS && NEEDS + 2 * SYMBOL <= 64, "the key has no room");
    symbol_id first = w->sides[0]->logic, second = w->sides[1]->logic;
    if ((first | second) >> SYMBOL)
        return logic_for(m->bank, w->needs, first, second);
    uint64_t key = (uint64_t)first << (NEEDS + SYMBOL) | (uint64_t)second << NEEDS | w->needs;
    uint64_t *place = map_insert(&m->logics, key, NULL);
    if (!*place)
        *place = logic_for(m->bank, w->needs, first, second);
    return (symbol_id)*place;
}

/* Whose models a strategy looks at: a model that is not needed is not looked for. */
static int models_wanted(fuse_strategy strategy)
{
    switch (strategy) {
    case FUSE_UNSAT:
    case FUSE_MIXED_UNSAT:
    case FUSE_SMALL:
        return 0;
    case FUSE_OPERATORS:
    case FUSE_TYPED:
    case FUSE_ATOMS:
    case FUSE_PLANTED:
        return 1; /* of the first */
    default:
        return 2;
    }
}

static void begin(fuse_maker *m, const fuse_plan *plan, making *w)
{
    const size_t numbers[] = {plan->first, plan->second};
    for (int i = 0; i < 2; i++) {
        w->seeds[i] = &m->seeds->seeds.at[numbers[i]];
        w->sides[i] = prepared_side(&m->seeds_ready, numbers[i], (seed_role)i);
        if (i >= models_wanted(plan->strategy) || !seeds_model(m->seeds, numbers[i], plan->quick))
            continue;
        w->models[i] = prepared_model(&m->seeds_ready, numbers[i], (seed_role)i);
        w->values[i] = prepared_values(&m->seeds_ready, numbers[i], (seed_role)i);
    }
}

fuse_outcome fuse_make(fuse_maker *m, const fuse_plan *plan, rng *r, fused *out)
{
    making w = {.m = m, .plan = plan, .r = r, .out = out};
    *out = (fused){.script = STRBUF_INIT, .story = STRBUF_INIT};
    out->formula.assertions = m->spare_assertions;
    m->spare_assertions = (term_vec){0};
    begin(m, plan, &w);
    bank_settle(m->bank);
    out->mark = bank_mark(m->bank);
    out->origin = (fuse_origin){
        .strategy = plan->strategy, .seeds = {plan->first, plan->second}, .number = plan->number};
    fuse_outcome outcome = run(&w);
    clean_sides(&w);
    for (int i = 0; i < 2; i++)
        vec_free(&w.parts[i]);
    vec_free(&w.variables);
    vec_free(&w.groups);
    vec_free(&w.sorts);
    if (outcome == FUSE_MADE) {
        out->formula.logic = find_logic(m, &w);
        out->made = true;
    } else {
        bank_release(m->bank, &out->mark);
        free_result(m, out);
        *out = (fused){.script = STRBUF_INIT, .story = STRBUF_INIT};
    }
    return outcome;
}

void fuse_release(fuse_maker *m, fused *out)
{
    if (!out->made)
        return;
    free_result(m, out);
    bank_release(m->bank, &out->mark);
    *out = (fused){.script = STRBUF_INIT, .story = STRBUF_INIT};
}
