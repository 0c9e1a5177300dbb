/* What a report says about opaque operations, and about how sure each condition is. */
#ifndef TANDEM_CLI_PROVE_PROVE_OPEN_REPORT_H
#define TANDEM_CLI_PROVE_PROVE_OPEN_REPORT_H

#include "base/json.h"
#include "prove/prove.h"

/* Lines behind the invariants of a proof; none for a program without opaque operations that was
 * proved by SMT. */
void prove_open_print(const ir_system *s, const prove_result *r);
/* Members of the result's object. */
void prove_open_json(json_writer *j, const ir_system *s, const prove_result *r);

#endif
