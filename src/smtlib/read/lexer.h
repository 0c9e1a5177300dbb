/* Bytes to tokens of SMT-LIB: streaming, one pass, with positions.
 *
 * The text of a token lies in the lexer's buffer and is valid until the next token is read. Symbols
 * are not interned and literals not converted here. After a closing parenthesis nothing more is
 * read from the source, so that a command that came through a pipe can be answered at once. */
#ifndef TANDEM_SMTLIB_READ_LEXER_H
#define TANDEM_SMTLIB_READ_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef enum token_kind {
    TOKEN_END,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_SYMBOL,
    TOKEN_QUOTED,  /* |symbol|: text without the bars */
    TOKEN_KEYWORD, /* with its colon */
    TOKEN_NUMERAL,
    TOKEN_DECIMAL,
    TOKEN_HEX,    /* digits only */
    TOKEN_BINARY, /* digits only */
    TOKEN_STRING, /* what stands between the quotes, escapes as written */
    TOKEN_ERROR   /* lexer.message says what is wrong; the lexer can go on */
} token_kind;

typedef struct lexer {
    /* the current token */
    token_kind kind;
    const char *text;
    size_t length;
    uint32_t line, column;
    char message[96];

    /* Open parentheses. */
    uint64_t depth;
    /* Strings end at an unescaped quote and \" is an escape (SMT-LIB 2.0), not at any quote that is
     * not doubled. */
    bool backslash_escapes;

    /* the buffer: `next` is the first byte that is not yet part of a token */
    char *buffer;
    size_t capacity;
    const char *next, *end;
    const char *start; /* of the current token, with its delimiters; bytes before may be dropped */
    const char *keep;  /* bytes from here on stay in the buffer; NULL: none */
    uint64_t dropped;  /* bytes of the source that lie before the buffer */
    uint64_t line_start;
    uint32_t line_now;
    bool at_end;
    int read_error; /* errno of a failed read */
    ssize_t (*read)(void *context, char *buffer, size_t size);
    void *context;
} lexer;

/* A source for lexer_init: text in memory, of which n bytes are left. */
typedef struct lexer_text {
    const char *text;
    size_t n;
} lexer_text;
ssize_t lexer_read_text(void *text, char *buffer, size_t size);

/* `hint`: the size of the source if known, else 0. */
void lexer_init(lexer *x, ssize_t (*read)(void *, char *, size_t), void *context, size_t hint);
void lexer_free(lexer *x);
token_kind lexer_next(lexer *x);
/* Where the next token's first byte can be at the earliest, counted from the start of the source.
 */
static inline uint64_t lexer_offset(const lexer *x)
{
    return x->dropped + (uint64_t)(x->next - x->buffer);
}

/* From the start of the current token on, the source is kept, until lexer_kept hands it out: all of
 * it up to the end of the token that is then current. Valid until the next token is read. */
void lexer_keep(lexer *x);
const char *lexer_kept(lexer *x, size_t *length);

/* Whether the bytes could be written as a symbol without |bars|. */
bool lexer_is_simple_symbol(const char *text, size_t n);

#endif
