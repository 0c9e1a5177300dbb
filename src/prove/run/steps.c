#include "prove/run/steps.h"

#include <stdlib.h>

static size_t find_term(const term_vec *list, term_id t)
{
    size_t i = 0;
    while (i < list->n && list->at[i] != t)
        i++;
    return i;
}

void steps_inputs(const ir_system *s, term_vec *inputs)
{
    for (size_t i = 0; i < s->transitions.n; i++) {
        const ir_transition *t = &s->transitions.at[i];
        for (size_t k = 0; k < t->inputs.n; k++)
            if (find_term(inputs, t->inputs.at[k]) == inputs->n)
                vec_push(inputs, t->inputs.at[k]);
    }
}

static bool is_box(void *context, decl_id d)
{
    return boxes_find(context, d) != NULL;
}

static void collect_roots(steps *s, const term_id *extra, size_t n, term_vec *roots)
{
    for (size_t i = 0; i < s->system->transitions.n; i++) {
        const ir_transition *t = &s->system->transitions.at[i];
        vec_push(&s->first, (uint32_t)roots->n);
        vec_push(roots, t->guard);
        vec_append(roots, t->after.at, t->after.n);
    }
    steps_inputs(s->system, &s->inputs);
    s->terms = roots->n;
    vec_append(roots, extra, n);
}

static void find_sources(steps *s)
{
    const ir_program *p = s->system->program;
    for (size_t i = 0; i < s->program->inputs.n; i++) {
        decl_id d = s->program->inputs.at[i].decl;
        uint32_t at = 0;
        while (at < s->n_variables && term_decl(p->bank, p->variables.at[at].term) != d)
            at++;
        for (size_t k = 0; at >= s->n_variables && k < s->n_inputs; k++)
            if (term_decl(p->bank, s->inputs.at[k]) == d)
                at = (uint32_t)(s->n_variables + k);
        vec_push(&s->sources, at);
    }
}

bool steps_init(steps *s, const ir_system *system, const term_id *extra, size_t n,
                const box_set *boxes, char **error)
{
    *s = (steps){.system = system, .n_variables = system->program->variables.n};
    term_vec roots = {0};
    collect_roots(s, extra, n, &roots);
    const char *reason = NULL;
    fuzz_compile_config config = {.is_box = boxes ? is_box : NULL, .context = (void *)boxes};
    s->program = fuzz_compile(system->program->bank, roots.at, roots.n, &config, &reason);
    vec_free(&roots);
    s->n_inputs = s->inputs.n;
    s->n_frame = s->n_variables + s->n_inputs;
    if (s->program)
        find_sources(s);
    else
        *error = base_strdup(reason);
    return s->program != NULL;
}

void steps_free(steps *s)
{
    fuzz_bytecode_free(s->program);
    vec_free(&s->inputs);
    vec_free(&s->first);
    vec_free(&s->sources);
    if (s->gathered)
        fuzz_demand_free(&s->demand);
    free(s->gathered);
    *s = (steps){0};
}

void steps_start(steps *s,
                 bool (*call)(void *context, uint32_t box, const uint64_t *args, uint64_t *result),
                 void *context)
{
    fuzz_demand_init(&s->demand, s->program);
    s->demand.call = call;
    s->demand.context = context;
    s->gathered = base_alloc_zero(s->program->inputs.n + 1, sizeof *s->gathered);
}

void steps_look(steps *s, const word *frame)
{
    for (size_t i = 0; i < s->program->inputs.n; i++)
        s->gathered[i] = (uint64_t)frame[s->sources.at[i]];
    fuzz_demand_begin(&s->demand, s->gathered);
}

static bool root_value(steps *s, size_t root, word *value)
{
    uint64_t bits;
    uint32_t reg = s->program->roots.at[root];
    bool good = fuzz_demand_value(&s->demand, reg, &bits);
    s->crashed = !good && fuzz_demand_failed(&s->demand, reg);
    *value = (word)bits;
    return good;
}

bool steps_value(steps *s, size_t extra, word *value)
{
    return root_value(s, s->terms + extra, value);
}

/* The values behind the step, into the frame. */
static bool move(steps *s, size_t transition, word *frame)
{
    const ir_transition *t = &s->system->transitions.at[transition];
    bool good = true;
    word *after = base_alloc_zero(t->after.n + 1, sizeof *after);
    for (size_t v = 0; good && v < t->after.n; v++)
        good = root_value(s, s->first.at[transition] + 1 + v, &after[v]);
    if (good)
        memcpy(frame, after, t->after.n * sizeof *after);
    free(after);
    return good;
}

step_kind steps_take(steps *s, word *frame, uint32_t *cut, size_t *taken)
{
    steps_look(s, frame);
    s->executions++;
    for (size_t i = 0; i < s->system->transitions.n; i++) {
        const ir_transition *t = &s->system->transitions.at[i];
        if (t->from != *cut)
            continue;
        word holds;
        if (!root_value(s, s->first.at[i], &holds))
            return s->crashed ? STEP_CRASH : STEP_NO_VALUE;
        if (!holds)
            continue;
        if (taken)
            *taken = i;
        if (t->to == IR_FAULT)
            return STEP_FAULT;
        if (!move(s, i, frame))
            return s->crashed ? STEP_CRASH : STEP_NO_VALUE;
        *cut = t->to;
        return STEP_DONE;
    }
    return STEP_END;
}
