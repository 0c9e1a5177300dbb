/* Calls that move bytes, where the compiler left them calls. */
#include "runtime/calls/calls.h"
#include "runtime/calls/sized.h"
#include "runtime/core/expr.h"
#include "runtime/core/shadow.h"
#include "runtime/core/table.h"

static void *at(const tandem_call *c, uint32_t i)
{
    return (void *)(uintptr_t)c->value[i];
}

static void fix(tandem_call *c, uint32_t i, uint32_t reason)
{
    if (c->expr[i])
        tandem_fix(c->expr[i], c->value[i], reason);
}

static void move(tandem_call *c)
{
    fix(c, 0, TANDEM_WHY_ADDRESS);
    fix(c, 1, TANDEM_WHY_ADDRESS);
    if (c->expr[2] && tandem_move_sized(at(c, 0), at(c, 1), c->value[2], c->expr[2]))
        return;
    fix(c, 2, TANDEM_WHY_SIZE);
    tandem_shadow_move(at(c, 0), at(c, 1), at(c, 1), c->value[2]);
}

bool tandem_before_memcpy(struct tandem_call *c)
{
    if (c->n > 2)
        move(c);
    return false;
}

static bool set(tandem_call *c, uint64_t byte, tandem_expr e, uint32_t size)
{
    fix(c, 0, TANDEM_WHY_ADDRESS);
    if (c->expr[size])
        tandem_size_inside(tandem_room_at(at(c, 0)), c->value[size], c->expr[size]);
    fix(c, size, TANDEM_WHY_SIZE);
    e = tandem_settle(tandem_extract(e, 0, 8));
    if (!e)
        tandem_shadow_clear(at(c, 0), c->value[size]);
    for (size_t i = 0; e && i < c->value[size]; i++)
        tandem_shadow_set((char *)at(c, 0) + i, e, (uint8_t)byte);
    return false;
}

bool tandem_before_memset(struct tandem_call *c)
{
    return c->n > 2 && set(c, c->value[1], c->expr[1], 2);
}

bool tandem_before_bzero(struct tandem_call *c)
{
    return c->n > 1 && set(c, 0, 0, 1);
}
