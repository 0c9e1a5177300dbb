/* Defines what limits_declare.h declares; included by one source of the layer, after its limits.h,
 * with the same two names set. */
#include "base/limits/limits.h"

#define LIMITS_PASTE2(a, b) a##b
#define LIMITS_PASTE(a, b) LIMITS_PASTE2(a, b)

#define LIMITS(title)
#define LIMIT(name, initial, low, high, help) .name = (initial),
#define LIMIT_REAL(name, initial, low, high, help) .name = (initial),
const LIMITS_STRUCT LIMITS_PASTE(LIMITS_STRUCT, _default) = {
#include LIMITS_LIST
};
#undef LIMITS
#undef LIMIT
#undef LIMIT_REAL

#define LIMITS(title) {.help = title},
#define LIMIT(name, initial, low, high, help) \
    {#name, true, initial, low, high, offsetof(LIMITS_STRUCT, name), help},
#define LIMIT_REAL(name, initial, low, high, help) \
    {#name, false, initial, low, high, offsetof(LIMITS_STRUCT, name), help},
static const limit_spec LIMITS_PASTE(LIMITS_STRUCT, _specs)[] = {
#include LIMITS_LIST
};
#undef LIMITS
#undef LIMIT
#undef LIMIT_REAL

const limit_table LIMITS_PASTE(LIMITS_STRUCT, _table) = {
    .specs = LIMITS_PASTE(LIMITS_STRUCT, _specs),
    .n = sizeof LIMITS_PASTE(LIMITS_STRUCT, _specs) / sizeof(limit_spec),
    .size = sizeof(LIMITS_STRUCT),
};

#undef LIMITS_PASTE
#undef LIMITS_PASTE2
#undef LIMITS_STRUCT
#undef LIMITS_LIST
