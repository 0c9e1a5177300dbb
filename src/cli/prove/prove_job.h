/* One program is proved: read, with its opaque code, looked at, and answered. */
#ifndef TANDEM_CLI_PROVE_PROVE_JOB_H
#define TANDEM_CLI_PROVE_PROVE_JOB_H

#include "base/limits/limits.h"
#include "cli/prove/prove_choices.h"
#include "fuzz/limits.h"
#include "program/limits.h"
#include "prove/limits.h"
#include "sandbox/sandbox.h"
#include "solve/limits.h"

typedef struct prove_job_limits {
    ir_limits program;
    prove_limits prove;
    solve_limits solve;
    fuzz_limits fuzz;
    limit_group groups[4];
    limit_set set; /* the four above */
} prove_job_limits;

/* The exit code; what came out is printed and written. */
int prove_file(const prove_options *o, const prove_job_limits *l, const char *file,
               const sandbox_choice *choice);

#endif
