/* A program as a control-flow automaton over terms: what `prove` reasons about.
 *
 * Locations are the basic blocks of one function, into which all calls were inlined. A variable is
 * a scalar cell of memory (a local or global variable of the C program), or a register that lives
 * longer than its block. An edge has a guard and assigns all its variables at once; both are terms
 * over the variables' values in the location it leaves, and over the inputs of that location (what
 * unknown() gave, what an uninitialised variable holds).
 *
 * Numbers are mathematical integers: signed operations (nsw) do not overflow, unsigned ones are
 * modular, conversions to narrower types wrap. Division by zero ends a run without a fault. What
 * has no translation is an error with a reason, never a guess. */
#ifndef TANDEM_IR_PROGRAM_H
#define TANDEM_IR_PROGRAM_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "base/vec.h"
#include "term/term.h"

typedef struct ir_variable {
    char *name;
    term_id term;  /* a free constant: its value */
    term_id range; /* what every value of its type satisfies */
    bool shown;    /* it is a variable of the C program */
} ir_variable;

typedef struct ir_input {
    char *name; /* of the variable, or of the function that was called */
    term_id term;
    term_id range;
    unsigned line; /* 0: not known */
    bool called;   /* by a call, not by an uninitialised variable */
} ir_input;

typedef struct ir_assignment {
    uint32_t variable;
    term_id value;
} ir_assignment;

enum { IR_ENTRY = 0 };
#define IR_ERROR UINT32_MAX /* the location of broken assertions */

typedef struct ir_edge {
    uint32_t from, to;
    term_id guard;
    VEC(ir_assignment) assignments;
    unsigned line; /* of the assertion, for edges to IR_ERROR */
} ir_edge;

typedef struct ir_location {
    unsigned line; /* 0: not known */
    VEC(ir_input) inputs;
} ir_location;

/* An operation that is run and not looked into: in terms, a free function. It is a function of its
 * arguments: whoever calls it has to see to that, and to calling it with numbers of its types only
 * (edges assume that). */
typedef struct ir_opaque {
    char *name;   /* as a C expression calls it */
    char *symbol; /* of the C function that does it */
    decl_id decl;
    bool supported; /* the symbol is in `support`; else the code is elsewhere */
    bool nullary;   /* the C function has no parameter; the term has one, which is 0 */
    unsigned line;
    VEC(const char *) ctypes; /* of the parameters, then of the result */
} ir_opaque;

typedef struct ir_program {
    term_bank *bank;
    VEC(ir_variable) variables;
    VEC(ir_location) locations;
    VEC(ir_edge) edges;
    VEC(ir_opaque) opaques;
    strbuf support; /* bitcode of the operations that the file itself has; or empty */
    bool divides;   /* a division may be by zero, and is assumed not to be */
} ir_program;

typedef struct ir_options {
    const char *const *opaque; /* functions of the file that are not to be looked into */
    size_t n_opaque;
} ir_options;

/* What is wrong when there is no program. */
typedef enum ir_failure {
    IR_NOT_C,      /* the compiler does not take it */
    IR_NO_MAIN,    /* there is no function to start with */
    IR_NOT_COVERED /* something in it has no translation */
} ir_failure;

/* The function `main` of a C file, through clang. NULL with *error set (caller frees) and *failure.
 * `options` may be NULL. */
ir_program *ir_read_c(term_bank *b, const char *path, const ir_options *options,
                      ir_failure *failure, char **error);
/* The same of bitcode in memory. */
ir_program *ir_read_bitcode(term_bank *b, const void *bytes, size_t n, const ir_options *options,
                            ir_failure *failure, char **error);
/* The opaque operation behind a declaration; NULL: it is none. */
const ir_opaque *ir_opaque_find(const ir_program *p, decl_id d);
void ir_program_free(ir_program *p);

#endif
