/* Inside of proving with opaque operations. */
#ifndef TANDEM_PROVE_OPEN_IMPL_H
#define TANDEM_PROVE_OPEN_IMPL_H

#include "prove/open.h"
#include "prove/run/fuzz_teacher.h"
#include "prove/run/outside.h"
#include "prove/smt/open_smt.h"

typedef struct open_attempt {
    const ir_system *told;   /* what the caller has, and vocabularies are taken from */
    const ir_system *system; /* the same with inputs that are numbers of their types */
    const prove_config *config;
    double deadline;
    prove_result *result;
    open_smt *smt;    /* NULL: executions only */
    outside *outside; /* NULL: no other fuzzer */
    bool ran_far;     /* the only run was followed: it is the same for all vocabularies */
} open_attempt;

/* ---- open_answer.c: what came out ------------------------------------------------------------ */
/* Adds a reason why there is no verdict. */
void open_note(open_attempt *a, const char *name, const char *text);
/* True when the outcome of executions ends everything. */
bool open_is_final(open_attempt *a, const fuzz_result *r, const char *name);
/* Invariants that executions did not refute: how sure are they? False: there is a counterexample; it is among the hints
 * now. */
bool open_accept(open_attempt *a, term_vec *conjuncts, const char *name, word_vec *hints);
/* The steps of a run as those of the caller's system. */
void open_tell_run(open_attempt *a);

#endif
