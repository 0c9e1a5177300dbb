/* A family of solvers (z3, cvc5, yices …): how its programs are spoken to, what they are not asked,
 * which options change their way to the same answer. All of it is data: a solver file, which is a
 * list of lines "key value" (docs/solvers.md). The shipped ones, solvers/ of the source, are inside
 * the program; a user's own is named where a command is wanted, by a path that ends with .solver.
 * Not here: running anything (solver.h). */
#ifndef TANDEM_SOLVER_FAMILY_H
#define TANDEM_SOLVER_FAMILY_H

#include <stdbool.h>

#include "base/text.h"
#include "smtlib/print/printer.h"

/* Words of the command line for formulas of some logics. */
typedef struct family_option {
    char *logic; /* a pattern */
    text_list words;
} family_option;

/* Texts that are not given are "". */
typedef struct family {
    char *name;
    char *lineage;      /* what solvers of one lineage say counts once */
    char *command;      /* how it is started where no program is named */
    char *version;      /* the word that makes it tell its version */
    char *reset;        /* what is sent between formulas; "": it cannot be kept */
    char *folder;       /* of the file, for {folder} in the command */
    text_list programs; /* that are of the family, whatever version is behind the name: z3-4.13 */
    text_list file;     /* words for a formula in a file */
    text_list pipe;     /* words to read formula after formula from a pipe */
    text_list checks;   /* words for a script with several checks */
    text_list seed;     /* words for a random seed, {} in them; none: it has no such option */
    text_list proof;    /* words that make it print proofs in the Alethe format; none: it cannot */
    text_list same;     /* spellings of one flag, in pairs */
    text_list logics;   /* patterns: it is asked about these only; none: all */
    text_list refuses;  /* patterns: and not about these */
    text_list limits;   /* parts of messages that tell of a limit, not of a defect */
    text_list variations;
    VEC(family_option) options;
    smt_dialect dialect;
    bool any_name;  /* reads files whatever they are called; else .smt2 */
    bool no_models; /* is not asked for models */
    bool no_cores;
    bool boxes;    /* reads (declare-cb …): our own */
    bool untested; /* its file was written from its documentation */
    size_t users;  /* see family_share */
} family;

typedef VEC(family *) family_list;

/* Reads the text of a solver file, in which each line `name` begins a family, into an empty list.
 * False, with the list empty and *error set (caller frees): "file:line: what is wrong". `file` is a
 * path. */
bool families_parse(const char *file, const char *text, family_list *out, char **error);
void families_free(family_list *list);
/* Those that are shipped. */
void families_shipped(family_list *out);

/* The family of a user's file, which has one. NULL with *error set (caller frees). */
family *family_read(const char *path, char **error);
/* The shipped family of a program of this name; NULL: none. */
family *family_of_program(const char *program);
/* One more owner. Not for several threads. */
family *family_share(family *f);
/* NULL is allowed. */
void family_release(family *f);

/* Whether the flag (up to its "=") or another spelling of it is among the words, which end with
 * NULL. */
bool family_has_flag(const family *f, char *const *words, const char *flag);
/* A word that only makes sense for a pipe. */
bool family_is_for_pipes(const family *f, const char *word);
/* Whether it is asked about formulas of the logic; "": none is named. */
bool family_takes_logic(const family *f, const char *logic);

#endif
