/* How much slower is the new build? Effects of two samples of run times, with an interval and a test.
 *
 * Run times of a solver over its random seeds have long tails and differ by factors, so everything is about their
 * logarithms: the effect is the quotient of geometric means (2: the new one takes twice as long), its 95 % interval is
 * by bootstrap, its test permutes which run was whose (both with a seeded generator: the same times, the same words).
 * Not here: running solvers (compare.h). */
#ifndef TANDEM_RACE_VERSIONS_EFFECT_H
#define TANDEM_RACE_VERSIONS_EFFECT_H

#include <stddef.h>

#include "base/vec.h"

/* The same input, by seeds: seconds above 0. */
typedef struct effect_times {
    VEC(double) old, new;
} effect_times;

typedef enum effect_verdict {
    EFFECT_SLOWER,
    EFFECT_FASTER,
    EFFECT_NONE, /* the interval is within 1 / EFFECT_MATTERS and EFFECT_MATTERS, or the ratio below EFFECT_LEAST */
    EFFECT_TOO_EARLY, /* the interval is wider, and has 1 inside */
} effect_verdict;
#define EFFECT_MATTERS 1.25
#define EFFECT_LEAST 1.1 /* less is no matter, however sure it is */

typedef struct effect {
    double old, new; /* geometric means, seconds */
    double ratio, low, high;
    double p; /* of no difference; of one input among others: after Holm's correction */
    effect_verdict verdict;
} effect;

const char *effect_verdict_name(effect_verdict v);

/* Of each input, and of all together, where inputs count alike and are drawn, too: what is said is about inputs like
 * these. */
void effect_of_each(const effect_times *inputs, size_t n, effect *out);
void effect_of_all(const effect_times *inputs, size_t n, effect *out);

#endif
