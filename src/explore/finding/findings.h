/* Runs that broke: crashes, failed assertions, undefined behaviour, hangs, and what
 * AddressSanitizer reports. Two crashes or reports are the same when they are of one kind and have
 * the same innermost frames, others when they are of one kind at one place; each is kept once, with
 * an input as small as was found. */
#ifndef TANDEM_EXPLORE_FINDING_FINDINGS_H
#define TANDEM_EXPLORE_FINDING_FINDINGS_H

#include "explore/finding/broken.h"
#include "explore/limits.h"
#include "explore/target/target.h"
#include "explore/test/output.h"
#include "explore/trace/trace.h"

typedef struct explore_findings {
    explore_output *output;
    explore_target *target;    /* for minimising */
    explore_target *sanitizer; /* a build with AddressSanitizer; NULL: none */
    map known;                 /* key of a description (broken.h) -> 1 */
    map stacks;                /* key of a stack before its names were looked up -> 1 */
    uint64_t runs;             /* that minimising took */
    const explore_limits *limits;
    double patience; /* seconds after which a run is a hang for sure */
    bool errors;     /* only failed assertions and aborts are looked for */
    strbuf sites;    /* "file\tfunction\tline" of each site, one a line */
    const volatile sig_atomic_t *interrupt;
} explore_findings;

typedef struct findings_config {
    explore_output *output;
    explore_target *target, *sanitizer; /* NULL: none */
    const explore_limits *limits;       /* NULL: the defaults */
    double run_seconds;                 /* after which runs are ended */
    bool errors; /* failed assertions and aborts are all that is looked for */
    const volatile sig_atomic_t *interrupt;
} findings_config;

void findings_init(explore_findings *f, const findings_config *config);
void findings_free(explore_findings *f);
/* Whether a run broke. */
bool findings_is(const target_result *r);
/* Whether it broke in a way that is looked for. */
bool findings_wanted(const explore_findings *f, const target_result *r);
/* Notes a run that did, traced (`t`, which tells places apart) or not (NULL). True: a new one. */
bool findings_note(explore_findings *f, const explore_test *test, const target_result *r,
                   const explore_trace *t);
/* Runs a test under the sanitizer and notes its report, if there is one. True: a new one. */
bool findings_sanitize(explore_findings *f, const explore_test *test);

#endif
