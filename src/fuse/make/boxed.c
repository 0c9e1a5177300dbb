/* Part of a fused formula hidden in a closed box: for solvers that know boxes the formula has a
 * call of a C function where others see the term itself. Both mean the same, so the expectation
 * stands, the others are witnesses, and a model of the one is a model of the other. */
#include "emit/emit.h"
#include "fuse/make/maker_impl.h"
#include "term/core/subst.h"
#include "term/core/walk.h"

enum { MOST_ARGUMENTS = 6 };

#define C_NAME "smt_hidden" /* the emitter calls nothing else so */

static bool is_word(const term_bank *b, sort_id s)
{
    return s == SORT_ID_BOOL || (sort_kind_of(b, s) == SORT_BV && sort_bv_width(b, s) <= 64);
}

/* An operator on words: what a box can be made of. */
static bool is_open(const term_bank *b, term_id t)
{
    term_op op = term_op_of(b, t);
    if (!is_word(b, term_sort(b, t)) || op == OP_APP || op == OP_CONST || op == OP_VAR ||
        op == OP_PATTERN || term_is_binder(op))
        return false;
    for (uint32_t i = 0; i < term_arity(b, t); i++)
        if (!is_word(b, term_sort(b, term_arg(b, t, i))))
            return false;
    return true;
}

static void find_candidates(const term_bank *b, const term_vec *assertions, term_vec *found)
{
    term_vec order = {0};
    term_postorder(b, assertions->at, assertions->n, &order);
    for (size_t i = 0; i < order.n; i++)
        if (is_open(b, order.at[i]) && !term_has_var(b, order.at[i]))
            vec_push(found, order.at[i]);
    vec_free(&order);
}

/* What the operators of `t` are applied to in the end, literals left out: the arguments of the box.
 * False: too many. */
static bool find_arguments(const term_bank *b, term_id t, term_vec *arguments)
{
    term_vec stack = {0};
    map seen = {0};
    bool is_new;
    vec_push(&stack, t);
    while (stack.n && arguments->n <= MOST_ARGUMENTS) {
        t = vec_pop(&stack);
        map_insert(&seen, t, &is_new);
        if (!is_new || term_op_of(b, t) == OP_CONST)
            continue;
        if (is_open(b, t))
            vec_append(&stack, term_args(b, t), term_arity(b, t));
        else
            vec_push(arguments, t);
    }
    vec_free(&stack);
    map_free(&seen);
    return arguments->n && arguments->n <= MOST_ARGUMENTS;
}

/* The C function for `t` as a function of the arguments, in their order; NULL: it has none. */
static char *make_source(term_bank *b, term_id t, const term_vec *arguments)
{
    static const char *const names[MOST_ARGUMENTS] = {"a", "b", "c", "d", "e", "f"};
    term_id constants[MOST_ARGUMENTS];
    decl_id decls[MOST_ARGUMENTS];
    char *reason = NULL;
    for (size_t i = 0; i < arguments->n; i++) {
        symbol_id name = symbol_make(b, names[i]);
        decls[i] = decl_constant(b, name, term_sort(b, arguments->at[i]));
        constants[i] = term_app(b, decls[i], NULL, 0);
    }
    term_id body = term_substitute(b, t, arguments->at, constants, arguments->n);
    char *source = emit_c_function(b, body, C_NAME, decls, arguments->n, &reason);
    free(reason);
    return source;
}

/* Puts a call of a new function in the place of `t`. */
static bool hide(making *w, term_id t, fuse_box *hidden)
{
    term_bank *b = w->m->bank;
    term_vec arguments = {0};
    if (find_arguments(b, t, &arguments))
        hidden->source = make_source(b, t, &arguments);
    if (hidden->source) {
        sort_id sorts[MOST_ARGUMENTS];
        for (size_t i = 0; i < arguments.n; i++)
            sorts[i] = term_sort(b, arguments.at[i]);
        uint32_t n = (uint32_t)arguments.n;
        hidden->decl = decl_new(b, w->m->names[w->names_used++], sorts, n, term_sort(b, t));
        term_id call = term_app(b, hidden->decl, arguments.at, n);
        const term_vec *plain = &w->out->formula.assertions;
        for (size_t i = 0; i < plain->n; i++)
            vec_push(&hidden->assertions, term_substitute(b, plain->at[i], &t, &call, 1));
    }
    vec_free(&arguments);
    return hidden->source;
}

bool making_box(making *w)
{
    term_vec candidates = {0};
    bool done = false;
    find_candidates(w->m->bank, &w->out->formula.assertions, &candidates);
    fuse_box *hidden = base_alloc_zero(1, sizeof *hidden);
    if (w->names_used < w->m->n_names)
        for (uint64_t i = 0; i < w->m->limits->box_draws && candidates.n && !done; i++)
            done = hide(w, candidates.at[rng_below(w->r, candidates.n)], hidden);
    vec_free(&candidates);
    if (done)
        w->out->box = hidden;
    else
        fuse_box_free(hidden);
    return done;
}

void fuse_box_free(fuse_box *hidden)
{
    if (!hidden)
        return;
    vec_free(&hidden->assertions);
    free(hidden->source);
    free(hidden);
}

static void put_declaration(term_bank *b, const fuse_box *hidden, strbuf *out)
{
    strbuf_puts(out, "(declare-cb ");
    smt_print_symbol(b, decl_name(b, hidden->decl), out);
    for (uint32_t i = 0; i < decl_arity(b, hidden->decl); i++) {
        strbuf_puts(out, i ? " " : " (");
        sort_print(b, decl_domain(b, hidden->decl, i), out);
    }
    strbuf_puts(out, ") ");
    sort_print(b, decl_range(b, hidden->decl), out);
    strbuf_puts(out, " :symbol \"" C_NAME "\" :source \"");
    for (const char *c = hidden->source; *c; c++) {
        strbuf_putc(out, *c);
        if (*c == '"')
            strbuf_putc(out, '"');
    }
    strbuf_puts(out, "\")\n");
}

void fuse_print_boxed(fuse_maker *m, const fused *f, const char *before, const char *after,
                      strbuf *out)
{
    term_bank *b = m->bank;
    const fuse_box *hidden = f->box;
    smt_printed *known = smt_printed_new();
    strbuf unused = STRBUF_INIT;
    bank_marks mark = bank_mark(b);
    term_id args[MOST_ARGUMENTS];
    uint32_t n = decl_arity(b, hidden->decl);
    for (uint32_t i = 0; i < n; i++)
        args[i] = term_const(b, value_default(b, decl_domain(b, hidden->decl, i)));
    term_id call = term_app(b, hidden->decl, args, n);
    strbuf_puts(out, before ? before : "");
    strbuf_puts(out, "(set-logic ALL)\n");
    put_declaration(b, hidden, out);
    smt_print_declarations(b, &call, 1, known, NULL, &unused); /* nothing but the box */
    smt_print_declarations(b, hidden->assertions.at, hidden->assertions.n, known, NULL, out);
    for (size_t i = 0; i < hidden->assertions.n; i++) {
        strbuf_puts(out, "(assert ");
        smt_print_term(b, hidden->assertions.at[i], NULL, out);
        strbuf_puts(out, ")\n");
    }
    strbuf_puts(out, "(check-sat)\n");
    strbuf_puts(out, after ? after : "");
    bank_release(b, &mark);
    strbuf_free(&unused);
    smt_printed_free(known);
}
