/* A benchmark beside an earlier one. */
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "campaign/compare.h"
#include "cli/bench/bench.h"

bool bench_read_before(bench *b, const char *path, char **error)
{
    bool missing;
    return results_file_read(path, &b->before, &missing, error);
}

static double time_of(const results_record *r)
{
    return r->solved ? r->wall : -1;
}

/* Times of unlike machines say nothing about solvers. */
static const char *machine_of(const results_record *r)
{
    return r->machine ? r->machine : "";
}

static int by_file(const void *a, const void *b)
{
    return strcmp((*(const results_row *const *)a)->file, (*(const results_row *const *)b)->file);
}

/* The runs of one solver on files that both have. */
static compare_result compare(const bench *b, size_t solver)
{
    VEC(const results_row *) rows = {0};
    results_pairs pairs = {0};
    for (size_t i = 0; i < b->before.n; i++)
        if (!strcmp(b->before.at[i].solver, b->solvers.at[solver].name) &&
            b->before.at[i].record.done)
            vec_push(&rows, &b->before.at[i]);
    if (rows.n)
        qsort(rows.at, rows.n, sizeof *rows.at, by_file);
    for (size_t f = 0; rows.n && f < b->files.n; f++) {
        results_row wanted = {.file = b->files.at[f].path};
        const results_row *key = &wanted,
                          **found = bsearch(&key, rows.at, rows.n, sizeof *rows.at, by_file);
        results_pair pair = {found ? time_of(&(*found)->record) : 0,
                             time_of(bench_record(b, f, solver))};
        if (found && bench_record(b, f, solver)->done &&
            !strcmp(machine_of(&(*found)->record), machine_of(bench_record(b, f, solver))))
            vec_push(&pairs, pair);
    }
    compare_result r = compare_runs(pairs.at, pairs.n);
    vec_free(&rows);
    vec_free(&pairs);
    return r;
}

void bench_print_against(const bench *b, const char *path, strbuf *out)
{
    for (size_t s = 0; s < b->solvers.n; s++) {
        compare_result r = compare(b, s);
        strbuf_printf(out, "%s against %s: ", b->solvers.at[s].name, path);
        if (!r.files)
            strbuf_puts(out, "it has no run of this solver on these files\n");
        else
            strbuf_printf(
                out,
                "%zu files, %zu solved now and not before, %zu before and not now (p = %.2g); "
                "%.3f times the time on the %zu of both (median; p = %.2g)\n",
                r.files, r.gained, r.lost, r.p_solved, r.ratio, r.both, r.p_times);
    }
}

static void member_count(json_writer *j, const char *key, size_t number)
{
    json_key(j, key);
    json_uint(j, number);
}

static void member_number(json_writer *j, const char *key, double number)
{
    json_key(j, key);
    json_double(j, number);
}

void bench_json_against(const bench *b, json_writer *j)
{
    json_key(j, "against");
    json_array(j);
    for (size_t s = 0; s < b->solvers.n; s++) {
        compare_result r = compare(b, s);
        json_object(j);
        json_key(j, "solver");
        json_string(j, b->solvers.at[s].name);
        member_count(j, "files", r.files);
        member_count(j, "gained", r.gained);
        member_count(j, "lost", r.lost);
        member_count(j, "both", r.both);
        member_number(j, "p_solved", r.p_solved);
        member_number(j, "time_ratio", r.ratio);
        member_number(j, "p_times", r.p_times);
        json_end(j);
    }
    json_end(j);
}
