/* Terms as the run went, and which numbers they are made of.
 *
 * A load at an address that depends on the input is a choice among all bytes it could have read; here it is the one that the run read, and
 * where that stood is remembered. What is left is often linear in bytes of the input: a length that was put together from its bytes
 * in either order, a number in a text, or a sum of such and a position. That holds of this run; of others it is a guess. */
#ifndef TANDEM_EXPLORE_FIELDS_NUMBER_H
#define TANDEM_EXPLORE_FIELDS_NUMBER_H

#include "explore/fields/field.h"

/* A byte that was read at an address that depends on the input. */
typedef struct view_read {
    term_id offset;
    uint32_t variable; /* of the trace */
} view_read;

typedef struct run_view {
    explore_trace *t;
    term_model *model;
    evaluator *evaluator;
    map variable_of; /* decl -> position in t->variables */
    map resolved;
    VEC(view_read) reads;
} run_view;

void run_view_init(run_view *v, explore_trace *t);
void run_view_free(run_view *v);
/* The value in the run. False: there is none of 64 bits. */
bool run_view_word(run_view *v, term_id t, uint64_t *word);
/* The term with the loads of the run. 0: it is too large. */
term_id run_view_resolve(run_view *v, term_id t);

/* Bytes with their factors, and a constant. */
enum { NUMBER_BYTES = 24 };
typedef struct number_sum {
    struct number_byte {
        uint32_t variable;
        int64_t factor;
    } bytes[NUMBER_BYTES];
    uint32_t n;
    int64_t constant;
} number_sum;
/* Of a term that was resolved. False: it is not linear. */
bool number_of(run_view *v, term_id t, number_sum *to);
/* a - b; false: it has too many bytes. */
bool number_subtract(number_sum *a, const number_sum *b);

/* A part of a number that is a field: `factor` times the number that stands there. */
typedef struct number_part {
    field_form form;
    uint32_t at, width;
    uint8_t kind; /* of the input */
    uint32_t index;
    int64_t factor;
    uint64_t value;
} number_part;
enum { NUMBER_PARTS = 8 };
/* The parts of it; UINT32_MAX: it is not made of fields. */
uint32_t number_parts(const run_view *v, const number_sum *n,
                      number_part parts[static NUMBER_PARTS]);

#endif
