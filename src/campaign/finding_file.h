/* The folder of findings: for each that is worth reading an .smt2, and beside it an .md to be pasted
 * into a tracker. */
#ifndef TANDEM_CAMPAIGN_FINDING_FILE_H
#define TANDEM_CAMPAIGN_FINDING_FILE_H

#include "judge/finding.h"

/* The file of a finding: "FOLDER/findings/0007-soundness-z3.smt2". */
void finding_file_path(const char *folder, const finding *f, strbuf *path);
/* Writes both, or removes them where the finding turned out to be none. In one step, so that a reader
 * never sees half of it. False with *error set (caller frees). */
bool finding_file_put(const char *folder, const finding *f, char **error);

#endif
