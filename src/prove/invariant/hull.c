#include "prove/invariant/hull.h"

#include <stdlib.h>

#include "base/alloc.h"

/* The space that the vectors (1, point) span, as rows in reduced echelon form. */
struct hull {
    size_t width; /* n + 1 */
    size_t rank;
    mpq_t *cells;  /* width * width; row by row */
    size_t *pivot; /* of each row */
};

static mpq_t *cell(const hull *h, size_t row, size_t column)
{
    return &h->cells[row * h->width + column];
}

hull *hull_new(size_t n)
{
    hull *h = base_alloc_zero(1, sizeof *h);
    h->width = n + 1;
    h->cells = base_alloc((h->width + 1) * h->width * sizeof *h->cells);
    h->pivot = base_alloc_zero(h->width + 1, sizeof *h->pivot);
    for (size_t i = 0; i < (h->width + 1) * h->width; i++)
        mpq_init(h->cells[i]);
    return h;
}

void hull_free(hull *h)
{
    if (!h)
        return;
    for (size_t i = 0; i < (h->width + 1) * h->width; i++)
        mpq_clear(h->cells[i]);
    free(h->cells);
    free(h->pivot);
    free(h);
}

/* row -= factor * other */
static void subtract(hull *h, size_t row, size_t other, const mpq_t factor)
{
    mpq_t product;
    mpq_init(product);
    for (size_t c = 0; c < h->width; c++) {
        mpq_mul(product, *cell(h, other, c), factor);
        mpq_sub(*cell(h, row, c), *cell(h, row, c), product);
    }
    mpq_clear(product);
}

/* Clears the pivot column of `other` in `row`. */
static void reduce(hull *h, size_t row, size_t other)
{
    mpq_t factor;
    mpq_init(factor);
    mpq_set(factor, *cell(h, row, h->pivot[other]));
    if (mpq_sgn(factor))
        subtract(h, row, other, factor);
    mpq_clear(factor);
}

bool hull_add(hull *h, const mpz_t *point)
{
    size_t row = h->rank; /* one row more than there can be in the end */
    mpq_set_ui(*cell(h, row, 0), 1, 1);
    for (size_t i = 1; i < h->width; i++)
        mpq_set_z(*cell(h, row, i), point[i - 1]);
    for (size_t other = 0; other < row; other++)
        reduce(h, row, other);
    size_t pivot = 0;
    while (pivot < h->width && !mpq_sgn(*cell(h, row, pivot)))
        pivot++;
    if (pivot == h->width)
        return false;
    mpq_t head;
    mpq_init(head);
    mpq_set(head, *cell(h, row, pivot));
    for (size_t c = 0; c < h->width; c++)
        mpq_div(*cell(h, row, c), *cell(h, row, c), head);
    mpq_clear(head);
    h->pivot[row] = pivot;
    h->rank++;
    for (size_t other = 0; other < row; other++)
        reduce(h, other, row);
    return true;
}

size_t hull_equations(const hull *h)
{
    return h->rank ? h->width - h->rank : 0;
}

static size_t free_column(const hull *h, size_t k)
{
    for (size_t c = 0; c < h->width; c++) {
        bool pivot = false;
        for (size_t row = 0; row < h->rank && !pivot; row++)
            pivot = h->pivot[row] == c;
        if (!pivot && !k--)
            return c;
    }
    return 0;
}

/* Each column without a pivot is a combination of those with one. */
void hull_equation(const hull *h, size_t k, mpz_t *coefficients)
{
    size_t column = free_column(h, k);
    mpz_t scale, divisor;
    mpz_init_set_ui(scale, 1);
    mpz_init_set_ui(divisor, 0);
    for (size_t row = 0; row < h->rank; row++)
        mpz_lcm(scale, scale, mpq_denref(*cell(h, row, column)));
    for (size_t c = 0; c < h->width; c++)
        mpz_set_ui(coefficients[c], 0);
    mpz_set(coefficients[column], scale);
    for (size_t row = 0; row < h->rank; row++) {
        mpz_t *to = &coefficients[h->pivot[row]];
        mpz_divexact(*to, scale, mpq_denref(*cell(h, row, column)));
        mpz_mul(*to, *to, mpq_numref(*cell(h, row, column)));
        mpz_neg(*to, *to);
    }
    for (size_t c = 0; c < h->width; c++)
        mpz_gcd(divisor, divisor, coefficients[c]);
    for (size_t c = 0; c < h->width; c++)
        mpz_divexact(coefficients[c], coefficients[c], divisor);
    mpz_clears(scale, divisor, NULL);
}
