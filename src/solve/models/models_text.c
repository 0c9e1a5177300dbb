/* Strings and memory. Each builds its answer from the last byte to the first: what a function that
 * starts at byte i gives, from what one that starts at i + 1 gives. */
#include <string.h>

#include "solve/models/models_impl.h"

enum { MOST_BYTES = 256 };

/* Bytes from an address on. */
typedef struct model_text {
    uint64_t address;
    size_t n;    /* bytes that may be looked at … */
    bool closed; /* … the last of which is an end, whatever the arguments are */
    term_id at[MOST_BYTES];
} model_text;

static term_id byte_of(const model_call *c, const box_cell *cell)
{
    if (cell->argument == BOX_CELL_FIXED)
        return model_word(c, 8, cell->value);
    term_id t = c->parameters[cell->argument];
    uint32_t bits[] = {8u * cell->shift + 7, 8u * cell->shift};
    if (sort_bv_width(c->bank, term_sort(c->bank, t)) == 8)
        return t;
    return term_make(c->bank, OP_EXTRACT, bits, 2, &t, 1);
}

static bool is_word(const model_call *c, term_id byte, uint64_t *word)
{
    return term_op_of(c->bank, byte) == OP_CONST &&
           value_small_bits(c->bank, term_value(c->bank, byte), word);
}

/* A fixed argument; false: it is none. */
static bool fixed(const model_call *c, uint32_t i, uint64_t *value)
{
    if (i >= c->original->n_arguments || c->original->arguments[i].argument != BOX_CELL_FIXED)
        return false;
    *value = c->original->arguments[i].value;
    return true;
}

/* The memory that argument `i` points to: at most `most` bytes, and of a string none behind its
 * end. False: it cannot be said where it ends. */
static bool read_text(const model_call *c, uint32_t i, uint64_t most, bool string, model_text *t)
{
    size_t at = 0;
    *t = (model_text){0};
    if (!fixed(c, i, &t->address))
        return false;
    while (at < c->n_cells && c->cells[at].address != t->address)
        at++;
    for (; at < c->n_cells && t->n < most && !t->closed; at++) {
        uint64_t word;
        if (t->n == MOST_BYTES || c->cells[at].address != t->address + t->n)
            return false;
        t->at[t->n++] = byte_of(c, &c->cells[at]);
        t->closed = string && is_word(c, t->at[t->n - 1], &word) && !word;
    }
    return t->closed || t->n == most;
}

static term_id is_end(const model_call *c, term_id byte)
{
    return term_eq(c->bank, byte, model_word(c, 8, 0));
}

static term_id pointer(const model_call *c, const model_text *t, size_t i)
{
    return model_word(c, 64, t->address + i);
}

/* Argument `i` as a limit; one that the function does not have is none. */
static bool limit(const model_call *c, uint32_t i, uint64_t *most)
{
    *most = UINT64_MAX;
    return i >= c->original->n_arguments || fixed(c, i, most);
}

static term_id length(const model_call *c, const char *name)
{
    model_text t;
    uint64_t most;
    if (!limit(c, 1, &most) || !read_text(c, 0, most, true, &t))
        return 0;
    term_id e = model_word(c, 64, t.closed ? t.n - 1 : t.n);
    for (size_t i = t.n; i-- > 0;)
        e = model_ite(c, is_end(c, t.at[i]), model_word(c, 64, i), e);
    (void)name;
    return e;
}

static term_id folded(const model_call *c, term_id byte)
{
    term_bank *b = c->bank;
    term_id letter = term_make2(b, OP_BVSUB, byte, model_word(c, 8, 'A'));
    return model_ite(c, term_make2(b, OP_BVULT, letter, model_word(c, 8, 26)),
                     term_make2(b, OP_BVADD, byte, model_word(c, 8, 'a' - 'A')), byte);
}

static term_id widened(const model_call *c, term_id byte)
{
    uint32_t more[] = {24};
    return term_make(c->bank, OP_ZERO_EXTEND, more, 1, &byte, 1);
}

static term_id compare(const model_call *c, const char *name)
{
    term_bank *b = c->bank;
    model_text x, y;
    bool string = name[0] == 's', fold = strstr(name, "case");
    uint64_t most;
    if (!limit(c, 2, &most) || !read_text(c, 0, most, string, &x) ||
        !read_text(c, 1, most, string, &y))
        return 0;
    term_id e = model_word(c, 32, 0), zero = e;
    for (size_t i = x.n < y.n ? x.n : y.n; i-- > 0;) {
        term_id l = fold ? folded(c, x.at[i]) : x.at[i], r = fold ? folded(c, y.at[i]) : y.at[i];
        if (string)
            e = model_ite(c, is_end(c, l), zero, e);
        e = model_ite(c, term_eq(b, l, r), e,
                      term_make2(b, OP_BVSUB, widened(c, l), widened(c, r)));
    }
    return e;
}

/* The lowest bits of argument 1. */
static term_id wanted_byte(const model_call *c)
{
    uint64_t word;
    if (fixed(c, 1, &word))
        return model_word(c, 8, word & 255);
    term_id t = c->parameters[c->original->arguments[1].argument];
    uint32_t bits[] = {7, 0};
    bool wide = sort_kind_of(c->bank, term_sort(c->bank, t)) == SORT_BV &&
                sort_bv_width(c->bank, term_sort(c->bank, t)) > 8;
    return wide ? term_make(c->bank, OP_EXTRACT, bits, 2, &t, 1) : 0;
}

static term_id find(const model_call *c, const char *name)
{
    model_text t;
    bool string = name[0] == 's', always = !strcmp(name, "strchrnul");
    uint64_t most;
    if (c->original->n_arguments < 2 || !limit(c, 2, &most) || !read_text(c, 0, most, string, &t))
        return 0;
    term_id wanted = wanted_byte(c), none = model_word(c, 64, 0), e = none;
    for (size_t i = t.n; i-- > 0 && wanted;) {
        term_id here = pointer(c, &t, i);
        if (string)
            e = model_ite(c, is_end(c, t.at[i]), always ? here : none, e);
        e = model_ite(c, term_eq(c->bank, t.at[i], wanted), here, e);
    }
    return wanted ? e : 0;
}

/* From the first byte to the last; `over`: the string has ended before. */
static term_id find_last(const model_call *c, const char *name)
{
    term_bank *b = c->bank;
    model_text t;
    bool string = name[0] == 's';
    uint64_t most;
    if (c->original->n_arguments < 2 || !limit(c, 2, &most) || !read_text(c, 0, most, string, &t))
        return 0;
    term_id wanted = wanted_byte(c), e = model_word(c, 64, 0), over = TERM_ID_FALSE;
    for (size_t i = 0; i < t.n && wanted; i++) {
        term_id hit[] = {term_not(b, over), term_eq(b, t.at[i], wanted)};
        term_id end[] = {over, is_end(c, t.at[i])};
        e = model_ite(c, term_and(b, hit, 2), pointer(c, &t, i), e);
        if (string)
            over = term_or(b, end, 2);
    }
    return wanted ? e : 0;
}

/* Whether the byte is one of a text without its end. */
static term_id is_one_of(const model_call *c, const model_text *set, term_id byte)
{
    term_id any[MOST_BYTES];
    for (size_t i = 0; i + 1 < set->n; i++)
        any[i] = term_eq(c->bank, byte, set->at[i]);
    return term_or(c->bank, any, (uint32_t)set->n - 1);
}

static bool is_fixed(const model_call *c, const model_text *t)
{
    uint64_t word;
    for (size_t i = 0; i < t->n; i++)
        if (!is_word(c, t->at[i], &word))
            return false;
    return true;
}

/* strspn, strcspn, strpbrk, with a set that is fixed. */
static term_id span(const model_call *c, const char *name)
{
    model_text t, set;
    bool inside = name[3] == 's', looks = name[3] == 'p';
    if (!read_text(c, 0, UINT64_MAX, true, &t) || !read_text(c, 1, UINT64_MAX, true, &set) ||
        !is_fixed(c, &set))
        return 0;
    term_id none = model_word(c, 64, 0), e = looks ? none : model_word(c, 64, t.n - 1);
    for (size_t i = t.n - 1; i-- > 0;) {
        term_id here = looks ? pointer(c, &t, i) : model_word(c, 64, i);
        term_id hit = is_one_of(c, &set, t.at[i]);
        e = inside ? model_ite(c, hit, e, here) : model_ite(c, hit, here, e);
        if (!inside) /* the end stops it; for strspn no end is in the set */
            e = model_ite(c, is_end(c, t.at[i]), looks ? none : here, e);
    }
    return e;
}

/* Of something that is fixed. */
static term_id find_text(const model_call *c, const char *name)
{
    term_bank *b = c->bank;
    model_text t, wanted;
    if (!read_text(c, 0, UINT64_MAX, true, &t) || !read_text(c, 1, UINT64_MAX, true, &wanted) ||
        !is_fixed(c, &wanted))
        return 0;
    size_t n = wanted.n - 1;
    term_id none = model_word(c, 64, 0), e = none, all[MOST_BYTES];
    for (size_t i = t.n; i-- > 0;) {
        for (size_t k = 0; i + n < t.n && k < n; k++)
            all[k] = term_eq(b, t.at[i + k], wanted.at[k]);
        e = model_ite(c, is_end(c, t.at[i]), none, e);
        if (i + n < t.n)
            e = model_ite(c, term_and(b, all, (uint32_t)n), pointer(c, &t, i), e);
    }
    (void)name;
    return e;
}

static const struct {
    const char *name;
    known_function model;
} models[] = {
    {"strlen", length},      {"strnlen", length},      {"strcmp", compare},    {"strncmp", compare},
    {"strcasecmp", compare}, {"strncasecmp", compare}, {"memcmp", compare},    {"bcmp", compare},
    {"strchr", find},        {"index", find},          {"strchrnul", find},    {"memchr", find},
    {"strrchr", find_last},  {"rindex", find_last},    {"memrchr", find_last}, {"strspn", span},
    {"strcspn", span},       {"strpbrk", span},        {"strstr", find_text}};

known_function models_of_text(const char *name)
{
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        if (!strcmp(name, models[i].name))
            return models[i].model;
    return NULL;
}
