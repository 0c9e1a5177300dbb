/* C files to bitcode, by clang in a confined child process: unoptimised, with names and lines kept, and with
 * declarations of assume, assert, unknown and the like in front. */
#ifndef TANDEM_PROGRAM_COMPILE_H
#define TANDEM_PROGRAM_COMPILE_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "sandbox/sandbox.h"

typedef struct ir_compile_config {
    bool ilp32;         /* long and pointers have 32 bits */
    const char *checks; /* as -fsanitize has them: handlers are called; NULL: none */
    bool wraps;         /* signed overflow wraps around */
    const sandbox_choice *sandbox;
} ir_compile_config;

/* Appends the bitcode; false with *error set (caller frees): the compiler's words, or ours. */
bool ir_compile_c(const char *path, const ir_compile_config *config, strbuf *bitcode, char **error);

/* The declarations that stand before each program, as C text. */
const char *ir_predeclared(void);
/* Bitcode as a shared object at `path`. False with *error set (caller frees). */
bool ir_compile_support(const strbuf *bitcode, const char *path, const sandbox_choice *choice,
                        char **error);
/* Files: a program's bitcode, C text and an object beside it, and libraries. */
typedef struct ir_hunted {
    const char *bitcode, *text, *object;
    const char *const *libraries;
    size_t n_libraries;
} ir_hunted;
/* One shared object of them, whose blocks and comparisons are reported (SanitizerCoverage); all that
 * is called has to be there. */
bool ir_link_hunted(const ir_hunted *parts, const char *path, const sandbox_choice *choice,
                    char **error);
/* An object file or archive, all of it, as a shared object. */
bool ir_link_shared(const char *object, const char *path, const sandbox_choice *choice,
                    char **error);

#endif
