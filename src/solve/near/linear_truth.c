#include "solve/near/linear_impl.h"

static term_id compare(linear *l, term_id t)
{
    static const struct {
        term_op op, integer;
        bool with_sign;
    } known[] = {{OP_BVULT, OP_LT, false}, {OP_BVULE, OP_LE, false}, {OP_BVUGT, OP_GT, false},
                 {OP_BVUGE, OP_GE, false}, {OP_BVSLT, OP_LT, true},  {OP_BVSLE, OP_LE, true},
                 {OP_BVSGT, OP_GT, true},  {OP_BVSGE, OP_GE, true}};
    term_id a = term_arg(l->bank, t, 0), b = term_arg(l->bank, t, 1);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].op == term_op_of(l->bank, t))
            return term_make2(l->bank, known[i].integer,
                              known[i].with_sign ? linear_with_sign(l, a) : linear_of(l, a)->term,
                              known[i].with_sign ? linear_with_sign(l, b) : linear_of(l, b)->term);
    return 0;
}

/* No bit of the number is set. */
static term_id all_zero(linear *l, term_id t)
{
    term_bank *b = l->bank;
    term_op op = term_op_of(b, t);
    if (op == OP_ZERO_EXTEND)
        return all_zero(l, term_arg(b, t, 0));
    if (op == OP_BVXOR && term_arity(b, t) == 2 && linear_arg(l, t, 0) && linear_arg(l, t, 1))
        return term_eq(b, linear_arg(l, t, 0), linear_arg(l, t, 1));
    if (op != OP_BVOR && op != OP_CONCAT)
        return linear_of(l, t)->term
                   ? term_eq(b, linear_of(l, t)->term, term_const(b, value_int(b, 0)))
                   : 0;
    term_id all = TERM_ID_TRUE;
    for (uint32_t i = 0; i < term_arity(b, t) && all; i++) {
        term_id one = all_zero(l, term_arg(b, t, i));
        all = one ? term_and(b, (term_id[]){all, one}, 2) : 0;
    }
    return all;
}

term_id linear_zero(linear *l, term_id t)
{
    mpz_t n;
    term_id made = 0;
    mpz_init(n);
    for (uint32_t i = 0; i < 2 && term_op_of(l->bank, t) == OP_EQ && term_arity(l->bank, t) == 2;
         i++)
        if (linear_is_number(l, term_arg(l->bank, t, i), n) && !mpz_sgn(n))
            made = all_zero(l, term_arg(l->bank, t, 1 - i));
    mpz_clear(n);
    return made;
}

term_id linear_truth(linear *l, term_id t)
{
    term_vec args = {0};
    term_op op = term_op_of(l->bank, t);
    term_id made = op == OP_CONST ? t : 0;
    if (op == OP_NOT || op == OP_AND || op == OP_OR || op == OP_XOR || op == OP_IMPLIES ||
        op == OP_EQ || op == OP_ITE) {
        for (uint32_t i = 0; i < term_arity(l->bank, t); i++)
            vec_push(&args, linear_arg(l, t, i));
        made = term_make(l->bank, op, NULL, 0, args.at, (uint32_t)args.n);
    } else if (!made) {
        made = term_arity(l->bank, t) == 2 ? compare(l, t) : 0;
        made = made ? made : linear_real_truth(l, t);
    }
    vec_free(&args);
    return made;
}
