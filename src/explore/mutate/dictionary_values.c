/* Values of options, as help texts tell them:
 *
 *     --when=WHEN     do it never, always, or by --when=auto     words about the option, and values behind its name
 *     FORMAT is 'long' or 'short', or one of                     words in quotes: of any option that takes a value
 *       none, off     nothing at all                             words that are explained: the same
 */
#include <ctype.h>
#include <string.h>

#include "explore/mutate/dictionary.h"

enum { VALUE_BYTES = 24 };

typedef struct piece {
    const char *at, *end;
} piece;

static bool is_value(char c)
{
    return isalnum((unsigned char)c) || (c && strchr("-_%+:.@/", c));
}

/* ---- One value ------------------------------------------------------------------------------- */

static void add_value(dictionary *d, uint32_t option, uint32_t word)
{
    dictionary_option *o = &d->options.at[option];
    if (o->argument == OPTION_ALONE || o->values.n >= d->limits->option_values)
        return;
    for (size_t i = 0; i < o->values.n; i++)
        if (o->values.at[i] == word)
            return;
    vec_push(&o->values, word);
}

/* UINT32_MAX: it does not look like a value. */
static uint32_t value_word_of(dictionary *d, piece p)
{
    while (p.end - p.at > 1 && strchr(".:", p.end[-1])) /* the end of a sentence */
        p.end--;
    size_t n = (size_t)(p.end - p.at);
    if (p.end <= p.at || n > VALUE_BYTES)
        return UINT32_MAX;
    word_list_add(&d->values, p.at, n);
    return word_list_find(&d->values, p.at, n);
}

static void add_for(dictionary *d, const vec_u32 *options, piece p)
{
    uint32_t word = value_word_of(d, p);
    for (size_t i = 0; i < options->n && word != UINT32_MAX; i++)
        add_value(d, options->at[i], word);
}

/* It stands for a value: FILE, SIZE. */
static bool is_placeholder(piece p)
{
    size_t letters = 0;
    for (const char *c = p.at; c < p.end; c++) {
        if (islower((unsigned char)*c) || isdigit((unsigned char)*c) || *c == '%')
            return false;
        letters += isupper((unsigned char)*c) != 0;
    }
    return letters != 1; /* one letter is none, and signs alone are no words */
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* Each word of a description could be one. */
static void add_words(dictionary *d, const vec_u32 *options, piece text)
{
    while (text.at < text.end) {
        piece word = {text.at, text.at};
        while (word.end < text.end && is_value(*word.end))
            word.end++;
        if (word.end > word.at && *word.at != '-' && !is_placeholder(word))
            add_for(d, options, word);
        text.at = word.end > word.at ? word.end : text.at + 1;
    }
}

/* Where the description of what a line begins with begins: behind two blanks. */
static const char *end_of_head(piece line)
{
    for (const char *at = line.at; at + 1 < line.end; at++)
        if (at[0] == ' ' && at[1] == ' ')
            return at;
    return line.end;
}

/* The options that a line is about: "-w, --width=COLS", "if=FILE". */
static void options_of(const dictionary *d, piece head, vec_u32 *options)
{
    vec_clear(options);
    for (const char *at = head.at; at < head.end; at++) {
        const char *name = at;
        if (at > head.at && at[-1] != ' ' && at[-1] != ',')
            continue;
        while (name < head.end && *name == '-')
            name++;
        const char *stop = name;
        while (stop < head.end && dictionary_is_name(*stop))
            stop++;
        size_t n = (size_t)(stop - name);
        bool key = name == at && stop < head.end && *stop == '=';
        if (!n || (name == at && !key))
            continue;
        uint32_t option = name - at == 1 ? dictionary_find_option(d, NULL, 0, *name)
                                         : dictionary_find_option(d, name, n + key, 0);
        if (option != UINT32_MAX)
            vec_push(options, option);
    }
}

static void add_operand(dictionary *d, const vec_u32 *all, piece p)
{
    uint32_t word = is_placeholder(p) ? UINT32_MAX : value_word_of(d, p);
    if (word == UINT32_MAX || d->operands.n >= d->limits->option_values)
        return;
    add_for(d, all, p);
    for (size_t i = 0; i < d->operands.n; i++)
        if (d->operands.at[i] == word)
            return;
    vec_push(&d->operands, word);
}

/* "none, off", "d[SIZE]", "[-]echo": for all that take values, and alone. */
static void add_explained(dictionary *d, const vec_u32 *all, piece head)
{
    enum { MOST = 4 };
    unsigned n = 0;
    for (const char *at = head.at; at < head.end && n < MOST; n++) {
        piece word = {at, at};
        while (word.end < head.end && *word.end != ',' && *word.end != ' ')
            word.end++;
        at = word.end + 1;
        while (at < head.end && (*at == ' ' || *at == ','))
            at++;
        if (word.end - word.at > 3 && !memcmp(word.at, "[-]", 3)) {
            char negated[VALUE_BYTES + 1] = "-";
            word.at += 3;
            size_t length = (size_t)(word.end - word.at);
            length = length < VALUE_BYTES ? length : VALUE_BYTES;
            memcpy(negated + 1, word.at, length);
            add_operand(d, all, (piece){negated, negated + 1 + length});
        }
        const char *bracket = memchr(word.at, '[', (size_t)(word.end - word.at));
        add_operand(d, all, (piece){word.at, bracket && bracket > word.at ? bracket : word.end});
    }
}

/* ---- Anywhere -------------------------------------------------------------------------------- */

/* How many bytes at `at` are a quotation mark, `…` and curly ones among them. */
static size_t quote_at(const char *at, const char *end)
{
    if (*at == '\'' || *at == '"' || *at == '`')
        return 1;
    bool curly = end - at > 2 && !memcmp(at, "\xe2\x80", 2) &&
                 ((unsigned char)at[2] == 0x98 || (unsigned char)at[2] == 0x99);
    return curly ? 3 : 0;
}

static void add_quoted(dictionary *d, const vec_u32 *all, piece text)
{
    for (const char *at = text.at; at < text.end; at++) {
        size_t n = quote_at(at, text.end);
        if (!n || (at > text.at && isalnum((unsigned char)at[-1])))
            continue;
        piece word = {at + n, at + n};
        while (word.end < text.end && is_value(*word.end))
            word.end++;
        if (word.end < text.end && quote_at(word.end, text.end))
            add_for(d, all, word);
    }
}

/* "--sparse=auto", "--reflink[=always]", "--preserve=mode,ownership". */
static void add_behind_names(dictionary *d, piece text)
{
    vec_u32 one = {0};
    for (const char *at = text.at; at + 2 < text.end; at++) {
        if (at[0] != '-' || at[1] != '-' || (at > text.at && dictionary_is_name(at[-1])))
            continue;
        const char *stop = at + 2;
        while (stop < text.end && dictionary_is_name(*stop))
            stop++;
        uint32_t option = dictionary_find_option(d, at + 2, (size_t)(stop - at - 2), 0);
        stop += stop < text.end && *stop == '[';
        if (option == UINT32_MAX || stop >= text.end || *stop != '=')
            continue;
        vec_clear(&one);
        vec_push(&one, option);
        piece list = {stop + 1, stop + 1};
        while (list.end < text.end && (is_value(*list.end) || *list.end == ','))
            list.end++;
        while (list.end > list.at && strchr(",.", list.end[-1]))
            list.end--;
        if (is_placeholder(list))
            continue;
        add_for(d, &one, list);
        add_words(d, &one, list);
    }
    vec_free(&one);
}

/* ---- All ------------------------------------------------------------------------------------- */

/* One line; `options` are those that are being described at `*indent`. */
static void add_line(dictionary *d, piece line, const vec_u32 *all, vec_u32 *options,
                     size_t *indent)
{
    const char *first = line.at;
    while (first < line.end && isspace((unsigned char)*first))
        first++;
    size_t blanks = (size_t)(first - line.at);
    piece rest = {first, line.end}, head = {first, end_of_head(rest)};
    vec_u32 begun = {0};
    if (blanks)
        options_of(d, head, &begun);
    if (first == line.end) {
        vec_clear(options);
    } else if (begun.n) {
        vec_clear(options);
        vec_append(options, begun.at, begun.n);
        *indent = blanks;
        add_words(d, options, (piece){head.end, line.end});
    } else if (options->n && blanks > *indent) {
        add_words(d, options, rest);
    } else {
        vec_clear(options);
        if (blanks && head.end < line.end && *first != '-')
            add_explained(d, all, head);
    }
    vec_free(&begun);
}

void dictionary_add_values(dictionary *d, const char *text, size_t n)
{
    vec_u32 all = {0}, options = {0};
    size_t indent = 0;
    for (uint32_t i = 0; i < d->options.n; i++)
        if (d->options.at[i].told && d->options.at[i].argument != OPTION_ALONE)
            vec_push(&all, i);
    for (const char *at = text, *end = text + n; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        add_line(d, (piece){at, stop}, &all, &options, &indent);
        at = stop + 1;
    }
    add_behind_names(d, (piece){text, text + n});
    add_quoted(d, &all, (piece){text, text + n});
    vec_free(&options);
    vec_free(&all);
}
