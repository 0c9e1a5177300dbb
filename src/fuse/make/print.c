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
    vec_free(&l->parts[0]);
    vec_free(&l->parts[1]);
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

/* The prepared texts of both seeds; false: they cannot be used for this formula. */
static bool find_texts(fuse_maker *m, const fused *f, smt_dialect dialect, side_text *texts[2])
{
    bool quick = f->layout && f->formula.logic && fresh_is_plain(m->bank, f->layout);
    for (int i = 0; quick && i < f->layout->sides; i++) {
        texts[i] = prepared_text(&m->seeds_ready, f->layout->seeds[i], (seed_role)i, dialect);
        quick = texts[i]->usable;
    }
    return quick;
}

/* The text of a term, printed once for all places that it is put into. */
typedef struct replacement {
    size_t from, length;
} replacement;

typedef struct replacements {
    strbuf text;
    VEC(replacement) list;
    map numbers; /* term -> number in the list + 1 */
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

static void remember(replacements *r, term_id t, size_t from, size_t to)
{
    vec_push(&r->list, ((replacement){from, to - from}));
    map_put(&r->numbers, t, r->list.n);
}

static void free_replacements(replacements *r)
{
    strbuf_free(&r->text);
    vec_free(&r->list);
    map_free(&r->numbers);
}

static const replacement *text_of(replacements *r, term_bank *b, term_id t, smt_dialect dialect)
{
    uint64_t known = r->list.n ? map_get(&r->numbers, t, 0) : 0;
    if (known)
        return &r->list.at[known - 1];
    smt_print_options options = {.dialect = dialect, .no_let = is_small(b, t)};
    size_t from = r->text.n;
    smt_print_term(b, t, &options, &r->text);
    remember(r, t, from, r->text.n);
    return &vec_last(&r->list);
}

static void find_patches(fuse_maker *m, const side_changes *changes, const side_text *text,
                         smt_dialect dialect, replacements *r, text_patches *patches)
{
    vec_clear(patches);
    for (size_t i = 0; i < changes->n; i++) {
        const side_change *c = &changes->at[i];
        const replacement *by = text_of(r, m->bank, c->by, dialect);
        side_text_patch(text, c->edge, by->from, by->length, patches);
    }
}

static void print_side(fuse_maker *m, const fuse_layout *l, int which, const side_text *text,
                       smt_dialect dialect, replacements *r, text_patches *patches, strbuf *out)
{
    find_patches(m, &l->changes[which], text, dialect, r, patches);
    if (!l->disjoined) {
        side_text_print(text, patches, r->text.text, "(assert ", ")\n", out, NULL);
        return;
    }
    bool several = text->ends.n > 1;
    strbuf_puts(out, several ? " (and" : "");
    if (!text->ends.n)
        strbuf_puts(out, " true");
    side_text_print(text, patches, r->text.text, " ", "", out, NULL);
    strbuf_puts(out, several ? ")" : "");
}

static void print_beginning(fuse_maker *m, const fused *f, side_text *const texts[2],
                            const smt_print_options *options, strbuf *out)
{
    const fuse_layout *l = f->layout;
    strbuf_puts(out, "(set-logic ");
    smt_print_symbol(m->bank, f->formula.logic, out);
    strbuf_puts(out, ")\n");
    for (int i = 0; i < l->sides; i++)
        strbuf_add(out, texts[i]->declarations.text, texts[i]->declarations.n);
    for (size_t i = 0; i < l->fresh.n; i++) {
        smt_print_decl(m->bank, l->fresh.at[i], options, out);
        strbuf_putc(out, '\n');
    }
}

static void print_quickly(fuse_maker *m, const fused *f, side_text *const texts[2],
                          smt_dialect dialect, strbuf *out)
{
    const fuse_layout *l = f->layout;
    smt_print_options options = {.dialect = dialect};
    replacements r = {.text = STRBUF_INIT};
    text_patches patches = {0};
    print_beginning(m, f, texts, &options, out);
    strbuf_puts(out, l->disjoined ? "(assert (or" : "");
    for (int i = 0; i < l->sides; i++)
        print_side(m, l, i, texts[i], dialect, &r, &patches, out);
    strbuf_puts(out, l->disjoined ? "))\n" : "");
    for (size_t i = 0; i < l->constraints.n; i++) {
        options.no_let = is_small(m->bank, l->constraints.at[i]);
        strbuf_puts(out, "(assert ");
        smt_print_term(m->bank, l->constraints.at[i], &options, out);
        strbuf_puts(out, ")\n");
    }
    strbuf_puts(out, "(check-sat)\n");
    free_replacements(&r);
    vec_free(&patches);
}

/* ---- What was put together of formulas ------------------------------------------------------- */

/* A script that is being printed. */
typedef struct script_print {
    fuse_maker *m;
    const smt_print_options *options;
    replacements known; /* assertions of seeds, after their changes */
    const fused *whole; /* subterms of its seeds are known, too; NULL: they are not */
    side_text *const *texts;
    strbuf *out;
} script_print;

static bool put_subterm(const script_print *p, term_id t)
{
    const fuse_layout *l = p->whole ? p->whole->layout : NULL;
    for (int i = 0; l && i < l->sides; i++)
        if (map_find(&prepared_side(&p->m->seeds_ready, l->seeds[i], (seed_role)i)->index, t)) {
            side_text_term(p->texts[i], p->m->bank, t, p->out);
            return true;
        }
    return false;
}

/* The texts of what is known are copied. Recursion is as deep as what incremental.c and recombine.c build. */
static void put_term(script_print *p, term_id t)
{
    static const struct {
        term_op op;
        const char *begin;
    } frames[] = {{OP_NOT, "(not"}, {OP_AND, "(and"}, {OP_IMPLIES, "(=>"},        {OP_OR, "(or"},
                  {OP_XOR, "(xor"}, {OP_EQ, "(="},    {OP_DISTINCT, "(distinct"}, {OP_ITE, "(ite"}};
    term_bank *b = p->m->bank;
    uint64_t known = p->known.list.n ? map_get(&p->known.numbers, t, 0) : 0;
    if (known) {
        const replacement *r = &p->known.list.at[known - 1];
        strbuf_add(p->out, p->known.text.text + r->from, r->length);
        return;
    }
    if (put_subterm(p, t))
        return;
    bool opened = p->whole || p->known.list.n;
    for (size_t i = 0; opened && i < sizeof frames / sizeof *frames; i++)
        if (term_op_of(b, t) == frames[i].op) {
            strbuf_puts(p->out, frames[i].begin);
            for (uint32_t k = 0; k < term_arity(b, t); k++) {
                strbuf_putc(p->out, ' ');
                put_term(p, term_arg(b, t, k));
            }
            strbuf_putc(p->out, ')');
            return;
        }
    smt_print_options options = *p->options;
    options.no_let = is_small(b, t);
    smt_print_term(b, t, &options, p->out);
}

static void print_check(script_print *p, const term_id *assumptions, uint32_t n)
{
    strbuf_puts(p->out, n ? "(check-sat-assuming (" : "(check-sat)\n");
    for (uint32_t i = 0; i < n; i++) {
        strbuf_puts(p->out, i ? " " : "");
        put_term(p, assumptions[i]);
    }
    strbuf_puts(p->out, n ? "))\n" : "");
}

static void print_step(script_print *p, const script_step *step, const term_id *assumptions)
{
    switch (step->kind) {
    case STEP_ASSERT:
        strbuf_puts(p->out, "(assert ");
        put_term(p, step->term);
        strbuf_puts(p->out, ")\n");
        break;
    case STEP_PUSH:
        strbuf_printf(p->out, "(push %u)\n", step->number);
        break;
    case STEP_POP:
        strbuf_printf(p->out, "(pop %u)\n", step->number);
        break;
    case STEP_CHECK:
        print_check(p, assumptions, step->number);
        break;
    }
}

/* All assertions of the seeds, after their changes. */
static void know_parts(script_print *p, const fuse_layout *l, side_text *const texts[2])
{
    replacements r = {.text = STRBUF_INIT};
    text_patches patches = {0};
    vec_u32 ends = {0};
    for (int i = 0; i < 2; i++) {
        size_t from = p->known.text.n;
        find_patches(p->m, &l->changes[i], texts[i], p->options->dialect, &r, &patches);
        vec_clear(&ends);
        side_text_print(texts[i], &patches, r.text.text, "", "", &p->known.text, &ends);
        for (size_t k = 0; k < ends.n; k++) {
            remember(&p->known, l->parts[i].at[k], from, ends.at[k]);
            from = ends.at[k];
        }
    }
    free_replacements(&r);
    vec_free(&patches);
    vec_free(&ends);
}

static void print_declarations(const script_print *p, const fused *f)
{
    const fuse_layout *l = f->layout;
    term_vec roots = {0};
    for (size_t i = 0; i < l->steps.n; i++)
        if (l->steps.at[i].kind == STEP_ASSERT)
            vec_push(&roots, l->steps.at[i].term);
    vec_append(&roots, l->assumptions.at, l->assumptions.n);
    strbuf_puts(p->out, "(set-logic ");
    smt_print_symbol(p->m->bank, f->formula.logic, p->out);
    strbuf_puts(p->out, ")\n");
    smt_print_declarations(p->m->bank, roots.at, roots.n, NULL, p->options, p->out);
    vec_free(&roots);
}

void fuse_print_script(fuse_maker *m, const fused *f, smt_dialect dialect, strbuf *out)
{
    const fuse_layout *l = f->layout;
    smt_print_options options = {.dialect = dialect};
    script_print p = {.m = m, .options = &options, .known = {.text = STRBUF_INIT}, .out = out};
    side_text *texts[2];
    size_t assumption = 0;
    if (dialect == DIALECT_CVC5 || dialect == DIALECT_CVC4) /* they must be told beforehand */
        strbuf_puts(out, "(set-option :incremental true)\n");
    if (find_texts(m, f, dialect, texts)) {
        print_beginning(m, f, texts, &options, out);
        know_parts(&p, l, texts);
    } else {
        print_declarations(&p, f);
    }
    for (size_t i = 0; i < l->steps.n; i++) {
        const term_id *own = l->assumptions.n ? l->assumptions.at + assumption : NULL;
        print_step(&p, &l->steps.at[i], own);
        assumption += l->steps.at[i].kind == STEP_CHECK ? l->steps.at[i].number : 0;
    }
    free_replacements(&p.known);
}

/* Assertions that were put together anew. */
static void print_whole(fuse_maker *m, const fused *f, side_text *const texts[2],
                        smt_dialect dialect, strbuf *out)
{
    smt_print_options options = {.dialect = dialect};
    script_print p = {.m = m,
                      .options = &options,
                      .known = {.text = STRBUF_INIT},
                      .whole = f,
                      .texts = texts,
                      .out = out};
    print_beginning(m, f, texts, &options, out);
    for (size_t i = 0; i < f->formula.assertions.n; i++) {
        strbuf_puts(out, "(assert ");
        put_term(&p, f->formula.assertions.at[i]);
        strbuf_puts(out, ")\n");
    }
    strbuf_puts(out, "(check-sat)\n");
    free_replacements(&p.known);
}

void fuse_print(fuse_maker *m, fused *f, smt_dialect dialect, const char *before, const char *after,
                strbuf *out)
{
    side_text *texts[2];
    if (before)
        strbuf_puts(out, before);
    if (f->layout && f->layout->steps.n) {
        fuse_print_script(m, f, dialect, out);
    } else if (find_texts(m, f, dialect, texts)) {
        (f->layout->whole ? print_whole : print_quickly)(m, f, texts, dialect, out);
    } else {
        fuse_complete(m, f);
        formula_print(m->bank, &f->formula, dialect, NULL, NULL, out);
    }
    if (after)
        strbuf_puts(out, after);
}
