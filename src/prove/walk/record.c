#include "prove/walk/record.h"

#include <stdlib.h>

#include "term/eval/eval.h"
#include "term/value/value.h"

enum {
    WHOLE = 20000,     /* steps up to which all are written down */
    HEAD = 4,          /* else: those at the beginning, */
    TAIL = 12,         /* and at the end */
    SHORTEN = 2000,    /* steps up to which detours are looked for */
    CELLS = 16,        /* cells of arrays that weigh as much as one step */
    CELLS_TOLD = 65536 /* above that, arrays are not written down */
};

void record_init(record *x, const ir_system *s, machine *m, uint64_t steps)
{
    *x = (record){.system = s, .machine = m, .steps = steps};
    x->whole = steps <= WHOLE / (1 + machine_cell_count(m) / CELLS);
    x->words = base_alloc_zero(machine_layout(m)->n_plain + 1, sizeof *x->words);
}

void record_free(record *x)
{
    free(x->words);
    vec_free(&x->before);
    run_free(&x->run);
}

static bool is_wanted(const record *x)
{
    return x->whole || x->at < HEAD || x->at + TAIL >= x->steps;
}

static bool is_array(const record *x, term_id t)
{
    const term_bank *b = x->system->program->bank;
    return sort_kind_of(b, term_sort(b, t)) == SORT_ARRAY;
}

/* 0: too large to be told. */
static value_id value_at(const record *x, size_t at, term_id t)
{
    bool large = is_array(x, t) && machine_cell_count(x->machine) > CELLS_TOLD;
    return large ? 0 : machine_value(x->machine, at);
}

void record_before(record *x)
{
    const ir_program *p = x->system->program;
    memcpy(x->words, machine_frame(x->machine),
           machine_layout(x->machine)->n_plain * sizeof *x->words);
    vec_clear(&x->before);
    x->cut = machine_cut(x->machine);
    for (size_t v = 0; v < p->variables.n && is_wanted(x); v++)
        vec_push(&x->before, value_at(x, v, p->variables.at[v].term));
}

/* That a step has undefined behaviour is known behind it only, when arrays are gone. */
static void recall(record *x)
{
    const ir_program *p = x->system->program;
    for (size_t v = 0; v < p->variables.n; v++) {
        term_id t = p->variables.at[v].term;
        vec_push(&x->before, is_array(x, t) ? 0 : machine_word_value(x->machine, t, x->words[v]));
    }
}

static void write_down(record *x, const ir_transition *taken)
{
    run_step s = {.cut = x->cut, .taken = taken, .skipped = x->skipped};
    const term_vec *inputs = &machine_layout(x->machine)->inputs;
    if (!x->before.n)
        recall(x);
    vec_append(&s.values, x->before.at, x->before.n);
    for (size_t k = 0; k < taken->inputs.n; k++)
        for (size_t i = 0; i < inputs->n; i++)
            if (inputs->at[i] == taken->inputs.at[k])
                vec_push(&s.inputs,
                         value_at(x, x->system->program->variables.n + i, taken->inputs.at[k]));
    vec_push(&x->run.steps, s);
    x->skipped = 0;
}

void record_after(record *x, const ir_transition *taken)
{
    bool first = machine_undefined(x->machine) && !x->undefined;
    x->undefined |= first;
    if (taken && (first || is_wanted(x)))
        write_down(x, taken);
    else
        x->skipped++;
    x->at++;
}

/* ---- The evaluator --------------------------------------------------------------------------- */

static bool is_complete(const run_step *s)
{
    for (size_t v = 0; v < s->values.n; v++)
        if (!s->values.at[v])
            return false;
    return true;
}

static bool agrees(const record *x, const run_step *s, const run_step *next)
{
    const ir_program *p = x->system->program;
    term_model *m = model_new(p->bank);
    run one = {0};
    for (size_t v = 0; v < s->values.n; v++)
        model_set_value(m, term_decl(p->bank, p->variables.at[v].term), s->values.at[v]);
    for (size_t k = 0; k < s->inputs.n; k++)
        model_set_value(m, term_decl(p->bank, s->taken->inputs.at[k]), s->inputs.at[k]);
    bool good = run_execute_step(x->system, s->cut, m, NULL, &one, NULL) &&
                one.steps.at[0].taken == s->taken;
    for (size_t v = 0; good && next && v < s->values.n; v++)
        good = model_value(m, term_decl(p->bank, p->variables.at[v].term)) == next->values.at[v];
    run_free(&one);
    model_free(m);
    return good;
}

bool record_take(record *x, run *r)
{
    size_t n = x->run.steps.n;
    for (size_t i = 0; i < n; i++) {
        const run_step *s = &x->run.steps.at[i];
        const run_step *next = i + 1 < n && !x->run.steps.at[i + 1].skipped ? s + 1 : NULL;
        if (next && !is_complete(next))
            next = NULL;
        if (is_complete(s) && !agrees(x, s, next))
            return false;
    }
    if (!n || vec_last(&x->run.steps).taken->to != IR_FAULT)
        return false;
    *r = x->run;
    x->run = (run){0};
    if (x->whole && n <= SHORTEN)
        run_shorten(r);
    return true;
}
