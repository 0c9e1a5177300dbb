/* The bitcode that objects of tandem-cc carry, and programs linked from them: as it was before
 * instrumentation, with the calls of SanitizerCoverage in it. It lies in a section that is not
 * loaded, as records one behind the other: eight letters, a length, the bytes, and padding. Behind it
 * may be a record with the bitcode as the front end made it, which sanitizers want. */
#ifndef TANDEM_INSTRUMENT_EMBEDDED_H
#define TANDEM_INSTRUMENT_EMBEDDED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* One module; `early` is NULL where there is none. */
typedef struct ir_carried {
    const char *bitcode, *early;
    size_t n, n_early;
} ir_carried;
typedef void (*ir_each_module)(void *context, const ir_carried *carried);

/* Calls `each`, unless it is NULL, for each module in the executable, object or shared object. False with *error set
 * (caller frees) when the file cannot be read, is no ELF file of 64 bits, or carries nothing. */
bool ir_embedded_bitcode(const char *path, ir_each_module each, void *context, char **error);

/* The instrumented shared objects that a program was linked with, as tandem-cc has noted them: assembly
 * for one more object of the link, and their paths read from the program. */
void ir_linked_put(strbuf *assembly, const char *path);
void ir_linked_read(const char *program, text_list *paths);

/* The module for another build of the program: nothing is instrumented, but it can be linked with
 * the runtime, which the main calls (the target's own becomes tandem_target_main). */
bool ir_rename_main(const char *bitcode, size_t n, strbuf *out, char **error);

#endif
