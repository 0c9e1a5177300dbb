#include "cli/kept_arguments.h"

#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "base/text.h"
#include "cli/user_key.h"

static const char job_name[] = "job", arguments_name[] = "arguments", mark_name[] = "mark";

static bool is_operand(const char *argument, const option_operands *paths)
{
    for (size_t i = 0; i < paths->n; i++)
        if (paths->at[i] == argument) /* operands point into argv */
            return true;
    return false;
}

/* One argument a line. */
static bool put_line(strbuf *text, const char *argument, char **error)
{
    if (strchr(argument, '\n')) {
        *error = base_strdup("an argument with a line break in it cannot be kept for --resume");
        return false;
    }
    strbuf_printf(text, "%s\n", argument);
    return true;
}

/* Of the arguments of one job: those of another job are not taken for them. */
static bool mark_of(const char *job, const char *arguments, char mark[USER_MARK_BYTES])
{
    strbuf text = STRBUF_INIT;
    strbuf_printf(&text, "%s\n%s", job, arguments);
    bool good = user_mark(text.text, text.n, mark);
    strbuf_free(&text);
    return good;
}

bool kept_arguments_keep(store *s, const char *job, int argc, char *const *argv,
                         const option_operands *paths, char **error)
{
    strbuf text = STRBUF_INIT;
    bool good = true;
    for (int i = 0; good && i < argc; i++) {
        char *full = is_operand(argv[i], paths) ? realpath(argv[i], NULL) : NULL;
        good = put_line(&text, full ? full : argv[i], error);
        free(full);
    }
    char mark[USER_MARK_BYTES] = "";
    if (good)
        mark_of(job, text.text, mark); /* without a home there is none: --resume will ask */
    if (good && !(store_begin(s) && store_set(s, job_name, job) && store_set(s, mark_name, mark) &&
                  store_set(s, arguments_name, text.text) && store_commit(s))) {
        *error = base_strdup(store_error(s));
        good = false;
    }
    strbuf_free(&text);
    return good;
}

bool kept_arguments_begun(store *s)
{
    char *arguments = store_get(s, arguments_name);
    bool begun = arguments != NULL;
    free(arguments);
    return begun;
}

bool kept_arguments_load(store *s, const char *job, int argc, char *const *argv,
                         kept_arguments *all, bool *ours, char **error)
{
    char *text = store_get(s, arguments_name), *was = store_get(s, job_name);
    bool same = text && was && !strcmp(was, job);
    if (!same) {
        strbuf message = STRBUF_INIT;
        strbuf_printf(&message, "that folder is not one of 'tandem %s', or it never began", job);
        *error = strbuf_detach(&message);
        free(text);
    }
    free(was);
    if (!same)
        return false;
    char *mark = store_get(s, mark_name), expected[USER_MARK_BYTES];
    *ours = mark && mark_of(job, text, expected) && !strcmp(mark, expected);
    free(mark);
    for (const char *line = text; *line;) {
        size_t n = strcspn(line, "\n");
        vec_push(all, base_strndup(line, n));
        line += n + (line[n] != '\0');
    }
    free(text);
    for (int i = 0; i < argc; i++)
        vec_push(all, base_strdup(argv[i]));
    vec_push(all, NULL);
    return true;
}

char *kept_arguments_refusal(const kept_arguments *all, int argc, const char *folder)
{
    strbuf text = STRBUF_INIT;
    strbuf_printf(&text, "%s was not begun by you on this machine, and it would run commands:\n",
                  folder);
    for (size_t i = 0; i + 1 + (size_t)argc < all->n; i++) {
        strbuf_puts(&text, "    ");
        for (const char *c = all->at[i]; *c; c++) /* it may have been written to be misread */
            if ((unsigned char)*c < ' ' || *c == 0x7f)
                strbuf_printf(&text, "\\x%02x", (unsigned char)*c);
            else
                strbuf_putc(&text, *c);
        strbuf_putc(&text, '\n');
    }
    strbuf_puts(&text, "If you trust all of them, add --trust");
    return strbuf_detach(&text);
}
