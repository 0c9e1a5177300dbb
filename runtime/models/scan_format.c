/* Formats of scanf: literals, blanks, and the conversions d, u, x, X, o, c, s, [ and n, with widths. Those for real
 * numbers, pointers and wide characters are no parts, nor is i, whose base the text says. */
#include "runtime/models/scan_parts.h"

#include "runtime/calls/scan.h"
#include "runtime/core/expr.h"
#include "runtime/core/shadow.h"

#include <string.h>

typedef struct reader {
    scan_format *s;
    const tandem_call *call;
    size_t most;
    uint32_t argument; /* the next one */
} reader;

static bool is_blank(uint8_t c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static void add_part(scan_format *s, scan_part p)
{
    s->parts[s->n++] = p;
}

static void toggle(scan_part *p, bool member, uint32_t from, uint32_t to)
{
    for (uint32_t k = from; k <= to; k++)
        if (member)
            p->members[k / 32] |= UINT32_C(1) << k % 32;
        else
            p->members[k / 32] &= ~(UINT32_C(1) << k % 32);
}

/* "[^a-z]", from behind the bracket. A bracket that is the first and a hyphen that is the first or the last stand for
 * themselves; to glibc "a-f-k" is "a-k". */
static void read_set(scan_part *p, const char *text)
{
    const uint8_t *at = (const uint8_t *)text;
    bool without = *at == '^';
    at += without;
    toggle(p, without, 1, UINT8_MAX);
    for (const uint8_t *first = at; *at && (*at != ']' || at == first); at++) {
        bool range = *at == '-' && at != first && at[1] && at[1] != ']' && at[-1] <= at[1];
        toggle(p, !without, range ? at[-1] : *at, range ? at[1] : *at);
    }
}

static void find_members(scan_part *p, char kind, const char *set)
{
    if (kind == '[') {
        read_set(p, set);
        return;
    }
    toggle(p, true, 1, UINT8_MAX);
    for (uint32_t k = 1; kind == 's' && k <= UINT8_MAX; k++)
        if (is_blank((uint8_t)k))
            toggle(p, false, k, k);
}

static scan_part text_part(reader *r, const tandem_conversion *v, const char *set)
{
    scan_part p = {.kind = SCAN_TEXT,
                   .closed = v->kind != 'c',
                   .width = (uint32_t)(v->width ? v->width : v->kind == 'c')};
    size_t most = r->most - 1;
    p.bytes = (uint32_t)(p.width && p.width < most ? p.width : most) + p.closed;
    find_members(&p, v->kind, set);
    r->s->texts++;
    return p;
}

static scan_part number_part(reader *r, const tandem_conversion *v)
{
    uint32_t base = v->kind == 'o' ? 8 : v->kind == 'x' || v->kind == 'X' ? 16 : 10;
    scan_part p = {.kind = SCAN_NUMBER,
                   .is_signed = v->kind == 'd',
                   .width = (uint32_t)v->width,
                   .bytes = (uint32_t)v->integer,
                   .read = tandem_number_begin(NULL, base, false)};
    p.read.before = tandem_const(1, 0); /* until it is its turn */
    r->s->numbers++;
    return p;
}

static bool is_modelled(const tandem_conversion *v)
{
    bool is_text = v->kind && strchr("cs[", v->kind);
    return v->kind && strchr("duxXocs[n", v->kind) && !v->allocates && !(is_text && v->wide) &&
           v->width <= UINT16_MAX / 2;
}

static bool add_conversion(reader *r, const tandem_conversion *v, const char *set)
{
    if (!is_modelled(v) || r->s->n + 2 > SCAN_PARTS)
        return false;
    scan_part p;
    if (strchr("cs[", v->kind))
        p = text_part(r, v, set);
    else if (v->kind == 'n')
        p = (scan_part){.kind = SCAN_POSITION, .bytes = (uint32_t)v->integer};
    else
        p = number_part(r, v);
    p.skipped = v->skipped;
    if (!p.skipped) {
        if (r->argument >= r->call->n || r->call->expr[r->argument] || !r->call->value[r->argument])
            return false;
        p.to = (uint8_t *)(uintptr_t)r->call->value[r->argument++];
    }
    if (v->kind == 's')
        add_part(r->s, (scan_part){.kind = SCAN_BLANKS});
    add_part(r->s, p);
    return r->s->numbers <= SCAN_NUMBERS && r->s->texts <= SCAN_TEXTS;
}

/* One part from `at` on; behind it, NULL: it cannot be read. */
static const char *read_part(reader *r, const char *at)
{
    tandem_conversion v;
    if (r->s->n + 2 > SCAN_PARTS || tandem_shadow_get(at, (uint8_t)*at))
        return NULL;
    if (is_blank((uint8_t)*at)) {
        add_part(r->s, (scan_part){.kind = SCAN_BLANKS});
        return at + 1;
    }
    if (*at != '%') {
        add_part(r->s, (scan_part){.kind = SCAN_LITERAL, .literal = (uint8_t)*at});
        return at + 1;
    }
    if (at[1] == '%') { /* which stands for one, and skips blanks */
        add_part(r->s, (scan_part){.kind = SCAN_BLANKS});
        add_part(r->s, (scan_part){.kind = SCAN_LITERAL, .literal = '%'});
        return at + 2;
    }
    const char *end = tandem_conversion_read(at + 1, &v), *set = strchr(at, '[');
    for (const char *k = at; k < end; k++)
        if (tandem_shadow_get(k, (uint8_t)*k))
            return NULL;
    return add_conversion(r, &v, set ? set + 1 : NULL) ? end : NULL;
}

bool tandem_scan_format(scan_format *s, const tandem_call *c, size_t most)
{
    const char *at = (const char *)(uintptr_t)c->value[1];
    reader r = {.s = s, .call = c, .most = most, .argument = 2};
    *s = (scan_format){0};
    while (at && *at)
        at = read_part(&r, at);
    for (uint32_t i = 0; i <= s->n; i++) {
        scan_part *p = &s->parts[i];
        p->waits = p->next = p->inside = p->done = tandem_const(1, 0);
        p->taken = tandem_const(16, 0);
        p->position = tandem_const(64, 0);
    }
    s->parts[0].waits = tandem_const(1, 1);
    s->ended = tandem_const(1, 0);
    return at != NULL;
}
