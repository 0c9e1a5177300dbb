/* Visits the shared corpora of ordinary formulas: fusion-seeds, jfs, known-bugs. */
#ifndef TANDEM_TESTS_CORPORA_H
#define TANDEM_TESTS_CORPORA_H

#include <stddef.h>

/* Calls `visit` for every .smt2 file in the order of their names. */
void corpora_each(const char *root, void (*visit)(const char *path, void *context), void *context);
/* The bytes of a file, with a NUL behind them; the caller frees them. */
char *corpora_read(const char *path, size_t *n);

#endif
