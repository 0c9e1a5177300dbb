/* The members of the portfolio: runs, executions, learners, Horn clauses. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "prove/check.h"
#include "prove/portfolio/portfolio.h"
#include "prove/run/violation.h"
#include "prove/smt/given_equations.h"
#include "prove/smt/horn.h"
#include "prove/smt/ideal.h"
#include "prove/smt/minimise.h"

enum { OVER_QUESTIONS = 8 }; /* when its only run is over: as dear as these may be all questions */
enum { WALK_SHARE = 5 };     /* of the steps of a program's only run: those of many runs together */

/* So many units of the solver more, and no more than there were. */
static uint64_t budget_of(const teacher *t, uint64_t units)
{
    uint64_t end = engine_counts(t->engine)->units + units;
    return t->budget && t->budget < end ? t->budget : end;
}

/* Confirms the invariants as they are. */
static bool take(prover *p, teacher *t, term_vec *conjuncts, const char *learner)
{
    const ir_transition *broken;
    strbuf state = STRBUF_INIT;
    bool good = prove_confirm(t->system, p->limits, t->deadline, conjuncts, p->result, &broken,
                              &state) == TEACHER_HOLDS;
    strbuf_free(&state);
    if (!good) {
        prover_note(p, "invariants that were found could not be confirmed");
        return false;
    }
    p->result->verdict = PROVE_PROVED;
    p->result->learner = learner;
    for (size_t cut = 0; cut < p->system->cuts.n; cut++) {
        p->result->invariants[cut] = conjuncts[cut];
        conjuncts[cut] = (term_vec){0};
    }
    return true;
}

static bool accept(prover *p, teacher *t, term_vec *conjuncts, const char *learner)
{
    uint64_t budget = t->budget;
    t->budget = budget_of(t, p->limits->minimise_units);
    minimise(t, conjuncts);
    t->budget = budget;
    return take(p, t, conjuncts, learner);
}

/* The teacher for a step of the portfolio; NULL: there is none, or nothing that it adds. */
static teacher *teacher_for(prover *p, const portfolio_step *step)
{
    teacher *t = &p->within_teacher;
    if (!step->within)
        return &p->teacher;
    if (!t->engine) {
        bool differs = false;
        for (size_t i = 0; i < p->system->transitions.n; i++)
            differs |= p->system->transitions.at[i].guard != p->within->transitions.at[i].guard;
        char *error = NULL;
        bool good = differs && teacher_start(t, p->within, p->limits, p->teacher.deadline, &error);
        free(error);
        if (!good)
            return NULL;
        t->rlimit = p->teacher.rlimit;
        t->budget = p->teacher.budget;
        t->listener = p->teacher.listener;
    }
    return t;
}

/* Runs are of the system with limits; their steps are told as those of the other. */
static bool take_run(prover *p)
{
    run *r = &p->result->run;
    for (size_t i = 0; i < r->steps.n; i++)
        r->steps.at[i].taken =
            &p->system->transitions.at[r->steps.at[i].taken - p->within->transitions.at];
    return violation_stands(p->system, p->config, p->teacher.deadline, p->result);
}

/* ---- The members of the portfolio; each returns true when there is a verdict ----------------- */

bool member_complete(prover *p, uint64_t steps, const char *how)
{
    p->result->verdict = PROVE_PROVED;
    p->result->learner = how;
    p->result->complete = steps;
    return true;
}

static void unroll(prover *p, size_t steps)
{
    while (!p->unrolled && unrolling_depth(p->unrolling) < steps && !teacher_expired(&p->teacher)) {
        teacher_answer answer =
            unrolling_step(p->unrolling, &p->teacher, &p->result->run, &p->unrolled);
        if (answer == TEACHER_BROKEN && take_run(p))
            return;
        if (answer != TEACHER_HOLDS)
            p->unsure = true;
        if (answer == TEACHER_UNSURE) /* deeper questions are harder */
            return;
    }
}

bool member_runs(prover *p, const portfolio_step *step)
{
    /* A run is one only with the real values of opaque operations. */
    if (p->system->program->opaques.n && !p->teacher.boxes)
        return false;
    uint64_t usual = p->teacher.rlimit, budget = p->teacher.budget;
    p->teacher.rlimit = p->limits->run_units;
    if (step->units)
        p->teacher.budget = budget_of(&p->teacher, portfolio_limit(p, step->units));
    unroll(p, portfolio_limit(p, step->steps));
    if (p->result->verdict != PROVE_VIOLATED && !step->cheap && !p->unrolled && !p->unsure)
        p->unrolled = unrolling_ends(p->unrolling, &p->teacher);
    p->teacher.rlimit = usual;
    p->teacher.budget = budget;
    if (p->result->verdict == PROVE_VIOLATED)
        return true;
    return p->unrolled && !p->unsure &&
           member_complete(p, unrolling_depth(p->unrolling), PROVE_UNROLLED);
}

/* The invariant that says more than a run has little time. */
static void come_to_the_end(prover *p)
{
    p->over = true;
    if (!p->teacher.engine)
        return;
    p->teacher.budget = budget_of(&p->teacher, p->limits->over_units);
    if (p->teacher.rlimit > p->limits->over_units / OVER_QUESTIONS)
        p->teacher.rlimit = p->limits->over_units / OVER_QUESTIONS;
}

/* The only run of a program goes as far as the limit says, others share it. */
bool member_walks(prover *p, const portfolio_step *step)
{
    uint64_t steps = portfolio_limit(p, step->steps);
    if (p->system->program->opaques.n || !p->walks || (!p->over && teacher_expired(&p->teacher)))
        return false;
    if (!p->walker)
        p->walker = walker_new(p->system, p->within, p->limits, p->config->seed);
    p->walks = p->walker != NULL;
    if (p->over)
        return member_complete(p, walker_deepest(p->walker), PROVE_ONLY_RUN);
    if (!p->walks)
        return false;
    if (!walker_is_determined(p->walker))
        steps = steps / WALK_SHARE + 1;
    else if (step->at_last)
        steps = p->limits->walk_last;
    else if (step->to_the_end)
        steps = walker_steps_of(p->walker, p->limits->walk_effort);
    listener_tell(&p->teacher.listener, "executions: %" PRIu64 " steps", steps);
    run found = {0};
    walk_result result = walk(p->walker, steps, p->teacher.deadline, &p->states, &found);
    p->result->deepest = walker_deepest(p->walker);
    if (result == WALK_OVER)
        come_to_the_end(p);
    if (result != WALK_FAULT)
        return false;
    p->result->run = found;
    take_run(p);
    return p->result->verdict == PROVE_VIOLATED;
}

static void free_conjuncts(prover *p, term_vec *conjuncts)
{
    for (size_t cut = 0; cut < p->system->cuts.n; cut++)
        vec_free(&conjuncts[cut]);
    free(conjuncts);
}

bool member_learner(prover *p, const portfolio_step *step, const learn_cases *cases)
{
    teacher *t = teacher_for(p, step);
    vocabulary_config config = step->words;
    config.conditions = portfolio_limit(p, step->conditions);
    const char *name = step->name;
    if (!t || teacher_expired(t))
        return false;
    size_t n = p->system->cuts.n;
    uint64_t budget = t->budget;
    if (step->units)
        t->budget = budget_of(t, portfolio_limit(p, step->units));
    listener_tell(&t->listener, "learner: %s%s", name,
                  step->within ? ", with inputs within their types" : "");
    term_vec *conjuncts = base_alloc_zero(n, sizeof *conjuncts);
    learn_result learned = learn(t, &config, cases, &p->states, conjuncts);
    t->budget = budget;
    bool good = learned == LEARN_SAFE && accept(p, t, conjuncts, name);
    if (learned != LEARN_SAFE && !cases && !step->within) {
        strbuf text = STRBUF_INIT;
        strbuf_printf(&text, "%s: %s", name,
                      learned == LEARN_WEAK ? "too weak" : "a question without an answer");
        prover_note(p, text.text);
        strbuf_free(&text);
    }
    free_conjuncts(p, conjuncts);
    return good;
}

/* What is left of candidates when they are tried with the real integers. */
static bool weed(prover *p, const portfolio_step *step, term_vec *conjuncts)
{
    static const char *const words[] = {
        [LEARN_SAFE] = "enough", [LEARN_WEAK] = "too weak", [LEARN_STUCK] = "not known"};
    uint64_t budget = p->teacher.budget;
    p->teacher.budget = budget_of(&p->teacher, p->limits->weed_units);
    learn_result left = ideal_weed(&p->teacher, conjuncts);
    p->teacher.budget = budget;
    listener_tell(&p->teacher.listener, "what is left with the real ones: %s", words[left]);
    return left == LEARN_SAFE && accept(p, &p->teacher, conjuncts, step->name);
}

bool member_ideal(prover *p, const portfolio_step *step)
{
    teacher *t = &p->ideal_teacher;
    char *error = NULL;
    size_t n = p->system->cuts.n;
    if (!p->config->ideal || teacher_expired(&p->teacher))
        return false;
    if (!t->engine && !teacher_start(t, p->config->ideal, p->limits, 0, &error)) {
        free(error);
        return false;
    }
    vocabulary_config config = step->words;
    config.conditions = portfolio_limit(p, step->conditions);
    term_vec *few = base_alloc_zero(n, sizeof *few), *all = base_alloc_zero(n, sizeof *all);
    listener_tell(&p->teacher.listener, "learner: %s, with ideal integers", step->name);
    t->listener = p->teacher.listener;
    t->deadline = p->teacher.deadline;
    t->budget = engine_counts(t->engine)->units + p->limits->ideal_units;
    bool good = ideal_learn(t, p->system, &config, few, all);
    bool some = false;
    for (size_t cut = 0; cut < n; cut++)
        some |= few[cut].n > 0;
    good = good && ((some && weed(p, step, few)) || weed(p, step, all));
    free_conjuncts(p, few);
    free_conjuncts(p, all);
    return good;
}

/* The conditions of the text that may split, each without its negation. */
static void find_splits(const prover *p, term_vec *splits)
{
    term_bank *b = p->system->program->bank;
    term_vec atoms = {0};
    atoms_of_text(p->system, p->limits->split_atoms, &atoms);
    for (size_t i = 0; i < atoms.n && splits->n < p->limits->splits; i++) {
        bool known = false;
        for (size_t k = 0; k < splits->n && !known; k++)
            known = splits->at[k] == atoms.at[i] || splits->at[k] == term_not(b, atoms.at[i]);
        if (!known)
            vec_push(splits, atoms.at[i]);
    }
    vec_free(&atoms);
}

/* One split, then two. */
bool member_cases(prover *p, const portfolio_step *step)
{
    term_vec splits = {0};
    bool good = false;
    find_splits(p, &splits);
    for (size_t i = 0; i < splits.n && !good; i++) {
        learn_cases one = {{splits.at[i]}, 1};
        good = member_learner(p, step, &one);
    }
    for (size_t i = 0; i < splits.n && i < p->limits->splits_paired && !good; i++)
        for (size_t k = 0; k < i && !good; k++) {
            learn_cases two = {{splits.at[k], splits.at[i]}, 2};
            good = member_learner(p, step, &two);
        }
    if (!good)
        prover_note(p, "cases: too weak");
    vec_free(&splits);
    return good;
}

/* The conjuncts of a formula, for minimising. */
static void split(const term_bank *b, term_id t, term_vec *conjuncts)
{
    if (term_op_of(b, t) != OP_AND) {
        vec_push(conjuncts, t);
        return;
    }
    for (uint32_t i = 0; i < term_arity(b, t); i++)
        vec_push(conjuncts, term_arg(b, t, i));
}

bool member_horn(prover *p, const portfolio_step *step)
{
    teacher *t = teacher_for(p, step);
    if (!t || teacher_expired(t))
        return false;
    double left = p->teacher.deadline ? p->teacher.deadline - clock_wall() : 0;
    size_t n = p->system->cuts.n;
    term_id *invariant = base_alloc_zero(n, sizeof *invariant);
    term_vec *conjuncts = base_alloc_zero(n, sizeof *conjuncts);
    engine_limits limits = {
        .seconds = left, .rlimit = portfolio_limit(p, step->units), .guard = p->limits->horn_guard};
    horn_result result = horn_solve(t->system, &limits, invariant);
    p->result->questions++;
    for (size_t cut = 1; cut < n && result == HORN_SOLVED; cut++)
        split(p->system->program->bank, invariant[cut], &conjuncts[cut]);
    bool good = result == HORN_SOLVED && accept(p, t, conjuncts, step->name);
    if (result == HORN_VIOLATED && !step->within)
        prover_note(p, "Horn clauses: violated, but no run was found");
    if (result == HORN_UNKNOWN && !step->within)
        prover_note(p, "Horn clauses: no answer");
    free_conjuncts(p, conjuncts);
    free(invariant);
    return good;
}

bool member_given(prover *p, const portfolio_step *step)
{
    if (teacher_expired(&p->teacher))
        return false;
    listener_tell(&p->teacher.listener, "learner: %s", step->name);
    term_vec *conjuncts = base_alloc_zero(p->system->cuts.n, sizeof *conjuncts);
    term_id *invariant = base_alloc_zero(p->system->cuts.n, sizeof *invariant);
    bool good = given_equations(&p->teacher, conjuncts);
    for (size_t cut = 0; cut < p->system->cuts.n; cut++)
        invariant[cut] =
            term_and(p->system->program->bank, conjuncts[cut].at, (uint32_t)conjuncts[cut].n);
    for (size_t i = 0; i < p->system->transitions.n && good; i++) {
        const ir_transition *one = &p->system->transitions.at[i];
        good = one->to != IR_FAULT ||
               teacher_step(&p->teacher, one, invariant[one->from], TERM_ID_FALSE) == TEACHER_HOLDS;
    }
    good = good && take(p, &p->teacher, conjuncts, step->name);
    free(invariant);
    free_conjuncts(p, conjuncts);
    return good;
}
