#include "solve/limits.h"

#define LIMITS_LIST "solve/limits.def"
#define LIMITS_STRUCT solve_limits
#include "base/limits/limits_define.h"
