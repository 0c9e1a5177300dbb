#include "prove/smt/learn.h"

#include <stdlib.h>

#include "prove/ctext/c_text.h"
#include "prove/invariant/portrait.h"
#include "term/eval/eval.h"

typedef struct learner {
    teacher *t;
    vocabulary words;
    learn_cases cases;
    portrait **portraits; /* of each cut point and case; those of the entry are not used */
    term_id *formulas;
} learner;

static size_t n_cases(const learner *l)
{
    return (size_t)1 << l->cases.n;
}

/* In the case: only there it is claimed. */
static term_id in_case(const learner *l, size_t which, term_id claim)
{
    term_bank *b = l->t->system->program->bank;
    term_id clause[LEARN_MAX_SPLITS + 1];
    uint32_t n = 0;
    for (size_t i = 0; i < l->cases.n; i++)
        clause[n++] = which >> i & 1 ? term_not(b, l->cases.splits[i]) : l->cases.splits[i];
    if (claim != TERM_ID_FALSE)
        clause[n++] = claim;
    return n ? term_or(b, clause, n) : TERM_ID_FALSE;
}

static void conjuncts_of(learner *l, uint32_t cut, term_vec *conjuncts)
{
    for (size_t which = 0; which < n_cases(l); which++) {
        const conjunct_vec *said = portrait_conjuncts(l->portraits[cut * n_cases(l) + which]);
        for (size_t i = 0; i < said->n; i++) {
            term_id t = conjunct_term(&l->words, &said->at[i]);
            if (t != TERM_ID_TRUE)
                vec_push(conjuncts, l->cases.n ? in_case(l, which, t) : t);
        }
    }
}

/* The case of a state; n_cases when that cannot be said. */
static size_t case_of(const learner *l, const value_id *values)
{
    const ir_program *p = l->t->system->program;
    if (!l->cases.n)
        return 0;
    term_model *m = model_new(p->bank);
    for (size_t v = 0; v < p->variables.n; v++)
        model_set_value(m, term_decl(p->bank, p->variables.at[v].term), values[v]);
    evaluator *e = eval_new(m, &(eval_config){.complete = true});
    size_t which = 0;
    for (size_t i = 0; i < l->cases.n; i++) {
        value_id v = eval_term(e, l->cases.splits[i]);
        which = !v ? n_cases(l) : which | (size_t)value_is_true(v) << i;
        if (!v)
            break;
    }
    eval_free(e);
    model_free(m);
    return which;
}

/* `indices` as in reading_values_init; NULL: it is an example, which is reachable. */
static bool show(learner *l, uint32_t cut, const value_id *values, const vec_u32 *indices)
{
    size_t which = case_of(l, values);
    if (which == n_cases(l))
        return false;
    reading_values r;
    reading_values_init(&r, &l->words, values, indices);
    bool good = portrait_show(l->portraits[cut * n_cases(l) + which], &r.base, !indices);
    reading_values_free(&r);
    return good;
}

static void update_formula(learner *l, uint32_t cut)
{
    term_vec conjuncts = {0};
    conjuncts_of(l, cut, &conjuncts);
    l->formulas[cut] = term_and(l->t->system->program->bank, conjuncts.at, (uint32_t)conjuncts.n);
    if (l->t->listener.tell && cut) {
        strbuf text = STRBUF_INIT;
        c_text_conjunction(l->t->system->program, &conjuncts, &text);
        listener_tell(&l->t->listener, "candidate for the loop of line %u: %s",
                      ir_system_line(l->t->system, cut), text.text);
        strbuf_free(&text);
    }
    vec_free(&conjuncts);
}

static void tell_lesson(const learner *l, const ir_transition *transition)
{
    if (!l->t->listener.tell)
        return;
    strbuf text = STRBUF_INIT;
    teacher_state_text(l->t, transition, &text);
    listener_tell(&l->t->listener, "counterexample from the solver, a step to line %u: %s",
                  ir_system_line(l->t->system, transition->to), text.text);
    strbuf_free(&text);
}

/* The state behind the step that the teacher has found. */
static bool take_lesson(learner *l, const ir_transition *transition)
{
    tell_lesson(l, transition);
    evaluator *e = eval_new(l->t->model, &(eval_config){.complete = true});
    vec_u32 values = {0};
    bool good = true;
    for (size_t v = 0; v < transition->after.n; v++) {
        value_id value = eval_term(e, transition->after.at[v]);
        good = good && value;
        vec_push(&values, value);
    }
    vec_u32 indices = {0};
    for (size_t i = 0; i < l->t->instances.used && good; i++)
        vec_push(&indices, eval_term(e, l->t->instances.witnesses.at[i]));
    eval_free(e);
    good = good && show(l, transition->to, values.at, &indices);
    vec_free(&values);
    vec_free(&indices);
    term_id before = l->formulas[transition->to];
    if (good)
        update_formula(l, transition->to);
    return good && l->formulas[transition->to] != before; /* else it would come again */
}

/* Those that cannot be shown are left out: they are only the beginning. */
static void show_examples(learner *l, const walk_states *examples)
{
    size_t n = l->t->system->program->variables.n;
    for (uint32_t cut = 1; cut < examples->n_cuts; cut++)
        for (size_t i = 0; n && i + n <= examples->values[cut].n; i += n)
            show(l, cut, examples->values[cut].at + i, NULL);
}

/* All transitions until none leads out. */
static learn_result make_inductive(learner *l)
{
    const ir_system *s = l->t->system;
    size_t quiet = 0, lessons = 0;
    for (size_t i = 0; quiet < s->transitions.n; i = (i + 1) % s->transitions.n) {
        const ir_transition *one = &s->transitions.at[i];
        quiet++;
        if (one->to == IR_FAULT)
            continue;
        for (teacher_answer answer;;) {
            term_id before = one->from ? l->formulas[one->from] : TERM_ID_TRUE;
            answer = teacher_step(l->t, one, before, l->formulas[one->to]);
            if (answer == TEACHER_HOLDS)
                break;
            if (answer == TEACHER_UNSURE || ++lessons > l->t->limits->lessons ||
                !take_lesson(l, one))
                return LEARN_STUCK;
            quiet = 0;
        }
    }
    return LEARN_WEAK;
}

static learn_result look_for_faults(learner *l)
{
    const ir_system *s = l->t->system;
    for (size_t i = 0; i < s->transitions.n; i++) {
        const ir_transition *one = &s->transitions.at[i];
        if (one->to != IR_FAULT)
            continue;
        term_id before = one->from ? l->formulas[one->from] : TERM_ID_TRUE;
        if (teacher_step(l->t, one, before, TERM_ID_TRUE) != TEACHER_HOLDS)
            return LEARN_WEAK;
    }
    return LEARN_SAFE;
}

learn_result learn(teacher *t, const vocabulary_config *config, const learn_cases *cases,
                   const walk_states *examples, term_vec *conjuncts)
{
    const ir_system *s = t->system;
    learner l = {.t = t};
    if (cases)
        l.cases = *cases;
    vocabulary_config words = *config;
    words.limits = t->limits;
    vocabulary_init(&l.words, s, &words);
    size_t n = s->cuts.n * n_cases(&l);
    l.portraits = base_alloc_zero(n, sizeof *l.portraits);
    l.formulas = base_alloc_zero(s->cuts.n, sizeof *l.formulas);
    for (size_t i = 0; i < n; i++)
        l.portraits[i] = portrait_new(&l.words, (uint32_t)(i / n_cases(&l)));
    if (examples)
        show_examples(&l, examples);
    for (uint32_t cut = 0; cut < s->cuts.n; cut++)
        update_formula(&l, cut);
    learn_result result = s->transitions.n ? make_inductive(&l) : LEARN_WEAK;
    if (result == LEARN_WEAK)
        result = look_for_faults(&l);
    for (uint32_t cut = 1; cut < s->cuts.n && result != LEARN_STUCK; cut++)
        conjuncts_of(&l, cut, &conjuncts[cut]);
    for (size_t i = 0; i < n; i++)
        portrait_free(l.portraits[i]);
    free(l.portraits);
    free(l.formulas);
    vocabulary_free(&l.words);
    return result;
}
