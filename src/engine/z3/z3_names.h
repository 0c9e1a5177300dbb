/* Names for what libz3 must tell apart, and the way back in the text that it prints. */
#ifndef TANDEM_ENGINE_Z3_Z3_NAMES_H
#define TANDEM_ENGINE_Z3_Z3_NAMES_H

#include "base/strbuf.h"
#include "base/vec.h"

/* A thing that libz3 knows by another name than SMT-LIB text does. */
typedef struct z3_renamed {
    char *shown, *original;
} z3_renamed;

typedef struct z3_names {
    VEC(char *) used;
    VEC(z3_renamed) renamed;
} z3_names;

/* The zero value is empty. */
void z3_names_free(z3_names *names);
/* A name like `base` that was not given out before; in texts it stands for `original` (NULL: for
 * the symbol `base`). */
const char *z3_names_new(z3_names *names, const char *base, const char *original);
/* `shown`, wherever it came from, stands for `original` in texts. */
void z3_names_rename(z3_names *names, const char *shown, const char *original);
/* `text` with all names that were changed as they were. */
void z3_names_restore(const z3_names *names, const char *text, strbuf *out);

#endif
