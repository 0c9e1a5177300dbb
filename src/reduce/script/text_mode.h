/* Reduction of a script as text: for incremental scripts, for commands that a formula does not
 * keep, and for what our printer writes differently from what a check wants.
 *
 * Commands are dropped in groups, then parts of the commands are dropped, or replaced by parts of
 * themselves and by plain literals. Whatever our own reader does not accept (unknown names, wrong
 * sorts) is never checked, provided that it accepts the original. */
#ifndef TANDEM_REDUCE_SCRIPT_TEXT_MODE_H
#define TANDEM_REDUCE_SCRIPT_TEXT_MODE_H

#include "reduce/formula/reduce.h"

typedef struct text_config {
    reduce_verdict (*check)(void *context, const char *text, size_t n);
    void *context;
    const reduce_limits *limits; /* NULL: the defaults */
    uint64_t max_checks;         /* 0: no limit */
    double max_seconds;          /* 0: no limit */
    void (*progress)(void *context, const char *text, size_t n, uint64_t checks); /* may be NULL */
    const volatile sig_atomic_t *interrupt;                                       /* may be NULL */
} text_config;

/* Replaces the text by the smallest one found. Sizes are tokens and lists. The check is taken to
 * hold for the text as it is. */
reduce_result reduce_text(strbuf *text, const text_config *config);

#endif
