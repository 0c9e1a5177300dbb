/* Objects of a program that runs alone, from the .ktest file that KTEST_FILE names, as KLEE's own replay
 * library has it. */
#ifndef TANDEM_RUNTIME_HOST_KTEST_H
#define TANDEM_RUNTIME_HOST_KTEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The next object of this name, those before it are passed by; NULL: there is none. */
const uint8_t *tandem_ktest_object(const char *name, size_t *bytes);
/* Whether there is one; the file stays where it is. */
bool tandem_ktest_has(const char *name);

#endif
