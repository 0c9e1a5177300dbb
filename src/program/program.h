/* A program as a control-flow automaton over terms: what `prove` reasons about.
 *
 * Locations are the basic blocks of one function, into which all calls were inlined. A variable is
 * a scalar or an array in memory (a local or global variable of the C program, or a part of one),
 * or a register that lives longer than its block. An edge has a guard and assigns all its variables
 * at once; both are terms over the variables' values in the location it leaves, and over the inputs
 * of that location (what unknown() gave, what an uninitialised variable holds).
 *
 * In the model IR_MATH numbers are mathematical integers: signed operations (nsw) do not overflow,
 * unsigned ones are modular, conversions to narrower types wrap. In IR_MACHINE they are
 * bit-vectors, and everything wraps; signed overflow is an edge to IR_UNDEFINED, after which the
 * run goes on. Division by zero, indices outside of an array and shifts by too much are such edges
 * in both models, and end a run without breaking an assertion. What has no translation is an error
 * with a reason, never a guess. */
#ifndef TANDEM_PROGRAM_PROGRAM_H
#define TANDEM_PROGRAM_PROGRAM_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "base/vec.h"
#include "sandbox/sandbox.h"
#include "term/core/term.h"

typedef enum ir_model {
    IR_MATH,   /* mathematical integers; unsigned ones are modular */
    IR_MACHINE /* bit-vectors: everything wraps around */
} ir_model;

enum { IR_MAX_DIMS = 4 };

/* A type of numbers of C, or an array of one. */
typedef struct ir_type {
    unsigned width;
    bool is_unsigned;
    bool real;       /* a float (32 bits) or double, not an integer */
    uint32_t n_dims; /* 0: a scalar */
    uint64_t counts[IR_MAX_DIMS];
} ir_type;

typedef struct ir_variable {
    char *name; /* with "[]" where the indices of an array belong */
    ir_type type;
    term_id term;  /* a free constant: its value */
    term_id range; /* what every value of its type satisfies */
    bool shown;    /* it is a variable of the C program */
} ir_variable;

typedef struct ir_input {
    char *name; /* of the variable, or of the function that was called */
    term_id term;
    term_id range;
    ir_type type;
    unsigned line; /* 0: not known */
    bool called;   /* by a call, not by an uninitialised variable */
    bool given;    /* it is a parameter of main */
} ir_input;

typedef struct ir_assignment {
    uint32_t variable;
    term_id value;
} ir_assignment;

enum { IR_ENTRY = 0 };
#define IR_ERROR UINT32_MAX           /* the location of broken assertions */
#define IR_UNDEFINED (UINT32_MAX - 1) /* and that of undefined behaviour */

/* What is wrong with a run; of undefined behaviour, all but overflow ends it. */
typedef enum ir_fault_kind {
    IR_ASSERTION,
    IR_OVERFLOW,
    IR_DIVISION, /* by zero */
    IR_QUOTIENT, /* of the least number by -1 */
    IR_SHIFT,    /* by a negative number or by too much */
    IR_BOUNDS,   /* outside of an array */
    IR_MEMORY,   /* through a pointer that points at nothing of that type */
    IR_FAULT_KINDS
} ir_fault_kind;

typedef struct ir_edge {
    uint32_t from, to;
    term_id guard;
    VEC(ir_assignment) assignments;
    unsigned line; /* of the assertion or undefined behaviour, for edges to these */
    ir_fault_kind kind;
} ir_edge;

/* A call of a function whose result may be anything: where its code is run for real, this says with
 * what. */
typedef struct ir_foreign_call {
    uint32_t function; /* of the program's foreign functions */
    term_id when;      /* the block gets so far */
    term_vec args;     /* over the variables at the location and its inputs before this one */
    term_id input;     /* the result; 0: it has none */
} ir_foreign_call;

typedef struct ir_location {
    unsigned line, column; /* 0: not known; of a loop's head: where the statement begins */
    char *function;        /* in which a loop's head was written; may be NULL */
    VEC(ir_input) inputs;
    VEC(ir_foreign_call) calls; /* in their order */
} ir_location;

/* An operation that is run and not looked into: in terms, a free function. It is a function of its
 * arguments: whoever calls it has to see to that, and to calling it with numbers of its types only
 * (edges assume that). */
typedef struct ir_opaque {
    char *name;   /* as a C expression calls it */
    char *symbol; /* of the C function that does it */
    decl_id decl;
    bool supported;  /* the symbol is in `support`; else the code is elsewhere */
    bool nullary;    /* the C function has no parameter; the term has one, which is 0 */
    bool pure;       /* an instruction of the machine: it depends on its operands only */
    uint32_t memory; /* of a wrapper: the first argument that is a number in memory */
    char *behind;    /* the symbol is a wrapper of ours around this function; NULL: it is none */
    unsigned line;
    VEC(const char *) ctypes; /* of the parameters, then of the result */
} ir_opaque;

typedef struct ir_program {
    term_bank *bank;
    VEC(ir_variable) variables;
    VEC(ir_location) locations;
    VEC(ir_edge) edges;
    VEC(ir_opaque) opaques;
    VEC(ir_opaque) foreign; /* functions whose results are inputs; terms do not have them */
    bool shares;            /* code of other files can reach variables that it has */
    strbuf support;         /* bitcode of the operations that the file itself has; or empty */
    ir_model model;
} ir_program;

typedef struct ir_options {
    const struct ir_limits *limits; /* NULL: the defaults */
    const char *entry;              /* the function that is read; NULL: main */
    ir_model model;
    bool ideal; /* with IR_MATH: no number wraps around, conversions change nothing; not what C
                   means, but something to learn from */
    bool
        exact; /* with ideal: wherever a number is looked at it is asserted to be what the machine has
                   there, so what is proved is proved of the machine; what is undefined is asserted not
                   to happen */
    bool no_overflow;          /* with exact: signed overflow is among that */
    bool ilp32;                /* long and pointers have 32 bits, not 64 */
    const char *const *opaque; /* functions of the file that are not to be looked into */
    size_t n_opaque;
    const unsigned
        *opaque_lines; /* lines of the file: what they compute is not to be looked into */
    size_t n_opaque_lines;
    const char *const *arbitrary; /* functions whose result may be anything at each call */
    size_t n_arbitrary;
    const char *const *foreign; /* the same by symbols, but told apart: a run needs their real
                                   results */
    size_t n_foreign;
    bool all_foreign;       /* all opaque operations but instructions */
    sandbox_choice sandbox; /* of the compiler */
} ir_options;

/* What is wrong when there is no program. */
typedef enum ir_failure {
    IR_NOT_C,      /* the compiler does not take it */
    IR_NO_MAIN,    /* there is no function to start with */
    IR_NOT_COVERED /* something in it has no translation */
} ir_failure;

/* The function `main` of a C file, through clang. NULL with *error set (caller frees) and *failure.
 * `options` may be NULL: the model is IR_MATH. */
ir_program *ir_read_c(term_bank *b, const char *path, const ir_options *options,
                      ir_failure *failure, char **error);
/* The same of bitcode in memory. */
ir_program *ir_read_bitcode(term_bank *b, const void *bytes, size_t n, const ir_options *options,
                            ir_failure *failure, char **error);
/* What all values of the C type satisfy as integers, in every model. */
term_id ir_type_range(term_bank *b, term_id t, unsigned width, bool is_unsigned);
/* Whether the model has more numbers than the C type (or the type of its elements): signed ones
 * from int on, in IR_MATH. What computes is not held to the type then, what comes from outside is
 * (ir_system_within). */
bool ir_type_is_widened(const ir_program *p, const ir_type *type);
/* The opaque operation behind a declaration; NULL: it is none. */
const ir_opaque *ir_opaque_find(const ir_program *p, decl_id d);
void ir_program_free(ir_program *p);

#endif
