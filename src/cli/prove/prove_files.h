/* The files that `tandem prove` writes about a proof. */
#ifndef TANDEM_CLI_PROVE_PROVE_FILES_H
#define TANDEM_CLI_PROVE_PROVE_FILES_H

#include "cli/prove/prove_report.h"

/* A copy of the source with the invariants as comments before their loops. False: it cannot be
 * written. */
bool prove_annotate(const prove_report *r, const char *path);
/* A correctness witness in SV-COMP's format 2.0. Invariants that C cannot say are left out. */
bool prove_witness(const prove_report *r, const char *path);

#endif
