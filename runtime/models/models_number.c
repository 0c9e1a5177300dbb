/* Models of strtol and its relatives, in a base that is no input. For the bases 0 and 16 a second
 * reader wants "0x" before the digits, and counts if it has found some. */
#include "runtime/models/models.h"

#include "runtime/core/control.h"
#include "runtime/core/expr.h"
#include "runtime/models/number.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <wchar.h>

enum {
    MOST = 64,               /* bytes that are looked at */
    MOST_OF_BEGINNING = 24,  /* of a text that has more */
    MOST_OF_OTHER_BASES = 40 /* these take several readers, or more for each digit */
};

/* `a` is what `b` is where the condition holds. */
static void choose(tandem_number_reader *a, tandem_expr condition, const tandem_number_reader *b)
{
    a->negative = tandem_model_ite(condition, b->negative, a->negative);
    a->over = tandem_model_ite(condition, b->over, a->over);
    a->value = tandem_model_ite(condition, b->value, a->value);
    a->digits = b->digits > a->digits ? b->digits : a->digits;
    a->end = tandem_model_ite(condition, b->end, a->end);
}

/* `open`: it is not over with the text. */
static tandem_number_reader read_text(const tandem_text *t, uint32_t base, bool prefixed,
                                      tandem_expr *open)
{
    tandem_number_reader a = tandem_number_begin(t->at, base, prefixed);
    for (size_t i = 0; i + t->closed < t->n; i++)
        tandem_number_step(&a, tandem_model_byte(t, i),
                           tandem_const(64, (uintptr_t)(t->at + i + 1)));
    tandem_expr any[] = {a.before, a.inside, a.sign, a.zero, a.x};
    for (size_t i = 0; i < sizeof(any) / sizeof(*any); i++)
        *open = tandem_either(any[i], *open);
    tandem_number_widen(&a);
    return a;
}

/* In base 0 the text says which base it is. */
static tandem_number_reader read_number(const tandem_text *t, uint32_t base, tandem_expr *open)
{
    tandem_number_reader a = read_text(t, base ? base : 10, false, open);
    if (!base) {
        tandem_number_reader octal = read_text(t, 8, false, open);
        choose(&a, octal.octal, &octal);
    }
    if (!base || base == 16) {
        tandem_number_reader hex = read_text(t, 16, true, open);
        choose(&a, hex.any, &hex);
    }
    return a;
}

/* Of a text that goes on only the beginning is looked at, which has all of the number in this run. */
static bool begins_with_number(const tandem_call *c, tandem_text *t)
{
    size_t i = 0;
    while (i < t->n && (t->at[i] == ' ' || (t->at[i] >= '\t' && t->at[i] <= '\r')))
        i++;
    if (i < t->n && (t->at[i] == '+' || t->at[i] == '-'))
        i++;
    while (i < t->n && isalnum(t->at[i]))
        i++;
    bool good = i < t->n && !c->supposed;
    if (i < MOST_OF_BEGINNING && t->n > MOST_OF_BEGINNING)
        t->n = MOST_OF_BEGINNING;
    return good;
}

/* strtol, strtoul, …, atoi, atol: of 64 bits all; atoi gives the lower half. */
bool tandem_model_number(tandem_call *c)
{
    static tandem_expr written[sizeof(char *)];
    bool whole = strncmp(c->name, "ato", 3) != 0;
    uint64_t base = whole ? c->value[2] : 10;
    size_t most = base == 10 || base == 8 ? MOST : MOST_OF_OTHER_BASES;
    tandem_expr open = tandem_const(1, 0);
    tandem_text t;
    if ((whole && (c->n < 3 || c->expr[2])) || base == 1 || base > 36 ||
        !tandem_model_string(c, 0, most, &t) || (!t.closed && !begins_with_number(c, &t)))
        return false;
    tandem_number_reader a = read_number(&t, (uint32_t)base, &open);
    if (!t.closed)
        tandem_log_branch(open, false, c->site);
    tandem_expr value = tandem_number_value(&a, !strstr(c->name, "tou"));
    if (tandem_rt.over)
        return false;
    c->answer = strcmp(c->name, "atoi") == 0 ? tandem_extract(value, 0, 32) : value;
    c->error_when = a.over;
    c->error_number = ERANGE;
    if (whole && c->value[1]) {
        for (uint32_t i = 0; i < sizeof(written) / sizeof(*written); i++)
            written[i] = tandem_extract(a.end, 8 * i, 8);
        c->written = written;
        c->written_to = (uint8_t *)(uintptr_t)c->value[1];
        c->bytes = sizeof(char *);
    }
    return true;
}

/* mbrtowc and mbrtoc32 of a byte that is a character by itself in every locale. */
bool tandem_model_character(tandem_call *c)
{
    static tandem_expr written[sizeof(wchar_t)];
    const uint8_t *s = (const uint8_t *)(uintptr_t)c->value[1];
    tandem_text t = {s, 1, false};
    static const char nothing[8];
    const void *state = c->n > 3 ? (void *)(uintptr_t)c->value[3] : NULL;
    if (c->supposed || c->n < 4 || c->expr[1] || !s || !c->value[2] || *s >= 0x80 || !state ||
        memcmp(state, nothing, sizeof(nothing)) != 0)
        return false;
    tandem_expr byte = tandem_model_byte(&t, 0);
    if (tandem_settle(byte))
        tandem_log_branch(tandem_build(TANDEM_ULT, 8, byte, tandem_const(8, 0x80)), true, c->site);
    c->answer = tandem_model_ite(tandem_model_equal(byte, tandem_const(8, 0)), tandem_const(64, 0),
                                 tandem_const(64, 1));
    if (c->value[0]) {
        written[0] = byte;
        written[1] = written[2] = written[3] = tandem_const(8, 0);
        c->written = written;
        c->written_to = (uint8_t *)(uintptr_t)c->value[0];
        c->bytes = sizeof(wchar_t);
    }
    return true;
}
