/* What a grammar derives: texts, as far as limits allow, and the conditions that they are. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/map.h"
#include "base/strbuf.h"
#include "prove/ctext/c_text.h"
#include "prove/ctext/inv_grammar_impl.h"
#include "prove/invariant/atoms.h"

enum { JOINED_TEXTS = 8 }; /* texts of a conjunction, times those of a rule */
enum { MOST_JOINED = 60 };

typedef struct derivation {
    const prove_limits *limits;
    const inv_grammar *g;
    text_list *derived;   /* of each rule */
    VEC(uint64_t) * sets; /* the same, of what is joined: bits of the conjuncts; 0: it is none */
    text_list variables, constants, opaques;
    unsigned steps;
    const ir_program *program;
    const term_vec *only; /* conditions that are joined; NULL: all are */
    bool cut;             /* a limit was met */
    bool changed;         /* in this round */
} derivation;

/* ---- Texts as terms -------------------------------------------------------------------------- */

/* 0: it is no condition. */
static term_id condition_of(const ir_program *p, const char *text)
{
    char *error = NULL;
    term_id t = c_text_read(p, text, &error);
    free(error);
    return t && term_sort(p->bank, t) == SORT_ID_BOOL ? t : 0;
}

static bool has_term(const term_vec *list, term_id t)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i] == t)
            return true;
    return false;
}

/* The conjuncts of a condition, each once. */
static void conjuncts_of(const term_bank *b, term_id condition, term_vec *out)
{
    term_vec open = {0};
    vec_push(&open, condition);
    while (open.n) {
        term_id t = vec_pop(&open);
        if (term_op_of(b, t) == OP_AND)
            vec_append(&open, term_args(b, t), term_arity(b, t));
        else if (!has_term(out, t))
            vec_push(out, t);
    }
    vec_free(&open);
}

/* A number, which as a condition is that it is not 0. */
static bool may_be_number(const term_bank *b, term_id t)
{
    term_id equal = term_op_of(b, t) == OP_NOT ? term_arg(b, t, 0) : t;
    return equal != t && term_op_of(b, equal) == OP_EQ;
}

/* The conjuncts of a text as bits of what is joined. False: it is no part of that. *set is 0 where
 * it is no conjunction of these, but a number, or a disjunct of one. */
static bool is_part(const derivation *d, const char *text, uint64_t *set)
{
    const term_bank *b = d->program->bank;
    term_id t = d->only ? condition_of(d->program, text) : 0;
    term_vec parts = {0};
    bool good = true, whole = true;
    *set = 0;
    if (!t)
        return true;
    conjuncts_of(b, t, &parts);
    for (size_t i = 0; i < parts.n && good; i++) {
        bool found = false;
        good = may_be_number(b, t);
        for (size_t k = 0; k < d->only->n; k++) {
            term_id one = d->only->at[k];
            if (one == parts.at[i]) {
                *set |= UINT64_C(1) << k;
                good = found = true;
            }
            for (uint32_t m = 0; term_op_of(b, one) == OP_OR && m < term_arity(b, one); m++)
                good |= term_arg(b, one, m) == parts.at[i];
        }
        whole &= found;
    }
    vec_free(&parts);
    if (!whole)
        *set = 0;
    return good;
}

/* One text of a set is enough. */
static bool is_known(const derivation *d, size_t which, uint64_t set)
{
    for (size_t i = 0; set && i < d->sets[which].n; i++)
        if (d->sets[which].at[i] == set)
            return true;
    return false;
}

static uint64_t most_texts(const derivation *d)
{
    return d->limits->grammar_texts * (d->only ? JOINED_TEXTS : 1);
}

/* True: it is new. */
static bool add_text(derivation *d, text_list *v, const char *text)
{
    for (size_t i = 0; i < v->n; i++)
        if (!strcmp(v->at[i], text))
            return false;
    if (v->n >= most_texts(d)) {
        d->cut = true;
        return false;
    }
    char *copy = base_strdup(text);
    vec_push(v, copy);
    return d->changed = true;
}

/* What a token stands for; NULL: itself. */
static const text_list *meanings(const derivation *d, const char *token)
{
    for (size_t i = 0; i < d->g->rules.n; i++)
        if (!strcmp(d->g->rules.at[i].name, token))
            return &d->derived[i];
    if (!strcmp(token, "var"))
        return &d->variables;
    if (!strcmp(token, "const"))
        return &d->constants;
    return !strcmp(token, "opaque") ? &d->opaques : NULL;
}

/* Each text with each of the meanings behind it (NULL: the token itself), once. */
static text_list lengthen(derivation *d, const text_list *texts, const char *token,
                          const text_list *meaning)
{
    text_list longer = {0};
    map seen = {0};
    strbuf text = STRBUF_INIT;
    for (size_t i = 0; i < texts->n; i++)
        for (size_t j = 0; j < (meaning ? meaning->n : 1); j++) {
            if (longer.n >= most_texts(d) || d->steps >= d->limits->grammar_derived) {
                d->cut = true;
                break;
            }
            d->steps++;
            bool is_new;
            strbuf_clear(&text);
            strbuf_printf(&text, "%s %s", texts->at[i], meaning ? meaning->at[j] : token);
            map_insert(&seen, hash_bytes(text.text, text.n) >> 1, &is_new); /* never MAP_NO_KEY */
            d->cut |= text.n > d->limits->grammar_length;
            if (is_new && text.n <= d->limits->grammar_length) {
                char *copy = base_strdup(text.text);
                vec_push(&longer, copy);
            }
        }
    strbuf_free(&text);
    map_free(&seen);
    return longer;
}

/* All texts of an alternative of a rule, with what is derived so far. */
static void derive(derivation *d, const text_list *tokens, size_t which)
{
    text_list texts = {0};
    char *empty = base_strdup("");
    vec_push(&texts, empty);
    for (size_t k = 0; k < tokens->n; k++) {
        text_list longer = lengthen(d, &texts, tokens->at[k], meanings(d, tokens->at[k]));
        text_list_free(&texts);
        texts = longer;
    }
    for (size_t i = 0; i < texts.n; i++) {
        uint64_t set;
        if (is_part(d, texts.at[i], &set) && !is_known(d, which, set) &&
            add_text(d, &d->derived[which], texts.at[i]))
            vec_push(&d->sets[which], set);
    }
    text_list_free(&texts);
}

/* Until nothing new comes, or so many rounds. */
static void derive_all(derivation *d, uint64_t rounds)
{
    d->changed = true;
    for (uint64_t round = 0; round < rounds && d->changed; round++) {
        d->changed = false;
        for (size_t i = d->g->rules.n; i-- > 0;) /* what is used is mostly written below */
            for (size_t k = 0; k < d->g->rules.at[i].alternatives.n; k++)
                derive(d, &d->g->rules.at[i].alternatives.at[k], i);
    }
    d->cut |= d->changed;
}

static void find_names(derivation *d, const ir_system *s)
{
    const ir_program *p = s->program;
    for (size_t v = 0; v < p->variables.n; v++)
        if (p->variables.at[v].shown && term_sort(p->bank, p->variables.at[v].term) == SORT_ID_INT)
            add_text(d, &d->variables, p->variables.at[v].name);
    for (size_t i = 0; i < p->opaques.n; i++)
        add_text(d, &d->opaques, p->opaques.at[i].name);
    number_vec numbers = {0};
    atoms_thresholds(s, d->limits, &numbers);
    for (int64_t small = 0; small <= 2; small++) {
        char text[32];
        snprintf(text, sizeof text, "%" PRId64, small);
        add_text(d, &d->constants, text);
    }
    for (size_t i = 0; i < numbers.n && d->constants.n < d->limits->grammar_constants; i++) {
        char text[32];
        snprintf(text, sizeof text, "%" PRId64, numbers.at[i]);
        if (numbers.at[i] > 2 && numbers.at[i] <= (int64_t)d->limits->grammar_constant)
            add_text(d, &d->constants, text);
    }
    vec_free(&numbers);
}

static void derivation_init(derivation *d, const inv_grammar *g, const ir_system *s,
                            const prove_limits *limits, const term_vec *only)
{
    *d = (derivation){.limits = limits,
                      .g = g,
                      .derived = base_alloc_zero(g->rules.n + 1, sizeof *d->derived),
                      .sets = base_alloc_zero(g->rules.n + 1, sizeof *d->sets),
                      .program = s->program,
                      .only = only};
    find_names(d, s);
    derive_all(d, limits->grammar_rounds + (only ? only->n : 0));
}

static void derivation_free(derivation *d)
{
    for (size_t i = 0; i < d->g->rules.n; i++) {
        text_list_free(&d->derived[i]);
        vec_free(&d->sets[i]);
    }
    free(d->derived);
    free(d->sets);
    text_list_free(&d->variables);
    text_list_free(&d->constants);
    text_list_free(&d->opaques);
}

/* ---- Sentences ------------------------------------------------------------------------------- */

/* False: there are too many conditions. */
static bool take_sentence(const derivation *d, const term_vec *parts, term_vec *conditions,
                          vec_u32 *sentence)
{
    for (size_t i = 0; i < parts->n; i++) {
        uint32_t at = 0;
        while (at < conditions->n && conditions->at[at] != parts->at[i])
            at++;
        if (at == conditions->n && at >= d->limits->grammar_words)
            return false;
        if (at == conditions->n)
            vec_push(conditions, parts->at[i]);
        vec_push(sentence, at);
    }
    return true;
}

void inv_grammar_words(const inv_grammar *g, const ir_system *s, const prove_limits *limits,
                       term_vec *conditions, inv_sentences *sentences)
{
    derivation d;
    derivation_init(&d, g, s, limits, NULL);
    bool all = !d.cut;
    for (size_t i = 0; i < (all ? 1 : g->rules.n); i++)
        for (size_t k = 0; k < d.derived[i].n; k++) {
            term_id t = condition_of(s->program, d.derived[i].at[k]);
            term_vec parts = {0};
            vec_u32 sentence = {0};
            if (!t)
                continue;
            conjuncts_of(s->program->bank, t, &parts);
            all &= take_sentence(&d, &parts, conditions, &sentence);
            vec_push(sentences, sentence);
            vec_free(&parts);
        }
    if (!all) {
        for (size_t i = 0; i < sentences->n; i++)
            vec_free(&sentences->at[i]);
        vec_clear(sentences);
    }
    derivation_free(&d);
}

static bool same_terms(const term_vec *one, const term_vec *other)
{
    for (size_t i = 0; i < one->n; i++)
        if (!has_term(other, one->at[i]))
            return false;
    for (size_t i = 0; i < other->n; i++)
        if (!has_term(one, other->at[i]))
            return false;
    return true;
}

/* One of the texts of the first rule is the conjunction. */
static bool is_written(const derivation *d, const term_vec *conjuncts)
{
    bool found = false;
    for (size_t k = 0; k < d->derived[0].n && !found; k++) {
        term_id t = condition_of(d->program, d->derived[0].at[k]);
        term_vec parts = {0};
        if (t)
            conjuncts_of(d->program->bank, t, &parts);
        found = t && same_terms(&parts, conjuncts);
        vec_free(&parts);
    }
    return found;
}

/* Where all sentences can be written down, they are looked through. Else parts of the conjunction are joined; a text that becomes
 * another condition by what stands around it (`x` in `x - 0`, `p` in `! ( p )`) may be lost then, and a sentence with it. */
bool inv_grammar_derives(const inv_grammar *g, const ir_system *s, const prove_limits *limits,
                         const term_vec *conjuncts)
{
    derivation d;
    if (!conjuncts->n)
        return false;
    derivation_init(&d, g, s, limits, NULL);
    bool all = !d.cut, found = all && is_written(&d, conjuncts);
    derivation_free(&d);
    if (all || conjuncts->n > MOST_JOINED)
        return found;
    derivation_init(&d, g, s, limits, conjuncts);
    found = is_known(&d, 0, UINT64_MAX >> (64 - conjuncts->n));
    derivation_free(&d);
    return found;
}
