/* S-expressions in a buffer, token by token, for those who only look at the shape of a text: what a
 * script expects, what a program replied, where a form ends. The token table of SMT-LIB is all it knows.
 * Not for reading terms: that is the lexer, which streams, counts lines and tells kinds of literals
 * apart. */
#ifndef TANDEM_SMTLIB_READ_SEXPR_H
#define TANDEM_SMTLIB_READ_SEXPR_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef enum sexpr_kind {
    SEXPR_END,
    SEXPR_OPEN,
    SEXPR_CLOSE,
    SEXPR_ATOM,
    SEXPR_STRING,  /* with its quotes; a doubled quote inside does not end it */
    SEXPR_QUOTED,  /* |symbol|, with its bars */
    SEXPR_COMMENT, /* up to the end of its line, without blanks there */
    SEXPR_BROKEN   /* a string or |symbol| that is not closed: all that is left */
} sexpr_kind;

typedef struct sexpr_token {
    sexpr_kind kind;
    const char *text;
    size_t n;
} sexpr_token;

typedef struct sexpr_scanner {
    const char *at, *end;
    bool comments;  /* comments are tokens; otherwise they are skipped */
    bool backslash; /* SMT-LIB 2.0: \" inside strings */
    bool plain;     /* values only: no comments and |symbols|, ; and | are letters */
} sexpr_scanner;

static inline sexpr_scanner sexpr_scan(const char *text)
{
    return (sexpr_scanner){.at = text, .end = text + strlen(text)};
}

/* Moves over blanks; returns how many line ends were among them. */
size_t sexpr_skip_blanks(sexpr_scanner *s);
/* The next token, behind which the scanner then stands. Atoms end before blanks, parentheses, quotes,
 * bars and semicolons. */
sexpr_token sexpr_next(sexpr_scanner *s);
/* Moves behind one atom or list; false when there is none, or it is not closed. */
bool sexpr_skip(sexpr_scanner *s);

static inline bool sexpr_is(sexpr_token t, const char *text)
{
    return strlen(text) == t.n && !memcmp(text, t.text, t.n);
}

#endif
