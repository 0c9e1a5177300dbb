/* The heap: blocks that come have no expressions, whatever lay there before; blocks that move take
 * theirs along. */
#include "runtime/calls/calls.h"
#include "runtime/core/control.h"
#include "runtime/core/expr.h"
#include "runtime/core/freed.h"
#include "runtime/core/shadow.h"
#include "runtime/core/table.h"

#include <errno.h>
#include <malloc.h>
#include <string.h>

static void fix_sizes(tandem_call *c, uint32_t from)
{
    for (uint32_t i = from; i < c->n; i++)
        if (c->expr[i])
            tandem_fix(c->expr[i], c->value[i], TANDEM_WHY_SIZE);
}

/* The block would be the same for every size up to the one it really has. */
static void assume_fits(tandem_call *c, uint32_t i, uint64_t block)
{
    tandem_expr e = c->expr[i];
    if (!e || !block || tandem_at(e)->width != 64)
        return;
    size_t room = malloc_usable_size((void *)(uintptr_t)block);
    tandem_log_assume(tandem_build(TANDEM_ULE, 64, e, tandem_const(64, room)));
}

/* Could the exact value be larger than these bits hold, so that the block is much too small? */
static void wonder_carry(tandem_expr high, uint32_t width, tandem_expr size)
{
    enum { SMALL = 64 };
    tandem_expr none = tandem_build(TANDEM_EQ, width, high, tandem_const(width, 0));
    uint32_t bits = tandem_at(size)->width;
    tandem_expr large = tandem_build(TANDEM_ULT, bits, tandem_const(bits, SMALL), size);
    if (none && large)
        tandem_log_wonder(tandem_build(TANDEM_OR, 1, none, large));
    tandem_log_wonder(none);
}

/* A size that was computed with too few bits is less than what it stands for. */
static void wonder_size(tandem_expr e, tandem_expr size, unsigned depth)
{
    const tandem_record *r = e ? tandem_at(e) : NULL;
    if (!r || depth == 0)
        return;
    uint32_t width = r->width, op = r->op;
    tandem_expr a = r->a, b = r->b;
    if (op == TANDEM_ZEXT || op == TANDEM_SEXT) {
        wonder_size(a, size, depth - 1);
    } else if ((op == TANDEM_MUL || op == TANDEM_ADD || op == TANDEM_SHL) && width <= 64) {
        tandem_expr exact = tandem_build(op, 2 * width, tandem_extend(TANDEM_ZEXT, a, 2 * width),
                                         tandem_extend(TANDEM_ZEXT, b, 2 * width));
        tandem_expr high = exact ? tandem_extract(exact, width, width) : 0;
        if (high)
            wonder_carry(high, width, size);
        wonder_size(a, size, depth - 1);
        wonder_size(b, size, depth - 1);
    }
}

bool tandem_before_malloc(struct tandem_call *c)
{
    enum { DEPTH = 6 };
    if (c->n == 1)
        wonder_size(c->expr[0], c->expr[0], DEPTH);
    return c->n == 1;
}

bool tandem_before_allocate(struct tandem_call *c)
{
    fix_sizes(c, 0);
    return true;
}

static void came(uint64_t p, size_t bytes)
{
    if (!p)
        return;
    tandem_shadow_clear((void *)(uintptr_t)p, bytes);
    tandem_object_add((void *)(uintptr_t)p, bytes);
}

tandem_expr tandem_after_malloc(struct tandem_call *c, uint32_t width, uint64_t result)
{
    came(result, c->value[0]);
    assume_fits(c, 0, result);
    return 0;
}

tandem_expr tandem_after_calloc(struct tandem_call *c, uint32_t width, uint64_t result)
{
    came(result, c->value[0] * c->value[1]);
    return 0;
}

tandem_expr tandem_after_aligned_alloc(struct tandem_call *c, uint32_t width, uint64_t result)
{
    came(result, c->value[1]);
    return 0;
}

bool tandem_before_realloc(struct tandem_call *c)
{
    void *old = (void *)(uintptr_t)c->value[0];
    c->bytes = old ? malloc_usable_size(old) : 0;
    tandem_freed_wonder(c->expr[0]);
    if (c->expr[0])
        tandem_fix(c->expr[0], c->value[0], TANDEM_WHY_ADDRESS);
    if (c->n > 2)
        fix_sizes(c, 1);
    return c->n > 1;
}

tandem_expr tandem_after_realloc(struct tandem_call *c, uint32_t width, uint64_t result)
{
    void *old = (void *)(uintptr_t)c->value[0], *new = (void *)(uintptr_t)result;
    size_t bytes = c->n > 2 ? c->value[1] * c->value[2] : c->value[1];
    if (!new && bytes)
        return 0; /* it failed and the old block stays */
    size_t both = bytes < c->bytes ? bytes : c->bytes;
    if (new && new != old) {
        tandem_shadow_clear(new, bytes);
        if (old)
            tandem_shadow_move(new, old, new, both);
    }
    if (old && new != old)
        tandem_shadow_clear(old, c->bytes);
    else if (old && bytes > c->bytes)
        tandem_shadow_clear((char *)old + c->bytes, bytes - c->bytes);
    tandem_freed(old, tandem_object_remove(old));
    if (new)
        tandem_object_add(new, bytes);
    if (c->n == 2)
        assume_fits(c, 1, result);
    return 0;
}

bool tandem_before_free(struct tandem_call *c)
{
    void *p = c->n ? (void *)(uintptr_t)c->value[0] : NULL;
    tandem_freed_wonder(c->n ? c->expr[0] : 0);
    size_t known = tandem_object_remove(p);
    if (p && known)
        tandem_shadow_clear(p, known);
    tandem_freed(p, known);
    return tandem_concretize_args(c);
}

/* As a loop over the bytes would have it: whether each is the end of the string is a branch. */
bool tandem_before_strdup(struct tandem_call *c)
{
    const uint8_t *s = (const uint8_t *)(uintptr_t)c->value[0];
    size_t most = c->n > 1 ? c->value[1] : SIZE_MAX, n = 0;
    tandem_concretize_args(c);
    for (; s && n < most; n++) {
        tandem_expr e = tandem_shadow_get(s + n, s[n]);
        if (e)
            tandem_byte_branch(e, 0, s[n] == 0, c->site);
        if (!s[n])
            break;
    }
    c->bytes = n;
    return s != NULL;
}

tandem_expr tandem_after_strdup(struct tandem_call *c, uint32_t width, uint64_t result)
{
    came(result, c->bytes + 1);
    if (result)
        tandem_shadow_move((void *)(uintptr_t)result, (void *)(uintptr_t)c->value[0],
                           (void *)(uintptr_t)result, c->bytes);
    return 0;
}
