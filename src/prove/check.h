/* Given invariants: whether they prove a program. And what all provers begin and end with. */
#ifndef TANDEM_PROVE_CHECK_H
#define TANDEM_PROVE_CHECK_H

#include "prove/prove.h"

/* The last word about invariants, by an engine that has seen nothing else. On TEACHER_BROKEN
 * *broken is the transition, and a state was appended. */
teacher_answer prove_confirm(const ir_system *s, const prove_limits *limits, double deadline,
                             const term_vec *conjuncts, prove_result *result,
                             const ir_transition **broken, strbuf *state);
/* Who is to look for counterexamples. */
prove_teacher prove_who(const ir_system *s, const prove_config *config);
void prove_result_init(const ir_system *s, prove_result *result);

#endif
