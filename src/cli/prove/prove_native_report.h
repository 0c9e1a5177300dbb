/* A native run that breaks an assertion or has undefined behaviour, as texts and JSON. */
#ifndef TANDEM_CLI_PROVE_PROVE_NATIVE_REPORT_H
#define TANDEM_CLI_PROVE_PROVE_NATIVE_REPORT_H

#include "base/json.h"
#include "prove/native/hunt.h"

/* What goes wrong: "division by zero in line 5"; of an assertion "the assertion of line 5 fails". */
void prove_native_fault(const hunt_fault *f, strbuf *out);
void prove_native_value(const native_stub *s, uint64_t bits, strbuf *out);
void prove_native_print(const hunt *h);
void prove_native_json(json_writer *j, const hunt *h);

#endif
