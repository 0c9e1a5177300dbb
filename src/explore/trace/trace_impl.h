/* Between the files that read a log. */
#ifndef TANDEM_EXPLORE_TRACE_TRACE_IMPL_H
#define TANDEM_EXPLORE_TRACE_TRACE_IMPL_H

#include "explore/trace/trace.h"

typedef struct trace_reader {
    explore_trace *trace;
    trace_bank *tb;
    term_bank *bank;
    const explore_test *test;
    tandem_record *log; /* our copy */
    uint32_t n;
    tandem_input *inputs;
    uint32_t n_inputs;
    tandem_function_info *functions;
    uint32_t n_functions;
    term_id *terms;   /* of each record, in whatever sort is natural; 0: none */
    uint16_t *widths; /* of each record that is an expression; 0: it is none */
    map variable_of;  /* decl -> position in trace->variables */
    map box_at;       /* record of a BOX -> position in trace->boxes */
    uint32_t at;      /* the record that is being read */
} trace_reader;

static inline bool trace_is_width(uint32_t width)
{
    return width >= 1 && width <= 128;
}
static inline term_id trace_number(trace_reader *r, uint32_t width, uint64_t value)
{
    return term_const(r->bank, value_bv_u64(r->bank, width, value));
}
/* The term of an expression, in whatever sort it has; 0: it is none. */
static inline term_id trace_natural(trace_reader *r, uint32_t e)
{
    return e && e < r->at ? r->terms[e] : 0;
}
/* Stops the reading with a reason; returns 0. */
uint32_t trace_refuse(trace_reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The expression `e` as (_ BitVec width), Bool or a float; 0 when there is none of that width. */
term_id trace_bits(trace_reader *r, uint32_t e, uint32_t width);
term_id trace_truth(trace_reader *r, uint32_t e);
/* The pattern of a number of that width. */
term_id trace_float_bits(trace_reader *r, term_id t, uint32_t width);
term_id trace_float(trace_reader *r, uint32_t e, uint32_t width);
/* The term of an expression record; 0 with a refusal. */
term_id trace_expression(trace_reader *r, const tandem_record *record);
term_id trace_table(trace_reader *r, const tandem_record *record);
/* Reads the raw records of a box. */
bool trace_read_box(trace_reader *r, const tandem_record *record);
/* A condition that holds; its alternatives are added at once. Valid until the next. */
trace_condition *trace_new_condition(trace_reader *r, trace_kind kind, term_id t);
void trace_add_alternative(trace_reader *r, trace_condition *c, term_id t, uint32_t taken);
/* trace_wrong.c: the ASSUME record `x`, whose condition is `inside`. */
void trace_stay_inside(trace_reader *r, const tandem_record *x, term_id inside);
/* Nothing follows from `t`; that it does not hold is worth a question. */
void trace_wonder(trace_reader *r, term_id t, uint32_t site);
/* A condition that holds and has no alternative. */
void trace_add_condition(trace_reader *r, trace_kind kind, term_id t);
/* C's remainder of two numbers of `width` bits. */
term_id trace_fmod(trace_reader *r, const tandem_record *record);
/* trace_sets.c: when all variables are known. */
void trace_start_sets(explore_trace *t);
/* trace_floats.c: operators on numbers of 32 or 64 bits. */
term_id trace_float_expression(trace_reader *r, const tandem_record *record);
static inline uint64_t trace_record_constant(const tandem_record *record)
{
    return record->a | (uint64_t)record->b << 32;
}

#endif
