/* A false property. */
#define MUTANT
#include "program.c"
