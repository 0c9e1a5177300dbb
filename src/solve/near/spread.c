#include "solve/near/spread.h"

#include "base/map.h"
#include "base/vec.h"

static term_id both(term_bank *b, term_id x, term_id y)
{
    if (x == TERM_ID_FALSE || y == TERM_ID_FALSE)
        return TERM_ID_FALSE;
    if (x == TERM_ID_TRUE || x == y)
        return y;
    return y == TERM_ID_TRUE ? x : term_and(b, (term_id[]){x, y}, 2);
}

static term_id either(term_bank *b, term_id x, term_id y)
{
    if (x == TERM_ID_TRUE || y == TERM_ID_TRUE)
        return TERM_ID_TRUE;
    if (x == TERM_ID_FALSE || x == y)
        return y;
    return y == TERM_ID_FALSE ? x : term_or(b, (term_id[]){x, y}, 2);
}

/* What is extended, if it was a shorter number. */
static term_id narrow(const term_bank *b, term_id t)
{
    return term_op_of(b, t) == OP_ZERO_EXTEND ? term_arg(b, t, 0) : 0;
}

/* x - y = 0 as x = y, of the shorter numbers if they were extended. */
static term_id no_difference(term_bank *b, term_id x, term_id y)
{
    term_id small = narrow(b, x), other = narrow(b, y);
    uint64_t value;
    if (small && !other && term_op_of(b, y) == OP_CONST &&
        value_small_bits(b, term_value(b, y), &value)) {
        uint32_t width = sort_bv_width(b, term_sort(b, small));
        if (value >> width)
            return TERM_ID_FALSE;
        other = term_const(b, value_bv_u64(b, width, value));
    }
    if (small && other && term_sort(b, small) == term_sort(b, other))
        return term_eq(b, small, other);
    return term_eq(b, x, y);
}

static term_id equation(term_bank *b, term_id t, term_id constant)
{
    uint64_t value;
    if (term_op_of(b, t) == OP_CONST)
        return t == constant ? TERM_ID_TRUE : TERM_ID_FALSE;
    bool zero = value_small_bits(b, term_value(b, constant), &value) && !value;
    if (zero && term_op_of(b, t) == OP_BVSUB)
        return no_difference(b, term_arg(b, t, 0), term_arg(b, t, 1));
    return term_eq(b, t, constant);
}

/* The choice of two equations; where the second says what the condition denies it is none. */
static term_id choice(term_bank *b, term_id c, term_id yes, term_id no)
{
    if (no == c)
        no = TERM_ID_FALSE;
    return either(b, both(b, c, yes), both(b, term_not(b, c), no));
}

/* The choices below t that are values of it, those further down last. False: too many. */
static bool find_choices(const term_bank *b, term_id t, size_t most, term_vec *found)
{
    map seen = {0};
    bool is_new;
    map_insert(&seen, t, &is_new);
    vec_push(found, t);
    for (size_t i = 0; i < found->n && found->n <= most; i++)
        for (uint32_t k = 1; k <= 2; k++) {
            term_id part = term_arg(b, found->at[i], k);
            if (term_op_of(b, part) != OP_ITE)
                continue;
            map_insert(&seen, part, &is_new);
            if (is_new)
                vec_push(found, part);
        }
    map_free(&seen);
    return found->n <= most;
}

static term_id spread(term_bank *b, term_id t, term_id constant, size_t most)
{
    term_vec order = {0};
    map done = {0};
    term_id result = 0;
    bool good = find_choices(b, t, most, &order);
    for (bool more = good; more;) { /* a choice that is shared may be found before its parts */
        more = false;
        for (size_t i = order.n; i-- > 0;) {
            term_id side[2];
            if (map_find(&done, order.at[i]))
                continue;
            bool ready = true;
            for (uint32_t k = 0; k < 2 && ready; k++) {
                term_id part = term_arg(b, order.at[i], k + 1);
                side[k] = term_op_of(b, part) == OP_ITE ? (term_id)map_get(&done, part, 0)
                                                        : equation(b, part, constant);
                ready = side[k];
            }
            more = more || !ready;
            if (ready)
                map_put(&done, order.at[i],
                        choice(b, term_arg(b, order.at[i], 0), side[0], side[1]));
        }
    }
    if (good)
        result = (term_id)map_get(&done, t, 0);
    map_free(&done);
    vec_free(&order);
    return result;
}

term_id spread_equation(term_bank *b, term_id t, size_t most)
{
    bool negated = term_op_of(b, t) == OP_NOT;
    term_id e = negated ? term_arg(b, t, 0) : t;
    if (term_op_of(b, e) != OP_EQ || term_arity(b, e) != 2)
        return t;
    term_id x = term_arg(b, e, 0), y = term_arg(b, e, 1);
    if (term_op_of(b, x) == OP_CONST) {
        term_id swap = x;
        x = y;
        y = swap;
    }
    if (term_op_of(b, x) != OP_ITE || term_op_of(b, y) != OP_CONST ||
        sort_kind_of(b, term_sort(b, y)) != SORT_BV)
        return t;
    term_id result = spread(b, x, y, most);
    if (!result)
        return t;
    return negated ? term_not(b, result) : result;
}
