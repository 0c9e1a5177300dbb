/* Solving with a model or a guess in place of a box.
 *
 * Of common library functions it is known what they do (solve/models). For others,
 * what was observed of a box suggests what it computes (guess.h). The SMT engine solves the formula
 * with that guess, the real box judges the model: either it holds, or a new observation spoils the
 * guess and the next one is better. Nothing is concluded when there is no model under the guess. */
#include <stdio.h>
#include <stdlib.h>

#include "base/rng.h"
#include "smtlib/print/printer.h"
#include "solve/closed/closed_impl.h"
#include "solve/closed/guess.h"
#include "solve/closed/stand_in.h"

/* 0 for Int, the width of a bit-vector sort up to 64; false for others. */
static bool machine_width(const term_bank *b, sort_id s, uint32_t *width)
{
    *width = 0;
    if (sort_kind_of(b, s) == SORT_BV)
        *width = sort_bv_width(b, s);
    return s == SORT_ID_INT || (*width && *width <= 64);
}

static bool guessable(const closed *c, decl_id d, uint32_t *width)
{
    if (!machine_width(c->bank, decl_range(c->bank, d), width))
        return false;
    for (uint32_t i = 0; i < decl_arity(c->bank, d); i++)
        if (decl_domain(c->bank, d, i) != decl_range(c->bank, d))
            return false;
    return decl_arity(c->bank, d) > 0;
}

/* A few calls at telling points; a box that hangs is left alone. */
static void sample(closed *c, decl_id d, uint32_t width)
{
    static const uint64_t telling[] = {0, 1, 2, 7, 12, UINT64_MAX, 100};
    uint32_t arity = decl_arity(c->bank, d);
    vec_u32 args = {0};
    rng random;
    rng_seed(&random, c->config->seed + 1);
    vec_resize(&args, arity);
    box_status status = BOX_OK;
    for (uint64_t k = 0; k < c->limits->guess_samples && status != BOX_HUNG && !closed_over(c);
         k++) {
        for (uint32_t i = 0; i < arity; i++) {
            bool told = k < 4 || (i == k % arity && k < 8);
            uint64_t word = k == 0 ? 0
                            : told ? telling[(k + i * 2) % (sizeof telling / sizeof *telling)]
                                   : rng_next(&random) >> (width ? 0 : 54);
            args.at[i] = value_of_word(c->bank, decl_range(c->bank, d), word);
        }
        boxes_call(c->boxes, d, args.at, arity, &status);
    }
    vec_free(&args);
}

/* The guess for a box from all that was seen of it; 0: none. */
static term_id guess_of(closed *c, decl_id d, uint32_t width, const term_id *parameters)
{
    VEC(uint64_t) rows = {0};
    uint32_t arity = decl_arity(c->bank, d);
    size_t n = 0;
    for (size_t i = 0; i < boxes_fact_count(c->boxes); i++) {
        box_fact fact;
        uint64_t word;
        if (!boxes_fact(c->boxes, i, &fact) || fact.decl != d || !fact.result || fact.before)
            continue;
        size_t before = rows.n;
        for (uint32_t k = 0; k <= arity; k++)
            if (word_of_small(c->bank, k < arity ? fact.args[k] : fact.result, &word))
                vec_push(&rows, word);
        if (rows.n == before + arity + 1)
            n++;
        else
            rows.n = before;
    }
    guess_examples examples = {.width = width, .arity = arity, .rows = rows.at, .n = n};
    term_id t = n >= 4 ? guess_term(c->bank, &examples, c->limits, parameters) : 0;
    vec_free(&rows);
    return t;
}

static void explain_guess(closed *c, decl_id d, term_id guess, bool known)
{
    if (!c->config->explain)
        return;
    if (known) {
        closed_explain(c, "model: what '%s' does is known",
                       symbol_text(c->bank, decl_name(c->bank, d)));
        return;
    }
    strbuf text = STRBUF_INIT;
    smt_print_term(c->bank, guess, NULL, &text);
    closed_explain(c, "guess: '%s' could be %s", symbol_text(c->bank, decl_name(c->bank, d)),
                   text.text);
    strbuf_free(&text);
}

static void make_parameters(closed *c, decl_id d, term_vec *parameters)
{
    for (uint32_t k = 0; k < decl_arity(c->bank, d); k++) {
        char name[16];
        snprintf(name, sizeof name, "x%u", k + 1);
        vec_push(parameters,
                 term_var(c->bank, symbol_make(c->bank, name), decl_domain(c->bank, d, k)));
    }
}

bool closed_all_known(closed *c)
{
    bool known = c->box_decls.n && c->config->models != MODELS_NONE;
    for (size_t i = 0; i < c->box_decls.n && known; i++) {
        term_vec parameters = {0};
        make_parameters(c, c->box_decls.at[i], &parameters);
        known =
            models_term(c->bank, c->boxes, c->box_decls.at[i], c->config->models, parameters.at);
        vec_free(&parameters);
    }
    return known;
}

/* What is known of the box, or what it seems to be; 0: neither. */
static term_id meaning_of(closed *c, size_t i, const term_id *parameters, bool *known)
{
    decl_id d = c->box_decls.at[i];
    uint32_t width;
    term_id model = models_term(c->bank, c->boxes, d, c->config->models, parameters);
    *known = model != 0;
    if (model || !guessable(c, d, &width))
        return model;
    if (!c->guesses.at[i])
        sample(c, d, width);
    return guess_of(c, d, width, parameters);
}

/* Guesses for all boxes; true when one is new and none is missing. */
static bool make_guesses(closed *c, stand_in_vec *all)
{
    bool changed = false;
    vec_resize(&c->guesses, c->box_decls.n);
    for (size_t i = 0; i < c->box_decls.n; i++) {
        decl_id d = c->box_decls.at[i];
        stand_in x = {.decl = d};
        bool known;
        make_parameters(c, d, &x.parameters);
        x.meaning = meaning_of(c, i, x.parameters.at, &known);
        vec_push(all, x);
        if (!x.meaning) {
            c->guess_hopeless = true;
            return false;
        }
        if (x.meaning != c->guesses.at[i])
            explain_guess(c, d, x.meaning, known);
        changed |= x.meaning != c->guesses.at[i];
        c->guesses.at[i] = x.meaning;
    }
    return changed;
}

closed_step closed_surrogate(closed *c, uint64_t steps, uint64_t rlimit)
{
    closed_step step = STEP_GO_ON;
    for (uint64_t i = 0; i < steps && step == STEP_GO_ON; i++) {
        if (c->quantified_box || c->guess_hopeless || c->config->no_guess)
            return STEP_STUCK;
        if (closed_over(c))
            return STEP_DECIDED;
        stand_in_vec all = {0};
        term_vec literals = {0};
        engine_answer answer = ENGINE_UNSAT;
        bool fresh = make_guesses(c, &all);
        if ((fresh || c->guess_open) && !c->guess_hopeless && stand_ins_put(c, &all, &literals))
            answer = stand_ins_check(c, &literals, rlimit);
        stand_ins_free(&all);
        vec_free(&literals);
        c->guess_open = answer == ENGINE_UNKNOWN; /* more time might help */
        if (answer != ENGINE_SAT)
            return answer == ENGINE_UNKNOWN ? STEP_GO_ON : STEP_STUCK;
        step = closed_try_model(c);
        closed_explain(c, "guess: a model; %s",
                       step == STEP_DECIDED ? "the boxes agree" : "the boxes refute it");
    }
    return step;
}
