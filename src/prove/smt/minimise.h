/* Fewer conjuncts: only those that the proof needs, so that people can read an invariant. */
#ifndef TANDEM_PROVE_SMT_MINIMISE_H
#define TANDEM_PROVE_SMT_MINIMISE_H

#include "prove/smt/teacher.h"

/* conjuncts[cut] are inductive and safe together; some may be removed, what is left is so too, or
 * is what it was. */
void minimise(teacher *t, term_vec *conjuncts);

#endif
