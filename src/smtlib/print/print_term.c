/* Terms as text: walks the graph of share.h with a stack of tasks, so that depth costs no stack. */
#include "smtlib/print/print_impl.h"

#include <assert.h>

#include "smtlib/format/format.h"
#include "smtlib/print/lower.h"
#include "term/core/subst.h"
#include "term/core/walk.h"

enum {
    TASK_ITEM,     /* a: node or 0, b: term; after a space */
    TASK_FIRST,    /* the same without the space */
    TASK_CLOSE,    /* a: how many parentheses */
    TASK_LET,      /* (let ( */
    TASK_BINDING,  /* a: node */
    TASK_IN,       /* ") " between bindings and body */
    TASK_PATTERNS, /* b: binder */
    TASK_PATTERN_END,
    TASK_AFTER_PATTERN,
    TASK_PLACE,    /* a place begins */
    TASK_PLACE_END /* a: argument, b: parent */
};

static void push(smt_printer *p, uint32_t kind, uint32_t a, uint32_t b)
{
    vec_push(&p->tasks, ((print_task){kind, a, b}));
}

static void put_let_name(const smt_printer *p, uint32_t name, strbuf *out)
{
    for (uint32_t i = 0; i < p->graph.sigil; i++)
        strbuf_putc(out, '$');
    strbuf_put_u64(out, name);
}

/* Pushes an argument, and that its place is recorded. */
static void push_argument(smt_printer *p, uint32_t kind, uint32_t node, term_id t,
                          uint32_t argument, term_id parent)
{
    if (!p->places || p->in_pattern) {
        push(p, kind, node, t);
        return;
    }
    push(p, TASK_PLACE_END, argument, parent);
    push(p, TASK_FIRST, node, t);
    push(p, TASK_PLACE, kind == TASK_ITEM, 0);
}

/* Pushes the lets of a scope around `node`/`t`, its body; the body of `binder`, or of none. */
static void push_scope(smt_printer *p, uint32_t scope, uint32_t node, term_id t, term_id binder)
{
    const share_graph *g = &p->graph;
    uint32_t first = 0, end = 0;
    if (g->scopes.n) {
        first = g->scopes.at[scope];
        end = g->scopes.at[scope + 1];
    }
    uint32_t groups = 0;
    for (uint32_t i = first; i < end; i++)
        groups +=
            i == first || g->nodes.at[g->lets.at[i]].rank != g->nodes.at[g->lets.at[i - 1]].rank;
    if (groups)
        push(p, TASK_CLOSE, groups, 0);
    push_argument(p, TASK_FIRST, node, t, binder ? term_var_count(p->bank, binder) : 0, binder);
    for (uint32_t i = end; i-- > first;) {
        uint32_t rank = g->nodes.at[g->lets.at[i]].rank;
        if (i + 1 == end || g->nodes.at[g->lets.at[i + 1]].rank != rank)
            push(p, TASK_IN, 0, 0);
        bool opens = i == first || g->nodes.at[g->lets.at[i - 1]].rank != rank;
        push(p, TASK_BINDING, g->lets.at[i], opens);
        if (opens)
            push(p, TASK_LET, 0, 0);
    }
}

static void open_binder(smt_printer *p, uint32_t node, term_id t, strbuf *out)
{
    term_bank *b = p->bank;
    uint32_t n = term_var_count(b, t);
    bool patterns = term_arity(b, t) > n + 1;
    strbuf_puts(out, term_op_text(term_op_of(b, t)));
    strbuf_putc(out, ' ');
    smt_print_vars(b, term_args(b, t), n, out);
    strbuf_puts(out, patterns ? " (! " : " ");
    push(p, TASK_CLOSE, patterns ? 2 : 1, 0);
    if (patterns)
        push(p, TASK_PATTERNS, n + 1, t);
    if (node)
        push_scope(p, p->graph.nodes.at[node].inner, p->graph.kids.at[p->graph.nodes.at[node].kids],
                   term_body(b, t), t);
    else
        push_argument(p, TASK_FIRST, 0, term_body(b, t), n, t);
}

/* Prints the head of a term and pushes the rest. `node` 0: as a tree. */
static void expand(smt_printer *p, uint32_t node, term_id t, strbuf *out)
{
    term_bank *b = p->bank;
    const smt_known_texts *known = p->options.known;
    if (known && p->options.no_let && known->put(known->context, t, out))
        return;
    if (share_is_leaf(b, t)) {
        smt_print_leaf(b, t, p->options.dialect, out);
        return;
    }
    term_op op = term_op_of(b, t);
    if (op == OP_CAST) { /* no language has it: the model of a solver, as it gave it */
        push_argument(p, TASK_FIRST, node ? p->graph.kids.at[p->graph.nodes.at[node].kids] : 0,
                      term_arg(b, t, 0), 0, t);
        return;
    }
    strbuf_putc(out, '(');
    if (term_is_binder(op)) {
        open_binder(p, node, t, out);
        return;
    }
    smt_print_function(b, t, p->options.dialect, out);
    push(p, TASK_CLOSE, 1, 0);
    const term_id *args = term_args(b, t);
    const uint32_t *kids = node ? p->graph.kids.at + p->graph.nodes.at[node].kids : NULL;
    for (uint32_t i = term_arity(b, t); i-- > 0;)
        push_argument(p, TASK_ITEM, kids ? kids[i] : 0, args[i], i, t);
}

static void print_item(smt_printer *p, uint32_t node, term_id t, strbuf *out)
{
    if (node && p->graph.nodes.at[node].name)
        put_let_name(p, p->graph.nodes.at[node].name, out);
    else
        expand(p, node, t, out);
}

static void push_patterns(smt_printer *p, uint32_t from, term_id binder)
{
    term_bank *b = p->bank;
    for (uint32_t i = term_arity(b, binder); i-- > from;) {
        term_id pattern = term_arg(b, binder, i);
        push(p, TASK_AFTER_PATTERN, 0, 0);
        for (uint32_t j = term_arity(b, pattern); j-- > 0;)
            push(p, j ? TASK_ITEM : TASK_FIRST, 0, term_arg(b, pattern, j));
        push(p, TASK_PATTERN_END, 0, 0);
    }
}

static void run(smt_printer *p, strbuf *out)
{
    while (p->tasks.n) {
        print_task task = vec_pop(&p->tasks);
        switch (task.kind) {
        case TASK_ITEM:
            strbuf_putc(out, ' ');
            print_item(p, task.a, task.b, out);
            break;
        case TASK_FIRST:
            print_item(p, task.a, task.b, out);
            break;
        case TASK_CLOSE:
            for (uint32_t i = 0; i < task.a; i++)
                strbuf_putc(out, ')');
            break;
        case TASK_LET:
            strbuf_puts(out, "(let (");
            break;
        case TASK_BINDING:
            strbuf_puts(out, task.b ? "(" : " (");
            put_let_name(p, p->graph.nodes.at[task.a].name, out);
            strbuf_putc(out, ' ');
            push(p, TASK_CLOSE, 1, 0);
            expand(p, task.a, p->graph.nodes.at[task.a].term, out);
            break;
        case TASK_IN:
            strbuf_puts(out, ") ");
            break;
        case TASK_PATTERNS:
            push_patterns(p, task.a, task.b);
            break;
        case TASK_PATTERN_END:
            strbuf_puts(out, " :pattern (");
            p->in_pattern = true;
            break;
        case TASK_AFTER_PATTERN:
            strbuf_putc(out, ')');
            p->in_pattern = false;
            break;
        case TASK_PLACE:
            if (task.a)
                strbuf_putc(out, ' ');
            vec_push(&p->openings, p->places->n);
            vec_push(p->places, (smt_place){.start = out->n});
            break;
        case TASK_PLACE_END: {
            smt_place *place = &p->places->at[vec_pop(&p->openings)];
            *place = (smt_place){task.b, task.a, place->start, out->n};
            break;
        }
        default:
            assert(false);
        }
    }
}

/* `t` with the variables in `from` called something else, where they are bound and where used. */
static term_id rename_vars(term_bank *b, term_id t, const map *names)
{
    term_vec order = {0}, args = {0};
    map memo = {0};
    term_postorder(b, &t, 1, &order);
    for (size_t i = 0; i < order.n; i++) {
        term_id s = order.at[i], result = s;
        if (term_op_of(b, s) == OP_VAR) {
            result = (term_id)map_get(names, s, s);
        } else if (term_has_var(b, s)) {
            vec_clear(&args);
            for (uint32_t k = 0; k < term_arity(b, s); k++)
                vec_push(&args, (term_id)map_get(&memo, term_arg(b, s, k), 0));
            result = term_rebuild(b, s, args.at);
        }
        map_put(&memo, s, result);
    }
    term_id renamed = (term_id)map_get(&memo, t, 0);
    map_free(&memo);
    vec_free(&order);
    vec_free(&args);
    return renamed;
}

/* Builds the graph of a body under parameters, and again with other names where names clash.
 * `parameters` is the caller's copy and may change. */
static term_id build_graph(smt_printer *p, term_id t, term_id *parameters, uint32_t n)
{
    term_bank *b = p->bank;
    share_build(&p->graph, b, t, parameters, n, p->options.no_let);
    while (p->graph.rename.n) {
        map names = {0};
        for (size_t i = 0; i < p->graph.rename.n; i++) {
            term_id var = p->graph.rename.at[i];
            if (map_find(&names, var))
                continue;
            symbol_id fresh = symbol_fresh(b, symbol_text(b, term_symbol(b, var)));
            map_put(&names, var, term_var(b, fresh, term_sort(b, var)));
        }
        t = rename_vars(b, t, &names);
        for (uint32_t i = 0; i < n; i++)
            parameters[i] = (term_id)map_get(&names, parameters[i], parameters[i]);
        map_free(&names);
        share_build(&p->graph, b, t, parameters, n, p->options.no_let);
    }
    return t;
}

void smt_printer_init(smt_printer *p, term_bank *b, const smt_print_options *options)
{
    *p = (smt_printer){.bank = b};
    if (options)
        p->options = *options;
}

void smt_printer_free(smt_printer *p)
{
    share_free(&p->graph);
    vec_free(&p->tasks);
    vec_free(&p->openings);
}

static term_id lowered(smt_printer *p, term_id t)
{
    return p->options.dialect == DIALECT_STANDARD ? t : smt_lower(p->bank, t, p->options.dialect);
}

static void push_root(smt_printer *p, term_id t)
{
    if (p->options.no_let)
        push(p, TASK_FIRST, 0, t);
    else
        push_scope(p, 0, p->graph.root, t, 0);
}

void smt_printer_term(smt_printer *p, term_id t, strbuf *out)
{
    t = lowered(p, t);
    if (!p->options.no_let && share_is_tree(p->bank, t)) {
        smt_print_options options = {.dialect = p->options.dialect};
        smt_print_small(p->bank, t, &options, out);
        return;
    }
    if (share_is_leaf(p->bank, t) || (p->options.no_let && !term_has_binder(p->bank, t)))
        push(p, TASK_FIRST, 0, t);
    else
        push_root(p, build_graph(p, t, NULL, 0));
    run(p, out);
}

void smt_printer_signature(smt_printer *p, const term_id *parameters, uint32_t n, sort_id range,
                           strbuf *out)
{
    smt_print_vars(p->bank, parameters, n, out);
    strbuf_putc(out, ' ');
    sort_print(p->bank, range, out);
}

void smt_printer_definition(smt_printer *p, const term_id *parameters, uint32_t n, sort_id range,
                            term_id body, strbuf *out)
{
    term_vec own = {0};
    vec_append(&own, parameters, n);
    body = build_graph(p, lowered(p, body), own.at, n);
    smt_printer_signature(p, own.at, n, range, out);
    strbuf_putc(out, ' ');
    push_root(p, body);
    run(p, out);
    vec_free(&own);
}

void smt_printer_layout(const smt_printer *p, strbuf *out, size_t start)
{
    if (!p->options.indent)
        return;
    smt_format_options options = {.width = p->options.width, .indent = p->options.indent};
    strbuf formatted = STRBUF_INIT;
    char *error = NULL;
    bool good = smt_format(out->text + start, out->n - start, &options, &formatted, &error);
    assert(good);
    (void)good;
    while (formatted.n && formatted.text[formatted.n - 1] == '\n')
        formatted.n--;
    out->n = start;
    strbuf_add(out, formatted.text, formatted.n);
    strbuf_free(&formatted);
}

void smt_print_term(term_bank *b, term_id t, const smt_print_options *options, strbuf *out)
{
    smt_printer p;
    smt_printer_init(&p, b, options);
    size_t start = out->n;
    smt_printer_term(&p, t, out);
    smt_printer_layout(&p, out, start);
    smt_printer_free(&p);
}

bool smt_print_places(term_bank *b, term_id t, smt_dialect dialect, strbuf *out, smt_places *places)
{
    smt_printer p;
    smt_print_options options = {.dialect = dialect};
    smt_printer_init(&p, b, &options);
    bool own = lowered(&p, t) == t;
    if (own && share_is_leaf(b, t)) {
        size_t start = out->n;
        smt_print_leaf(b, t, dialect, out);
        vec_push(places, ((smt_place){0, 0, start, out->n}));
    } else if (own) {
        own = build_graph(&p, t, NULL, 0) == t;
        p.places = places;
        if (own)
            push_root(&p, t);
        run(&p, out);
    }
    smt_printer_free(&p);
    return own;
}
