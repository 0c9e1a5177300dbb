/* Tokens of one top-level form, for the formatter. */
#ifndef TANDEM_SMTLIB_FORMAT_FORMAT_TOKENS_H
#define TANDEM_SMTLIB_FORMAT_FORMAT_TOKENS_H

#include <stdbool.h>

#include "base/vec.h"

typedef enum format_kind { FORMAT_OPEN, FORMAT_CLOSE, FORMAT_ATOM, FORMAT_COMMENT } format_kind;

typedef struct format_token {
    uint32_t start, length; /* bytes, from the start of the form */
    uint32_t match;         /* of OPEN: its CLOSE */
    uint32_t flat;          /* columns of everything before it, printed on one line */
    uint32_t tall;          /* how many comments and many-line tokens come before it */
    uint8_t kind;
    bool own_line; /* first on its line */
    bool blank;    /* after an empty line */
} format_token;

typedef struct format_form {
    const char *text; /* where offsets count from */
    VEC(format_token) tokens;
    vec_u32 open; /* while reading */
} format_form;

/* A position in the text, moved forward form by form. */
typedef struct format_lexer {
    const char *text;
    size_t n, at;
    bool backslash; /* SMT-LIB 2.0: \" inside strings */
} format_lexer;

typedef enum format_status { FORMAT_FORM, FORMAT_END, FORMAT_BROKEN } format_status;

/* The next comment, or atom, or list with everything in it. BROKEN: *where and *what say what. */
format_status format_next(format_lexer *l, format_form *form, size_t *where, const char **what);
/* Columns that the tokens first .. last take on one line. */
static inline uint32_t format_flat_width(const format_form *f, uint32_t first, uint32_t last)
{
    return f->tokens.at[last].flat - f->tokens.at[first].flat;
}
uint32_t format_columns(const char *text, uint32_t n);

#endif
