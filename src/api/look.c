/* Looking into sorts, terms and functions of the public API. */
#include "api/context.h"

#include "term/eval/eval.h"

/* ---- Sorts ----------------------------------------------------------------------------------- */

#define SAME(class, kind) _Static_assert((int)(class) == (int)(kind), #class)
SAME(TANDEM_SORT_BOOL, SORT_BOOL);
SAME(TANDEM_SORT_INT, SORT_INT);
SAME(TANDEM_SORT_REAL, SORT_REAL);
SAME(TANDEM_SORT_STRING, SORT_STRING);
SAME(TANDEM_SORT_REGLAN, SORT_REGLAN);
SAME(TANDEM_SORT_ROUNDING_MODE, SORT_ROUNDING_MODE);
SAME(TANDEM_SORT_BV, SORT_BV);
SAME(TANDEM_SORT_FP, SORT_FP);
SAME(TANDEM_SORT_ARRAY, SORT_ARRAY);
SAME(TANDEM_SORT_DECLARED, SORT_DECLARED);
SAME(TANDEM_SORT_DATATYPE, SORT_DATATYPE);
SAME(TANDEM_SORT_PARAMETER, SORT_PARAMETER);
SAME(TANDEM_SORT_SEQ, SORT_SEQ);
SAME(TANDEM_SORT_SET, SORT_SET);
SAME(TANDEM_SORT_BAG, SORT_BAG);

tandem_sort_class api_sort_class_of(tandem_context *t, tandem_sort sort)
{
    return api_is_sort(t, sort) ? (tandem_sort_class)sort_kind_of(t->bank, sort) : TANDEM_SORT_NONE;
}

uint32_t api_sort_number(tandem_context *t, tandem_sort sort, size_t i)
{
    switch (api_sort_class_of(t, sort)) {
    case TANDEM_SORT_BV:
        return i ? 0 : sort_bv_width(t->bank, sort);
    case TANDEM_SORT_FP:
        return i == 0   ? sort_fp_exponent(t->bank, sort)
               : i == 1 ? sort_fp_significand(t->bank, sort)
                        : 0;
    default:
        return 0;
    }
}

tandem_sort api_sort_child(tandem_context *t, tandem_sort sort, size_t i)
{
    switch (api_sort_class_of(t, sort)) {
    case TANDEM_SORT_ARRAY:
        return i == 0   ? sort_array_index(t->bank, sort)
               : i == 1 ? sort_array_element(t->bank, sort)
                        : 0;
    case TANDEM_SORT_DECLARED:
    case TANDEM_SORT_DATATYPE:
    case TANDEM_SORT_SEQ:
    case TANDEM_SORT_SET:
    case TANDEM_SORT_BAG:
        return i < sort_parameter_count(t->bank, sort)
                   ? sort_parameter_at(t->bank, sort, (uint32_t)i)
                   : 0;
    default:
        return 0;
    }
}

const char *api_sort_text(tandem_context *t, tandem_sort sort)
{
    if (!api_is_sort(t, sort))
        return NULL;
    strbuf_clear(&t->text);
    sort_print(t->bank, sort, &t->text);
    return t->text.text;
}

/* ---- Terms ----------------------------------------------------------------------------------- */

tandem_term_class api_term_class_of(tandem_context *t, tandem_term term)
{
    if (!api_is_term(t, term))
        return TANDEM_TERM_NONE;
    term_op op = term_op_of(t->bank, term);
    return op == OP_CONST       ? TANDEM_TERM_VALUE
           : op == OP_APP       ? TANDEM_TERM_APPLY
           : op == OP_VAR       ? TANDEM_TERM_VARIABLE
           : term_is_binder(op) ? TANDEM_TERM_BINDER
                                : TANDEM_TERM_OPERATOR;
}

tandem_sort api_sort_of(tandem_context *t, tandem_term term)
{
    return api_is_term(t, term) ? term_sort(t->bank, term) : 0;
}

size_t api_term_child_count(tandem_context *t, tandem_term term)
{
    tandem_term_class class = api_term_class_of(t, term);
    return class == TANDEM_TERM_NONE     ? 0
           : class == TANDEM_TERM_BINDER ? term_var_count(t->bank, term) + 1
                                         : term_arity(t->bank, term);
}

tandem_term api_term_child(tandem_context *t, tandem_term term, size_t i)
{
    return i < api_term_child_count(t, term) ? term_arg(t->bank, term, (uint32_t)i) : 0;
}

tandem_function api_term_function(tandem_context *t, tandem_term term)
{
    return api_term_class_of(t, term) == TANDEM_TERM_APPLY ? term_decl(t->bank, term) : 0;
}

const char *api_term_symbol(tandem_context *t, tandem_term term)
{
    term_op op;
    switch (api_term_class_of(t, term)) {
    case TANDEM_TERM_APPLY:
        return symbol_text(t->bank, decl_name(t->bank, term_decl(t->bank, term)));
    case TANDEM_TERM_VARIABLE:
        return symbol_text(t->bank, term_symbol(t->bank, term));
    case TANDEM_TERM_OPERATOR:
    case TANDEM_TERM_BINDER:
        op = term_op_of(t->bank, term);
        return op == OP_CONST_ARRAY ? "const" : term_op_text(op);
    default:
        return NULL;
    }
}

/* Those that SMT-LIB writes as numbers. */
static const uint32_t *indices_of(tandem_context *t, tandem_term term, uint32_t *n)
{
    *n = 0;
    return api_term_class_of(t, term) == TANDEM_TERM_OPERATOR ? term_index_words(t->bank, term, n)
                                                              : NULL;
}

size_t api_term_index_count(tandem_context *t, tandem_term term)
{
    uint32_t n;
    indices_of(t, term, &n);
    return n;
}

uint32_t api_term_index(tandem_context *t, tandem_term term, size_t i)
{
    uint32_t n;
    const uint32_t *indices = indices_of(t, term, &n);
    return i < n ? indices[i] : 0;
}

tandem_value api_term_value(tandem_context *t, tandem_term term)
{
    if (!api_is_closed(t, term))
        return 0;
    if (term_op_of(t->bank, term) == OP_CONST)
        return term_value(t->bank, term);
    term_model *nothing = model_new(api_bank(t));
    evaluator *e = eval_new(nothing, &(eval_config){0});
    value_id v = eval_term(e, term);
    if (!v)
        api_fail(t, "the term has no value by itself: %s", eval_reason_text(eval_why(e)));
    eval_free(e);
    model_free(nothing);
    return v;
}

const char *api_term_text(tandem_context *t, tandem_term term)
{
    if (!api_is_term(t, term))
        return NULL;
    strbuf_clear(&t->text);
    smt_print_term(api_bank(t), term, NULL, &t->text);
    return t->text.text;
}

/* ---- Functions ------------------------------------------------------------------------------- */

const char *api_function_name(tandem_context *t, tandem_function f)
{
    return api_is_function(t, f) ? symbol_text(t->bank, decl_name(t->bank, f)) : NULL;
}

size_t api_function_arity(tandem_context *t, tandem_function f)
{
    return api_is_function(t, f) ? decl_arity(t->bank, f) : 0;
}

tandem_sort api_function_domain(tandem_context *t, tandem_function f, size_t i)
{
    return i < api_function_arity(t, f) ? decl_domain(t->bank, f, (uint32_t)i) : 0;
}

tandem_sort api_function_range(tandem_context *t, tandem_function f)
{
    return api_is_function(t, f) ? decl_range(t->bank, f) : 0;
}
