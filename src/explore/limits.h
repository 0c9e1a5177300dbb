/* The limits of test generation (limits.def). The fuzz solver's own are in fuzz/limits.h. */
#ifndef TANDEM_EXPLORE_LIMITS_H
#define TANDEM_EXPLORE_LIMITS_H

#define LIMITS_LIST "explore/limits.def"
#define LIMITS_STRUCT explore_limits
#include "base/limits/limits_declare.h"

#endif
