#include "smtlib/read/sexpr.h"

enum { LETTER, BLANK, DELIMITER, SPECIAL /* unless the text is plain */ };

static const unsigned char classes[256] = {
    [' '] = BLANK,     ['\t'] = BLANK,  ['\n'] = BLANK,    ['\r'] = BLANK,
    ['\f'] = BLANK,    ['\v'] = BLANK,  ['('] = DELIMITER, [')'] = DELIMITER,
    ['"'] = DELIMITER, ['|'] = SPECIAL, [';'] = SPECIAL,
};

static bool is_blank(char c)
{
    return classes[(unsigned char)c] == BLANK;
}

size_t sexpr_skip_blanks(sexpr_scanner *s)
{
    size_t lines = 0;
    for (; s->at < s->end && is_blank(*s->at); s->at++)
        lines += *s->at == '\n';
    return lines;
}

/* Behind the string whose first quote is at `p`; NULL: it is not closed. */
static const char *end_of_string(const sexpr_scanner *s, const char *p)
{
    for (p++; p < s->end; p++) {
        if (s->backslash && *p == '\\') {
            p++;
        } else if (*p == '"') {
            if (p + 1 >= s->end || p[1] != '"')
                return p + 1;
            p++;
        }
    }
    return NULL;
}

static const char *end_of_quoted(const sexpr_scanner *s, const char *p)
{
    const char *end = memchr(p + 1, '|', (size_t)(s->end - p - 1));
    return end ? end + 1 : NULL;
}

static const char *end_of_comment(const sexpr_scanner *s, const char *p)
{
    const char *end = memchr(p, '\n', (size_t)(s->end - p));
    end = end ? end : s->end;
    while (is_blank(end[-1]))
        end--;
    return end;
}

static const char *end_of_atom(const sexpr_scanner *s, const char *p)
{
    unsigned also = s->plain ? SPECIAL : LETTER; /* what an atom may have besides letters */
    for (p++; p < s->end; p++) {
        unsigned class = classes[(unsigned char)*p];
        if (class != LETTER && class != also)
            break;
    }
    return p;
}

static sexpr_kind kind_of(const sexpr_scanner *s, char c)
{
    switch (c) {
    case '(':
        return SEXPR_OPEN;
    case ')':
        return SEXPR_CLOSE;
    case '"':
        return SEXPR_STRING;
    case '|':
        return s->plain ? SEXPR_ATOM : SEXPR_QUOTED;
    case ';':
        return s->plain ? SEXPR_ATOM : SEXPR_COMMENT;
    default:
        return SEXPR_ATOM;
    }
}

static sexpr_token read_token(sexpr_scanner *s)
{
    sexpr_token t = {.kind = kind_of(s, *s->at), .text = s->at};
    const char *end = s->at + 1;
    if (t.kind == SEXPR_ATOM)
        end = end_of_atom(s, s->at);
    else if (t.kind == SEXPR_STRING)
        end = end_of_string(s, s->at);
    else if (t.kind == SEXPR_QUOTED)
        end = end_of_quoted(s, s->at);
    else if (t.kind == SEXPR_COMMENT)
        end = end_of_comment(s, s->at);
    if (!end)
        t.kind = SEXPR_BROKEN;
    s->at = end ? end : s->end;
    t.n = (size_t)(s->at - t.text);
    return t;
}

sexpr_token sexpr_next(sexpr_scanner *s)
{
    for (;;) {
        sexpr_skip_blanks(s);
        if (s->at == s->end)
            return (sexpr_token){.kind = SEXPR_END, .text = s->end};
        sexpr_token t = read_token(s);
        if (t.kind != SEXPR_COMMENT || s->comments)
            return t;
    }
}

bool sexpr_skip(sexpr_scanner *s)
{
    size_t depth = 0;
    do {
        sexpr_token t = sexpr_next(s);
        if (t.kind == SEXPR_END || t.kind == SEXPR_BROKEN || (t.kind == SEXPR_CLOSE && !depth))
            return false;
        depth += t.kind == SEXPR_OPEN;
        depth -= t.kind == SEXPR_CLOSE;
    } while (depth);
    return true;
}
