/* The state of one `tandem bench`: solvers, files, and a matrix of results. */
#ifndef TANDEM_CLI_BENCH_BENCH_H
#define TANDEM_CLI_BENCH_BENCH_H

#include <signal.h>

#include "campaign/results.h"
#include "campaign/results_file.h"
#include "campaign/suite.h"

typedef struct bench_solver {
    char *name;
    solver_command *command;
} bench_solver;

enum { BENCH_OUTPUTS = 2 };

typedef struct bench {
    VEC(bench_solver) solvers;
    suite files;
    results_record *records; /* of solver s on file f: bench_record */
    runner_limits limits;
    size_t jobs;
    const char *outputs[BENCH_OUTPUTS]; /* files of results; NULL: none */
    results_rows before;                /* of --against */
    bool status;                        /* a status line on the terminal */
    bool lines;                         /* plain progress lines */
    bool each;                          /* a line for each run */
    struct bench_away *away;            /* the machines that run it; NULL: this one */
    const volatile sig_atomic_t *interrupt;
} bench;

static inline results_record *bench_record(const bench *b, size_t file, size_t solver)
{
    return &b->records[file * b->solvers.n + solver];
}

/* "NAME=COMMAND" or "COMMAND". False with *error set (caller frees): no such program, or the name
 * is taken. */
bool bench_add_solver(bench *b, const char *text, char **error);
/* What the file should answer: "sat", "unsat unknown", "none". */
void bench_expected(const suite_file *file, strbuf *out);
void bench_free(bench *b);

/* A benchmark on many machines (bench_cluster.h): instead of running it here. */
typedef struct bench_away {
    /* Calls `done` with the record of each run, which is then the callee's, and `tick` now and then. False with *error set
     * (caller frees). */
    bool (*run)(struct bench_away *away,
                void (*done)(void *context, size_t place, results_record *r),
                void (*tick)(void *context), void *context, char **error);
} bench_away;

/* bench_run.c: takes over what an earlier file of results has. False with *error set (caller frees). */
bool bench_resume(bench *b, const char *path, size_t *taken, char **error);
/* Runs everything that is not done; writes the files as results come, and in order at the end, also
 * when interrupted. False with *error set (caller frees) when a file cannot be written. */
bool bench_run(bench *b, char **error);

/* bench_report.c */
void bench_print_table(const bench *b, strbuf *out);
void bench_print_folders(const bench *b, strbuf *out);
/* Wrong answers, and solvers that contradict each other where nothing is expected. */
void bench_print_remarks(const bench *b, strbuf *out);
void bench_print_json(const bench *b, strbuf *out);
void bench_draw_plot(const bench *b, strbuf *out);
/* The second solver's times against the first one's. */
void bench_draw_scatter(const bench *b, strbuf *out);
size_t bench_count_wrong(const bench *b);
/* What each solver did on each machine, where there are several. */
void bench_print_machines(const bench *b, strbuf *out);

/* bench_against.c: reads the rows of an earlier run. False with *error set (caller frees). */
bool bench_read_before(bench *b, const char *path, char **error);
/* A line for each solver that has runs on the same files in both. */
void bench_print_against(const bench *b, const char *path, strbuf *out);
struct json_writer;
void bench_json_against(const bench *b, struct json_writer *j);

#endif
