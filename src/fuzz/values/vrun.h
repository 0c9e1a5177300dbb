/* Running mixed bytecode: registers that are words beside those that are ids of values.
 *
 * An operator on values costs a hundred times one on words, so only what depends on a changed input
 * is computed again: fuzz_machine.base is the run to start from. Values are made in the bank: whoever
 * runs for long owns the bank and releases it now and then (search.h). */
#ifndef TANDEM_FUZZ_VALUES_VRUN_H
#define TANDEM_FUZZ_VALUES_VRUN_H

#include "fuzz/values/language.h"
#include "fuzz/words/bytecode.h"

/* As fuzz_run, which calls it. */
void vrun(const fuzz_bytecode *p, const uint64_t *inputs, fuzz_machine *m);
/* A register as a value; 0: it is undefined. */
value_id vrun_value(const fuzz_bytecode *p, const fuzz_machine *m, uint32_t reg);
/* What a register of this sort is called for a value of it; false: none, or a number beyond words. */
bool vrun_word(const fuzz_bytecode *p, uint32_t reg, value_id v, uint64_t *word);
/* A register's word as a value. */
static inline value_id vrun_value_of(const fuzz_bytecode *p, uint32_t reg, uint64_t word)
{
    return fuzz_is_value(p, reg) ? (value_id)word : value_of_word(p->bank, p->sorts.at[reg], word);
}

#endif
