/* The limits of the closed-box solver and of oracles in sessions (limits.def). */
#ifndef TANDEM_SOLVE_LIMITS_H
#define TANDEM_SOLVE_LIMITS_H

#define LIMITS_LIST "solve/limits.def"
#define LIMITS_STRUCT solve_limits
#include "base/limits/limits_declare.h"

#endif
