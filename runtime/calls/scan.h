/* Formats of scanf: where a call writes to. */
#ifndef TANDEM_RUNTIME_CALLS_SCAN_H
#define TANDEM_RUNTIME_CALLS_SCAN_H

#include "runtime/boxes/box.h"

/* Adds what the arguments behind the format (argument `format`) point to. */
void tandem_scan_outputs(tandem_call *c, uint32_t format, tandem_footprint *f);

#endif
