/* Calling a C function whose type is known only at run time. */
#ifndef TANDEM_RUNTIME_BOXES_INVOKE_H
#define TANDEM_RUNTIME_BOXES_INVOKE_H

#include <stdbool.h>
#include <stdint.h>

/* Can it be called? Too many arguments of one kind cannot be passed. */
bool tandem_can_invoke(uint32_t n, uint64_t floats);
/* Arguments as in tandem_calling; result_float: 0, 32 or 64. */
uint64_t tandem_invoke(uint64_t function, uint32_t n, uint64_t floats, const uint64_t *args,
                       uint32_t result_float);

#endif
