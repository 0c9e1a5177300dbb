/* The limits of reduction (limits.def). */
#ifndef TANDEM_REDUCE_LIMITS_H
#define TANDEM_REDUCE_LIMITS_H

#define LIMITS_LIST "reduce/limits.def"
#define LIMITS_STRUCT reduce_limits
#include "base/limits/limits_declare.h"

#endif
