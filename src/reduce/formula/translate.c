#include "reduce/formula/translate.h"

#include "base/map.h"
#include "term/core/subst.h"
#include "term/core/walk.h"
#include "term/eval/eval.h"

typedef struct translator {
    term_bank *b;
    const translation *how;
    map decls, memo;
    term_vec args;
} translator;

/* Arrays of arrays of …, deeper than anybody writes them, stay as they are. */
static sort_id translate_nested(translator *x, sort_id s, unsigned depth)
{
    enum { MOST_NESTED = 100 };
    if (sort_kind_of(x->b, s) != SORT_ARRAY)
        return x->how->sort(x->how->context, x->b, s);
    if (depth == MOST_NESTED)
        return s;
    sort_id index = translate_nested(x, sort_array_index(x->b, s), depth + 1);
    sort_id element = translate_nested(x, sort_array_element(x->b, s), depth + 1);
    return sort_array(x->b, index, element);
}

static sort_id translate_sort(translator *x, sort_id s)
{
    return translate_nested(x, s, 0);
}

static decl_id translate_decl(translator *x, decl_id d)
{
    uint64_t known = map_get(&x->decls, d, 0);
    if (known)
        return (decl_id)known;
    vec_u32 domain = {0};
    sort_id range = translate_sort(x, decl_range(x->b, d));
    bool same = range == decl_range(x->b, d);
    for (uint32_t i = 0; i < decl_arity(x->b, d); i++) {
        sort_id s = translate_sort(x, decl_domain(x->b, d, i));
        same &= s == decl_domain(x->b, d, i);
        vec_push(&domain, s);
    }
    symbol_id name = x->how->name(x->how->context, decl_name(x->b, d));
    decl_id result = 0;
    bool is_free = decl_kind_of(x->b, d) == DECL_FREE;
    if (same && (!is_free || name == decl_name(x->b, d)))
        result = d;
    else if (is_free)
        result = decl_new(x->b, name, domain.at, (uint32_t)domain.n, range);
    vec_free(&domain);
    map_put(&x->decls, d, result);
    return result;
}

/* A literal of another sort; 0 if there is none that is near. */
static value_id translate_value(term_bank *b, value_id v, sort_id to)
{
    value_scratch scratch;
    mpz_t n;
    eval_reason why;
    value_id rounding = value_rm(b, RM_RNE);
    switch (sort_kind_of(b, to)) {
    case SORT_BV:
        if (value_kind_of(b, v) != VALUE_BV)
            return 0;
        value_mpz(b, v, n, &scratch);
        return value_bv_mpz(b, sort_bv_width(b, to), n);
    case SORT_FP:
        if (value_kind_of(b, v) != VALUE_FP)
            return 0;
        return eval_op(b, OP_FP_FROM_FP,
                       (uint32_t[]){sort_fp_exponent(b, to), sort_fp_significand(b, to)}, 2, to,
                       (value_id[]){rounding, v}, 2, &why);
    case SORT_INT:
        if (value_kind_of(b, v) != VALUE_REAL)
            return 0;
        return eval_op(b, OP_TO_INT, NULL, 0, SORT_ID_INT, &v, 1, &why);
    default:
        return 0;
    }
}

static term_id translate_leaf(translator *x, term_id t)
{
    term_bank *b = x->b;
    sort_id to = translate_sort(x, term_sort(b, t));
    if (term_op_of(b, t) == OP_VAR)
        return term_var(b, x->how->name(x->how->context, term_symbol(b, t)), to);
    if (term_op_of(b, t) != OP_CONST || to == term_sort(b, t))
        return t;
    value_id v = translate_value(b, term_value(b, t), to);
    return v ? term_const(b, v) : 0;
}

static uint32_t width_at(const translator *x, uint32_t i)
{
    sort_id s = term_sort(x->b, x->args.at[i]);
    return sort_kind_of(x->b, s) == SORT_BV ? sort_bv_width(x->b, s) : 0;
}

/* Indices that give the operator the sort `to` over the new arguments; false if none do. */
static bool adapt_indices(translator *x, term_op op, sort_id to, uint32_t *indices)
{
    sort_kind kind = sort_kind_of(x->b, to);
    uint32_t wanted = kind == SORT_BV ? sort_bv_width(x->b, to) : 0, width;
    switch (op) {
    case OP_EXTRACT:
        width = width_at(x, 0);
        if (wanted > width)
            return false;
        if (indices[1] + wanted > width)
            indices[1] = width - wanted;
        indices[0] = indices[1] + wanted - 1;
        return true;
    case OP_ZERO_EXTEND:
    case OP_SIGN_EXTEND:
        indices[0] = wanted - width_at(x, 0);
        return wanted >= width_at(x, 0);
    case OP_REPEAT:
        width = width_at(x, 0);
        indices[0] = width ? wanted / width : 0;
        return width && wanted % width == 0;
    case OP_INT_TO_BV:
    case OP_FP_TO_UBV:
    case OP_FP_TO_SBV:
        indices[0] = wanted;
        return true;
    case OP_FP_FROM_BITS:
    case OP_FP_FROM_FP:
    case OP_FP_FROM_REAL:
    case OP_FP_FROM_SBV:
    case OP_FP_FROM_UBV:
        if (kind != SORT_FP)
            return false;
        indices[0] = sort_fp_exponent(x->b, to);
        indices[1] = sort_fp_significand(x->b, to);
        return true;
    default:
        return true;
    }
}

static term_id translate_operator(translator *x, term_id t)
{
    uint32_t n_indices, indices[2] = {0};
    term_op op = term_op_of(x->b, t);
    sort_id to = translate_sort(x, term_sort(x->b, t));
    const uint32_t *words = term_index_words(x->b, t, &n_indices);
    if (n_indices > 2)
        return 0;
    memcpy(indices, words, n_indices * sizeof *words);
    if (!adapt_indices(x, op, to, indices))
        return 0;
    /* Reals that became Ints */
    if ((op == OP_TO_REAL && to == SORT_ID_INT) ||
        (op == OP_TO_INT && term_sort(x->b, x->args.at[0]) == SORT_ID_INT))
        return x->args.at[0];
    if (op == OP_DIV && to == SORT_ID_INT)
        op = OP_IDIV;
    return term_make(x->b, op, indices, n_indices, x->args.at, (uint32_t)x->args.n);
}

/* The arguments have been translated already. */
static term_id translate_term(translator *x, term_id t)
{
    term_bank *b = x->b;
    term_op op = term_op_of(b, t);
    uint32_t n = term_arity(b, t);
    if (!n && op != OP_APP)
        return translate_leaf(x, t);
    vec_clear(&x->args);
    for (uint32_t i = 0; i < n; i++)
        vec_push(&x->args, (term_id)map_get(&x->memo, term_arg(b, t, i), 0));
    if (op == OP_APP) {
        decl_id d = translate_decl(x, term_decl(b, t));
        return d ? term_app(b, d, x->args.at, n) : 0;
    }
    if (op == OP_CONST_ARRAY)
        return term_const_array(b, translate_sort(x, term_sort(b, t)), x->args.at[0]);
    if (op == OP_PATTERN || term_is_binder(op))
        return term_rebuild(b, t, x->args.at);
    return translate_operator(x, t);
}

bool translate_formula(term_bank *b, const formula *f, const translation *how, formula *out)
{
    translator x = {.b = b, .how = how};
    term_vec order = {0};
    bool good = true;
    *out = (formula){.logic = f->logic};
    term_postorder(b, f->assertions.at, f->assertions.n, &order);
    for (size_t i = 0; i < order.n && good; i++) {
        term_id t = translate_term(&x, order.at[i]);
        good = t != 0;
        map_put(&x.memo, order.at[i], t);
    }
    for (size_t i = 0; i < f->assertions.n && good; i++)
        vec_push(&out->assertions, (term_id)map_get(&x.memo, f->assertions.at[i], 0));
    vec_free(&order);
    vec_free(&x.args);
    map_free(&x.memo);
    map_free(&x.decls);
    if (!good)
        formula_free(out);
    return good;
}
