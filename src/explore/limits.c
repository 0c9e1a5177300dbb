#include "explore/limits.h"

#define LIMITS_LIST "explore/limits.def"
#define LIMITS_STRUCT explore_limits
#include "base/limits/limits_define.h"
