#include "runtime/calls/print.h"

#include "runtime/boxes/invoke.h"
#include "runtime/core/table.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NUMBER = 24, LONGEST_FIXED = 320, LONGEST_OTHER = 40, MOST_BYTES = 512 };

/* One argument of a format: what is printed, or a width or precision. */
typedef struct piece {
    char kind;        /* of the conversion; '*': a width or precision; 0: the format ends here */
    bool bounded;     /* a precision was given: */
    size_t precision; /* SIZE_MAX: by an argument */
    bool strange;     /* something that is not known here */
} piece;

/* The place in a format, between the arguments that it takes. */
typedef struct reader {
    const char *at;
    bool inside; /* behind a width that is an argument */
    piece next;
} reader;

static bool is_one_of(char c, const char *set)
{
    return c && strchr(set, c);
}

static void read_precision(reader *r)
{
    char *end;
    if (*r->at != '.')
        return;
    r->next.bounded = true;
    r->next.precision = strtoul(r->at + 1, &end, 10);
    r->at = end;
    if (r->at[-1] == '.' && *r->at == '*')
        r->next.precision = SIZE_MAX;
}

/* The next argument that the format takes. */
static piece read_piece(reader *r)
{
    if (!r->inside) {
        r->at = strchr(r->at, '%');
        while (r->at && r->at[1] == '%')
            r->at = strchr(r->at + 2, '%');
        if (!r->at)
            return (piece){0};
        r->at++;
        r->next = (piece){0};
    }
    r->inside = false;
    while (is_one_of(*r->at, "-+ #0'123456789"))
        r->at++;
    read_precision(r);
    if (*r->at == '*') {
        r->at++;
        r->inside = true;
        return (piece){.kind = '*'};
    }
    while (is_one_of(*r->at, "hljztqL"))
        r->next.strange |=
            is_one_of(*r->at++, "L") || (r->at[-1] == 'l' && is_one_of(*r->at, "sc"));
    r->next.kind = *r->at;
    r->next.strange |= !is_one_of(*r->at, "diouxXcsaAeEfFgGp");
    r->at += *r->at != 0;
    return r->next;
}

/* A precision that is an argument is known now. */
static void set_precision(reader *r, const piece *p, uint64_t value)
{
    if (p->kind == '*' && r->next.bounded && (int)value >= 0)
        r->next.precision = (size_t)(int)value;
}

static size_t most_of(const piece *p)
{
    return p->bounded ? p->precision : SIZE_MAX;
}

void tandem_print_inputs(tandem_call *c, uint32_t format, tandem_footprint *f)
{
    reader r = {.at = (const char *)(uintptr_t)c->value[format]};
    uint32_t next = format + 1;
    for (piece p = read_piece(&r); p.kind; p = read_piece(&r), next++) {
        const void *text = (void *)(uintptr_t)c->value[next];
        if (next >= c->n || p.strange) {
            f->reached.full = true; /* what it reads is not known */
            return;
        }
        set_precision(&r, &p, c->value[next]);
        bool fixed = p.kind == 's' || p.kind == '*';
        if (fixed && c->expr[next]) {
            tandem_fix(c->expr[next], c->value[next], TANDEM_WHY_ADDRESS);
            c->expr[next] = 0;
        }
        if (p.kind == 's' && text)
            tandem_reach_add(&f->reached, (uintptr_t)text,
                             tandem_string_reach(text, most_of(&p), 1));
    }
}

/* What a number that is an input can take. */
static size_t longest(const piece *p)
{
    size_t digits = p->bounded && p->precision < MOST_BYTES ? p->precision : 0;
    if (p->kind == 'f' || p->kind == 'F')
        return LONGEST_FIXED + digits;
    return (is_one_of(p->kind, "eEgGaA") ? LONGEST_OTHER : LONGEST_NUMBER) + digits;
}

/* How much longer it can become. */
static size_t slack(const tandem_call *c, uint32_t format)
{
    reader r = {.at = (const char *)(uintptr_t)c->value[format]};
    size_t more = 0;
    uint32_t next = format + 1;
    for (piece p = read_piece(&r); p.kind && next < c->n; p = read_piece(&r), next++) {
        const char *text = (const char *)(uintptr_t)c->value[next];
        if (p.strange)
            return 0;
        set_precision(&r, &p, c->value[next]);
        if (p.kind == 's' && text) {
            size_t most = tandem_string_reach(text, most_of(&p), 1), now = strnlen(text, most);
            more += most > now + 1 ? most - now - 1 : 0; /* the end is counted */
        } else if (c->expr[next]) {
            more += longest(&p);
        }
    }
    return more;
}

size_t tandem_print_bytes(const tandem_call *c, uint32_t format, size_t *most)
{
    uint64_t args[TANDEM_MAX_ARGS] = {0, 0, c->value[format]}, floats = 0;
    uint32_t n = 3;
    for (uint32_t i = format + 1; i < c->n && n < TANDEM_MAX_ARGS; i++) {
        floats |= (c->floats >> i & 1) << n;
        args[n++] = c->value[i];
    }
    if (!tandem_can_invoke(n, floats))
        return 0;
    int saved = errno;
    int printed = (int)tandem_invoke((uintptr_t)snprintf, n, floats, args, 0);
    errno = saved;
    if (printed < 0)
        return 0;
    *most = (size_t)printed + 1 + slack(c, format);
    return *most < MOST_BYTES ? *most : (size_t)printed + 1;
}
