/* Between the files that find fields. */
#ifndef TANDEM_EXPLORE_FIELDS_INFER_IMPL_H
#define TANDEM_EXPLORE_FIELDS_INFER_IMPL_H

#include "explore/fields/infer.h"
#include "explore/fields/number.h"

/* A comparison with a number: at `level` both sides would be equal. */
typedef struct candidate_loop {
    uint32_t site, condition;
    int64_t level;
} candidate_loop;

/* Bytes that could be a size or a count. */
typedef struct candidate {
    field f;
    uint64_t value;
    bool tied;              /* it was compared with a size, a position, or what another says */
    bool behind, elsewhere; /* something was read that far from `after`, or from `before` */
    uint32_t after, before;
    VEC(candidate_loop) loops;
} candidate;

typedef struct inference {
    explore_trace *t;
    run_view view;
    uint8_t kind;
    uint32_t index;
    const strbuf *bytes;
    const explore_limits *limits;
    fold_list *folds;
    VEC(candidate) candidates;
    field_list sums;
    VEC(uint32_t) touched; /* by offset: the first condition about the byte, + 1; 0: none */
    VEC(uint8_t) digits;   /* by offset: it was compared with a digit */
} inference;

/* infer_loops.c: the field that the loops of a candidate make of it. False: they say nothing. */
bool infer_loop(const inference *s, const candidate *c, field *to);

#endif
