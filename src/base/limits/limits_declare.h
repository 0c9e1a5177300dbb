/* Declares the limits of a layer; included by its limits.h.
 *
 *     #define LIMITS_LIST "fuzz/limits.def"
 *     #define LIMITS_STRUCT fuzz_limits
 *     #include "base/limits/limits_declare.h"
 *
 * declares `struct fuzz_limits`, `fuzz_limits_default` and `fuzz_limits_table`. */
#include "base/limits/limits.h"

#define LIMITS_PASTE2(a, b) a##b
#define LIMITS_PASTE(a, b) LIMITS_PASTE2(a, b)

#define LIMITS(title)
#define LIMIT(name, initial, low, high, help) uint64_t name;
#define LIMIT_REAL(name, initial, low, high, help) double name;
typedef struct LIMITS_STRUCT {
#include LIMITS_LIST
} LIMITS_STRUCT;
#undef LIMITS
#undef LIMIT
#undef LIMIT_REAL

extern const LIMITS_STRUCT LIMITS_PASTE(LIMITS_STRUCT, _default);
extern const limit_table LIMITS_PASTE(LIMITS_STRUCT, _table);

#undef LIMITS_PASTE
#undef LIMITS_PASTE2
#undef LIMITS_STRUCT
#undef LIMITS_LIST
