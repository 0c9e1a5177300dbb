#include "prove/run/outside.h"

#include <stdlib.h>

#include "prove/run/hint.h"
#include "term/core/subst.h"

struct outside {
    const ir_system *system;
    const prove_config *config;
    external *external;
    double deadline;
    uint64_t executions;
    bool unwritten;
};

outside *outside_new(const ir_system *s, const prove_config *config, double deadline)
{
    if (!config->outside)
        return NULL;
    outside *x = base_alloc_zero(1, sizeof *x);
    *x = (outside){.system = s, .config = config, .deadline = deadline};
    x->external = external_new(s->program->bank, config->boxes, config->outside);
    return x;
}

void outside_free(outside *x)
{
    if (!x)
        return;
    external_free(x->external);
    free(x);
}

bool outside_failed(const outside *x)
{
    return x && x->unwritten;
}

static void add_conjunction(term_vec *constraints, const term_vec *conjuncts)
{
    vec_append(constraints, conjuncts->at, conjuncts->n);
}

/* The ladder: inside, the step is possible, and behind it one is outside. */
static void make_constraints(const outside *x, const ir_transition *t, const term_vec *conjuncts,
                             term_vec *constraints)
{
    const ir_program *p = x->system->program;
    if (t->from)
        add_conjunction(constraints, &conjuncts[t->from]);
    vec_push(constraints, t->guard);
    if (t->to == IR_FAULT)
        return;
    term_vec names = {0};
    for (size_t v = 0; v < p->variables.n; v++)
        vec_push(&names, p->variables.at[v].term);
    term_id inside = term_and(p->bank, conjuncts[t->to].at, (uint32_t)conjuncts[t->to].n);
    vec_push(constraints,
             term_not(p->bank, term_substitute(p->bank, inside, names.at, t->after.at, names.n)));
    vec_free(&names);
}

bool outside_judge(outside *x, const ir_transition *t, const term_vec *conjuncts, word_vec *hints)
{
    const prove_limits *limits = LIMITS_OR(x->config->limits, prove_limits_default);
    term_vec constraints = {0};
    bool stands = true;
    make_constraints(x, t, conjuncts, &constraints);
    x->unwritten |= !external_write(x->external, constraints.at, constraints.n);
    if (x->config->outside->fuzzer != EXTERNAL_NONE) {
        term_model *found = model_new(x->system->program->bank);
        external_task task = {.constraints = constraints.at,
                              .n = constraints.n,
                              .seed = x->config->seed,
                              .executions = limits->outside_executions,
                              .deadline = x->deadline};
        external_end end = external_fuzz(x->external, &task, found, &x->executions);
        listener_tell(&x->config->listener, "the other fuzzer on the step to line %u: %s", t->line,
                      end == EXTERNAL_FOUND     ? "a counterexample"
                      : end == EXTERNAL_TROUBLE ? external_message(x->external)
                                                : "no counterexample");
        stands = end != EXTERNAL_FOUND || !hint_add(x->system, found, t->from, hints);
        model_free(found);
    }
    vec_free(&constraints);
    return stands;
}
