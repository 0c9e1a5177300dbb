/* Questions about all elements of arrays, without quantifiers.
 *
 * What is asserted of all indices is asserted of those that the question reads and writes at. What is denied of all
 * is denied of one, which is called a witness. That is a weaker question: what is refuted stays refuted, but a model
 * may be none of the question that was asked. Then instances are added at indices at which it breaks what is asserted
 * (teacher.c); with those that matter for ranges that makes it the same question for formulas that only compare the
 * index and read at it (Bradley, Manna & Sipma, "What's decidable about arrays?"). */
#ifndef TANDEM_PROVE_SMT_INSTANCES_H
#define TANDEM_PROVE_SMT_INSTANCES_H

#include "term/core/term.h"

typedef struct instances {
    term_bank *bank;
    term_vec witnesses; /* free constants; those of one question are the first `used` */
    size_t used;
} instances;

void instances_init(instances *x, term_bank *b);
void instances_free(instances *x);
/* The parts, which are asserted together, are replaced; at most so many indices are looked at. False: there was
 * nothing to replace. */
bool instances_of_question(instances *x, term_id *parts, size_t n, size_t most);
/* What the formula says of one index more, if it is asserted; itself, if it says nothing of all. */
term_id instances_one(term_bank *b, term_id t, term_id index);
/* The formula at one index in place of all. */
term_id instances_at(term_bank *b, term_id t, term_id index);

#endif
