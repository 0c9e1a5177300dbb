/* The texts of option values, and finding what a misspelt word meant. */
#include "base/options.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool options_read_number(const char *text, uint64_t *number)
{
    if (!isdigit((unsigned char)text[0]))
        return false;
    char *end;
    errno = 0;
    unsigned long long read = strtoull(text, &end, 10);
    if (errno || *end)
        return false;
    *number = read;
    return true;
}

/* A decimal number that starts with a digit (so: no sign, no "inf"), and what follows it. */
static bool read_decimal(const char *text, double *number, const char **rest)
{
    size_t digits = strspn(text, "0123456789");
    size_t n = digits;
    if (!digits)
        return false;
    if (text[n] == '.') {
        size_t fraction = strspn(text + n + 1, "0123456789");
        if (!fraction)
            return false;
        n += 1 + fraction;
    }
    char *copy = base_strndup(text, n);
    *number = strtod(copy, NULL);
    free(copy);
    *rest = text + n;
    return isfinite(*number);
}

typedef struct unit {
    const char *name;
    double factor;
} unit;

static bool read_with_unit(const char *text, const unit *units, size_t n, double *result)
{
    const char *rest;
    double number;
    if (!read_decimal(text, &number, &rest))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!strcasecmp(rest, units[i].name)) {
            *result = number * units[i].factor;
            return true;
        }
    return false;
}

bool options_read_duration(const char *text, double *seconds)
{
    static const unit units[] = {{"", 1},   {"s", 1},    {"ms", 1e-3},
                                 {"m", 60}, {"h", 3600}, {"d", 86400}};
    return read_with_unit(text, units, sizeof units / sizeof *units, seconds);
}

bool options_read_size(const char *text, uint64_t *bytes)
{
    static const unit units[] = {
        {"", 1},
        {"B", 1},
        {"K", 1024},
        {"KB", 1024},
        {"KiB", 1024},
        {"M", 1048576},
        {"MB", 1048576},
        {"MiB", 1048576},
        {"G", 1073741824},
        {"GB", 1073741824},
        {"GiB", 1073741824},
        {"T", 1099511627776},
        {"TB", 1099511627776},
        {"TiB", 1099511627776},
    };
    double size;
    if (!read_with_unit(text, units, sizeof units / sizeof *units, &size) || size >= 0x1p63)
        return false;
    *bytes = (uint64_t)size;
    return true;
}

static size_t smallest(size_t a, size_t b, size_t c)
{
    size_t least = a < b ? a : b;
    return least < c ? least : c;
}

/* Insertions, deletions, replacements and swaps of neighbours that turn one word into the other. */
static size_t edit_distance(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b), width = m + 1;
    size_t *rows = base_alloc_zero(3 * width, sizeof *rows);
    size_t *before = rows, *last = rows + width, *row = rows + 2 * width;
    for (size_t j = 0; j <= m; j++)
        last[j] = j;
    for (size_t i = 1; i <= n; i++) {
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            row[j] = smallest(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = smallest(row[j], row[j], before[j - 2] + 1);
        }
        size_t *oldest = before;
        before = last;
        last = row;
        row = oldest;
    }
    size_t distance = last[m];
    free(rows);
    return distance;
}

const char *options_nearest(const char *word, const char *const *candidates, size_t n)
{
    if (strlen(word) > 64)
        return NULL;
    const char *best = NULL;
    size_t least = (strlen(word) + 2) / 3; /* a third of the letters may be wrong */
    for (size_t i = 0; i < n; i++) {
        size_t distance = edit_distance(word, candidates[i]);
        if (distance < least || (distance == least && !best)) {
            least = distance;
            best = candidates[i];
        }
    }
    return best;
}
