#include "solve/near/climb_number.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "term/core/walk.h"

enum { MOST_TEXT = 256, MOST_DIGITS = 40, OF_OTHERS = 2 };

/* A text that is input: places first … first + room - 1 of the question. */
typedef struct field {
    size_t first, room, n; /* n bytes before its end */
    char text[MOST_TEXT + 1];
} field;

static void read_field(const question *q, size_t i, field *f)
{
    size_t end = i + 1;
    f->first = i;
    while (f->first && question_joined(q, f->first - 1))
        f->first--;
    while (end < q->places.n && question_joined(q, end - 1))
        end++;
    f->room = end - f->first < MOST_TEXT ? end - f->first : MOST_TEXT;
    for (size_t k = 0; k < f->room; k++)
        f->text[k] = (char)q->values[f->first + k];
    f->text[f->room] = '\0';
    f->n = strlen(f->text);
}

/* `digits`: nothing else belongs to it, as in a version or an address. */
static bool in_number(char c, bool digits)
{
    return isdigit((unsigned char)c) || (!digits && (c == '.' || c == '-' || c == '+' || c == 'e'));
}

/* The number that begins at `from` or ends there at the latest; *end is behind it. */
static double number_at(const field *f, bool digits, size_t *from, size_t *end)
{
    while (*from < f->n && !in_number(f->text[*from], digits))
        ++*from;
    while (*from && in_number(f->text[*from - 1], digits))
        --*from;
    char *stop;
    double v =
        digits ? (double)strtoull(f->text + *from, &stop, 10) : strtod(f->text + *from, &stop);
    *end = (size_t)(stop - f->text);
    return isfinite(v) ? v : 0;
}

/* A number of the question, to be like it or near it. */
static double another(question *q, rng *random)
{
    field f;
    size_t from = 0, end;
    read_field(q, rng_below(random, q->places.n), &f);
    return number_at(&f, false, &from, &end);
}

static double change(question *q, rng *random, double v)
{
    double step = pow(10, (double)rng_below(random, 8) - 3) * (double)(1 + rng_below(random, 9));
    switch (rng_below(random, 8)) {
    case 0:
    case 1:
        return v + step;
    case 2:
    case 3:
        return v - step;
    case 4:
        return rng_one_in(random, 2) ? v * 2 : v / 2;
    case 5:
        return rng_one_in(random, 4) ? -v : nearbyint(v);
    case 6:
        return another(q, random) + (rng_one_in(random, 2) ? 0 : step);
    default:
        return rng_one_in(random, 2) ? step : (v + another(q, random)) / 2;
    }
}

/* As short as it can be; digits behind the point as far as there is room. */
static void print(double v, size_t room, char *out)
{
    for (int digits = 15; digits > 0; digits--) {
        snprintf(out, MOST_DIGITS, "%.*g", digits, v);
        if (strlen(out) <= room)
            return;
    }
}

/* The number where the old one was, in as many bytes; what follows stays where it is. */
static void keep_width(field *f, size_t from, size_t end, char pad, const char *out)
{
    size_t n = strlen(out), width = end - from;
    if (n > width) { /* over what follows */
        memcpy(f->text + from, out, n < f->room - from ? n : f->room - from);
        return;
    }
    size_t sign = pad == '0' && *out == '-';
    memset(f->text + from, pad, width);
    memcpy(f->text + from, out, sign);
    memcpy(f->text + end - (n - sign), out + sign, n - sign);
}

/* The number instead of what stands there; what follows moves. */
static void replace(field *f, size_t from, size_t end, const char *out)
{
    char all[MOST_TEXT + MOST_DIGITS + 1];
    int n = snprintf(all, sizeof all, "%.*s%s%s", (int)from, f->text, out, f->text + end);
    for (size_t k = 0; k < f->room; k++)
        f->text[k] = (char)(k < (size_t)n ? all[k] : 0);
}

static void write_field(question *q, const field *f)
{
    memcpy(q->values + f->first, f->text, f->room);
}

void climb_number(question *q, rng *random, size_t i)
{
    field f;
    char out[MOST_DIGITS];
    read_field(q, i, &f);
    bool digits = rng_one_in(random, 2);
    size_t from = i - f.first < f.n ? i - f.first : 0, end;
    double v = change(q, random, number_at(&f, digits, &from, &end));
    if (digits)
        v = nearbyint(fabs(v));
    if (rng_one_in(random, 2)) {
        print(v, f.room - from, out);
        keep_width(&f, from, end, rng_one_in(random, 2) ? '0' : ' ', out);
    } else {
        print(v, f.room - (f.n - (end - from)), out);
        replace(&f, from, end, out);
    }
    write_field(q, &f);
}

/* ---- All of them ----------------------------------------------------------------------------- */

/* A number in a text; and numbers that it may become. */
typedef struct spot {
    size_t place, from, end;
} spot;
typedef VEC(spot) spots;
typedef VEC(int64_t) numbers;

static void add_number(numbers *all, int64_t v)
{
    for (size_t i = 0; i < all->n; i++)
        if (all->at[i] == v)
            return;
    vec_push(all, v);
}

static void find_spots(const question *q, spots *at, numbers *values)
{
    field f;
    for (size_t place = 0; place < q->places.n; place += f.room) {
        read_field(q, place, &f);
        if (!isdigit((unsigned char)f.text[0])) /* there could be one where the text begins */
            vec_push(at, ((spot){place, 0, 0}));
        for (size_t from = 0, end; from < f.room; from = end) {
            end = from;
            while (end < f.room && isdigit((unsigned char)f.text[end]))
                end++;
            spot s = {place, from, end};
            if (end > from) {
                vec_push(at, s);
                add_number(values, strtoll(f.text + from, NULL, 10));
            }
            end += end == from;
        }
    }
}

/* Numbers that a term speaks of, the outermost first, until there are so many. */
static void find_constants(const question *q, term_id t, size_t most, numbers *values)
{
    term_vec order = {0};
    uint64_t bits;
    term_postorder(q->bank, &t, 1, &order);
    for (size_t i = order.n; i-- > 0 && values->n < most;) {
        if (term_op_of(q->bank, order.at[i]) != OP_CONST ||
            value_kind_of(q->bank, term_value(q->bank, order.at[i])) != VALUE_BV ||
            !value_small_bits(q->bank, term_value(q->bank, order.at[i]), &bits))
            continue;
        uint32_t width = sort_bv_width(q->bank, term_sort(q->bank, order.at[i]));
        int64_t v = (int64_t)(bits << (64 - width)) >> (64 - width);
        if (v > -1000000000000 && v < 1000000000000)
            add_number(values, v);
    }
    vec_free(&order);
}

static bool try_number(question *q, const spot *s, int64_t v)
{
    field f, old;
    char out[MOST_DIGITS];
    bool found = false;
    read_field(q, s->place, &f);
    old = f;
    snprintf(out, sizeof out, "%lld", (long long)v);
    for (int way = 0; way < 2 && !found; way++) {
        f = old;
        if (way)
            replace(&f, s->from, s->end, out);
        else
            keep_width(&f, s->from, s->end, '0', out);
        write_field(q, &f);
        found = question_offer(q);
    }
    if (!found)
        write_field(q, &old);
    return found;
}

bool numbers_try(question *q)
{
    static const int64_t beside[] = {0, 1, -1};
    spots at = {0};
    numbers values = {0};
    bool found = false;
    find_spots(q, &at, &values);
    size_t most = values.n + q->limits->word_constants;
    if (at.n)
        find_constants(q, q->wanted, most, &values);
    for (size_t i = q->terms.n; i-- > 0 && at.n && values.n < 2 * most;)
        find_constants(q, q->terms.at[i], values.n + OF_OTHERS, &values);
    for (size_t k = 0; k < 3 && !found; k++)
        for (size_t i = 0; i < values.n && !found; i++)
            for (size_t s = 0; s < at.n && !found && !question_expired(q); s++)
                found = try_number(q, &at.at[s], values.at[i] + beside[k]);
    found = found || question_judge(q);
    vec_clear(&q->offered);
    vec_free(&at);
    vec_free(&values);
    return found;
}
