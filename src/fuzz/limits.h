/* The limits of the fuzzer (limits.def): how long it tries, how far it looks. */
#ifndef TANDEM_FUZZ_LIMITS_H
#define TANDEM_FUZZ_LIMITS_H

#define LIMITS_LIST "fuzz/limits.def"
#define LIMITS_STRUCT fuzz_limits
#include "base/limits/limits_declare.h"

#endif
