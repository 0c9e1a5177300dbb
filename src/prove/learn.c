#include "prove/learn.h"

#include <stdlib.h>

#include "prove/c_text.h"
#include "term/eval.h"

enum { MAX_LESSONS = 1500 };

typedef struct learner {
    teacher *t;
    shape shape;
    portrait **portraits; /* of each cut point; that of the entry is not used */
    term_id *formulas;
} learner;

static void update_formula(learner *l, uint32_t cut)
{
    term_vec conjuncts = {0};
    portrait_conjuncts(l->portraits[cut], &conjuncts);
    l->formulas[cut] = term_and(l->t->system->program->bank, conjuncts.at, (uint32_t)conjuncts.n);
    if (l->t->listener.tell && cut) {
        strbuf text = STRBUF_INIT;
        c_text_conjunction(l->t->system->program, &conjuncts, &text);
        teacher_tell(l->t, "candidate for the loop of line %u: %s",
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
    teacher_tell(l->t, "counterexample from the solver, a step to line %u: %s",
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
    eval_free(e);
    good = good && portrait_show(l->portraits[transition->to], values.at);
    vec_free(&values);
    term_id before = l->formulas[transition->to];
    if (good)
        update_formula(l, transition->to);
    return good && l->formulas[transition->to] != before; /* else it would come again */
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
            if (answer == TEACHER_UNSURE || ++lessons > MAX_LESSONS || !take_lesson(l, one))
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

learn_result learn(teacher *t, const shape_config *config, term_vec *conjuncts)
{
    const ir_system *s = t->system;
    learner l = {.t = t};
    shape_init(&l.shape, s, config);
    l.portraits = base_alloc_zero(s->cuts.n, sizeof *l.portraits);
    l.formulas = base_alloc_zero(s->cuts.n, sizeof *l.formulas);
    for (uint32_t cut = 0; cut < s->cuts.n; cut++) {
        l.portraits[cut] = portrait_new(&l.shape);
        update_formula(&l, cut);
    }
    learn_result result = s->transitions.n ? make_inductive(&l) : LEARN_WEAK;
    if (result == LEARN_WEAK)
        result = look_for_faults(&l);
    for (uint32_t cut = 0; cut < s->cuts.n; cut++) {
        if (cut && result == LEARN_SAFE)
            portrait_conjuncts(l.portraits[cut], &conjuncts[cut]);
        portrait_free(l.portraits[cut]);
    }
    free(l.portraits);
    free(l.formulas);
    shape_free(&l.shape);
    return result;
}
