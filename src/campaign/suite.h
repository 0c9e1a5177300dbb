/* A suite: the .smt2 files that a list of files and folders names, and what they should answer. */
#ifndef TANDEM_CAMPAIGN_SUITE_H
#define TANDEM_CAMPAIGN_SUITE_H

#include <stdbool.h>

#include "base/vec.h"
#include "smtlib/script/answers.h"

typedef struct suite_file {
    char *path;
    answer_list expected; /* one for each check-sat, ANSWER_NONE where nothing is known */
    bool exactly; /* `unknown` is the one right answer (:tandem-answer), not a lack of one */
} suite_file;

typedef VEC(suite_file) suite;

/* Adds a file, or all *.smt2 below a folder in the order of their paths; a file that is already
 * there is not added again. False with *error set (caller frees): nothing there, or unreadable. */
bool suite_add(suite *s, const char *path, char **error);
void suite_free(suite *s);

/* What the text of a script says of its answers: (set-info :status …) before a check-sat belongs to
 * that check; a script without one has one check at its end. (set-info :tandem-answer …) is
 * stronger than :status and means exactly that answer. */
void suite_expect_text(suite_file *file, const char *text);
/* Where the text says nothing and there is one check: a file name with the word sat or unsat in it
 * (words end at - _ . and digits), or else a folder of that name. */
void suite_expect_path(suite_file *file);

#endif
