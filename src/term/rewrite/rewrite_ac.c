/* Associative and commutative operators, all by the same rules: flattening, constants together,
 * neutral and absorbing elements, duplicates, complements, one order of arguments (not of `and` and
 * `or`, which people read). */
#include "base/map.h"
#include "base/vec.h"
#include "term/rewrite/rewrite_rule.h"

typedef enum element {
    E_NONE,
    E_FALSE,
    E_TRUE,
    E_ZERO,
    E_ONE,
    E_ONES,
    E_RE_NONE,
    E_RE_ALL
} element;

/* What is known of an operator. `complement` is the operator c with x op c(x) = absorbing. */
typedef struct ac_op {
    element neutral, absorbing;
    bool idempotent; /* x op x = x */
    bool cancelling; /* x op x = neutral */
    term_op complement;
} ac_op;

static const ac_op ac_ops[OP_COUNT] = {
    [OP_AND] = {E_TRUE, E_FALSE, true, false, OP_NOT},
    [OP_OR] = {E_FALSE, E_TRUE, true, false, OP_NOT},
    [OP_XOR] = {E_FALSE, E_NONE, false, true, OP_NONE},
    [OP_BVAND] = {E_ONES, E_ZERO, true, false, OP_BVNOT},
    [OP_BVOR] = {E_ZERO, E_ONES, true, false, OP_BVNOT},
    [OP_BVXOR] = {E_ZERO, E_NONE, false, true, OP_NONE},
    [OP_BVADD] = {E_ZERO, E_NONE, false, false, OP_NONE},
    [OP_BVMUL] = {E_ONE, E_ZERO, false, false, OP_NONE},
    [OP_RE_UNION] = {E_RE_NONE, E_RE_ALL, true, false, OP_RE_COMP},
    [OP_RE_INTER] = {E_RE_ALL, E_RE_NONE, true, false, OP_RE_COMP},
};

static bool is_element(term_bank *b, term_id t, element e)
{
    switch (e) {
    case E_FALSE:
        return t == TERM_ID_FALSE;
    case E_TRUE:
        return t == TERM_ID_TRUE;
    case E_ZERO:
        return rewrite_is_bits(b, t, BITS_ZERO);
    case E_ONE:
        return rewrite_is_bits(b, t, BITS_ONE);
    case E_ONES:
        return rewrite_is_bits(b, t, BITS_ONES);
    case E_RE_NONE:
        return rewrite_is(b, t, OP_RE_NONE);
    case E_RE_ALL:
        return rewrite_is(b, t, OP_RE_ALL);
    default:
        return false;
    }
}

static term_id make_element(term_bank *b, sort_id sort, element e)
{
    switch (e) {
    case E_FALSE:
    case E_TRUE:
        return term_bool(e == E_TRUE);
    case E_ZERO:
        return rewrite_bits_const(b, sort_bv_width(b, sort), BITS_ZERO);
    case E_ONE:
        return rewrite_bits_const(b, sort_bv_width(b, sort), BITS_ONE);
    case E_ONES:
        return rewrite_bits_const(b, sort_bv_width(b, sort), BITS_ONES);
    default:
        return term_make(b, e == E_RE_NONE ? OP_RE_NONE : OP_RE_ALL, NULL, 0, NULL, 0);
    }
}

/* The application to what is left of the arguments; frees the vec. */
static term_id finish(term_bank *b, term_id t, term_vec *args)
{
    term_op op = term_op_of(b, t);
    term_id result = args->n ? rewrite_join(b, op, args->at, (uint32_t)args->n)
                             : make_element(b, term_sort(b, t), ac_ops[op].neutral);
    vec_free(args);
    return result;
}

static term_id flatten(term_bank *b, term_id t)
{
    term_op op = term_op_of(b, t);
    uint32_t n = term_arity(b, t), total = n;
    term_vec args = {0};
    for (uint32_t i = 0; i < n; i++) {
        term_id x = term_arg(b, t, i);
        if (rewrite_is(b, x, op) && total - 1 + term_arity(b, x) <= REWRITE_MAX_FLAT) {
            total += term_arity(b, x) - 1;
            vec_append(&args, term_args(b, x), term_arity(b, x));
        } else {
            vec_push(&args, x);
        }
    }
    return finish(b, t, &args);
}

static term_id absorb(term_bank *b, term_id t)
{
    const ac_op *ac = &ac_ops[term_op_of(b, t)];
    for (uint32_t i = 0; i < term_arity(b, t); i++)
        if (is_element(b, term_arg(b, t, i), ac->absorbing))
            return term_arg(b, t, i);
    return 0;
}

static term_id drop_neutral(term_bank *b, term_id t)
{
    const ac_op *ac = &ac_ops[term_op_of(b, t)];
    term_vec args = {0};
    for (uint32_t i = 0; i < term_arity(b, t); i++)
        if (!is_element(b, term_arg(b, t, i), ac->neutral))
            vec_push(&args, term_arg(b, t, i));
    return finish(b, t, &args);
}

/* Several constants become one, at the end. */
static term_id join_constants(term_bank *b, term_id t)
{
    term_vec args = {0}, constants = {0};
    for (uint32_t i = 0; i < term_arity(b, t); i++) {
        term_id x = term_arg(b, t, i);
        if (rewrite_is_const(b, x))
            vec_push(&constants, x);
        else
            vec_push(&args, x);
    }
    term_id joined = 0;
    if (constants.n > 1)
        joined =
            rewrite_fold(b, term_op_of(b, t), term_sort(b, t), constants.at, (uint32_t)constants.n);
    vec_free(&constants);
    if (!joined) {
        vec_free(&args);
        return 0;
    }
    vec_push(&args, joined);
    return finish(b, t, &args);
}

static term_id drop_duplicates(term_bank *b, term_id t)
{
    map seen = {0};
    term_vec args = {0};
    for (uint32_t i = 0; i < term_arity(b, t); i++) {
        bool fresh;
        map_insert(&seen, term_arg(b, t, i), &fresh);
        if (fresh)
            vec_push(&args, term_arg(b, t, i));
    }
    map_free(&seen);
    return finish(b, t, &args);
}

static term_id cancel_pairs(term_bank *b, term_id t)
{
    map count = {0};
    term_vec args = {0};
    uint32_t n = term_arity(b, t);
    for (uint32_t i = 0; i < n; i++)
        ++*map_insert(&count, term_arg(b, t, i), NULL);
    for (uint32_t i = 0; i < n; i++) { /* of an odd number of occurrences the first stays */
        uint64_t *times = map_find(&count, term_arg(b, t, i));
        if (*times % 2)
            vec_push(&args, term_arg(b, t, i));
        *times = 0;
    }
    map_free(&count);
    return finish(b, t, &args);
}

static term_id complement(term_bank *b, term_id t)
{
    const ac_op *ac = &ac_ops[term_op_of(b, t)];
    map seen = {0};
    bool found = false;
    for (uint32_t i = 0; i < term_arity(b, t); i++)
        map_put(&seen, term_arg(b, t, i), 1);
    for (uint32_t i = 0; i < term_arity(b, t) && !found; i++) {
        term_id x = term_arg(b, t, i);
        found = rewrite_is(b, x, ac->complement) && map_find(&seen, term_arg(b, x, 0));
    }
    map_free(&seen);
    return found ? make_element(b, term_sort(b, t), ac->absorbing) : 0;
}

/* Inside one kind of junction the other absorbs: (and x (or x y)) is x. */
static term_id absorption(term_bank *b, term_id t)
{
    term_op op = term_op_of(b, t), dual = op == OP_AND     ? OP_OR
                                          : op == OP_OR    ? OP_AND
                                          : op == OP_BVAND ? OP_BVOR
                                                           : OP_BVAND;
    map seen = {0};
    term_vec args = {0};
    for (uint32_t i = 0; i < term_arity(b, t); i++)
        map_put(&seen, term_arg(b, t, i), 1);
    for (uint32_t i = 0; i < term_arity(b, t); i++) {
        term_id x = term_arg(b, t, i);
        bool absorbed = false;
        if (rewrite_is(b, x, dual))
            for (uint32_t k = 0; k < term_arity(b, x) && !absorbed; k++)
                absorbed = map_find(&seen, term_arg(b, x, k)) && term_arg(b, x, k) != x;
        if (!absorbed)
            vec_push(&args, x);
    }
    map_free(&seen);
    return finish(b, t, &args);
}

/* By id, constants last. */
static term_id order(term_bank *b, term_id t)
{
    term_vec args = {0}, constants = {0};
    for (uint32_t i = 0; i < term_arity(b, t); i++)
        if (rewrite_is_const(b, term_arg(b, t, i)))
            vec_push(&constants, term_arg(b, t, i));
        else
            vec_push(&args, term_arg(b, t, i));
    if (args.n)
        qsort(args.at, args.n, sizeof *args.at, vec_u32_order);
    vec_append(&args, constants.at, constants.n);
    vec_free(&constants);
    return finish(b, t, &args);
}

#define AC_BASIC(OP)                                                        \
    {"ac-flatten", OP, flatten}, {"ac-join-constants", OP, join_constants}, \
    {                                                                       \
        "ac-drop-neutral", OP, drop_neutral                                 \
    }

const rewrite_rule rewrite_ac_rules[] = {
    AC_BASIC(OP_AND),
    {"ac-absorb", OP_AND, absorb},
    {"ac-duplicates", OP_AND, drop_duplicates},
    {"ac-complement", OP_AND, complement},
    {"ac-absorption", OP_AND, absorption},
    AC_BASIC(OP_OR),
    {"ac-absorb", OP_OR, absorb},
    {"ac-duplicates", OP_OR, drop_duplicates},
    {"ac-complement", OP_OR, complement},
    {"ac-absorption", OP_OR, absorption},
    AC_BASIC(OP_XOR),
    {"ac-cancel", OP_XOR, cancel_pairs},
    {"ac-order", OP_XOR, order},
    AC_BASIC(OP_BVAND),
    {"ac-absorb", OP_BVAND, absorb},
    {"ac-duplicates", OP_BVAND, drop_duplicates},
    {"ac-complement", OP_BVAND, complement},
    {"ac-absorption", OP_BVAND, absorption},
    {"ac-order", OP_BVAND, order},
    AC_BASIC(OP_BVOR),
    {"ac-absorb", OP_BVOR, absorb},
    {"ac-duplicates", OP_BVOR, drop_duplicates},
    {"ac-complement", OP_BVOR, complement},
    {"ac-absorption", OP_BVOR, absorption},
    {"ac-order", OP_BVOR, order},
    AC_BASIC(OP_BVXOR),
    {"ac-cancel", OP_BVXOR, cancel_pairs},
    {"ac-order", OP_BVXOR, order},
    AC_BASIC(OP_BVADD),
    {"ac-order", OP_BVADD, order},
    AC_BASIC(OP_BVMUL),
    {"ac-absorb", OP_BVMUL, absorb},
    {"ac-order", OP_BVMUL, order},
    {"ac-flatten", OP_RE_UNION, flatten},
    {"ac-drop-neutral", OP_RE_UNION, drop_neutral},
    {"ac-absorb", OP_RE_UNION, absorb},
    {"ac-duplicates", OP_RE_UNION, drop_duplicates},
    {"ac-complement", OP_RE_UNION, complement},
    {"ac-order", OP_RE_UNION, order},
    {"ac-flatten", OP_RE_INTER, flatten},
    {"ac-drop-neutral", OP_RE_INTER, drop_neutral},
    {"ac-absorb", OP_RE_INTER, absorb},
    {"ac-duplicates", OP_RE_INTER, drop_duplicates},
    {"ac-complement", OP_RE_INTER, complement},
    {"ac-order", OP_RE_INTER, order},
    {0},
};
