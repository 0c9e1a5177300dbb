/* Scripts: everything that terms need, declared in an order that can be read. */
#include "smtlib/print/print_impl.h"

#include "smtlib/print/components.h"
#include "smtlib/print/dialect.h"
#include "smtlib/print/sort_closure.h"
#include "term/core/codatatype.h"
#include "term/core/walk.h"

struct smt_printed {
    map sorts;     /* sorts looked at */
    map names;     /* declared sorts, by name */
    map datatypes; /* to 1 + position in the list while they are being collected */
    map decls;     /* the same */
};

smt_printed *smt_printed_new(void)
{
    return base_alloc_zero(1, sizeof(smt_printed));
}

void smt_printed_free(smt_printed *known)
{
    if (!known)
        return;
    map_free(&known->sorts);
    map_free(&known->names);
    map_free(&known->datatypes);
    map_free(&known->decls);
    free(known);
}

smt_printed *smt_printed_copy(const smt_printed *known)
{
    smt_printed *copy = smt_printed_new();
    map_copy(&copy->sorts, &known->sorts);
    map_copy(&copy->names, &known->names);
    map_copy(&copy->datatypes, &known->datatypes);
    map_copy(&copy->decls, &known->decls);
    return copy;
}

/* What is new, collected before anything is printed. */
typedef struct collection {
    term_bank *b;
    smt_printed *known;
    vec_u32 names; /* declared sorts */
    vec_u32 datatypes;
    vec_u32 free_decls;
    vec_u32 definitions;
    vec_u32 sort_stack;
    vec_u32 starts, edges; /* dependencies, as components_find wants them */
    term_vec order;
    bool has_tuples; /* they need no declaration */
} collection;

static void collection_free(collection *c)
{
    vec_free(&c->names);
    vec_free(&c->datatypes);
    vec_free(&c->free_decls);
    vec_free(&c->definitions);
    vec_free(&c->sort_stack);
    vec_free(&c->starts);
    vec_free(&c->edges);
    vec_free(&c->order);
}

static void need_sort(collection *c, sort_id sort)
{
    bool is_new;
    if (map_find(&c->known->sorts, sort))
        return;
    vec_push(&c->sort_stack, sort);
    while (c->sort_stack.n) {
        sort_id s = vec_pop(&c->sort_stack);
        map_insert(&c->known->sorts, s, &is_new);
        if (!is_new)
            continue;
        sort_push_parts(c->b, s, &c->sort_stack);
        sort_kind kind = sort_kind_of(c->b, s);
        if (kind == SORT_DECLARED) {
            map_insert(&c->known->names, sort_name(c->b, s), &is_new);
            if (is_new)
                vec_push(&c->names, s);
        } else if (kind == SORT_DATATYPE) {
            datatype_id d = sort_datatype_of(c->b, s);
            uint64_t *place = map_insert(&c->known->datatypes, d, &is_new);
            if (is_new) {
                vec_push(&c->datatypes, d);
                *place = c->datatypes.n;
                sort_push_fields(c->b, datatype_sort(c->b, d), &c->sort_stack);
            }
        }
    }
}

static bool is_definition(const term_bank *b, decl_id d)
{
    decl_kind kind = decl_kind_of(b, d);
    return kind == DECL_DEFINED || kind == DECL_RECURSIVE;
}

static void need_decl(collection *c, decl_id d)
{
    bool is_new;
    uint64_t *place = map_insert(&c->known->decls, d, &is_new);
    if (!is_new)
        return;
    if (decl_kind_of(c->b, d) == DECL_FREE) {
        vec_push(&c->free_decls, d);
    } else if (is_definition(c->b, d)) {
        vec_push(&c->definitions, d);
        *place = c->definitions.n;
    }
    for (uint32_t i = 0, n = decl_arity(c->b, d); i < n; i++)
        need_sort(c, decl_domain(c->b, d, i));
    need_sort(c, decl_range(c->b, d));
}

static void need_terms(collection *c, const term_id *roots, size_t n)
{
    vec_clear(&c->order);
    term_postorder(c->b, roots, n, &c->order);
    for (size_t i = 0; i < c->order.n; i++) {
        term_id t = c->order.at[i];
        if (term_op_of(c->b, t) == OP_APP)
            need_decl(c, term_decl(c->b, t));
        if (term_op_of(c->b, t) != OP_PATTERN)
            need_sort(c, term_sort(c->b, t));
    }
}

/* Bodies of definitions bring more definitions, until none is left; records who needs whom. */
static void need_bodies(collection *c)
{
    vec_push(&c->starts, 0);
    for (size_t i = 0; i < c->definitions.n; i++) {
        term_id body = decl_body(c->b, c->definitions.at[i]);
        need_terms(c, &body, 1);
        for (size_t j = 0; j < c->order.n; j++) {
            term_id t = c->order.at[j];
            uint64_t position = term_op_of(c->b, t) == OP_APP
                                    ? map_get(&c->known->decls, term_decl(c->b, t), 0)
                                    : 0;
            if (position)
                vec_push(&c->edges, (uint32_t)position - 1);
        }
        vec_push(&c->starts, (uint32_t)c->edges.n);
    }
}

static void print_sort_declarations(collection *c, strbuf *out)
{
    for (size_t i = 0; i < c->names.n; i++) {
        strbuf_puts(out, "(declare-sort ");
        smt_print_symbol(c->b, sort_name(c->b, c->names.at[i]), out);
        strbuf_printf(out, " %u)\n", sort_parameter_count(c->b, c->names.at[i]));
    }
}

static void print_constructors(term_bank *b, datatype_id d, strbuf *out)
{
    sort_id generic = datatype_sort(b, d);
    uint32_t parameters = sort_parameter_count(b, generic);
    if (parameters) {
        strbuf_puts(out, "(par (");
        for (uint32_t i = 0; i < parameters; i++) {
            strbuf_puts(out, i ? " " : "");
            sort_print(b, sort_parameter_at(b, generic, i), out);
        }
        strbuf_puts(out, ") ");
    }
    strbuf_putc(out, '(');
    for (uint32_t i = 0, n = datatype_constructor_count(b, d); i < n; i++) {
        decl_id c = sort_constructor(b, generic, i);
        strbuf_puts(out, i ? " (" : "(");
        smt_print_symbol(b, decl_name(b, c), out);
        for (uint32_t j = 0; j < decl_arity(b, c); j++) {
            strbuf_puts(out, " (");
            smt_print_symbol(b, decl_name(b, decl_selector(b, c, j)), out);
            strbuf_putc(out, ' ');
            sort_print(b, decl_domain(b, c, j), out);
            strbuf_putc(out, ')');
        }
        strbuf_putc(out, ')');
    }
    strbuf_puts(out, parameters ? "))" : ")");
}

static void print_family(collection *c, const uint32_t *members, uint32_t n, strbuf *out)
{
    if (c->has_tuples && sort_is_tuple(c->b, datatype_sort(c->b, c->datatypes.at[members[0]])))
        return;
    bool infinite = datatype_is_infinite(c->b, c->datatypes.at[members[0]]);
    strbuf_puts(out, infinite ? "(declare-codatatypes (" : "(declare-datatypes (");
    for (uint32_t i = 0; i < n; i++) {
        sort_id s = datatype_sort(c->b, c->datatypes.at[members[i]]);
        strbuf_puts(out, i ? " (" : "(");
        smt_print_symbol(c->b, sort_name(c->b, s), out);
        strbuf_printf(out, " %u)", sort_parameter_count(c->b, s));
    }
    strbuf_puts(out, ") (");
    for (uint32_t i = 0; i < n; i++) {
        strbuf_puts(out, i ? " " : "");
        print_constructors(c->b, c->datatypes.at[members[i]], out);
    }
    strbuf_puts(out, "))\n");
}

/* The datatypes that a sort mentions, as edges. */
static void add_sort_edges(collection *c, datatype_id d)
{
    vec_clear(&c->sort_stack);
    sort_push_fields(c->b, datatype_sort(c->b, d), &c->sort_stack);
    while (c->sort_stack.n) {
        sort_id s = vec_pop(&c->sort_stack);
        sort_push_parts(c->b, s, &c->sort_stack);
        if (sort_kind_of(c->b, s) != SORT_DATATYPE)
            continue;
        uint64_t position = map_get(&c->known->datatypes, sort_datatype_of(c->b, s), 0);
        if (position)
            vec_push(&c->edges, (uint32_t)position - 1);
    }
}

static void print_datatypes(collection *c, strbuf *out)
{
    if (!c->datatypes.n)
        return;
    vec_u32 order = {0}, ends = {0};
    vec_clear(&c->starts);
    vec_clear(&c->edges);
    vec_push(&c->starts, 0);
    for (size_t i = 0; i < c->datatypes.n; i++) {
        add_sort_edges(c, c->datatypes.at[i]);
        vec_push(&c->starts, (uint32_t)c->edges.n);
    }
    components_find((uint32_t)c->datatypes.n, c->starts.at, c->edges.at, &order, &ends);
    for (size_t i = 0; i < ends.n; i++) {
        uint32_t start = i ? ends.at[i - 1] : 0;
        print_family(c, order.at + start, ends.at[i] - start, out);
    }
    /* From now on they are merely known. */
    for (size_t i = 0; i < c->datatypes.n; i++)
        map_put(&c->known->datatypes, c->datatypes.at[i], 0);
    vec_free(&order);
    vec_free(&ends);
}

static void parameters_of(const term_bank *b, decl_id d, term_vec *parameters)
{
    vec_clear(parameters);
    for (uint32_t i = 0; i < decl_arity(b, d); i++)
        vec_push(parameters, decl_parameter(b, d, i));
}

void smt_printer_decl(smt_printer *p, decl_id d, strbuf *out)
{
    term_bank *b = p->bank;
    uint32_t n = decl_arity(b, d);
    if (is_definition(b, d)) {
        term_vec parameters = {0};
        parameters_of(b, d, &parameters);
        strbuf_puts(out,
                    decl_kind_of(b, d) == DECL_RECURSIVE ? "(define-fun-rec " : "(define-fun ");
        smt_print_symbol(b, decl_name(b, d), out);
        strbuf_putc(out, ' ');
        smt_printer_definition(p, parameters.at, n, decl_range(b, d), decl_body(b, d), out);
        vec_free(&parameters);
    } else {
        strbuf_puts(out, n ? "(declare-fun " : "(declare-const ");
        smt_print_symbol(b, decl_name(b, d), out);
        strbuf_puts(out, n ? " (" : " ");
        for (uint32_t i = 0; i < n; i++) {
            strbuf_puts(out, i ? " " : "");
            sort_print(b, decl_domain(b, d, i), out);
        }
        strbuf_puts(out, n ? ") " : "");
        sort_print(b, decl_range(b, d), out);
    }
    strbuf_putc(out, ')');
}

/* Definitions that call each other: all signatures, then all bodies. */
static void print_mutual(collection *c, smt_printer *p, const uint32_t *members, uint32_t n,
                         strbuf *out)
{
    term_bank *b = c->b;
    term_vec parameters = {0};
    strbuf_puts(out, "(define-funs-rec (");
    for (uint32_t i = 0; i < n; i++) {
        decl_id d = c->definitions.at[members[i]];
        parameters_of(b, d, &parameters);
        strbuf_puts(out, i ? " (" : "(");
        smt_print_symbol(b, decl_name(b, d), out);
        strbuf_putc(out, ' ');
        smt_printer_signature(p, parameters.at, (uint32_t)parameters.n, decl_range(b, d), out);
        strbuf_putc(out, ')');
    }
    strbuf_puts(out, ") (");
    for (uint32_t i = 0; i < n; i++) {
        strbuf_puts(out, i ? " " : "");
        smt_printer_term(p, decl_body(b, c->definitions.at[members[i]]), out);
    }
    strbuf_puts(out, "))");
    vec_free(&parameters);
}

static void print_definitions(collection *c, smt_printer *p, strbuf *out)
{
    if (!c->definitions.n)
        return;
    vec_u32 order = {0}, ends = {0};
    components_find((uint32_t)c->definitions.n, c->starts.at, c->edges.at, &order, &ends);
    for (size_t i = 0; i < ends.n; i++) {
        uint32_t start = i ? ends.at[i - 1] : 0, n = ends.at[i] - start;
        size_t from = out->n;
        if (n == 1)
            smt_printer_decl(p, c->definitions.at[order.at[start]], out);
        else
            print_mutual(c, p, order.at + start, n, out);
        smt_printer_layout(p, out, from);
        strbuf_putc(out, '\n');
    }
    for (size_t i = 0; i < c->definitions.n; i++)
        map_put(&c->known->decls, c->definitions.at[i], 0);
    vec_free(&order);
    vec_free(&ends);
}

static void print_declarations(smt_printer *p, const term_id *roots, size_t n, smt_printed *known,
                               strbuf *out)
{
    smt_printed *own = known ? NULL : smt_printed_new();
    collection c = {.b = p->bank,
                    .known = known ? known : own,
                    .has_tuples = smt_dialect_has_tuples(p->options.dialect)};
    need_terms(&c, roots, n);
    need_bodies(&c);
    vec_u32 starts = c.starts, edges = c.edges; /* of the definitions */
    c.starts = (vec_u32){0};
    c.edges = (vec_u32){0};
    print_sort_declarations(&c, out);
    print_datatypes(&c, out);
    vec_free(&c.starts);
    vec_free(&c.edges);
    c.starts = starts;
    c.edges = edges;
    for (size_t i = 0; i < c.free_decls.n; i++) {
        smt_printer_decl(p, c.free_decls.at[i], out);
        strbuf_putc(out, '\n');
    }
    print_definitions(&c, p, out);
    collection_free(&c);
    smt_printed_free(own);
}

void smt_print_decl(term_bank *b, decl_id d, const smt_print_options *options, strbuf *out)
{
    smt_printer p;
    smt_printer_init(&p, b, options);
    size_t start = out->n;
    smt_printer_decl(&p, d, out);
    smt_printer_layout(&p, out, start);
    smt_printer_free(&p);
}

void smt_print_declarations(term_bank *b, const term_id *roots, size_t n, smt_printed *known,
                            const smt_print_options *options, strbuf *out)
{
    smt_printer p;
    smt_printer_init(&p, b, options);
    print_declarations(&p, roots, n, known, out);
    smt_printer_free(&p);
}

void smt_print_script(term_bank *b, symbol_id logic, const term_id *assertions, size_t n,
                      const smt_print_options *options, strbuf *out)
{
    smt_printer p;
    smt_printer_init(&p, b, options);
    if (logic) {
        strbuf_puts(out, "(set-logic ");
        smt_print_symbol(b, logic, out);
        strbuf_puts(out, ")\n");
    }
    print_declarations(&p, assertions, n, NULL, out);
    for (size_t i = 0; i < n; i++) {
        size_t start = out->n;
        strbuf_puts(out, "(assert ");
        smt_printer_term(&p, assertions[i], out);
        strbuf_putc(out, ')');
        smt_printer_layout(&p, out, start);
        strbuf_putc(out, '\n');
    }
    strbuf_puts(out, "(check-sat)\n");
    smt_printer_free(&p);
}
