#include "base/limits/limits.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/options.h"

typedef struct cursor {
    size_t group, next;
} cursor;

/* The next limit of the set, and where its value is; NULL at the end. Headings are skipped unless
 * they are asked for. */
static const limit_spec *next_limit(const limit_set *s, cursor *c, bool headings, void **value)
{
    for (; c->group < s->n; c->group++, c->next = 0) {
        const limit_group *g = &s->groups[c->group];
        while (c->next < g->table->n) {
            const limit_spec *x = &g->table->specs[c->next++];
            if (value)
                *value = (char *)g->values + x->offset;
            if (x->name || headings)
                return x;
        }
    }
    return NULL;
}

static double value_of(const limit_spec *x, const void *value)
{
    return x->whole ? (double)*(const uint64_t *)value : *(const double *)value;
}

static void set_value(const limit_spec *x, void *value, double number)
{
    if (x->whole)
        *(uint64_t *)value = (uint64_t)number;
    else
        *(double *)value = number;
}

void limits_defaults(const limit_set *s)
{
    void *value;
    cursor c = {0};
    for (const limit_spec *x; (x = next_limit(s, &c, false, &value));)
        set_value(x, value, x->initial);
}

/* ---- Names and numbers ----------------------------------------------------------------------- */

static char written(char letter)
{
    return letter == '_' ? '-' : letter;
}

void limits_print_name(const limit_spec *x, strbuf *out)
{
    for (const char *p = x->name; *p; p++)
        strbuf_putc(out, written(*p));
}

void limits_print_number(const limit_spec *x, double number, strbuf *out)
{
    if (x->whole) {
        strbuf_printf(out, "%.0f", number);
        return;
    }
    char text[32];
    for (int digits = 6; digits <= 17; digits++) { /* the shortest that is read as the same */
        snprintf(text, sizeof text, "%.*g", digits, number);
        if (strtod(text, NULL) == number)
            break;
    }
    strbuf_puts(out, text);
}

static bool same_name(const limit_spec *x, const char *name, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!x->name[i] || written(x->name[i]) != written(name[i]))
            return false;
    return !x->name[n];
}

/* A decimal number, perhaps with an exponent; no sign, no hexadecimal, no words. */
static bool read_number(const limit_spec *x, const char *text, double *number)
{
    uint64_t whole;
    if (x->whole) { /* beyond 2^53 a double is not exact */
        bool good = options_read_number(text, &whole) && whole <= UINT64_C(1) << 53;
        *number = good ? (double)whole : 0;
        return good;
    }
    char *end;
    if (strspn(text, "0123456789.eE+-") != strlen(text) || text[0] == '-' || text[0] == '+')
        return false;
    *number = strtod(text, &end);
    return end != text && !*end && isfinite(*number);
}

static char *unknown_name(const limit_set *s, const char *name, size_t n)
{
    VEC(const char *) names = {0};
    strbuf message = STRBUF_INIT, one = STRBUF_INIT;
    cursor c = {0};
    for (const limit_spec *x; (x = next_limit(s, &c, false, NULL));) {
        strbuf_clear(&one);
        limits_print_name(x, &one);
        vec_push(&names, base_strdup(one.text));
    }
    strbuf_clear(&one);
    for (size_t i = 0; i < n; i++)
        strbuf_putc(&one, written(name[i]));
    const char *near = n ? options_nearest(one.text, names.at, names.n) : NULL;
    strbuf_printf(&message, "there is no limit '%.*s'", (int)(n < 64 ? n : 64), name);
    if (near)
        strbuf_printf(&message, "; did you mean '%s'?", near);
    else
        strbuf_puts(&message, "; --help-limits lists them");
    for (size_t i = 0; i < names.n; i++)
        free((char *)names.at[i]);
    vec_free(&names);
    strbuf_free(&one);
    return strbuf_detach(&message);
}

static char *wrong_value(const limit_spec *x, const char *value, bool number)
{
    strbuf message = STRBUF_INIT;
    strbuf_puts(&message, "limit '");
    limits_print_name(x, &message);
    strbuf_puts(&message, "' is a ");
    strbuf_puts(&message, x->whole ? "whole number from " : "number from ");
    limits_print_number(x, x->low, &message);
    strbuf_puts(&message, " to ");
    limits_print_number(x, x->high, &message);
    strbuf_printf(&message, number ? ", and %.64s is outside" : ", not '%.64s'", value);
    return strbuf_detach(&message);
}

bool limits_assign(const limit_set *s, const char *assignment, char **error)
{
    size_t n = strcspn(assignment, "=");
    if (!assignment[n]) {
        strbuf message = STRBUF_INIT;
        strbuf_printf(&message, "a limit is written NAME=VALUE, not '%.64s'", assignment);
        *error = strbuf_detach(&message);
        return false;
    }
    void *value;
    double number;
    cursor c = {0};
    const limit_spec *x = next_limit(s, &c, false, &value);
    while (x && !same_name(x, assignment, n))
        x = next_limit(s, &c, false, &value);
    if (!x) {
        *error = unknown_name(s, assignment, n);
        return false;
    }
    const char *text = assignment + n + 1;
    bool read = read_number(x, text, &number);
    if (!read || number < x->low || number > x->high) {
        *error = wrong_value(x, text, read);
        return false;
    }
    set_value(x, value, number);
    return true;
}

/* ---- For stores and programs ----------------------------------------------------------------- */

void limits_print_changed(const limit_set *s, strbuf *out)
{
    void *value;
    cursor c = {0};
    bool first = true;
    for (const limit_spec *x; (x = next_limit(s, &c, false, &value));) {
        if (value_of(x, value) == x->initial)
            continue;
        if (!first)
            strbuf_putc(out, ' ');
        first = false;
        limits_print_name(x, out);
        strbuf_putc(out, '=');
        limits_print_number(x, value_of(x, value), out);
    }
}

bool limits_read_changed(const limit_set *s, const char *text, char **error)
{
    limits_defaults(s);
    bool good = true;
    while (good && *text) {
        size_t n = strcspn(text, " ");
        char *one = base_strndup(text, n);
        good = !n || limits_assign(s, one, error);
        free(one);
        text += n + (text[n] == ' ');
    }
    return good;
}

void limits_json(const limit_set *s, json_writer *j)
{
    void *value;
    cursor c = {0};
    strbuf name = STRBUF_INIT;
    json_object(j);
    for (const limit_spec *x; (x = next_limit(s, &c, false, &value));) {
        if (value_of(x, value) == x->initial)
            continue;
        strbuf_clear(&name);
        limits_print_name(x, &name);
        json_key(j, name.text);
        if (x->whole)
            json_uint(j, *(const uint64_t *)value);
        else
            json_double(j, *(const double *)value);
    }
    json_end(j);
    strbuf_free(&name);
}

/* ---- For people ------------------------------------------------------------------------------ */

/* Words of the text on lines of at most `width` columns, indented. */
static void wrapped(strbuf *out, const char *text, unsigned width)
{
    enum { INDENT = 6 };
    size_t column = 0;
    while (*text) {
        size_t n = strcspn(text, " ");
        if (!column || column + 1 + n > width) {
            strbuf_printf(out, "%s%*s", column ? "\n" : "", INDENT, "");
            column = INDENT;
        } else {
            strbuf_putc(out, ' ');
            column++;
        }
        strbuf_printf(out, "%.*s", (int)n, text);
        column += n;
        text += n + strspn(text + n, " ");
    }
    strbuf_putc(out, '\n');
}

void limits_help(const limit_set *s, unsigned width, strbuf *out)
{
    cursor c = {0};
    bool first = true;
    for (const limit_spec *x; (x = next_limit(s, &c, true, NULL));) {
        if (!x->name) {
            strbuf_printf(out, "%s%s:\n", first ? "" : "\n", x->help);
            first = false;
            continue;
        }
        strbuf_puts(out, "  ");
        limits_print_name(x, out);
        strbuf_putc(out, '=');
        limits_print_number(x, x->initial, out);
        strbuf_puts(out, "  (");
        limits_print_number(x, x->low, out);
        strbuf_puts(out, " to ");
        limits_print_number(x, x->high, out);
        strbuf_puts(out, ")\n");
        wrapped(out, x->help, width);
    }
}

/* ---- For tests ------------------------------------------------------------------------------- */

void limits_randomise(const limit_set *s, rng *r)
{
    void *value;
    cursor c = {0};
    for (const limit_spec *x; (x = next_limit(s, &c, false, &value));) {
        double number = x->initial, part = (double)rng_below(r, 1 << 20) / (1 << 20);
        switch (rng_below(r, 8)) {
        case 0:
            number = x->low;
            break;
        case 1:
            number = x->high;
            break;
        case 2: /* of the same order as the default */
            number = x->initial * exp2(6 * part - 3);
            break;
        case 3:
        case 4: /* any order, below the default */
            number = x->low + (x->initial - x->low) * exp2(-20 * part);
            break;
        default:
            break;
        }
        number = x->whole ? floor(number) : number;
        set_value(x, value, number < x->low ? x->low : number > x->high ? x->high : number);
    }
}
