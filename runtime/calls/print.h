/* Formats of printf: what a call reads, and how much it writes. */
#ifndef TANDEM_RUNTIME_CALLS_PRINT_H
#define TANDEM_RUNTIME_CALLS_PRINT_H

#include "runtime/boxes/box.h"

/* Adds the strings among the arguments behind the format (argument `format`). */
void tandem_print_inputs(tandem_call *c, uint32_t format, tandem_footprint *f);
/* Bytes that the call prints, with the end, if its inputs are as long as they can be (*most), or,
 * if that were too many, as they are; 0: not known. */
size_t tandem_print_bytes(const tandem_call *c, uint32_t format, size_t *most);

#endif
