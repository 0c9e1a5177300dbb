#include "fuse/seeds/side_text.h"

#include <stdlib.h>

#include "base/map.h"
#include "term/core/walk.h"

/* Is there a bound variable with the name of a declaration, or a declaration that looks like the
 * name of a let? Then a term that is put somewhere could mean something else there. */
static bool names_clash(const side *s)
{
    const term_bank *b = s->bank;
    map names = {0};
    bool clash = false;
    for (size_t i = 0; i < s->nodes.n; i++)
        if (term_op_of(b, s->nodes.at[i]) == OP_APP) {
            symbol_id name = decl_name(b, term_decl(b, s->nodes.at[i]));
            map_put(&names, name, 1);
            clash |= symbol_text(b, name)[0] == '$';
        }
    for (size_t i = 0; i < s->nodes.n && !clash; i++)
        if (term_op_of(b, s->nodes.at[i]) == OP_VAR)
            clash = map_find(&names, term_symbol(b, s->nodes.at[i])) != NULL;
    map_free(&names);
    return clash;
}

static int by_edge(const void *a, const void *b)
{
    const text_place *x = a, *y = b;
    if (x->edge != y->edge)
        return x->edge < y->edge ? -1 : 1;
    return x->start < y->start ? -1 : x->start > y->start;
}

static void index_places(side_text *t, size_t n_edges)
{
    if (t->places.n)
        qsort(t->places.at, t->places.n, sizeof *t->places.at, by_edge);
    vec_resize(&t->first_place, n_edges + 1);
    for (size_t i = 0; i < t->places.n; i++)
        t->first_place.at[t->places.at[i].edge + 1]++;
    for (size_t e = 0; e < n_edges; e++)
        t->first_place.at[e + 1] += t->first_place.at[e];
}

void side_text_init(side_text *t, const side *s, smt_dialect dialect)
{
    *t = (side_text){.declarations = STRBUF_INIT, .assertions = STRBUF_INIT};
    term_vec roots = {0};
    smt_places found = {0};
    uint32_t first_root = s->first_edge.at[s->nodes.n];
    t->usable = !names_clash(s);
    for (size_t e = first_root; e < s->edges.n && t->usable; e++) {
        term_id root = s->nodes.at[s->edges.at[e]];
        vec_push(&roots, root);
        vec_clear(&found);
        t->usable = smt_print_places(s->bank, root, dialect, &t->assertions, &found) &&
                    t->assertions.n < UINT32_MAX;
        vec_push(&t->ends, (uint32_t)t->assertions.n);
        for (size_t i = 0; i < found.n; i++) {
            const smt_place *p = &found.at[i];
            uint64_t node = map_get(&s->index, p->parent, 0);
            uint32_t edge = p->parent ? s->first_edge.at[node] + p->argument : (uint32_t)e;
            vec_push(&t->places, ((text_place){edge, (uint32_t)p->start, (uint32_t)p->end}));
        }
    }
    smt_print_options options = {.dialect = dialect};
    if (t->usable)
        smt_print_declarations(s->bank, roots.at, roots.n, NULL, &options, &t->declarations);
    index_places(t, s->edges.n);
    vec_free(&roots);
    vec_free(&found);
}

void side_text_free(side_text *t)
{
    strbuf_free(&t->declarations);
    strbuf_free(&t->assertions);
    vec_free(&t->ends);
    vec_free(&t->places);
    vec_free(&t->first_place);
}

void side_text_patch(const side_text *t, uint32_t edge, uint32_t from, uint32_t length,
                     text_patches *patches)
{
    for (uint32_t i = t->first_place.at[edge]; i < t->first_place.at[edge + 1]; i++)
        vec_push(patches, ((text_patch){t->places.at[i].start, t->places.at[i].end, from, length}));
}

/* Outer places before inner ones. */
static int by_start(const void *a, const void *b)
{
    const text_patch *x = a, *y = b;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return x->end > y->end ? -1 : x->end < y->end;
}

/* They come in a few runs that are in order. */
static void sort_patches(text_patches *p)
{
    enum { FEW = 24 };
    for (size_t i = 1; i < p->n; i++) {
        if (by_start(&p->at[i - 1], &p->at[i]) <= 0)
            continue;
        if (p->n > FEW) {
            qsort(p->at, p->n, sizeof *p->at, by_start);
            return;
        }
        text_patch one = p->at[i];
        size_t k = i;
        for (; k && by_start(&p->at[k - 1], &one) > 0; k--)
            p->at[k] = p->at[k - 1];
        p->at[k] = one;
    }
}

void side_text_print(const side_text *t, text_patches *patches, const char *replacements,
                     const char *before, const char *after, strbuf *out, vec_u32 *ends)
{
    size_t next = 0;
    uint32_t at = 0;
    sort_patches(patches);
    for (size_t i = 0; i < t->ends.n; i++) {
        strbuf_puts(out, before);
        for (; next < patches->n && patches->at[next].start < t->ends.at[i]; next++) {
            const text_patch *p = &patches->at[next];
            if (p->start < at) /* inside of something that was replaced */
                continue;
            strbuf_add(out, t->assertions.text + at, p->start - at);
            strbuf_add(out, replacements + p->from, p->length);
            at = p->end;
        }
        strbuf_add(out, t->assertions.text + at, t->ends.at[i] - at);
        at = t->ends.at[i];
        strbuf_puts(out, after);
        if (ends)
            vec_push(ends, (uint32_t)out->n);
    }
}
