#include "random_boxes.h"

#include "base/rng.h"

enum { MAX_PARAMETERS = 2, DEPTH = 3, INT_BOUND = 1000 };

typedef enum kind { KIND_BOOL, KIND_BITS, KIND_INT, KIND_FLOAT } kind;

typedef struct shape {
    kind kind;
    uint32_t width; /* of bits */
} shape;

/* An expression in both languages. */
typedef struct both {
    strbuf c, smt;
} both;

typedef struct maker {
    rng random;
    shape parameters[MAX_PARAMETERS];
    uint32_t n;
} maker;

static both start(void)
{
    return (both){.c = STRBUF_INIT, .smt = STRBUF_INIT};
}

static void drop(both *e)
{
    strbuf_free(&e->c);
    strbuf_free(&e->smt);
}

static uint64_t mask(uint32_t width)
{
    return width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static both expression(maker *m, shape s, int depth);

static both constant(maker *m, shape s)
{
    both e = start();
    uint64_t word = rng_next(&m->random);
    int small = (int)(word % 21) - 10;
    switch (s.kind) {
    case KIND_BOOL:
        strbuf_puts(&e.c, word & 1 ? "true" : "false");
        strbuf_puts(&e.smt, word & 1 ? "true" : "false");
        break;
    case KIND_BITS:
        word = (rng_one_in(&m->random, 2) ? word : word % 8) & mask(s.width);
        strbuf_printf(&e.c, "UINT64_C(%llu)", (unsigned long long)word);
        strbuf_printf(&e.smt, "(_ bv%llu %u)", (unsigned long long)word, s.width);
        break;
    case KIND_INT:
        strbuf_printf(&e.c, "INT64_C(%d)", small);
        strbuf_printf(&e.smt, small < 0 ? "(- %d)" : "%d", small < 0 ? -small : small);
        break;
    case KIND_FLOAT:
        strbuf_printf(&e.c, "(float)(%d.5)", small);
        strbuf_printf(&e.smt,
                      small < 0 ? "((_ to_fp 8 24) RNE (- %d.5))" : "((_ to_fp 8 24) RNE %d.5)",
                      small < 0 ? -small : small);
        break;
    }
    return e;
}

/* Parameter `i` at the width asked for. */
static both resized(const maker *m, uint32_t i, uint32_t width)
{
    both e = start();
    uint32_t own = m->parameters[i].width;
    strbuf_printf(&e.c, "((uint64_t)x%u & UINT64_C(%llu))", i, (unsigned long long)mask(width));
    if (own == width)
        strbuf_printf(&e.smt, "x%u", i);
    else if (own > width)
        strbuf_printf(&e.smt, "((_ extract %u 0) x%u)", width - 1, i);
    else
        strbuf_printf(&e.smt, "((_ zero_extend %u) x%u)", width - own, i);
    return e;
}

static both leaf(maker *m, shape s)
{
    uint32_t i = (uint32_t)rng_below(&m->random, m->n);
    const shape *p = &m->parameters[i];
    if (p->kind != s.kind || rng_one_in(&m->random, 4))
        return constant(m, s);
    if (s.kind == KIND_BITS)
        return resized(m, i, s.width);
    both e = start();
    strbuf_printf(&e.c, "x%u", i);
    strbuf_printf(&e.smt, "x%u", i);
    return e;
}

static both binary(maker *m, shape of, int depth, const char *operator_c, const char *operator_smt)
{
    both x = expression(m, of, depth - 1), y = expression(m, of, depth - 1), e = start();
    strbuf_printf(&e.c, "(%s %s %s)", x.c.text, operator_c, y.c.text);
    strbuf_printf(&e.smt, "(%s %s %s)", operator_smt, x.smt.text, y.smt.text);
    drop(&x);
    drop(&y);
    return e;
}

static both choice(maker *m, shape s, int depth)
{
    both p = expression(m, (shape){KIND_BOOL, 0}, depth - 1), x = expression(m, s, depth - 1),
         y = expression(m, s, depth - 1), e = start();
    strbuf_printf(&e.c, "(%s ? %s : %s)", p.c.text, x.c.text, y.c.text);
    strbuf_printf(&e.smt, "(ite %s %s %s)", p.smt.text, x.smt.text, y.smt.text);
    drop(&p);
    drop(&x);
    drop(&y);
    return e;
}

static both truth(maker *m, int depth)
{
    shape of = m->parameters[rng_below(&m->random, m->n)];
    uint64_t which = rng_below(&m->random, 3);
    if (of.kind == KIND_BOOL) {
        static const char *const c[] = {"!=", "==", "|"}, *const smt[] = {"xor", "=", "or"};
        return binary(m, of, depth, c[which], smt[which]);
    }
    if (of.kind == KIND_BITS) {
        static const char *const c[] = {"<", "==", ">="}, *const smt[] = {"bvult", "=", "bvuge"};
        return binary(m, of, depth, c[which], smt[which]);
    }
    if (of.kind == KIND_INT) {
        static const char *const c[] = {"<", "==", ">="}, *const smt[] = {"<", "=", ">="};
        return binary(m, of, depth, c[which], smt[which]);
    }
    static const char *const c[] = {"<", "==", ">="}, *const smt[] = {"fp.lt", "fp.eq", "fp.geq"};
    return binary(m, of, 1, c[which], smt[which]);
}

static both bits(maker *m, shape s, int depth)
{
    static const struct {
        const char *c, *smt;
    } operators[] = {{"+", "bvadd"}, {"-", "bvsub"}, {"&", "bvand"}, {"|", "bvor"},
                     {"^", "bvxor"}, {"^", "bvxor"}, {"*", "bvmul"}};
    bool wide = s.width > 8; /* products of wide numbers are hard for the judge */
    uint64_t which = rng_below(&m->random, sizeof operators / sizeof *operators - wide);
    both e = binary(m, s, depth, operators[which].c, operators[which].smt);
    strbuf_printf(&e.c, " & UINT64_C(%llu)", (unsigned long long)mask(s.width));
    strbuf wrapped = STRBUF_INIT;
    strbuf_printf(&wrapped, "(%s)", e.c.text);
    strbuf_free(&e.c);
    e.c = wrapped;
    return e;
}

static both expression(maker *m, shape s, int depth)
{
    if (depth <= 0 || (depth < DEPTH && rng_one_in(&m->random, 5)))
        return leaf(m, s);
    if (s.kind == KIND_BOOL)
        return truth(m, depth);
    if (rng_one_in(&m->random, 4))
        return choice(m, s, depth);
    if (s.kind == KIND_BITS)
        return bits(m, s, depth);
    bool plus = rng_one_in(&m->random, 2);
    if (s.kind == KIND_FLOAT) /* one operation: more are hard for the judge */
        return binary(m, s, 1, plus ? "+" : "-", plus ? "fp.add RNE" : "fp.sub RNE");
    if (depth == 1 && rng_one_in(&m->random, 2)) /* only here: products of products overflow */
        return binary(m, s, depth, "*", "*");
    return binary(m, s, depth, plus ? "+" : "-", plus ? "+" : "-");
}

static void put_sort(shape s, strbuf *out)
{
    static const char *const names[] = {
        [KIND_BOOL] = "Bool", [KIND_INT] = "Int", [KIND_FLOAT] = "(_ FloatingPoint 8 24)"};
    if (s.kind == KIND_BITS)
        strbuf_printf(out, "(_ BitVec %u)", s.width);
    else
        strbuf_puts(out, names[s.kind]);
}

static const char *c_type(shape s)
{
    switch (s.kind) {
    case KIND_BOOL:
        return "bool";
    case KIND_INT:
        return "int64_t";
    case KIND_FLOAT:
        return "float";
    case KIND_BITS:
        break;
    }
    return s.width <= 8 ? "uint8_t" : s.width <= 16 ? "uint16_t" : "uint32_t";
}

/* Ints beyond a bound are not computed with: C would overflow where SMT-LIB does not. */
static void keep_in_bounds(const maker *m, shape result, both *body)
{
    both zero = start(), e = start();
    strbuf_puts(&zero.c, "0");
    if (result.kind == KIND_BITS)
        strbuf_printf(&zero.smt, "(_ bv0 %u)", result.width);
    else
        strbuf_puts(&zero.smt, result.kind == KIND_BOOL    ? "false"
                               : result.kind == KIND_FLOAT ? "(_ +zero 8 24)"
                                                           : "0");
    for (uint32_t i = 0; i < m->n; i++) {
        if (m->parameters[i].kind != KIND_INT)
            continue;
        strbuf_printf(&e.c, "x%u < -%d || x%u > %d ? %s : %s", i, INT_BOUND, i, INT_BOUND,
                      zero.c.text, body->c.text);
        strbuf_printf(&e.smt, "(ite (or (< x%u (- %d)) (> x%u %d)) %s %s)", i, INT_BOUND, i,
                      INT_BOUND, zero.smt.text, body->smt.text);
        drop(body);
        *body = e;
        e = start();
    }
    drop(&e);
    drop(&zero);
}

static void put_signature(const maker *m, shape result, strbuf *sorts, strbuf *names, strbuf *c)
{
    for (uint32_t i = 0; i < m->n; i++) {
        strbuf_puts(sorts, i ? " " : "");
        put_sort(m->parameters[i], sorts);
        strbuf_printf(names, "(x%u ", i);
        put_sort(m->parameters[i], names);
        strbuf_putc(names, ')');
        strbuf_printf(c, "%s%s x%u", i ? ", " : "", c_type(m->parameters[i]), i);
    }
    strbuf_puts(sorts, ") ");
    put_sort(result, sorts);
    strbuf_puts(names, ") ");
    put_sort(result, names);
}

static void make_box(maker *m, uint32_t number, shape result, random_boxes *out)
{
    both body = expression(m, result, DEPTH);
    strbuf sorts = STRBUF_INIT, names = STRBUF_INIT, c = STRBUF_INIT;
    keep_in_bounds(m, result, &body);
    put_signature(m, result, &sorts, &names, &c);
    strbuf_printf(&out->smt, "(declare-fun b%u (%s)\n(define-fun b%u! (%s %s)\n", number,
                  sorts.text, number, names.text, body.smt.text);
    strbuf_printf(&out->c, "%s b%u(%s) {", c_type(result), number, c.text);
    if (m->parameters[0].kind == KIND_BITS && rng_one_in(&m->random, 12))
        strbuf_printf(&out->c, " if (x0 == %llu) abort();",
                      (unsigned long long)(rng_next(&m->random) & mask(m->parameters[0].width)));
    strbuf_printf(&out->c, " return %s; }\n", body.c.text);
    strbuf_free(&sorts);
    strbuf_free(&names);
    strbuf_free(&c);
    drop(&body);
}

static shape random_shape(maker *m, const random_boxes *boxes)
{
    uint64_t which = rng_below(&m->random, 64);
    if (which < 52)
        return (shape){KIND_BITS, boxes->widths[which % RANDOM_BOX_WIDTHS]};
    return (shape){which < 58 ? KIND_BOOL : which < 63 ? KIND_INT : KIND_FLOAT, 0};
}

void random_boxes_make(random_boxes *boxes, uint64_t seed)
{
    static const uint32_t narrow[] = {1, 2, 3, 4}, middle[] = {5, 6, 8},
                          wide[] = {6, 6, 6,  7,  7,  7,  8,  8,  8,  9,
                                    9, 9, 10, 10, 10, 10, 12, 12, 16, 32};
    *boxes = (random_boxes){.c = STRBUF_INIT, .smt = STRBUF_INIT};
    maker m;
    rng_seed(&m.random, seed);
    boxes->widths[0] = narrow[rng_below(&m.random, sizeof narrow / sizeof *narrow)];
    boxes->widths[1] = middle[rng_below(&m.random, sizeof middle / sizeof *middle)];
    boxes->widths[2] = wide[rng_below(&m.random, sizeof wide / sizeof *wide)];
    strbuf_puts(&boxes->c, "#include <stdbool.h>\n#include <stdint.h>\n#include <stdlib.h>\n");
    for (uint32_t i = 0; i < RANDOM_BOXES; i++) {
        m.n = 1 + (uint32_t)rng_below(&m.random, MAX_PARAMETERS);
        for (uint32_t k = 0; k < m.n; k++)
            m.parameters[k] = random_shape(&m, boxes);
        shape result = rng_one_in(&m.random, 2) ? m.parameters[0] : random_shape(&m, boxes);
        make_box(&m, i, result, boxes);
    }
}

void random_boxes_free(random_boxes *boxes)
{
    strbuf_free(&boxes->c);
    strbuf_free(&boxes->smt);
}
