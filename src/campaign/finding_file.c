#include "campaign/finding_file.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"

/* The program's name out of a command line, as a part of a file name. */
static void put_program(const char *command, strbuf *path)
{
    size_t n = strcspn(command, " ");
    const char *start = command;
    for (const char *p = command; p < command + n; p++)
        if (*p == '/' || *p == ':' || *p == '=')
            start = p + 1;
    for (const char *p = start; p < command + n; p++)
        strbuf_putc(path, isalnum((unsigned char)*p) ? *p : '_');
}

void finding_file_path(const char *folder, const finding *f, strbuf *path)
{
    strbuf_printf(path, "%s/findings/%04lld-", folder, (long long)f->id);
    for (const char *p = finding_kind_name(f->kind); *p; p++)
        strbuf_putc(path, *p == ' ' ? '-' : *p);
    strbuf_putc(path, '-');
    put_program(f->solver, path);
    strbuf_puts(path, ".smt2");
}

static char *explain(const char *what, const char *path)
{
    strbuf message = STRBUF_INIT;
    strbuf_printf(&message, "cannot %s %s: %s", what, path, strerror(errno));
    return strbuf_detach(&message);
}

static bool is_worth_reading(const finding *f)
{
    return f->state == FINDING_CONFIRMED || f->state == FINDING_REDUCED ||
           f->state == FINDING_DISPUTED;
}

static bool remove_file(const char *path)
{
    return !unlink(path) || errno == ENOENT;
}

/* "…/0007-soundness-z3.md" beside "…/0007-soundness-z3.smt2". */
static void issue_path(const char *path, strbuf *issue)
{
    strbuf_add(issue, path, strlen(path) - strlen("smt2"));
    strbuf_puts(issue, "md");
}

bool finding_file_put(const char *folder, const finding *f, char **error)
{
    strbuf path = STRBUF_INIT, issue = STRBUF_INIT, text = STRBUF_INIT;
    finding_file_path(folder, f, &path);
    issue_path(path.text, &issue);
    bool good, keep = is_worth_reading(f);
    if (keep) {
        finding_print(f, &text);
        good = file_write(path.text, &text);
        strbuf_clear(&text);
        finding_print_issue(f, strrchr(path.text, '/') + 1, &text);
        good = good && file_write(issue.text, &text);
    } else {
        good = remove_file(path.text) && remove_file(issue.text);
    }
    if (!good)
        *error = explain(keep ? "write" : "remove", path.text);
    strbuf_free(&path);
    strbuf_free(&issue);
    strbuf_free(&text);
    return good;
}
