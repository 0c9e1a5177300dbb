/* The judge asks for proofs: whether a reply is one, and whether a solver proves wrongly again. */
#ifndef TANDEM_JUDGE_PROOF_PROOF_HEARING_H
#define TANDEM_JUDGE_PROOF_PROOF_HEARING_H

#include "judge/hearing.h"
#include "judge/proof/proof.h"

/* Does the output have a proof, in Alethe, and is it wrong? Then message and signature (the rule of the step) are filled
 * in. */
bool proof_accuses(const hearing *h, const char *script, const char *output, finding *f);
/* Asks the solver for a proof of the case and checks it; what it said is noted. */
bool proof_comes_again(const hearing *h, solver *s, const char *options, finding *f);

#endif
