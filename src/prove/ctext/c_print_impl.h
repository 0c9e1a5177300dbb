/* Inside of printing C: pieces of text, and how strongly they hold together. */
#ifndef TANDEM_PROVE_CTEXT_C_PRINT_IMPL_H
#define TANDEM_PROVE_CTEXT_C_PRINT_IMPL_H

#include "prove/ctext/c_text.h"

/* What is weaker inside of an expression gets parentheses. */
enum {
    LEVEL_NONE, /* it cannot be said in C */
    LEVEL_ALL,  /* a quantifier: not C, but it can be read */
    LEVEL_IF,
    LEVEL_OR,
    LEVEL_AND,
    LEVEL_BIT_OR,
    LEVEL_BIT_XOR,
    LEVEL_BIT_AND,
    LEVEL_EQUAL,
    LEVEL_ORDER,
    LEVEL_SHIFT,
    LEVEL_SUM,
    LEVEL_PRODUCT,
    LEVEL_UNARY,
    LEVEL_ATOM
};

typedef struct c_piece {
    char *text;
    int level;
    size_t bare;    /* so many characters of it only make it wider */
    unsigned width; /* of machine numbers: their C type (narrower ones than int are variables) */
    bool is_unsigned, is_constant;
} c_piece;

typedef struct c_operator {
    term_op op;
    const char *word;
    int level;
} c_operator;

/* Everything about the term that is printed. */
typedef struct c_node {
    const ir_program *p;
    term_id term;
    const c_piece *args;
    const c_piece *inner; /* of the first argument's arguments */
    strbuf *out;
    c_piece *self; /* width and sign are set; level by the return value */
} c_node;

void c_put(strbuf *out, const c_piece *piece, int level);
int c_put_infix(const c_operator *o, const c_piece *args, uint32_t n, strbuf *out);
/* A term of bit-vectors, or a comparison of such; the level. */
int c_print_bits(const c_node *n);
int c_print_negated_bits(const c_node *n, term_id inner);
/* A term of floats, or a comparison of such; LEVEL_NONE where it is none. */
int c_print_real(const c_node *n);
/* An element of an array. */
int c_print_element(const c_node *n);

#endif
