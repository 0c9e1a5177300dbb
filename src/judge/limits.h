/* The limits of the judge (limits.def). */
#ifndef TANDEM_JUDGE_LIMITS_H
#define TANDEM_JUDGE_LIMITS_H

#define LIMITS_LIST "judge/limits.def"
#define LIMITS_STRUCT hearing_limits
#include "base/limits/limits_declare.h"

#endif
