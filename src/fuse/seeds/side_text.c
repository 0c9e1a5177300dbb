#include "fuse/seeds/side_text.h"

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

/* A place, and whose it is. */
typedef struct found_place {
    text_place place;
    uint32_t edge;
} found_place;

typedef VEC(found_place) found_places;

static void index_places(side_text *t, const found_places *found, size_t n_edges)
{
    vec_resize(&t->first_place, n_edges + 2);
    vec_resize(&t->of_edge, found->n);
    for (size_t i = 0; i < found->n; i++) {
        vec_push(&t->places, found->at[i].place);
        t->first_place.at[found->at[i].edge + 2]++;
    }
    for (size_t e = 2; e < n_edges + 2; e++)
        t->first_place.at[e] += t->first_place.at[e - 1];
    for (size_t i = 0; i < found->n; i++)
        t->of_edge.at[t->first_place.at[found->at[i].edge + 1]++] = (uint32_t)i;
}

static void add_places(const side *s, size_t root, const smt_places *list, found_places *found)
{
    for (size_t i = 0; i < list->n; i++) {
        const smt_place *p = &list->at[i];
        uint64_t node = map_get(&s->index, p->parent, 0);
        uint32_t edge = p->parent ? s->first_edge.at[node] + p->argument : (uint32_t)root;
        vec_push(found, ((found_place){{(uint32_t)p->start, (uint32_t)p->end}, edge}));
    }
}

void side_text_init(side_text *t, const side *s, smt_dialect dialect, text_frame frame)
{
    static const char *const begin[] = {"(assert ", " "}, *const end[] = {")\n", ""};
    *t = (side_text){.declarations = STRBUF_INIT, .assertions = STRBUF_INIT};
    term_vec roots = {0};
    smt_places list = {0};
    found_places found = {0};
    t->usable = !names_clash(s);
    for (size_t e = s->first_edge.at[s->nodes.n]; e < s->edges.n && t->usable; e++) {
        term_id root = s->nodes.at[s->edges.at[e]];
        vec_push(&roots, root);
        vec_clear(&list);
        strbuf_puts(&t->assertions, begin[frame]);
        t->usable = smt_print_places(s->bank, root, dialect, &t->assertions, &list) &&
                    t->assertions.n < UINT32_MAX / 2;
        vec_push(&t->ends, (uint32_t)t->assertions.n);
        strbuf_puts(&t->assertions, end[frame]);
        add_places(s, e, &list, &found);
    }
    smt_print_options options = {.dialect = dialect};
    if (t->usable)
        smt_print_declarations(s->bank, roots.at, roots.n, NULL, &options, &t->declarations);
    index_places(t, &found, s->edges.n);
    vec_free(&roots);
    vec_free(&list);
    vec_free(&found);
}

void side_text_free(side_text *t)
{
    strbuf_free(&t->declarations);
    strbuf_free(&t->assertions);
    vec_free(&t->ends);
    vec_free(&t->places);
    vec_free(&t->of_edge);
    vec_free(&t->first_place);
}

void text_patches_free(text_patches *p)
{
    vec_free(&p->marks);
    vec_free(&p->pieces);
}

enum { MARKS = 64 }; /* places in a word of them */

void side_text_patch(const side_text *t, uint32_t edge, text_piece piece, text_patches *patches)
{
    if (patches->marks.n * MARKS < t->places.n)
        vec_resize(&patches->marks, t->places.n / MARKS + 1);
    vec_reserve(&patches->pieces, t->places.n);
    for (uint32_t i = t->first_place.at[edge]; i < t->first_place.at[edge + 1]; i++) {
        uint32_t place = t->of_edge.at[i];
        patches->marks.at[place / MARKS] |= UINT64_C(1) << place % MARKS;
        patches->pieces.at[place] = piece;
    }
}

/* Copies on to `to`; assertions that end on the way are noted. */
static void copy(const side_text *t, uint32_t from, uint32_t to, strbuf *out, vec_u32 *ends)
{
    for (; ends && ends->n < t->ends.n && t->ends.at[ends->n] <= to;)
        vec_push(ends, (uint32_t)(out->n + t->ends.at[ends->n] - from));
    strbuf_add(out, t->assertions.text + from, to - from);
}

void side_text_print(const side_text *t, text_patches *patches, const char *replacements,
                     strbuf *out, vec_u32 *ends)
{
    uint32_t at = 0;
    for (size_t i = 0; i < patches->marks.n; i++) {
        uint64_t word = patches->marks.at[i];
        patches->marks.at[i] = 0;
        for (; word; word &= word - 1) {
            size_t place = i * MARKS + (size_t)__builtin_ctzll(word);
            const text_place *p = &t->places.at[place];
            if (p->start < at) /* inside of something that was replaced */
                continue;
            copy(t, at, p->start, out, ends);
            strbuf_add(out, replacements + patches->pieces.at[place].from,
                       patches->pieces.at[place].length);
            at = p->end;
        }
    }
    copy(t, at, (uint32_t)t->assertions.n, out, ends);
}
