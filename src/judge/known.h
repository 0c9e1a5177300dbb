/* Known bugs that are not to be reported again: a file with a pattern on each line.
 *
 *     # z3 4.8.12 breaks this assertion on many formulas
 *     kind=crash solver=z3 version=4.8.* message="ASSERTION VIOLATION*bv_rewriter*"
 *     kind="wrong model" solver=cvc5 operators="select store"
 *
 * A finding is known when all that a line says is true of it. docs/findings.md is the reference. */
#ifndef TANDEM_JUDGE_KNOWN_H
#define TANDEM_JUDGE_KNOWN_H

#include "judge/finding.h"

typedef struct known_list known_list;

/* NULL with *error set (caller frees), as "file:line: message". */
known_list *known_read(const char *path, char **error);
known_list *known_parse(const char *name, const char *text, char **error);
void known_free(known_list *k);
/* The number of the line whose pattern fits; 0: the finding is new. `shape` is the finding_shape of
 * its (reduced) formula. */
size_t known_match(const known_list *k, const finding *f, const char *shape);

#endif
