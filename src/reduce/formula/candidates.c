/* What could stand in the place of a term: literals, what it contains, variables, itself with
 * fewer or plainer arguments. */
#include "reduce/formula/cost.h"
#include "reduce/formula/reduce_impl.h"
#include "term/core/subst.h"
#include "term/core/walk.h"
#include "term/rewrite/rewrite.h"

static const reduce_limits *limits_of(const reducer *r)
{
    return LIMITS_OR(r->config->limits, reduce_limits_default);
}

/* The first constructor whose fields have literals, those without fields before all others; 0 if
 * there is none near at hand. Recursion ends with `depth`. */
static term_id plain_data(term_bank *b, sort_id sort, unsigned depth)
{
    uint32_t n = datatype_constructor_count(b, sort_datatype_of(b, sort));
    term_vec args = {0};
    term_id result = 0;
    for (uint32_t pass = 0; pass < 2 && !result; pass++)
        for (uint32_t i = 0; i < n && !result; i++) {
            decl_id c = sort_constructor(b, sort, i);
            uint32_t arity = decl_arity(b, c), done = 0;
            if ((arity > 0) != (pass == 1) || (arity && !depth))
                continue;
            vec_clear(&args);
            for (; done < arity; done++) {
                sort_id field = decl_domain(b, c, done);
                if (sort_kind_of(b, field) == SORT_DATATYPE) {
                    term_id inner = plain_data(b, field, depth - 1);
                    if (inner)
                        vec_push(&args, inner);
                } else {
                    reduce_plain(b, field, &args);
                }
                if (args.n <= done)
                    break;
                args.n = done + 1;
            }
            result = done == arity ? term_app(b, c, args.at, arity) : 0;
        }
    vec_free(&args);
    return result;
}

void reduce_plain(term_bank *b, sort_id sort, term_vec *out)
{
    enum { DATA_DEPTH = 2 };
    term_id data;
    value_id v;
    switch (sort_kind_of(b, sort)) {
    case SORT_BOOL:
        vec_push(out, TERM_ID_TRUE);
        vec_push(out, TERM_ID_FALSE);
        return;
    case SORT_REGLAN:
        vec_push(out, term_make(b, OP_RE_NONE, NULL, 0, NULL, 0));
        vec_push(out, term_make(b, OP_RE_ALL, NULL, 0, NULL, 0));
        vec_push(out, term_make(b, OP_RE_ALLCHAR, NULL, 0, NULL, 0));
        return;
    case SORT_INT:
    case SORT_REAL:
    case SORT_STRING:
    case SORT_ROUNDING_MODE:
    case SORT_BV:
    case SORT_FP:
        v = value_default(b, sort);
        if (v)
            vec_push(out, term_const(b, v));
        return;
    case SORT_DATATYPE:
        data = plain_data(b, sort, DATA_DEPTH);
        if (data)
            vec_push(out, data);
        return;
    default:
        return;
    }
}

/* What `t` contains of its own sort; not from below a binder, where variables are bound. Far ones
 * come first, at distances that halve, so that a long chain falls in few steps; then the nearest.
 */
static void add_descendants(const reducer *r, term_id t, term_vec *out)
{
    term_vec queue = {0}, found = {0};
    map seen = {0};
    sort_id sort = term_sort(r->b, t);
    bool is_new;
    vec_push(&queue, t);
    for (size_t i = 0; i < queue.n; i++) {
        term_id u = queue.at[i];
        if (i && term_sort(r->b, u) == sort)
            vec_push(&found, u);
        for (uint32_t j = 0; j < term_arity(r->b, u) && !term_is_binder(term_op_of(r->b, u)); j++) {
            map_insert(&seen, term_arg(r->b, u, j), &is_new);
            if (is_new)
                vec_push(&queue, term_arg(r->b, u, j));
        }
    }
    const size_t near = limits_of(r)->near_subterms;
    for (size_t i = found.n / 2; i >= near; i /= 2)
        vec_push(out, found.at[i]);
    for (size_t i = 0; i < found.n && i < near; i++)
        vec_push(out, found.at[i]);
    vec_free(&queue);
    vec_free(&found);
    map_free(&seen);
}

static bool is_free_constant(const term_bank *b, term_id t)
{
    return term_op_of(b, t) == OP_APP && !term_arity(b, t) &&
           decl_kind_of(b, term_decl(b, t)) == DECL_FREE;
}

/* Constants of the same sort that are there already; before a variable only those that come before
 * it, lest two take turns. */
static void add_variables(reducer *r, term_id t, term_vec *out)
{
    term_vec order = {0};
    size_t found = 0;
    term_postorder(r->b, r->now.assertions.at, r->now.assertions.n, &order);
    for (size_t i = 0; i < order.n && found < limits_of(r)->other_variables && order.at[i] != t;
         i++)
        if (is_free_constant(r->b, order.at[i]) &&
            term_sort(r->b, order.at[i]) == term_sort(r->b, t)) {
            vec_push(out, order.at[i]);
            found++;
        }
    vec_free(&order);
}

static void add_without_args(reducer *r, term_id t, uint32_t first, uint32_t count, term_vec *out)
{
    uint32_t n = term_arity(r->b, t), n_indices;
    term_vec args = {0};
    for (uint32_t i = 0; i < n; i++)
        if (i < first || i >= first + count)
            vec_push(&args, term_arg(r->b, t, i));
    const uint32_t *indices = term_index_words(r->b, t, &n_indices);
    term_id u = term_make(r->b, term_op_of(r->b, t), indices, n_indices, args.at, (uint32_t)args.n);
    if (u && term_sort(r->b, u) == term_sort(r->b, t))
        vec_push(out, u);
    vec_free(&args);
}

/* n-ary operators with fewer arguments. One by one only if there are few: of many, those that do
 * not matter become literals together, one level below, and the rewriter drops these. */
static void add_fewer_args(reducer *r, term_id t, term_vec *out)
{
    uint32_t n = term_arity(r->b, t);
    term_op op = term_op_of(r->b, t);
    if (n < 3 || op == OP_APP || op == OP_ITE || op == OP_CONCAT || op == OP_STORE)
        return;
    uint32_t few = (uint32_t)limits_of(r)->single_arguments, least = n > few ? n / few : 1;
    for (uint32_t group = (n + 1) / 2; group >= least; group /= 2)
        for (uint32_t i = 0; i < n; i += group)
            add_without_args(r, t, i, i + group < n ? group : n - i, out);
}

/* `t` with argument `i` replaced; others that stand elsewhere stay as they are. */
static void add_with_arg(reducer *r, term_id t, uint32_t i, term_id arg, term_vec *out)
{
    term_vec args = {0};
    vec_append(&args, term_args(r->b, t), term_arity(r->b, t));
    if (arg && args.at[i] != arg) {
        args.at[i] = arg;
        term_id u = term_rebuild(r->b, t, args.at);
        if (u)
            vec_push(out, u);
    }
    vec_free(&args);
}

/* Plainer arguments here only, while the argument stays elsewhere. */
static void add_plainer_args(reducer *r, term_id t, term_vec *out)
{
    if (term_is_binder(term_op_of(r->b, t)) || term_arity(r->b, t) > limits_of(r)->single_arguments)
        return;
    term_vec plain = {0};
    for (uint32_t i = 0; i < term_arity(r->b, t); i++) {
        vec_clear(&plain);
        reduce_plain(r->b, term_sort(r->b, term_arg(r->b, t, i)), &plain);
        for (size_t j = 0; j < plain.n; j++)
            add_with_arg(r, t, i, plain.at[j], out);
    }
    vec_free(&plain);
}

/* Smaller indices: rotations, powers and loops of regular expressions. */
static void add_smaller_indices(reducer *r, term_id t, term_vec *out)
{
    uint32_t n, changed[2];
    const uint32_t *indices = term_index_words(r->b, t, &n);
    term_op op = term_op_of(r->b, t);
    if (!n || n > 2 || op == OP_APP || op == OP_VAR || term_is_binder(op))
        return;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t target = 0; target < 3; target++) {
            uint32_t to = target < 2 ? target : indices[i] / 2;
            if (to >= indices[i])
                continue;
            memcpy(changed, indices, n * sizeof *indices);
            changed[i] = to;
            term_id u = term_make(r->b, op, changed, n, term_args(r->b, t), term_arity(r->b, t));
            if (u && term_sort(r->b, u) == term_sort(r->b, t))
                vec_push(out, u);
        }
}

void reduce_term_candidates(reducer *r, term_id t, term_vec *out)
{
    term_op op = term_op_of(r->b, t);
    if (op == OP_CONST) {
        reduce_literal_candidates(r, t, out);
        return;
    }
    reduce_plain(r->b, term_sort(r->b, t), out);
    if (!term_arity(r->b, t)) {
        if (op == OP_APP || op == OP_VAR)
            add_variables(r, t, out);
        return;
    }
    if (term_is_binder(op))
        reduce_binder_candidates(r, t, out);
    add_descendants(r, t, out);
    add_fewer_args(r, t, out);
    vec_push(out, rewrite_node(r->b, t));
    add_variables(r, t, out);
    vec_push(out, reduce_fresh(r, term_sort(r->b, t)));
    add_plainer_args(r, t, out);
    add_smaller_indices(r, t, out);
}
