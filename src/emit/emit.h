/* Constraint programs as C: what the published tools hand to an external fuzzer.
 *
 * One file a set of constraints, in the shape of the paper: the boxes are declared, the inputs are
 * read, a ladder of ifs has one rung a constraint, and whoever gets to its end has found a model
 * (and is told so by an abort). The text is for libFuzzer, for AFL++ and for a human: C17, clang
 * (wide bit-vectors are _BitInt), no warnings. Its truth is our evaluator's truth; where an
 * operation has no value (a division by zero, an integer beyond 128 bits) no rung is passed.
 *
 * Not for speed inside the toolkit: that is what program.h is for. */
#ifndef TANDEM_EMIT_EMIT_H
#define TANDEM_EMIT_EMIT_H

#include "base/strbuf.h"
#include "box/box.h"
#include "term/value/model.h"

typedef struct emit_input {
    decl_id decl; /* a free constant of the constraints */
    sort_id sort;
    uint32_t offset, size; /* its bytes, least significant first */
} emit_input;

typedef struct emit_program {
    char *text;
    VEC(emit_input) inputs;
    uint32_t bytes; /* of one whole input */
} emit_program;

typedef struct emit_config {
    const char *title;       /* for the first line of the file; may be NULL */
    const char *const *link; /* files with the boxes, named in the instructions */
    size_t n_link;
    const char *operators; /* a table of the user's (emit_operators.c); may be NULL */
} emit_config;

/* NULL with *reason set (caller frees) when some part has no C form. `boxes` may be NULL. */
emit_program *emit_c(term_bank *b, const box_set *boxes, const term_id *constraints, size_t n,
                     const emit_config *config, char **reason);
/* A term over Bool and bit-vectors of up to 64 bits as a C function `name` of these constants; the
 * text needs nothing else. Caller frees; NULL with *reason set likewise. */
char *emit_c_function(term_bank *b, term_id t, const char *name, const decl_id *parameters,
                      size_t n, char **reason);
void emit_program_free(emit_program *p);

/* The values that the program reads from these bytes (missing ones are zero). */
void emit_decode(term_bank *b, const emit_program *p, const uint8_t *bytes, size_t n,
                 term_model *found);
/* Bytes for the values of a model; inputs without one, or beyond what can be written, are zero. */
void emit_encode(const term_bank *b, const emit_program *p, const term_model *m, uint8_t *bytes);

#endif
