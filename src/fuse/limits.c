#include "fuse/limits.h"

#define LIMITS_LIST "fuse/limits.def"
#define LIMITS_STRUCT fuse_limits
#include "base/limits/limits_define.h"
