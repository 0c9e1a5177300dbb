#include "process/command.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "base/vec.h"

typedef VEC(char *) argument_vec;

/* A flag that a solver needs, and the other ways to say the same. */
static const struct needed {
    const char *program, *flag, *same;
} needed[] = {
    {"z3", "-in", "-si"},
    {"cvc5", "--incremental", "-i"},
    {"cvc5", "--lang=smt2", "--lang"},
    {"cvc5", "--fp-exp", "--no-fp-exp"},
    {"cvc4", "--incremental", "-i"},
    {"cvc4", "--lang=smt2", "--lang"},
};

static bool has_flag(const argument_vec *words, const char *flag)
{
    size_t n = strlen(flag);
    for (size_t i = 1; i < words->n; i++)
        if (!strncmp(words->at[i], flag, n) && (!words->at[i][n] || words->at[i][n] == '='))
            return true;
    return false;
}

static const char *next_word(const char *p, strbuf *word)
{
    for (; *p && !strchr(" \t\n", *p); p++) {
        if (*p != '\'' && *p != '"') {
            strbuf_putc(word, *p);
            continue;
        }
        char quote = *p++;
        for (; *p && *p != quote; p++)
            strbuf_putc(word, *p);
        if (!*p)
            break;
    }
    return p;
}

static void add_needed(argument_vec *words)
{
    const char *program = command_program(words->at);
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (!strcmp(needed[i].program, program) && !has_flag(words, needed[i].flag) &&
            !has_flag(words, needed[i].same))
            vec_push(words, base_strdup(needed[i].flag));
}

char **command_split(const char *line)
{
    argument_vec words = {0};
    for (const char *p = line; *(p += strspn(p, " \t\n"));) {
        strbuf word = STRBUF_INIT;
        p = next_word(p, &word);
        vec_push(&words, strbuf_detach(&word));
    }
    if (!words.n)
        return NULL;
    add_needed(&words);
    vec_push(&words, NULL);
    return words.at;
}

void command_free(char **words)
{
    for (size_t i = 0; words && words[i]; i++)
        free(words[i]);
    free(words);
}

const char *command_program(char *const *words)
{
    const char *slash = strrchr(words[0], '/');
    return slash ? slash + 1 : words[0];
}
