/* What earlier questions say about a new one, without SMT: one that contains all terms of a refuted
 * question is refuted, and values that answered another one may answer it, too.
 *
 * Input bytes are the same constants in every trace, so that this holds from trace to trace; terms
 * with boxes are of one trace only and simply do not occur again. */
#ifndef TANDEM_EXPLORE_QUESTION_FLIP_CACHE_H
#define TANDEM_EXPLORE_QUESTION_FLIP_CACHE_H

#include "explore/limits.h"
#include "solve/near/question.h"

/* Terms that cannot hold together, sorted; `marks` has a bit for each, by hash. */
typedef struct flip_core {
    term_vec terms;
    uint64_t marks;
} flip_core;

typedef struct flip_values {
    VEC(decl_id) decls;
    VEC(uint8_t) values;
} flip_values;

/* Zero is empty. Both are rings once they are as large as they may be. */
typedef struct flip_cache {
    const explore_limits *limits; /* NULL: the defaults */
    VEC(flip_core) cores;
    VEC(flip_values) models;
    uint64_t n_cores, n_models; /* ever added */
} flip_cache;

/* The bank's terms are about to be released; also frees everything. */
void flip_cache_clear(flip_cache *c);
void flip_cache_add_core(flip_cache *c, const term_id *terms, size_t n);
bool flip_cache_refutes(const flip_cache *c, const question *q);
/* q->values of its variables. */
void flip_cache_add_values(flip_cache *c, const question *q);
/* Tries recent values, the last first. True: q->values satisfies the question. */
bool flip_cache_answers(const flip_cache *c, question *q);

#endif
