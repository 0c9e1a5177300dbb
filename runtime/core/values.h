/* The values that an expression can have, where these are few: a pointer that a search gave and
 * that is one of the places of a text, a base that is 8 or 16, an entry of a table. */
#ifndef TANDEM_RUNTIME_CORE_VALUES_H
#define TANDEM_RUNTIME_CORE_VALUES_H

#include "runtime/core/expr.h"

enum { TANDEM_MOST_VALUES = 64 };
typedef struct tandem_values {
    uint32_t n;
    uint64_t at[TANDEM_MOST_VALUES]; /* ascending */
} tandem_values;

/* All that `e` can be, and perhaps some that it cannot; false: too many, or nothing is known. */
bool tandem_values_of(tandem_expr e, tandem_values *v);

/* How many operands of the expression make up its value (those of TANDEM_ITE and of truth values do
 * not): 0 if it is none that tandem_values_of looks into. */
uint32_t tandem_value_operands(const tandem_record *r);
/* The value of an operator at these operands; false: it has none, an address outside its table. */
bool tandem_value_at(const tandem_record *r, uint64_t a, uint64_t b, uint64_t *value);

#endif
