/* Traces of the public API (trace.h) run again: the same calls in the same order on a context of its own. Handles
 * are translated, so that a model that differs does no harm; callbacks of boxes answer what they answered, and functions of the
 * program that was traced have to be in a library. A trace comes from anywhere: what names code is done only where that is allowed. */
#ifndef TANDEM_API_REPLAY_H
#define TANDEM_API_REPLAY_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tandem/tandem.h"

typedef struct api_replay_config {
    bool
        allow_code; /* engines, libraries and headers that the trace names; scripts that name code */
    const char *const *libraries; /* where functions of the program are, and those of scripts */
    size_t n_libraries;
    /* The answer of a check; a remark on a line of the trace: a result that differs, a call that was left out. */
    void (*on_answer)(void *user, tandem_answer answer);
    void (*on_remark)(void *user, size_t line, const char *remark);
    const volatile sig_atomic_t *interrupt; /* NULL: none; set: no further call */
    void *user;
} api_replay_config;

typedef struct api_replay_report {
    uint64_t calls, different, left_out;
} api_replay_report;

/* False with a message (to be freed) where the text is no trace; what was done before stays in the report. */
bool api_replay(const char *text, const api_replay_config *config, api_replay_report *report,
                char **error);

#endif
