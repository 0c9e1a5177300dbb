/* What `tandem solve` says of a whole run: --json and --stats. */
#ifndef TANDEM_CLI_SOLVE_SOLVE_REPORT_H
#define TANDEM_CLI_SOLVE_SOLVE_REPORT_H

#include <stdio.h>

#include "base/vec.h"
#include "base/text.h"
#include "base/limits/limits.h"
#include "solve/session/session.h"

typedef struct solve_report {
    term_bank *bank;
    const char *file;
    uint64_t seed;
    double seconds;
    const char *ended; /* "complete", "timeout", "interrupted" */
    bool sandbox;      /* foreign code is confined */
    const limit_set *limits;
    bool models;  /* keep models for --json */
    char *output; /* --json: what the commands printed */
    size_t output_size;
    text_list values; /* by check: its model as a JSON object, or NULL */
} solve_report;

/* Call it after every command: takes down the model of a new sat. */
void solve_report_add(solve_report *r, session *s);
/* Did a limit or an interruption answer unknown? */
bool solve_report_was_limited(const solve_report *r, const session *s);
void solve_report_json(const solve_report *r, session *s, FILE *out);
/* `all`: also what the solver has to say. */
void solve_report_statistics(const solve_report *r, session *s, bool all, FILE *out);
void solve_report_free(solve_report *r);

#endif
