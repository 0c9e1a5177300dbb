/* Relations for libz3: sets of tuples, given by what is true of a tuple in them. */
#include "engine/z3/z3_translate_impl.h"

/* The tuple sort of a relation, and its constructor. */
static decl_id tuple_of(const z3_translator *z, sort_id relation)
{
    return sort_constructor(z->bank, sort_element(z->bank, relation), 0);
}

static Z3_ast field(z3_translator *z, decl_id tuple, uint32_t i, Z3_ast t)
{
    return z3t_apply(z, decl_selector(z->bank, tuple, i), &t, 1);
}

/* Whether the tuple of these fields is in the relation. */
static Z3_ast holds(z3_translator *z, sort_id relation, Z3_ast set, const z3_ast_vec *fields)
{
    for (size_t i = 0; i < fields->n; i++)
        if (!fields->at[i])
            return NULL;
    Z3_ast t = z3t_apply(z, tuple_of(z, relation), fields->at, (unsigned)fields->n);
    return t ? z3t_keep(z, Z3_mk_select(z->context, set, t)) : NULL;
}

static Z3_ast both(z3_translator *z, Z3_ast x, Z3_ast y)
{
    Z3_ast pair[] = {x, y};
    return x && y ? z3t_keep(z, Z3_mk_and(z->context, 2, pair)) : NULL;
}

static Z3_ast exists(z3_translator *z, Z3_ast x, Z3_ast body)
{
    Z3_app var = Z3_to_app(z->context, x);
    return body ? z3t_keep(z, Z3_mk_exists_const(z->context, 0, 1, &var, 0, NULL, body)) : NULL;
}

/* Fields from .. to of t. */
static void add_fields(z3_translator *z, decl_id tuple, uint32_t from, uint32_t to, Z3_ast t,
                       z3_ast_vec *fields)
{
    for (uint32_t i = from; i < to; i++)
        vec_push(fields, field(z, tuple, i, t));
}

/* Product: the first fields are in one, the others in the other. Join: the same with a value in the
 * middle that is in both and in none of the fields. */
static Z3_ast combined(z3_translator *z, bool join, sort_id sort, const sort_id *sorts,
                       const Z3_ast *args, Z3_ast t)
{
    decl_id tuple = tuple_of(z, sort);
    uint32_t n = decl_arity(z->bank, tuple_of(z, sorts[0])) - join;
    z3_ast_vec left = {0}, right = {0};
    Z3_ast middle = NULL;
    if (join)
        middle = z3t_fresh(z, z3t_sort(z, decl_domain(z->bank, tuple_of(z, sorts[0]), n)));
    add_fields(z, tuple, 0, n, t, &left);
    if (join) {
        vec_push(&left, middle);
        vec_push(&right, middle);
    }
    add_fields(z, tuple, n, decl_arity(z->bank, tuple), t, &right);
    Z3_ast body = both(z, holds(z, sorts[0], args[0], &left), holds(z, sorts[1], args[1], &right));
    vec_free(&left);
    vec_free(&right);
    return join && middle ? exists(z, middle, body) : body;
}

static Z3_ast transposed(z3_translator *z, sort_id sort, const sort_id *sorts, const Z3_ast *args,
                         Z3_ast t)
{
    z3_ast_vec fields = {0};
    for (uint32_t i = decl_arity(z->bank, tuple_of(z, sort)); i-- > 0;)
        vec_push(&fields, field(z, tuple_of(z, sort), i, t));
    Z3_ast body = holds(z, sorts[0], args[0], &fields);
    vec_free(&fields);
    return body;
}

static Z3_ast identity(z3_translator *z, sort_id sort, const sort_id *sorts, const Z3_ast *args,
                       Z3_ast t)
{
    Z3_ast x = field(z, tuple_of(z, sort), 0, t), y = field(z, tuple_of(z, sort), 1, t);
    z3_ast_vec fields = {.at = &x, .n = 1};
    return x && y ? both(z, z3t_keep(z, Z3_mk_eq(z->context, x, y)),
                         holds(z, sorts[0], args[0], &fields))
                  : NULL;
}

/* The closure is some transitive relation around the relation: libz3 is not told that it is the least. */
static Z3_ast closure(z3_translator *z, sort_id sort, Z3_ast relation)
{
    Z3_context c = z->context;
    Z3_ast closed = z3t_fresh(z, Z3_get_sort(c, relation));
    sort_id element = decl_domain(z->bank, tuple_of(z, sort), 0);
    Z3_ast x = z3t_fresh(z, z3t_sort(z, element)), y = z3t_fresh(z, z3t_sort(z, element));
    Z3_ast w = z3t_fresh(z, z3t_sort(z, element));
    if (!closed || !x || !y || !w)
        return NULL;
    Z3_ast pairs[3][2] = {{x, y}, {y, w}, {x, w}}, in[3];
    for (int i = 0; i < 3; i++) {
        z3_ast_vec fields = {.at = pairs[i], .n = 2};
        in[i] = holds(z, sort, closed, &fields);
    }
    Z3_ast steps = both(z, in[0], in[1]);
    Z3_ast body = steps && in[2] ? z3t_keep(z, Z3_mk_implies(c, steps, in[2])) : NULL;
    Z3_app vars[] = {Z3_to_app(c, x), Z3_to_app(c, y), Z3_to_app(c, w)};
    Z3_ast transitive = body ? z3t_keep(z, Z3_mk_forall_const(c, 0, 3, vars, 0, NULL, body)) : NULL;
    Z3_ast around = z3t_keep(z, Z3_mk_set_subset(c, relation, closed));
    if (!transitive || !around)
        return NULL;
    vec_push(&z->facts, transitive);
    vec_push(&z->facts, around);
    return closed;
}

Z3_ast z3t_relation_operator(z3_translator *z, term_op op, sort_id sort, const sort_id *sorts,
                             const Z3_ast *args)
{
    if (op == OP_REL_JOIN_IMAGE)
        return z3t_stand_in(z, op, sort, args, 2);
    if (op == OP_REL_TCLOSURE)
        return closure(z, sort, args[0]);
    Z3_ast t = z3t_fresh(z, z3t_sort(z, sort_element(z->bank, sort)));
    if (!t)
        return NULL;
    Z3_ast body = op == OP_REL_TRANSPOSE ? transposed(z, sort, sorts, args, t)
                  : op == OP_REL_IDEN    ? identity(z, sort, sorts, args, t)
                                         : combined(z, op == OP_REL_JOIN, sort, sorts, args, t);
    return z3t_lambda(z, t, body);
}
