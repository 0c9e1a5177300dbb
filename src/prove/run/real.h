/* Real runs: the program executed block by block, with the code behind its opaque functions called
 * in one process, in the order of the program, so that what it keeps between calls counts.
 *
 * What `violated` rests on where there is such code: the results that it gave in that very run. The
 * program is read once more for this, with the results of all functions as inputs. */
#ifndef TANDEM_PROVE_RUN_REAL_H
#define TANDEM_PROVE_RUN_REAL_H

#include "box/box.h"
#include "prove/limits.h"
#include "prove/run/run.h"

typedef struct real_runs {
    const prove_limits *limits;
    const ir_system *told;   /* what candidates are runs of; set by who looks for them */
    const ir_system *system; /* of the program with all functions foreign */
    box_set *boxes;          /* NULL: nothing can be called */
    struct sitting *sitting; /* started when it is needed */
    double call_seconds;
    bool undefined; /* undefined behaviour is a fault, too */
    uint64_t seed;
    uint64_t runs, blocks; /* so many were made, of so many blocks */
} real_runs;

/* Executes the program with the inputs of the candidate where that has any. True when it ends in a
 * fault: *r is that run, of the system with foreign functions. *crash says so when that is the
 * crash of an opaque function. */
bool real_confirm(real_runs *x, const run *candidate, double deadline, run *r, strbuf *crash);
/* The same with inputs at random, again and again: `runs` times, or until breach_search_blocks. */
bool real_search(real_runs *x, size_t runs, double deadline, run *r, strbuf *crash);
/* Appends "only if f() can return 7": what the run needs of functions that it did not get from
 * their code. False when it needs nothing. */
bool real_needs(const ir_program *p, const run *candidate, strbuf *out);
void real_runs_end(real_runs *x);

#endif
