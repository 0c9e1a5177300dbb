/* The first line of an answer of `tandem prove`: the verdict with everything that it depends on, so
 * that nobody who reads no further takes it for more than it is. */
#ifndef TANDEM_CLI_PROVE_PROVE_VERDICT_H
#define TANDEM_CLI_PROVE_PROVE_VERDICT_H

#include "base/json.h"
#include "cli/prove/prove_report.h"

/* "division by zero", … */
const char *prove_fault_word(ir_fault_kind kind);
/* One line without its end. */
void prove_verdict_text(const prove_report *r, strbuf *out);
/* The same as members of the object that is open: "verdict", and "assumptions" where there are. */
void prove_verdict_json(const prove_report *r, json_writer *j);

#endif
