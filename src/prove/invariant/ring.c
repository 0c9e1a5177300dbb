#include "prove/invariant/ring.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

struct ring {
    size_t columns, rows;
    unsigned width;
    uint64_t mask;
    uint64_t *cells;
    bool reduced;
};

static uint64_t *row_of(const ring *r, size_t row)
{
    return r->cells + row * r->columns;
}

ring *ring_new(size_t n, unsigned width)
{
    ring *r = base_alloc_zero(1, sizeof *r);
    r->columns = r->rows = n + 1;
    r->width = width;
    r->mask = width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
    r->cells = base_alloc_zero(r->rows * r->columns, sizeof *r->cells);
    for (size_t i = 0; i < r->rows; i++) /* anything is an equation of no points */
        row_of(r, i)[i] = 1;
    return r;
}

void ring_free(ring *r)
{
    if (r)
        free(r->cells);
    free(r);
}

/* How often 2 divides x; the width for 0. */
static unsigned twos(const ring *r, uint64_t x)
{
    return x & r->mask ? (unsigned)__builtin_ctzll(x & r->mask) : r->width;
}

/* Of an odd number, by Newton's iteration. */
static uint64_t inverse(uint64_t x)
{
    uint64_t y = x;
    for (int i = 0; i < 6; i++)
        y *= 2 - x * y;
    return y;
}

/* row -= factor * other */
static void subtract(ring *r, size_t row, size_t other, uint64_t factor)
{
    uint64_t *to = row_of(r, row), *from = row_of(r, other);
    for (size_t c = 0; c < r->columns; c++)
        to[c] = (to[c] - factor * from[c]) & r->mask;
}

static void scale(ring *r, size_t row, uint64_t factor)
{
    for (size_t c = 0; c < r->columns; c++)
        row_of(r, row)[c] = row_of(r, row)[c] * factor & r->mask;
}

static void swap_rows(ring *r, size_t x, size_t y)
{
    for (size_t c = 0; x != y && c < r->columns; c++) {
        uint64_t old = row_of(r, x)[c];
        row_of(r, x)[c] = row_of(r, y)[c];
        row_of(r, y)[c] = old;
    }
}

/* What `by` divides into `value`, where it is divided by as many twos at most. */
static uint64_t quotient(const ring *r, uint64_t value, uint64_t by)
{
    unsigned shift = twos(r, by);
    return (value >> shift) * inverse(by >> shift);
}

bool ring_add(ring *r, const uint64_t *point)
{
    uint64_t *off = base_alloc_zero(r->rows + 1, sizeof *off);
    size_t best = r->rows;
    for (size_t row = 0; row < r->rows; row++) {
        uint64_t sum = row_of(r, row)[0];
        for (size_t c = 1; c < r->columns; c++)
            sum += row_of(r, row)[c] * point[c - 1];
        off[row] = sum & r->mask;
        if (off[row] && (best == r->rows || twos(r, off[row]) < twos(r, off[best])))
            best = row;
    }
    bool news = best < r->rows;
    for (size_t row = 0; news && row < r->rows; row++)
        if (row != best && off[row])
            subtract(r, row, best, quotient(r, off[row], off[best]));
    if (news) {
        unsigned missing = r->width - twos(r, off[best]);
        if (missing >= r->width) { /* no multiple but zero: the last row takes its place */
            swap_rows(r, best, r->rows - 1);
            r->rows--;
        } else {
            scale(r, best, UINT64_C(1) << missing);
        }
        r->reduced = false;
    }
    free(off);
    return news;
}

/* Row by row a leading coefficient, the last column first: variables in terms of earlier ones. */
size_t ring_equations(ring *r)
{
    size_t done = 0;
    for (size_t c = r->columns; !r->reduced && c-- > 0;) {
        size_t best = r->rows;
        for (size_t row = done; row < r->rows; row++)
            if (row_of(r, row)[c] &&
                (best == r->rows || twos(r, row_of(r, row)[c]) < twos(r, row_of(r, best)[c])))
                best = row;
        if (best == r->rows)
            continue;
        swap_rows(r, best, done);
        uint64_t lead = row_of(r, done)[c];
        unsigned shift = twos(r, lead);
        scale(r, done, inverse(lead >> shift));
        for (size_t row = 0; row < r->rows; row++)
            if (row != done) /* what is above keeps a remainder */
                subtract(r, row, done, row_of(r, row)[c] >> shift);
        done++;
    }
    if (!r->reduced)
        r->rows = done;
    r->reduced = true;
    return r->rows;
}

const uint64_t *ring_equation(const ring *r, size_t k)
{
    return row_of(r, k);
}
