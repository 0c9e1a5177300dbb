/* C's arithmetic on typed values, as terms of a program's model. */
#ifndef TANDEM_PROVE_CTEXT_C_NUMBERS_H
#define TANDEM_PROVE_CTEXT_C_NUMBERS_H

#include "program/program.h"

/* A truth value (sort Bool), a mathematical integer (width 0), or a machine number. */
typedef struct c_value {
    term_id term; /* 0: none */
    unsigned width;
    bool is_unsigned;
} c_value;

c_value c_value_of(const ir_program *p, term_id t, const ir_type *type);
c_value c_number(const ir_program *p, int64_t n);
c_value c_truth(const ir_program *p, c_value x);
/* After the integer promotions; of mathematical integers only truth values change. */
c_value c_promote(const ir_program *p, c_value x);
c_value c_cast(const ir_program *p, c_value x, unsigned width, bool is_unsigned);
/* An infix operator in C's spelling; term 0 with *error set. */
c_value c_infix_apply(const ir_program *p, const char *word, c_value x, c_value y,
                      const char **error);
/* '!', '-' or '~'. */
c_value c_prefix_apply(const ir_program *p, char word, c_value x, const char **error);
c_value c_choose(const ir_program *p, c_value condition, c_value x, c_value y);
/* As an index of an array. */
term_id c_index(const ir_program *p, c_value x);

#endif
