/* Printing fused formulas: the prepared text of two seeds, with other text in some places. */
#include "fuse/make/maker_impl.h"
#include "fuse/seeds/logic.h"
#include "smtlib/print/lower.h"
#include "smtlib/print/share.h"

static bool is_plain_sort(const term_bank *b, sort_id s)
{
    return !(logic_of_sort(b, s) & (LOGIC_SORTS | LOGIC_DATATYPES));
}

static bool has_plain_domain(const term_bank *b, decl_id d)
{
    for (uint32_t k = 0; k < decl_arity(b, d); k++)
        if (!is_plain_sort(b, decl_domain(b, d, k)))
            return false;
    return true;
}

static bool has_plain_sorts(const term_bank *b, decl_id d)
{
    return is_plain_sort(b, decl_range(b, d)) && has_plain_domain(b, d);
}

/* A constant of a datatype that was made for it, over plain sorts: no seed declares that. */
static bool has_own_datatype(term_bank *b, const fused *f, decl_id d)
{
    sort_id s = decl_range(b, d);
    if (decl_arity(b, d) || sort_kind_of(b, s) != SORT_DATATYPE || sort_is_tuple(b, s) ||
        sort_datatype_of(b, s) < f->mark.datatypes ||
        datatype_constructor_count(b, sort_datatype_of(b, s)) != 1)
        return false;
    return has_plain_domain(b, sort_constructor(b, s, 0));
}

/* Sorts that the seeds declare are not to be declared again with the fresh constants. */
static bool fresh_is_plain(term_bank *b, const fused *f)
{
    const vec_u32 *fresh = &f->layout->fresh;
    for (size_t i = 0; i < fresh->n; i++)
        if (!has_plain_sorts(b, fresh->at[i]) && !has_own_datatype(b, f, fresh->at[i]))
            return false;
    return true;
}

/* The prepared texts of both seeds; false: they cannot be used for this formula. */
static bool find_texts(fuse_maker *m, const fused *f, smt_dialect dialect,
                       const side_text *texts[2])
{
    const fuse_layout *l = f->layout;
    bool quick = l && f->formula.logic && fresh_is_plain(m->bank, f);
    text_frame frame = quick && (l->disjoined || l->steps.n) ? FRAME_TERM : FRAME_ASSERT;
    for (int i = 0; quick && i < l->sides; i++) {
        texts[i] = prepared_text(&m->seeds_ready, l->seeds[i], (seed_role)i, dialect, frame);
        quick = texts[i]->usable;
    }
    return quick;
}

/* Whether a name needs quotes is found out once, if the symbol stays. */
static void put_symbol(fuse_maker *m, const fused *f, symbol_id s, strbuf *out)
{
    size_t start = out->n, n = symbol_length(m->bank, s);
    if (s >= f->mark.symbols) {
        smt_print_symbol(m->bank, s, out);
        return;
    }
    if (s >= m->plain.n)
        vec_resize(&m->plain, s + 1);
    if (m->plain.at[s]) {
        strbuf_add(out, symbol_text(m->bank, s), n);
        return;
    }
    smt_print_symbol(m->bank, s, out);
    m->plain.at[s] = out->n - start == n;
}

/* ---- Texts that are there -------------------------------------------------------------------- */

/* Few enough nodes, as a tree, that sharing need not be looked for; what is older than `first` has its text. *plain: all
 * are in the language of the dialect. */
static bool is_small(const term_bank *b, term_id t, term_id first, smt_dialect dialect, bool *plain)
{
    term_id stack[FEW_NODES];
    uint32_t n = 1, seen = 0;
    stack[0] = t;
    while (n) {
        t = stack[--n];
        uint32_t arity = t < first ? 0 : term_arity(b, t);
        if (++seen + n + arity > FEW_NODES || (arity && term_is_binder(term_op_of(b, t))))
            return false;
        if (arity && dialect != DIALECT_STANDARD && smt_is_lowered(b, t, dialect))
            *plain = false;
        for (uint32_t i = 0; i < arity; i++)
            stack[n++] = term_arg(b, t, i);
    }
    return true;
}

/* What is new in a formula stands over subterms of its seeds and fresh constants. */
typedef struct known_parts {
    fuse_maker *m;
    const fused *f;
    const side_text *const *texts;
    smt_dialect dialect;
} known_parts;

static bool put_subterm(const known_parts *k, term_id t, strbuf *out)
{
    const fuse_layout *l = k->f->layout;
    prepared *ready = &k->m->seeds_ready;
    if (term_texts_put(&ready->terms[k->dialect], t, out))
        return true;
    smt_print_options options = {.dialect = k->dialect};
    for (int i = 0; i < l->sides; i++)
        if (map_find(&prepared_side(ready, l->seeds[i], (seed_role)i)->index, t)) {
            size_t start = out->n;
            smt_print_term(k->m->bank, t, &options, out);
            term_texts_keep(&ready->terms[k->dialect], t, out->text + start, out->n - start);
            return true;
        }
    return false;
}

/* Constants, of a formula that has nothing else that is known. */
static bool put_constant(void *context, term_id t, strbuf *out)
{
    const known_parts *k = context;
    const term_bank *b = k->m->bank;
    if (term_op_of(b, t) != OP_APP || term_arity(b, t) ||
        decl_kind_of(b, term_decl(b, t)) != DECL_FREE)
        return false;
    put_symbol(k->m, k->f, decl_name(b, term_decl(b, t)), out);
    return true;
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

/* A term with a let for what it has twice. */
static void print_sharing(known_parts *k, term_id t, strbuf *out)
{
    smt_known_texts known = {put_constant, k};
    smt_print_options options = {.dialect = k->dialect};
    bool tree = k->dialect == DIALECT_STANDARD && share_is_tree(k->m->bank, t);
    if (tree)
        options.known = &known;
    (tree ? smt_print_small : smt_print_term)(k->m->bank, t, &options, out);
}

/* A term of which most is known. */
static void print_new(known_parts *k, term_id t, strbuf *out)
{
    const fuse_layout *l = k->f->layout;
    if (l->shares) {
        print_sharing(k, t, out);
        return;
    }
    smt_known_texts known = {l->sides ? put_known : put_constant, k};
    bool plain = true;
    term_id first = l->sides ? k->f->mark.terms : 0;
    bool small = (l->small && k->dialect == DIALECT_STANDARD) ||
                 is_small(k->m->bank, t, first, k->dialect, &plain);
    smt_print_options options = {.dialect = k->dialect, .no_let = small, .known = &known};
    (small && plain ? smt_print_small : smt_print_term)(k->m->bank, t, &options, out);
}

/* The text of a term, printed once for the places that it is put into; what was printed long ago is printed again. */
static printed_term text_of(known_parts *k, term_id t)
{
    enum { BACK = 16 };
    print_scratch *s = &k->m->scratch;
    for (size_t i = s->replaced.n, n = 0; i-- > 0 && n < BACK; n++)
        if (s->replaced.at[i].term == t)
            return s->replaced.at[i];
    uint32_t from = (uint32_t)s->text.n;
    print_new(k, t, &s->text);
    printed_term r = {t, {from, (uint32_t)s->text.n - from}};
    vec_push(&s->replaced, r);
    return r;
}

/* In the scratch: the text of what is put in, and where; of one side after the other. */
static void find_patches(known_parts *k, int which)
{
    const side_changes *changes = &k->f->layout->changes[which];
    print_scratch *s = &k->m->scratch;
    if (!which) {
        vec_clear(&s->replaced);
        strbuf_clear(&s->text);
    }
    for (size_t i = 0; i < changes->n; i++) {
        const side_change *c = &changes->at[i];
        printed_term by = text_of(k, c->by);
        side_text_patch(k->texts[which], c->edge, by.piece, &s->patches);
    }
}

static void print_side(known_parts *k, int which, strbuf *out)
{
    const fuse_layout *l = k->f->layout;
    const side_text *text = k->texts[which];
    print_scratch *s = &k->m->scratch;
    find_patches(k, which);
    bool several = l->disjoined && text->ends.n > 1;
    strbuf_puts(out, several ? " (and" : "");
    if (l->disjoined && !text->ends.n)
        strbuf_puts(out, " true");
    side_text_print(text, &s->patches, s->text.text, out, NULL);
    strbuf_puts(out, several ? ")" : "");
}

static void print_beginning(fuse_maker *m, const fused *f, const side_text *const texts[2],
                            const smt_print_options *options, strbuf *out)
{
    const fuse_layout *l = f->layout;
    strbuf_puts(out, "(set-logic ");
    put_symbol(m, f, f->formula.logic, out);
    strbuf_puts(out, ")\n");
    for (int i = 0; i < l->sides; i++)
        strbuf_add(out, texts[i]->declarations.text, texts[i]->declarations.n);
    for (size_t i = 0; i < l->fresh.n; i++) {
        decl_id d = l->fresh.at[i];
        if (!has_plain_sorts(m->bank, d)) {
            term_id constant = term_app(m->bank, d, NULL, 0);
            smt_print_declarations(m->bank, &constant, 1, NULL, options, out);
            continue;
        }
        if (decl_arity(m->bank, d)) {
            smt_print_decl(m->bank, d, options, out);
        } else { /* as it would */
            strbuf_puts(out, "(declare-const ");
            put_symbol(m, f, decl_name(m->bank, d), out);
            strbuf_putc(out, ' ');
            sort_print(m->bank, decl_range(m->bank, d), out);
            strbuf_putc(out, ')');
        }
        strbuf_putc(out, '\n');
    }
}

static void print_quickly(fuse_maker *m, const fused *f, const side_text *const texts[2],
                          smt_dialect dialect, strbuf *out)
{
    const fuse_layout *l = f->layout;
    smt_print_options options = {.dialect = dialect};
    known_parts k = {m, f, texts, dialect};
    print_beginning(m, f, texts, &options, out);
    strbuf_puts(out, l->disjoined ? "(assert (or" : "");
    for (int i = 0; i < l->sides; i++)
        print_side(&k, i, out);
    strbuf_puts(out, l->disjoined ? "))\n" : "");
    for (size_t i = 0; i < l->constraints.n; i++) {
        strbuf_puts(out, "(assert ");
        print_new(&k, l->constraints.at[i], out);
        strbuf_puts(out, ")\n");
    }
    strbuf_puts(out, "(check-sat)\n");
}

/* ---- What was put together of formulas ------------------------------------------------------- */

/* Texts of a script, by the terms that they are of. */
typedef struct known_terms {
    strbuf text;
    VEC(printed_term) list;
    map numbers; /* term -> number in the list + 1 */
} known_terms;

static void remember(known_terms *k, term_id t, size_t from, size_t to)
{
    vec_push(&k->list, ((printed_term){t, {(uint32_t)from, (uint32_t)(to - from)}}));
    map_put(&k->numbers, t, k->list.n);
}

static void free_known(known_terms *k)
{
    strbuf_free(&k->text);
    vec_free(&k->list);
    map_free(&k->numbers);
}

/* A script that is being printed. */
typedef struct script_print {
    fuse_maker *m;
    const smt_print_options *options;
    known_terms known;  /* assertions of seeds, after their changes */
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
        text_piece piece = p->known.list.at[known - 1].piece;
        strbuf_add(p->out, p->known.text.text + piece.from, piece.length);
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
        print_new(p->parts, t, p->out);
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
    print_scratch *s = &p->m->scratch;
    vec_u32 ends = {0};
    for (int i = 0; i < 2; i++) {
        size_t from = p->known.text.n;
        find_patches(p->parts, i);
        vec_clear(&ends);
        side_text_print(p->parts->texts[i], &s->patches, s->text.text, &p->known.text, &ends);
        for (size_t k = 0; k < ends.n; k++) {
            size_t space = 1; /* before each of them */
            remember(&p->known, l->parts[i].at[k], from + space, ends.at[k]);
            from = ends.at[k];
        }
    }
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
    const side_text *texts[2];
    known_parts k = {m, f, texts, dialect};
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
    free_known(&p.known);
}

/* Assertions that were put together anew. */
static void print_whole(fuse_maker *m, const fused *f, const side_text *const texts[2],
                        smt_dialect dialect, strbuf *out)
{
    smt_print_options options = {.dialect = dialect};
    known_parts k = {m, f, texts, dialect};
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
    free_known(&p.known);
}

void fuse_print(fuse_maker *m, fused *f, smt_dialect dialect, const char *before, const char *after,
                strbuf *out)
{
    const side_text *texts[2];
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
