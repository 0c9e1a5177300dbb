/* Codatatypes: datatypes whose elements may be infinite. They are declared like others and marked before
 * datatype_finish, which then does not ask for a finite element. No value of ours is infinite, and libz3 has
 * none: only solvers that have codatatypes decide anything about them. */
#ifndef TANDEM_TERM_CORE_CODATATYPE_H
#define TANDEM_TERM_CORE_CODATATYPE_H

#include "term/core/sort.h"

void datatype_mark_infinite(term_bank *b, datatype_id d);
bool datatype_is_infinite(const term_bank *b, datatype_id d);

#endif
