/* A model of sscanf: an automaton over the bytes of the text, one part of the format behind the other. Of errno
 * nothing is said: glibc's depends on how far it has read. */
#include "runtime/models/models.h"

#include "runtime/core/expr.h"
#include "runtime/models/scan_parts.h"

#include <string.h>

/* COST: expressions for a byte of the text, about: of each number, of each other part, and in a text for each byte
 * that it may begin with. */
enum { COST_NUMBER = 24, COST_PART = 4, COST_TEXT = 1, MOST_COST = 24576, MOST_WRITTEN = 512 };

static tandem_expr no(void)
{
    return tandem_const(1, 0);
}

static void pass(tandem_expr *to, tandem_expr when)
{
    *to = tandem_either(when, *to);
}

/* ---- The text -------------------------------------------------------------------------------- */

/* Counts a byte that was taken; was it the last that there is room for? */
static tandem_expr count(scan_part *p, tandem_expr took)
{
    tandem_expr more = tandem_sum(16, p->taken, tandem_const(16, 1));
    p->taken = tandem_model_ite(took, more, p->taken);
    if (!p->width)
        return no();
    return tandem_both(took, tandem_model_equal(p->taken, tandem_const(16, p->width)));
}

/* It has ended well before this byte. */
static void over(scan_part *p, tandem_expr when)
{
    pass(&p->done, when);
    pass(&p[1].waits, when);
}

/* It has ended well with this byte. */
static void full(scan_part *p, tandem_expr when)
{
    pass(&p->done, when);
    pass(&p[1].next, when);
}

/* As glibc reads numbers: "0x" alone is 0, a sign alone is none; blanks do not count for the width. */
static void step_number(scan_format *s, scan_part *p, tandem_expr byte, tandem_expr end)
{
    tandem_number_reader *a = &p->read;
    tandem_expr which, digit = tandem_number_digit(a, byte, &which);
    tandem_expr before = tandem_either(p->waits, a->before);
    tandem_expr sign =
        tandem_both(before, tandem_either(tandem_is(byte, '+'), tandem_is(byte, '-')));
    tandem_expr begins = tandem_either(before, a->sign), zero = no(), x = no();
    if (a->base == 16) {
        zero = tandem_both(begins, tandem_is(byte, '0'));
        x = tandem_both(a->zero, tandem_either(tandem_is(byte, 'x'), tandem_is(byte, 'X')));
    }
    tandem_expr some = tandem_either(a->zero, tandem_either(a->x, a->inside));
    tandem_expr take = tandem_both(digit, tandem_either(begins, some));
    pass(&s->ended, tandem_both(before, end));
    tandem_number_take(a, take, which);
    pass(&a->negative, tandem_both(before, tandem_is(byte, '-')));
    over(p, tandem_both(some, tandem_not(tandem_either(take, x))));
    if (p->width) {
        tandem_expr last = count(p, tandem_either(sign, tandem_either(take, x)));
        tandem_expr more = tandem_not(last);
        full(p, tandem_both(last, tandem_not(sign)));
        sign = tandem_both(sign, more);
        zero = tandem_both(zero, more);
        x = tandem_both(x, more);
        take = tandem_both(take, more);
    }
    a->before = tandem_both(before, tandem_is_blank(byte));
    a->sign = sign;
    a->zero = zero;
    a->x = x;
    a->inside = tandem_both(take, tandem_not(zero));
}

static tandem_expr is_member(const scan_part *p, tandem_expr byte)
{
    uint64_t value;
    if (byte && tandem_is_const(byte, &value))
        return tandem_const(1, tandem_scan_member(p, (uint8_t)value));
    tandem_expr in = no();
    for (uint32_t from = 0, to; from <= UINT8_MAX; from = to + 1) {
        to = from;
        if (!tandem_scan_member(p, (uint8_t)from))
            continue;
        while (to < UINT8_MAX && tandem_scan_member(p, (uint8_t)(to + 1)))
            to++;
        in = tandem_either(tandem_below(8, tandem_minus(byte, (uint8_t)from), to - from + 1), in);
    }
    return in;
}

/* The end of the text is no member. */
static void step_text(scan_format *s, scan_part *p, tandem_expr byte, tandem_expr end, size_t at)
{
    tandem_expr in = is_member(p, byte), was_inside = p->inside;
    pass(&s->ended, tandem_both(p->waits, end));
    p->begins[at] = tandem_both(p->waits, in);
    tandem_expr took = tandem_both(tandem_either(p->waits, was_inside), in);
    tandem_expr last = count(p, took);
    over(p, tandem_both(was_inside, tandem_not(in)));
    full(p, last);
    p->inside = tandem_both(took, tandem_not(last));
}

static void step_part(scan_format *s, scan_part *p, tandem_expr byte, size_t at)
{
    tandem_expr end = tandem_is(byte, '\0');
    switch (p->kind) {
    case SCAN_NUMBER:
        step_number(s, p, byte, end);
        break;
    case SCAN_TEXT:
        step_text(s, p, byte, end, at);
        break;
    case SCAN_BLANKS:
        pass(&p->next, tandem_both(p->waits, tandem_is_blank(byte)));
        pass(&p[1].waits, tandem_both(p->waits, tandem_not(tandem_is_blank(byte))));
        break;
    case SCAN_LITERAL:
        pass(&s->ended, tandem_both(p->waits, end));
        pass(&p[1].next, tandem_both(p->waits, tandem_is(byte, (char)p->literal)));
        break;
    case SCAN_POSITION:
        p->position = tandem_model_ite(p->waits, tandem_const(64, at), p->position);
        over(p, p->waits);
        break;
    }
}

static void step(scan_format *s, tandem_expr byte, size_t at)
{
    for (uint32_t i = 0; i < s->n; i++)
        step_part(s, &s->parts[i], byte, at);
    for (uint32_t i = 0; i <= s->n; i++) {
        s->parts[i].waits = s->parts[i].next;
        s->parts[i].next = no();
    }
}

/* ---- What it gives --------------------------------------------------------------------------- */

/* Byte k of a text that begins somewhere, and its end. */
static tandem_expr text_byte(const scan_part *p, const tandem_text *t, uint32_t k, tandem_expr old)
{
    tandem_expr byte = tandem_const(8, 0), behind = old;
    for (size_t i = 0; i + k < t->n; i++)
        byte = tandem_model_ite(p->begins[i], tandem_model_byte(t, i + k), byte);
    if (p->closed)
        behind = tandem_model_ite(tandem_model_equal(p->taken, tandem_const(16, k)),
                                  tandem_const(8, 0), old);
    return tandem_model_ite(tandem_below(16, p->taken, k + 1), behind, byte);
}

/* What is there, also where a conversion before it wrote, which has no room of its own then. */
static tandem_expr old_byte(const tandem_call *c, size_t before, uint8_t *at)
{
    tandem_text here = {at, 1, false};
    while (before-- > 0)
        if (c->written_at[before] == at)
            return c->written[before];
    return tandem_model_byte(&here, 0);
}

/* The bytes that a conversion writes keep what they were where it does not come to that. */
static void write_part(tandem_call *c, scan_part *p, const tandem_text *t)
{
    tandem_expr value =
        p->kind == SCAN_NUMBER ? tandem_number_value(&p->read, p->is_signed) : p->position;
    size_t before = c->bytes;
    for (uint32_t k = 0; k < p->bytes; k++) {
        tandem_expr old = old_byte(c, before, p->to + k);
        tandem_expr new =
            p->kind == SCAN_TEXT ? text_byte(p, t, k, old) : tandem_extract(value, 8 * k, 8);
        c->written_at[c->bytes] = p->to + k;
        c->written[c->bytes++] = tandem_model_ite(p->done, new, old);
    }
}

static bool give(scan_format *s, tandem_call *c, const tandem_text *t)
{
    static tandem_expr written[MOST_WRITTEN];
    static uint8_t *places[MOST_WRITTEN];
    uint32_t conversions = 0;
    c->written = written;
    c->written_at = places;
    c->bytes = 0;
    c->answer = tandem_model_ite(s->ended, tandem_const(32, UINT32_MAX), tandem_const(32, 0));
    for (uint32_t i = 0; i < s->n; i++) {
        scan_part *p = &s->parts[i];
        if (p->kind == SCAN_LITERAL || p->kind == SCAN_BLANKS || p->skipped)
            continue;
        if (c->bytes + p->bytes > MOST_WRITTEN)
            return false;
        write_part(c, p, t);
        if (p->kind != SCAN_POSITION)
            c->answer = tandem_model_ite(p->done, tandem_const(32, ++conversions), c->answer);
    }
    return !tandem_rt.over;
}

/* ---- Whether it is worth it ------------------------------------------------------------------ */

static size_t cost(const scan_format *s, size_t n)
{
    size_t all = 0;
    for (uint32_t i = 0; i < s->n; i++) {
        const scan_part *p = &s->parts[i];
        all += n * (p->kind == SCAN_NUMBER ? COST_NUMBER : COST_PART);
        if (p->kind == SCAN_TEXT && !p->skipped)
            all += n * p->bytes * COST_TEXT;
    }
    return all;
}

/* What is written where the text is would be read again. */
static bool writes_itself(const scan_format *s, const tandem_text *t)
{
    for (uint32_t i = 0; i < s->n; i++)
        if (s->parts[i].to && s->parts[i].to < t->at + t->n &&
            s->parts[i].to + s->parts[i].bytes > t->at)
            return true;
    return false;
}

bool tandem_model_scan(tandem_call *c)
{
    static scan_format s;
    static tandem_expr begins[SCAN_TEXTS][TANDEM_MODEL_BYTES];
    uint32_t texts = 0;
    tandem_text t;
    if (c->n < 2 || c->expr[1] || !c->value[1] || !tandem_model_string(c, 0, SIZE_MAX, &t) ||
        !t.closed || !tandem_scan_format(&s, c, t.n) || cost(&s, t.n) > MOST_COST ||
        writes_itself(&s, &t))
        return false;
    for (uint32_t i = 0; i < s.n; i++)
        if (s.parts[i].kind == SCAN_TEXT)
            s.parts[i].begins = begins[texts++];
    for (size_t i = 0; i < t.n; i++)
        step(&s, tandem_model_byte(&t, i), i);
    return give(&s, c, &t);
}
