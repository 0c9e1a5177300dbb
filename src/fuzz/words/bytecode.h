/* Constraints as bytecode: Bool terms compiled to a straight line of instructions over registers.
 *
 * Compiling takes microseconds, so every iteration of a solving loop can afford it. The bytecode
 * computes the truth of each constraint and keeps the value of every subterm, which is what the
 * search reads its distances and wanted values from. A register is a machine word, or, where the
 * sort fits none (wide bit-vectors, strings, reals, arrays, other floats), the id of a value in the
 * bank. Bytecode with such registers is *mixed*: its operators on words are the same, those on
 * values are the evaluator's (fuzz/values/vrun.h), and only what has changed is computed again.
 * Whoever asks for words only gets a reason instead.
 *
 * The interpreter has no state: registers and box caller are the caller's. */
#ifndef TANDEM_FUZZ_WORDS_BYTECODE_H
#define TANDEM_FUZZ_WORDS_BYTECODE_H

#include "fuzz/limits.h"
#include "term/core/term.h"
#include "term/value/word.h"

typedef enum fuzz_op {
#define FUZZ_OP(name) FUZZ_##name,
#include "fuzz/words/fuzz_ops.def"
#undef FUZZ_OP
    FUZZ_OP_COUNT
} fuzz_op;

/* Writes its result to the register with its own number. */
typedef struct fuzz_insn {
    uint16_t op;
    uint16_t width;
    uint32_t a, b, c, d; /* registers; which are used depends on the operator */
    uint64_t imm;
} fuzz_insn;

typedef struct fuzz_input {
    decl_id decl; /* a free constant of the formula */
    sort_id sort;
    uint32_t reg;
} fuzz_input;

typedef struct fuzz_bytecode {
    VEC(fuzz_insn) code;
    VEC(fuzz_input) inputs; /* in the order of the input words */
    vec_u32 roots;          /* the register of each constraint */
    vec_u32 box_args;       /* argument registers of box calls */
    VEC(decl_id) boxes;     /* the declarations that FUZZ_BOX instructions call */
    VEC(term_id) terms;     /* the term of each register (0: made by the compiler) */
    VEC(sort_id) sorts;     /* its sort */
    /* Of mixed bytecode only. */
    term_bank *bank;      /* of the values; NULL: all registers are words */
    bool wide;            /* its Ints are values, too */
    VEC(uint8_t) handles; /* by register: whether it is the id of a value */
} fuzz_bytecode;

/* Whether registers of the sort are words. */
static inline bool fuzz_sort_is_word(const fuzz_bytecode *p, sort_id s)
{
    return !p->bank || (word_fits_sort(p->bank, s) && !(p->wide && s == SORT_ID_INT));
}

/* Whether the register is the id of a value. */
static inline bool fuzz_is_value(const fuzz_bytecode *p, uint32_t reg)
{
    return p->bank && p->handles.at[reg];
}

/* Which free functions are boxes; a constraint with another free function is declined. */
typedef struct fuzz_compile_config {
    bool (*is_box)(void *context, decl_id d);
    void *context;
    const fuzz_limits *limits; /* of searches over values; NULL: the defaults */
    bool values;               /* mixed bytecode is wanted, whatever the sorts */
} fuzz_compile_config;

/* NULL with *reason set (static text) when a constraint does not fit. */
fuzz_bytecode *fuzz_compile(term_bank *b, const term_id *constraints, size_t n,
                            const fuzz_compile_config *config, const char **reason);
void fuzz_bytecode_free(fuzz_bytecode *p);

typedef struct fuzz_machine {
    uint64_t *regs; /* as many as there are instructions */
    /* Calls box number `box`; false when it has no value there. May be NULL without boxes. */
    bool (*call)(void *context, uint32_t box, const uint64_t *args, uint64_t *result);
    void *context;
    uint64_t *scratch;  /* room for the arguments of a call and its result */
    bool trapped;       /* out: some register is undefined (see `undefined`) */
    uint8_t *undefined; /* by register; only meaningful when trapped */
    /* Of mixed bytecode only. */
    const struct fuzz_machine *base; /* the last run, at other inputs; NULL: computes everything */
    uint8_t *same;                   /* by register: FUZZ_SAME_… as in `base` */
    uint64_t *yes, *no;              /* distances, which cost more there (distance.h) */
    struct language_set *languages;  /* what is known of regular languages */
} fuzz_machine;
enum { FUZZ_SAME_RESULT = 1, FUZZ_SAME_OPERANDS = 2 };

/* Evaluates all instructions for these input words. */
void fuzz_run(const fuzz_bytecode *p, const uint64_t *inputs, fuzz_machine *m);
/* Whether constraint number `i` came out true. */
static inline bool fuzz_holds(const fuzz_bytecode *p, const fuzz_machine *m, size_t i)
{
    uint32_t reg = p->roots.at[i];
    return m->regs[reg] && !(m->trapped && m->undefined[reg]);
}
/* The parts of fuzz_run, for machine code (jit.h). One instruction that is neither an input, a
 * constant nor a call, on operand words; *trap is set when it has no value. */
uint64_t fuzz_apply(const fuzz_insn *insn, uint64_t a, uint64_t b, uint64_t c, uint64_t d,
                    bool *trap);
/* The call at instruction `at`, with arguments from the registers; 0 and a trap when it has none.
 */
uint64_t fuzz_call_box(const fuzz_bytecode *p, uint32_t at, fuzz_machine *m);
/* Marks instruction `at` as undefined. */
static inline void fuzz_trap(fuzz_machine *m, size_t at)
{
    m->trapped = true;
    m->undefined[at] = 1;
}
/* Whether the instruction is undefined because of its operands. */
bool fuzz_undefined_step(const fuzz_bytecode *p, const fuzz_machine *m, const fuzz_insn *insn);
/* The operands of an instruction; `list` has room for all that a call may have and for four. */
unsigned fuzz_operands(const fuzz_bytecode *p, const fuzz_insn *insn, uint32_t *list);
/* Before a run: nothing is undefined. After one that trapped: what follows from it. */
void fuzz_clear_traps(const fuzz_bytecode *p, fuzz_machine *m);
void fuzz_spread_traps(const fuzz_bytecode *p, fuzz_machine *m);

/* Registers of the right size for the bytecode; freed by fuzz_machine_free. */
void fuzz_machine_init(fuzz_machine *m, const fuzz_bytecode *p);
void fuzz_machine_free(fuzz_machine *m);

/* Cutting words to a sort: any bits become a valid word. */
typedef struct fuzz_fit {
    uint64_t mask;
    uint64_t infinity; /* of floats: bits beyond it (without the sign) are NaN; else UINT64_MAX */
    bool mode;         /* a rounding mode */
} fuzz_fit;
fuzz_fit fuzz_fit_of(const term_bank *b, sort_id s);
static inline uint64_t fuzz_fit_cut(const fuzz_fit *f, uint64_t bits)
{
    bits &= f->mask;
    if ((bits & f->mask >> 1) > f->infinity)
        return f->infinity | (f->infinity & -f->infinity) >> 1; /* the one NaN */
    return f->mode ? bits % 5 : bits;
}
uint64_t fuzz_fit_word(const term_bank *b, sort_id s, uint64_t bits);

#endif
