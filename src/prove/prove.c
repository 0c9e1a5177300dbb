#include "prove/prove.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "prove/open.h"
#include "prove/run/walk.h"
#include "prove/smt/horn.h"
#include "prove/smt/learn.h"
#include "prove/smt/minimise.h"

/* Steps that are unrolled before anything is learned, before the dearer learners, and at last. */
enum { FIRST_STEPS = 4, MORE_STEPS = 10, MANY_STEPS = 30, ALL_STEPS = 200 };
enum { WALK_STEPS = 1500, WALK_FAR = 20000 };
enum { MAX_ATOMS = 60, MAX_SPLITS = 8, MAX_PAIRED = 4 };
#define RUN_UNITS UINT64_C(500000) /* of one depth: others come after it */
#define ANY_UNITS UINT64_C(400000) /* of one question, before opaque operations are run */
#define HORN_UNITS UINT64_C(3000000)

/* What is tried, in this order. */
typedef struct portfolio_step {
    const char *name;   /* of a learner; NULL: runs */
    shape_config shape; /* degree, bounds and conditions all 0: Horn clauses */
    unsigned models;    /* bits of the models that it is for */
    size_t steps;       /* of runs */
    uint64_t units;     /* of Horn clauses */
    bool only_arrays;   /* it is for programs with arrays */
    bool only_products; /* it is for programs that multiply variables */
    bool cheap;
    bool cases; /* for each condition of the text as a split */
    bool walks; /* executions with random inputs, so many steps */
} portfolio_step;

typedef struct prover {
    const ir_system *system;
    teacher teacher;
    unrolling *unrolling;
    bool unrolled; /* completely: there is no step more */
    bool unsure;   /* a depth at which the solver did not know */
    bool quick;
    const char *learners;
    rng random;
    walk_states states;
    prove_result *result;
} prover;

static void note(prover *p, const char *text)
{
    if (p->result->reason.n)
        strbuf_puts(&p->result->reason, "; ");
    strbuf_puts(&p->result->reason, text);
}

static term_id conjunction(const ir_system *s, const term_vec *conjuncts)
{
    return term_and(s->program->bank, conjuncts->at, (uint32_t)conjuncts->n);
}

/* The last word, by an engine that has seen nothing else. */
static teacher_answer confirm(const ir_system *s, double deadline, const term_vec *conjuncts,
                              prove_result *result, const ir_transition **broken, strbuf *state)
{
    teacher fresh;
    char *error = NULL;
    teacher_answer answer = TEACHER_UNSURE;
    *broken = NULL;
    if (teacher_start(&fresh, s, deadline, &error)) {
        term_id *invariant = base_alloc_zero(s->cuts.n, sizeof *invariant);
        invariant[0] = TERM_ID_TRUE;
        for (size_t cut = 1; cut < s->cuts.n; cut++)
            invariant[cut] = conjunction(s, &conjuncts[cut]);
        answer = teacher_check(&fresh, invariant, broken);
        free(invariant);
        result->questions += fresh.questions;
    }
    if (answer == TEACHER_BROKEN)
        teacher_state_text(&fresh, NULL, state);
    free(error);
    teacher_end(&fresh);
    return answer;
}

static bool accept(prover *p, term_vec *conjuncts, const char *learner)
{
    const ir_transition *broken;
    strbuf state = STRBUF_INIT;
    minimise(&p->teacher, conjuncts);
    bool good = confirm(p->system, p->teacher.deadline, conjuncts, p->result, &broken, &state) ==
                TEACHER_HOLDS;
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

/* ---- The members of the portfolio; each returns true when there is a verdict ----------------- */

static bool try_runs(prover *p, size_t steps)
{
    /* A run is one only with the real values of opaque operations. */
    if (p->system->program->opaques.n && !p->teacher.boxes)
        return false;
    uint64_t usual = p->teacher.rlimit;
    p->teacher.rlimit = RUN_UNITS;
    while (!p->unrolled && unrolling_depth(p->unrolling) < steps && !teacher_expired(&p->teacher)) {
        teacher_answer answer =
            unrolling_step(p->unrolling, &p->teacher, &p->result->run, &p->unrolled);
        if (answer == TEACHER_BROKEN) {
            p->result->verdict = PROVE_VIOLATED;
            break;
        }
        if (answer == TEACHER_UNSURE) { /* deeper questions are harder */
            p->unsure = true;
            break;
        }
    }
    p->teacher.rlimit = usual;
    return p->result->verdict == PROVE_VIOLATED;
}

static bool try_walks(prover *p, size_t steps)
{
    if (p->system->program->opaques.n || teacher_expired(&p->teacher))
        return false;
    teacher_tell(&p->teacher, "executions with random inputs: %zu steps", steps);
    if (walk(p->system, &p->random, steps, p->teacher.deadline, &p->states, &p->result->run))
        p->result->verdict = PROVE_VIOLATED;
    return p->result->verdict == PROVE_VIOLATED;
}

static bool try_learner(prover *p, const shape_config *config, const learn_cases *cases,
                        const char *name)
{
    if (teacher_expired(&p->teacher))
        return false;
    size_t n = p->system->cuts.n;
    teacher_tell(&p->teacher, "learner: %s", name);
    term_vec *conjuncts = base_alloc_zero(n, sizeof *conjuncts);
    const walk_states *examples = config->degree > 1 ? &p->states : NULL;
    learn_result learned = learn(&p->teacher, config, cases, examples, conjuncts);
    bool good = learned == LEARN_SAFE && accept(p, conjuncts, name);
    if (learned != LEARN_SAFE && !cases) {
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

/* The conditions of the text that may split, each without its negation. */
static void find_splits(const prover *p, term_vec *splits)
{
    term_bank *b = p->system->program->bank;
    term_vec atoms = {0};
    atoms_of_text(p->system, MAX_ATOMS, &atoms);
    for (size_t i = 0; i < atoms.n && splits->n < MAX_SPLITS; i++) {
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
        good = try_learner(p, &step->shape, &one, step->name);
    }
    for (size_t i = 0; i < splits.n && i < MAX_PAIRED && !good; i++)
        for (size_t k = 0; k < i && !good; k++) {
            learn_cases two = {{splits.at[k], splits.at[i]}, 2};
            good = try_learner(p, &step->shape, &two, step->name);
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
    if (teacher_expired(&p->teacher))
        return false;
    double left = p->teacher.deadline ? p->teacher.deadline - clock_wall() : 0;
    size_t n = p->system->cuts.n;
    term_id *invariant = base_alloc_zero(n, sizeof *invariant);
    term_vec *conjuncts = base_alloc_zero(n, sizeof *conjuncts);
    horn_result result = horn_solve(p->system, left, step->units, invariant);
    p->result->questions++;
    for (size_t cut = 1; cut < n && result == HORN_SOLVED; cut++)
        split(p->system->program->bank, invariant[cut], &conjuncts[cut]);
    bool good = result == HORN_SOLVED && accept(p, conjuncts, step->name);
    if (result == HORN_VIOLATED)
        note(p, "Horn clauses: violated, but no run was found");
    if (result == HORN_UNKNOWN)
        note(p, "Horn clauses: no answer");
    for (size_t cut = 0; cut < n; cut++)
        vec_free(&conjuncts[cut]);
    free(conjuncts);
    free(invariant);
    return good;
}

enum { MATH = 1 << IR_MATH, MACHINE = 1 << IR_MACHINE, BOTH = MATH | MACHINE };

static const portfolio_step portfolio[] = {
    {.models = BOTH, .steps = FIRST_STEPS, .cheap = true},
    {"equations",
     {.degree = 1, .bounds = SHAPE_INTERVALS, .conditions = 60},
     .models = MACHINE,
     .cheap = true},
    {"octagons",
     {.degree = 1, .bounds = SHAPE_OCTAGONS, .conditions = 60},
     .models = BOTH,
     .cheap = true},
    {"arrays",
     {.degree = 1, .bounds = SHAPE_INTERVALS, .conditions = 60, .arrays = true},
     .models = BOTH,
     .only_arrays = true},
    {.models = BOTH, .steps = MORE_STEPS},
    {.models = BOTH, .steps = WALK_STEPS, .walks = true},
    {"remainders",
     {.degree = 1, .bounds = SHAPE_INTERVALS, .conditions = 60, .remainders = true},
     .models = BOTH},
    {"clauses",
     {.degree = 1, .bounds = SHAPE_OCTAGONS, .conditions = 40, .pairs = true},
     .models = MATH},
    {"clauses",
     {.degree = 1, .bounds = SHAPE_INTERVALS, .conditions = 40, .pairs = true},
     .models = MACHINE},
    {.models = BOTH, .steps = MANY_STEPS},
    {.models = BOTH, .steps = WALK_FAR, .walks = true},
    {"cases",
     {.degree = 1, .bounds = SHAPE_INTERVALS, .conditions = 20},
     .models = BOTH,
     .cases = true},
    {"polynomials of degree 2",
     {.degree = 2, .bounds = SHAPE_INTERVALS, .conditions = 40},
     .models = BOTH},
    {"polynomials of degree 4",
     {.degree = 4, .bounds = SHAPE_INTERVALS, .conditions = 40},
     .models = BOTH,
     .only_products = true},
    {"Horn clauses", .models = BOTH, .units = HORN_UNITS},
    {.models = BOTH, .steps = ALL_STEPS},
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

bool prove_knows_learner(const char *name, size_t n)
{
    for (size_t i = 0; i < sizeof portfolio / sizeof *portfolio; i++) {
        const char *known = portfolio[i].name;
        if (known && strcspn(known, " ") == n && !strncmp(known, name, n))
            return true;
    }
    return false;
}

/* True when there is a verdict. */
static bool take_step(prover *p, const portfolio_step *step)
{
    if (!(step->models & 1u << p->system->program->model) ||
        (step->name && !is_wanted(p->learners, step->name)) || (p->quick && !step->cheap) ||
        (step->only_arrays && !has_arrays(p->system)) ||
        (step->only_products && !atoms_multiply(p->system)))
        return false;
    if (step->walks)
        return try_walks(p, step->steps);
    if (step->steps)
        return try_runs(p, step->steps);
    if (step->units)
        return try_horn(p, step);
    return step->cases ? try_cases(p, step) : try_learner(p, &step->shape, NULL, step->name);
}

static void run_portfolio(prover *p)
{
    for (size_t i = 0; i < sizeof portfolio / sizeof *portfolio; i++)
        if (take_step(p, &portfolio[i]))
            return;
    strbuf text = STRBUF_INIT;
    strbuf_printf(&text, "no fault in the first %zu steps%s", unrolling_depth(p->unrolling),
                  p->unsure ? " (as far as the solver knows)" : "");
    note(p, text.text);
    strbuf_free(&text);
    if (teacher_expired(&p->teacher))
        note(p, "the time is over");
}

static prove_teacher teacher_of(const ir_system *s, const prove_config *config)
{
    /* Executions are of mathematical integers, as far as they fit words. */
    bool runs = s->program->model == IR_MATH && (!s->program->opaques.n || config->boxes);
    if (!runs || config->quick)
        return PROVE_SMT;
    if (config->teacher == PROVE_AUTO)
        return s->program->opaques.n ? PROVE_HYBRID : PROVE_SMT;
    return config->teacher;
}

static void result_init(const ir_system *s, prove_result *result)
{
    *result = (prove_result){
        .verdict = PROVE_UNKNOWN, .n_cuts = s->cuts.n, .reason = STRBUF_INIT, .crash = STRBUF_INIT};
    result->invariants = base_alloc_zero(s->cuts.n, sizeof *result->invariants);
}

void prove(const ir_system *s, const prove_config *config, prove_result *result)
{
    double start = clock_wall();
    result_init(s, result);
    prover p = {
        .system = s, .result = result, .quick = config->quick, .learners = config->learners};
    char *error = NULL;
    double deadline = config->seconds ? start + config->seconds : 0;
    prove_teacher who = teacher_of(s, config);
    p.quick |=
        who == PROVE_HYBRID; /* what holds for any opaque operations, if that is soon found */
    if (who != PROVE_FUZZ && teacher_start(&p.teacher, s, deadline, &error)) {
        if (who == PROVE_HYBRID)
            p.teacher.rlimit = ANY_UNITS;
        p.unrolling = unrolling_new(s);
        walk_states_init(&p.states, s);
        rng_seed(&p.random, config->seed);
        p.teacher.listener = config->listener;
        p.teacher.boxes = config->boxes;
        run_portfolio(&p);
        unrolling_free(p.unrolling);
        walk_states_free(&p.states);
    } else if (error) {
        note(&p, error);
    }
    free(error);
    result->questions += p.teacher.questions;
    teacher_end(&p.teacher);
    if (who != PROVE_SMT && result->verdict == PROVE_UNKNOWN) {
        prove_config chosen = *config;
        chosen.teacher = who;
        open_prove(s, &chosen, deadline, result);
    }
    result->seconds = clock_wall() - start;
}

void prove_check(const ir_system *s, const prove_config *config, const term_vec *conjuncts,
                 prove_result *result)
{
    double start = clock_wall();
    result_init(s, result);
    const ir_transition *broken = NULL;
    strbuf state = STRBUF_INIT;
    prove_teacher who = teacher_of(s, config);
    if (who != PROVE_SMT) {
        prove_config chosen = *config;
        chosen.teacher = who;
        open_check(s, &chosen, config->seconds ? start + config->seconds : 0, conjuncts, result);
        result->seconds = clock_wall() - start;
        return;
    }
    teacher_answer answer = confirm(s, config->seconds ? start + config->seconds : 0, conjuncts,
                                    result, &broken, &state);
    if (answer == TEACHER_HOLDS) {
        result->verdict = PROVE_PROVED;
        result->learner = "given";
        for (size_t cut = 0; cut < s->cuts.n; cut++)
            vec_append(&result->invariants[cut], conjuncts[cut].at, conjuncts[cut].n);
    } else if (answer == TEACHER_UNSURE) {
        strbuf_puts(&result->reason, "the solver does not know");
    } else if (broken->to == IR_FAULT) {
        strbuf_printf(&result->reason,
                      "the invariant is too weak: the assertion of line %u can fail from %s",
                      broken->line, state.text);
    } else if (!broken->from) {
        strbuf_printf(&result->reason,
                      "the invariant does not hold when the loop of line %u is reached first",
                      ir_system_line(s, broken->to));
    } else {
        strbuf_printf(&result->reason, "the invariant is not kept by the loop of line %u: from %s",
                      ir_system_line(s, broken->to), state.text);
    }
    strbuf_free(&state);
    result->seconds = clock_wall() - start;
}

void prove_result_free(prove_result *r)
{
    for (size_t cut = 0; cut < r->n_cuts; cut++)
        vec_free(&r->invariants[cut]);
    free(r->invariants);
    run_free(&r->run);
    strbuf_free(&r->reason);
    strbuf_free(&r->crash);
    vec_free(&r->sureness);
}
