/* The inside of the compiler: what its files share. */
#ifndef TANDEM_FUZZ_WORDS_COMPILE_IMPL_H
#define TANDEM_FUZZ_WORDS_COMPILE_IMPL_H

#include "base/map.h"
#include "fuzz/words/bytecode.h"

typedef struct compiler {
    term_bank *bank;
    fuzz_bytecode *program;
    const fuzz_compile_config *config;
    map registers; /* term -> register + 1 */
    map values;    /* term without variables -> its value */
    bool wide;     /* Ints are values: words do not hold those that occur */
    const char *reason;
} compiler;

/* Instead of a register: a constant that has none. */
enum { COMPILE_NO_REGISTER = UINT32_MAX };

/* In bits; 64 of what is no word. */
static inline uint32_t compile_width(const term_bank *b, sort_id s)
{
    switch (sort_kind_of(b, s)) {
    case SORT_BV:
        return sort_bv_width(b, s) < 64 ? sort_bv_width(b, s) : 64;
    case SORT_FP:
        return sort_fp_exponent(b, s) + sort_fp_significand(b, s);
    case SORT_BOOL:
        return 1;
    default:
        return 64;
    }
}

static inline bool compile_is_word(const compiler *c, sort_id s)
{
    return word_fits_sort(c->bank, s) && !(c->wide && s == SORT_ID_INT);
}

static inline uint32_t compile_emit(compiler *c, fuzz_insn insn, sort_id sort, term_id term)
{
    vec_push(&c->program->handles, !compile_is_word(c, sort));
    vec_push(&c->program->code, insn);
    vec_push(&c->program->sorts, sort);
    vec_push(&c->program->terms, term);
    return (uint32_t)c->program->code.n - 1;
}

static inline uint32_t compile_reg(const compiler *c, term_id t)
{
    return (uint32_t)map_get(&c->registers, t, 0) - 1;
}

static inline uint32_t compile_arg(const compiler *c, term_id t, uint32_t i)
{
    return compile_reg(c, term_arg(c->bank, t, i));
}

static inline uint32_t compile_decline(compiler *c, const char *reason)
{
    c->reason = reason;
    return 0;
}

static inline uint32_t compile_emit_word(compiler *c, sort_id sort, uint64_t word, term_id term)
{
    return compile_emit(
        c,
        (fuzz_insn){.op = FUZZ_CONST, .width = (uint16_t)compile_width(c->bank, sort), .imm = word},
        sort, term);
}

static inline uint32_t compile_emit_binary(compiler *c, uint16_t op, uint32_t width, uint32_t x,
                                           uint32_t y, sort_id sort, term_id term)
{
    return compile_emit(c, (fuzz_insn){.op = op, .width = (uint16_t)width, .a = x, .b = y}, sort,
                        term);
}

/* compile_ops.c */
/* The machine form of an operator on words (of `=`, `distinct` and `ite` also on ids of values); says
 * COMPILE_NO_FORM, with nothing emitted, when there is none. */
extern const char COMPILE_NO_FORM[];
uint32_t compile_operator(compiler *c, term_id t);

#endif
