/* Limits: numbers that decide results (budgets, counts of attempts, sizes, depths, shares), from
 * one table a layer.
 *
 * A layer writes its table as a list for an X-macro (see src/fuzz/limits.def):
 *
 *     LIMITS("Search over words")
 *     LIMIT(search_patience, 500, 1, 1e9, "executions without progress before …")
 *     LIMIT_REAL(seed_share, 0.5, 0, 1, "…")
 *
 * Its header includes limits_declare.h, which makes of it a struct with one field a limit; one
 * source includes limits_define.h, which makes the table and the struct of defaults. A job knows the
 * tables of all layers that it uses: a limit_set, where names are unique. Values are set before the
 * work begins and passed on as pointers to const.
 *
 * Users write names with dashes. Whatever values within the ranges are set, answers stay right:
 * limits decide how much is tried. Not for capacities of arrays, formats and protocols. */
#ifndef TANDEM_BASE_LIMITS_LIMITS_H
#define TANDEM_BASE_LIMITS_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/json.h"
#include "base/rng.h"
#include "base/strbuf.h"

typedef struct limit_spec {
    const char *name; /* of the field; NULL: a heading, which `help` has */
    bool whole;       /* a uint64_t, else a double */
    double initial, low, high;
    size_t offset; /* of the field */
    const char *help;
} limit_spec;

typedef struct limit_table {
    const limit_spec *specs;
    size_t n;
    size_t size; /* of the struct */
} limit_table;

typedef struct limit_group {
    const limit_table *table;
    void *values; /* the table's struct */
} limit_group;

/* All limits of a job. */
typedef struct limit_set {
    const limit_group *groups;
    size_t n;
} limit_set;

/* What a pointer to limits means where NULL stands for the defaults. */
#define LIMITS_OR(pointer, defaults) ((pointer) ? (pointer) : &(defaults))

void limits_defaults(const limit_set *s);
/* Sets one limit: "name=value"; the last value counts. False with *error set (caller frees). */
bool limits_assign(const limit_set *s, const char *assignment, char **error);
/* Appends those that are not as by default, "name=value" each, separated by spaces, in the order of
 * the tables: what stores keep. */
void limits_print_changed(const limit_set *s, strbuf *out);
/* Sets the limits of such a text, all others to their defaults. */
bool limits_read_changed(const limit_set *s, const char *text, char **error);
/* The same as an object: the value at this place of a document. */
void limits_json(const limit_set *s, json_writer *j);
/* A paragraph for each limit: name, default, range, help. */
void limits_help(const limit_set *s, unsigned width, strbuf *out);
/* Each limit becomes a random one of its range, for tests: often small, sometimes at an end. */
void limits_randomise(const limit_set *s, rng *r);
/* Appends the name as users write it. */
void limits_print_name(const limit_spec *x, strbuf *out);
/* Appends a number of a table as users write it. */
void limits_print_number(const limit_spec *x, double number, strbuf *out);

#endif
