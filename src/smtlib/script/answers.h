/* What a solver's output says: its answers, and whether it complained first.
 *
 * An answer is a line that is exactly sat, unsat or unknown. A line that begins with "(error"
 * before the first answer makes what follows worthless: solvers go on after an assertion they could
 * not read, and then answer another question. */
#ifndef TANDEM_SMTLIB_SCRIPT_ANSWERS_H
#define TANDEM_SMTLIB_SCRIPT_ANSWERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

typedef enum answer { ANSWER_NONE, ANSWER_SAT, ANSWER_UNSAT, ANSWER_UNKNOWN } answer;

/* "none", "sat", "unsat", "unknown", and back (false: another word). */
const char *answer_name(answer a);
bool answer_read(const char *word, size_t n, answer *a);

typedef VEC(uint8_t) answer_list; /* of answer */

typedef struct answers {
    answer_list list;  /* in order; only those before the first error */
    size_t after;      /* answers after an error that came before them */
    const char *error; /* into the text: where the first "(error" stands; or NULL */
    bool timeout;      /* the solver itself said "timeout" */
} answers;

/* `text` is terminated by NUL and must live as long as the result is used. The list is the caller's. */
void answers_read(answers *a, const char *text);

#endif
