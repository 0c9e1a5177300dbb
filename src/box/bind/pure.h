/* Which functions of libc and libm a formula may call by itself: the table is pure.def. */
#ifndef TANDEM_BOX_BIND_PURE_H
#define TANDEM_BOX_BIND_PURE_H

#include <stdbool.h>

bool pure_function(const char *name);

#endif
