/* The formatter behind `tandem fmt`: SMT-LIB text in, the same tokens with good line breaks out.
 *
 * It works on tokens, not on terms: comments, lets, spellings, names and unknown commands stay as
 * they are. Layout depends only on the tokens, on which comments stand alone on their line, and on
 * where blank lines are (one of several is kept), so formatting the output again changes nothing.
 * One top-level form is held in memory at a time; depth costs no stack. */
#ifndef TANDEM_SMTLIB_FORMAT_FORMAT_H
#define TANDEM_SMTLIB_FORMAT_FORMAT_H

#include <stdbool.h>

#include "base/strbuf.h"

typedef struct smt_format_options {
    uint32_t width;  /* 0: 100 columns */
    uint32_t indent; /* 0: 2 columns for each level */
} smt_format_options;

/* Appends the formatted text to `out`; ends with a newline unless there was nothing. `options` may
 * be NULL. False with *error set ("line:column: message"; the caller frees it) when parentheses or
 * quotes do not close; what came before has been formatted. */
bool smt_format(const char *text, size_t n, const smt_format_options *options, strbuf *out,
                char **error);

#endif
