#include "cli/fuse/fuse_bisect.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "cli/cli.h"
#include "judge/builds/bisect.h"
#include "solver/versions.h"

static bool read_finding(const char *path, finding *f, char **error)
{
    strbuf text = STRBUF_INIT, message = STRBUF_INIT;
    bool read = file_read(path, &text), good = read && finding_read(text.text, f);
    if (!read)
        strbuf_printf(&message, "%s: cannot be read: %s", path, strerror(errno));
    else if (!good)
        strbuf_printf(&message,
                      "%s: this is no file of a finding: its first line should be like "
                      "'; soundness: z3 4.8.12'",
                      path);
    if (!good)
        *error = strbuf_detach(&message);
    strbuf_free(&text);
    return good;
}

static void print_build(const bisect_build *b)
{
    const char *slash = strrchr(b->command, '/');
    cli_print("%-20s %-10s %-9s %s", slash ? slash + 1 : b->command, b->version, bisect_outcome(b),
              b->said.what);
    if (b->found)
        cli_print(" in %.2f s", b->said.seconds);
    cli_print("\n");
    fflush(stdout);
}

static void print_json(const fuse_bisect_setting *s, const bisect_builds *all,
                       const strbuf *changes)
{
    strbuf out = STRBUF_INIT;
    json_writer j;
    json_init(&j, &out);
    json_object(&j);
    json_key(&j, "finding");
    json_string(&j, s->finding);
    json_key(&j, "changes");
    json_string(&j, changes->text);
    json_key(&j, "builds");
    json_array(&j);
    for (size_t i = 0; i < all->n; i++) {
        const bisect_build *b = &all->at[i];
        const char *const members[][2] = {{"command", b->command},
                                          {"version", b->version},
                                          {"outcome", bisect_outcome(b)},
                                          {"said", b->said.what}};
        json_object(&j);
        for (size_t k = 0; k < sizeof members / sizeof *members; k++) {
            json_key(&j, members[k][0]);
            json_string(&j, members[k][1]);
        }
        json_key(&j, "seconds");
        json_double(&j, b->said.seconds);
        json_end(&j);
    }
    json_end(&j);
    json_end(&j);
    strbuf_putc(&out, '\n');
    cli_put(&out);
    strbuf_free(&out);
}

/* The report beside the finding learns it, too. */
static void tell_report(const fuse_bisect_setting *s, const strbuf *changes)
{
    static const char title[] = "\n## Versions\n\n";
    strbuf path = STRBUF_INIT, text = STRBUF_INIT;
    const char *dot = strrchr(s->finding, '.');
    strbuf_add(&path, s->finding, dot ? (size_t)(dot - s->finding) : strlen(s->finding));
    strbuf_puts(&path, ".md");
    if (file_read(path.text, &text)) {
        char *old = strstr(text.text, title);
        if (old)
            text.n = (size_t)(old - text.text);
        strbuf_printf(&text, "%s%s.\n", title, changes->text);
        if (!file_write(path.text, &text))
            cli_complain("fuse", "cannot write %s: %s", path.text, strerror(errno));
    }
    strbuf_free(&path);
    strbuf_free(&text);
}

static int sum_up(const fuse_bisect_setting *s, const bisect_builds *all)
{
    strbuf changes = STRBUF_INIT;
    const bisect_build *newest = bisect_newest(all);
    int code = CLI_EXIT_ENGINE; /* none can tell */
    if (newest)
        code = newest->said.outcome == REPLAY_SHOWS ? CLI_EXIT_FOUND : CLI_EXIT_OK;
    bisect_put_changes(all, &changes);
    if (s->json)
        print_json(s, all, &changes);
    else
        cli_print("%s\n", changes.text);
    if (code != CLI_EXIT_ENGINE)
        tell_report(s, &changes);
    strbuf_free(&changes);
    return code;
}

int fuse_bisect(const fuse_bisect_setting *s, char **error)
{
    text_list commands = {0};
    bisect_builds all = {0};
    finding f;
    const volatile sig_atomic_t *interrupt = s->limits->interrupt;
    if (!read_finding(s->finding, &f, error))
        return CLI_EXIT_INPUT;
    int code = CLI_EXIT_FILE;
    if (versions_list(s->folder, &commands, error)) {
        for (size_t i = 0; i < commands.n && !(interrupt && *interrupt); i++) {
            char *why = NULL;
            solver *build = solver_new(commands.at[i], &why);
            bisect_ask(&all, &f, commands.at[i], build, why, s->limits);
            solver_free(build);
            if (!s->json)
                print_build(&all.at[i]);
        }
        code = sum_up(s, &all);
    }
    bisect_free(&all);
    text_list_free(&commands);
    finding_free(&f);
    return code;
}
