#include "judge/limits.h"

#define LIMITS_LIST "judge/limits.def"
#define LIMITS_STRUCT hearing_limits
#include "base/limits/limits_define.h"
