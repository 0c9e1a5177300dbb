/* The inside of closed_implied (implied.c): constants, what models say of them, and questions about them. */
#ifndef TANDEM_SOLVE_IMPLIED_IMPLIED_IMPL_H
#define TANDEM_SOLVE_IMPLIED_IMPLIED_IMPL_H

#include "solve/closed/closed_impl.h"

typedef __int128 implied_number;

/* Values as numbers; floats are numbered in their order. */
typedef enum implied_view {
    VIEW_NONE,
    VIEW_INT,
    VIEW_UNSIGNED,
    VIEW_SIGNED,
    VIEW_FLOAT
} implied_view;

enum { INT_BITS = 62 }; /* beyond +-2^62 no bound of an Int is looked for */

typedef struct subject {
    term_id constant;
    implied_view view;
    vec_u32 seen;               /* values in models, each once */
    bool settled, many;         /* `seen` is all there is; it is too much to list */
    implied_number least, most; /* of the seen numbers */
    implied_number low, high;   /* bounds: found, or those of the sort */
    bool low_found, high_found;
} subject;

typedef struct prober {
    closed *c;
    term_bank *bank;
    term_vec constants; /* of the subjects */
    VEC(subject) subjects;
    uint64_t questions, unknown; /* that are left, that had no answer */
    uint64_t units;              /* of the engine, before */
    term_vec found;
} prober;

/* Of bits and floats. */
static inline unsigned implied_width(const term_bank *b, sort_id s)
{
    return sort_kind_of(b, s) == SORT_BV ? sort_bv_width(b, s)
                                         : sort_fp_exponent(b, s) + sort_fp_significand(b, s);
}

/* questions.c */
/* A value as a number of the subject's view; false: it is none, or too large. */
bool implied_number_of(const prober *p, const subject *s, value_id v, implied_number *number);
term_id implied_term(const prober *p, const subject *s, implied_number number);
/* Notes a value that was just seen, for least and most. */
void implied_note_number(const prober *p, subject *s, value_id v);
/* x is one of the seen values. */
term_id implied_one_of(const prober *p, const subject *s);
/* Whether the literals without boxes leave the question possible. A model is noted. */
engine_answer implied_ask(prober *p, term_id question);

/* bounds.c */
/* x <= number, or number <= x. */
term_id implied_bound(const prober *p, const subject *s, bool up, implied_number number);
/* Bounds go to the subject, bits and a remainder to what was found. */
void implied_look_closely(prober *p, subject *s);

/* few.c */
/* After what was found is in use: decides where all constants that are left have lists. */
closed_step implied_try_few(const prober *p);

#endif
