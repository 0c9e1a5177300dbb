/* Wanted values, backwards, through operators on values of any sort: the part of invert.h for
 * FUZZ_VALUE.
 *
 * Exact where the operator can be inverted at the current values, a plausible guess otherwise. One
 * wanted value may become several (the parts of a concatenation). */
#ifndef TANDEM_FUZZ_VALUES_VINVERT_H
#define TANDEM_FUZZ_VALUES_VINVERT_H

#include "fuzz/values/vmutate.h"
#include "fuzz/words/invert.h"

/* Appends what operands of instruction `at` should be, so that it has the wanted result (as its
 * register has it); nothing where no operand can be moved. */
void vinvert(const fuzz_bytecode *p, const fuzz_machine *m, const uint8_t *depends, vwords *w,
             uint32_t at, uint64_t wanted, fuzz_wants *out);

#endif
