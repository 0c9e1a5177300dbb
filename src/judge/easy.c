#include "judge/easy.h"

#include "term/core/subst.h"
#include "term/core/walk.h"

static bool is_constant(const term_bank *b, term_id t)
{
    return term_op_of(b, t) == OP_CONST;
}

static bool is_linear(const term_bank *b, term_id t)
{
    uint32_t unknown = 0;
    for (uint32_t i = 0; i < term_arity(b, t); i++)
        unknown += !is_constant(b, term_arg(b, t, i));
    return unknown <= 1;
}

static bool is_decided(const term_bank *b, term_id t)
{
    term_op op = term_op_of(b, t);
    if (term_sort(b, t) == SORT_ID_STRING || term_sort(b, t) == SORT_ID_REGLAN)
        return false;
    switch (op) {
    case OP_FORALL:
    case OP_EXISTS:
    case OP_LAMBDA:
    case OP_UBV_TO_INT:
    case OP_SBV_TO_INT:
    case OP_INT_TO_BV:
    case OP_FP_FROM_REAL:
    case OP_FP_TO_REAL:
        return false;
    case OP_MUL:
        return is_linear(b, t);
    case OP_DIV:
    case OP_IDIV:
    case OP_MOD:
        return term_arity(b, t) == 2 && is_constant(b, term_arg(b, t, 1));
    case OP_APP:
        return decl_kind_of(b, term_decl(b, t)) != DECL_RECURSIVE;
    default:
        return op < OP_SQRT; /* and the functions after it in ops.def */
    }
}

bool formula_is_easy(term_bank *b, const formula *f, uint64_t most)
{
    if (formula_size(b, f) > most)
        return false;
    bool easy = true;
    term_vec order = {0};
    for (size_t i = 0; easy && i < f->assertions.n; i++) {
        term_id t = term_expand_definitions(b, f->assertions.at[i]);
        vec_clear(&order);
        term_postorder(b, &t, 1, &order);
        for (size_t k = 0; easy && k < order.n; k++)
            easy = is_decided(b, order.at[k]);
    }
    vec_free(&order);
    return easy;
}
