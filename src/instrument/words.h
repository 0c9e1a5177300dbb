/* The constants of a program that inputs may be compared with: strings, tables of long options,
 * arguments of getopt and getenv, numbers in comparisons. For dictionaries; nothing rests on them.
 */
#ifndef TANDEM_INSTRUMENT_WORDS_H
#define TANDEM_INSTRUMENT_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum ir_word_kind {
    IR_STRING,   /* any string constant */
    IR_COMPARED, /* … that is given to strcmp or one of its kind */
    IR_VARIABLE, /* … to getenv */
    IR_LETTERS,  /* … to getopt, as its option string */
    IR_OPTION,   /* name of a struct option; `number` is has_arg | val << 8, val -1: none */
    IR_NUMBER,   /* no text: a constant in a comparison or a switch */
} ir_word_kind;

typedef struct ir_word {
    ir_word_kind kind;
    const char *text; /* not terminated; valid during the call only */
    size_t n;
    int64_t number;
} ir_word;

/* Calls `each` for the constants of a module. False with *error set (caller frees). */
bool ir_words(const char *bitcode, size_t n, void (*each)(void *context, const ir_word *word),
              void *context, char **error);

#endif
