/* Which solvers are there, and what of them works. */
#ifndef TANDEM_CLI_DOCTOR_DOCTOR_SOLVERS_H
#define TANDEM_CLI_DOCTOR_DOCTOR_SOLVERS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* What is tried of each: answers (from a file), models, cores, kept (by a pipe, with resets). */
#define DOCTOR_TRIALS(TRIAL) \
    TRIAL(ANSWERS, "answers") TRIAL(MODELS, "models") TRIAL(CORES, "cores") TRIAL(KEPT, "kept")

typedef enum doctor_trial {
#define TRIAL(id, name) DOCTOR_##id,
    DOCTOR_TRIALS(TRIAL)
#undef TRIAL
        DOCTOR_TRIAL_COUNT
} doctor_trial;
const char *doctor_trial_name(doctor_trial t);

typedef struct doctor_solver {
    char *command, *version;
    bool found;
    bool untested; /* what is known of its family was read, not tried */
    bool works[DOCTOR_TRIAL_COUNT];
    char *message; /* of the first trial that failed; "" */
} doctor_solver;

/* The commands of the families that are known. */
void doctor_usual_solvers(text_list *commands);

void doctor_try_solver(const char *command, doctor_solver *out);
void doctor_solver_free(doctor_solver *s);

#endif
