/* What can happen at one cut point, as bytecode over a frame: computed whole in a straight line, and compiled when it is
 * hot; or, where calls are dear or may crash, only as far as it is asked for. */
#ifndef TANDEM_PROVE_WALK_PLACE_H
#define TANDEM_PROVE_WALK_PLACE_H

#include "fuzz/jit/jit.h"
#include "fuzz/words/demand.h"

/* A call by its number in the bytecode; false: it has no value. */
typedef bool (*place_call)(void *context, uint32_t box, const uint64_t *args, uint64_t *result);

typedef struct walk_place {
    fuzz_bytecode *code;
    vec_u32 sources; /* of its inputs: where they are in the frame */
    uint64_t *gathered;
    bool begun, lazy;
    fuzz_machine registers; /* in a straight line: */
    fuzz_jit *jit;
    bool compiles;
    uint64_t runs;
    fuzz_demand demand; /* on demand */
} walk_place;

/* Compiles the roots; the caller fills in the sources, then starts it. False with *reason set (static text). */
bool place_compile(walk_place *p, term_bank *b, const term_vec *roots,
                   const fuzz_compile_config *config, const char **reason);
/* `compiles`: what is hot becomes machine code. */
void place_start(walk_place *p, bool lazy, bool compiles, place_call call, void *context);
void place_free(walk_place *p);

/* At a frame. */
void place_begin(walk_place *p, const uint64_t *frame);

/* Whether a root has a value there; then it is a word. */
static inline bool place_known(walk_place *p, uint32_t root)
{
    uint32_t reg = p->code->roots.at[root];
    uint64_t unused;
    if (p->lazy)
        return fuzz_demand_value(&p->demand, reg, &unused);
    return !p->registers.trapped || !p->registers.undefined[reg];
}

static inline uint64_t place_word(const walk_place *p, uint32_t root)
{
    return (p->lazy ? p->demand.regs : p->registers.regs)[p->code->roots.at[root]];
}

/* It has none because a call that was made has failed. */
static inline bool place_failed(const walk_place *p, uint32_t root)
{
    return p->lazy && fuzz_demand_failed(&p->demand, p->code->roots.at[root]);
}

/* All roots have values, for certain. */
static inline bool place_is_smooth(const walk_place *p)
{
    return !p->lazy && !p->registers.trapped;
}

#endif
