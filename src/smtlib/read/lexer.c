#include "smtlib/read/lexer.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

enum { BLOCK = 1 << 18 };

/* What a byte can begin. */
enum byte_class { BAD, SPACE, NEWLINE, OPEN, CLOSE, LETTER, DIGIT, QUOTE, BAR, COLON, HASH, SEMI };

#define L LETTER
#define D DIGIT
static const unsigned char classes[256] = {
    ['\t'] = SPACE,    ['\n'] = NEWLINE,  ['\r'] = SPACE,      ['\f'] = SPACE, [' '] = SPACE,
    ['('] = OPEN,      [')'] = CLOSE,     ['"'] = QUOTE,       ['|'] = BAR,    [':'] = COLON,
    ['#'] = HASH,      [';'] = SEMI,      ['~'] = L,           ['!'] = L,      ['@'] = L,
    ['$'] = L,         ['%'] = L,         ['^'] = L,           ['&'] = L,      ['*'] = L,
    ['_'] = L,         ['-'] = L,         ['+'] = L,           ['='] = L,      ['<'] = L,
    ['>'] = L,         ['.'] = L,         ['?'] = L,           ['/'] = L,      ['0' ... '9'] = D,
    ['A' ... 'Z'] = L, ['a' ... 'z'] = L, [0x80 ... 0xff] = L, /* names in UTF-8 occur */
};
#undef L
#undef D

static inline enum byte_class class_of(char c)
{
    return (enum byte_class)classes[(unsigned char)c];
}

static inline bool in_symbol(char c)
{
    enum byte_class k = class_of(c);
    return k == LETTER || k == DIGIT;
}

ssize_t lexer_read_text(void *text, char *buffer, size_t size)
{
    lexer_text *s = text;
    size_t n = s->n < size ? s->n : size;
    if (n)
        memcpy(buffer, s->text, n);
    s->text += n;
    s->n -= n;
    return (ssize_t)n;
}

void lexer_init(lexer *x, ssize_t (*read)(void *, char *, size_t), void *context, size_t hint)
{
    *x = (lexer){.read = read, .context = context, .line_now = 1};
    x->capacity = hint && hint < BLOCK ? hint + 1 : BLOCK;
    x->buffer = base_alloc(x->capacity + 1);
    x->buffer[0] = 0;
    x->start = x->next = x->end = x->buffer;
}

void lexer_free(lexer *x)
{
    free(x->buffer);
    x->buffer = NULL;
}

/* More bytes behind `end`, while everything from `start` (or `keep`) on stays. `*p` is moved along
 * with the buffer. False at the end of the source. The byte at `end` is always NUL. */
static bool refill(lexer *x, const char **p)
{
    if (x->at_end)
        return false;
    const char *from = x->keep ? x->keep : x->start;
    size_t shift = (size_t)(from - x->buffer), kept = (size_t)(x->end - from);
    size_t at = (size_t)(*p - from), start = (size_t)(x->start - from);
    memmove(x->buffer, from, kept);
    x->dropped += shift;
    if (kept + BLOCK / 4 > x->capacity && kept > x->capacity / 2) {
        x->capacity = x->capacity * 2 + 64;
        x->buffer = base_realloc(x->buffer, x->capacity + 1);
    }
    ssize_t got;
    do {
        got = x->read(x->context, x->buffer + kept, x->capacity - kept);
    } while (got < 0 && errno == EINTR);
    if (got < 0)
        x->read_error = errno ? errno : EIO;
    if (got <= 0)
        x->at_end = true;
    else
        kept += (size_t)got;
    x->end = x->buffer + kept;
    x->buffer[kept] = 0;
    x->start = x->buffer + start;
    if (x->keep)
        x->keep = x->buffer;
    *p = x->buffer + at;
    return got > 0;
}

static inline void new_line(lexer *x, const char *newline)
{
    x->line_now++;
    x->line_start = x->dropped + (uint64_t)(newline + 1 - x->buffer);
}

static token_kind lex_fail(lexer *x, const char *message)
{
    snprintf(x->message, sizeof x->message, "%s", message);
    return x->kind = TOKEN_ERROR;
}

/* The end of the symbol characters from p on. */
static inline const char *scan_symbol(lexer *x, const char *p)
{
    for (;;) {
        while (in_symbol(*p))
            p++;
        if (p != x->end || !refill(x, &p))
            return p;
    }
}

static inline token_kind finish(lexer *x, token_kind kind, size_t skip, const char *end)
{
    x->text = x->start + skip;
    x->length = (size_t)(end - x->text);
    x->next = end;
    return x->kind = kind;
}

/* Control characters, which a terminal would obey: no printable text has them, nor has it those of
 * UTF-8 (U+0080 to U+009F), whose second byte this is. */
static inline bool is_control(const char *p)
{
    unsigned char c = (unsigned char)*p;
    return (c < ' ' && c != '\t' && c != '\r' && c != '\n') || c == 0x7f ||
           (c >= 0x80 && c <= 0x9f && (unsigned char)p[-1] == 0xc2);
}

/* Between bars; line breaks are part of the symbol. */
static token_kind lex_quoted(lexer *x)
{
    const char *p = x->start + 1;
    bool control = false;
    for (;; p++) {
        if (p == x->end && !refill(x, &p)) {
            x->next = p;
            return lex_fail(x, "unterminated |symbol|: the closing bar is missing");
        }
        if (*p == '\n')
            new_line(x, p);
        else if (*p == '|')
            break;
        control |= is_control(p);
    }
    finish(x, TOKEN_QUOTED, 1, p);
    x->next = p + 1;
    return control ? lex_fail(x, "a |symbol| cannot have control characters") : x->kind;
}

static token_kind lex_string(lexer *x)
{
    const char *p = x->start + 1;
    for (;; p++) {
        if (p == x->end && !refill(x, &p)) {
            x->next = p;
            return lex_fail(x, "unterminated string: the closing \" is missing");
        }
        if (*p == '\n') {
            new_line(x, p);
        } else if (x->backslash_escapes && *p == '\\') {
            p++;
            if (p == x->end && !refill(x, &p))
                p--;
            else if (*p == '\n')
                new_line(x, p);
        } else if (*p == '"') {
            const char *after = p + 1;
            if (after == x->end)
                refill(x, &after);
            p = after - 1;
            if (x->backslash_escapes || *after != '"' || after == x->end)
                break;
            p++;
        }
    }
    finish(x, TOKEN_STRING, 1, p);
    x->next = p + 1;
    return x->kind;
}

static token_kind lex_number(lexer *x)
{
    const char *p = x->start;
    token_kind kind = TOKEN_NUMERAL;
    for (;;) {
        while (class_of(*p) == DIGIT)
            p++;
        if (p == x->end && refill(x, &p))
            continue;
        if (*p != '.' || kind == TOKEN_DECIMAL)
            break;
        kind = TOKEN_DECIMAL;
        p++;
    }
    if (in_symbol(*p) || p[-1] == '.') {
        p = scan_symbol(x, p);
        finish(x, TOKEN_ERROR, 0, p);
        return lex_fail(x, "malformed number (a symbol that begins with a digit needs |bars|)");
    }
    return finish(x, kind, 0, p);
}

static token_kind lex_hash(lexer *x)
{
    const char *p = scan_symbol(x, x->start + 1);
    const char *text = x->start + 1;
    size_t n = (size_t)(p - text), i = 1;
    x->next = p;
    if (n > 1 && *text == 'x') {
        for (; i < n; i++) {
            char c = text[i] | 0x20;
            if (class_of(text[i]) != DIGIT && (c < 'a' || c > 'f'))
                break;
        }
        if (i == n)
            return finish(x, TOKEN_HEX, 2, p);
    } else if (n > 1 && *text == 'b') {
        while (i < n && (text[i] == '0' || text[i] == '1'))
            i++;
        if (i == n)
            return finish(x, TOKEN_BINARY, 2, p);
    }
    return lex_fail(x, "malformed constant: #x and hexadecimal or #b and binary digits are meant");
}

static token_kind lex_bad(lexer *x)
{
    unsigned char c = (unsigned char)*x->start;
    x->next = x->start + 1;
    if (c > ' ' && c < 0x7f)
        snprintf(x->message, sizeof x->message, "unexpected character '%c'", c);
    else
        snprintf(x->message, sizeof x->message, "unexpected byte 0x%02x", c);
    return x->kind = TOKEN_ERROR;
}

/* Skips blanks and comments; false at the end of the source. */
static bool skip_blank(lexer *x)
{
    const char *p = x->next;
    for (;;) {
        while (class_of(*p) == SPACE)
            p++;
        if (*p == '\n') {
            new_line(x, p++);
        } else if (p == x->end) {
            x->start = p;
            if (!refill(x, &p)) {
                x->start = x->next = p;
                return false;
            }
        } else if (*p == ';') {
            do {
                x->start = p;
                const char *newline = memchr(p, '\n', (size_t)(x->end - p));
                p = newline ? newline : x->end;
            } while (p == x->end && (x->start = p, refill(x, &p)));
        } else {
            x->start = p;
            return true;
        }
    }
}

token_kind lexer_next(lexer *x)
{
    bool found = skip_blank(x);
    x->line = x->line_now;
    x->column = (uint32_t)(x->dropped + (uint64_t)(x->start - x->buffer) - x->line_start + 1);
    if (!found) {
        x->text = x->start;
        x->length = 0;
        return x->kind = TOKEN_END;
    }
    switch (class_of(*x->start)) {
    case OPEN:
        x->depth++;
        return finish(x, TOKEN_OPEN, 0, x->start + 1);
    case CLOSE:
        if (x->depth)
            x->depth--;
        return finish(x, TOKEN_CLOSE, 0, x->start + 1);
    case LETTER: {
        const char *p = scan_symbol(x, x->start + 1);
        return finish(x, TOKEN_SYMBOL, 0, p);
    }
    case COLON: {
        const char *p = scan_symbol(x, x->start + 1);
        return finish(x, TOKEN_KEYWORD, 0, p);
    }
    case DIGIT:
        return lex_number(x);
    case QUOTE:
        return lex_string(x);
    case BAR:
        return lex_quoted(x);
    case HASH:
        return lex_hash(x);
    default:
        return lex_bad(x);
    }
}

void lexer_keep(lexer *x)
{
    x->keep = x->start;
}

const char *lexer_kept(lexer *x, size_t *length)
{
    assert(x->keep);
    const char *text = x->keep;
    *length = (size_t)(x->next - text);
    x->keep = NULL;
    return text;
}

bool lexer_is_simple_symbol(const char *text, size_t n)
{
    if (!n || class_of(*text) != LETTER)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (!in_symbol(text[i]) || (unsigned char)text[i] >= 0x80)
            return false;
    }
    return true;
}
