/* The code behind a program's opaque operations, as closed boxes: functions of --lib files, what
 * the program's own file has of them (inline assembly, builtins, functions that are not to be
 * looked into), and a few harmless functions of the C library.
 *
 * Other functions of the C library are not called on their own account: with arguments of a fuzzer
 * they would do harm. They have to be named. */
#ifndef TANDEM_PROVE_RUN_OPAQUE_CODE_H
#define TANDEM_PROVE_RUN_OPAQUE_CODE_H

#include "box/box.h"
#include "program/program.h"
#include "prove/limits.h"

typedef struct opaque_config {
    const prove_limits *limits;   /* NULL: the defaults */
    const char *const *libraries; /* .c, .so, .o, .a */
    size_t n_libraries;
    const char *const *named; /* what the user has named as opaque */
    size_t n_named;
    uint64_t seed;
    double call_seconds;
    sandbox_choice sandbox;
    const volatile sig_atomic_t *interrupt; /* may be NULL */
} opaque_config;

typedef struct opaque_code {
    box_set *boxes; /* NULL: there is nothing to run */
    VEC(char *) libraries;
    const opaque_config *config;
    term_bank *bank;
    VEC(char *) missing; /* names of operations without code */
    char *trouble;       /* why a library could not be loaded; NULL: nothing was wrong */
    char *folder;
} opaque_code;

/* `config` must live as long. False with *error set (caller frees) when a library cannot be used;
 * opaque_code_close is due in any case. */
bool opaque_code_open(opaque_code *c, const ir_program *p, const opaque_config *config,
                      char **error);
/* The same code for the same program, read once more. */
void opaque_code_bind(opaque_code *c, const ir_program *p);
bool opaque_code_lacks(const opaque_code *c, const char *name);
/* A function of the C library that is known to depend on its arguments only. */
bool opaque_code_is_known(const opaque_code *c, const ir_opaque *o);
void opaque_code_close(opaque_code *c);

#endif
