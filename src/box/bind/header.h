/* Signatures of C functions from headers, as clang reads them: the function is put where its type is wrong, and
 * the compiler's message names the type that it has, without typedefs. Nothing of C is parsed here but that text. */
#ifndef TANDEM_BOX_BIND_HEADER_H
#define TANDEM_BOX_BIND_HEADER_H

#include "box/bind/library.h"

typedef struct header_signature {
    VEC(char *) types; /* of the parameters, then of the result */
    bool variadic;
} header_signature;

/* False with *error set (caller frees): the headers do not declare it, or cannot be read. */
bool header_find(box_libraries *l, const char *const *headers, uint32_t n, const char *function,
                 header_signature *s, char **error);
/* The same from the text of a function type: "unsigned long (unsigned long, const char *)". */
bool header_read_type(const char *text, header_signature *s);
void header_free(header_signature *s);

#endif
