/* Part of a fused formula hidden in a closed box: for solvers that know boxes the formula has a
 * call of a C function where others see the term itself. Both mean the same, so the expectation
 * stands, the others are witnesses, and a model of the one is a model of the other. */
#include "emit/emit.h"
#include "fuse/make/maker_impl.h"
#include "term/core/subst.h"

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

/* Of the terms that were made for this formula: what is older is a seed's, and was tried before. */
static void find_candidates(const term_bank *b, const term_vec *assertions, term_id first,
                            term_vec *found)
{
    term_vec stack = {0};
    VEC(bool) seen = {0};
    vec_resize(&seen, bank_term_count(b) - first + 1);
    vec_append(&stack, assertions->at, assertions->n);
    while (stack.n) {
        term_id t = vec_pop(&stack);
        if (t < first || seen.at[t - first])
            continue;
        seen.at[t - first] = true;
        vec_append(&stack, term_args(b, t), term_arity(b, t));
        if (is_open(b, t) && !term_has_var(b, t))
            vec_push(found, t);
    }
    vec_free(&stack);
    vec_free(&seen);
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

/* Makes a function of `t`, to be called in its place. */
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
        hidden->call = term_app(b, hidden->decl, arguments.at, n);
        hidden->term = t;
    }
    vec_free(&arguments);
    return hidden->source;
}

/* ---- A term of a seed that fusion left as it is ---------------------------------------------- */

static const boxable_side *boxable_of(fuse_maker *m, size_t number, int role, const side *s)
{
    if (!m->boxable)
        m->boxable = base_alloc_zero(m->seeds->seeds.n * ROLE_COUNT, sizeof *m->boxable);
    boxable_side *o = &m->boxable[number * ROLE_COUNT + (size_t)role];
    if (o->ready)
        return o;
    o->ready = true;
    vec_resize(&o->uses, s->nodes.n);
    for (size_t e = 0; e < s->edges.n; e++)
        o->uses.at[s->edges.at[e]] = (uint32_t)e;
    term_vec arguments = {0};
    for (size_t i = 0; i < s->nodes.n; i++) {
        term_id t = s->nodes.at[i];
        vec_clear(&arguments);
        if (is_open(s->bank, t) && !term_has_var(s->bank, t) &&
            find_arguments(s->bank, t, &arguments))
            vec_push(&o->nodes, (uint32_t)i);
    }
    vec_free(&arguments);
    return o;
}

void fuse_boxable_free(fuse_maker *m)
{
    for (size_t i = 0; m->boxable && i < m->seeds->seeds.n * ROLE_COUNT; i++) {
        vec_free(&m->boxable[i].nodes);
        vec_free(&m->boxable[i].uses);
    }
    free(m->boxable);
}

/* Is a way from an assertion to the node left? One is looked at. */
static bool is_reached(const side *s, const boxable_side *o, uint32_t node)
{
    for (;;) {
        uint32_t edge = o->uses.at[node];
        node = s->parents.at[edge];
        if (s->instead.at[edge])
            return false;
        if (node == UINT32_MAX)
            return true;
        if (term_op_of(s->bank, s->nodes.at[node]) == OP_PATTERN)
            return false;
    }
}

/* Is the node as it was, with all below it? What is large counts as changed. */
static bool is_whole(const side *s, uint32_t node)
{
    enum { MOST = 64 };
    uint32_t stack[MOST], n = 1, seen = 0;
    stack[0] = node;
    while (n) {
        node = stack[--n];
        uint32_t first = s->first_edge.at[node], end = s->first_edge.at[node + 1];
        if (++seen + n + (end - first) > MOST)
            return false;
        for (uint32_t e = first; e < end; e++) {
            if (s->instead.at[e])
                return false;
            stack[n++] = s->edges.at[e];
        }
    }
    return true;
}

static bool box_of_seed(making *w, fuse_box *hidden)
{
    const size_t numbers[] = {w->plan->first, w->plan->second};
    const boxable_side *lists[2];
    bool done = false;
    for (int i = 0; i < 2; i++) {
        lists[i] = boxable_of(w->m, numbers[i], i, w->sides[i]);
        fuse_layout_apply(w->out->layout, i, w->sides[i]);
    }
    size_t n = lists[0]->nodes.n, all = n + lists[1]->nodes.n;
    for (uint64_t i = 0; i < w->m->limits->box_draws && all && !done; i++) {
        size_t which = rng_below(w->r, all);
        int role = which >= n;
        const side *s = w->sides[role];
        uint32_t node = lists[role]->nodes.at[role ? which - n : which];
        done = is_reached(s, lists[role], node) && is_whole(s, node) &&
               hide(w, s->nodes.at[node], hidden);
    }
    for (int i = 0; i < 2; i++)
        side_forget(w->sides[i]);
    return done;
}

/* ---- A term with what was fused ------------------------------------------------------------------------------ */

static bool box_of_new(making *w, fuse_box *hidden)
{
    term_vec candidates = {0};
    bool done = false;
    fuse_complete_terms(w->m, w->out);
    find_candidates(w->m->bank, &w->out->formula.assertions, w->out->mark.terms, &candidates);
    for (uint64_t i = 0; i < w->m->limits->box_draws && candidates.n && !done; i++)
        done = hide(w, candidates.at[rng_below(w->r, candidates.n)], hidden);
    vec_free(&candidates);
    return done;
}

bool making_box(making *w)
{
    if (w->names_used >= w->m->n_names)
        return false;
    fuse_box *hidden = base_alloc_zero(1, sizeof *hidden);
    bool any = rng_one_in(w->r, w->m->limits->box_fused_one_in);
    bool done = (!any && box_of_seed(w, hidden)) || box_of_new(w, hidden);
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

/* The box is declared; what its arguments need comes with the assertions. */
static void know_box(term_bank *b, const fuse_box *hidden, smt_printed *known)
{
    strbuf unused = STRBUF_INIT;
    term_id args[MOST_ARGUMENTS];
    uint32_t n = decl_arity(b, hidden->decl);
    for (uint32_t i = 0; i < n; i++)
        args[i] = term_const(b, value_default(b, decl_domain(b, hidden->decl, i)));
    term_id call = term_app(b, hidden->decl, args, n);
    smt_print_declarations(b, &call, 1, known, NULL, &unused);
    strbuf_free(&unused);
}

void fuse_print_boxed(fuse_maker *m, fused *f, const char *before, const char *after, strbuf *out)
{
    term_bank *b = m->bank;
    const fuse_box *hidden = f->box;
    fuse_complete(m, f);
    smt_printed *known = smt_printed_new();
    bank_marks mark = bank_mark(b);
    term_vec assertions = {0};
    for (size_t i = 0; i < f->formula.assertions.n; i++)
        vec_push(&assertions,
                 term_substitute(b, f->formula.assertions.at[i], &hidden->term, &hidden->call, 1));
    strbuf_puts(out, before ? before : "");
    strbuf_puts(out, "(set-logic ALL)\n");
    put_declaration(b, hidden, out);
    know_box(b, hidden, known);
    smt_print_declarations(b, assertions.at, assertions.n, known, NULL, out);
    for (size_t i = 0; i < assertions.n; i++) {
        strbuf_puts(out, "(assert ");
        smt_print_term(b, assertions.at[i], NULL, out);
        strbuf_puts(out, ")\n");
    }
    strbuf_puts(out, "(check-sat)\n");
    strbuf_puts(out, after ? after : "");
    bank_release(b, &mark);
    vec_free(&assertions);
    smt_printed_free(known);
}
