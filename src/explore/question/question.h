/* One question to the solver: terms that are all to hold, over variables of a trace. What the
 * files that answer it share. */
#ifndef TANDEM_EXPLORE_QUESTION_QUESTION_H
#define TANDEM_EXPLORE_QUESTION_QUESTION_H

#include "base/rng.h"
#include "explore/question/flip.h"
#include "fuzz/words/distance.h"
#include "term/rewrite/rewrite.h"

typedef struct question {
    explore_trace *trace;
    explore_recall *boxes;
    term_bank *bank;
    const explore_limits *limits; /* the defaults, until they are set */
    term_vec terms;               /* the way wanted last */
    term_id wanted;
    bool floats;            /* floating-point arithmetic occurs */
    vec_u32 variables;      /* positions in trace->variables that occur, neighbours together */
    vec_u32 box_numbers;    /* boxes that occur, in the order of their calls */
    uint8_t *values;        /* of all variables: at first the run's, after a success the answer */
    fuzz_bytecode *program; /* NULL: it does not fit words */
    fuzz_machine machine;
    vec_u32 input_of; /* variable of each input of the program */
    uint64_t *words;  /* of the program's inputs */
    uint64_t executions;
    double deadline;      /* clock_wall; 0: none */
    uint64_t most_calls;  /* of boxes, by recall_made; 0: no limit */
    VEC(uint8_t) offered; /* values of the variables (in their order), one row after the other */
    fuzz_distance gauge;
    bool numeric;    /* an equation that is wanted is measured by how far its sides are apart */
    uint64_t best;   /* smallest distance of the last question_judge … */
    size_t best_row; /* … and which row */
} question;

void question_init(question *q, explore_trace *t, explore_recall *boxes);
void question_free(question *q);
/* Whether there is no time left for it, or its calls are used up. */
bool question_expired(const question *q);
void question_add(question *q, term_id t);
/* After all terms were added, the way wanted last: variables, boxes, program. */
void question_close(question *q);
/* Makes the program, where question_close did not need it. False: it does not fit words. */
bool question_compile(question *q);
/* Whether all hold at q->values, by the program (true for certain: question_confirm). */
bool question_try(question *q);
/* Notes q->values for question_judge, which is called when there are enough. True: it was, and
 * found an answer. */
bool question_offer(question *q);
/* Looks at all that were noted, with their box calls made together. True when one satisfies the
 * question: then it is in q->values. */
bool question_judge(question *q);
/* By the evaluator, with real calls. */
bool question_confirm(question *q);
/* Whether variable i + 1 (of q->variables) is the next byte of the input that variable i is of. */
bool question_joined(const question *q, size_t i);
/* Words of the program's inputs from q->values and back. */
void question_to_words(question *q);
void question_from_words(question *q);

#endif
