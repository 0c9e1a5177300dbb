/* The limits of races (limits.def). */
#ifndef TANDEM_RACE_LIMITS_LIMITS_H
#define TANDEM_RACE_LIMITS_LIMITS_H

#define LIMITS_LIST "race/limits/limits.def"
#define LIMITS_STRUCT race_limits
#include "base/limits/limits_declare.h"

#endif
