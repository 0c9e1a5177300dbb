/* A C program with the code behind its opaque operations: read, bound, tried.
 *
 * Functions without code or parameters, and those that the trial has seen to depend on more than
 * their arguments, are foreign in `program`: their results are inputs. The rest are free functions
 * of terms, which is an assumption about them unless a proof does without it. */
#ifndef TANDEM_PROVE_OPENED_H
#define TANDEM_PROVE_OPENED_H

#include "prove/prove.h"
#include "prove/run/opaque_code.h"
#include "prove/run/real.h"
#include "prove/run/trial.h"

typedef enum opened_state {
    OPENED,
    OPENED_NO_PROGRAM, /* see the failure */
    OPENED_NO_CODE     /* a library cannot be used */
} opened_state;

typedef struct opened {
    ir_program *program;
    ir_system *system;
    opaque_code code;
    real_runs real;
    trial_vec trials;
    strbuf impure;    /* what was seen, in words; empty: nothing */
    ir_system *ideal; /* the program with ideal integers, where that is another one; or NULL */
    ir_system *exact; /* the same with assertions that they are the machine's; or NULL */
    /* Inside: */
    ir_program *first, *all_foreign, *ideal_program, *exact_program;
    ir_system *foreign_system;
} opened;

/* opened_close is due in any case. On trouble *failure and *error (caller frees) are set. */
/* `overflow`: signed overflow matters, to `exact`. */
opened_state opened_open(opened *o, term_bank *b, const char *path, const ir_options *options,
                         const opaque_config *config, bool overflow, ir_failure *failure,
                         char **error);
/* For prove_config; NULL: all results are known from terms. */
real_runs *opened_real(opened *o);
/* What a proof assumes of opaque code is added to the result. */
void opened_weigh(const opened *o, const prove_config *config, prove_result *result);
void opened_close(opened *o);

#endif
