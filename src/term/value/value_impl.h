/* Values that are lists of ids: what value.c offers to the files of single kinds. */
#ifndef TANDEM_TERM_VALUE_VALUE_IMPL_H
#define TANDEM_TERM_VALUE_VALUE_IMPL_H

#include "base/vec.h"
#include "term/value/value.h"

value_id value_intern_ids(term_bank *b, value_kind kind, sort_id sort, const vec_u32 *ids);
/* Valid until the next value is made. */
const uint32_t *value_ids_of(const term_bank *b, value_id v, uint32_t *n);

#endif
