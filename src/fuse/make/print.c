/* Printing fused formulas: the prepared text of two seeds, with other text in some places. */
#include "fuse/make/maker_impl.h"
#include "fuse/seeds/logic.h"

void fuse_layout_free(fuse_layout *l)
{
    if (!l)
        return;
    for (int i = 0; i < 2; i++)
        vec_free(&l->changes[i]);
    vec_free(&l->fresh);
    vec_free(&l->constraints);
    vec_free(&l->steps);
    vec_free(&l->assumptions);
    free(l);
}

/* Sorts that the seeds declare are not to be declared again with the fresh constants. */
static bool fresh_is_plain(const term_bank *b, const fuse_layout *l)
{
    for (size_t i = 0; i < l->fresh.n; i++) {
        decl_id d = l->fresh.at[i];
        unsigned needs = logic_of_sort(b, decl_range(b, d));
        for (uint32_t k = 0; k < decl_arity(b, d); k++)
            needs |= logic_of_sort(b, decl_domain(b, d, k));
        if (needs & (LOGIC_SORTS | LOGIC_DATATYPES))
            return false;
    }
    return true;
}

/* The text of a term, printed once for all places that it is put into. */
typedef struct replacement {
    term_id term;
    size_t from, length;
} replacement;

typedef struct replacements {
    strbuf text;
    VEC(replacement) list;
} replacements;

/* Few enough nodes, as a tree, that sharing need not be looked for. */
static bool is_small(const term_bank *b, term_id t)
{
    enum { SMALL = 40 };
    term_id stack[SMALL];
    uint32_t n = 1, seen = 0;
    stack[0] = t;
    while (n) {
        t = stack[--n];
        uint32_t arity = term_arity(b, t);
        if (++seen + n + arity > SMALL || term_is_binder(term_op_of(b, t)))
            return false;
        for (uint32_t i = 0; i < arity; i++)
            stack[n++] = term_arg(b, t, i);
    }
    return true;
}

static const replacement *text_of(replacements *r, term_bank *b, term_id t, smt_dialect dialect)
{
    for (size_t i = r->list.n; i-- > 0;)
        if (r->list.at[i].term == t)
            return &r->list.at[i];
    smt_print_options options = {.dialect = dialect, .no_let = is_small(b, t)};
    size_t from = r->text.n;
    smt_print_term(b, t, &options, &r->text);
    vec_push(&r->list, ((replacement){t, from, r->text.n - from}));
    return &vec_last(&r->list);
}

static void print_side(fuse_maker *m, const fuse_layout *l, int which, const side_text *text,
                       smt_dialect dialect, replacements *r, text_patches *patches, strbuf *out)
{
    vec_clear(patches);
    for (size_t i = 0; i < l->changes[which].n; i++) {
        const side_change *c = &l->changes[which].at[i];
        const replacement *by = text_of(r, m->bank, c->by, dialect);
        side_text_patch(text, c->edge, by->from, by->length, patches);
    }
    if (!l->disjoined) {
        side_text_print(text, patches, r->text.text, "(assert ", ")\n", out);
        return;
    }
    bool several = text->ends.n > 1;
    strbuf_puts(out, several ? " (and" : "");
    if (!text->ends.n)
        strbuf_puts(out, " true");
    side_text_print(text, patches, r->text.text, " ", "", out);
    strbuf_puts(out, several ? ")" : "");
}

static void print_quickly(fuse_maker *m, const fused *f, const side_text *const texts[2],
                          smt_dialect dialect, strbuf *out)
{
    const fuse_layout *l = f->layout;
    smt_print_options options = {.dialect = dialect};
    replacements r = {.text = STRBUF_INIT};
    text_patches patches = {0};
    strbuf_puts(out, "(set-logic ");
    smt_print_symbol(m->bank, f->formula.logic, out);
    strbuf_puts(out, ")\n");
    for (int i = 0; i < 2; i++)
        strbuf_add(out, texts[i]->declarations.text, texts[i]->declarations.n);
    for (size_t i = 0; i < l->fresh.n; i++) {
        smt_print_decl(m->bank, l->fresh.at[i], &options, out);
        strbuf_putc(out, '\n');
    }
    strbuf_puts(out, l->disjoined ? "(assert (or" : "");
    for (int i = 0; i < 2; i++)
        print_side(m, l, i, texts[i], dialect, &r, &patches, out);
    strbuf_puts(out, l->disjoined ? "))\n" : "");
    for (size_t i = 0; i < l->constraints.n; i++) {
        options.no_let = is_small(m->bank, l->constraints.at[i]);
        strbuf_puts(out, "(assert ");
        smt_print_term(m->bank, l->constraints.at[i], &options, out);
        strbuf_puts(out, ")\n");
    }
    strbuf_puts(out, "(check-sat)\n");
    strbuf_free(&r.text);
    vec_free(&r.list);
    vec_free(&patches);
}

static void print_check(term_bank *b, const smt_print_options *options, const term_id *assumptions,
                        uint32_t n, strbuf *out)
{
    strbuf_puts(out, n ? "(check-sat-assuming (" : "(check-sat)\n");
    for (uint32_t i = 0; i < n; i++) {
        strbuf_puts(out, i ? " " : "");
        smt_print_term(b, assumptions[i], options, out);
    }
    strbuf_puts(out, n ? "))\n" : "");
}

static void print_step(term_bank *b, const smt_print_options *options, const script_step *step,
                       const term_id *assumptions, strbuf *out)
{
    switch (step->kind) {
    case STEP_ASSERT:
        strbuf_puts(out, "(assert ");
        smt_print_term(b, step->term, options, out);
        strbuf_puts(out, ")\n");
        break;
    case STEP_PUSH:
        strbuf_printf(out, "(push %u)\n", step->number);
        break;
    case STEP_POP:
        strbuf_printf(out, "(pop %u)\n", step->number);
        break;
    case STEP_CHECK:
        print_check(b, options, assumptions, step->number, out);
        break;
    }
}

void fuse_print_script(term_bank *b, const fused *f, smt_dialect dialect, strbuf *out)
{
    const fuse_layout *l = f->layout;
    smt_print_options options = {.dialect = dialect};
    term_vec roots = {0};
    size_t assumption = 0;
    for (size_t i = 0; i < l->steps.n; i++)
        if (l->steps.at[i].kind == STEP_ASSERT)
            vec_push(&roots, l->steps.at[i].term);
    vec_append(&roots, l->assumptions.at, l->assumptions.n);
    if (dialect == DIALECT_CVC5 || dialect == DIALECT_CVC4) /* they must be told beforehand */
        strbuf_puts(out, "(set-option :incremental true)\n");
    strbuf_puts(out, "(set-logic ");
    smt_print_symbol(b, f->formula.logic, out);
    strbuf_puts(out, ")\n");
    smt_print_declarations(b, roots.at, roots.n, NULL, &options, out);
    for (size_t i = 0; i < l->steps.n; i++) {
        const term_id *own = l->assumptions.n ? l->assumptions.at + assumption : NULL;
        print_step(b, &options, &l->steps.at[i], own, out);
        assumption += l->steps.at[i].kind == STEP_CHECK ? l->steps.at[i].number : 0;
    }
    vec_free(&roots);
}

void fuse_print(fuse_maker *m, const fused *f, smt_dialect dialect, const char *before,
                const char *after, strbuf *out)
{
    const side_text *texts[2] = {NULL, NULL};
    bool quick =
        f->layout && !f->layout->steps.n && f->formula.logic && fresh_is_plain(m->bank, f->layout);
    for (int i = 0; i < 2 && quick; i++) {
        texts[i] = prepared_text(&m->seeds_ready, f->layout->seeds[i], (seed_role)i, dialect);
        quick = texts[i]->usable;
    }
    if (before)
        strbuf_puts(out, before);
    if (f->layout && f->layout->steps.n)
        fuse_print_script(m->bank, f, dialect, out);
    else if (quick)
        print_quickly(m, f, texts, dialect, out);
    else
        formula_print(m->bank, &f->formula, dialect, NULL, NULL, out);
    if (after)
        strbuf_puts(out, after);
}
