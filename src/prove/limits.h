/* The limits of proving (limits.def). */
#ifndef TANDEM_PROVE_LIMITS_H
#define TANDEM_PROVE_LIMITS_H

#define LIMITS_LIST "prove/limits.def"
#define LIMITS_STRUCT prove_limits
#include "base/limits/limits_declare.h"

#endif
