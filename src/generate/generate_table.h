/* Operators by what they make and by what the palette has, for those who generate many terms: of all
 * operators most are none for a wanted sort. For the generator's own files; others make one and give
 * it to generate_term (generate.h). */
#ifndef TANDEM_GENERATE_GENERATE_TABLE_H
#define TANDEM_GENERATE_GENERATE_TABLE_H

#include "generate/generate_plan.h"

/* Operators that may result in a sort of the kind, where the palette has sorts of these kinds (a set of bits). Each
 * list is made once and stays until the table is freed. */
const op_list *generate_table_find(generate_table *t, unsigned palette, sort_kind kind);
/* Those lists by kind, as far as they were asked for; valid until another palette is. */
const op_list *const *generate_table_row(generate_table *t, unsigned palette);

#endif
