/* What the text of a solver stands for: the command line itself, or the one that a solver file has. Words
 * for a mode (keep:, lib:) are not for it. */
#ifndef TANDEM_SOLVER_SOLVER_TEXT_H
#define TANDEM_SOLVER_SOLVER_TEXT_H

#include "solver/family.h"

/* The command line with {folder} filled in and what was given behind the file's name; *f (may be NULL) gets
 * the family of the file, the caller's to release, and stays as it is where none is named. NULL with *error
 * set: the file cannot be read. The caller frees both. */
char *solver_text_expand(const char *text, family **f, char **error);

#endif
