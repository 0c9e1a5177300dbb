/* The text of a side, printed once: its declarations, and its assertions with the places at which
 * each edge's argument stands. A fused formula is then printed by copying text and putting the
 * text of other terms into some places. */
#ifndef TANDEM_FUSE_SEEDS_SIDE_TEXT_H
#define TANDEM_FUSE_SEEDS_SIDE_TEXT_H

#include "base/map.h"
#include "fuse/seeds/side.h"
#include "smtlib/print/printer.h"

/* What stands at an edge instead of the argument. */
typedef struct side_change {
    uint32_t edge;
    term_id by;
} side_change;

typedef VEC(side_change) side_changes;

typedef struct text_place {
    uint32_t start, end; /* in the assertions */
} text_place;

typedef VEC(text_place) text_places;

typedef struct text_piece {
    uint32_t from, length; /* in the buffer of replacements */
} text_piece;

typedef struct side_text {
    bool usable; /* false: text cannot simply be exchanged in this formula */
    strbuf declarations;
    strbuf assertions;
    vec_u32 ends;        /* of each assertion in it, without what comes behind */
    text_places places;  /* in their order in the text, outer ones before inner ones */
    vec_u32 of_edge;     /* numbers of places, edge by edge */
    vec_u32 first_place; /* of each edge in it, and one more */
} side_text;

/* What assertions are printed as: (assert …) on a line of its own, or a term with a space before it. */
typedef enum text_frame { FRAME_ASSERT, FRAME_TERM, FRAME_COUNT } text_frame;

void side_text_init(side_text *t, const side *s, smt_dialect dialect, text_frame frame);
void side_text_free(side_text *t);

/* What is put into the places of a text; empty at first and after each printing. */
typedef struct text_patches {
    VEC(uint64_t) marks;    /* a bit for each place that something is put into */
    VEC(text_piece) pieces; /* by place, where its bit is set */
} text_patches;

void text_patches_free(text_patches *p);

/* At the edge stands this piece of the replacements. */
void side_text_patch(const side_text *t, uint32_t edge, text_piece piece, text_patches *patches);
/* The assertions with the patches; where each of them ends in `out` goes to `ends` (empty, or
 * NULL). */
void side_text_print(const side_text *t, text_patches *patches, const char *replacements,
                     strbuf *out, vec_u32 *ends);

#endif
