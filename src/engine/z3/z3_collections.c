/* Sequences, finite sets and bags for libz3. It has sequences. A set is an array of Bool and a bag an array
 * of Int, which have more elements than there are finite sets and bags: what is unsatisfiable of them is so
 * of sets and bags, as long as no quantifier ranges over them, and a model that is none is found out when it
 * is evaluated. Sizes and choices are functions of which libz3 is told some facts. */
#include "engine/z3/z3_translate_impl.h"

Z3_sort z3t_collection_sort(z3_translator *z, sort_kind kind, Z3_sort element)
{
    Z3_context c = z->context;
    if (kind == SORT_SEQ)
        return Z3_mk_seq_sort(c, element);
    return Z3_mk_array_sort(c, element, kind == SORT_SET ? Z3_mk_bool_sort(c) : Z3_mk_int_sort(c));
}

static Z3_ast number(z3_translator *z, int n)
{
    return z3t_keep(z, Z3_mk_int(z->context, n, Z3_mk_int_sort(z->context)));
}

/* What an element outside has in the array. */
static Z3_ast absent(z3_translator *z, sort_kind kind)
{
    return kind == SORT_SET ? z3t_keep(z, Z3_mk_false(z->context)) : number(z, 0);
}

static Z3_ast empty(z3_translator *z, sort_id sort)
{
    sort_kind kind = sort_kind_of(z->bank, sort);
    Z3_sort own = z3t_sort(z, sort), element = z3t_sort(z, sort_element(z->bank, sort));
    if (!own || !element)
        return NULL;
    if (kind == SORT_SEQ)
        return z3t_keep(z, Z3_mk_seq_empty(z->context, own));
    Z3_ast out = absent(z, kind);
    return out ? z3t_keep(z, Z3_mk_const_array(z->context, element, out)) : NULL;
}

Z3_ast z3t_collection_value(z3_translator *z, value_id v)
{
    const term_bank *b = z->bank;
    Z3_context c = z->context;
    sort_kind kind = sort_kind_of(b, value_sort(b, v));
    Z3_ast a = empty(z, value_sort(b, v));
    uint32_t n = value_child_count(b, v), step = kind == SORT_BAG ? 2 : 1;
    z3_ast_vec parts = {0};
    for (uint32_t i = 0; a && i < n; i += step) {
        Z3_ast element = z3t_find(z, MEMO_VALUE, value_child(b, v, i));
        if (kind == SORT_SEQ) {
            vec_push(&parts, z3t_keep(z, Z3_mk_seq_unit(c, element)));
            a = vec_last(&parts);
        } else {
            Z3_ast in = kind == SORT_SET ? z3t_keep(z, Z3_mk_true(c))
                                         : z3t_find(z, MEMO_VALUE, value_child(b, v, i + 1));
            a = z3t_keep(z, Z3_mk_store(c, a, element, in));
        }
    }
    if (a && parts.n > 1)
        a = z3t_keep(z, Z3_mk_seq_concat(c, (unsigned)parts.n, parts.at));
    vec_free(&parts);
    return a;
}

Z3_ast z3t_fresh(z3_translator *z, Z3_sort sort)
{
    return sort ? z3t_keep(z, Z3_mk_fresh_const(z->context, "tandem!bound", sort)) : NULL;
}

Z3_ast z3t_lambda(z3_translator *z, Z3_ast x, Z3_ast body)
{
    Z3_app var = Z3_to_app(z->context, x);
    return body ? z3t_keep(z, Z3_mk_lambda_const(z->context, 1, &var, body)) : NULL;
}

static void add_fact(z3_translator *z, Z3_ast fact)
{
    if (fact && (fact = z3t_keep(z, fact)))
        vec_push(&z->facts, fact);
}

/* Whether the sort has infinitely many elements, for sure. */
static bool is_infinite(const term_bank *b, sort_id s)
{
    switch (sort_kind_of(b, s)) {
    case SORT_INT:
    case SORT_REAL:
    case SORT_STRING:
    case SORT_SEQ:
    case SORT_BAG:
        return true;
    case SORT_SET:
        return is_infinite(b, sort_element(b, s));
    case SORT_DATATYPE:
        for (uint32_t i = 0; sort_is_tuple(b, s) && i < sort_parameter_count(b, s); i++)
            if (is_infinite(b, sort_parameter_at(b, s, i)))
                return true;
        return false;
    default:
        return false;
    }
}

void z3t_bound_collection(z3_translator *z, sort_id sort, Z3_func_decl constant)
{
    sort_kind kind = sort_kind_of(z->bank, sort);
    if ((kind != SORT_SET && kind != SORT_BAG) ||
        !is_infinite(z->bank, sort_element(z->bank, sort)))
        return;
    Z3_ast a = z3t_keep(z, Z3_mk_app(z->context, constant, 0, NULL));
    Z3_ast rest = a ? z3t_keep(z, Z3_mk_array_default(z->context, a)) : NULL;
    Z3_ast out = rest ? absent(z, kind) : NULL;
    if (out)
        add_fact(z, Z3_mk_eq(z->context, rest, out));
}

Z3_ast z3t_stand_in(z3_translator *z, term_op op, sort_id sort, const Z3_ast *args, unsigned n)
{
    enum { MOST = 4 };
    Z3_sort range = z3t_sort(z, sort), domain[MOST];
    if (!range || n > MOST)
        return z3t_fail(z, "%s has no counterpart in libz3", term_op_text(op));
    strbuf name = STRBUF_INIT;
    strbuf_printf(&name, "tandem!%s", term_op_name(op));
    for (unsigned i = 0; i < n; i++) {
        domain[i] = Z3_get_sort(z->context, args[i]);
        strbuf_printf(&name, "!%s", Z3_sort_to_string(z->context, domain[i]));
    }
    Z3_func_decl f =
        Z3_mk_func_decl(z->context, Z3_mk_string_symbol(z->context, name.text), n, domain, range);
    strbuf_free(&name);
    return z3t_keep(z, Z3_mk_app(z->context, f, n, args));
}

/* As long as its argument. */
static Z3_ast same_length(z3_translator *z, term_op op, sort_id sort, Z3_ast x)
{
    Z3_ast a = z3t_stand_in(z, op, sort, &x, 1);
    Z3_ast length = a ? z3t_keep(z, Z3_mk_seq_length(z->context, a)) : NULL;
    Z3_ast other = length ? z3t_keep(z, Z3_mk_seq_length(z->context, x)) : NULL;
    add_fact(z, other ? Z3_mk_eq(z->context, length, other) : NULL);
    return a;
}

/* Of each size: not negative, 0 of the empty one only. */
static Z3_ast size(z3_translator *z, term_op op, sort_id sort, Z3_ast a)
{
    Z3_context c = z->context;
    Z3_ast n = z3t_stand_in(z, op, SORT_ID_INT, &a, 1), zero = number(z, 0), none = empty(z, sort);
    if (!n || !zero || !none)
        return NULL;
    add_fact(z, Z3_mk_ge(c, n, zero));
    add_fact(z, Z3_mk_eq(c, z3t_keep(z, Z3_mk_eq(c, n, zero)), z3t_keep(z, Z3_mk_eq(c, a, none))));
    return n;
}

/* A member, if there is one. */
static Z3_ast choice(z3_translator *z, term_op op, sort_id sort, Z3_ast a)
{
    Z3_context c = z->context;
    Z3_ast x = z3t_stand_in(z, op, sort_element(z->bank, sort), &a, 1), none = empty(z, sort);
    Z3_ast at = x && none ? z3t_keep(z, Z3_mk_select(c, a, x)) : NULL;
    if (!at)
        return NULL;
    Z3_ast in = op == OP_SET_CHOOSE ? at : z3t_keep(z, Z3_mk_gt(c, at, number(z, 0)));
    Z3_ast either[] = {in, z3t_keep(z, Z3_mk_eq(c, a, none))};
    add_fact(z, Z3_mk_or(c, 2, either));
    return x;
}

/* (op s i t): s up to i, t as far as it fits, the rest of s. */
static Z3_ast update(z3_translator *z, const Z3_ast *args)
{
    Z3_context c = z->context;
    Z3_ast s = args[0], i = args[1], t = args[2], zero = number(z, 0);
    Z3_ast length = z3t_keep(z, Z3_mk_seq_length(c, s));
    Z3_ast added = z3t_keep(z, Z3_mk_seq_length(c, t));
    if (!zero || !length || !added)
        return NULL;
    Z3_ast ends[] = {i, added}, rests[] = {length, i};
    Z3_ast end = z3t_keep(z, Z3_mk_add(c, 2, ends)), room = z3t_keep(z, Z3_mk_sub(c, 2, rests));
    if (!end || !room)
        return NULL;
    Z3_ast parts[] = {z3t_keep(z, Z3_mk_seq_extract(c, s, zero, i)),
                      z3t_keep(z, Z3_mk_seq_extract(c, t, zero, room)),
                      z3t_keep(z, Z3_mk_seq_extract(c, s, end, length))};
    Z3_ast inside[] = {z3t_keep(z, Z3_mk_le(c, zero, i)), z3t_keep(z, Z3_mk_lt(c, i, length))};
    if (!parts[0] || !parts[1] || !parts[2] || !inside[0] || !inside[1])
        return NULL;
    Z3_ast changed = z3t_keep(z, Z3_mk_seq_concat(c, 3, parts));
    return z3t_keep(z, Z3_mk_ite(c, z3t_keep(z, Z3_mk_and(c, 2, inside)), changed, s));
}

/* The count of one element in the result of a bag operator. */
static Z3_ast combined_count(z3_translator *z, term_op op, Z3_ast x, Z3_ast y)
{
    Z3_context c = z->context;
    Z3_ast zero = number(z, 0), both[] = {x, y}, difference;
    switch (op) {
    case OP_BAG_UNION_MAX:
        return Z3_mk_ite(c, z3t_keep(z, Z3_mk_ge(c, x, y)), x, y);
    case OP_BAG_UNION_DISJOINT:
        return Z3_mk_add(c, 2, both);
    case OP_BAG_INTER_MIN:
        return Z3_mk_ite(c, z3t_keep(z, Z3_mk_le(c, x, y)), x, y);
    case OP_BAG_SUBTRACT:
        difference = z3t_keep(z, Z3_mk_sub(c, 2, both));
        return Z3_mk_ite(c, z3t_keep(z, Z3_mk_ge(c, x, y)), difference, zero);
    case OP_BAG_REMOVE:
        return Z3_mk_ite(c, z3t_keep(z, Z3_mk_gt(c, y, zero)), zero, x);
    default: /* setof */
        return Z3_mk_ite(c, z3t_keep(z, Z3_mk_gt(c, x, zero)), number(z, 1), zero);
    }
}

/* A bag by the count of each element. */
static Z3_ast combine_bags(z3_translator *z, term_op op, sort_id sort, const Z3_ast *args,
                           unsigned n)
{
    Z3_context c = z->context;
    Z3_ast e = z3t_fresh(z, z3t_sort(z, sort_element(z->bank, sort)));
    Z3_ast x = e ? z3t_keep(z, Z3_mk_select(c, args[0], e)) : NULL;
    Z3_ast y = x && n > 1 ? z3t_keep(z, Z3_mk_select(c, args[1], e)) : x;
    return y ? z3t_lambda(z, e, z3t_keep(z, combined_count(z, op, x, y))) : NULL;
}

static Z3_ast make_bag(z3_translator *z, sort_id sort, Z3_ast element, Z3_ast n)
{
    Z3_context c = z->context;
    Z3_ast zero = number(z, 0), none = empty(z, sort);
    Z3_ast some = zero && none ? z3t_keep(z, Z3_mk_gt(c, n, zero)) : NULL;
    Z3_ast count = some ? z3t_keep(z, Z3_mk_ite(c, some, n, zero)) : NULL;
    return count ? z3t_keep(z, Z3_mk_store(c, none, element, count)) : NULL;
}

static Z3_ast count_of(z3_translator *z, Z3_ast element, Z3_ast bag)
{
    Z3_context c = z->context;
    Z3_ast n = z3t_keep(z, Z3_mk_select(c, bag, element)), zero = number(z, 0);
    if (n && zero)
        add_fact(z, Z3_mk_ge(c, n, zero));
    return n;
}

/* { f(x) | x in the set } */
static Z3_ast image(z3_translator *z, sort_id sort, const sort_id *sorts, const Z3_ast *args)
{
    Z3_context c = z->context;
    Z3_ast y = z3t_fresh(z, z3t_sort(z, sort_element(z->bank, sort)));
    Z3_ast x = z3t_fresh(z, z3t_sort(z, sort_element(z->bank, sorts[1])));
    if (!x || !y)
        return NULL;
    Z3_ast value = z3t_keep(z, Z3_mk_select(c, args[0], x));
    Z3_ast parts[] = {z3t_keep(z, Z3_mk_select(c, args[1], x)),
                      value ? z3t_keep(z, Z3_mk_eq(c, value, y)) : NULL};
    if (!parts[0] || !parts[1])
        return NULL;
    Z3_app var = Z3_to_app(c, x);
    Z3_ast body = z3t_keep(z, Z3_mk_and(c, 2, parts));
    Z3_ast some = body ? z3t_keep(z, Z3_mk_exists_const(c, 0, 1, &var, 0, NULL, body)) : NULL;
    return some ? z3t_lambda(z, y, some) : NULL;
}

static Z3_ast bag_operator(z3_translator *z, term_op op, sort_id sort, const sort_id *sorts,
                           const Z3_ast *args, unsigned n)
{
    switch (op) {
    case OP_BAG_MAKE:
        return make_bag(z, sort, args[0], args[1]);
    case OP_BAG_COUNT:
        return count_of(z, args[0], args[1]);
    case OP_BAG_SUBBAG: {
        Z3_ast least = combine_bags(z, OP_BAG_INTER_MIN, sorts[0], args, n);
        return least ? z3t_keep(z, Z3_mk_eq(z->context, least, args[0])) : NULL;
    }
    case OP_BAG_CARD:
        return size(z, op, sorts[0], args[0]);
    case OP_BAG_CHOOSE:
        return choice(z, op, sorts[0], args[0]);
    case OP_BAG_FILTER: {
        Z3_ast e = z3t_fresh(z, z3t_sort(z, sort_element(z->bank, sort))), zero = number(z, 0);
        Z3_ast in = e ? z3t_keep(z, Z3_mk_select(z->context, args[0], e)) : NULL;
        Z3_ast count = in ? z3t_keep(z, Z3_mk_select(z->context, args[1], e)) : NULL;
        return count && zero ? z3t_lambda(z, e, z3t_keep(z, Z3_mk_ite(z->context, in, count, zero)))
                             : NULL;
    }
    case OP_BAG_MAP:
    case OP_TABLE_PRODUCT:
        return z3t_stand_in(z, op, sort, args, n);
    default:
        return combine_bags(z, op, sort, args, n);
    }
}

Z3_ast z3t_collection_operator(z3_translator *z, term_op op, sort_id sort, const sort_id *sorts,
                               const Z3_ast *args, unsigned n)
{
    Z3_context c = z->context;
    if (op >= OP_BAG_MAKE && op <= OP_BAG_CHOOSE)
        return bag_operator(z, op, sort, sorts, args, n);
    switch (op) {
    case OP_STR_UPDATE:
    case OP_SEQ_UPDATE:
        return update(z, args);
    case OP_SET_SINGLETON: {
        Z3_ast none = empty(z, sort);
        return none ? z3t_keep(z, Z3_mk_store(c, none, args[0], z3t_keep(z, Z3_mk_true(c)))) : NULL;
    }
    case OP_SET_FILTER:
        return z3t_keep(z, Z3_mk_set_intersect(c, 2, args));
    case OP_SET_MAP:
        return image(z, sort, sorts, args);
    case OP_SET_CARD:
        return size(z, op, sorts[0], args[0]);
    case OP_SET_CHOOSE:
        return choice(z, op, sorts[0], args[0]);
    case OP_STR_REV:
    case OP_STR_TO_LOWER:
    case OP_STR_TO_UPPER:
    case OP_SEQ_REV:
        return same_length(z, op, sort, args[0]);
    case OP_STR_INDEXOF_RE:
    case OP_SEQ_REPLACE_ALL:
        return z3t_stand_in(z, op, sort, args, n);
    default:
        return z3t_fail(z, "%s has no counterpart in libz3",
                        *term_op_text(op) ? term_op_text(op) : term_op_name(op));
    }
}
