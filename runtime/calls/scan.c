#include "runtime/calls/scan.h"

#include "runtime/core/table.h"

#include <stdlib.h>
#include <string.h>

static const char *read_length(const char *p, tandem_conversion *c)
{
    c->integer = sizeof(int);
    c->real = sizeof(float);
    if (p[0] == 'h') {
        c->integer = p[1] == 'h' ? sizeof(char) : sizeof(short);
        return p + (p[1] == 'h' ? 2 : 1);
    }
    if (*p && strchr("ljztqL", *p)) {
        c->integer = 8;
        c->real = *p == 'L' || *p == 'q' || p[1] == 'l' ? sizeof(long double) : sizeof(double);
        c->wide = *p == 'l';
        return p + (p[0] == 'l' && p[1] == 'l' ? 2 : 1);
    }
    return p;
}

const char *tandem_conversion_read(const char *p, tandem_conversion *c)
{
    char *end;
    *c = (tandem_conversion){0};
    if (*p == '*') {
        c->skipped = true;
        p++;
    }
    if (*p >= '0' && *p <= '9') {
        c->width = strtoul(p, &end, 10);
        p = end;
    }
    if (*p == 'm') {
        c->allocates = true;
        p++;
    }
    p = read_length(p, c);
    c->kind = *p;
    if (*p == '[') { /* a set of characters; ']' may be its first */
        p++;
        p += *p == '^';
        p += *p == ']';
        while (*p && *p != ']')
            p++;
    }
    return *p ? p + 1 : p;
}

/* Bytes that it may write; text needs at most as much as the string that is read. */
static size_t bytes_of(const tandem_conversion *c, size_t text)
{
    size_t most = c->width ? c->width : text, unit = c->wide ? sizeof(wchar_t) : 1;
    switch (c->kind) {
    case 'c':
    case 'C':
        return (c->width ? c->width : 1) * unit;
    case 's':
    case 'S':
    case '[':
        return ((most < text ? most : text) + 1) * unit;
    case 'p':
        return sizeof(void *);
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        return c->real;
    default:
        return c->integer;
    }
}

void tandem_scan_outputs(tandem_call *c, uint32_t format, tandem_footprint *f)
{
    const char *p = (const char *)(uintptr_t)c->value[format];
    size_t text = tandem_string_reach((void *)(uintptr_t)c->value[0], SIZE_MAX, 1);
    uint32_t next = format + 1;
    while ((p = strchr(p, '%'))) {
        tandem_conversion v;
        if (p[1] == '%') {
            p += 2;
            continue;
        }
        p = tandem_conversion_read(p + 1, &v);
        if (v.skipped)
            continue;
        if (next >= c->n || !v.kind || v.allocates || v.kind == '$') {
            f->reached.full = true; /* what it writes is not known */
            return;
        }
        if (c->expr[next])
            tandem_fix(c->expr[next], c->value[next], TANDEM_WHY_ADDRESS);
        c->expr[next] = 0;
        size_t bytes = bytes_of(&v, text);
        tandem_reach_add(&f->reached, (uintptr_t)c->value[next], bytes);
        tandem_reach_add(&f->changed, (uintptr_t)c->value[next++], bytes);
    }
}
