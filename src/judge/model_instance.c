/* A formula with a model put in, as another formula: other solvers are asked about it, where our
 * evaluator cannot tell or should not be the only judge. */
#include "base/map.h"
#include "judge/model_report.h"
#include "term/core/subst.h"
#include "term/core/walk.h"

typedef struct instance {
    term_bank *bank;
    const term_model *model;
    map meanings; /* declaration -> a constant's term, or a defined function; 0: stays free */
    map done;     /* term -> what it becomes */
    term_vec args;
    bool possible;
} instance;

/* Can all constants in it be written in any solver's input? */
static bool is_writable(const term_bank *b, term_id t)
{
    bool good = true;
    term_vec order = {0};
    vec_u32 values = {0};
    term_postorder(b, &t, 1, &order);
    for (size_t i = 0; i < order.n; i++)
        if (term_op_of(b, order.at[i]) == OP_CONST)
            vec_push(&values, term_value(b, order.at[i]));
    while (values.n && good) {
        value_id v = vec_pop(&values);
        value_kind kind = value_kind_of(b, v);
        good = kind != VALUE_ELEMENT && kind != VALUE_ALGEBRAIC;
        if (kind == VALUE_DATA)
            for (uint32_t i = 0; i < value_child_count(b, v); i++)
                vec_push(&values, value_child(b, v, i));
        if (kind == VALUE_ARRAY) {
            vec_push(&values, value_array_default(b, v));
            for (uint32_t i = 0; i < value_array_size(b, v); i++) {
                vec_push(&values, value_array_index_at(b, v, i));
                vec_push(&values, value_array_element_at(b, v, i));
            }
        }
    }
    vec_free(&order);
    vec_free(&values);
    return good;
}

static bool is_closed(const term_bank *b, term_id t)
{
    vec_u32 decls = {0};
    term_free_decls(b, &t, 1, &decls);
    bool closed = !decls.n;
    vec_free(&decls);
    return closed;
}

/* A defined function for a function of the model. */
static decl_id define(instance *s, decl_id d, const term_id *parameters, term_id body)
{
    term_bank *b = s->bank;
    vec_u32 domain = {0};
    for (uint32_t i = 0; i < decl_arity(b, d); i++)
        vec_push(&domain, decl_domain(b, d, i));
    decl_id defined =
        decl_new(b, symbol_fresh(b, "model"), domain.at, (uint32_t)domain.n, decl_range(b, d));
    decl_define(b, defined, parameters, body, false);
    vec_free(&domain);
    return defined;
}

/* The constant's term or the defined function that stands for `d`; 0: it stays free. */
static uint32_t find_meaning(instance *s, decl_id d)
{
    term_bank *b = s->bank;
    const term_id *parameters = NULL;
    value_id v = model_value(s->model, d);
    term_id body = v ? term_const(b, v) : model_function(s->model, d, &parameters);
    if (!body)
        return 0;
    body = term_expand_definitions(b, body);
    if (!is_writable(b, body) || !is_closed(b, body)) {
        s->possible = false;
        return 0;
    }
    return decl_arity(b, d) ? define(s, d, parameters, body) : body;
}

static uint32_t meaning_of(instance *s, decl_id d)
{
    bool is_new;
    map_insert(&s->meanings, d, &is_new);
    if (is_new) {
        uint32_t meaning = find_meaning(s, d);
        map_put(&s->meanings, d, meaning);
    }
    return (uint32_t)map_get(&s->meanings, d, 0);
}

static term_id convert(instance *s, term_id t)
{
    term_bank *b = s->bank;
    uint32_t n = term_arity(b, t);
    bool same = true;
    vec_clear(&s->args);
    for (uint32_t i = 0; i < n; i++) {
        term_id arg = (term_id)map_get(&s->done, term_arg(b, t, i), 0);
        same &= arg == term_arg(b, t, i);
        vec_push(&s->args, arg);
    }
    if (term_op_of(b, t) == OP_APP) {
        decl_id d = term_decl(b, t);
        decl_kind kind = decl_kind_of(b, d);
        s->possible &= kind != DECL_RECURSIVE;
        uint32_t meaning = kind == DECL_FREE ? meaning_of(s, d) : 0;
        if (meaning)
            return n ? term_app(b, meaning, s->args.at, n) : meaning;
    }
    return same ? t : term_rebuild(b, t, s->args.at);
}

static term_id put_in(instance *s, term_id assertion)
{
    term_vec order = {0};
    assertion = term_expand_definitions(s->bank, assertion);
    term_postorder(s->bank, &assertion, 1, &order);
    for (size_t i = 0; s->possible && i < order.n; i++) {
        if (map_find(&s->done, order.at[i]))
            continue;
        term_id made = convert(s, order.at[i]);
        s->possible &= made != 0;
        map_put(&s->done, order.at[i], made);
    }
    vec_free(&order);
    return (term_id)map_get(&s->done, assertion, 0);
}

bool model_instance(term_bank *b, const formula *f, const term_model *m, formula *out)
{
    instance s = {.bank = b, .model = m, .possible = true};
    *out = (formula){.logic = symbol_make(b, "ALL")};
    for (size_t i = 0; s.possible && i < f->assertions.n; i++) {
        term_id made = put_in(&s, f->assertions.at[i]);
        vec_push(&out->assertions, made);
    }
    if (!s.possible)
        formula_free(out);
    map_free(&s.meanings);
    map_free(&s.done);
    vec_free(&s.args);
    return s.possible;
}
