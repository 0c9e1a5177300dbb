#include "prove/prove.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "prove/check.h"
#include "prove/open.h"
#include "prove/run/violation.h"
#include "prove/smt/horn.h"
#include "prove/smt/ideal.h"
#include "prove/smt/learn.h"
#include "prove/smt/minimise.h"
#include "prove/walk/walk.h"

enum { OVER_QUESTIONS = 8 }; /* when its only run is over: as dear as these may be all questions */
enum { WALK_SHARE = 5 };     /* of the steps of a program's only run: those of many runs together */

/* Numbers of the portfolio are limits: where they are in their struct, and not 0. */
#define AT(name) offsetof(prove_limits, name)

/* What is tried, in this order. */
typedef struct portfolio_step {
    const char *name;   /* of a learner; NULL: runs */
    shape_config shape; /* without the number of its conditions */
    size_t conditions;  /* that one: AT … */
    unsigned models;    /* bits of the models that it is for */
    size_t steps;       /* of runs: AT … */
    size_t units;       /* of Horn clauses: AT … */
    bool only_arrays;   /* it is for programs with arrays */
    bool only_products; /* it is for programs that multiply variables */
    bool cheap;
    bool cases;      /* for each condition of the text as a split */
    bool walks;      /* executions with random inputs, so many steps; */
    bool to_the_end; /* of a program that has one run only: all that it may have */
    bool within;     /* with inputs that are numbers of their types */
    bool hunts;      /* native runs, so many blocks */
    bool exact;      /* with ideal integers that are shown to be the real ones, in so many units */
    bool ideal;      /* what is learned with ideal integers, tried with the real ones */
} portfolio_step;

typedef struct prover {
    const prove_limits *limits;
    const ir_system *system;
    const prove_config *config;
    const ir_system *within;         /* for runs, and for proofs that need it */
    teacher teacher, within_teacher; /* the second is started when it is needed, … */
    teacher ideal_teacher;           /* … and so is this */
    unrolling *unrolling;
    bool unrolled;  /* completely: there is no step more */
    bool unsure;    /* a depth at which the solver did not know */
    bool walks;     /* they are possible, or were not tried yet */
    bool over;      /* the only run has come to its end, … */
    bool cut_short; /* … or not before the time was over */
    walker *walker;
    bool quick;
    const char *learners;
    walk_states states;
    prove_result *result;
} prover;

static uint64_t limit_at(const prover *p, size_t offset)
{
    return *(const uint64_t *)((const char *)p->limits + offset);
}

static void note(prover *p, const char *text)
{
    if (p->result->reason.n)
        strbuf_puts(&p->result->reason, "; ");
    strbuf_puts(&p->result->reason, text);
}

/* So many units of the solver more, and no more than there were. */
static uint64_t budget_of(const teacher *t, uint64_t units)
{
    uint64_t end = engine_counts(t->engine)->units + units;
    return t->budget && t->budget < end ? t->budget : end;
}

static bool accept(prover *p, teacher *t, term_vec *conjuncts, const char *learner)
{
    const ir_transition *broken;
    strbuf state = STRBUF_INIT;
    uint64_t budget = t->budget;
    t->budget = budget_of(t, p->limits->minimise_units);
    minimise(t, conjuncts);
    t->budget = budget;
    bool good = prove_confirm(t->system, p->limits, t->deadline, conjuncts, p->result, &broken,
                              &state) == TEACHER_HOLDS;
    strbuf_free(&state);
    if (!good) {
        note(p, "invariants that were found could not be confirmed");
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

/* All runs were looked at: that is a proof without invariants. */
static bool take_complete(prover *p, uint64_t steps, const char *how)
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

static bool try_runs(prover *p, const portfolio_step *step)
{
    /* A run is one only with the real values of opaque operations. */
    if (p->system->program->opaques.n && !p->teacher.boxes)
        return false;
    uint64_t usual = p->teacher.rlimit;
    p->teacher.rlimit = p->limits->run_units;
    unroll(p, limit_at(p, step->steps));
    if (p->result->verdict != PROVE_VIOLATED && !step->cheap && !p->unrolled && !p->unsure)
        p->unrolled = unrolling_ends(p->unrolling, &p->teacher);
    p->teacher.rlimit = usual;
    if (p->result->verdict == PROVE_VIOLATED)
        return true;
    return p->unrolled && !p->unsure &&
           take_complete(p, unrolling_depth(p->unrolling), PROVE_UNROLLED);
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

/* Half of the time that is left: others may want some. */
static double half_of_time(const prover *p)
{
    return p->teacher.deadline ? (p->teacher.deadline + clock_wall()) / 2 : 0;
}

/* The only run of a program goes as far as the limit says, others share it. */
static bool try_walks(prover *p, const portfolio_step *step)
{
    uint64_t steps = limit_at(p, step->steps);
    double deadline = p->teacher.deadline;
    if (p->system->program->opaques.n || !p->walks || (!p->over && teacher_expired(&p->teacher)))
        return false;
    if (!p->walker)
        p->walker = walker_new(p->system, p->within, p->limits, p->config->seed);
    p->walks = p->walker != NULL;
    if (p->over)
        return take_complete(p, walker_deepest(p->walker), PROVE_ONLY_RUN);
    if (!p->walks)
        return false;
    if (!walker_is_determined(p->walker)) {
        steps = steps / WALK_SHARE + 1;
    } else if (step->to_the_end) {
        steps = p->limits->walk_last;
        deadline = half_of_time(p);
    }
    listener_tell(&p->teacher.listener, "executions: %" PRIu64 " steps", steps);
    run found = {0};
    walk_result result = walk(p->walker, steps, deadline, &p->states, &found);
    p->result->deepest = walker_deepest(p->walker);
    if (result == WALK_OVER)
        come_to_the_end(p);
    if (result != WALK_FAULT)
        return false;
    p->result->run = found;
    take_run(p);
    return p->result->verdict == PROVE_VIOLATED;
}

static bool try_learner(prover *p, const portfolio_step *step, const learn_cases *cases)
{
    teacher *t = teacher_for(p, step);
    shape_config config = step->shape;
    config.conditions = limit_at(p, step->conditions);
    const char *name = step->name;
    if (!t || teacher_expired(t))
        return false;
    size_t n = p->system->cuts.n;
    listener_tell(&t->listener, "learner: %s%s", name,
                  step->within ? ", with inputs within their types" : "");
    term_vec *conjuncts = base_alloc_zero(n, sizeof *conjuncts);
    const walk_states *examples = config.degree > 1 ? &p->states : NULL;
    learn_result learned = learn(t, &config, cases, examples, conjuncts);
    bool good = learned == LEARN_SAFE && accept(p, t, conjuncts, name);
    if (learned != LEARN_SAFE && !cases && !step->within) {
        strbuf text = STRBUF_INIT;
        strbuf_printf(&text, "%s: %s", name,
                      learned == LEARN_WEAK ? "too weak" : "a question without an answer");
        note(p, text.text);
        strbuf_free(&text);
    }
    for (size_t cut = 0; cut < n; cut++)
        vec_free(&conjuncts[cut]);
    free(conjuncts);
    return good;
}

/* What is left of candidates when they are tried with the real integers. */
static bool weed(prover *p, const portfolio_step *step, term_vec *conjuncts)
{
    static const char *const words[] = {
        [LEARN_SAFE] = "enough", [LEARN_WEAK] = "too weak", [LEARN_STUCK] = "not known"};
    double deadline = p->teacher.deadline;
    uint64_t budget = p->teacher.budget;
    p->teacher.deadline = half_of_time(p);
    p->teacher.budget = budget_of(&p->teacher, p->limits->weed_units);
    learn_result left = ideal_weed(&p->teacher, conjuncts);
    p->teacher.deadline = deadline;
    p->teacher.budget = budget;
    listener_tell(&p->teacher.listener, "what is left with the real ones: %s", words[left]);
    return left == LEARN_SAFE && accept(p, &p->teacher, conjuncts, step->name);
}

static void free_conjuncts(prover *p, term_vec *conjuncts)
{
    for (size_t cut = 0; cut < p->system->cuts.n; cut++)
        vec_free(&conjuncts[cut]);
    free(conjuncts);
}

static bool try_ideal(prover *p, const portfolio_step *step)
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
    shape_config config = step->shape;
    config.conditions = limit_at(p, step->conditions);
    term_vec *few = base_alloc_zero(n, sizeof *few), *all = base_alloc_zero(n, sizeof *all);
    listener_tell(&p->teacher.listener, "learner: %s, with ideal integers", step->name);
    t->listener = p->teacher.listener;
    t->deadline = half_of_time(p);
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
static bool try_cases(prover *p, const portfolio_step *step)
{
    term_vec splits = {0};
    bool good = false;
    find_splits(p, &splits);
    for (size_t i = 0; i < splits.n && !good; i++) {
        learn_cases one = {{splits.at[i]}, 1};
        good = try_learner(p, step, &one);
    }
    for (size_t i = 0; i < splits.n && i < p->limits->splits_paired && !good; i++)
        for (size_t k = 0; k < i && !good; k++) {
            learn_cases two = {{splits.at[k], splits.at[i]}, 2};
            good = try_learner(p, step, &two);
        }
    if (!good)
        note(p, "cases: too weak");
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

static bool try_horn(prover *p, const portfolio_step *step)
{
    teacher *t = teacher_for(p, step);
    if (!t || teacher_expired(t))
        return false;
    double left = p->teacher.deadline ? p->teacher.deadline - clock_wall() : 0;
    size_t n = p->system->cuts.n;
    term_id *invariant = base_alloc_zero(n, sizeof *invariant);
    term_vec *conjuncts = base_alloc_zero(n, sizeof *conjuncts);
    horn_result result = horn_solve(t->system, left, limit_at(p, step->units), invariant);
    p->result->questions++;
    for (size_t cut = 1; cut < n && result == HORN_SOLVED; cut++)
        split(p->system->program->bank, invariant[cut], &conjuncts[cut]);
    bool good = result == HORN_SOLVED && accept(p, t, conjuncts, step->name);
    if (result == HORN_VIOLATED && !step->within)
        note(p, "Horn clauses: violated, but no run was found");
    if (result == HORN_UNKNOWN && !step->within)
        note(p, "Horn clauses: no answer");
    for (size_t cut = 0; cut < n; cut++)
        vec_free(&conjuncts[cut]);
    free(conjuncts);
    free(invariant);
    return good;
}

/* A proof with ideal integers, in which all that distinguishes them from the machine's is asserted not to
 * happen. */
static bool try_exact(prover *p, const portfolio_step *step)
{
    prove_config config = *p->config;
    if (!config.exact || teacher_expired(&p->teacher))
        return false;
    double now = clock_wall(), half = half_of_time(p);
    listener_tell(&config.listener, "the machine's numbers as ideal integers");
    config.ideal = config.exact = NULL;
    config.hunt = NULL;
    config.units = limit_at(p, step->units);
    config.seconds = half ? (half > now ? half - now : 0.01) : 0;
    prove_result found;
    prove(p->config->exact, &config, &found);
    p->result->questions += found.questions;
    bool good = found.verdict == PROVE_PROVED;
    if (good) {
        prove_result before = *p->result;
        found.questions = before.questions;
        found.proof = p->config->exact;
        *p->result = found;
        found = before;
    }
    prove_result_free(&found);
    return good;
}

enum { MATH = 1 << IR_MATH, MACHINE = 1 << IR_MACHINE, BOTH = MATH | MACHINE };

static const portfolio_step portfolio[] = {
    {.models = BOTH, .steps = AT(first_steps), .cheap = true},
    {.models = BOTH, .steps = AT(walk_first), .walks = true, .cheap = true},
    {.models = MACHINE, .units = AT(exact_units), .exact = true, .cheap = true},
    {"equations",
     {.degree = 1, .bounds = SHAPE_INTERVALS},
     AT(conditions),
     .models = MACHINE,
     .cheap = true},
    {"octagons",
     {.degree = 1, .bounds = SHAPE_OCTAGONS},
     AT(conditions),
     .models = BOTH,
     .ideal = true,
     .cheap = true},
    {.models = MACHINE, .steps = AT(walk_steps), .walks = true, .to_the_end = true},
    {"remainders",
     {.degree = 1, .bounds = SHAPE_INTERVALS, .remainders = true},
     AT(conditions),
     .models = BOTH,
     .ideal = true},
    {"clauses",
     {.degree = 1, .bounds = SHAPE_OCTAGONS, .pairs = true},
     AT(dear_conditions),
     .models = BOTH,
     .ideal = true},
    {"arrays",
     {.degree = 1, .bounds = SHAPE_INTERVALS, .arrays = true},
     AT(conditions),
     .models = BOTH,
     .ideal = true,
     .only_arrays = true},
    {"octagons",
     {.degree = 1, .bounds = SHAPE_OCTAGONS},
     AT(conditions),
     .models = BOTH,
     .cheap = true},
    {.models = BOTH, .steps = AT(walk_steps), .walks = true, .to_the_end = true},
    {"arrays",
     {.degree = 1, .bounds = SHAPE_INTERVALS, .arrays = true},
     AT(conditions),
     .models = BOTH,
     .only_arrays = true},
    {.models = BOTH, .steps = AT(more_steps)},
    {"remainders",
     {.degree = 1, .bounds = SHAPE_INTERVALS, .remainders = true},
     AT(conditions),
     .models = BOTH},
    {"clauses",
     {.degree = 1, .bounds = SHAPE_OCTAGONS, .pairs = true},
     AT(dear_conditions),
     .models = MATH},
    {"clauses",
     {.degree = 1, .bounds = SHAPE_INTERVALS, .pairs = true},
     AT(dear_conditions),
     .models = MACHINE},
    {.models = BOTH, .steps = AT(hunt_first), .hunts = true},
    {"octagons",
     {.degree = 1, .bounds = SHAPE_OCTAGONS},
     AT(conditions),
     .models = MATH,
     .within = true},
    {.models = BOTH, .steps = AT(hunt_more), .hunts = true},
    {.models = BOTH, .steps = AT(many_steps)},
    {.models = BOTH, .steps = AT(walk_far), .walks = true, .to_the_end = true},
    {"polynomials of degree 2",
     {.degree = 2, .bounds = SHAPE_INTERVALS},
     AT(dear_conditions),
     .models = BOTH,
     .only_products = true},
    {"cases",
     {.degree = 1, .bounds = SHAPE_INTERVALS},
     AT(case_conditions),
     .models = BOTH,
     .cases = true},
    {"polynomials of degree 2",
     {.degree = 2, .bounds = SHAPE_INTERVALS},
     AT(dear_conditions),
     .models = BOTH},
    {"polynomials of degree 4",
     {.degree = 4, .bounds = SHAPE_INTERVALS},
     AT(dear_conditions),
     .models = BOTH,
     .only_products = true},
    {"Horn clauses", .models = BOTH, .units = AT(horn_units)},
    {"Horn clauses", .models = MATH, .units = AT(horn_units), .within = true},
    {.models = BOTH, .steps = AT(all_steps)},
    {.models = BOTH, .steps = AT(walk_far), .walks = true, .to_the_end = true},
};

static bool has_arrays(const ir_system *s)
{
    for (size_t v = 0; v < s->program->variables.n; v++)
        if (s->program->variables.at[v].type.n_dims)
            return true;
    return false;
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

/* True when there is a verdict. */
static bool take_step(prover *p, const portfolio_step *step)
{
    if (!(step->models & 1u << p->system->program->model) ||
        (step->name && !is_wanted(p->learners, step->name)) || (p->quick && !step->cheap) ||
        (step->only_arrays && !has_arrays(p->system)) ||
        (step->only_products && !atoms_multiply(p->system)))
        return false;
    if (step->hunts)
        return violation_hunt(p->config, limit_at(p, step->steps), p->teacher.deadline, p->result);
    if (step->exact)
        return try_exact(p, step);
    if (step->walks)
        return try_walks(p, step);
    if (step->steps)
        return try_runs(p, step);
    if (step->units)
        return try_horn(p, step);
    if (step->ideal)
        return try_ideal(p, step);
    return step->cases ? try_cases(p, step) : try_learner(p, step, NULL);
}

static void run_portfolio(prover *p)
{
    for (size_t i = 0; i < sizeof portfolio / sizeof *portfolio; i++)
        if (take_step(p, &portfolio[i]))
            return;
    if (p->over) {
        take_complete(p, walker_deepest(p->walker), PROVE_ONLY_RUN);
        return;
    }
    strbuf text = STRBUF_INIT;
    strbuf_printf(&text, "no fault in the first %zu steps%s", unrolling_depth(p->unrolling),
                  p->unsure ? " (as far as the solver knows)" : "");
    note(p, text.text);
    strbuf_free(&text);
    if (p->walker && p->result->deepest) {
        strbuf walked = STRBUF_INIT;
        strbuf_printf(&walked, "none in executions of up to %" PRIu64 " steps", p->result->deepest);
        note(p, walked.text);
        strbuf_free(&walked);
    }
    if (teacher_expired(&p->teacher))
        note(p, "the time is over");
}

/* Executions only: what goes far comes first. A program that has one run only is not called almost
 * correct before that has gone as far as the limit says. */
static void walk_alone(prover *p, double deadline)
{
    static const portfolio_step far = {
        .models = BOTH, .steps = AT(walk_steps), .walks = true, .to_the_end = true};
    p->teacher.deadline = deadline;
    p->teacher.listener = p->config->listener;
    p->walks = true;
    walk_states_init(&p->states, p->system);
    if (!try_walks(p, &far) && p->over)
        take_complete(p, walker_deepest(p->walker), PROVE_ONLY_RUN);
    p->cut_short = p->walker && walker_is_determined(p->walker) && !p->over;
    walk_states_free(&p->states);
    walker_free(p->walker);
}

/* The only run is still under way, and nobody knows where it goes. */
static void doubt(prover *p)
{
    strbuf text = STRBUF_INIT;
    strbuf_printf(&text, "its only run was executed for %" PRIu64 " steps and did not end",
                  p->result->deepest);
    p->result->verdict = PROVE_UNKNOWN;
    note(p, text.text);
    strbuf_free(&text);
}

/* With a teacher that asks an SMT engine. */
static void prove_by_questions(prover *p, prove_teacher who, double deadline)
{
    char *error = NULL;
    if (teacher_start(&p->teacher, p->system, p->limits, deadline, &error)) {
        p->teacher.budget = p->config->units;
        if (who == PROVE_HYBRID) {
            p->teacher.rlimit = p->limits->any_units;
            p->teacher.budget = p->limits->any_total;
        }
        p->unrolling = unrolling_new(p->within);
        walk_states_init(&p->states, p->system);
        p->walks = true;
        p->teacher.listener = p->config->listener;
        p->teacher.boxes = p->config->boxes;
        run_portfolio(p);
        unrolling_free(p->unrolling);
        walk_states_free(&p->states);
        walker_free(p->walker);
    } else if (error) {
        note(p, error);
    }
    free(error);
    p->result->questions +=
        p->teacher.questions + p->within_teacher.questions + p->ideal_teacher.questions;
    teacher_end(&p->ideal_teacher);
    teacher_end(&p->teacher);
    teacher_end(&p->within_teacher);
}

/* By executions, and SMT where that is wanted too. */
static void prove_by_executions(prover *p, prove_teacher who, double deadline)
{
    prove_config chosen = *p->config;
    chosen.teacher = who;
    open_prove(p->system, &chosen, deadline, p->result);
    if (p->result->verdict == PROVE_ALMOST && p->cut_short)
        doubt(p);
    if (p->result->verdict == PROVE_ALMOST)
        violation_hunt(&chosen, p->limits->hunt_more, deadline, p->result);
}

void prove(const ir_system *s, const prove_config *config, prove_result *result)
{
    double start = clock_wall();
    prove_result_init(s, result);
    prover p = {.limits = LIMITS_OR(config->limits, prove_limits_default),
                .system = s,
                .config = config,
                .result = result,
                .quick = config->quick,
                .learners = config->learners};
    ir_system *within = ir_system_within(s);
    p.within = within;
    double deadline = config->seconds ? start + config->seconds : 0;
    prove_teacher who = prove_who(s, config);
    /* What holds for any opaque operations, if that is soon found. */
    p.quick |= who == PROVE_HYBRID;
    bool done = violation_search(config, deadline, result);
    if (!done && who != PROVE_SMT)
        done = violation_hunt(config,
                              s->program->opaques.n ? p.limits->hunt_more : p.limits->hunt_first,
                              deadline, result);
    if (!done && who == PROVE_FUZZ && !s->program->opaques.n)
        walk_alone(&p, deadline);
    bool bound = (config->grammar || config->outside) && !config->quick;
    if (!done && who != PROVE_FUZZ && !bound)
        prove_by_questions(&p, who, deadline);
    if (!done && bound && who == PROVE_SMT)
        note(&p,
             "invariants of a grammar, or for other fuzzers, are learned from executions, and the "
             "program cannot be executed");
    if (!done && who != PROVE_SMT && result->verdict == PROVE_UNKNOWN)
        prove_by_executions(&p, who, deadline);
    ir_system_free(within);
    if (result->verdict == PROVE_UNKNOWN && result->needs.n) {
        strbuf_clear(&result->reason);
        strbuf_puts(&result->reason, result->needs.text);
    }
    result->seconds = clock_wall() - start;
}
