/* The limits of reading C programs (limits.def). */
#ifndef TANDEM_PROGRAM_LIMITS_H
#define TANDEM_PROGRAM_LIMITS_H

#define LIMITS_LIST "program/limits.def"
#define LIMITS_STRUCT ir_limits
#include "base/limits/limits_declare.h"

#endif
