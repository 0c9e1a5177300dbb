#include "fuzz/values/language.h"

#include <stdlib.h>

#include "base/map.h"

typedef struct language {
    value_id value;
    regex *set;
    regex_id root;
    map shortest; /* node -> length of its shortest word + 2; 1: it has none */
} language;

struct language_set {
    const term_bank *bank;
    const fuzz_limits *limits;
    map index; /* value -> number + 1 */
    VEC(language) all;
};

language_set *languages_new(const term_bank *b, const fuzz_limits *limits)
{
    language_set *l = base_alloc_zero(1, sizeof *l);
    l->bank = b;
    l->limits = LIMITS_OR(limits, fuzz_limits_default);
    return l;
}

void languages_forget(language_set *l, value_id first)
{
    size_t kept = 0;
    map_clear(&l->index);
    for (size_t i = 0; i < l->all.n; i++) {
        language x = l->all.at[i];
        if (x.value < first) {
            l->all.at[kept++] = x;
            map_put(&l->index, x.value, kept);
        } else {
            regex_free(x.set);
            map_free(&x.shortest);
        }
    }
    l->all.n = kept;
}

void languages_free(language_set *l)
{
    if (!l)
        return;
    languages_forget(l, 0);
    vec_free(&l->all);
    map_free(&l->index);
    free(l);
}

static language *find(language_set *l, value_id v)
{
    if (l->all.n >= l->limits->languages)
        languages_forget(l, 0);
    uint64_t at = map_get(&l->index, v, 0);
    if (!at) {
        language x = {.value = v, .set = regex_new(l->bank, l->limits->language_fuel)};
        x.root = regex_import(x.set, v);
        vec_push(&l->all, x);
        at = l->all.n;
        map_put(&l->index, v, at);
    }
    return &l->all.at[at - 1];
}

/* The set of a language that ran out of fuel is made anew: its price is paid again and again, but
 * the search goes on. */
static void refuel(language_set *l, language *x, value_id v)
{
    regex_free(x->set);
    map_clear(&x->shortest);
    x->set = regex_new(l->bank, l->limits->language_fuel);
    x->root = regex_import(x->set, v);
}

regex_answer language_has(language_set *l, value_id v, const uint32_t *text, size_t n)
{
    language *x = find(l, v);
    regex_answer answer = regex_match(x->set, x->root, text, n);
    if (answer != REGEX_UNKNOWN)
        return answer;
    refuel(l, x, v);
    return regex_match(x->set, x->root, text, n);
}

/* Length of the shortest word from here; SIZE_MAX: none. */
static size_t rest_of(language *x, regex_id node)
{
    uint64_t known = map_get(&x->shortest, node, 0);
    if (!known) {
        vec_u32 word = {0};
        known = regex_shortest(x->set, node, &word) ? word.n + 2 : 1;
        vec_free(&word);
        map_put(&x->shortest, node, known);
    }
    return known == 1 ? SIZE_MAX : (size_t)known - 2;
}

size_t language_edits(language_set *l, value_id v, const uint32_t *text, size_t n)
{
    language *x = find(l, v);
    regex_id node = x->root;
    size_t best = SIZE_MAX;
    for (size_t i = 0;; i++) {
        size_t rest = node ? rest_of(x, node) : SIZE_MAX;
        if (rest == SIZE_MAX)
            return best;
        if (n - i + rest < best)
            best = n - i + rest;
        if (i == n)
            return best;
        node = regex_after(x->set, node, text[i]);
    }
}

/* A character after which the language goes on; false if there is none. */
static bool some_character(language *x, regex_id node, rng *r, uint32_t *c)
{
    size_t n = regex_intervals(x->set), start = n ? (size_t)rng_below(r, n) : 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t lo, hi;
        regex_interval(x->set, (start + i) % n, &lo, &hi);
        regex_id next = regex_after(x->set, node, lo);
        if (!next || rest_of(x, next) == SIZE_MAX)
            continue;
        bool letters = lo <= ' ' && hi >= '~'; /* among everything, something to read */
        *c = letters ? (uint32_t)(' ' + rng_below(r, '~' - ' ' + 1))
                     : (uint32_t)(lo + rng_below(r, hi - lo + 1));
        return true;
    }
    return false;
}

bool language_near(language_set *l, value_id v, const uint32_t *text, size_t n, rng *r,
                   vec_u32 *out)
{
    language *x = find(l, v);
    regex_id node = x->root;
    if (!node || rest_of(x, node) == SIZE_MAX)
        return false;
    size_t limit = n + rng_below(r, l->limits->language_more);
    for (size_t i = 0; i < limit; i++) {
        bool may_end = regex_accepts_empty(x->set, node);
        if (may_end && (i >= n ? rng_one_in(r, 2) : rng_one_in(r, 32)))
            return true;
        uint32_t c = i < n ? text[i] : 0;
        regex_id next = i < n && !rng_one_in(r, 16) ? regex_after(x->set, node, c) : 0;
        if (!next || rest_of(x, next) == SIZE_MAX) {
            if (!some_character(x, node, r, &c))
                break;
            next = regex_after(x->set, node, c);
        }
        vec_push(out, c);
        node = next;
    }
    return regex_shortest(x->set, node, out);
}
