#include "cli/limits.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/folder.h"
#include "cli/cli.h"

static bool assign_all(const char *command, const limit_set *limits,
                       const option_operands *assignments, int *code)
{
    char *error = NULL;
    for (size_t i = 0; i < assignments->n; i++)
        if (!limits_assign(limits, assignments->at[i], &error)) {
            cli_complain(command, "--limit: %s", error);
            free(error);
            *code = CLI_EXIT_USAGE;
            return false;
        }
    return true;
}

bool cli_limits(const char *command, const limit_set *limits, const option_operands *assignments,
                bool help, int *code)
{
    limits_defaults(limits);
    if (help) {
        strbuf text = STRBUF_INIT;
        limits_help(limits, 80, &text);
        cli_put(&text);
        strbuf_free(&text);
        *code = cli_finish(CLI_EXIT_OK);
        return false;
    }
    return assign_all(command, limits, assignments, code);
}

/* Says so when the limits are not those that were kept. */
static void compare(const char *command, const limit_set *limits, const char *kept)
{
    strbuf now = STRBUF_INIT;
    limits_print_changed(limits, &now);
    if (strcmp(now.text, kept))
        cli_complain(command, "going on with other limits than before: '%s', and it was '%s'",
                     now.text, kept);
    strbuf_free(&now);
}

bool cli_resume_limits(const char *command, const limit_set *limits, const char *kept,
                       const option_operands *assignments, bool quiet, int *code)
{
    char *error = NULL;
    if (!limits_read_changed(limits, kept, &error)) {
        cli_complain(command, "the limits that are stored: %s", error);
        free(error);
        *code = CLI_EXIT_INPUT;
        return false;
    }
    if (!assign_all(command, limits, assignments, code))
        return false;
    if (!quiet)
        compare(command, limits, kept);
    return true;
}

bool cli_kept_limits(const char *command, const limit_set *limits,
                     const option_operands *assignments, size_t n_kept, bool quiet, int *code)
{
    option_operands then = *assignments, now = *assignments;
    strbuf kept = STRBUF_INIT;
    then.n = n_kept;
    now.at += n_kept;
    now.n -= n_kept;
    limits_defaults(limits);
    bool good = assign_all(command, limits, &then, code);
    limits_print_changed(limits, &kept);
    good = good && assign_all(command, limits, &now, code);
    if (good && !quiet)
        compare(command, limits, kept.text);
    strbuf_free(&kept);
    return good;
}

bool cli_folder_limits(const char *command, const limit_set *limits, const char *folder,
                       const option_operands *assignments, bool quiet, int *code)
{
    strbuf path = STRBUF_INIT, kept = STRBUF_INIT, now = STRBUF_INIT;
    strbuf_printf(&path, "%s/limits", folder);
    bool good = true;
    if (file_read(path.text, &kept)) {
        if (kept.n && kept.text[kept.n - 1] == '\n')
            kept.text[--kept.n] = 0;
        good = cli_resume_limits(command, limits, kept.text, assignments, quiet, code);
    }
    limits_print_changed(limits, &now);
    strbuf_putc(&now, '\n');
    char *error = NULL;
    if (good && (!folder_make(folder, &error) || !folder_write(path.text, now.text, now.n))) {
        if (error)
            cli_complain(command, "%s", error);
        else
            cli_complain(command, "%s: %s", path.text, strerror(errno));
        *code = CLI_EXIT_FILE;
        good = false;
    }
    free(error);
    strbuf_free(&path);
    strbuf_free(&kept);
    strbuf_free(&now);
    return good;
}
