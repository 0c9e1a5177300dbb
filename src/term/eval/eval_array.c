#include "term/eval/eval.h"

#include "term/value/value_equal.h"

value_id eval_array(eval_call *c)
{
    switch (c->op) {
    case OP_SELECT:
        /* Indices are found by their ids, which is enough only where ids decide equality. */
        if (value_array_size(c->bank, c->args[0]) && !value_is_plain(c->bank, c->args[1], &c->why))
            return 0;
        return value_array_select(c->bank, c->args[0], c->args[1]);
    case OP_STORE:
        if (!value_is_plain(c->bank, c->args[1], &c->why))
            return 0;
        return value_array_store(c->bank, c->args[0], c->args[1], c->args[2]);
    default: /* ((as const S) v) */
        return value_array_constant(c->bank, c->sort, c->args[0]);
    }
}
