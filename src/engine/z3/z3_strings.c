/* Strings and regular expressions for libz3, as far as its C interface lacks them. */
#include <string.h>

#include "engine/z3/z3_translate_impl.h"

static const char *const extra_text[EXTRA_COUNT] = {
    [EXTRA_REPLACE_ALL] = "(= (str.replace_all s s s) s)",
    [EXTRA_REPLACE_RE] = "(= (str.replace_re s r s) s)",
    [EXTRA_REPLACE_RE_ALL] = "(= (str.replace_re_all s r s) s)",
    [EXTRA_IS_DIGIT] = "(= (str.is_digit s) true)",
    [EXTRA_TO_CODE] = "(= (str.to_code s) 0)",
    [EXTRA_FROM_CODE] = "(= (str.from_code i) s)",
    [EXTRA_DIFF] = "(= (re.diff r r) r)",
    [EXTRA_ALLCHAR] = "(= re.allchar r)",
};

/* What libz3 applies when it reads the operator in text. */
static Z3_func_decl extra(z3_translator *z, z3_extra which)
{
    if (z->extra[which])
        return z->extra[which];
    Z3_context c = z->context;
    strbuf text = STRBUF_INIT;
    strbuf_printf(&text,
                  "(declare-fun s () String)(declare-fun r () (RegEx String))"
                  "(declare-fun i () Int)(assert %s)",
                  extra_text[which]);
    Z3_ast_vector read = Z3_parse_smtlib2_string(c, text.text, 0, NULL, NULL, 0, NULL, NULL);
    strbuf_free(&text);
    if (!read || Z3_get_error_code(c) != Z3_OK)
        return z3t_fail(z, "%s", Z3_get_error_msg(c, Z3_get_error_code(c)));
    Z3_ast_vector_inc_ref(c, read);
    if (Z3_ast_vector_size(c, read) == 1) {
        Z3_app equality = Z3_to_app(c, Z3_ast_vector_get(c, read, 0));
        Z3_func_decl f = Z3_get_app_decl(c, Z3_to_app(c, Z3_get_app_arg(c, equality, 0)));
        Z3_inc_ref(c, Z3_func_decl_to_ast(c, f)); /* for ever: scopes do not matter to it */
        z->extra[which] = f;
    }
    Z3_ast_vector_dec_ref(c, read);
    return z->extra[which];
}

static Z3_ast apply_extra(z3_translator *z, z3_extra which, const Z3_ast *args, unsigned n)
{
    Z3_func_decl f = extra(z, which);
    return f ? z3t_keep(z, Z3_mk_app(z->context, f, n, args)) : NULL;
}

static Z3_sort regex_sort(z3_translator *z)
{
    return z3t_sort(z, SORT_ID_REGLAN);
}

static Z3_ast empty_word(z3_translator *z)
{
    Z3_ast empty = z3t_string_literal(z, NULL, 0);
    return empty ? z3t_keep(z, Z3_mk_seq_to_re(z->context, empty)) : NULL;
}

/* For libz3 an upper bound of 0 means that there is none. */
static Z3_ast loop(z3_translator *z, Z3_ast r, uint32_t low, uint32_t high)
{
    if (low > high)
        return z3t_keep(z, Z3_mk_re_empty(z->context, regex_sort(z)));
    if (!high)
        return empty_word(z);
    return z3t_keep(z, Z3_mk_re_loop(z->context, r, low, high));
}

static Z3_ast difference(z3_translator *z, const Z3_ast *args, unsigned n)
{
    Z3_ast a = args[0];
    for (unsigned i = 1; a && i < n; i++) {
        Z3_ast pair[] = {a, args[i]};
        a = apply_extra(z, EXTRA_DIFF, pair, 2);
    }
    return a;
}

Z3_ast z3t_string_operator(z3_translator *z, term_op op, const uint32_t *indices,
                           const Z3_ast *args, unsigned n)
{
    switch (op) {
    case OP_STR_REPLACE_ALL:
        return apply_extra(z, EXTRA_REPLACE_ALL, args, n);
    case OP_STR_REPLACE_RE:
        return apply_extra(z, EXTRA_REPLACE_RE, args, n);
    case OP_STR_REPLACE_RE_ALL:
        return apply_extra(z, EXTRA_REPLACE_RE_ALL, args, n);
    case OP_STR_IS_DIGIT:
        return apply_extra(z, EXTRA_IS_DIGIT, args, n);
    case OP_STR_TO_CODE:
        return apply_extra(z, EXTRA_TO_CODE, args, n);
    case OP_STR_FROM_CODE:
        return apply_extra(z, EXTRA_FROM_CODE, args, n);
    case OP_RE_DIFF:
        return difference(z, args, n);
    case OP_RE_ALLCHAR:
        return apply_extra(z, EXTRA_ALLCHAR, NULL, 0);
    case OP_RE_NONE:
        return z3t_keep(z, Z3_mk_re_empty(z->context, regex_sort(z)));
    case OP_RE_ALL:
        return z3t_keep(z, Z3_mk_re_full(z->context, regex_sort(z)));
    case OP_RE_RANGE:
        return z3t_keep(z, Z3_mk_re_range(z->context, args[0], args[1]));
    case OP_RE_POWER:
        return loop(z, args[0], indices[0], indices[0]);
    case OP_RE_LOOP:
        return loop(z, args[0], indices[0], indices[1]);
    default:
        return z3t_fail(z, "%s has no counterpart in libz3", term_op_name(op));
    }
}

Z3_ast z3t_string_literal(z3_translator *z, const uint32_t *code_points, size_t n)
{
    strbuf text = STRBUF_INIT;
    for (size_t i = 0; i < n; i++) {
        uint32_t point = code_points[i];
        if (point >= 32 && point < 127 && point != '\\')
            strbuf_putc(&text, (char)point);
        else
            strbuf_printf(&text, "\\u{%x}", point);
    }
    Z3_ast a = z3t_keep(z, Z3_mk_string(z->context, text.text));
    strbuf_free(&text);
    return a;
}
