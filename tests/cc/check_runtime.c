/* A runtime that judges the instrumentation: every expression is computed beside the program, and
 * must have the value that the program has. Linked instead of the real one (it comes first). A
 * difference is reported on stderr and ends the program with code 99.
 *
 * Inputs are what input_byte() returns and input_fill() writes. A target says by expect_symbolic
 * and expect_concrete (value, line) what it wants to be followed, and by expect_bounds which array
 * on the stack an address is in. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/core/landing.h"

__thread tandem_expr tandem_args[TANDEM_MAX_ARGS];
__thread const void *tandem_callee;
__thread tandem_expr tandem_result;
__thread bool tandem_traced = true;
uint8_t tandem_filter[TANDEM_FILTER_SIZE];
uint8_t tandem_nobody[TANDEM_MAX_GUARDS];
uint8_t *tandem_coverage = tandem_nobody;

static const char *const op_names[] = {
#define OP(name, operands) #name,
#include "runtime/ops.def"
#undef OP
};

/* ---- Expressions */

typedef struct node {
    uint64_t v;
    uint32_t width;
} node;
static node *nodes;
static uint32_t n_nodes = 1, room;
static unsigned long events[5]; /* operations, loads, branches, stale bytes, checks */

static uint64_t mask(uint32_t width)
{
    return width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
}

static tandem_expr make(uint64_t v, uint32_t width)
{
    if (n_nodes >= room)
        nodes = realloc(nodes, (room = room ? 2 * room : 4096) * sizeof *nodes);
    nodes[n_nodes] = (node){v & mask(width), width};
    return n_nodes++;
}

static _Noreturn void differ(const char *where, tandem_expr e, uint32_t width, uint64_t v)
{
    fflush(stdout);
    fprintf(stderr, "MISMATCH in %s: expression %u has %llx (%u bits), the program %llx (%u)\n",
            where, e, e < n_nodes ? (unsigned long long)nodes[e].v : 0,
            e < n_nodes ? nodes[e].width : 0, (unsigned long long)v, width);
    _Exit(99);
}

static double as_double(uint64_t v, uint32_t width)
{
    double d;
    float f;
    uint32_t low = (uint32_t)v;
    memcpy(&d, &v, 8);
    memcpy(&f, &low, 4);
    return width == 32 ? f : d;
}

static uint64_t bits(double d, uint32_t width)
{
    uint64_t v = 0;
    float f = (float)d;
    memcpy(&v, width == 32 ? (void *)&f : (void *)&d, width / 8);
    return v;
}

/* The value of an operand. NaNs are as good as one another. */
static uint64_t take(const char *where, tandem_expr e, uint32_t width, uint64_t v)
{
    if (!e)
        return v & mask(width);
    if (e >= n_nodes || nodes[e].width != width)
        differ(where, e, width, v);
    if (nodes[e].v != (v & mask(width)) &&
        !((width == 32 || width == 64) && isnan(as_double(v, width)) &&
          isnan(as_double(nodes[e].v, width))))
        differ(where, e, width, v);
    return v & mask(width);
}

static int64_t sign(uint64_t v, uint32_t width)
{
    return width == 64 ? (int64_t)v
                       : (int64_t)((v ^ UINT64_C(1) << (width - 1)) - (UINT64_C(1) << (width - 1)));
}

static uint64_t integers(uint32_t op, uint32_t w, uint64_t a, uint64_t b)
{
    int64_t sa = sign(a, w), sb = sign(b, w);
    switch (op) {
    case TANDEM_ADD:
        return a + b;
    case TANDEM_SUB:
        return a - b;
    case TANDEM_MUL:
        return a * b;
    case TANDEM_UDIV:
        return a / b;
    case TANDEM_SDIV:
        return sb == -1 ? -(uint64_t)sa : (uint64_t)(sa / sb);
    case TANDEM_UREM:
        return a % b;
    case TANDEM_SREM:
        return sb == -1 ? 0 : (uint64_t)(sa % sb);
    case TANDEM_SHL:
        return b < w ? a << b : 0;
    case TANDEM_LSHR:
        return b < w ? a >> b : 0;
    case TANDEM_ASHR:
        return (uint64_t)(sa >> (b < w ? b : w - 1));
    case TANDEM_AND:
        return a & b;
    case TANDEM_OR:
        return a | b;
    case TANDEM_XOR:
        return a ^ b;
    case TANDEM_EQ:
        return a == b;
    case TANDEM_NE:
        return a != b;
    case TANDEM_ULT:
        return a < b;
    case TANDEM_ULE:
        return a <= b;
    case TANDEM_SLT:
        return sa < sb;
    case TANDEM_SLE:
        return sa <= sb;
    default:
        differ(op_names[op], 0, w, a);
    }
}

static uint64_t floats(uint32_t op, uint32_t w, uint64_t a, uint64_t b)
{
    double x = as_double(a, w), y = as_double(b, w);
    bool single = w == 32; /* of two floats the double result is rounded once more: the same */
    switch (op) {
    case TANDEM_FADD:
        return bits(single ? (float)x + (float)y : x + y, w);
    case TANDEM_FSUB:
        return bits(single ? (float)x - (float)y : x - y, w);
    case TANDEM_FMUL:
        return bits(single ? (float)x * (float)y : x * y, w);
    case TANDEM_FDIV:
        return bits(single ? (float)x / (float)y : x / y, w);
    case TANDEM_FREM:
        return bits(fmod(x, y), w);
    case TANDEM_FOEQ:
        return x == y;
    case TANDEM_FOLT:
        return x < y;
    case TANDEM_FOLE:
        return x <= y;
    default: /* TANDEM_FUNO */
        return isnan(x) || isnan(y);
    }
}

tandem_expr tandem_binary(uint32_t op, uint32_t width, tandem_expr a, tandem_expr b, uint64_t va,
                          uint64_t vb)
{
    events[0]++;
    if (!(a | b))
        differ("an operation on constants", 0, width, va);
    va = take(op_names[op], a, width, va);
    vb = take(op_names[op], b, width, vb);
    bool is_float = op >= TANDEM_FADD && op <= TANDEM_FUNO;
    bool compares =
        (op >= TANDEM_EQ && op <= TANDEM_SLE) || (op >= TANDEM_FOEQ && op <= TANDEM_FUNO);
    uint64_t v = is_float ? floats(op, width, va, vb) : integers(op, width, va, vb);
    return make(v, compares ? 1 : width);
}

tandem_expr tandem_unary(uint32_t op, uint32_t from, uint32_t to, tandem_expr a)
{
    events[0]++;
    if (!a || a >= n_nodes || nodes[a].width != from)
        differ(op_names[op], a, from, 0);
    uint64_t v = nodes[a].v;
    double d = from == 32 || from == 64 ? as_double(v, from) : 0;
    switch (op) {
    case TANDEM_NOT:
        return make(~v, to);
    case TANDEM_ZEXT:
    case TANDEM_TRUNC:
        if (op == TANDEM_ZEXT ? to <= from : to >= from)
            differ(op_names[op], a, to, v);
        return make(v, to);
    case TANDEM_SEXT:
        return make((uint64_t)sign(v, from), to);
    case TANDEM_FNEG:
        return make(v ^ UINT64_C(1) << (to - 1), to);
    case TANDEM_FABS:
        return make(v & mask(to - 1), to);
    case TANDEM_FSQRT:
        return make(bits(to == 32 ? sqrtf((float)d) : sqrt(d), to), to);
    case TANDEM_FEXT:
    case TANDEM_FTRUNC:
        return make(bits(d, to), to);
    case TANDEM_FROM_SINT:
        return make(to == 32 ? bits((float)sign(v, from), 32) : bits((double)sign(v, from), 64),
                    to);
    case TANDEM_FROM_UINT:
        return make(to == 32 ? bits((float)v, 32) : bits((double)v, 64), to);
    case TANDEM_TO_SINT:
        return make((uint64_t)(int64_t)d, to);
    case TANDEM_TO_UINT:
        return make(d < 9223372036854775808.0 ? (uint64_t)(int64_t)d : (uint64_t)d, to);
    default:
        differ(op_names[op], a, to, v);
    }
}

tandem_expr tandem_ite(uint32_t width, tandem_expr c, tandem_expr a, tandem_expr b, bool vc,
                       uint64_t va, uint64_t vb)
{
    events[0]++;
    take("the condition of ITE", c, 1, vc);
    /* the side that is not chosen may be poison in the program */
    return make(vc ? take("ITE", a, width, va) : take("ITE", b, width, vb), width);
}

/* ---- Two words */

typedef unsigned __int128 wide;

static wide both(const char *where, uint32_t width, tandem_expr low, tandem_expr high, uint64_t v,
                 uint64_t v_high)
{
    if (width <= 64)
        return take(where, low, width, v);
    return take(where, low, 64, v) | (wide)take(where, high, width - 64, v_high) << 64;
}

static long double as_long(wide v)
{
    long double d = 0;
    memcpy(&d, &v, 10);
    return d;
}

static wide long_bits(long double d)
{
    wide v = 0;
    memcpy(&v, &d, 10);
    return v;
}

static tandem_expr half_of(wide v, uint32_t width, uint32_t half)
{
    if (width <= 64)
        return make((uint64_t)v, width);
    return half ? make((uint64_t)(v >> 64), width - 64) : make((uint64_t)v, 64);
}

static wide wide_sign(wide v, uint32_t width)
{
    wide top = (wide)1 << (width - 1);
    return (v ^ top) - top;
}

static wide wide_integers(uint32_t op, uint32_t w, wide a, wide b)
{
    __int128 sa = (__int128)wide_sign(a, w), sb = (__int128)wide_sign(b, w);
    switch (op) {
    case TANDEM_ADD:
        return a + b;
    case TANDEM_SUB:
        return a - b;
    case TANDEM_MUL:
        return a * b;
    case TANDEM_UDIV:
        return a / b;
    case TANDEM_UREM:
        return a % b;
    case TANDEM_SDIV:
        return sb == -1 ? -(wide)sa : (wide)(sa / sb);
    case TANDEM_SREM:
        return sb == -1 ? 0 : (wide)(sa % sb);
    case TANDEM_SHL:
        return b < w ? a << b : 0;
    case TANDEM_LSHR:
        return b < w ? a >> b : 0;
    case TANDEM_ASHR:
        return (wide)(sa >> (b < w ? (unsigned)b : w - 1));
    case TANDEM_AND:
        return a & b;
    case TANDEM_OR:
        return a | b;
    case TANDEM_XOR:
        return a ^ b;
    case TANDEM_EQ:
        return a == b;
    case TANDEM_NE:
        return a != b;
    case TANDEM_ULT:
        return a < b;
    case TANDEM_ULE:
        return a <= b;
    case TANDEM_SLT:
        return sa < sb;
    case TANDEM_SLE:
        return sa <= sb;
    default:
        differ(op_names[op], 0, w, (uint64_t)a);
    }
}

static wide long_doubles(uint32_t op, long double x, long double y)
{
    switch (op) {
    case TANDEM_FADD:
        return long_bits(x + y);
    case TANDEM_FSUB:
        return long_bits(x - y);
    case TANDEM_FMUL:
        return long_bits(x * y);
    case TANDEM_FDIV:
        return long_bits(x / y);
    case TANDEM_FOEQ:
        return x == y;
    case TANDEM_FOLT:
        return x < y;
    case TANDEM_FOLE:
        return x <= y;
    case TANDEM_FUNO:
        return isnan(x) || isnan(y);
    default:
        differ(op_names[op], 0, 80, 0);
    }
}

tandem_expr tandem_wide(uint32_t op, uint32_t width, uint32_t half, tandem_expr a,
                        tandem_expr a_high, tandem_expr b, tandem_expr b_high, uint64_t va,
                        uint64_t va_high, uint64_t vb, uint64_t vb_high)
{
    events[0]++;
    wide x = both(op_names[op], width, a, a_high, va, va_high);
    wide y = both(op_names[op], width, b, b_high, vb, vb_high);
    bool compares =
        (op >= TANDEM_EQ && op <= TANDEM_SLE) || (op >= TANDEM_FOEQ && op <= TANDEM_FUNO);
    bool is_float = op >= TANDEM_FADD && op <= TANDEM_FUNO;
    wide v = is_float ? long_doubles(op, as_long(x), as_long(y)) : wide_integers(op, width, x, y);
    return half_of(v, compares ? 1 : width, half);
}

tandem_expr tandem_convert(uint32_t op, uint32_t from, uint32_t to, uint32_t half, tandem_expr a,
                           tandem_expr a_high, uint64_t va, uint64_t va_high)
{
    events[0]++;
    wide v = both(op_names[op], from, a, a_high, va, va_high);
    long double d = from == 80 ? as_long(v) : as_double((uint64_t)v, from);
    switch (op) {
    case TANDEM_ZEXT:
    case TANDEM_TRUNC:
        break;
    case TANDEM_SEXT:
        v = wide_sign(v, from);
        break;
    case TANDEM_FEXT:
        v = long_bits(d);
        break;
    case TANDEM_FTRUNC:
        v = bits(to == 32 ? (float)d : (double)d, to);
        break;
    case TANDEM_FROM_SINT:
        d = (long double)(__int128)wide_sign(v, from);
        v = to == 80   ? long_bits(d)
            : to == 32 ? bits((float)(__int128)wide_sign(v, from), 32)
                       : bits((double)(__int128)wide_sign(v, from), 64);
        break;
    case TANDEM_FROM_UINT:
        v = to == 80   ? long_bits((long double)v)
            : to == 32 ? bits((float)v, 32)
                       : bits((double)v, 64);
        break;
    case TANDEM_TO_SINT:
        v = (wide)(__int128)d;
        break;
    case TANDEM_TO_UINT:
        v = (wide)d;
        break;
    default:
        differ(op_names[op], a, to, va);
    }
    return half_of(v & (to < 128 ? ((wide)1 << to) - 1 : ~(wide)0), to, half);
}

tandem_expr tandem_part(tandem_expr a, uint32_t bit, uint32_t width)
{
    events[0]++;
    if (!a || a >= n_nodes || bit + width > nodes[a].width)
        differ("a part", a, width, bit);
    return make(nodes[a].v >> bit, width);
}

/* ---- Memory: a table of bytes that have expressions */

typedef struct byte {
    uintptr_t at; /* 0: free */
    uint8_t value, live;
} byte;
static byte *bytes;
static size_t n_bytes, bytes_room;

static byte *find(uintptr_t at, bool insert)
{
    if (insert && 2 * n_bytes >= bytes_room) {
        byte *old = bytes;
        size_t old_room = bytes_room;
        bytes_room = old_room ? 2 * old_room : 4096;
        bytes = calloc(bytes_room, sizeof *bytes);
        n_bytes = 0;
        for (size_t i = 0; i < old_room; i++)
            if (old[i].at && old[i].live)
                *find(old[i].at, true) = old[i];
        free(old);
    }
    if (!bytes_room)
        return NULL;
    size_t i = at * UINT64_C(0x9e3779b97f4a7c15) >> 20;
    for (;; i++) {
        byte *b = &bytes[i & (bytes_room - 1)];
        if (b->at == at)
            return b;
        if (!b->at) {
            if (insert) {
                *b = (byte){at, 0, 0};
                n_bytes++;
            }
            return insert ? b : NULL;
        }
    }
}

static void set(const void *p, size_t n, uint64_t v, bool live)
{
    for (size_t i = 0; i < n; i++) {
        byte *b = find((uintptr_t)p + i, live);
        if (b) {
            b->live = live;
            b->value = (uint8_t)(v >> (8 * i));
        }
        if (live)
            *tandem_filter_at((const char *)p + i) = 1;
    }
}

/* Somebody else has written: then it is no input any more. */
static bool is_live(const unsigned char *p)
{
    byte *b = find((uintptr_t)p, false);
    if (b && b->live && b->value != *p) {
        b->live = 0;
        events[3]++;
    }
    return b && b->live;
}

tandem_expr tandem_load(const void *p, uint32_t n, tandem_expr address, uint64_t value)
{
    events[1]++;
    take("the address of a load", address, 64, (uintptr_t)p);
    uint64_t there = 0;
    memcpy(&there, p, n);
    if (there != value)
        differ("a load", 0, 8 * n, value);
    bool live = address != 0;
    for (uint32_t i = 0; i < n; i++)
        live |= is_live((const unsigned char *)p + i);
    return live ? make(value, 8 * n) : 0;
}

void tandem_store(void *p, uint32_t n, tandem_expr address, tandem_expr e, uint64_t value)
{
    events[1]++;
    take("the address of a store", address, 64, (uintptr_t)p);
    take("a store", e, 8 * n, value);
    set(p, n, value, e != 0);
}

void tandem_memcpy(void *to, const void *from, size_t n, tandem_expr e_to, tandem_expr e_from,
                   tandem_expr e_n)
{
    take("memcpy", e_to, 64, (uintptr_t)to);
    take("memcpy", e_from, 64, (uintptr_t)from);
    take("memcpy", e_n, 64, n);
    uint8_t *live = malloc(n + 1);
    for (size_t i = 0; i < n; i++)
        live[i] = is_live((const unsigned char *)from + i);
    uint8_t *copy = malloc(n + 1);
    memcpy(copy, from, n);
    for (size_t i = 0; i < n; i++)
        set((char *)to + i, 1, copy[i], live[i]);
    free(live);
    free(copy);
}

void tandem_memset(void *to, uint64_t value, size_t n, tandem_expr e_to, tandem_expr e_byte,
                   tandem_expr e_n)
{
    take("memset", e_to, 64, (uintptr_t)to);
    take("memset", e_byte, 8, value);
    take("memset", e_n, 64, n);
    for (size_t i = 0; i < n; i++)
        set((char *)to + i, 1, value, e_byte != 0);
}

void tandem_forget(void *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        set((char *)p + i, 1, 0, false);
}

/* ---- Arrays on the stack */

enum { MOST_LOCALS = 1 << 16 };
static tandem_local locals[MOST_LOCALS];
__thread tandem_local *tandem_locals;

tandem_local *tandem_locals_enter(uint32_t n)
{
    tandem_local *frame = tandem_locals;
    if (n > locals + MOST_LOCALS - frame)
        return NULL;
    memset(frame, 0, n * sizeof *frame);
    tandem_locals = frame + n;
    return frame;
}

static void check_bounds(uint64_t p, uint64_t before, uint64_t size, uint64_t line)
{
    uint64_t found = 0, start = 0;
    for (tandem_local *l = locals; l < tandem_locals; l++)
        if (p - (uintptr_t)l->base < l->bytes) {
            if (found)
                differ("two arrays at one place", (tandem_expr)line, 0, p);
            found = l->bytes;
            start = p - (uintptr_t)l->base;
        }
    if (found != size || start != before)
        differ("the bounds of an array", (tandem_expr)line, (uint32_t)found, size);
}

/* ---- Events */

void tandem_concrete(tandem_expr e, uint32_t width, uint64_t value, uint32_t reason)
{
    take("a value made concrete", e, width, value);
}

void tandem_branch(tandem_expr c, bool truth, uint32_t site)
{
    events[2]++;
    take("a branch", c, 1, truth);
}

void tandem_choose_way(tandem_expr c, bool truth, uint32_t site)
{
    tandem_branch(c, truth, site);
}

bool tandem_may_wonder(void)
{
    return true;
}

void tandem_wonder(tandem_expr c)
{
    if (c && (c >= n_nodes || nodes[c].width != 1))
        differ("a question about overflow", c, 1, 0);
}

void tandem_trap(tandem_expr c, bool truth, uint32_t site)
{
    events[4]++;
    take("a check", c, 1, truth);
}

void tandem_switch(tandem_expr e, uint32_t width, uint64_t value, uint32_t site,
                   const uint64_t *cases, uint32_t n)
{
    events[2]++;
    take("a switch", e, width, value);
}

static struct {
    void *p;
    size_t n;
} filled;

bool tandem_calling(const void *function, const char *name, uint32_t site, uint32_t n,
                    uint64_t is_float, const uint64_t *values, const tandem_expr *exprs)
{
    bool any = name && !strcmp(name, "input_byte");
    for (uint32_t i = 0; i < n; i++)
        if (exprs[i]) {
            take(name ? name : "an indirect call", exprs[i], nodes[exprs[i]].width, values[i]);
            any = true;
        }
    if (name && !strcmp(name, "expect_symbolic") && !exprs[0])
        differ("an expression that was lost", (tandem_expr)values[1], 0, values[0]);
    if (name && !strcmp(name, "expect_concrete") && exprs[0])
        differ("an expression that should not be", (tandem_expr)values[1], 0, values[0]);
    if (name && !strcmp(name, "expect_bounds"))
        check_bounds(values[0], values[1], values[2], values[3]);
    filled.n = 0;
    if (name && !strcmp(name, "input_fill")) {
        filled.p = (void *)(uintptr_t)values[0];
        filled.n = values[1];
        any = true;
    }
    return any;
}

tandem_expr tandem_called(uint32_t width, uint64_t result)
{
    for (size_t i = 0; i < filled.n; i++)
        set((char *)filled.p + i, 1, ((unsigned char *)filled.p)[i], true);
    filled.n = 0;
    return width ? make(result, width) : 0;
}

void tandem_stop(uint32_t full)
{
    _Exit(97);
}

void tandem_module(const tandem_module_info *m)
{
    static uint32_t next;
    *m->base = next;
    next += m->n_sites;
    if (m->abi != TANDEM_ABI)
        _Exit(98);
    tandem_landing_add(m);
}

void tandem_counts(uint8_t **where, uint32_t n) {}

int tandem_main(int argc, char **argv, char **envp)
{
    tandem_locals = locals;
    int code = tandem_target_main(argc, argv, envp);
    if (tandem_locals != locals)
        differ("arrays of functions that have returned", 0, 0, 0);
    if (getenv("CHECK_EVENTS"))
        fprintf(stderr, "%lu operations, %lu memory, %lu branches, %lu stale, %lu checks\n",
                events[0], events[1], events[2], events[3], events[4]);
    return code;
}
