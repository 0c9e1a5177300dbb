/* The results of a benchmark: one record for each solver and file, their CSV, and their sums. */
#ifndef TANDEM_CAMPAIGN_RESULTS_H
#define TANDEM_CAMPAIGN_RESULTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/vec.h"
#include "campaign/suite.h"
#include "solver/runner.h"

typedef struct results_record {
    bool done;
    runner_verdict verdict;
    bool wrong, solved;
    double wall, cpu, limit; /* seconds; the limit is on the wall time */
    uint64_t memory;         /* peak bytes */
    int status;
    char *note;    /* one line; owned */
    char *machine; /* on which it ran, where that was another one; else NULL; owned */
} results_record;

/* An answer is wrong when one check's answer contradicts what is expected of it. A run is solved
 * when its verdict is sat or unsat and not wrong; or unknown where exactly that is expected. */
void results_judge(results_record *r, const runner_result *run, const suite_file *file);
void results_record_free(results_record *r);

/* ---- Sums ------------------------------------------------------------------------------------ */

typedef struct results_sum {
    size_t runs, solved, wrong;
    size_t verdicts[RUNNER_VERDICT_COUNT];
    double wall, cpu;   /* of all runs */
    double solved_wall; /* of the solved ones */
    double par2;        /* mean: wall time of a solved run, twice the limit for any other */
} results_sum;

/* Only records that are done count. */
results_sum results_add_up(const results_record *records, size_t n, size_t stride);

/* ---- CSV ------------------------------------------------------------------------------------- */

/* A row as it stands in a file; texts are owned. */
typedef struct results_row {
    char *solver, *command, *file, *expected;
    results_record record;
} results_row;

typedef VEC(results_row) results_rows;

extern const char results_csv_header[];
/* With a column for machines, which rows have whose record names one. */
extern const char results_csv_machines_header[];
void results_csv_row(strbuf *out, const results_row *row);
/* Reads rows as they were written; a row that is damaged (the last one, when a run was killed) is
 * left out and counted. False when the text does not begin with the header. */
bool results_csv_read(const char *text, results_rows *rows, size_t *damaged);
void results_rows_free(results_rows *rows);

#endif
