/* From a script to a small script: chooses how it is reduced, and how it is written.
 *
 * If what is asserted at the first check-sat, written by our printer, satisfies the predicate, then
 * the formula is reduced (reduce.h), and options and commands after the check are kept only if they
 * are needed. Else the text is (text_mode.h). */
#ifndef TANDEM_REDUCE_TASK_H
#define TANDEM_REDUCE_TASK_H

#include "reduce/check/predicate.h"

typedef enum task_mode { TASK_AUTO, TASK_FORMULA, TASK_TEXT } task_mode;

typedef struct task_config {
    predicate *predicate;
    const char *name; /* of the script, for messages */
    const char *text;
    size_t n;
    task_mode mode;
    size_t jobs; /* formulas checked at the same time (those of the predicate); 0: one */
    const reduce_limits *limits; /* NULL: the defaults */
    uint64_t max_checks;         /* 0: no limit */
    double max_seconds;          /* 0: no limit */
    /* After each step, with the whole script as it is now, laid out; may be NULL. */
    void (*step)(void *context, const strbuf *script, size_t size, uint64_t checks);
    void *context;
    const volatile sig_atomic_t *interrupt; /* may be NULL */
} task_config;

typedef enum task_status {
    TASK_DONE,      /* a fixed point */
    TASK_LIMIT,     /* a limit or the interrupt ended it; what there is holds */
    TASK_NOT_HELD,  /* the predicate does not hold for the script, or not as the mode wants it */
    TASK_UNREADABLE /* no list of commands */
} task_status;

typedef struct task_result {
    task_status status;
    task_mode mode; /* that was used */
    char *script;   /* caller frees; NULL: the last two */
    char *message;  /* caller frees: why not; NULL: nothing to say */
    reduce_result reduced;
} task_result;

task_result task_run(const task_config *config);

#endif
