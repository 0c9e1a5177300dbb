/* Datatypes for libz3: its C interface knows neither parameters nor recursion through arrays, so a
 * family is written as SMT-LIB text, read by libz3, and taken out of what it read. Instances of
 * parametric datatypes become datatypes of their own. */
#include <string.h>

#include "engine/z3/z3_translate_impl.h"

#include "base/map.h"
#include "term/core/codatatype.h"

typedef VEC(char *) text_vec;

typedef struct family {
    vec_u32 sorts;  /* datatype instances, all reachable from the first */
    text_vec names; /* of the sorts */
    vec_u32 plain;  /* other sorts in fields, named s!i in the text */
    map place;      /* sort id -> 1 + position in sorts, or 2^32 + position in plain */
} family;

#define PLAIN (UINT64_C(1) << 32)

/* Fields may be arrays of the family's own sorts: those are written out, the rest has a name. */
static void collect(z3_translator *z, family *f, sort_id root)
{
    const term_bank *b = z->bank;
    vec_u32 stack = {0};
    vec_push(&stack, root);
    while (stack.n) {
        sort_id s = vec_pop(&stack);
        bool is_new;
        uint64_t *place = map_insert(&f->place, s, &is_new);
        if (!is_new)
            continue;
        sort_kind kind = sort_kind_of(b, s);
        if (kind == SORT_DATATYPE && !z3t_find(z, MEMO_SORT, s)) {
            vec_push(&f->sorts, s);
            *place = f->sorts.n;
            uint32_t n = datatype_constructor_count(b, sort_datatype_of(b, s));
            for (uint32_t i = 0; i < n; i++) {
                decl_id c = sort_constructor(z->bank, s, i);
                for (uint32_t k = 0; k < decl_arity(b, c); k++)
                    vec_push(&stack, decl_domain(b, c, k));
            }
        } else if (kind == SORT_ARRAY) {
            vec_push(&stack, sort_array_index(b, s));
            vec_push(&stack, sort_array_element(b, s));
        } else if (sort_is_collection(kind)) {
            vec_push(&stack, sort_element(b, s));
        } else {
            *place = PLAIN + f->plain.n;
            vec_push(&f->plain, s);
        }
    }
    vec_free(&stack);
}

static void write_symbol(const char *name, strbuf *out)
{
    strbuf_printf(out, "|%s|", name);
}

/* Arrays nest as deep as someone wrote them: a stack instead of recursion. */
static void write_sort(z3_translator *z, const family *f, sort_id root, strbuf *out)
{
    enum { CLOSE = 0, CLOSE_SET = UINT32_MAX - 1, CLOSE_BAG }; /* among the sorts on the stack */
    vec_u32 stack = {0};
    vec_push(&stack, root);
    while (stack.n) {
        sort_id s = vec_pop(&stack);
        bool closes = s == CLOSE || s >= (uint32_t)CLOSE_SET;
        sort_kind kind = closes ? SORT_NONE : sort_kind_of(z->bank, s);
        uint64_t place = closes ? 0 : map_get(&f->place, s, 0);
        if (closes) {
            strbuf_puts(out, s == CLOSE ? ")" : s == (uint32_t)CLOSE_SET ? " Bool)" : " Int)");
        } else if (place >= PLAIN) {
            strbuf_printf(out, " s!%u", (unsigned)(place - PLAIN));
        } else if (place) {
            strbuf_putc(out, ' ');
            write_symbol(f->names.at[place - 1], out);
        } else if (sort_is_collection(kind)) {
            strbuf_puts(out, kind == SORT_SEQ ? " (Seq" : " (Array");
            vec_push(&stack, kind == SORT_SEQ   ? (uint32_t)CLOSE
                             : kind == SORT_SET ? (uint32_t)CLOSE_SET
                                                : (uint32_t)CLOSE_BAG);
            vec_push(&stack, sort_element(z->bank, s));
        } else {
            strbuf_puts(out, " (Array");
            vec_push(&stack, CLOSE);
            vec_push(&stack, sort_array_element(z->bank, s));
            vec_push(&stack, sort_array_index(z->bank, s));
        }
    }
    vec_free(&stack);
}

/* A constructor of a parametric sort is ambiguous in text without its sort. */
static const char *constructor_name(z3_translator *z, sort_id s, decl_id c)
{
    const char *name = symbol_text(z->bank, decl_name(z->bank, c));
    if (!sort_parameter_count(z->bank, s))
        return z3_names_new(&z->names, name, NULL);
    strbuf shown = STRBUF_INIT, original = STRBUF_INIT;
    strbuf_printf(&original, "(as |%s| ", name);
    sort_print(z->bank, s, &original);
    strbuf_putc(&original, ')');
    strbuf_printf(&shown, "%s!t", name);
    const char *given = z3_names_new(&z->names, shown.text, original.text);
    strbuf_free(&shown);
    strbuf_free(&original);
    return given;
}

static void write_constructor(z3_translator *z, const family *f, sort_id s, decl_id c, strbuf *out)
{
    strbuf_putc(out, '(');
    write_symbol(constructor_name(z, s, c), out);
    for (uint32_t k = 0; k < decl_arity(z->bank, c); k++) {
        const char *field = symbol_text(z->bank, decl_name(z->bank, decl_selector(z->bank, c, k)));
        strbuf_puts(out, " (");
        write_symbol(z3_names_new(&z->names, field, NULL), out);
        write_sort(z, f, decl_domain(z->bank, c, k), out);
        strbuf_putc(out, ')');
    }
    strbuf_putc(out, ')');
}

static void write_family(z3_translator *z, family *f, strbuf *out)
{
    strbuf_puts(out, "(declare-datatypes (");
    for (size_t i = 0; i < f->sorts.n; i++) {
        sort_id s = f->sorts.at[i];
        strbuf text = STRBUF_INIT;
        sort_print(z->bank, s, &text);
        const char *name = symbol_text(z->bank, sort_name(z->bank, s));
        if (sort_parameter_count(z->bank, s))
            name = z3_names_new(&z->names, text.text, text.text);
        else
            name = z3_names_new(&z->names, name, NULL);
        vec_push(&f->names, (char *)name);
        strbuf_free(&text);
        strbuf_putc(out, '(');
        write_symbol(vec_last(&f->names), out);
        strbuf_puts(out, " 0)");
    }
    strbuf_puts(out, ") (");
    for (size_t i = 0; i < f->sorts.n; i++) {
        sort_id s = f->sorts.at[i];
        strbuf_putc(out, '(');
        uint32_t n = datatype_constructor_count(z->bank, sort_datatype_of(z->bank, s));
        for (uint32_t k = 0; k < n; k++)
            write_constructor(z, f, s, sort_constructor(z->bank, s, k), out);
        strbuf_putc(out, ')');
    }
    strbuf_puts(out, "))");
    for (size_t i = 0; i < f->sorts.n; i++) {
        strbuf_printf(out, "(declare-fun c!%zu () ", i);
        write_symbol(f->names.at[i], out);
        strbuf_printf(out, ")(assert (= c!%zu c!%zu))", i, i);
    }
}

static bool keep_decl(z3_translator *z, decl_id d, Z3_func_decl f)
{
    if (!f || !z3t_keep(z, Z3_func_decl_to_ast(z->context, f)))
        return false;
    z3t_remember(z, MEMO_DECL, d, Z3_func_decl_to_ast(z->context, f));
    return true;
}

static bool take_sort(z3_translator *z, sort_id s, Z3_ast assertion)
{
    Z3_context c = z->context;
    Z3_sort sort = Z3_get_sort(c, Z3_get_app_arg(c, Z3_to_app(c, assertion), 0));
    if (!z3t_keep(z, Z3_sort_to_ast(c, sort)))
        return false;
    z3t_remember(z, MEMO_SORT, s, Z3_sort_to_ast(c, sort));
    uint32_t n = datatype_constructor_count(z->bank, sort_datatype_of(z->bank, s));
    for (uint32_t i = 0; i < n; i++) {
        decl_id d = sort_constructor(z->bank, s, i);
        if (!keep_decl(z, d, Z3_get_datatype_sort_constructor(c, sort, i)) ||
            !keep_decl(z, decl_tester(z->bank, d), Z3_get_datatype_sort_recognizer(c, sort, i)))
            return false;
        for (uint32_t k = 0; k < decl_arity(z->bank, d); k++)
            if (!keep_decl(z, decl_selector(z->bank, d, k),
                           Z3_get_datatype_sort_constructor_accessor(c, sort, i, k)))
                return false;
    }
    return true;
}

static bool read_family(z3_translator *z, const family *f, const char *text)
{
    Z3_context c = z->context;
    VEC(Z3_symbol) names = {0};
    VEC(Z3_sort) sorts = {0};
    bool good = true;
    for (size_t i = 0; good && i < f->plain.n; i++) {
        strbuf name = STRBUF_INIT;
        strbuf_printf(&name, "s!%zu", i);
        vec_push(&names, Z3_mk_string_symbol(c, name.text));
        strbuf_free(&name);
        vec_push(&sorts, z3t_sort(z, f->plain.at[i]));
        good = vec_last(&sorts) != NULL;
    }
    Z3_ast_vector read = NULL;
    if (good)
        read =
            Z3_parse_smtlib2_string(c, text, (unsigned)names.n, names.at, sorts.at, 0, NULL, NULL);
    if (!read || Z3_get_error_code(c) != Z3_OK) {
        z3t_fail(z, "datatypes: %s", Z3_get_error_msg(c, Z3_get_error_code(c)));
        good = false;
    } else {
        Z3_ast_vector_inc_ref(c, read);
        good = Z3_ast_vector_size(c, read) == f->sorts.n;
        for (size_t i = 0; good && i < f->sorts.n; i++)
            good = take_sort(z, f->sorts.at[i], Z3_ast_vector_get(c, read, (unsigned)i));
        Z3_ast_vector_dec_ref(c, read);
    }
    vec_free(&names);
    vec_free(&sorts);
    return good;
}

bool z3t_datatypes(z3_translator *z, sort_id s)
{
    family f = {0};
    strbuf text = STRBUF_INIT;
    collect(z, &f, s);
    bool good = true;
    for (size_t i = 0; i < f.sorts.n && good; i++)
        good = !datatype_is_infinite(z->bank, sort_datatype_of(z->bank, f.sorts.at[i]));
    if (!good)
        z3t_fail(z, "codatatypes have no counterpart in libz3");
    write_family(z, &f, &text);
    good = good && read_family(z, &f, text.text);
    if (!good)
        z3t_fail(z, "a datatype cannot be made in libz3");
    strbuf_free(&text);
    vec_free(&f.sorts);
    vec_free(&f.names);
    vec_free(&f.plain);
    map_free(&f.place);
    return good;
}
