/* Good values of constants from earlier fuzz steps and from models: where the next one starts. */
#ifndef TANDEM_SOLVE_CLOSED_SEED_POOL_H
#define TANDEM_SOLVE_CLOSED_SEED_POOL_H

#include "base/map.h"
#include "box/box.h"
#include "fuzz/words/bytecode.h"
#include "term/value/model.h"

enum { POOL_ROWS = 64 }; /* the most that a limit allows */

/* Newest first: decl -> value_id, one map a row. */
typedef struct seed_pool {
    term_bank *bank;
    size_t rows; /* 1 … POOL_ROWS */
    map at[POOL_ROWS];
} seed_pool;

typedef VEC(uint64_t) seed_words;
typedef VEC(term_model *) seed_models;

void seed_pool_free(seed_pool *p);
/* A row for new values; the oldest one makes room. */
map *seed_pool_add(seed_pool *p);
void seed_pool_add_model(seed_pool *p, const term_model *m);
/* Start points of a program: rows of one word for each input, from the pool and from what boxes were seen to
 * compare with. Returns how many. */
size_t seed_pool_words(const seed_pool *p, const box_set *boxes, const fuzz_bytecode *program,
                       seed_words *words);
/* The rows as models of these constants, for another fuzzer; the caller frees them. */
void seed_pool_models(const seed_pool *p, const vec_u32 *decls, seed_models *models);

#endif
