/* Libraries of a program that are not instrumented: what they do is seen from outside only. The target says
 * which it has loaded, the program which instrumented ones it was linked with. */
#ifndef TANDEM_EXPLORE_TARGET_LIBRARIES_H
#define TANDEM_EXPLORE_TARGET_LIBRARIES_H

#include "base/text.h"
#include "explore/target/target.h"

typedef struct explore_library {
    char *path;
    char *wanted; /* the instrumented one that the program was linked with; NULL: it was not */
} explore_library;
typedef VEC(explore_library) explore_libraries;

/* Those of a target that was started, but for the C library and the compiler's. */
void explore_libraries_read(const explore_target *t, explore_libraries *out);
void explore_libraries_free(explore_libraries *l);
/* One line about them for the user; nothing where there are none. */
void explore_libraries_print(const explore_libraries *l, strbuf *out);

#endif
