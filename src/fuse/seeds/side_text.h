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
    uint32_t edge;
    uint32_t start, end;
} text_place;

typedef struct side_text {
    bool usable; /* false: text cannot simply be exchanged in this formula */
    strbuf declarations;
    strbuf assertions;
    vec_u32 ends;           /* of each assertion in `assertions` */
    VEC(text_place) places; /* by edge */
    vec_u32 first_place;    /* of each edge, and one more */
} side_text;

void side_text_init(side_text *t, const side *s, smt_dialect dialect);
void side_text_free(side_text *t);

/* One piece of text for one place. */
typedef struct text_patch {
    uint32_t start, end;   /* in the assertions */
    uint32_t from, length; /* in the buffer of replacements */
} text_patch;

typedef VEC(text_patch) text_patches;

/* The patches for a change whose text is replacements[from .. from + length). */
void side_text_patch(const side_text *t, uint32_t edge, uint32_t from, uint32_t length,
                     text_patches *patches);
/* The assertions with the patches (which are sorted by this), each between `before` and `after`; where each ends in
 * `out` is added to `ends` (may be NULL). */
void side_text_print(const side_text *t, text_patches *patches, const char *replacements,
                     const char *before, const char *after, strbuf *out, vec_u32 *ends);

#endif
