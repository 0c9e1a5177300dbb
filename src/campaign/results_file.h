/* Files of benchmark results: CSV, or a database of SQLite (a table `run` with the same columns). A file that is being written
 * has every result that is known, whenever the run may end. */
#ifndef TANDEM_CAMPAIGN_RESULTS_FILE_H
#define TANDEM_CAMPAIGN_RESULTS_FILE_H

#include "campaign/results.h"

/* Whether the rows of a new file of this name go into a database. */
bool results_file_is_database(const char *path);
/* Adds the rows of a file of either kind; false with *error set (caller frees), and *missing where there is no such file. */
bool results_file_read(const char *path, results_rows *rows, bool *missing, char **error);
/* The same of a file of SQLite. */
bool results_database_read(const char *path, results_rows *rows, char **error);

typedef struct results_writer results_writer;

/* Replaces the file by one with these rows, of which nothing is taken over; `machines`: a CSV has a column for them. NULL with
 * *error set (caller frees). */
results_writer *results_writer_new(const char *path, bool machines, const results_row *rows,
                                   size_t n, char **error);
/* Adds a row; a failure is told at the end. */
void results_writer_add(results_writer *w, const results_row *row);
/* Replaces the rows by these, in this order, and closes; false with *error set (caller frees). */
bool results_writer_end(results_writer *w, const results_row *rows, size_t n, char **error);

#endif
