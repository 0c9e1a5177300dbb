#include "prove/limits.h"

#define LIMITS_LIST "prove/limits.def"
#define LIMITS_STRUCT prove_limits
#include "base/limits/limits_define.h"
