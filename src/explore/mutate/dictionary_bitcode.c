/* The dictionary of a program from its bitcode. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "explore/mutate/dictionary.h"
#include "instrument/embedded.h"
#include "instrument/words.h"

/* A string of one token; messages and formats with blanks are no words. */
static bool is_token(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isgraph((unsigned char)text[i]))
            return false;
    return n > 0;
}

static void add_option(dictionary *d, const ir_word *word)
{
    static const option_argument kinds[] = {OPTION_ALONE, OPTION_NEEDS, OPTION_MAY};
    option_argument argument = kinds[(word->number & 255) % 3];
    int64_t letter = word->number >> 8;
    dictionary_add_option(d, word->text, word->n, 0, argument);
    if (letter > ' ' && letter < 127)
        dictionary_add_option(d, NULL, 0, (char)letter, argument);
}

static void add_compared(dictionary *d, const ir_word *word)
{
    dictionary_add_token(d, word->text, word->n, true);
    uint32_t index = word_list_find(&d->words, word->text, word->n);
    if (index != UINT32_MAX)
        word_list_praise(&d->words, index);
}

static void add_word(void *context, const ir_word *word)
{
    dictionary *d = context;
    switch (word->kind) {
    case IR_STRING:
        if (is_token(word->text, word->n))
            dictionary_add_token(d, word->text, word->n, false);
        break;
    case IR_COMPARED:
        add_compared(d, word);
        break;
    case IR_VARIABLE:
        word_list_add(&d->variables, word->text, word->n);
        break;
    case IR_LETTERS: {
        char *text = base_strndup(word->text, word->n);
        dictionary_add_letters(d, text);
        free(text);
        break;
    }
    case IR_OPTION:
        add_option(d, word);
        break;
    case IR_NUMBER:
        dictionary_add_compare(d, (uint64_t)word->number, 0, 8);
        break;
    }
}

static void add_module(void *context, const ir_carried *carried)
{
    char *error = NULL;
    ir_words(carried->bitcode, carried->n, add_word, context, &error);
    free(error);
}

bool dictionary_add_bitcode(dictionary *d, const char *path)
{
    char *error = NULL;
    size_t before = d->words.words.n;
    bool good = ir_embedded_bitcode(path, add_module, d, &error);
    free(error);
    return good && d->words.words.n > before;
}
