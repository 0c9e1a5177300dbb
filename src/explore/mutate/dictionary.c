#include "explore/mutate/dictionary.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/text.h"

void dictionary_init(dictionary *d)
{
    *d = (dictionary){0};
    dictionary_limit(d, &explore_limits_default);
}

void dictionary_limit(dictionary *d, const explore_limits *limits)
{
    d->limits = d->words.limits = d->variables.limits = d->values.limits = limits;
}

void word_list_free(word_list *l)
{
    text_list_free(&l->words);
    vec_free(&l->good);
    map_free(&l->known);
}

void dictionary_free(dictionary *d)
{
    for (size_t i = 0; i < d->tokens.n; i++)
        strbuf_free(&d->tokens.at[i]);
    vec_free(&d->tokens);
    for (size_t i = 0; i < d->options.n; i++) {
        free(d->options.at[i].name);
        vec_free(&d->options.at[i].values);
    }
    vec_free(&d->options);
    map_free(&d->known_options);
    word_list_free(&d->words);
    word_list_free(&d->variables);
    word_list_free(&d->values);
    vec_free(&d->operands);
    vec_free(&d->numbers);
    map_free(&d->known_numbers);
    dictionary_init(d);
}

/* ---- Words ----------------------------------------------------------------------------------- */

static uint64_t key_of(const char *text, size_t n)
{
    uint64_t h = hash_bytes(text, n);
    return h == MAP_NO_KEY ? 0 : h;
}

void word_list_add(word_list *l, const char *text, size_t n)
{
    bool is_new;
    if (!n || n > DICTIONARY_WORD_BYTES || memchr(text, 0, n) ||
        l->words.n >= l->limits->dictionary_words)
        return;
    uint64_t *index = map_insert(&l->known, key_of(text, n), &is_new);
    if (!is_new)
        return;
    *index = l->words.n;
    vec_push(&l->words, base_strndup(text, n));
}

uint32_t word_list_find(const word_list *l, const char *text, size_t n)
{
    return (uint32_t)map_get(&l->known, key_of(text, n), UINT32_MAX);
}

const char *word_list_pick(const word_list *l, rng *r, uint32_t *index)
{
    uint32_t i = 0;
    if (!l->words.n)
        return "";
    if (l->good.n && rng_one_in(r, 2))
        i = l->good.at[rng_below(r, l->good.n)];
    else
        i = (uint32_t)rng_below(r, l->words.n);
    if (index)
        *index = i;
    return l->words.at[i];
}

void word_list_praise(word_list *l, uint32_t index)
{
    if (index < l->words.n && l->good.n < l->limits->dictionary_good)
        vec_push(&l->good, index);
}

/* LC_ALL, TZ, POSIXLY_CORRECT: what names of environment variables look like. */
static bool is_variable(const char *text, size_t n)
{
    size_t letters = 0;
    if (n < 2 || !isupper((unsigned char)text[0]))
        return false;
    for (size_t i = 0; i < n; i++) {
        if (!isupper((unsigned char)text[i]) && !isdigit((unsigned char)text[i]) && text[i] != '_')
            return false;
        letters += isupper((unsigned char)text[i]) != 0;
    }
    return letters >= 2;
}

void dictionary_add_token(dictionary *d, const char *text, size_t n, bool of_program)
{
    word_list_add(&d->words, text, n);
    if (of_program && is_variable(text, n))
        word_list_add(&d->variables, text, n);
    for (size_t i = 0; i < n && n <= 8; i++) {
        uint8_t *weight = &d->characters[(unsigned char)text[i]];
        *weight += *weight < 4 && !isalnum((unsigned char)text[i]);
    }
}

/* ---- Options --------------------------------------------------------------------------------- */

bool dictionary_is_name(char c)
{
    return isalnum((unsigned char)c) || c == '-' || c == '_';
}

static uint64_t option_key(const char *name, size_t n, char letter)
{
    return name ? key_of(name, n) : (unsigned char)letter;
}

uint32_t dictionary_find_option(const dictionary *d, const char *name, size_t n, char letter)
{
    return (uint32_t)map_get(&d->known_options, option_key(name, n, letter), UINT32_MAX);
}

void dictionary_add_option(dictionary *d, const char *name, size_t n, char letter,
                           option_argument argument)
{
    bool is_new;
    if ((name && (!n || n > DICTIONARY_WORD_BYTES)) ||
        d->options.n >= d->limits->dictionary_options)
        return;
    uint64_t *index = map_insert(&d->known_options, option_key(name, n, letter), &is_new);
    if (!is_new) {
        if (d->options.at[*index].argument == OPTION_ALONE)
            d->options.at[*index].argument = argument;
        return;
    }
    *index = d->options.n;
    dictionary_option o = {
        .name = name ? base_strndup(name, n) : NULL, .letter = letter, .argument = argument};
    vec_push(&d->options, o);
}

/* Names behind the letters: "ab:c::". A leading + - or : is for getopt. */
bool dictionary_add_letters(dictionary *d, const char *text)
{
    bool seen[256] = {0};
    size_t letters = 0, colons = 0;
    const char *at = text + strspn(text, "+-:");
    for (const char *p = at; *p; p++) {
        unsigned char c = (unsigned char)*p;
        if (c == ':') {
            colons++;
            if (p == at || (p[-1] == ':' && p - at > 1 && p[-2] == ':'))
                return false;
            continue;
        }
        if (!isgraph(c) || c == '-' || c == ';' || seen[c])
            return false;
        seen[c] = true;
        letters++;
    }
    /* A word has no colon inside, and its letters are seldom all different. */
    if (!letters || (!colons && at == text && letters < 3))
        return false;
    for (const char *p = at; *p; p++)
        if (*p != ':')
            dictionary_add_option(d, NULL, 0, *p,
                                  p[1] != ':'   ? OPTION_ALONE
                                  : p[2] == ':' ? OPTION_MAY
                                                : OPTION_NEEDS);
    return true;
}

/* ---- Comparisons ----------------------------------------------------------------------------- */

static void add_number(dictionary *d, uint64_t value)
{
    bool is_new;
    if (value == MAP_NO_KEY || d->numbers.n >= d->limits->dictionary_numbers)
        return;
    map_insert(&d->known_numbers, value, &is_new);
    if (is_new)
        vec_push(&d->numbers, value);
}

void dictionary_add_compare(dictionary *d, uint64_t a, uint64_t b, uint32_t bytes)
{
    uint64_t both[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        uint64_t v = both[i];
        if (v < 256 && (isprint((int)v) || v == '\t' || v == '\n')) {
            uint8_t *weight = &d->characters[v];
            *weight += *weight < 8;
        } else if (bytes >= 2 && v > 16) {
            add_number(d, v);
        }
    }
}
