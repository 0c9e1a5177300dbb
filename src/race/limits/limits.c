#include "race/limits/limits.h"

#define LIMITS_LIST "race/limits/limits.def"
#define LIMITS_STRUCT race_limits
#include "base/limits/limits_define.h"
