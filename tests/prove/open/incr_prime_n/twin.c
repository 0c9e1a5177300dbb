/* The same program with everything visible. */
#define CLOSED
#include "code.c"
#include "program.c"
