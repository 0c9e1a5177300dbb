/* The words that a program knows: what mutations put into its arguments, files and environment.
 *
 * They come from the executable itself (strings, tables of long options, option letters as getopt
 * takes them), from the text it prints as help, and from comparisons that were seen in runs. A word
 * that was part of something new is chosen more often afterwards. Nothing here is certain: a word
 * too many costs a run. */
#ifndef TANDEM_EXPLORE_MUTATE_DICTIONARY_H
#define TANDEM_EXPLORE_MUTATE_DICTIONARY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/rng.h"
#include "base/strbuf.h"
#include "base/text.h"
#include "base/vec.h"
#include "explore/limits.h"

enum { DICTIONARY_WORD_BYTES = 64 };

typedef enum option_argument { OPTION_ALONE, OPTION_NEEDS, OPTION_MAY, OPTION_KEY } option_argument;

/* A letter with one dash, a name with two, or (OPTION_KEY) an operand "name=value". */
typedef struct dictionary_option {
    char *name; /* NULL: a letter; else without dashes; of a key with its "=" */
    char letter;
    option_argument argument;
    bool told;      /* the help text has it */
    vec_u32 values; /* words of dictionary.values that it may take, as the help text tells */
} dictionary_option;

typedef struct word_list {
    text_list words;
    const explore_limits *limits;
    vec_u32 good; /* indices of words that led to something, once for each time */
    map known;    /* hash to index */
} word_list;

typedef struct dictionary {
    const explore_limits *limits;
    VEC(dictionary_option) options;
    map known_options;
    word_list words;
    word_list variables; /* names of environment variables */
    word_list values;    /* of options, in the help text */
    vec_u32 operands;    /* those of them that it explains: they may stand alone, too */
    VEC(uint64_t) numbers;
    map known_numbers;
    VEC(strbuf) tokens;      /* of files (-x), with any bytes */
    uint8_t characters[256]; /* that were compared with something, or stand in words: weights */
} dictionary;

/* With the default limits. */
void dictionary_init(dictionary *d);
/* `limits` outlive it. */
void dictionary_limit(dictionary *d, const explore_limits *limits);
void dictionary_free(dictionary *d);

void word_list_add(word_list *l, const char *text, size_t n);
void word_list_free(word_list *l);
/* The index of a word; UINT32_MAX: it is not there. */
uint32_t word_list_find(const word_list *l, const char *text, size_t n);
/* "" when the list is empty; *index is for word_list_praise (may be NULL). */
const char *word_list_pick(const word_list *l, rng *r, uint32_t *index);
void word_list_praise(word_list *l, uint32_t index);

/* An option again: the more definite word about its argument counts. */
void dictionary_add_option(dictionary *d, const char *name, size_t n, char letter,
                           option_argument argument);
/* One token: to the words, and, if it is a string of the program and looks like the name of one, to
 * the variables. */
void dictionary_add_token(dictionary *d, const char *text, size_t n, bool of_program);
/* Characters of names of options. */
bool dictionary_is_name(char c);
/* UINT32_MAX: it is not known. */
uint32_t dictionary_find_option(const dictionary *d, const char *name, size_t n, char letter);
/* The options of a help text, the words it has, and the values that it names. */
void dictionary_add_help(dictionary *d, const char *text, size_t n);
/* dictionary_values.c. The last alone: what the options that are known may take. */
void dictionary_add_values(dictionary *d, const char *text, size_t n);
/* The letters of an option string such as "ab:c::"; false: it does not look like one. */
bool dictionary_add_letters(dictionary *d, const char *text);
/* What an ELF executable has in its constant data. False: it cannot be read as one. */
bool dictionary_add_program(dictionary *d, const char *path);
/* The same from the bitcode that programs of tandem-cc carry: of the program itself, not of the
 * runtime that is linked into it. False: it carries none that can be read. */
bool dictionary_add_bitcode(dictionary *d, const char *path);
/* The operands of a comparison of so many bytes. */
void dictionary_add_compare(dictionary *d, uint64_t a, uint64_t b, uint32_t bytes);

/* dictionary_file.c. The tokens of a file as AFL++ and libFuzzer have them: lines NAME="TOKEN" or "TOKEN", with
 * \\, \" and \xNN in them; # begins a comment. The number of the first line that is none of these; 0: it
 * has none; -1: the file cannot be read (errno). */
int dictionary_add_file(dictionary *d, const char *path);
/* One of the tokens of files; NULL: there are none. */
const strbuf *dictionary_token(const dictionary *d, rng *r);

#endif
