/* What was seen of the boxes during a search: the latest calls with their results, to answer "which
 * arguments gave about this result?", and more of them, so that what is known is not called again. No
 * allocation after the start. */
#ifndef TANDEM_FUZZ_SEARCH_OBSERVE_H
#define TANDEM_FUZZ_SEARCH_OBSERVE_H

#include "base/rng.h"
#include "fuzz/words/bytecode.h"

typedef struct fuzz_observations fuzz_observations;

fuzz_observations *observe_new(const fuzz_bytecode *p);
void observe_free(fuzz_observations *o);
/* Forgets everything, before the bank of values is released. */
void observe_clear(fuzz_observations *o);
/* A call of box number `box`, which gave a result (`good`) or none. */
void observe_call(fuzz_observations *o, uint32_t box, const uint64_t *args, uint64_t result,
                  bool good);
/* Whether what such a call gave is remembered. */
bool observe_known(const fuzz_observations *o, uint32_t box, const uint64_t *args, uint64_t *result,
                   bool *good);
/* Whether the box was seen to give `wanted`; *row then names that call. */
bool observe_exact(const fuzz_observations *o, const fuzz_bytecode *p, uint32_t at, uint64_t wanted,
                   uint32_t *row);
/* The call whose result was nearest to it; false: no call was seen. */
bool observe_nearest(const fuzz_observations *o, const fuzz_bytecode *p, uint32_t at,
                     uint64_t wanted, uint32_t *row);
/* Argument `j` of such a call. */
uint64_t observe_argument(const fuzz_observations *o, const fuzz_bytecode *p, uint32_t at,
                          uint32_t row, uint32_t j);
/* A promising value for argument `j` of the call at `at`, the other arguments as they are: between
 * observations whose results enclose `wanted`. False when there are none. */
bool observe_between(const fuzz_observations *o, const fuzz_bytecode *p, const fuzz_machine *m,
                     uint32_t at, uint32_t j, uint64_t wanted, uint64_t *value);

#endif
