#include "solve/near/climb_number.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TEXT = 256, MOST_DIGITS = 40 };

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

void climb_number(question *q, rng *random, size_t i)
{
    field f;
    char out[MOST_DIGITS], all[MOST_TEXT + MOST_DIGITS + 1];
    read_field(q, i, &f);
    bool digits = rng_one_in(random, 2);
    size_t from = i - f.first < f.n ? i - f.first : 0, end;
    double v = change(q, random, number_at(&f, digits, &from, &end));
    if (digits)
        v = nearbyint(fabs(v));
    print(v, f.room - (f.n - (end - from)), out);
    int n = snprintf(all, sizeof all, "%.*s%s%s", (int)from, f.text, out, f.text + end);
    for (size_t k = 0; k < f.room; k++)
        q->values[f.first + k] = k < (size_t)n ? (uint8_t)all[k] : 0;
}
