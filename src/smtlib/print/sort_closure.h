/* Which sorts a sort is made of: for declaring everything that is needed, in print and in models.
 */
#ifndef TANDEM_SMTLIB_PRINT_SORT_CLOSURE_H
#define TANDEM_SMTLIB_PRINT_SORT_CLOSURE_H

#include "base/vec.h"
#include "term/core/sort.h"

/* Appends index and element of an array, the parameters of a declared sort or datatype. */
void sort_push_parts(const term_bank *b, sort_id s, vec_u32 *sorts);
/* Appends the sorts of all fields of all constructors of an instance. */
void sort_push_fields(term_bank *b, sort_id instance, vec_u32 *sorts);
/* Appends to `all` every sort that can be reached from the domains and ranges of declarations. */
void sort_closure(term_bank *b, const vec_u32 *decls, vec_u32 *all);

#endif
