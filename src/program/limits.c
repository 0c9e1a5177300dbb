#include "program/limits.h"

#define LIMITS_LIST "program/limits.def"
#define LIMITS_STRUCT ir_limits
#include "base/limits/limits_define.h"
