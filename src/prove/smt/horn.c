#include "prove/smt/horn.h"

#include <stdlib.h>

#include "program/live.h"
#include "term/core/subst.h"

#define HORN_MEMORY (UINT64_C(2) << 30)

typedef struct horn {
    const ir_system *system;
    term_bank *bank;
    term_vec shown;  /* the variables that predicates are about */
    vec_u32 indices; /* and which they are */
    vec_u32 predicates;
} horn;

static bool matters_anywhere(const ir_live *l, size_t v)
{
    bool live = false;
    for (uint32_t cut = 1; cut < l->system->cuts.n && !live; cut++)
        live = ir_live_variable(l, cut, v);
    return live;
}

static void declare(horn *h)
{
    const ir_program *p = h->system->program;
    vec_u32 sorts = {0};
    ir_live live;
    ir_live_find(&live, h->system);
    for (size_t v = 0; v < p->variables.n; v++)
        if (p->variables.at[v].shown && matters_anywhere(&live, v)) {
            vec_push(&h->shown, p->variables.at[v].term);
            vec_push(&h->indices, (uint32_t)v);
            vec_push(&sorts, term_sort(h->bank, p->variables.at[v].term));
        }
    ir_live_free(&live);
    for (size_t cut = 0; cut < h->system->cuts.n; cut++)
        vec_push(&h->predicates, decl_new(h->bank, symbol_fresh(h->bank, "inv"), sorts.at,
                                          (uint32_t)sorts.n, SORT_ID_BOOL));
    vec_free(&sorts);
}

/* Constants as bound variables, so that the clause is closed. */
static term_id close_clause(horn *h, const ir_transition *t, term_id clause)
{
    const ir_program *p = h->system->program;
    term_vec from = {0}, to = {0};
    for (size_t v = 0; v < p->variables.n; v++)
        vec_push(&from, p->variables.at[v].term);
    vec_append(&from, t->inputs.at, t->inputs.n);
    for (size_t i = 0; i < from.n; i++) {
        symbol_id name = decl_name(h->bank, term_decl(h->bank, from.at[i]));
        vec_push(&to, term_var(h->bank, name, term_sort(h->bank, from.at[i])));
    }
    term_id body = term_substitute(h->bank, clause, from.at, to.at, from.n);
    term_id closed =
        from.n ? term_quantifier(h->bank, OP_FORALL, to.at, (uint32_t)to.n, body, NULL, 0) : body;
    vec_free(&from);
    vec_free(&to);
    return closed;
}

static term_id clause_of(horn *h, const ir_transition *t)
{
    term_bank *b = h->bank;
    term_id before = t->from
                         ? term_app(b, h->predicates.at[t->from], h->shown.at, (uint32_t)h->shown.n)
                         : TERM_ID_TRUE;
    term_id after = TERM_ID_FALSE;
    if (t->to != IR_FAULT) {
        term_vec values = {0};
        for (size_t i = 0; i < h->indices.n; i++)
            vec_push(&values, t->after.at[h->indices.at[i]]);
        after = term_app(b, h->predicates.at[t->to], values.at, (uint32_t)values.n);
        vec_free(&values);
    }
    term_id both[] = {before, t->guard};
    return close_clause(h, t, term_make2(b, OP_IMPLIES, term_and(b, both, 2), after));
}

static bool take_model(const horn *h, engine *e, term_id *invariant)
{
    term_model *m = model_new(h->bank);
    bool good = engine_model(e, m);
    invariant[0] = TERM_ID_TRUE;
    for (size_t cut = 1; good && cut < h->system->cuts.n; cut++) {
        const term_id *parameters = NULL;
        term_id body = model_function(m, h->predicates.at[cut], &parameters);
        /* A predicate that no clause needs may be anything. */
        invariant[cut] = body ? term_substitute(h->bank, body, parameters, h->shown.at, h->shown.n)
                              : TERM_ID_TRUE;
        if (!h->shown.n && model_has(m, h->predicates.at[cut]))
            invariant[cut] = term_bool(value_is_true(model_value(m, h->predicates.at[cut])));
    }
    model_free(m);
    return good;
}

horn_result horn_solve(const ir_system *s, const engine_limits *limits, term_id *invariant)
{
    horn h = {.system = s, .bank = s->program->bank};
    char *error = NULL;
    engine *e = engine_new(h.bank,
                           &(engine_config){.command = ENGINE_LIBZ3,
                                            .memory_bytes = HORN_MEMORY,
                                            .want_models = true,
                                            .logic = symbol_make(h.bank, "HORN")},
                           &error);
    free(error);
    if (!e)
        return HORN_UNKNOWN;
    declare(&h);
    for (size_t i = 0; i < s->transitions.n; i++)
        engine_assert(e, clause_of(&h, &s->transitions.at[i]));
    engine_answer answer = engine_check(e, NULL, 0, limits);
    horn_result result = answer == ENGINE_UNSAT ? HORN_VIOLATED : HORN_UNKNOWN;
    if (answer == ENGINE_SAT && take_model(&h, e, invariant))
        result = HORN_SOLVED;
    engine_free(e);
    vec_free(&h.shown);
    vec_free(&h.indices);
    vec_free(&h.predicates);
    return result;
}
