/* Inside of machines. */
#ifndef TANDEM_PROVE_WALK_MACHINE_IMPL_H
#define TANDEM_PROVE_WALK_MACHINE_IMPL_H

#include "prove/walk/cells.h"
#include "prove/walk/machine.h"
#include "prove/walk/place.h"

/* A write, by the numbers of roots. */
typedef struct word_write {
    uint32_t memory, source;
    uint32_t when, index, value;
} word_write;

/* A transition. */
typedef struct way {
    const ir_transition *transition;
    uint32_t guard;  /* roots */
    vec_u32 after;   /* of those variables that change and are no arrays … */
    vec_u32 changed; /* … which these are */
    VEC(word_write) writes;
} way;

/* A cut point, or terms besides. */
typedef struct spot {
    walk_place place;
    vec_u32 calls; /* of its bytecode: the memory, or behind these the opaque operation */
    VEC(way) ways;
    vec_u32 watched; /* roots: conditions of undefined behaviour */
} spot;

struct machine {
    const ir_system *system;
    const box_set *boxes;
    term_id index;
    size_t first_of_all;
    frame_layout layout;
    cells cells;
    VEC(decl_id) opaques;
    machine_hook hook;
    void *hook_context;
    uint64_t *frame; /* and one word more: the index */
    spot *spots;     /* of each cut point */
    spot terms, terms_at;
    uint32_t cut;
    spot *now; /* whose bytecode is running */
    uint64_t taken;
    bool undefined, unset;
};

/* Compiles cut points and terms, whose calls go to `call` with the machine. */
bool machine_build(machine *m, const machine_config *config, place_call call, const char **reason);

#endif
