#include "term/eval/eval.h"

#include "term/value/value_equal.h"

static value_id undecided(eval_call *c, eval_reason why)
{
    if (c->why == EVAL_OK)
        c->why = why;
    return 0;
}

/* An argument 0 is one whose value is not known: the others may decide all the same. */
static value_id all_equal(eval_call *c)
{
    value_id first = 0;
    bool open = false;
    eval_reason why = EVAL_UNASSIGNED;
    for (uint32_t i = 0; i < c->n; i++) {
        if (!c->args[i])
            open = true;
        else if (!first)
            first = c->args[i];
        else
            switch (value_equal(c->bank, first, c->args[i], &why)) {
            case VALUES_DIFFER:
                return VALUE_ID_FALSE;
            case VALUES_UNDECIDED:
                open = true;
                break;
            case VALUES_EQUAL:
                break;
            }
    }
    return open ? undecided(c, why) : VALUE_ID_TRUE;
}

static value_id all_pairs_distinct(eval_call *c)
{
    bool open = false;
    eval_reason why = EVAL_UNASSIGNED;
    for (uint32_t i = 0; i < c->n; i++) {
        open = open || !c->args[i];
        for (uint32_t j = 0; j < i && c->args[i]; j++) {
            if (!c->args[j])
                continue;
            value_verdict verdict = value_equal(c->bank, c->args[j], c->args[i], &why);
            if (verdict == VALUES_EQUAL)
                return VALUE_ID_FALSE;
            open = open || verdict == VALUES_UNDECIDED;
        }
    }
    return open ? undecided(c, why) : VALUE_ID_TRUE;
}

static value_id all_distinct(eval_call *c)
{
    bool open = false, plain = true;
    eval_reason why = EVAL_UNASSIGNED;
    map seen = {0};
    value_id result = VALUE_ID_TRUE;
    for (uint32_t i = 0; i < c->n && result == VALUE_ID_TRUE; i++) {
        bool is_new = true;
        if (!c->args[i]) {
            open = true;
            continue;
        }
        map_insert(&seen, c->args[i], &is_new);
        if (!is_new)
            result = VALUE_ID_FALSE;
        plain = plain && value_is_plain(c->bank, c->args[i], &why);
    }
    map_free(&seen);
    if (result == VALUE_ID_FALSE)
        return result;
    if (!plain)
        return all_pairs_distinct(c);
    return open ? undecided(c, why) : result;
}

static value_id implies(const eval_call *c)
{
    for (uint32_t i = 0; i + 1 < c->n; i++)
        if (!value_is_true(c->args[i]))
            return VALUE_ID_TRUE;
    return c->args[c->n - 1];
}

static uint32_t count_true(const eval_call *c)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->n; i++)
        count += value_is_true(c->args[i]);
    return count;
}

value_id eval_core(eval_call *c)
{
    switch (c->op) {
    case OP_NOT:
        return value_bool(!value_is_true(c->args[0]));
    case OP_AND:
        return value_bool(count_true(c) == c->n);
    case OP_OR:
        return value_bool(count_true(c) > 0);
    case OP_XOR:
        return value_bool(count_true(c) % 2);
    case OP_IMPLIES:
        return implies(c);
    case OP_EQ:
        return all_equal(c);
    case OP_DISTINCT:
        return all_distinct(c);
    default: /* ite */
        return value_is_true(c->args[0]) ? c->args[1] : c->args[2];
    }
}
