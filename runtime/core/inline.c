/* What is decided inside the target, without a call: compiled to bitcode when Tandem is built,
 * linked into each module that tandem-cc compiles, and inlined there. Instrumentation
 * (src/instrument) puts in calls of these functions only (src/instrument/inline.def lists them); so
 * all its branches are here, and it needs to split no block of the target.
 *
 * Functions marked FAST are inlined at each place: a test that nothing depends on inputs. What
 * comes after that test is COLD. */
#include "runtime/abi.h"
#include "runtime/inline_kinds.h"

#define FAST __attribute__((always_inline))
/* Registers are the callee's to keep, so that the code around a call that is hardly ever made stays as it would be
 * without it. */
#define COLD static __attribute__((noinline, cold, preserve_most))
#define RARELY(x) __builtin_expect(!!(x), 0)

/* Expressions are values: the compiler may drop those nobody uses and share equal ones. */
extern __typeof__(tandem_binary) tandem_binary __attribute__((const, cold));
extern __typeof__(tandem_unary) tandem_unary __attribute__((const, cold));
extern __typeof__(tandem_ite) tandem_ite __attribute__((const, cold));
extern __typeof__(tandem_wide) tandem_wide __attribute__((const, cold));
extern __typeof__(tandem_convert) tandem_convert __attribute__((const, cold));
extern __typeof__(tandem_part) tandem_part __attribute__((const, cold));
extern __typeof__(tandem_load) tandem_load __attribute__((cold));
extern __typeof__(tandem_store) tandem_store __attribute__((cold));
extern __typeof__(tandem_concrete) tandem_concrete __attribute__((cold));
extern __typeof__(tandem_branch) tandem_branch __attribute__((cold));
extern __typeof__(tandem_switch) tandem_switch __attribute__((cold));
extern __typeof__(tandem_trap) tandem_trap __attribute__((cold));
extern __typeof__(tandem_locals_enter) tandem_locals_enter __attribute__((cold));

#include "runtime/core/inline_compose.h"

/* ---- The module: both become private to it; the instrumentation fills the description in. */

uint32_t tandem_this_base;
extern const tandem_module_info tandem_this_module;

/* ---- What is rarely done: numbers that are known when a place is compiled travel in one word. */

#define PACK(a, b, c) ((a) | (b) << 8 | (c) << 16)

COLD __attribute__((const)) tandem_expr cold_binary(uint32_t packed, tandem_expr a, tandem_expr b,
                                                    uint64_t va, uint64_t vb)
{
    return tandem_binary(packed & 0xff, packed >> 8, a, b, va, vb);
}

COLD __attribute__((const)) tandem_expr cold_unary(uint32_t packed, tandem_expr a)
{
    return tandem_unary(packed & 0xff, packed >> 8 & 0xff, packed >> 16, a);
}

COLD __attribute__((const)) tandem_expr cold_ite(uint32_t width, tandem_expr c, tandem_expr a,
                                                 tandem_expr b, bool vc, uint64_t va, uint64_t vb)
{
    return tandem_ite(width, c, a, b, vc, va, vb);
}

COLD void cold_branch(tandem_expr c, bool truth, uint32_t site)
{
    tandem_branch(c, truth, tandem_this_base + site);
}

COLD void cold_switch(tandem_expr e, uint32_t width, uint64_t value, uint32_t site,
                      const uint64_t *cases, uint32_t n)
{
    tandem_switch(e, width, value, tandem_this_base + site, cases, n);
}

COLD void cold_concrete(tandem_expr e, uint32_t packed, uint64_t value)
{
    tandem_concrete(e, packed & 0xff, value, packed >> 8);
}

COLD void cold_forget(void *p, size_t n)
{
    tandem_forget(p, n);
}

COLD void cold_memcpy(void *to, const void *from, size_t n, tandem_expr e_to, tandem_expr e_from,
                      tandem_expr e_n)
{
    tandem_memcpy(to, from, n, e_to, e_from, e_n);
}

COLD void cold_memset(void *to, uint64_t byte, size_t n, tandem_expr e_to, tandem_expr e_byte,
                      tandem_expr e_n)
{
    tandem_memset(to, byte, n, e_to, e_byte, e_n);
}

COLD tandem_local *cold_locals(uint32_t n)
{
    return tandem_locals_enter(n);
}

/* Before the constructors of SanitizerCoverage (2) and of the target. */
__attribute__((constructor(1))) static void introduce_module(void)
{
    tandem_module(&tandem_this_module);
}

/* All instrumented functions of the program lie in one section, so it is known of any address
 * whether it is one of them. */
extern const char __start_tandem_text[] __attribute__((weak, visibility("hidden")));
extern const char __stop_tandem_text[] __attribute__((weak, visibility("hidden")));

static inline bool instrumented(const void *f)
{
    return (uintptr_t)f - (uintptr_t)__start_tandem_text <
           (uintptr_t)__stop_tandem_text - (uintptr_t)__start_tandem_text;
}

FAST void __sanitizer_cov_trace_pc_guard(const uint32_t *guard)
{
    tandem_coverage[*guard]++;
}

FAST void tandem_choice(bool truth, const uint32_t *guards)
{
    tandem_coverage[guards[truth]]++;
}

/* ---- Operators */

FAST tandem_expr tandem_i_binary(uint32_t op, uint32_t width, tandem_expr a, tandem_expr b,
                                 uint64_t va, uint64_t vb)
{
    return RARELY(a | b) ? cold_binary(PACK(op, width, 0), a, b, va, vb) : 0;
}

FAST tandem_expr tandem_i_unary(uint32_t op, uint32_t from, uint32_t to, tandem_expr a)
{
    return RARELY(a) ? cold_unary(PACK(op, from, to), a) : 0;
}

FAST tandem_expr tandem_i_ite(uint32_t width, tandem_expr c, tandem_expr a, tandem_expr b, bool vc,
                              uint64_t va, uint64_t vb)
{
    return RARELY(c) ? cold_ite(width, c, a, b, vc, va, vb) : vc ? a : b;
}

/* A pointer and an index, whose own width may be less than 64 (it is signed). */
COLD __attribute__((const)) tandem_expr gep(tandem_expr base, uint64_t vbase, tandem_expr index,
                                            uint64_t vindex, uint32_t width, uint64_t scale,
                                            uint64_t offset)
{
    if (index) {
        if (width < 64)
            index = tandem_unary(TANDEM_SEXT, width, 64, index);
        if (index && scale != 1)
            index = tandem_binary(TANDEM_MUL, 64, index, 0, vindex, scale);
    }
    if (base | index)
        base = tandem_binary(TANDEM_ADD, 64, base, index, vbase, vindex * scale);
    if (base && offset)
        base = tandem_binary(TANDEM_ADD, 64, base, 0, vbase + vindex * scale, offset);
    return base;
}

FAST tandem_expr tandem_i_gep(tandem_expr base, uint64_t vbase, tandem_expr index, uint64_t vindex,
                              uint32_t width, uint64_t scale, uint64_t offset)
{
    return RARELY(base | index) ? gep(base, vbase, index, vindex, width, scale, offset) : 0;
}

/* Of whole functions: what they compute of their arguments. */
COLD __attribute__((const)) tandem_expr compose(uint32_t what, uint32_t width, tandem_expr ea,
                                                tandem_expr eb, tandem_expr ec, uint64_t va,
                                                uint64_t vb, uint64_t vc)
{
    value a = {va, ea, width}, b = {vb, eb, width}, c = {vc, ec, width};
    switch (what) {
    case TANDEM_I_SMIN:
        return choose(two(TANDEM_SLE, a, b), a, b).e;
    case TANDEM_I_SMAX:
        return choose(two(TANDEM_SLE, b, a), a, b).e;
    case TANDEM_I_UMIN:
        return choose(two(TANDEM_ULE, a, b), a, b).e;
    case TANDEM_I_UMAX:
        return choose(two(TANDEM_ULE, b, a), a, b).e;
    case TANDEM_I_ABS:
        return choose(with(TANDEM_SLT, a, 0), two(TANDEM_SUB, number(0, width), a), a).e;
    case TANDEM_I_ONES:
        return ones(a).e;
    case TANDEM_I_LEADING:
        return leading_zeros(a).e;
    case TANDEM_I_TRAILING:
        return trailing_zeros(a).e;
    case TANDEM_I_SWAP_BYTES:
        return swapped_bytes(a).e;
    case TANDEM_I_FUNNEL_LEFT:
        return funnel(true, a, b, c).e;
    case TANDEM_I_FUNNEL_RIGHT:
        return funnel(false, a, b, c).e;
    case TANDEM_I_UADD_OVERFLOW:
        return overflows(TANDEM_ADD, false, a, b).e;
    case TANDEM_I_SADD_OVERFLOW:
        return overflows(TANDEM_ADD, true, a, b).e;
    case TANDEM_I_USUB_OVERFLOW:
        return overflows(TANDEM_SUB, false, a, b).e;
    case TANDEM_I_SSUB_OVERFLOW:
        return overflows(TANDEM_SUB, true, a, b).e;
    case TANDEM_I_UMUL_OVERFLOW:
        return overflows(TANDEM_MUL, false, a, b).e;
    case TANDEM_I_SMUL_OVERFLOW:
        return overflows(TANDEM_MUL, true, a, b).e;
    case TANDEM_I_UADD_SAT:
        return choose(overflows(TANDEM_ADD, false, a, b), number(UINT64_MAX, width),
                      two(TANDEM_ADD, a, b))
            .e;
    case TANDEM_I_USUB_SAT:
        return choose(two(TANDEM_ULT, a, b), number(0, width), two(TANDEM_SUB, a, b)).e;
    case TANDEM_I_COPYSIGN:
        return two(TANDEM_OR, with(TANDEM_AND, a, mask(width) >> 1),
                   with(TANDEM_AND, b, UINT64_C(1) << (width - 1)))
            .e;
    default:
        return 0;
    }
}

FAST tandem_expr tandem_i_compose(uint32_t what, uint32_t width, tandem_expr ea, tandem_expr eb,
                                  tandem_expr ec, uint64_t va, uint64_t vb, uint64_t vc)
{
    return RARELY(ea | eb | ec) ? compose(what, width, ea, eb, ec, va, vb, vc) : 0;
}

/* Integers of up to 128 bits and long doubles: two words each, and one word (`half`) of the result. */
FAST tandem_expr tandem_i_wide(uint32_t op, uint32_t width, uint32_t half, tandem_expr a,
                               tandem_expr a_high, tandem_expr b, tandem_expr b_high, uint64_t va,
                               uint64_t va_high, uint64_t vb, uint64_t vb_high)
{
    return RARELY(a | a_high | b | b_high)
               ? tandem_wide(op, width, half, a, a_high, b, b_high, va, va_high, vb, vb_high)
               : 0;
}

FAST tandem_expr tandem_i_convert(uint32_t op, uint32_t from, uint32_t to, uint32_t half,
                                  tandem_expr a, tandem_expr a_high, uint64_t va, uint64_t va_high)
{
    return RARELY(a | a_high) ? tandem_convert(op, from, to, half, a, a_high, va, va_high) : 0;
}

/* Two numbers as one of at most 64 bits; some bits of a number. */
FAST tandem_expr tandem_i_join(uint32_t width_high, uint32_t width_low, tandem_expr high,
                               tandem_expr low, uint64_t v_high, uint64_t v_low)
{
    if (!RARELY(high | low))
        return 0;
    value h = resize(TANDEM_ZEXT, (value){v_high, high, width_high}, width_high + width_low);
    value l = resize(TANDEM_ZEXT, (value){v_low, low, width_low}, width_high + width_low);
    return two(TANDEM_OR, with(TANDEM_SHL, h, width_low), l).e;
}

FAST tandem_expr tandem_i_part(tandem_expr e, uint32_t bit, uint32_t width)
{
    return RARELY(e) ? tandem_part(e, bit, width) : 0;
}

/* ---- Memory */

static inline uint32_t in_filter(const void *p, size_t n, bool aligned)
{
    uint32_t set = *tandem_filter_at(p);
    return aligned ? set : set | *tandem_filter_at((const char *)p + n - 1);
}

COLD tandem_expr load(const void *p, uint32_t packed, tandem_expr address, uint64_t value)
{
    uint32_t bytes = packed & 0xff, width = packed >> 8;
    tandem_expr e = tandem_load(p, bytes, address, value);
    return e && width != bytes * 8 ? tandem_unary(TANDEM_TRUNC, bytes * 8, width, e) : e;
}

/* `aligned`: the bytes lie in one region of the filter. */
FAST tandem_expr tandem_i_load(const void *p, uint32_t bytes, uint32_t width, tandem_expr address,
                               uint64_t value, bool aligned)
{
    if (!RARELY(address | in_filter(p, bytes, aligned)))
        return 0;
    return load(p, PACK(bytes, width, 0), address, value);
}

/* From memory that nobody writes. */
FAST tandem_expr tandem_i_load_constant(const void *p, uint32_t bytes, uint32_t width,
                                        tandem_expr address, uint64_t value)
{
    return RARELY(address) ? load(p, PACK(bytes, width, 0), address, value) : 0;
}

COLD void store(void *p, uint32_t packed, tandem_expr address, tandem_expr e, uint64_t value)
{
    uint32_t bytes = packed & 0xff, width = packed >> 8;
    if (e && width != bytes * 8)
        e = tandem_unary(TANDEM_ZEXT, width, bytes * 8, e);
    tandem_store(p, bytes, address, e, value);
}

FAST void tandem_i_store(void *p, uint32_t bytes, uint32_t width, tandem_expr address,
                         tandem_expr e, uint64_t value, bool aligned)
{
    if (RARELY(address | e | in_filter(p, bytes, aligned)))
        store(p, PACK(bytes, width, 0), address, e, value);
}

/* Something between p and p + n may have expressions. */
static inline bool in_filter_range(const void *p, size_t n)
{
    if (n <= 1u << TANDEM_FILTER_SHIFT)
        return in_filter(p, n, false);
    if (n > (size_t)TANDEM_FILTER_SIZE << TANDEM_FILTER_SHIFT)
        return true;
    uint32_t set = *tandem_filter_at((const char *)p + n - 1);
    for (size_t i = 0; i < n; i += 1u << TANDEM_FILTER_SHIFT)
        set |= *tandem_filter_at((const char *)p + i);
    return set;
}

FAST void tandem_i_forget(void *p, size_t n)
{
    if (RARELY(n && in_filter_range(p, n)))
        cold_forget(p, n);
}

COLD void concrete_memory(const unsigned char *p, size_t n, uint32_t reason)
{
    for (size_t i = 0; i < n; i += 8) {
        uint32_t bytes = n - i < 8 ? (uint32_t)(n - i) : 8;
        uint64_t value = 0;
        __builtin_memcpy(&value, p + i, bytes);
        tandem_expr e = tandem_load(p + i, bytes, 0, value);
        if (e)
            tandem_concrete(e, bytes * 8, value, reason);
    }
}

/* Something reads this memory that the instrumentation does not follow. */
FAST void tandem_i_concrete_memory(const void *p, size_t n, uint32_t reason)
{
    if (RARELY(n && in_filter_range(p, n)))
        concrete_memory(p, n, reason);
}

FAST void tandem_i_memcpy(void *to, const void *from, size_t n, tandem_expr e_to,
                          tandem_expr e_from, tandem_expr e_n)
{
    if (n <= 1u << TANDEM_FILTER_SHIFT) {
        uint32_t set = e_to | e_from | e_n | in_filter(to, n, false) | in_filter(from, n, false);
        if (!RARELY(set))
            return;
    }
    cold_memcpy(to, from, n, e_to, e_from, e_n);
}

FAST void tandem_i_memset(void *to, uint64_t byte, size_t n, tandem_expr e_to, tandem_expr e_byte,
                          tandem_expr e_n)
{
    if (n <= 1u << TANDEM_FILTER_SHIFT && !RARELY(e_to | e_byte | e_n | in_filter(to, n, false)))
        return;
    cold_memset(to, byte, n, e_to, e_byte, e_n);
}

FAST void tandem_i_concrete(tandem_expr e, uint32_t width, uint64_t value, uint32_t reason)
{
    if (RARELY(e))
        cold_concrete(e, PACK(width, reason, 0), value);
}

/* ---- Control */

FAST void tandem_i_branch(tandem_expr c, bool truth, uint32_t site)
{
    if (RARELY(c))
        cold_branch(c, truth, site);
}

/* A trap for undefined behaviour follows when `truth` is `trap`. */
FAST void tandem_i_check(tandem_expr c, bool truth, bool trap, uint32_t site)
{
    if (!RARELY(c | (truth == trap)))
        return;
    if (c && !trap)
        c = tandem_unary(TANDEM_NOT, 1, 1, c);
    tandem_trap(c, truth == trap, tandem_this_base + site);
}

FAST void tandem_i_switch(tandem_expr e, uint32_t width, uint64_t value, uint32_t site,
                          const uint64_t *cases, uint32_t n)
{
    if (RARELY(e))
        cold_switch(e, width, value, site, cases, n);
}

/* ---- Calls */

FAST void tandem_i_set_argument(uint32_t i, tandem_expr e)
{
    tandem_args[i] = e;
}

FAST tandem_expr tandem_i_argument(bool mine, uint32_t i)
{
    return mine ? tandem_args[i] : 0;
}

/* At the start of a function: the arguments are its own. */
FAST bool tandem_i_enter(const void *self)
{
    bool mine = tandem_callee == self;
    if (mine)
        tandem_callee = NULL;
    return mine;
}

/* Who has returned is told by the address behind its first: no function begins there, so nobody
 * takes left-over arguments for its own. */
FAST void tandem_i_return(const void *self, tandem_expr e)
{
    tandem_result = e;
    tandem_callee = (const char *)self + 1;
}

FAST void tandem_i_return_local(tandem_expr e)
{
    tandem_result = e;
}

FAST tandem_expr tandem_i_result(void)
{
    return tandem_result;
}

/* Calls a function of which it is known that it is instrumented. */
FAST void tandem_i_call(const void *f)
{
    tandem_callee = f;
}

/* Calls some function, whose arguments' expressions are in tandem_args. */
FAST uint32_t tandem_i_before_call(const void *f, const char *name, uint32_t site, uint32_t n,
                                   uint64_t floats, const uint64_t *values)
{
    if (instrumented(f)) {
        tandem_callee = f;
        return TANDEM_I_INSTRUMENTED;
    }
    return tandem_calling(f, name, tandem_this_base + site, n, floats, values, tandem_args)
               ? TANDEM_I_WATCHED
               : TANDEM_I_UNINTERESTING;
}

FAST bool tandem_i_returned(uint32_t how, const void *f)
{
    return how == TANDEM_I_INSTRUMENTED && tandem_callee == (const char *)f + 1;
}

FAST tandem_expr tandem_i_after_call(uint32_t how, const void *f, uint32_t width, uint64_t result)
{
    if (how == TANDEM_I_WATCHED)
        return tandem_called(width, result);
    return tandem_i_returned(how, f) ? tandem_result : 0;
}

/* ---- Variable arguments
 *
 * The caller says of each argument how it is passed, two bits for each slot of tandem_args, in the
 * last two slots. The callee keeps all slots until va_start, when it is known where the arguments
 * lie (System V ABI for AMD64). */

FAST void tandem_i_set_shape(uint64_t shape)
{
    tandem_args[TANDEM_MAX_ARGS - 2] = (uint32_t)shape;
    tandem_args[TANDEM_MAX_ARGS - 1] = (uint32_t)(shape >> 32);
}

FAST void tandem_i_keep_arguments(bool mine, tandem_expr *kept)
{
    if (mine)
        __builtin_memcpy(kept, tandem_args, sizeof tandem_args);
    else
        kept[TANDEM_MAX_ARGS - 2] = kept[TANDEM_MAX_ARGS - 1] = 0;
}

typedef struct va_area {
    uint32_t general, floating; /* offsets of the next saved registers */
    char *stack, *registers;
} va_area;

COLD void va_start_(va_area *va, const tandem_expr *kept, uint32_t first)
{
    enum { GENERAL_END = 48, FLOATING_END = 176 };
    uint64_t shape = kept[TANDEM_MAX_ARGS - 2] | (uint64_t)kept[TANDEM_MAX_ARGS - 1] << 32;
    uint32_t general = va->general, floating = va->floating;
    char *stack = va->stack;
    for (uint32_t i = first; i < TANDEM_MAX_ARGS - 2; i++) {
        uint32_t kind = shape >> (2 * i) & 3, bytes = kind == TANDEM_I_INT32 ? 4 : 8;
        char *place;
        if (!kind)
            break;
        if (kind == TANDEM_I_DOUBLE && floating < FLOATING_END)
            place = va->registers + floating, floating += 16;
        else if (kind != TANDEM_I_DOUBLE && general < GENERAL_END)
            place = va->registers + general, general += 8;
        else
            place = stack, stack += 8;
        uint64_t v = 0;
        __builtin_memcpy(&v, place, bytes);
        tandem_forget(place, 8);
        if (kept[i])
            tandem_store(place, bytes, 0, kept[i], v);
    }
}

FAST void tandem_i_va_start(void *va, const tandem_expr *kept, uint32_t first)
{
    va_start_(va, kept, first);
}

/* ---- Arrays on the stack */

FAST tandem_local *tandem_i_locals_enter(uint32_t n)
{
    return RARELY(tandem_locals) ? cold_locals(n) : NULL;
}

FAST void tandem_i_local(tandem_local *frame, uint32_t i, const void *p, size_t bytes)
{
    if (RARELY(frame))
        frame[i] = (tandem_local){p, bytes};
}

FAST void tandem_i_locals_leave(tandem_local *frame)
{
    tandem_locals = frame;
}

/* Who was interrupted by longjmp does not return. */
FAST void tandem_i_locals_resume(tandem_local *frame, uint32_t n)
{
    tandem_locals = frame ? frame + n : NULL;
}

COLD void trim(tandem_local *frame, uint32_t n, const char *stack)
{
    for (uint32_t i = 0; i < n; i++)
        if ((const char *)frame[i].base < stack)
            frame[i].bytes = 0;
}

/* What lies below has been given back: arrays whose size was not known before. */
FAST void tandem_i_locals_trim(tandem_local *frame, uint32_t n, const void *stack)
{
    if (RARELY(frame))
        trim(frame, n, stack);
}
