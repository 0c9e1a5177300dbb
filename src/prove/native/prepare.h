/* Bitcode of a C program made ready to be run natively beside host.inc: its inputs become stubs,
 * each call of foreign code notes its line, main and the functions that end a run have other names. */
#ifndef TANDEM_PROVE_NATIVE_PREPARE_H
#define TANDEM_PROVE_NATIVE_PREPARE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"
#include "base/vec.h"

/* What gives an input: a function that the program only declares, or a parameter. */
typedef struct native_stub {
    char *name;
    unsigned width;
    bool is_unsigned, real, parameter;
} native_stub;

typedef VEC(native_stub) native_stubs;

/* `bitcode` is replaced; `text` gets the C text of the stubs and of tandem_program. False with *why
 * set (caller frees): it cannot be run. `entry` is the function that is run. */
bool native_prepare(strbuf *bitcode, const char *entry, bool ilp32, strbuf *text,
                    native_stubs *stubs, char **why);
void native_stubs_free(native_stubs *stubs);

#endif
