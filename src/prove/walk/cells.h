/* Arrays of a program as memory, for executions in machine words: a term over arrays becomes one
 * over single cells, which are read by calls, and the new value of an array a list of writes.
 *
 * Not for arrays that are compared or quantified over. */
#ifndef TANDEM_PROVE_WALK_CELLS_H
#define TANDEM_PROVE_WALK_CELLS_H

#include "base/map.h"
#include "prove/walk/frame.h"

#define CELLS_NONE UINT32_MAX

typedef struct cells_memory {
    term_id array; /* a variable, an input or a constant */
    decl_id cell;  /* the function that reads it */
    size_t n;
    uint64_t *words; /* of a variable: in the frame */
    uint32_t
        *written; /* of a variable: in which round each was; those of other rounds are as `fill` */
    uint32_t round; /* the one that counts; 0: all have their values */
    uint64_t fill;
    bool bounded;     /* behind the last there is nothing; else `fill` too */
    uint64_t *before; /* words while they are copied elsewhere; or NULL */
    bool *set_before; /* and whether they were written */
    uint64_t fill_before;
} cells_memory;

static inline bool cells_is_set(const cells_memory *m, uint64_t i)
{
    return !m->round || m->written[i] == m->round;
}

static inline uint64_t cells_word(const cells_memory *m, uint64_t i)
{
    return i < m->n && cells_is_set(m, i) ? m->words[i] : m->fill;
}

/* One cell, or all of them. */
typedef struct cells_write {
    uint32_t memory;
    uint32_t source;            /* all are copied from there; CELLS_NONE: one is written */
    term_id when, index, value; /* without arrays */
} cells_write;

typedef VEC(cells_write) cells_write_vec;

typedef struct cells {
    const frame_layout *layout;
    VEC(cells_memory) memories; /* of the variables first, in their order */
    map by_array, by_cell;      /* to the memory */
    map lowered, selected;      /* terms */
    const char *reason;         /* what cannot be done; NULL: all could so far */
} cells;

/* Of a frame, which must live as long. */
void cells_init(cells *c, const frame_layout *layout, uint64_t *frame);
void cells_free(cells *c);
/* All are `fill`, and none is written. */
void cells_reset(cells_memory *m, uint64_t fill);
/* All variables have the values that are in the frame. */
void cells_fill(cells *c, const uint64_t *frame);
/* What is there is kept, and copied elsewhere: as it was when it was kept. */
void cells_keep(cells_memory *m);
void cells_copy(cells_memory *to, const cells_memory *from);
/* The same without arrays; 0 when that cannot be. */
term_id cells_lower(cells *c, term_id t);
/* What makes the value `t` of an array variable out of the old one. False when that cannot be. */
bool cells_writes(cells *c, uint32_t memory, term_id t, cells_write_vec *writes);

#endif
