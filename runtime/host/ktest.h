/* Objects of a program that runs alone, from the .ktest file that KTEST_FILE names, as KLEE's own replay
 * library has it. */
#ifndef TANDEM_RUNTIME_HOST_KTEST_H
#define TANDEM_RUNTIME_HOST_KTEST_H

#include <stddef.h>
#include <stdint.h>

/* The next object of this name; NULL: there is none. */
const uint8_t *tandem_ktest_object(const char *name, size_t *bytes);

#endif
