/* The system call filters of the profiles, as the kernel wants them: calls.def and calls whose
 * arguments matter, written by libseccomp. That takes about a millisecond, so those that most runs
 * want are written when Tandem is built (scripts/make_filters.c). Not for entering them: sandbox.h. */
#ifndef TANDEM_SANDBOX_FILTER_H
#define TANDEM_SANDBOX_FILTER_H

#include "sandbox/sandbox.h"

enum { FILTER_MOST = 2048 }; /* instructions of a filter */

/* Stands for the process's own number in a filter until it is entered. */
#define FILTER_OWN_NUMBER UINT32_C(0x5afeb0c5)

/* Of the profile *call* there are two: what starts its processes enters the first alone. */
typedef enum filter_part { FILTER_WHOLE, FILTER_REST } filter_part;

typedef struct sandbox_filter {
    struct sock_filter *code;
    unsigned short n;
} sandbox_filter;

/* False: it cannot be made. filter_free in any case. */
bool filter_make(sandbox_profile profile, const sandbox_grants *grants, filter_part part,
                 sandbox_filter *f);
void filter_free(sandbox_filter *f);
/* The one without grants, from the build; NULL: there is none. */
const sandbox_filter *filter_made(sandbox_profile profile, filter_part part);
/* The option that lets the call of this name through. */
const char *filter_option(const char *name);

#endif
