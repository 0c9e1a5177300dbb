/* A model of sscanf, for formats of literals, blanks, %d, %u and %c: an automaton over the bytes of the
 * text. A part of the format that waits takes the byte, fails, or is over without it; then the part
 * behind it has the same byte. Of errno nothing is said: glibc's depends on how far it has read. */
#include "runtime/models/models.h"

#include "runtime/calls/scan.h"
#include "runtime/core/expr.h"
#include "runtime/core/shadow.h"
#include "runtime/models/number.h"

#include <string.h>

enum { MOST_PARTS = 32, MOST_NUMBERS = 8, MOST_STEPS = 256, MOST_WRITTEN = 64 };

typedef enum part_kind { LITERAL, BLANKS, NUMBER, CHARACTER } part_kind;

typedef struct part {
    part_kind kind;
    bool skipped, is_signed;
    uint8_t literal;
    uint32_t bytes;            /* that it writes … */
    uint8_t *to;               /* … to here */
    tandem_expr waits;         /* before the byte that is looked at, */
    tandem_expr next;          /* and before the one behind it */
    tandem_expr done;          /* a conversion that was successful, */
    tandem_expr value;         /* and a character's */
    tandem_number_reader read; /* a number's */
} part;

typedef struct scanner {
    part parts[MOST_PARTS + 1]; /* the last is none */
    uint32_t n, numbers;
    tandem_expr ended; /* the text was over while a part waited for it */
} scanner;

static tandem_expr truth(bool t)
{
    return tandem_const(1, t);
}

static tandem_expr not(tandem_expr t)
{
    return tandem_model_ite(t, truth(false), truth(true));
}

/* ---- The format ------------------------------------------------------------------------------ */

static bool add_conversion(scanner *s, const tandem_conversion *v, const tandem_call *c,
                           uint32_t *argument)
{
    part p = {.kind = v->kind == 'c' ? CHARACTER : NUMBER,
              .skipped = v->skipped,
              .is_signed = v->kind == 'd',
              .bytes = v->kind == 'c' ? 1 : (uint32_t)v->integer,
              .value = tandem_const(8, 0)};
    if (!memchr("duc", v->kind, 3) || v->width || v->allocates || (v->kind == 'c' && v->wide))
        return false;
    if (!v->skipped) {
        if (*argument >= c->n || c->expr[*argument] || !c->value[*argument])
            return false;
        p.to = (uint8_t *)(uintptr_t)c->value[(*argument)++];
    }
    p.read = tandem_number_begin(NULL, 10, false);
    p.read.before = truth(false); /* until it is its turn */
    s->numbers += p.kind == NUMBER;
    s->parts[s->n++] = p;
    return s->numbers <= MOST_NUMBERS;
}

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool read_format(scanner *s, const tandem_call *c)
{
    const char *p = (const char *)(uintptr_t)c->value[1];
    uint32_t argument = 2;
    while (*p) {
        tandem_conversion v;
        if (s->n == MOST_PARTS || tandem_shadow_get(p, (uint8_t)*p))
            return false;
        if (is_blank(*p)) {
            s->parts[s->n++] = (part){.kind = BLANKS};
            p++;
        } else if (*p == '%' && p[1] != '%') {
            p = tandem_conversion_read(p + 1, &v);
            if (!v.kind || !add_conversion(s, &v, c, &argument))
                return false;
        } else {
            if (*p == '%') { /* which stands for one, and skips blanks */
                s->parts[s->n++] = (part){.kind = BLANKS};
                p++;
            }
            if (s->n == MOST_PARTS)
                return false;
            s->parts[s->n++] = (part){.kind = LITERAL, .literal = (uint8_t)*p++};
        }
    }
    for (uint32_t i = 0; i <= s->n; i++)
        s->parts[i].waits = s->parts[i].next = s->parts[i].done = truth(false);
    s->parts[0].waits = truth(true);
    s->ended = truth(false);
    return true;
}

/* ---- The text -------------------------------------------------------------------------------- */

static void pass(tandem_expr *to, tandem_expr when)
{
    *to = tandem_either(when, *to);
}

static void step_number(scanner *s, part *p, tandem_expr byte, tandem_expr end)
{
    tandem_expr inside = p->read.inside;
    p->read.before = tandem_either(p->waits, p->read.before);
    pass(&s->ended, tandem_both(p->read.before, end));
    tandem_number_step(&p->read, byte, tandem_const(64, 0));
    tandem_expr over = tandem_both(inside, not(p->read.inside));
    pass(&p->done, over);
    pass(&p[1].waits, over);
}

static void step_part(scanner *s, part *p, tandem_expr byte)
{
    tandem_expr end = tandem_model_equal(byte, tandem_const(8, 0));
    switch (p->kind) {
    case NUMBER:
        step_number(s, p, byte, end);
        break;
    case BLANKS:
        pass(&p->next, tandem_both(p->waits, tandem_is_blank(byte)));
        pass(&p[1].waits, tandem_both(p->waits, not(tandem_is_blank(byte))));
        break;
    case LITERAL:
        pass(&s->ended, tandem_both(p->waits, end));
        pass(&p[1].next,
             tandem_both(p->waits, tandem_model_equal(byte, tandem_const(8, p->literal))));
        break;
    case CHARACTER:
        pass(&s->ended, tandem_both(p->waits, end));
        tandem_expr taken = tandem_both(p->waits, not(end));
        p->value = tandem_model_ite(taken, byte, p->value);
        pass(&p->done, taken);
        pass(&p[1].next, taken);
        break;
    }
}

static void step(scanner *s, tandem_expr byte)
{
    for (uint32_t i = 0; i < s->n; i++)
        step_part(s, &s->parts[i], byte);
    for (uint32_t i = 0; i <= s->n; i++) {
        s->parts[i].waits = s->parts[i].next;
        s->parts[i].next = truth(false);
    }
}

/* ---- What it gives --------------------------------------------------------------------------- */

/* The bytes that a conversion writes keep what they were where it does not come to that. */
static void write_part(tandem_call *c, part *p)
{
    tandem_expr value = p->kind == NUMBER ? tandem_number_value(&p->read, p->is_signed) : p->value;
    for (uint32_t k = 0; k < p->bytes; k++) {
        tandem_text old = {p->to + k, 1, false};
        c->written_at[c->bytes] = p->to + k;
        c->written[c->bytes++] =
            tandem_model_ite(p->done, tandem_extract(value, 8 * k, 8), tandem_model_byte(&old, 0));
    }
}

static bool give(scanner *s, tandem_call *c)
{
    static tandem_expr written[MOST_WRITTEN];
    static uint8_t *places[MOST_WRITTEN];
    uint32_t count = 0;
    c->written = written;
    c->written_at = places;
    c->bytes = 0;
    c->answer = tandem_model_ite(s->ended, tandem_const(32, UINT32_MAX), tandem_const(32, 0));
    for (uint32_t i = 0; i < s->n; i++) {
        part *p = &s->parts[i];
        if ((p->kind != NUMBER && p->kind != CHARACTER) || p->skipped)
            continue;
        if (c->bytes + p->bytes > MOST_WRITTEN)
            return false;
        write_part(c, p);
        c->answer = tandem_model_ite(p->done, tandem_const(32, ++count), c->answer);
    }
    return !tandem_rt.over;
}

bool tandem_model_scan(tandem_call *c)
{
    static scanner s;
    tandem_text t;
    s = (scanner){0};
    if (c->n < 2 || c->expr[1] || !c->value[1] || !read_format(&s, c) ||
        !tandem_model_string(c, 0, SIZE_MAX, &t) || !t.closed || t.n * (s.numbers + 1) > MOST_STEPS)
        return false;
    for (size_t i = 0; i < t.n; i++)
        step(&s, tandem_model_byte(&t, i));
    return give(&s, c);
}
