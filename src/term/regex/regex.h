/* Regular languages over code points: membership, search, emptiness and equality.
 *
 * Expressions are imported from RegLan values into a set of hash-consed, simplified nodes, and
 * decided with Brzozowski derivatives over a partition of the alphabet. Complement, intersection
 * and counted loops make some questions exponential: everything costs fuel, and a set that has run
 * out answers REGEX_UNKNOWN to everything. Nothing is added to the bank. */
#ifndef TANDEM_TERM_REGEX_REGEX_H
#define TANDEM_TERM_REGEX_REGEX_H

#include "term/value/value.h"

#define REGEX_MAX_CHAR UINT32_C(0x2FFFF)
#define REGEX_DEFAULT_FUEL (UINT64_C(1) << 23)

typedef enum regex_answer { REGEX_NO, REGEX_YES, REGEX_UNKNOWN } regex_answer;

typedef struct regex regex;
typedef uint32_t regex_id; /* 0: out of fuel */

/* `fuel` counts nodes made and visited; 0: the default. */
regex *regex_new(const term_bank *b, uint64_t fuel);
void regex_free(regex *r);

regex_id regex_import(regex *r, value_id v);
regex_answer regex_match(regex *r, regex_id x, const uint32_t *text, size_t n);
regex_answer regex_equal(regex *r, regex_id x, regex_id y);
/* The leftmost match that begins at `from` or behind, and of those at its place the shortest, as
 * text[*start .. *end). */
regex_answer regex_find(regex *r, regex_id x, const uint32_t *text, size_t n, size_t from,
                        bool empty_allowed, size_t *start, size_t *end);

/* ---- For those who build words --------------------------------------------------------------- */

/* What may follow the character; 0 when out of fuel. */
regex_id regex_after(regex *r, regex_id x, uint32_t c);
bool regex_accepts_empty(const regex *r, regex_id x);
/* Appends a shortest word to `word`; false when there is none, or out of fuel. */
bool regex_shortest(regex *r, regex_id x, vec_u32 *word);
/* The alphabet in intervals whose characters occur in the imported expressions together or not at
 * all. 0 when out of fuel. */
size_t regex_intervals(regex *r);
void regex_interval(const regex *r, size_t i, uint32_t *lo, uint32_t *hi);

#endif
