#include "fuse/functions/user_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "engine/engine.h"
#include "generate/generate.h"
#include "smtlib/read/reader.h"
#include "term/core/subst.h"

static bool fail(char **error, const char *path, const char *name, const char *what)
{
    strbuf message = STRBUF_INIT;
    strbuf_printf(&message, "%s: %s%s%s", path, name, *name ? ": " : "", what);
    *error = strbuf_detach(&message);
    return false;
}

void user_table_free(user_table *t)
{
    for (size_t i = 0; i < t->n; i++)
        free(t->at[i].name);
    vec_free(t);
}

/* What stands for the parameters of the definitions: by name. */
typedef struct binding {
    symbol_id name;
    term_id term;
} binding;

typedef VEC(binding) bindings;

static term_id find_binding(const bindings *all, symbol_id name)
{
    for (size_t i = 0; i < all->n; i++)
        if (all->at[i].name == name)
            return all->at[i].term;
    return 0;
}

/* The body of a definition; parameters that stand for nothing yet are given what `make` makes. */
static term_id instance(term_bank *b, decl_id d, bindings *all,
                        term_id (*make)(void *context, sort_id sort), void *context)
{
    term_vec from = {0}, to = {0};
    bool good = true;
    for (uint32_t i = 0; i < decl_arity(b, d) && good; i++) {
        term_id parameter = decl_parameter(b, d, i);
        term_id by = find_binding(all, term_symbol(b, parameter));
        if (!by) {
            by = make(context, term_sort(b, parameter));
            vec_push(all, ((binding){term_symbol(b, parameter), by}));
        }
        good = by && term_sort(b, by) == term_sort(b, parameter);
        vec_push(&from, parameter);
        vec_push(&to, by);
    }
    term_id t = good ? term_substitute(b, decl_body(b, d), from.at, to.at, from.n) : 0;
    vec_free(&from);
    vec_free(&to);
    return t ? term_expand_definitions(b, t) : 0;
}

/* z = f, x = r_x, y = r_y for these x and y; false: sorts do not agree. */
static bool apply(const user_function *u, fusion_builder *f,
                  term_id (*make)(void *context, sort_id sort), void *context)
{
    term_bank *b = f->bank;
    bindings all = {0};
    vec_push(&all, ((binding){symbol_make(b, "x"), f->out->x}));
    vec_push(&all, ((binding){symbol_make(b, "y"), f->out->y}));
    term_id value = instance(b, u->forward, &all, make, context), back[2] = {0, 0};
    bool good = value != 0;
    term_id z = good ? fusion_constant(f, term_sort(b, value), value) : 0;
    vec_push(&all, ((binding){symbol_make(b, "z"), z}));
    for (int i = 0; i < 2 && good; i++)
        if (u->back[i]) {
            back[i] = instance(b, u->back[i], &all, make, context);
            good = back[i] && term_sort(b, back[i]) == term_sort(b, i ? f->out->y : f->out->x);
        }
    vec_free(&all);
    return good && fusion_done(f, z, value, back[0], back[1], u->total);
}

static term_id random_literal(void *context, sort_id sort)
{
    fusion_builder *f = context;
    switch (sort_kind_of(f->bank, sort)) {
    case SORT_INT:
        return fusion_int(f->bank, fusion_coefficient(f->r));
    case SORT_REAL:
        return fusion_real(f);
    case SORT_STRING:
        return fusion_text(f);
    default:
        for (int i = 0; i < 10; i++) {
            value_id v = generate_value(f->bank, f->r, sort);
            if (v && v != value_default(f->bank, sort))
                return term_const(f->bank, v);
        }
        return 0;
    }
}

bool user_function_build(const user_function *u, fusion_builder *f)
{
    return apply(u, f, random_literal, f);
}

/* For the check: a constant that is not 0. */
typedef struct checking {
    term_bank *b;
    engine *e;
} checking;

static term_id any_literal(void *context, sort_id sort)
{
    checking *c = context;
    term_id t = term_app(c->b, decl_constant(c->b, symbol_fresh(c->b, "c"), sort), NULL, 0);
    value_id zero = value_default(c->b, sort);
    if (zero && value_kind_of(c->b, zero) != VALUE_BOOL)
        engine_assert(c->e, term_not(c->b, term_eq(c->b, t, term_const(c->b, zero))));
    return t;
}

/* Does z = f(x, y) imply the ways back? False with *error set: it does not. */
static bool check(user_function *u, term_bank *b, const char *path, const fuse_limits *limits,
                  char **error)
{
    engine_config config = {.command = ENGINE_LIBZ3};
    checking c = {b, engine_new(b, &config, error)};
    if (!c.e)
        return false;
    symbol_id name = symbol_fresh(b, "z");
    rng r;
    rng_seed(&r, 1);
    fusion made = {.x = term_app(b, decl_constant(b, symbol_fresh(b, "x"), u->x), NULL, 0),
                   .y = term_app(b, decl_constant(b, symbol_fresh(b, "y"), u->y), NULL, 0)};
    fusion_builder f = {b, &r, &name, 1, 0, &made};
    bool good = apply(u, &f, any_literal, &c);
    if (!good) {
        engine_free(c.e);
        return fail(error, path, u->name, "the sorts of its definitions do not agree");
    }
    fusion_settle(b, &made, true);
    engine_assert(c.e, made.constraints[0]);
    engine_assert(c.e, term_not(b, term_and(b, made.constraints + 1, made.n_constraints - 1)));
    engine_limits within = {.rlimit = limits->user_units, .guard = limits->user_seconds};
    engine_answer said = engine_check(c.e, NULL, 0, &within);
    engine_free(c.e);
    u->total = said == ENGINE_UNSAT;
    return said != ENGINE_SAT ||
           fail(error, path, u->name,
                "no fusion function: there are values at which x or y does not come back");
}

static decl_id find_definition(const vec_u32 *decls, const term_bank *b, const char *name,
                               const char *ending)
{
    size_t n = strlen(name);
    for (size_t i = 0; i < decls->n; i++) {
        const char *text = symbol_text(b, decl_name(b, decls->at[i]));
        if (!strncmp(text, name, n) && !strcmp(text + n, ending))
            return decls->at[i];
    }
    return 0;
}

static sort_id sort_of_parameter(const term_bank *b, decl_id d, const char *name)
{
    for (uint32_t i = 0; i < decl_arity(b, d); i++)
        if (!strcmp(symbol_text(b, term_symbol(b, decl_parameter(b, d, i))), name))
            return decl_domain(b, d, i);
    return 0;
}

static bool is_way_back(const char *name)
{
    size_t n = strlen(name);
    return n > 2 && name[n - 2] == '.' && (name[n - 1] == 'x' || name[n - 1] == 'y');
}

static bool take(user_table *t, term_bank *b, const vec_u32 *decls, decl_id d, const char *path,
                 const fuse_limits *limits, char **error)
{
    const char *name = symbol_text(b, decl_name(b, d));
    user_function u = {
        .forward = d,
        .back = {find_definition(decls, b, name, ".x"), find_definition(decls, b, name, ".y")},
        .x = sort_of_parameter(b, d, "x"),
        .y = sort_of_parameter(b, d, "y")};
    if (decl_kind_of(b, d) != DECL_DEFINED || !u.x || !u.y)
        return fail(error, path, name, "a fusion function is defined by define-fun, with x and y");
    if (!u.back[0] && !u.back[1])
        return fail(error, path, name, "NAME.x or NAME.y, the way back, is not defined");
    u.name = base_strdup(name);
    vec_push(t, u);
    return check(&vec_last(t), b, path, limits, error);
}

bool user_table_read(user_table *t, term_bank *b, const char *path, const fuse_limits *limits,
                     char **error)
{
    symtab *table = symtab_new(b);
    smt_reader *reader = smt_reader_open(table, path);
    smt_command c = {0};
    vec_u32 decls = {0};
    smt_status status = SMT_OK;
    bool good = reader || fail(error, path, "", "cannot be opened");
    while (good && (status = smt_reader_next(reader, &c)) == SMT_OK)
        vec_append(&decls, c.decls.at, c.decls.n);
    if (good && status == SMT_ERROR) {
        *error = base_strdup(smt_reader_error(reader));
        good = false;
    }
    for (size_t i = 0; i < decls.n && good; i++)
        if (!is_way_back(symbol_text(b, decl_name(b, decls.at[i]))))
            good = take(t, b, &decls, decls.at[i], path, limits, error);
    vec_free(&decls);
    smt_command_free(&c);
    smt_reader_free(reader);
    symtab_free(table);
    return good;
}
