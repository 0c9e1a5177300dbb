#include "reduce/limits.h"

#define LIMITS_LIST "reduce/limits.def"
#define LIMITS_STRUCT reduce_limits
#include "base/limits/limits_define.h"
