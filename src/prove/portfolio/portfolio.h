/* The portfolio of `prove`: what is tried, in which order, and the state that its members share. Inside of
 * the prover. */
#ifndef TANDEM_PROVE_PORTFOLIO_PORTFOLIO_H
#define TANDEM_PROVE_PORTFOLIO_PORTFOLIO_H

#include "prove/prove.h"
#include "prove/smt/learn.h"
#include "prove/smt/teacher.h"
#include "prove/walk/walk.h"

/* Numbers of the portfolio are limits: where they are in their struct, and not 0. */
#define AT(name) offsetof(prove_limits, name)

/* What is tried, in this order. */
typedef struct portfolio_step {
    const char *name;        /* of a learner; NULL: runs */
    vocabulary_config words; /* without the number of its conditions */
    size_t conditions;       /* that one: AT … */
    unsigned models;         /* bits of the models that it is for */
    size_t steps;            /* of runs: AT … */
    size_t units;            /* of it: AT …; 0: those that there are */
    bool only_arrays;        /* it is for programs with arrays */
    bool only_products;      /* it is for programs that multiply variables */
    bool only_large;         /* it is for programs with many variables that matter */
    bool wider; /* it is for programs in which a narrow vocabulary has left something out */
    bool cheap;
    bool short_runs; /* it is for programs whose executions were all short */
    bool cases;      /* for each condition of the text as a split */
    bool walks;      /* executions with random inputs, so many steps; */
    bool to_the_end; /* of a program that has one run only: so many instructions of it, */
    bool at_last;    /* or all steps that it may have */
    bool within;     /* with inputs that are numbers of their types */
    bool hunts;      /* native runs, so many blocks */
    bool exact;      /* with ideal integers that are shown to be the real ones, in so many units */
    bool ideal;      /* what is learned with ideal integers, tried with the real ones */
    bool given;      /* equations of the text, by arithmetic */
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
    size_t at;   /* the step of the portfolio that is next, or was cut short by its budget */
    bool pauses; /* it ends with the budget, and may be given more */
    bool late;   /* what is cheap was done before */
    struct exact_proof *exact;
    prove_result *result;
} prover;

/* The program with ideal integers that are asserted to be the machine's: a proof that stops when its units are used
 * up, and goes on when there are more. */
typedef struct exact_proof {
    prover prover;
    prove_config config;
    prove_result result;
    bool over; /* there is nothing more to be found */
} exact_proof;

/* Adds a reason why there is no verdict. */
void prover_note(prover *p, const char *text);
/* Starts a teacher that asks an SMT engine, and what goes with it; false: there is none. */
bool prover_begin(prover *p, prove_teacher who, double deadline);
/* Goes on from where the portfolio was left. True when there is a verdict. */
bool portfolio_run(prover *p);

/* members.c: each returns true when there is a verdict. */
bool member_runs(prover *p, const portfolio_step *step);
bool member_walks(prover *p, const portfolio_step *step);
bool member_learner(prover *p, const portfolio_step *step, const learn_cases *cases);
bool member_ideal(prover *p, const portfolio_step *step);
bool member_given(prover *p, const portfolio_step *step);
bool member_cases(prover *p, const portfolio_step *step);
bool member_horn(prover *p, const portfolio_step *step);
/* All runs were looked at: that is a proof without invariants. */
bool member_complete(prover *p, uint64_t steps, const char *how);
/* exact.c: a proof with ideal integers, in which all that distinguishes them from the machine's is
 * asserted not to happen. */
bool member_exact(prover *p, const portfolio_step *step);

/* The value of a limit that a step names by its place. */
static inline uint64_t portfolio_limit(const prover *p, size_t offset)
{
    return *(const uint64_t *)((const char *)p->limits + offset);
}

#endif
