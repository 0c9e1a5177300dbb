#include "solve/closed/stand_in.h"

#include <stdlib.h>

#include "term/core/subst.h"
#include "term/core/walk.h"

void stand_ins_free(stand_in_vec *all)
{
    for (size_t i = 0; i < all->n; i++)
        vec_free(&all->at[i].parameters);
    vec_free(all);
}

/* `t` with other arguments, and a call of a box replaced by what it is taken for. */
static term_id replaced(term_bank *b, const stand_in_vec *all, term_id t, const term_id *args)
{
    for (size_t i = 0; i < all->n && term_op_of(b, t) == OP_APP; i++)
        if (all->at[i].decl == term_decl(b, t))
            return term_substitute(b, all->at[i].meaning, all->at[i].parameters.at, args,
                                   all->at[i].parameters.n);
    return term_rebuild(b, t, args);
}

bool stand_ins_put(closed *c, const stand_in_vec *all, term_vec *out)
{
    term_bank *b = c->bank;
    term_vec order = {0}, args = {0};
    map memo = {0};
    bool good = true;
    term_postorder(b, c->literals.at, c->literals.n, &order);
    for (size_t i = 0; i < order.n && good; i++) {
        term_id t = order.at[i], now = t;
        uint32_t n = term_arity(b, t);
        bool changed = false;
        vec_clear(&args);
        for (uint32_t k = 0; k < n; k++) {
            vec_push(&args, (term_id)map_get(&memo, term_arg(b, t, k), 0));
            changed |= args.at[k] != term_arg(b, t, k);
        }
        bool call = term_op_of(b, t) == OP_APP && boxes_find(c->boxes, term_decl(b, t));
        if (call || changed)
            now = replaced(b, all, t, args.at);
        good = now != 0;
        map_put(&memo, t, now);
    }
    for (size_t i = 0; i < c->literals.n && good; i++)
        vec_push(out, (term_id)map_get(&memo, c->literals.at[i], 0));
    map_free(&memo);
    vec_free(&order);
    vec_free(&args);
    return good;
}

engine_answer stand_ins_check(closed *c, const term_vec *formulas, uint64_t rlimit)
{
    engine_config config = c->config->engine;
    if (!config.command) /* only an engine was given, and it is in use */
        return ENGINE_UNKNOWN;
    config.want_models = true;
    config.want_cores = false;
    config.interrupt = c->config->interrupt;
    config.logic = 0; /* the solver chooses by what it sees */
    config.seed += c->attempts++;
    char *error = NULL;
    engine *e = engine_new(c->bank, &config, &error);
    free(error);
    if (!e)
        return ENGINE_UNKNOWN;
    for (size_t i = 0; i < formulas->n; i++)
        engine_assert(e, formulas->at[i]);
    engine_limits limits = closed_limits(c, rlimit);
    c->result->counts.smt_checks++;
    engine_answer answer = engine_check(e, NULL, 0, &limits);
    model_clear(c->model);
    if (answer == ENGINE_SAT && !engine_model(e, c->model))
        answer = ENGINE_UNKNOWN;
    engine_free(e);
    return answer;
}
