/* C files to bitcode, by clang in a confined child process: unoptimised, with names and lines kept, and with
 * declarations of assume, assert, unknown and the like in front. */
#ifndef TANDEM_PROGRAM_COMPILE_H
#define TANDEM_PROGRAM_COMPILE_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "sandbox/sandbox.h"

/* Appends the bitcode; false with *error set (caller frees): the compiler's words, or ours. `ilp32`:
 * long and pointers have 32 bits. */
bool ir_compile_c(const char *path, bool ilp32, strbuf *bitcode, const sandbox_choice *choice,
                  char **error);

/* Bitcode as a shared object at `path`. False with *error set (caller frees). */
bool ir_compile_support(const strbuf *bitcode, const char *path, const sandbox_choice *choice,
                        char **error);
/* An object file or archive, all of it, as a shared object. */
bool ir_link_shared(const char *object, const char *path, const sandbox_choice *choice,
                    char **error);

#endif
