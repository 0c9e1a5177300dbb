/* The limits of campaigns of fused formulas (limits.def). */
#ifndef TANDEM_FUSE_LIMITS_H
#define TANDEM_FUSE_LIMITS_H

#define LIMITS_LIST "fuse/limits.def"
#define LIMITS_STRUCT fuse_limits
#include "base/limits/limits_declare.h"

#endif
