/* Equality of values where ids do not settle it: different ids can denote one regular language or
 * one irrational number, and so can values that contain such. */
#ifndef TANDEM_TERM_VALUE_VALUE_EQUAL_H
#define TANDEM_TERM_VALUE_VALUE_EQUAL_H

#include "term/eval/eval.h"

typedef enum value_verdict { VALUES_DIFFER, VALUES_EQUAL, VALUES_UNDECIDED } value_verdict;

/* *why is set with VALUES_UNDECIDED. */
value_verdict value_equal(const term_bank *b, value_id v, value_id w, eval_reason *why);
/* Neither regular expressions nor irrational numbers inside: equal exactly when the ids are. */
bool value_is_plain(const term_bank *b, value_id v, eval_reason *why);

#endif
