#include "engine/z3/z3_translate.h"

#include <string.h>

#include "base/alloc.h"
#include "base/map.h"
#include "engine/z3/z3_translate_impl.h"
#include "term/core/walk.h"

z3_translator *z3t_new(term_bank *b, Z3_context c)
{
    z3_translator *z = base_alloc_zero(1, sizeof *z);
    z->bank = b;
    z->context = c;
    strbuf_init(&z->error);
    return z;
}

void z3t_free(z3_translator *z)
{
    for (size_t i = 0; i < z->kept.n; i++)
        Z3_dec_ref(z->context, z->kept.at[i]);
    for (unsigned i = 0; i < EXTRA_COUNT; i++)
        if (z->extra[i])
            Z3_dec_ref(z->context, Z3_func_decl_to_ast(z->context, z->extra[i]));
    for (unsigned i = 0; i < MEMO_KINDS; i++)
        vec_free(&z->memo[i]);
    vec_free(&z->kept);
    vec_free(&z->undos);
    vec_free(&z->levels);
    vec_free(&z->facts);
    vec_free(&z->elements);
    z3_names_free(&z->names);
    strbuf_free(&z->error);
    free(z);
}

void z3t_push(z3_translator *z)
{
    z3_level level = {.undos = z->undos.n, .kept = z->kept.n, .elements = z->elements.n};
    vec_push(&z->levels, level);
}

void z3t_pop(z3_translator *z, size_t levels)
{
    if (!levels)
        return;
    z3_level level = z->levels.at[z->levels.n - levels];
    z->levels.n -= levels;
    while (z->undos.n > level.undos) {
        z3_undo last = vec_pop(&z->undos);
        z->memo[last.kind].at[last.id] = NULL;
    }
    while (z->kept.n > level.kept) {
        Z3_ast last = vec_pop(&z->kept);
        Z3_dec_ref(z->context, last);
    }
    z->elements.n = level.elements;
}

z3_ast_vec *z3t_facts(z3_translator *z)
{
    return &z->facts;
}

const char *z3t_error(const z3_translator *z)
{
    return z->error.text;
}

void *z3t_fail(z3_translator *z, const char *format, ...)
{
    if (z->error.n)
        return NULL;
    va_list arguments;
    va_start(arguments, format);
    strbuf_vprintf(&z->error, format, arguments);
    va_end(arguments);
    return NULL;
}

Z3_ast z3t_keep(z3_translator *z, Z3_ast a)
{
    Z3_error_code code = Z3_get_error_code(z->context);
    if (!a || code != Z3_OK)
        return z3t_fail(z, "%s",
                        code != Z3_OK ? Z3_get_error_msg(z->context, code) : "libz3 gives no term");
    Z3_inc_ref(z->context, a);
    vec_push(&z->kept, a);
    return a;
}

Z3_ast z3t_find(const z3_translator *z, z3_memo_kind kind, uint32_t id)
{
    return id < z->memo[kind].n ? z->memo[kind].at[id] : NULL;
}

void z3t_remember(z3_translator *z, z3_memo_kind kind, uint32_t id, Z3_ast a)
{
    z3_ast_vec *memo = &z->memo[kind];
    if (id >= memo->n)
        vec_resize(memo, (size_t)id + id / 4 + 64);
    memo->at[id] = a;
    z3_undo u = {.kind = kind, .id = id};
    vec_push(&z->undos, u);
}

/* A bound variable while its binder is not built yet: a constant of a name no one else has. */
static Z3_ast translate_variable(z3_translator *z, term_id t)
{
    Z3_sort sort = z3t_sort(z, term_sort(z->bank, t));
    if (!sort)
        return NULL;
    strbuf name = STRBUF_INIT;
    strbuf_printf(&name, "tandem!var!%s", symbol_text(z->bank, term_symbol(z->bank, t)));
    Z3_ast a = Z3_mk_const(z->context, Z3_mk_string_symbol(z->context, name.text), sort);
    strbuf_free(&name);
    return z3t_keep(z, a);
}

typedef VEC(Z3_pattern) pattern_vec;

/* Whether the pattern is one for libz3, which crashes on some that are none: each of its terms is an
 * application that has a variable, and together they have all variables. */
static bool is_pattern(const term_bank *b, term_id binder, term_id pattern)
{
    map found = {0};
    term_vec vars = {0};
    bool good = true;
    for (uint32_t i = 0; i < term_arity(b, pattern) && good; i++) {
        term_id t = term_arg(b, pattern, i);
        good = term_arity(b, t) && term_has_var(b, t) && !term_has_binder(b, t);
        vec_clear(&vars);
        if (good)
            term_free_vars(b, t, &vars);
        for (size_t k = 0; k < vars.n; k++)
            map_put(&found, vars.at[k], 1);
    }
    for (uint32_t i = 0; i < term_var_count(b, binder) && good; i++)
        good = map_find(&found, term_arg(b, binder, i)) != NULL;
    map_free(&found);
    vec_free(&vars);
    return good;
}

/* Patterns are hints: one that libz3 refuses is left out. */
static void add_pattern(z3_translator *z, term_id binder, term_id pattern, pattern_vec *out)
{
    if (!is_pattern(z->bank, binder, pattern))
        return;
    z3_ast_vec terms = {0};
    for (uint32_t i = 0; i < term_arity(z->bank, pattern); i++)
        vec_push(&terms, z3t_find(z, MEMO_TERM, term_arg(z->bank, pattern, i)));
    Z3_pattern made = Z3_mk_pattern(z->context, (unsigned)terms.n, terms.at);
    if (made && Z3_get_error_code(z->context) == Z3_OK) {
        z3t_keep(z, Z3_pattern_to_ast(z->context, made));
        vec_push(out, made);
    }
    vec_free(&terms);
}

static Z3_ast make_quantifier(z3_translator *z, term_id t, const Z3_app *vars, Z3_ast body)
{
    uint32_t n = term_var_count(z->bank, t);
    bool forall = term_op_of(z->bank, t) == OP_FORALL;
    pattern_vec patterns = {0};
    for (uint32_t i = n + 1; i < term_arity(z->bank, t); i++)
        add_pattern(z, t, term_arg(z->bank, t, i), &patterns);
    Z3_ast made = Z3_mk_quantifier_const(z->context, forall, 1, n, vars, (unsigned)patterns.n,
                                         patterns.at, body);
    if (patterns.n && (!made || Z3_get_error_code(z->context) != Z3_OK))
        made = Z3_mk_quantifier_const(z->context, forall, 1, n, vars, 0, NULL, body);
    vec_free(&patterns);
    return z3t_keep(z, made);
}

static Z3_ast translate_lambda(z3_translator *z, const Z3_app *vars, uint32_t n, Z3_ast body)
{
    for (uint32_t i = n; i-- > 0 && body;)
        body = z3t_keep(z, Z3_mk_lambda_const(z->context, 1, &vars[i], body));
    return body;
}

/* Arrays are more than the finite sets that they stand for: what holds of all sets need not hold of all
 * arrays. */
static bool has_finite_sets(term_bank *b, sort_id root)
{
    vec_u32 stack = {0};
    map seen = {0};
    bool found = false, is_new;
    vec_push(&stack, root);
    while (stack.n && !found) {
        sort_id s = vec_pop(&stack);
        sort_kind kind = sort_kind_of(b, s);
        map_insert(&seen, s, &is_new);
        if (!is_new)
            continue;
        found = kind == SORT_BAG ||
                (kind == SORT_SET && !sort_cardinality(b, sort_element(b, s), 4096));
        if (kind == SORT_ARRAY) {
            vec_push(&stack, sort_array_index(b, s));
            vec_push(&stack, sort_array_element(b, s));
        }
        for (uint32_t i = 0; i < sort_parameter_count(b, s); i++)
            vec_push(&stack, sort_parameter_at(b, s, i));
        uint32_t n =
            kind == SORT_DATATYPE ? datatype_constructor_count(b, sort_datatype_of(b, s)) : 0;
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t k = 0; k < decl_arity(b, sort_constructor(b, s, i)); k++)
                vec_push(&stack, decl_domain(b, sort_constructor(b, s, i), k));
    }
    vec_free(&stack);
    map_free(&seen);
    return found;
}

static Z3_ast translate_binder(z3_translator *z, term_id t)
{
    const term_bank *b = z->bank;
    uint32_t n = term_var_count(b, t);
    for (uint32_t i = 0; i < n; i++)
        if (has_finite_sets(z->bank, term_sort(b, term_arg(b, t, i))))
            return z3t_fail(z, "a variable ranges over finite sets, which libz3 does not have");
    VEC(Z3_app) vars = {0};
    for (uint32_t i = 0; i < n; i++)
        vec_push(&vars, Z3_to_app(z->context, z3t_find(z, MEMO_TERM, term_arg(b, t, i))));
    Z3_ast body = z3t_find(z, MEMO_TERM, term_body(b, t)), result;
    if (term_op_of(b, t) == OP_LAMBDA) {
        result = translate_lambda(z, vars.at, n, body);
    } else {
        result = make_quantifier(z, t, vars.at, body);
    }
    vec_free(&vars);
    return result;
}

static Z3_ast translate_node(z3_translator *z, term_id t, z3_ast_vec *args)
{
    term_op op = term_op_of(z->bank, t);
    if (op == OP_CONST)
        return z3t_value(z, term_value(z->bank, t));
    if (op == OP_VAR)
        return translate_variable(z, t);
    if (term_is_binder(op))
        return translate_binder(z, t);
    vec_clear(args);
    for (uint32_t i = 0; i < term_arity(z->bank, t); i++)
        vec_push(args, z3t_find(z, MEMO_TERM, term_arg(z->bank, t, i)));
    if (op == OP_PATTERN)
        return args->at[0]; /* only its binder looks at it */
    if (op == OP_APP)
        return z3t_apply(z, term_decl(z->bank, t), args->at, (unsigned)args->n);
    return z3t_operator(z, t, args->at, (unsigned)args->n);
}

Z3_ast z3t_term(z3_translator *z, term_id root)
{
    strbuf_clear(&z->error);
    term_vec stack = {0};
    z3_ast_vec args = {0};
    vec_push(&stack, root);
    while (stack.n) {
        term_id t = vec_last(&stack);
        if (z3t_find(z, MEMO_TERM, t)) {
            stack.n--;
            continue;
        }
        size_t before = stack.n;
        for (uint32_t i = term_arity(z->bank, t); i-- > 0;)
            if (!z3t_find(z, MEMO_TERM, term_arg(z->bank, t, i)))
                vec_push(&stack, term_arg(z->bank, t, i));
        if (stack.n > before)
            continue;
        stack.n--;
        Z3_ast a = translate_node(z, t, &args);
        if (!a) {
            z3t_fail(z, "a term cannot be translated for libz3");
            break;
        }
        z3t_remember(z, MEMO_TERM, t, a);
    }
    vec_free(&stack);
    vec_free(&args);
    return z->error.n ? NULL : z3t_find(z, MEMO_TERM, root);
}

bool z3t_define(z3_translator *z, decl_id d, term_id body)
{
    strbuf_clear(&z->error);
    Z3_func_decl f = z3t_decl(z, d);
    z3_ast_vec parameters = {0};
    for (uint32_t i = 0; f && i < decl_arity(z->bank, d); i++)
        vec_push(&parameters, z3t_term(z, decl_parameter(z->bank, d, i)));
    Z3_ast meaning = f ? z3t_term(z, body) : NULL;
    if (meaning) {
        Z3_add_rec_def(z->context, f, (unsigned)parameters.n, parameters.at, meaning);
        if (Z3_get_error_code(z->context) != Z3_OK)
            z3t_fail(z, "%s", Z3_get_error_msg(z->context, Z3_get_error_code(z->context)));
    }
    vec_free(&parameters);
    return !z->error.n;
}

void z3t_restore_names(const z3_translator *z, const char *text, strbuf *out)
{
    z3_names_restore(&z->names, text, out);
}
