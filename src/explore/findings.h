/* Runs that broke: crashes, failed assertions, undefined behaviour, hangs. Two are the same when
 * they are of one kind at one place; each is kept once, with an input as small as was found. */
#ifndef TANDEM_EXPLORE_FINDINGS_H
#define TANDEM_EXPLORE_FINDINGS_H

#include "explore/output.h"
#include "explore/target.h"
#include "explore/trace.h"

typedef struct explore_findings {
    explore_output *output;
    explore_target *target; /* for minimising */
    map known;              /* hash of a description -> 1 */
    uint64_t runs;          /* that minimising took */
    double patience;        /* seconds after which a run is a hang for sure */
    strbuf sites;           /* "file\tfunction\tline" of each site, one a line */
} explore_findings;

/* `run_seconds`: after which runs are ended. */
void findings_init(explore_findings *f, explore_output *output, explore_target *target,
                   double run_seconds);
void findings_free(explore_findings *f);
/* Whether a run broke. */
bool findings_is(const target_result *r);
/* Notes a run that did, traced (`t`, which tells places apart) or not (NULL). True: a new one. */
bool findings_note(explore_findings *f, const explore_test *test, const target_result *r,
                   const explore_trace *t);

#endif
