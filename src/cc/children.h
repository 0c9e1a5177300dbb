/* Programs and functions that run in children, one at a time, and the signals that end them: tandem-cc is ended by the
 * same signal, after its files are gone. */
#ifndef TANDEM_CC_CHILDREN_H
#define TANDEM_CC_CHILDREN_H

#include "base/vec.h"

typedef VEC(const char *) cc_words;

/* Says what is wrong, about something or (NULL) nothing in particular; returns 1. */
int cc_fail(const char *about, const char *message);
/* From here on SIGINT, SIGTERM and SIGHUP end the child that runs, and no other is begun. */
void cc_watch_signals(void);
/* Ends this process by the signal that came; returns if none did. */
void cc_end_by_signal(void);
/* The exit code, 128 + the number of the signal that ended it; the words get a NULL at their end. */
int cc_run_program(cc_words *w);
/* The same, with what it says to standard error in that file. */
int cc_run_program_noting(cc_words *w, const char *errors);
int cc_run_function(int (*function)(const void *context), const void *context);

#endif
