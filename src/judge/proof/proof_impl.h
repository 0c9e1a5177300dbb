/* A proof that was read. Inside of judge/proof. */
#ifndef TANDEM_JUDGE_PROOF_PROOF_IMPL_H
#define TANDEM_JUDGE_PROOF_PROOF_IMPL_H

#include "base/text.h"
#include "smtlib/script/formula.h"

#define PROOF_OUTSIDE UINT32_MAX

typedef struct proof_step {
    char *name, *rule;  /* rule "": an assumption */
    uint32_t scope;     /* number of the subproof that it is in; 0: none */
    text_list premises; /* names */
    bool closes;        /* a subproof: what is behind its anchor is its inside */
    uint32_t end;       /* of a subproof: number of the last step inside */
    term_id term;       /* its clause as a disjunction */
} proof_step;

typedef struct proof {
    VEC(proof_step) steps;
    vec_u32 outer;     /* of each scope the one around it; the first is PROOF_OUTSIDE */
    term_vec asserted; /* by the script */
} proof;

/* False with `why` filled in: it is no Alethe, or its terms cannot be read. */
bool proof_read(term_bank *b, const char *script, const char *reply, size_t most, proof *p,
                strbuf *why);
void proof_free(proof *p);

#endif
