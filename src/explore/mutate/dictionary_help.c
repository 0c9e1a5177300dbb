/* Help texts: "  -w, --width=COLS   set output width". */
#include <ctype.h>
#include <string.h>

#include "explore/mutate/dictionary.h"

/* What follows the name of an option: "=X", "[=X]", " X" (capitals only), "<x>". */
static option_argument argument_at(const char *at, const char *end)
{
    if (at < end && *at == '[')
        return end - at > 1 && (at[1] == '=' || isupper((unsigned char)at[1])) ? OPTION_MAY
                                                                               : OPTION_ALONE;
    if (at < end && (*at == '=' || *at == '<'))
        return OPTION_NEEDS;
    if (end - at > 1 && *at == ' ' &&
        (at[1] == '<' ||
         (isupper((unsigned char)at[1]) && (end - at == 2 || !islower((unsigned char)at[2])))))
        return OPTION_NEEDS;
    return OPTION_ALONE;
}

/* A letter takes what the long name in the same line takes: "-w, --width=COLS". */
static option_argument argument_behind(const char *at, const char *end)
{
    if (end - at > 4 && at[0] == ',' && at[1] == ' ' && at[2] == '-' && at[3] == '-') {
        at += 4;
        while (at < end && dictionary_is_name(*at))
            at++;
    }
    return argument_at(at, end);
}

static void tell(dictionary *d, const char *name, size_t n, char letter, option_argument argument)
{
    dictionary_add_option(d, name, n, letter, argument);
    uint32_t which = dictionary_find_option(d, name, n, letter);
    if (which != UINT32_MAX)
        d->options.at[which].told = true;
}

/* An option that begins at the dash `at`; returns where it ends. */
static const char *add_option(dictionary *d, const char *at, const char *end)
{
    const char *name = at + 1;
    bool is_long = name < end && *name == '-';
    name += is_long;
    const char *stop = name;
    while (stop < end && dictionary_is_name(*stop))
        stop++;
    while (stop > name && stop[-1] == '-')
        stop--;
    if (stop == name)
        return name;
    if (is_long)
        tell(d, name, (size_t)(stop - name), 0, argument_at(stop, end));
    else if (stop - name == 1)
        tell(d, NULL, 0, *name, argument_behind(stop, end));
    else /* -name, as find and dd's relatives have it */
        word_list_add(&d->words, at, (size_t)(stop - at));
    return stop;
}

/* "  if=FILE   read from FILE": an operand with a name. */
static bool is_key(const char *at, size_t n)
{
    size_t i = 0;
    while (i < n && islower((unsigned char)at[i]))
        i++;
    return i && i + 1 < n && at[i] == '=' && isupper((unsigned char)at[i + 1]);
}

static bool begins_word(const char *text, const char *at)
{
    return at == text || !dictionary_is_name(at[-1]);
}

static bool is_word(char c)
{
    return isgraph((unsigned char)c) && !strchr("()[]{}<>,;'\"`|", c);
}

/* Whole pieces between blanks where brackets and the like belong to the word: [:alpha:], {a,b}. */
static void add_pieces(dictionary *d, const char *text, const char *end)
{
    while (text < end) {
        const char *stop = text;
        bool special = false;
        for (; stop < end && isgraph((unsigned char)*stop); stop++)
            special |= strchr("[]{}<>'|", *stop) != NULL;
        size_t n = (size_t)(stop - text);
        while (n > 1 && strchr(".,;:", text[n - 1]))
            n--;
        if (special && n > 1 && n <= 24 && *text != '-')
            dictionary_add_token(d, text, n, false);
        text = stop + 1;
    }
}

void dictionary_add_help(dictionary *d, const char *text, size_t n)
{
    add_pieces(d, text, text + n);
    const char *end = text + n;
    for (const char *at = text; at < end;) {
        if (*at == '-' && begins_word(text, at)) {
            at = add_option(d, at, end);
            continue;
        }
        const char *stop = at;
        while (stop < end && is_word(*stop))
            stop++;
        size_t length = (size_t)(stop - at);
        while (length > 1 && strchr(".:", at[length - 1])) /* the end of a sentence */
            length--;
        if (length)
            dictionary_add_token(d, at, length, false);
        if (is_key(at, length) && begins_word(text, at))
            tell(d, at, strcspn(at, "=") + 1, 0, OPTION_KEY);
        at = stop > at ? stop : at + 1;
    }
    dictionary_add_values(d, text, n);
}
