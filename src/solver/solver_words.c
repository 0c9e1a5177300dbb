#include "solver/solver_words.h"

#include <string.h>

#include "base/alloc.h"
#include "solver/solver_command.h"

static void add_word(const char *word, strbuf *out)
{
    strbuf_putc(out, ' ');
    if (strpbrk(word, "'\"\\"))
        solver_command_quote(out, word);
    else
        strbuf_puts(out, word);
}

/* Those of the list that are not there, each behind a space. */
static void add_missing(const family *f, char *const *words, const text_list *list, strbuf *out)
{
    for (size_t i = 0; i < list->n; i++)
        if (!family_has_flag(f, words, list->at[i]))
            add_word(list->at[i], out);
}

/* The words for all logics; one may belong to several. */
static void list_options(const family *f, text_list *out)
{
    for (size_t i = 0; i < f->options.n; i++)
        for (size_t k = 0; k < f->options.at[i].words.n; k++) {
            char *word = f->options.at[i].words.at[k];
            bool there = false;
            for (size_t j = 0; j < out->n; j++)
                there |= !strcmp(out->at[j], word);
            if (!there)
                vec_push(out, word);
        }
}

void words_of_kept(const family *f, char *const *words, strbuf *out)
{
    if (!f)
        return;
    text_list options = {0}; /* the texts are the family's */
    list_options(f, &options);
    add_missing(f, words, &f->checks, out);
    add_missing(f, words, &options, out);
    vec_free(&options);
}

char *words_for_file(const family *f, char *const *words, bool kept)
{
    strbuf text = STRBUF_INIT;
    for (char *const *word = words; *word; word++)
        if (!f || !family_is_for_pipes(f, *word)) {
            solver_command_quote(&text, *word);
            strbuf_putc(&text, ' ');
        }
    if (f)
        add_missing(f, words, &f->file, &text);
    if (kept)
        words_of_kept(f, words, &text);
    return strbuf_detach(&text);
}

char **words_for_pipe(const family *f, char *const *words)
{
    VEC(char *) all = {0};
    strbuf more = STRBUF_INIT;
    for (char *const *word = words; *word; word++)
        if (strcmp(*word, "{}"))
            vec_push(&all, base_strdup(*word));
    for (size_t i = 0; f && i < f->pipe.n; i++)
        if (!family_has_flag(f, words, f->pipe.at[i]))
            vec_push(&all, base_strdup(f->pipe.at[i]));
    vec_push(&all, NULL);
    all.n--;
    words_of_kept(f, all.at, &more);
    char *error = NULL;
    solver_command *command = more.n ? solver_command_new(more.text, &error) : NULL;
    char **extra = command ? solver_command_argv(command, "{}") : NULL;
    for (size_t i = 0; extra && extra[i]; i++)
        if (strcmp(extra[i], "{}"))
            vec_push(&all, base_strdup(extra[i]));
    solver_command_argv_free(extra);
    solver_command_free(command);
    strbuf_free(&more);
    vec_push(&all, NULL);
    return all.at;
}

void words_logic(const char *script, strbuf *out)
{
    static const char key[] = "(set-logic ";
    const char *found = strstr(script, key);
    if (!found) {
        strbuf_puts(out, "ALL");
        return;
    }
    found += sizeof key - 1;
    found += strspn(found, " \t\n");
    strbuf_add(out, found, strcspn(found, " \t\n)"));
}

void words_for_script(const family *f, char *const *words, const char *script, size_t checks,
                      strbuf *out)
{
    if (!f)
        return;
    if (checks > 1)
        add_missing(f, words, &f->checks, out);
    if (!f->options.n)
        return;
    strbuf logic = STRBUF_INIT;
    words_logic(script, &logic);
    for (size_t i = 0; i < f->options.n; i++)
        if (text_matches(f->options.at[i].logic, logic.text))
            add_missing(f, words, &f->options.at[i].words, out);
    strbuf_free(&logic);
}
