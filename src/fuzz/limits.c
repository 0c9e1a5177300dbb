#include "fuzz/limits.h"

#define LIMITS_LIST "fuzz/limits.def"
#define LIMITS_STRUCT fuzz_limits
#include "base/limits/limits_define.h"
