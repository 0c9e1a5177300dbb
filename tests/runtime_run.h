/* A traced run inside a test program: the test is the target, calls what instrumented code would
 * call, and reads the log back. Each test program has its own copy. */
#ifndef TANDEM_TESTS_RUNTIME_RUN_H
#define TANDEM_TESTS_RUNTIME_RUN_H

#include <string.h>
#include <sys/mman.h>

#include "runtime/calls/functions.h"
#include "runtime/core/expr.h"
#include "runtime/core/shadow.h"
#include "runtime/host/inputs.h"
#include "test.h"

#define HELPER __attribute__((unused)) static

enum { RECORDS = 1 << 16 };

/* A new run: an empty log, nothing symbolic. */
HELPER tandem_shared *start(uint32_t room)
{
    static tandem_shared *s;
    if (!s) {
        s = mmap(NULL, sizeof(*s) + RECORDS * sizeof(tandem_record), PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        CHECK(s != MAP_FAILED);
        tandem_functions_start();
    }
    tandem_shadow_clear(NULL, SIZE_MAX);
    memset(&s->request, 0, offsetof(tandem_request, data));
    s->n_inputs = s->full = s->finding = 0;
    memset(s->concretized, 0, sizeof(s->concretized));
    tandem_rt.shared = s;
    tandem_log_start(s->log, room);
    tandem_traced = true;
    tandem_mode = TANDEM_ON;
    return s;
}

/* Makes the bytes at p an input object. */
HELPER int symbolic(const void *p, size_t n)
{
    int input = tandem_input_add(TANDEM_OBJECT, 0, n, p, "test");
    tandem_input_shadow(input, 0, p, n);
    return input;
}

HELPER tandem_expr load(const void *p, uint32_t bytes)
{
    uint64_t value = 0;
    memcpy(&value, p, bytes);
    return *tandem_filter_at(p) || *tandem_filter_at((const char *)p + bytes - 1)
               ? tandem_load(p, bytes, 0, value)
               : 0;
}

HELPER void store(void *p, uint32_t bytes, tandem_expr e, uint64_t value)
{
    tandem_store(p, bytes, 0, e, value);
    memcpy(p, &value, bytes);
}

HELPER uint64_t reduce(uint32_t op, uint32_t width, uint64_t a, uint64_t b)
{
    uint64_t mask = tandem_mask(width), sign = (uint64_t)1 << (width - 1);
    switch (op) {
    case TANDEM_ADD:
        return (a + b) & mask;
    case TANDEM_SUB:
        return (a - b) & mask;
    case TANDEM_MUL:
        return a * b & mask;
    case TANDEM_AND:
        return a & b;
    case TANDEM_OR:
        return a | b;
    case TANDEM_XOR:
        return a ^ b;
    case TANDEM_SHL:
        return b >= width ? 0 : a << b & mask;
    case TANDEM_LSHR:
        return b >= width ? 0 : a >> b;
    case TANDEM_EQ:
        return a == b;
    case TANDEM_NE:
        return a != b;
    case TANDEM_ULT:
        return a < b;
    case TANDEM_ULE:
        return a <= b;
    case TANDEM_SLT:
        return (a ^ sign) < (b ^ sign);
    case TANDEM_SLE:
        return (a ^ sign) <= (b ^ sign);
    default:
        CHECK_MSG(false, "operator %u", op);
    }
}

/* Those of one input; each is computed once. */
typedef struct values_of_log {
    uint64_t value[RECORDS];
    uint32_t asked[RECORDS], now;
} values_of_log;

HELPER uint64_t value_in(values_of_log *v, const tandem_shared *s, tandem_expr e,
                         const uint8_t *input);

/* The value of an expression, computed from the log alone. */
HELPER uint64_t compute_value(values_of_log *v, const tandem_shared *s, const tandem_record *r,
                              const uint8_t *input)
{
    uint64_t mask = tandem_mask(r->width);
    switch (r->op) {
    case TANDEM_CONST:
        return r->a | (uint64_t)r->b << 32;
    case TANDEM_INPUT:
        return input[r->b];
    case TANDEM_NOT:
        return ~value_in(v, s, r->a, input) & mask;
    case TANDEM_ZEXT:
        return value_in(v, s, r->a, input);
    case TANDEM_SEXT: {
        uint64_t sign = (uint64_t)1 << (s->log[r->a].width - 1);
        return ((value_in(v, s, r->a, input) ^ sign) - sign) & mask;
    }
    case TANDEM_EXTRACT:
        return value_in(v, s, r->a, input) >> r->b & mask;
    case TANDEM_CONCAT:
        return value_in(v, s, r->a, input) << s->log[r->b].width | value_in(v, s, r->b, input);
    case TANDEM_ITE:
        return value_in(v, s, r->a, input) ? value_in(v, s, r->b, input)
                                           : value_in(v, s, r->c, input);
    case TANDEM_TABLE: {
        const tandem_record *t = &s->log[r->b];
        CHECK(t->op == TANDEM_TABLE_DATA);
        uint64_t offset = value_in(v, s, r->a, input) - (t->a | (uint64_t)t->b << 32), value = 0;
        const uint8_t *bytes = (const uint8_t *)(t + 1);
        const tandem_expr *exprs = (const void *)(t + 1 + (t->c + 15) / 16);
        CHECK(offset + r->width / 8 <= t->c);
        for (uint32_t i = 0; i < r->width / 8u; i++) {
            bool has = t->flag && exprs[offset + i];
            uint64_t byte = has ? value_in(v, s, exprs[offset + i], input) : bytes[offset + i];
            value |= byte << (8 * i);
        }
        return value;
    }
    default:
        return reduce(r->op, s->log[r->a].width, value_in(v, s, r->a, input),
                      value_in(v, s, r->b, input));
    }
}

HELPER uint64_t value_in(values_of_log *v, const tandem_shared *s, tandem_expr e,
                         const uint8_t *input)
{
    CHECK(e && e < s->n_records && e < RECORDS);
    if (v->asked[e] != v->now)
        v->value[e] = compute_value(v, s, &s->log[e], input);
    v->asked[e] = v->now;
    return v->value[e];
}

HELPER uint64_t value_of(const tandem_shared *s, tandem_expr e, const uint8_t *input)
{
    static values_of_log v;
    v.now++;
    return value_in(&v, s, e, input);
}

/* The first record of this kind that is no raw data; 0: none. */
HELPER uint32_t find_record(const tandem_shared *s, uint32_t op)
{
    for (uint32_t i = 1; i < s->n_records; i++) {
        const tandem_record *r = &s->log[i];
        if (r->op == op)
            return i;
        if (r->op == TANDEM_BOX)
            i += r->c;
        else if (r->op == TANDEM_TABLE_DATA)
            i += (r->c + 15) / 16 + (r->flag ? (r->c * 4 + 15) / 16 : 0);
    }
    return 0;
}

/* Calls as the instrumentation makes them: both halves from the same function. */
#define CALLING(name, exprs, ...)                                                       \
    tandem_calling(name, name, 1, (uint32_t)(sizeof((uint64_t[]){__VA_ARGS__}) / 8), 0, \
                   (uint64_t[]){__VA_ARGS__}, exprs)
HELPER const tandem_expr none[TANDEM_MAX_ARGS];

#endif
