/* The files that `tandem prove` writes about a proof. */
#ifndef TANDEM_CLI_PROVE_PROVE_FILES_H
#define TANDEM_CLI_PROVE_PROVE_FILES_H

#include "cli/prove/prove_report.h"

/* A copy of the source with the invariants as comments before their loops, or as ACSL's loop
 * invariants. False: it cannot be written. */
bool prove_annotate(const prove_report *r, bool acsl, const char *path);
/* A witness in SV-COMP's format 2.0 or 2.1, of a proof or of a violation. Invariants that C cannot say are left
 * out, and so are inputs that no function gives. */
bool prove_witness(const prove_report *r, const char *path);
/* The program with the inputs of a violation in it, as a C file that fails when it is run. */
bool prove_replay(const prove_report *r, const char *path);

#endif
