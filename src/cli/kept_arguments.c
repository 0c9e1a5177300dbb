#include "cli/kept_arguments.h"

#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "base/text.h"

static const char job_name[] = "job", arguments_name[] = "arguments";

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
    if (good && !(store_set(s, job_name, job) && store_set(s, arguments_name, text.text))) {
        *error = base_strdup(store_error(s));
        good = false;
    }
    strbuf_free(&text);
    return good;
}

bool kept_arguments_load(store *s, const char *job, int argc, char *const *argv,
                         kept_arguments *all, char **error)
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
