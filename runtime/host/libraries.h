/* Which libraries of the program are not instrumented. */
#ifndef TANDEM_RUNTIME_HOST_LIBRARIES_H
#define TANDEM_RUNTIME_HOST_LIBRARIES_H

#include <stdbool.h>

/* Writes their paths to the file `libraries` in this folder, each with a NUL behind it. */
bool tandem_libraries_describe(const char *folder);

#endif
