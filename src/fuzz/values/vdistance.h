/* How far comparisons of values are from being true and from being false: the part of distance.h for
 * registers that are no words. */
#ifndef TANDEM_FUZZ_VALUES_VDISTANCE_H
#define TANDEM_FUZZ_VALUES_VDISTANCE_H

#include "fuzz/words/distance.h"

/* Of register `at`, which is defined: FUZZ_EQ on values, or FUZZ_VALUE with a Bool result. */
fuzz_pair vdistance(const fuzz_bytecode *p, const fuzz_machine *m, uint32_t at);

#endif
