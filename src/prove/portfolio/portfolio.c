#include "prove/portfolio/portfolio.h"

#include <stdlib.h>
#include <string.h>

#include "prove/run/violation.h"

enum { MATH = 1 << IR_MATH, MACHINE = 1 << IR_MACHINE, BOTH = MATH | MACHINE };

static const portfolio_step portfolio[] = {
    {.models = BOTH, .steps = AT(first_steps), .cheap = true},
    {.models = BOTH, .steps = AT(walk_first), .walks = true, .cheap = true},
    {"identities", .models = MACHINE, .only_products = true, .given = true, .cheap = true},
    {.models = MACHINE, .units = AT(exact_first), .exact = true, .cheap = true},
    {.models = BOTH, .steps = AT(short_steps), .units = AT(short_units), .short_runs = true},
    {"equations",
     {.degree = 1, .bounds = BOUNDS_INTERVALS},
     AT(conditions),
     .models = MACHINE,
     .units = AT(first_units),
     .cheap = true},
    {.models = MACHINE, .steps = AT(hunt_first), .hunts = true},
    {.models = MACHINE, .steps = AT(walk_steps), .walks = true, .to_the_end = true},
    {.models = MACHINE, .units = AT(exact_more), .exact = true},
    {"octagons",
     {.degree = 1, .bounds = BOUNDS_OCTAGONS},
     AT(conditions),
     .models = BOTH,
     .ideal = true,
     .cheap = true},
    {.models = MACHINE, .steps = AT(hunt_more), .hunts = true},
    {.models = MACHINE, .units = AT(exact_units), .exact = true},
    {"remainders",
     {.degree = 1, .bounds = BOUNDS_INTERVALS, .remainders = true},
     AT(conditions),
     .models = BOTH,
     .ideal = true},
    {"clauses",
     {.degree = 1, .bounds = BOUNDS_OCTAGONS, .pairs = true},
     AT(dear_conditions),
     .models = BOTH,
     .ideal = true},
    {"arrays",
     {.degree = 1, .bounds = BOUNDS_INTERVALS, .arrays = true},
     AT(conditions),
     .models = BOTH,
     .ideal = true,
     .only_arrays = true},
    {"Horn clauses", .models = MATH, .units = AT(horn_first), .only_large = true, .cheap = true},
    {"octagons",
     {.degree = 1, .bounds = BOUNDS_OCTAGONS, .narrow = true},
     AT(conditions),
     .models = BOTH,
     .cheap = true},
    {"octagons",
     {.degree = 1, .bounds = BOUNDS_OCTAGONS},
     AT(conditions),
     .models = MATH,
     .wider = true,
     .cheap = true},
    {.models = BOTH, .steps = AT(walk_steps), .walks = true, .to_the_end = true},
    {"arrays",
     {.degree = 1, .bounds = BOUNDS_INTERVALS, .arrays = true, .narrow = true},
     AT(conditions),
     .models = BOTH,
     .only_arrays = true},
    {.models = BOTH, .steps = AT(more_steps)},
    {"remainders",
     {.degree = 1, .bounds = BOUNDS_OCTAGONS, .remainders = true},
     AT(conditions),
     .models = MATH},
    {"remainders",
     {.degree = 1, .bounds = BOUNDS_INTERVALS, .remainders = true},
     AT(conditions),
     .models = MACHINE},
    {"clauses",
     {.degree = 1, .bounds = BOUNDS_OCTAGONS, .pairs = true},
     AT(dear_conditions),
     .models = MATH},
    {"clauses",
     {.degree = 1, .bounds = BOUNDS_INTERVALS, .pairs = true},
     AT(dear_conditions),
     .models = MACHINE},
    {"Horn clauses", .models = MATH, .units = AT(horn_first)},
    {.models = MATH, .steps = AT(hunt_first), .hunts = true},
    {"octagons",
     {.degree = 1, .bounds = BOUNDS_OCTAGONS},
     AT(conditions),
     .models = MATH,
     .within = true},
    {.models = BOTH, .steps = AT(hunt_more), .hunts = true},
    {.models = BOTH, .steps = AT(many_steps)},
    {.models = BOTH, .steps = AT(walk_far), .walks = true, .to_the_end = true},
    {"polynomials of degree 2",
     {.degree = 2, .bounds = BOUNDS_INTERVALS},
     AT(dear_conditions),
     .models = BOTH,
     .only_products = true},
    {"polynomials of degree 2",
     {.degree = 2, .bounds = BOUNDS_INTERVALS},
     AT(dear_conditions),
     .models = MATH},
    {"cases",
     {.degree = 1, .bounds = BOUNDS_INTERVALS, .remainders = true},
     AT(case_conditions),
     .models = BOTH,
     .cases = true},
    {"polynomials of degree 2",
     {.degree = 2, .bounds = BOUNDS_INTERVALS},
     AT(dear_conditions),
     .models = MACHINE},
    {"polynomials of degree 4",
     {.degree = 4, .bounds = BOUNDS_INTERVALS},
     AT(dear_conditions),
     .models = BOTH,
     .only_products = true},
    {"Horn clauses", .models = BOTH, .units = AT(horn_units)},
    {"Horn clauses", .models = MATH, .units = AT(horn_units), .within = true},
    {.models = BOTH, .steps = AT(all_steps)},
    {.models = BOTH, .steps = AT(walk_far), .walks = true, .at_last = true},
};

static bool has_arrays(const ir_system *s)
{
    for (size_t v = 0; v < s->program->variables.n; v++)
        if (s->program->variables.at[v].type.n_dims)
            return true;
    return false;
}

/* Variables of the text that are numbers and matter somewhere. */
static size_t n_numbers(const ir_system *s)
{
    ir_live live;
    size_t n = 0;
    ir_live_find(&live, s);
    for (size_t v = 0; v < s->program->variables.n; v++) {
        const ir_variable *x = &s->program->variables.at[v];
        bool matters = false;
        for (uint32_t cut = 1; cut < s->cuts.n && !matters; cut++)
            matters = ir_live_variable(&live, cut, v);
        n += matters && x->shown && !x->type.n_dims && x->type.width > 1;
    }
    ir_live_free(&live);
    return n;
}

/* A variable matters at one loop and not at another. */
static bool is_narrowed(const ir_system *s)
{
    ir_live live;
    bool narrowed = false;
    ir_live_find(&live, s);
    for (size_t v = 0; v < s->program->variables.n && !narrowed; v++)
        for (uint32_t cut = 2; cut < s->cuts.n && !narrowed; cut++)
            narrowed = s->program->variables.at[v].shown &&
                       ir_live_variable(&live, cut, v) != ir_live_variable(&live, 1, v);
    ir_live_free(&live);
    return narrowed;
}

/* Names are compared up to a space: "polynomials" are those of all degrees. */
static bool is_wanted(const char *learners, const char *name)
{
    size_t n = strcspn(name, " ");
    for (const char *at = learners; at && *at; at += *at == ',') {
        size_t length = strcspn(at, ",");
        if (length == n && !strncmp(at, name, n))
            return true;
        at += length;
    }
    return !learners;
}

char *prove_unknown_learner(const char *names)
{
    for (const char *at = names; *at; at += *at == ',') {
        char *name = base_strndup(at, strcspn(at, ","));
        bool known = false;
        for (size_t i = 0; i < sizeof portfolio / sizeof *portfolio; i++)
            known = known || (portfolio[i].name && is_wanted(name, portfolio[i].name));
        if (!known)
            return name;
        free(name);
        at += strcspn(at, ",");
    }
    return NULL;
}

/* All executions were; of a program that has one run only, that run decides. */
static bool runs_are_short(const prover *p, uint64_t steps)
{
    return p->walker && !walker_is_determined(p->walker) && p->result->deepest &&
           p->result->deepest + 2 < steps;
}

/* True when there is a verdict. */
static bool take_step(prover *p, const portfolio_step *step)
{
    if (!(step->models & 1u << p->system->program->model) ||
        (step->name && !is_wanted(p->learners, step->name)) ||
        (p->quick && !step->cheap && !(p->pauses && step->only_arrays)) ||
        (p->late && step->cheap) || (step->only_arrays && !has_arrays(p->system)) ||
        (step->only_products && !atoms_multiply(p->system)) ||
        (step->only_large && n_numbers(p->system) < p->limits->horn_numbers) ||
        (step->wider && !is_narrowed(p->system)) ||
        (step->short_runs && !runs_are_short(p, portfolio_limit(p, step->steps))))
        return false;
    if (step->hunts)
        return violation_hunt(p->config, portfolio_limit(p, step->steps), p->teacher.deadline,
                              p->result);
    if (step->exact)
        return member_exact(p, step);
    if (step->walks)
        return member_walks(p, step);
    if (step->steps)
        return member_runs(p, step);
    if (step->units && !step->words.degree)
        return member_horn(p, step);
    if (step->given)
        return member_given(p, step);
    if (step->ideal)
        return member_ideal(p, step);
    return step->cases ? member_cases(p, step) : member_learner(p, step, NULL);
}

/* From where it was left. True when there is a verdict. */
bool portfolio_run(prover *p)
{
    for (; p->at < sizeof portfolio / sizeof *portfolio; p->at++) {
        if (take_step(p, &portfolio[p->at]))
            return true;
        if (p->pauses && !p->over && teacher_expired(&p->teacher))
            return false;
    }
    return p->over && member_complete(p, walker_deepest(p->walker), PROVE_ONLY_RUN);
}
