/* Instrumentation: a program's bitcode with a shadow beside each value.
 *
 * Every integer, pointer and floating-point value gets an expression (runtime/abi.h), an i32 beside
 * it: an operation is followed by the same operation on expressions, phi nodes get phi nodes,
 * memory is asked through the runtime, and calls hand expressions over in thread-local variables.
 * What cannot be followed (inline assembly, integers of more than 128 bits)
 * makes its operands concrete, with a reason, and is counted. The program computes what it computed
 * before.
 *
 * The functions called are those of runtime/core/inline.c, which are linked in and inlined
 * afterwards. */
#ifndef TANDEM_INSTRUMENT_INSTRUMENT_H
#define TANDEM_INSTRUMENT_INSTRUMENT_H

#include <stdbool.h>

#include "base/strbuf.h"

typedef struct ir_instrument_options {
    /* A file that the object will carry (instrument/embedded.h); NULL: nothing. It has to exist
     * until machine code has been made. */
    const char *carry;
    /* Another one, which has what the front end made; it is written here if the module is `early`. */
    const char *carry_early;
    /* The types in the debug information were only wanted here: lines are what remains of it, in
     * the file that is carried as well. */
    bool only_lines;
    /* The bitcode is the front end's: the branches of the source are marked in it and it is optimised
     * (instrument/before/branches.h) before anything else; the file that is carried is written then. */
    bool early;
} ir_instrument_options;

/* Says to LLVM which coverage is wanted, and that vectors in memory are elements: once in a process, before the first module that is `early`. */
bool ir_branches_prepare(char **error);
/* Appends the instrumented bitcode; false with *error set (caller frees). */
bool ir_instrument(const strbuf *bitcode, const ir_instrument_options *options, strbuf *out,
                   char **error);

typedef enum ir_output {
    IR_ASSEMBLY,
    IR_OBJECT,
    IR_QUICK_OBJECT /* made in half of the time, and slower */
} ir_output;
/* Machine code for this machine, in the file `path`. */
bool ir_emit(const strbuf *bitcode, ir_output output, const char *path, char **error);
/* Both at once. */
bool ir_instrument_emit(const strbuf *bitcode, const ir_instrument_options *options,
                        ir_output output, const char *path, char **error);

#endif
