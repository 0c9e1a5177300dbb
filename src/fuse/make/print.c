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

/* ---- Texts that are there -------------------------------------------------------------------- */

/* Few enough nodes, as a tree, that sharing need not be looked for; what is older than `first` has its text. */
static bool is_small(const term_bank *b, term_id t, term_id first)
{
    enum { SMALL = 100 };
    term_id stack[SMALL];
    uint32_t n = 1, seen = 0;
    stack[0] = t;
    while (n) {
        t = stack[--n];
        uint32_t arity = t < first ? 0 : term_arity(b, t);
        if (++seen + n + arity > SMALL || (arity && term_is_binder(term_op_of(b, t))))
            return false;
        for (uint32_t i = 0; i < arity; i++)
            stack[n++] = term_arg(b, t, i);
    }
    return true;
}

/* What is new in a formula stands over subterms of its seeds and fresh constants. */
typedef struct known_parts {
    fuse_maker *m;
    const fused *f;
    side_text *const *texts;
} known_parts;

static bool put_subterm(const known_parts *k, term_id t, strbuf *out)
{
    const fuse_layout *l = k->f->layout;
    for (int i = 0; i < l->sides; i++)
        if (side_text_again(k->texts[i], t, out))
            return true;
    for (int i = 0; i < l->sides; i++)
        if (map_find(&prepared_side(&k->m->seeds_ready, l->seeds[i], (seed_role)i)->index, t)) {
            side_text_term(k->texts[i], k->m->bank, t, out);
            return true;
        }
    return false;
}

/* Fresh names need no quotes. */
static bool put_known(void *context, term_id t, strbuf *out)
{
    const known_parts *k = context;
    const term_bank *b = k->m->bank;
    if (t < k->f->mark.terms)
        return put_subterm(k, t, out);
    if (term_op_of(b, t) != OP_APP || term_arity(b, t))
        return false;
    symbol_id name = decl_name(b, term_decl(b, t));
    uint32_t i = name - k->m->names[0];
    if (i >= k->m->n_names || k->m->names[i] != name)
        return false;
    strbuf_add(out, symbol_text(b, name), symbol_length(b, name));
    return true;
}

/* A term of which most is known. */
static void print_new(known_parts *k, term_id t, smt_dialect dialect, strbuf *out)
{
    smt_known_texts known = {put_known, k};
    bool small = is_small(k->m->bank, t, k->f->layout->sides ? k->f->mark.terms : 0);
    smt_print_options options = {.dialect = dialect, .no_let = small, .known = &known};
    smt_print_term(k->m->bank, t, &options, out);
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

static const replacement *text_of(replacements *r, known_parts *k, term_id t, smt_dialect dialect)
{
    uint64_t known = r->list.n ? map_get(&r->numbers, t, 0) : 0;
    if (known)
        return &r->list.at[known - 1];
    size_t from = r->text.n;
    print_new(k, t, dialect, &r->text);
    remember(r, t, from, r->text.n);
    return &vec_last(&r->list);
}

static void find_patches(known_parts *k, const side_changes *changes, const side_text *text,
                         smt_dialect dialect, replacements *r, text_patches *patches)
{
    vec_clear(patches);
    for (size_t i = 0; i < changes->n; i++) {
        const side_change *c = &changes->at[i];
        const replacement *by = text_of(r, k, c->by, dialect);
        side_text_patch(text, c->edge, by->from, by->length, patches);
    }
}

static void print_side(known_parts *k, int which, smt_dialect dialect, replacements *r,
                       text_patches *patches, strbuf *out)
{
    const fuse_layout *l = k->f->layout;
    const side_text *text = k->texts[which];
    find_patches(k, &l->changes[which], text, dialect, r, patches);
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
        decl_id d = l->fresh.at[i];
        if (decl_arity(m->bank, d)) {
            smt_print_decl(m->bank, d, options, out);
        } else { /* as it would, but without a look at the name */
            strbuf_puts(out, "(declare-const ");
            strbuf_puts(out, symbol_text(m->bank, decl_name(m->bank, d)));
            strbuf_putc(out, ' ');
            sort_print(m->bank, decl_range(m->bank, d), out);
            strbuf_putc(out, ')');
        }
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
    known_parts k = {m, f, texts};
    print_beginning(m, f, texts, &options, out);
    strbuf_puts(out, l->disjoined ? "(assert (or" : "");
    for (int i = 0; i < l->sides; i++)
        print_side(&k, i, dialect, &r, &patches, out);
    strbuf_puts(out, l->disjoined ? "))\n" : "");
    for (size_t i = 0; i < l->constraints.n; i++) {
        strbuf_puts(out, "(assert ");
        print_new(&k, l->constraints.at[i], dialect, out);
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
    known_parts *parts; /* NULL: no texts are there */
    bool whole;         /* subterms of seeds stand in it as they are */
    strbuf *out;
} script_print;

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
    if (p->whole && put_subterm(p->parts, t, p->out))
        return;
    for (size_t i = 0; p->parts && i < sizeof frames / sizeof *frames; i++)
        if (term_op_of(b, t) == frames[i].op) {
            strbuf_puts(p->out, frames[i].begin);
            for (uint32_t k = 0; k < term_arity(b, t); k++) {
                strbuf_putc(p->out, ' ');
                put_term(p, term_arg(b, t, k));
            }
            strbuf_putc(p->out, ')');
            return;
        }
    if (p->parts)
        print_new(p->parts, t, p->options->dialect, p->out);
    else
        smt_print_term(b, t, p->options, p->out);
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
static void know_parts(script_print *p)
{
    const fuse_layout *l = p->parts->f->layout;
    replacements r = {.text = STRBUF_INIT};
    text_patches patches = {0};
    vec_u32 ends = {0};
    for (int i = 0; i < 2; i++) {
        size_t from = p->known.text.n;
        find_patches(p->parts, &l->changes[i], p->parts->texts[i], p->options->dialect, &r,
                     &patches);
        vec_clear(&ends);
        side_text_print(p->parts->texts[i], &patches, r.text.text, "", "", &p->known.text, &ends);
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
    known_parts k = {m, f, texts};
    size_t assumption = 0;
    if (dialect == DIALECT_CVC5 || dialect == DIALECT_CVC4) /* they must be told beforehand */
        strbuf_puts(out, "(set-option :incremental true)\n");
    if (find_texts(m, f, dialect, texts)) {
        print_beginning(m, f, texts, &options, out);
        p.parts = &k;
        know_parts(&p);
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
    known_parts k = {m, f, texts};
    script_print p = {.m = m,
                      .options = &options,
                      .known = {.text = STRBUF_INIT},
                      .parts = &k,
                      .whole = true,
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
