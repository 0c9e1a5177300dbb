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
extern __typeof__(tandem_unary) tandem_unary __attribute__((const, cold));
extern __typeof__(tandem_wide) tandem_wide __attribute__((const, cold));
extern __typeof__(tandem_convert) tandem_convert __attribute__((const, cold));
extern __typeof__(tandem_load) tandem_load __attribute__((cold));
extern __typeof__(tandem_store) tandem_store __attribute__((cold));
extern __typeof__(tandem_concrete) tandem_concrete __attribute__((cold));
extern __typeof__(tandem_switch) tandem_switch __attribute__((cold));
extern __typeof__(tandem_trap) tandem_trap __attribute__((cold));
extern __typeof__(tandem_locals_enter) tandem_locals_enter __attribute__((cold));

/* ---- The module: both become private to it; the instrumentation fills the description in. */

uint32_t tandem_this_base;
extern const tandem_module_info tandem_this_module;

/* ---- What is rarely done: numbers that are known when a place is compiled travel in one word. */

#define PACK(a, b, c) ((a) | (b) << 8 | (c) << 16)

/* Called where a stretch has met something that depends on inputs; the test for
 * that is made by the instrumentation. It goes on in the runtime, without a
 * register changed. */
__asm__(".pushsection .text.unlikely, \"ax\", @progbits\n"
        "tandem_i_landing: jmp *tandem_landing@GOTPCREL(%rip)\n"
        ".popsection\n");

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

/* ---- Operators: those of more than one word. All others are steps of stretches. */

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

static const tandem_expr no_arguments[TANDEM_MAX_ARGS];

/* At the start of a function: the expressions of its arguments, if they are its own. */
FAST const tandem_expr *tandem_i_enter(const void *self)
{
    const tandem_expr *given = no_arguments;
    if (tandem_callee == self) {
        tandem_callee = NULL;
        given = tandem_args;
    }
    return given;
}

FAST const tandem_expr *tandem_i_enter_local(void)
{
    return tandem_args;
}

FAST tandem_expr tandem_i_argument(const tandem_expr *given, uint32_t i)
{
    return given[i];
}

/* Other leaves of a result than the first. */
FAST tandem_expr tandem_i_result_leaf(bool mine, uint32_t i)
{
    return mine ? tandem_args[i] : 0;
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

/* Of variable arguments (see below). */
FAST void tandem_i_set_shape(uint64_t shape)
{
    tandem_args[TANDEM_MAX_ARGS - 2] = (uint32_t)shape;
    tandem_args[TANDEM_MAX_ARGS - 1] = (uint32_t)(shape >> 32);
}

/* Calls some function. */
__attribute__((noinline)) uint32_t tandem_i_before_call(const void *f, const tandem_i_callee *d,
                                                        const uint64_t *frame)
{
    if (!tandem_traced)
        return TANDEM_I_UNINTERESTING;
    const tandem_expr *e = (const tandem_expr *)(frame + d->values);
    for (uint32_t i = 0; i < d->slots; i++)
        tandem_args[i] = d->followed >> i & 1 ? *e++ : 0;
    if (d->variable)
        tandem_i_set_shape(d->shape);
    if (instrumented(f)) {
        tandem_callee = f;
        return TANDEM_I_INSTRUMENTED;
    }
    return tandem_calling(f, d->name, tandem_this_base + d->site, d->values, d->floats, frame,
                          tandem_args)
               ? TANDEM_I_WATCHED
               : TANDEM_I_UNINTERESTING;
}

FAST bool tandem_i_returned(uint32_t how, const void *f)
{
    return how == TANDEM_I_INSTRUMENTED && tandem_callee == (const char *)f + 1;
}

/* Behind a call of some function. */
static __attribute__((noinline)) tandem_expr after(uint32_t how, const void *f, uint32_t width,
                                                   uint64_t result)
{
    if (how == TANDEM_I_WATCHED)
        return tandem_called(width, result);
    return tandem_i_returned(how, f) ? tandem_result : 0;
}

FAST tandem_expr tandem_i_after_call(uint32_t how, const void *f, uint32_t width, uint64_t result)
{
    return how ? after(how, f, width, result) : 0;
}

/* Behind one of a function that is instrumented. It may have been declared otherwise, or another may have taken its name. */
FAST tandem_expr tandem_i_after_known(const void *f)
{
    return tandem_callee == (const char *)f + 1 ? tandem_result : 0;
}

/* ---- Variable arguments
 *
 * The caller says of each argument how it is passed, two bits for each slot of tandem_args, in the
 * last two slots. The callee keeps all slots until va_start, when it is known where the arguments
 * lie (System V ABI for AMD64). */

FAST void tandem_i_keep_arguments(const tandem_expr *given, tandem_expr *kept)
{
    __builtin_memcpy(kept, given, sizeof tandem_args);
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
