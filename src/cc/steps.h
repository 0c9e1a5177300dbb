/* The steps of tandem-cc: other compilers as child processes, and our own work between them. */
#ifndef TANDEM_CC_STEPS_H
#define TANDEM_CC_STEPS_H

#include "cc/arguments.h"
#include "llvm/clang.h"

#define CC_COMPILER TANDEM_CLANG

/* Where the runtime library is; "" when it was not found. Caller frees. */
char *cc_runtime_path(void);
/* The folder of klee/klee.h; "" when it was not found. Caller frees. */
char *cc_include_path(void);
/* Runs the whole command in the compiler instead of us; returns only when it cannot be started. */
int cc_pass_on(char **argv);
/* Compiles all sources, and links unless told otherwise. Returns the exit code. */
int cc_run(const cc_arguments *a);

#endif
