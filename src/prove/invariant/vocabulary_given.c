/* Vocabularies of conditions that somebody has given: invariants to be checked, a grammar's sentences. */
#include "prove/invariant/vocabulary.h"

/* A condition by itself; the sides of an equation are columns, so that states can be mended. */
static void add_condition(vocabulary *v, term_id t)
{
    const term_bank *b = v->system->program->bank;
    bool equation = term_op_of(b, t) == OP_EQ && term_arity(b, t) == 2 &&
                    term_sort(b, term_arg(b, t, 0)) == SORT_ID_INT;
    vec_push(&v->negations, (uint32_t)v->conditions.n);
    vec_push(&v->conditions, t);
    vec_push(&v->tests, t);
    v->first_of_all = v->conditions.n;
    vec_push(&v->fixed_columns, equation ? (uint32_t)v->columns.n : UINT32_MAX);
    if (equation)
        vec_append(&v->columns, term_args(b, t), 2);
}

/* A conjunction is its conjuncts. */
static void add_given(vocabulary *v, uint32_t cut, term_id given)
{
    const term_bank *b = v->system->program->bank;
    term_vec open = {0};
    vec_push(&open, given);
    while (open.n) {
        term_id t = vec_pop(&open);
        if (term_op_of(b, t) == OP_AND) {
            vec_append(&open, term_args(b, t), term_arity(b, t));
            continue;
        }
        add_condition(v, t);
        vec_push(&v->fixed_cuts, cut);
    }
    vec_free(&open);
}

/* Only variables, and no equations among them. */
static void begin_given(vocabulary *v, const ir_system *system, const prove_limits *limits)
{
    const ir_program *p = system->program;
    *v = (vocabulary){.limits = limits, .system = system, .executed = true};
    for (size_t x = 0; x < p->variables.n && v->columns.n < v->limits->linear_columns; x++)
        if (p->variables.at[x].shown &&
            term_sort(p->bank, p->variables.at[x].term) == SORT_ID_INT) {
            vocabulary_number one = {.term = p->variables.at[x].term};
            vec_push(&v->numbers, one);
            vec_push(&v->columns, one.term);
        }
    v->n_plain = v->n_linear = v->columns.n;
    atoms_thresholds(system, v->limits, &v->thresholds);
    atoms_constants(system, v->limits, &v->constants);
}

void vocabulary_given(vocabulary *v, const ir_system *system, const prove_limits *limits,
                      const term_vec *conjuncts)
{
    begin_given(v, system, limits);
    for (uint32_t cut = 1; cut < system->cuts.n; cut++)
        for (size_t i = 0; i < conjuncts[cut].n; i++)
            add_given(v, cut, conjuncts[cut].at[i]);
}

void vocabulary_of_grammar(vocabulary *v, const ir_system *system, const prove_limits *limits,
                           const inv_grammar *g)
{
    term_vec conditions = {0};
    begin_given(v, system, limits);
    inv_grammar_words(g, system, limits, &conditions, &v->sentences);
    for (size_t i = 0; i < conditions.n; i++)
        add_condition(v, conditions.at[i]);
    vec_free(&conditions);
}
