/* Equations between machine numbers that the program's text has and that arithmetic alone keeps true (identities.h).
 *
 * Programs that compute products, roots and divisors assert what their numbers have to do with each other; often that is
 * an invariant as it stands, and all that a proof needs. */
#ifndef TANDEM_PROVE_SMT_GIVEN_EQUATIONS_H
#define TANDEM_PROVE_SMT_GIVEN_EQUATIONS_H

#include "prove/smt/teacher.h"

/* Appends to conjuncts[cut] those equations over the variables that hold whenever the cut point is reached. False: the deadline
 * came first. */
bool given_equations(teacher *t, term_vec *conjuncts);

#endif
