#include "fuse/seeds/rename.h"

#include <assert.h>

#include "base/strbuf.h"
#include "smtlib/print/sort_closure.h"
#include "term/core/codatatype.h"
#include "term/core/subst.h"
#include "term/core/walk.h"

void renamer_init(renamer *r, term_bank *b, const char *suffix)
{
    *r = (renamer){.bank = b, .suffix = suffix};
}

void renamer_free(renamer *r)
{
    map_free(&r->sorts);
    map_free(&r->datatypes);
    map_free(&r->decls);
    map_free(&r->values);
    map_free(&r->terms);
    vec_free(&r->bodies);
}

static symbol_id new_name(const renamer *r, symbol_id s)
{
    strbuf name = STRBUF_INIT;
    strbuf_add(&name, symbol_text(r->bank, s), symbol_length(r->bank, s));
    strbuf_puts(&name, r->suffix);
    symbol_id made = symbol_intern(r->bank, name.text, name.n);
    strbuf_free(&name);
    return made;
}

/* The datatypes that `first` needs and that have no copy yet, itself included; each gets an empty
 * copy, so that sorts over them can be made. */
static void declare_family(renamer *r, datatype_id first, vec_u32 *family)
{
    term_bank *b = r->bank;
    vec_u32 sorts = {0}, parameters = {0};
    map seen = {0};
    vec_push(&sorts, datatype_sort(b, first));
    while (sorts.n) {
        sort_id s = vec_pop(&sorts);
        bool is_new;
        map_insert(&seen, s, &is_new);
        if (!is_new)
            continue;
        sort_push_parts(b, s, &sorts);
        if (sort_kind_of(b, s) != SORT_DATATYPE)
            continue;
        datatype_id d = sort_datatype_of(b, s);
        sort_id generic = datatype_sort(b, d);
        if (s != generic || map_find(&r->datatypes, d)) {
            vec_push(&sorts, generic);
            continue;
        }
        vec_clear(&parameters);
        for (uint32_t i = 0; i < sort_parameter_count(b, generic); i++)
            vec_push(&parameters, sort_parameter_at(b, generic, i));
        map_put(&r->datatypes, d,
                datatype_declare(b, new_name(r, sort_name(b, generic)), parameters.at,
                                 (uint32_t)parameters.n));
        vec_push(family, d);
        sort_push_fields(b, generic, &sorts);
    }
    map_free(&seen);
    vec_free(&sorts);
    vec_free(&parameters);
}

static void copy_constructors(renamer *r, datatype_id d)
{
    term_bank *b = r->bank;
    datatype_id copy = (datatype_id)map_get(&r->datatypes, d, 0);
    sort_id generic = datatype_sort(b, d);
    vec_u32 selectors = {0}, sorts = {0};
    for (uint32_t i = 0; i < datatype_constructor_count(b, d); i++) {
        decl_id c = sort_constructor(b, generic, i);
        vec_clear(&selectors);
        vec_clear(&sorts);
        for (uint32_t k = 0; k < decl_arity(b, c); k++) {
            vec_push(&selectors, new_name(r, decl_name(b, decl_selector(b, c, k))));
            vec_push(&sorts, renamer_sort(r, decl_domain(b, c, k)));
        }
        datatype_add_constructor(b, copy, new_name(r, decl_name(b, c)), selectors.at, sorts.at,
                                 (uint32_t)sorts.n);
    }
    vec_free(&selectors);
    vec_free(&sorts);
}

static datatype_id copy_datatype(renamer *r, datatype_id d)
{
    if (!map_find(&r->datatypes, d)) {
        vec_u32 family = {0};
        declare_family(r, d, &family);
        for (size_t i = 0; i < family.n; i++)
            copy_constructors(r, family.at[i]);
        for (size_t i = 0; i < family.n; i++) {
            bool infinite = datatype_is_infinite(r->bank, family.at[i]);
            family.at[i] = (uint32_t)map_get(&r->datatypes, family.at[i], 0);
            if (infinite)
                datatype_mark_infinite(r->bank, family.at[i]);
        }
        bool good = datatype_finish(r->bank, family.at, (uint32_t)family.n);
        assert(good);
        (void)good;
        vec_free(&family);
    }
    return (datatype_id)map_get(&r->datatypes, d, 0);
}

/* The copy of a sort whose parts have copies. */
static sort_id build_sort(renamer *r, sort_id s)
{
    term_bank *b = r->bank;
    vec_u32 parts = {0};
    sort_push_parts(b, s, &parts);
    for (size_t i = 0; i < parts.n; i++)
        parts.at[i] = (sort_id)map_get(&r->sorts, parts.at[i], 0);
    sort_id made = s;
    switch (sort_kind_of(b, s)) {
    case SORT_ARRAY:
        made = sort_array(b, (sort_id)map_get(&r->sorts, sort_array_index(b, s), 0),
                          (sort_id)map_get(&r->sorts, sort_array_element(b, s), 0));
        break;
    case SORT_SEQ:
    case SORT_SET:
    case SORT_BAG:
        made = sort_collection(b, sort_kind_of(b, s), parts.at[0]);
        break;
    case SORT_DECLARED:
    case SORT_DATATYPE:
        vec_clear(&parts);
        for (uint32_t i = 0; i < sort_parameter_count(b, s); i++)
            vec_push(&parts, (sort_id)map_get(&r->sorts, sort_parameter_at(b, s, i), 0));
        if (sort_is_tuple(b, s))
            made = sort_tuple(b, parts.at, (uint32_t)parts.n);
        else if (sort_kind_of(b, s) == SORT_DECLARED)
            made = sort_declared(b, new_name(r, sort_name(b, s)), parts.at, (uint32_t)parts.n);
        else
            made = sort_datatype(b, copy_datatype(r, sort_datatype_of(b, s)), parts.at,
                                 (uint32_t)parts.n);
        break;
    default:
        break;
    }
    vec_free(&parts);
    return made;
}

sort_id renamer_sort(renamer *r, sort_id s)
{
    vec_u32 stack = {0};
    vec_push(&stack, s);
    while (stack.n) {
        sort_id top = vec_last(&stack);
        if (map_find(&r->sorts, top)) {
            stack.n--;
            continue;
        }
        vec_u32 parts = {0};
        size_t before = stack.n;
        sort_push_parts(r->bank, top, &parts);
        for (size_t i = 0; i < parts.n; i++)
            if (!map_find(&r->sorts, parts.at[i]))
                vec_push(&stack, parts.at[i]);
        vec_free(&parts);
        if (stack.n > before)
            continue;
        stack.n--;
        sort_id made = build_sort(r, top);
        map_put(&r->sorts, top, made);
    }
    vec_free(&stack);
    return (sort_id)map_get(&r->sorts, s, 0);
}

/* Constructors and their relatives belong to the copy of the datatype's sort. */
static decl_id copy_relative(renamer *r, decl_id d)
{
    term_bank *b = r->bank;
    decl_id constructor = decl_constructor(b, d);
    decl_id copy = sort_constructor(b, renamer_sort(r, decl_range(b, constructor)),
                                    decl_constructor_index(b, d));
    switch (decl_kind_of(b, d)) {
    case DECL_SELECTOR:
        return decl_selector(b, copy, decl_field_index(b, d));
    case DECL_UPDATER:
        return decl_updater(b, copy, decl_field_index(b, d));
    case DECL_TESTER:
        return decl_tester(b, copy);
    default:
        return copy;
    }
}

static term_id copy_var(renamer *r, term_id var)
{
    return term_var(r->bank, new_name(r, term_symbol(r->bank, var)),
                    renamer_sort(r, term_sort(r->bank, var)));
}

static void copy_parameters(renamer *r, decl_id d, term_vec *parameters)
{
    for (uint32_t i = 0; i < decl_arity(r->bank, d); i++)
        vec_push(parameters, copy_var(r, decl_parameter(r->bank, d, i)));
}

decl_id renamer_decl(renamer *r, decl_id d)
{
    term_bank *b = r->bank;
    decl_kind kind = decl_kind_of(b, d);
    uint64_t known = map_get(&r->decls, d, 0);
    if (known)
        return (decl_id)known;
    decl_id copy;
    if (kind == DECL_FREE || kind == DECL_DEFINED || kind == DECL_RECURSIVE) {
        vec_u32 domain = {0};
        for (uint32_t i = 0; i < decl_arity(b, d); i++)
            vec_push(&domain, renamer_sort(r, decl_domain(b, d, i)));
        copy = decl_new(b, new_name(r, decl_name(b, d)), domain.at, (uint32_t)domain.n,
                        renamer_sort(r, decl_range(b, d)));
        vec_free(&domain);
        if (kind != DECL_FREE) { /* a definition before its body: terms remember the kind */
            term_vec parameters = {0};
            copy_parameters(r, d, &parameters);
            decl_define(b, copy, parameters.at, 0, kind == DECL_RECURSIVE);
            vec_push(&r->bodies, d);
            vec_free(&parameters);
        }
    } else {
        copy = copy_relative(r, d);
    }
    map_put(&r->decls, d, copy);
    return copy;
}

static void value_parts(const term_bank *b, value_id v, vec_u32 *parts)
{
    switch (value_kind_of(b, v)) {
    case VALUE_DATA:
    case VALUE_SEQ:
    case VALUE_SET:
    case VALUE_BAG:
        for (uint32_t i = 0; i < value_child_count(b, v); i++)
            vec_push(parts, value_child(b, v, i));
        break;
    case VALUE_ARRAY:
        vec_push(parts, value_array_default(b, v));
        for (uint32_t i = 0; i < value_array_size(b, v); i++) {
            vec_push(parts, value_array_index_at(b, v, i));
            vec_push(parts, value_array_element_at(b, v, i));
        }
        break;
    default:
        break;
    }
}

/* `parts` are copies already, in the order of value_parts. */
static value_id build_value(renamer *r, value_id v, const vec_u32 *parts)
{
    term_bank *b = r->bank;
    uint64_t number;
    switch (value_kind_of(b, v)) {
    case VALUE_ELEMENT:
        if (!value_small_bits(b, v, &number))
            number = 0;
        return value_element(b, renamer_sort(r, value_sort(b, v)), number);
    case VALUE_SEQ:
        return value_seq(b, renamer_sort(r, value_sort(b, v)), parts->at, parts->n);
    case VALUE_SET:
        return value_set(b, renamer_sort(r, value_sort(b, v)), parts->at, parts->n);
    case VALUE_BAG:
        return value_bag(b, renamer_sort(r, value_sort(b, v)), parts->at, parts->n / 2);
    case VALUE_DATA:
        return value_data(b, renamer_decl(r, value_constructor(b, v)), parts->at);
    case VALUE_ARRAY:
        return value_array_store_all(
            b, value_array_constant(b, renamer_sort(r, value_sort(b, v)), parts->at[0]),
            parts->at + 1, (parts->n - 1) / 2);
    default:
        return v;
    }
}

value_id renamer_value(renamer *r, value_id v)
{
    vec_u32 stack = {0}, parts = {0};
    vec_push(&stack, v);
    while (stack.n) {
        value_id top = vec_last(&stack);
        if (map_find(&r->values, top)) {
            stack.n--;
            continue;
        }
        size_t before = stack.n;
        vec_clear(&parts);
        value_parts(r->bank, top, &parts);
        for (size_t i = 0; i < parts.n; i++)
            if (!map_find(&r->values, parts.at[i]))
                vec_push(&stack, parts.at[i]);
        if (stack.n > before)
            continue;
        stack.n--;
        for (size_t i = 0; i < parts.n; i++)
            parts.at[i] = (value_id)map_get(&r->values, parts.at[i], 0);
        value_id made = build_value(r, top, &parts);
        map_put(&r->values, top, made);
    }
    vec_free(&stack);
    vec_free(&parts);
    return (value_id)map_get(&r->values, v, 0);
}

/* The copy of a term whose arguments have copies. */
static term_id build_term(renamer *r, term_id t, term_vec *args)
{
    term_bank *b = r->bank;
    uint32_t n = term_arity(b, t);
    vec_clear(args);
    for (uint32_t i = 0; i < n; i++)
        vec_push(args, (term_id)map_get(&r->terms, term_arg(b, t, i), 0));
    switch (term_op_of(b, t)) {
    case OP_CONST:
        return term_const(b, renamer_value(r, term_value(b, t)));
    case OP_VAR:
        return copy_var(r, t);
    case OP_APP:
        return term_app(b, renamer_decl(r, term_decl(b, t)), args->at, n);
    case OP_CONST_ARRAY:
        return term_const_array(b, renamer_sort(r, term_sort(b, t)), args->at[0]);
    default:
        return term_rebuild(b, t, args->at);
    }
}

static term_id copy_term(renamer *r, term_id t)
{
    term_vec order = {0}, args = {0};
    term_postorder(r->bank, &t, 1, &order);
    for (size_t i = 0; i < order.n; i++) {
        if (map_find(&r->terms, order.at[i]))
            continue;
        term_id made = build_term(r, order.at[i], &args);
        assert(made);
        map_put(&r->terms, order.at[i], made);
    }
    vec_free(&order);
    vec_free(&args);
    return (term_id)map_get(&r->terms, t, 0);
}

/* Definitions get their bodies once all that is underway is done: they may call each other. */
static void copy_bodies(renamer *r)
{
    while (r->bodies.n) {
        decl_id d = vec_pop(&r->bodies), copy = (decl_id)map_get(&r->decls, d, 0);
        term_vec parameters = {0};
        copy_parameters(r, d, &parameters);
        decl_define(r->bank, copy, parameters.at, copy_term(r, decl_body(r->bank, d)),
                    decl_kind_of(r->bank, d) == DECL_RECURSIVE);
        vec_free(&parameters);
    }
}

term_id renamer_term(renamer *r, term_id t)
{
    term_id copy = copy_term(r, t);
    copy_bodies(r);
    return copy;
}

void renamer_model(renamer *r, const term_model *from, term_model *to)
{
    term_vec parameters = {0};
    for (size_t i = 0; i < model_size(from); i++) {
        decl_id d = model_decl_at(from, i), copy = renamer_decl(r, d);
        value_id v = model_value(from, d);
        const term_id *names = NULL;
        term_id body = v ? 0 : model_function(from, d, &names);
        if (v) {
            model_set_value(to, copy, renamer_value(r, v));
        } else if (body) {
            vec_clear(&parameters);
            for (uint32_t k = 0; k < decl_arity(r->bank, d); k++)
                vec_push(&parameters, renamer_term(r, names[k]));
            model_set_function(to, copy, parameters.at, (uint32_t)parameters.n,
                               renamer_term(r, body));
        }
    }
    vec_free(&parameters);
}

/* Whether any symbol of the bank ends with the text. */
static bool is_ending(const term_bank *b, uint32_t count, const char *text, size_t n)
{
    for (symbol_id s = 1; s < count; s++) {
        size_t length = symbol_length(b, s);
        if (length >= n && !memcmp(symbol_text(b, s) + length - n, text, n))
            return true;
    }
    return false;
}

char *renamer_suffix(term_bank *b)
{
    strbuf suffix = STRBUF_INIT;
    uint32_t count = bank_mark(b).symbols;
    for (unsigned i = 2;; i++) {
        strbuf_clear(&suffix);
        strbuf_printf(&suffix, "_%u", i);
        if (!is_ending(b, count, suffix.text, suffix.n))
            return strbuf_detach(&suffix);
    }
}
