/* Formats of scanf: their conversions, and where a call writes to. */
#ifndef TANDEM_RUNTIME_CALLS_SCAN_H
#define TANDEM_RUNTIME_CALLS_SCAN_H

#include "runtime/boxes/box.h"

typedef struct tandem_conversion {
    bool skipped, allocates;
    unsigned long width;  /* 0: none given */
    size_t integer, real; /* sizes that its length modifier means */
    bool wide;
    char kind;
} tandem_conversion;

/* Reads one from behind its '%'; what stands behind it. */
const char *tandem_conversion_read(const char *p, tandem_conversion *c);
/* Adds what the arguments behind the format (argument `format`) point to. */
void tandem_scan_outputs(tandem_call *c, uint32_t format, tandem_footprint *f);

#endif
