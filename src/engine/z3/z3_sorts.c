/* Sorts, datatypes and declarations for libz3. */
#include <string.h>

#include "engine/z3/z3_translate_impl.h"
#include "smtlib/read/model_reader.h"

static Z3_symbol string_symbol(z3_translator *z, const char *text)
{
    return Z3_mk_string_symbol(z->context, text);
}

static void name_of_sort(const z3_translator *z, sort_id s, strbuf *out)
{
    if (sort_parameter_count(z->bank, s))
        sort_print(z->bank, s, out);
    else
        strbuf_puts(out, symbol_text(z->bank, sort_name(z->bank, s)));
}

static Z3_sort declared_sort(z3_translator *z, sort_id s)
{
    /* The same name means the same sort, also when the scope that made it is gone. */
    strbuf name = STRBUF_INIT;
    name_of_sort(z, s, &name);
    if (sort_parameter_count(z->bank, s))
        z3_names_rename(&z->names, name.text, name.text);
    Z3_sort sort = Z3_mk_uninterpreted_sort(z->context, string_symbol(z, name.text));
    strbuf_free(&name);
    return sort;
}

static Z3_sort simple_sort(z3_translator *z, sort_id s)
{
    Z3_context c = z->context;
    switch (sort_kind_of(z->bank, s)) {
    case SORT_BOOL:
        return Z3_mk_bool_sort(c);
    case SORT_INT:
        return Z3_mk_int_sort(c);
    case SORT_REAL:
        return Z3_mk_real_sort(c);
    case SORT_STRING:
        return Z3_mk_string_sort(c);
    case SORT_REGLAN:
        return Z3_mk_re_sort(c, Z3_mk_string_sort(c));
    case SORT_ROUNDING_MODE:
        return Z3_mk_fpa_rounding_mode_sort(c);
    case SORT_BV:
        return Z3_mk_bv_sort(c, sort_bv_width(z->bank, s));
    case SORT_FP:
        return Z3_mk_fpa_sort(c, sort_fp_exponent(z->bank, s), sort_fp_significand(z->bank, s));
    case SORT_DECLARED:
        return declared_sort(z, s);
    default:
        return z3t_fail(z, "a sort has no counterpart in libz3");
    }
}

static Z3_sort found_sort(const z3_translator *z, sort_id s)
{
    return (Z3_sort)z3t_find(z, MEMO_SORT, s);
}

static bool remember_sort(z3_translator *z, sort_id s, Z3_sort sort)
{
    if (!sort || !z3t_keep(z, Z3_sort_to_ast(z->context, sort))) {
        z3t_fail(z, "a sort cannot be made in libz3");
        return false;
    }
    z3t_remember(z, MEMO_SORT, s, Z3_sort_to_ast(z->context, sort));
    return true;
}

Z3_sort z3t_sort(z3_translator *z, sort_id root)
{
    if (found_sort(z, root))
        return found_sort(z, root);
    vec_u32 stack = {0};
    vec_push(&stack, root);
    bool good = true;
    while (good && stack.n) {
        sort_id s = vec_last(&stack);
        sort_kind kind = sort_kind_of(z->bank, s);
        if (found_sort(z, s)) {
            stack.n--;
        } else if (kind == SORT_ARRAY) {
            Z3_sort index = found_sort(z, sort_array_index(z->bank, s));
            Z3_sort element = found_sort(z, sort_array_element(z->bank, s));
            if (!index)
                vec_push(&stack, sort_array_index(z->bank, s));
            if (!element)
                vec_push(&stack, sort_array_element(z->bank, s));
            if (index && element)
                good = remember_sort(z, s, Z3_mk_array_sort(z->context, index, element));
        } else if (sort_is_collection(kind)) {
            Z3_sort element = found_sort(z, sort_element(z->bank, s));
            if (element)
                good = remember_sort(z, s, z3t_collection_sort(z, kind, element));
            else
                vec_push(&stack, sort_element(z->bank, s));
        } else if (kind == SORT_DATATYPE) {
            good = z3t_datatypes(z, s);
        } else {
            good = remember_sort(z, s, simple_sort(z, s));
        }
    }
    vec_free(&stack);
    return good ? found_sort(z, root) : NULL;
}

/* Function declarations of libz3 for what is applied by name. */
static Z3_func_decl function_decl(z3_translator *z, decl_id d)
{
    VEC(Z3_sort) domain = {0};
    Z3_sort range = z3t_sort(z, decl_range(z->bank, d));
    for (uint32_t i = 0; range && i < decl_arity(z->bank, d); i++) {
        Z3_sort sort = z3t_sort(z, decl_domain(z->bank, d, i));
        range = sort ? range : NULL;
        vec_push(&domain, sort);
    }
    Z3_func_decl f = NULL;
    const char *name = symbol_text(z->bank, decl_name(z->bank, d));
    if (!*name) /* which libz3 does not survive in a model */
        name = MODEL_EMPTY_NAME;
    if (range && decl_kind_of(z->bank, d) == DECL_RECURSIVE) {
        /* libz3 keeps definitions for ever: one that comes again after a pop needs a new name. */
        name = z3_names_new(&z->names, name, NULL);
        f = Z3_mk_rec_func_decl(z->context, string_symbol(z, name), (unsigned)domain.n, domain.at,
                                range);
    } else if (range) {
        f = Z3_mk_func_decl(z->context, string_symbol(z, name), (unsigned)domain.n, domain.at,
                            range);
    }
    vec_free(&domain);
    return f;
}

Z3_func_decl z3t_decl(z3_translator *z, decl_id d)
{
    Z3_func_decl f = (Z3_func_decl)z3t_find(z, MEMO_DECL, d);
    if (f)
        return f;
    decl_kind kind = decl_kind_of(z->bank, d);
    if (kind == DECL_FREE || kind == DECL_RECURSIVE) {
        f = function_decl(z, d);
        if (!f || !z3t_keep(z, Z3_func_decl_to_ast(z->context, f)))
            return z3t_fail(z, "a declaration cannot be made in libz3");
        z3t_remember(z, MEMO_DECL, d, Z3_func_decl_to_ast(z->context, f));
        if (!decl_arity(z->bank, d))
            z3t_bound_collection(z, decl_range(z->bank, d), f);
        return f;
    }
    if (kind == DECL_DEFINED)
        return z3t_fail(z, "a definition was not expanded");
    /* Making the datatype makes its functions. */
    z3t_sort(z, decl_range(z->bank, decl_constructor(z->bank, d)));
    return (Z3_func_decl)z3t_find(z, MEMO_DECL, d);
}

Z3_ast z3t_apply(z3_translator *z, decl_id d, const Z3_ast *args, unsigned n)
{
    if (decl_kind_of(z->bank, d) == DECL_UPDATER) {
        decl_id selector =
            decl_selector(z->bank, decl_constructor(z->bank, d), decl_field_index(z->bank, d));
        Z3_func_decl field = z3t_decl(z, selector);
        return field ? z3t_keep(z, Z3_datatype_update_field(z->context, field, args[0], args[1]))
                     : NULL;
    }
    Z3_func_decl f = z3t_decl(z, d);
    return f ? z3t_keep(z, Z3_mk_app(z->context, f, n, args)) : NULL;
}
