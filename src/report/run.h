/* A run of any job as a page shows it: read from what the run has left, a folder, a database or a file.
 *
 * Nothing is run for it, and nothing of it is trusted: all texts are those of somebody else. Jobs fill in what they have:
 *
 *     fuse     FOLDER with campaign.db, or that file      findings, answers of the solvers
 *     race     FOLDER with race.db                         ranking, margins, inputs, findings
 *     explore  FOLDER with stats.json                      edges over time, findings, lines (after --replay)
 *     bench    FILE.csv, or what bench --json printed      times, answers
 *     solve, prove, and others: what --json printed; FILE.log beside FILE.json (what --explain said) is the story */
#ifndef TANDEM_REPORT_RUN_H
#define TANDEM_REPORT_RUN_H

#include "campaign/results.h"
#include "explore/test/replay.h"
#include "report/intervals.h"
#include "report/json_tree.h"

typedef struct report_pair {
    char *name, *value;
} report_pair;

typedef struct report_finding {
    char *title, *state;
    char *message, *evidence, *story, *again; /* may be "" */
    char *text;                               /* the formula or the input; … */
    char *longer;                             /* … and as it was found, if that is another */
    bool smt;                                 /* it is SMT-LIB */
} report_finding;

/* How often a solver gave an answer, and the seconds of it. */
typedef struct report_answers {
    char *solver, *answer;
    uint64_t runs;
    double seconds;
} report_answers;

typedef struct report_text {
    char *title, *text;
    bool smt;
} report_text;

typedef struct report_run {
    char *path;
    const char *job;          /* "fuse", …; "" when it is not known */
    VEC(report_pair) facts;   /* what was run, where, with what */
    VEC(report_pair) numbers; /* what came of it */
    VEC(report_answers) answers;
    VEC(report_finding) findings;
    size_t others;    /* findings that were dismissed or are repetitions: only counted */
    VEC(double) x, y; /* a curve */
    const char *curve_title, *x_axis, *y_axis;
    const char *curve_says; /* what it means; may be NULL */
    VEC(interval) ranking;
    replay_result lines;
    results_rows rows;
    VEC(report_text) texts;
} report_run;

/* False with *error set (caller frees): nothing of a run is there. Free it in any case. */
bool report_run_open(report_run *r, const char *path, char **error);
void report_run_free(report_run *r);

void report_run_fact(report_run *r, const char *name, const char *value);
void report_run_number(report_run *r, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void report_run_text(report_run *r, const char *title, const char *text, bool smt);
/* Takes the finding, whose texts are then the run's. */
void report_run_add(report_run *r, const report_finding *f);
/* "FOLDER/name" as a text; false when it is not there. */
bool report_run_file(const char *folder, const char *name, strbuf *text);

/* run_stores.c: what a database of fuse or race has. */
bool report_run_store(report_run *r, const char *path, char **error);
/* run_folders.c */
void report_run_race(report_run *r, const char *folder);
void report_run_explore(report_run *r, const char *folder);
/* run_json.c: FOLDER/run.json, that says what was run; what a job has printed. */
void report_run_note(report_run *r, const char *folder);
bool report_run_json(report_run *r, const char *text, size_t n);
/* Facts of this machine and its system, for the foot of a page or a note: "name\tvalue\n" each. */
void report_machine(strbuf *out);

#endif
