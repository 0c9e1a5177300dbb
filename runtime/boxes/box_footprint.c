#include "runtime/boxes/box.h"
#include "runtime/calls/print.h"
#include "runtime/calls/scan.h"
#include "runtime/core/control.h"
#include "runtime/core/expr.h"
#include "runtime/core/shadow.h"
#include "runtime/core/table.h"

#include <stdlib.h>

/* How much memory is reached cannot vary. */
static uint64_t fixed_size(tandem_call *c, uint32_t number)
{
    if (c->expr[number]) {
        tandem_fix(c->expr[number], c->value[number], TANDEM_WHY_SIZE);
        c->expr[number] = 0;
    }
    return c->value[number];
}

static uint64_t factor(tandem_call *c, uint8_t kind, uint32_t number)
{
    if (kind == '#')
        return number;
    if (!kind || number >= c->n)
        return kind ? 0 : 1;
    if (kind == 's')
        return c->value[number]
                   ? tandem_string_reach((void *)(uintptr_t)c->value[number], SIZE_MAX, 1)
                   : 0;
    if (kind == 'p')
        return c->value[number] ? tandem_print_bytes(c, number, &c->printed) : 0;
    return fixed_size(c, number);
}

static size_t size_of(tandem_call *c, const tandem_size *s)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < s->n; i++) {
        uint64_t product;
        if (__builtin_mul_overflow(factor(c, s->term[i].kind[0], s->term[i].number[0]),
                                   factor(c, s->term[i].kind[1], s->term[i].number[1]), &product) ||
            __builtin_add_overflow(sum, product, &sum))
            return SIZE_MAX;
    }
    if (s->most_is_argument) {
        uint64_t limit = s->most < c->n ? fixed_size(c, s->most) : 0;
        return sum < limit ? sum : limit;
    }
    uint64_t most = s->character ? MB_CUR_MAX : s->most;
    return most && sum > most ? most : sum;
}

/* A pointer that is one of two, by a truth value: that was a branch of the program before the
 * optimiser, and becomes one again. */
static bool split_by_branch(tandem_call *c, uint32_t i)
{
    const tandem_record *r = tandem_at(c->expr[i]);
    uint64_t base, other;
    tandem_expr condition = 0;
    bool truth = false;
    if (r->op == TANDEM_ITE && tandem_is_const(r->b, &base) && tandem_is_const(r->c, &other)) {
        condition = r->a;
        truth = c->value[i] == base;
    } else if (r->op == TANDEM_ADD && tandem_is_const(r->b, &base) &&
               tandem_at(r->a)->op == TANDEM_ZEXT && tandem_at(tandem_at(r->a)->a)->width == 1) {
        condition = tandem_at(r->a)->a;
        truth = c->value[i] != base;
    }
    if (!condition)
        return false;
    tandem_log_branch(condition, truth, c->site);
    c->expr[i] = 0;
    return true;
}

/* A pointer that depends on the input: it may point anywhere into its object if that is only read;
 * else it stays where it is. */
static void add_whole_object(tandem_call *c, uint32_t i, bool only_read, tandem_footprint *f)
{
    tandem_range r;
    if (split_by_branch(c, i))
        return;
    if (only_read && tandem_object_find((void *)(uintptr_t)c->value[i], &r) &&
        r.bytes <= TANDEM_MAX_REACH / 4) {
        tandem_reach_add(&f->reached, r.base, r.bytes);
        tandem_expr offset = tandem_build(TANDEM_SUB, 64, c->expr[i], tandem_const(64, r.base));
        tandem_log_assume(tandem_build(TANDEM_ULT, 64, offset, tandem_const(64, r.bytes)));
        return;
    }
    tandem_fix(c->expr[i], c->value[i], TANDEM_WHY_ADDRESS);
    c->expr[i] = 0;
}

/* What is printed can become longer than it is, but not longer than its room. */
static size_t fitting(uintptr_t p, const tandem_size *s, size_t bytes)
{
    tandem_range r;
    if (s->term[0].kind[0] != 'p' || !tandem_object_find((void *)p, &r))
        return bytes;
    size_t room = r.bytes - (p - r.base);
    return bytes < room ? bytes : room;
}

static void add_argument(tandem_call *c, const tandem_signature *s, uint32_t i, tandem_footprint *f)
{
    tandem_arg_kind kind = s->arg[i].kind;
    uintptr_t p = (uintptr_t)c->value[i];
    if (kind == TANDEM_ARG_VALUE || !p)
        return;
    if (c->known->prototype) {
        size_t least = size_of(c, &s->arg[i].size);
        if (!tandem_readable((void *)p, least ? least : 1))
            return; /* a number, for all we know */
    }
    if (c->expr[i])
        add_whole_object(c, i, kind == TANDEM_ARG_STR || kind == TANDEM_ARG_IN, f);
    if (kind == TANDEM_ARG_CALL)
        return;
    if (kind == TANDEM_ARG_STR || kind == TANDEM_ARG_WSTR || kind == TANDEM_ARG_SCAN ||
        kind == TANDEM_ARG_PRINT) {
        size_t most = s->arg[i].size.n ? size_of(c, &s->arg[i].size) : SIZE_MAX;
        size_t unit = kind == TANDEM_ARG_WSTR ? sizeof(wchar_t) : 1;
        tandem_reach_add(&f->reached, p, tandem_string_reach((void *)p, most, unit));
        if (kind == TANDEM_ARG_SCAN)
            tandem_scan_outputs(c, i, f);
        if (kind == TANDEM_ARG_PRINT)
            tandem_print_inputs(c, i, f);
        return;
    }
    size_t bytes = fitting(p, &s->arg[i].size, size_of(c, &s->arg[i].size));
    size_t read = s->arg[i].size.more ? tandem_input_reach((void *)p, bytes) : bytes;
    bool stays = s->arg[i].quiet && tandem_shadow_any((void *)p, bytes);
    if (kind == TANDEM_ARG_IN || stays) {
        tandem_reach_add_read(&f->reached, p, read);
        return;
    }
    tandem_reach_add(&f->reached, p, read);
    tandem_reach_add(&f->changed, p, bytes);
}

void tandem_box_footprint(tandem_call *c, const tandem_signature *s, tandem_footprint *f)
{
    *f = (tandem_footprint){0};
    for (uint32_t i = 0; i < c->n && i < s->n; i++)
        add_argument(c, s, i, f);
    for (uint32_t i = 0; i < c->n; i++)
        f->symbolic |= c->expr[i] != 0;
    for (uint32_t i = 0; i < f->reached.n && !f->symbolic; i++)
        f->symbolic =
            tandem_shadow_any((void *)f->reached.range[i].base, f->reached.range[i].bytes);
}

void tandem_box_concretize(tandem_call *c, const tandem_footprint *f)
{
    tandem_concretize_args(c);
    for (uint32_t i = 0; i < f->reached.n; i++) {
        const uint8_t *p = (const uint8_t *)f->reached.range[i].base;
        for (size_t k = 0; k < f->reached.range[i].bytes; k++) {
            tandem_expr e = tandem_shadow_get(p + k, p[k]);
            if (e)
                tandem_fix(e, p[k], TANDEM_WHY_CALL);
        }
    }
    for (uint32_t i = 0; i < f->changed.n; i++)
        tandem_shadow_clear((void *)f->changed.range[i].base, f->changed.range[i].bytes);
}
