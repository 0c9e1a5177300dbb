#include "cli/explore/explore_words.h"

#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

extern char **environ;

static void own(explore_words *w, explore_names *list, strbuf *text)
{
    vec_push(&w->owned, strbuf_detach(text));
    vec_push(list, vec_last(&w->owned));
}

static void add_arg(explore_words *w, const char *word)
{
    strbuf text = STRBUF_INIT;
    for (const char *mark; (mark = strstr(word, "@@")); word = mark + 2) {
        strbuf_add(&text, word, (size_t)(mark - word));
        strbuf_putc(&text, 'A'); /* the first of the symbolic files */
        w->data_file = true;
    }
    strbuf_puts(&text, word);
    own(w, &w->args, &text);
}

char *explore_words_libfuzzer(const char *word)
{
    static const char *const names[][2] = {
        {"-max_len=", "--max-len="}, {"-max_total_time=", "--for="},
        {"-runs=", "--runs="},       {"-seed=", "--seed="},
        {"-dict=", "--dict="},       {"-timeout=", "--run-timeout="}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strncmp(word, names[i][0], strlen(names[i][0]))) {
            strbuf text = STRBUF_INIT;
            strbuf_printf(&text, "%s%s", names[i][1], word + strlen(names[i][0]));
            return strbuf_detach(&text);
        }
    return !strcmp(word, "-merge=1") ? base_strdup("--merge") : NULL;
}

int explore_words_cut(explore_words *w, int argc, char **argv)
{
    int n = 0;
    while (n < argc && strcmp(argv[n], "--"))
        n++;
    for (int i = n + 1; i < argc; i++)
        add_arg(w, argv[i]);
    return n;
}

static bool add_variables(explore_words *w, const char *list)
{
    for (const char *at = list; *at; at += strspn(at, ",")) {
        size_t n = strcspn(at, ",");
        if (memchr(at, '=', n)) {
            cli_complain("explore", "--sym-env '%s': names are needed, without values", list);
            return false;
        }
        strbuf name = STRBUF_INIT;
        strbuf_add(&name, at, n);
        own(w, &w->variables, &name);
        at += n;
    }
    return true;
}

bool explore_words_read(explore_words *w, const option_operands *variables, bool keep_env)
{
    for (size_t i = 0; i < variables->n; i++)
        if (!add_variables(w, variables->at[i]))
            return false;
    for (char **e = environ; keep_env && *e; e++)
        if (strncmp(*e, "PWD=", 4) && strncmp(*e, "TANDEM_", 7))
            vec_push(&w->env, *e);
    w->given = (target_given){.args = w->args.at,
                              .n_args = w->args.n,
                              .env = keep_env ? w->env.at : NULL,
                              .n_env = w->env.n};
    return true;
}

tandem_nature explore_words_nature(const char *word)
{
    return !strcmp(word, "real")    ? TANDEM_NATURE_SYSTEM
           : !strcmp(word, "fixed") ? TANDEM_NATURE_FIXED
                                    : TANDEM_NATURE_INPUT;
}

void explore_words_free(explore_words *w)
{
    text_list_free(&w->owned);
    vec_free(&w->args);
    vec_free(&w->env);
    vec_free(&w->variables);
}
