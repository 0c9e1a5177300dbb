#include "cli/fuse/fuse_bisect.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "cli/cli.h"
#include "judge/replay.h"
#include "solver/versions.h"

typedef struct build {
    char *command, *version;
    bool found; /* false: it cannot be run, `said.what` has the reason */
    replay said;
} build;

typedef VEC(build) build_list;

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

static const char *outcome_of(const build *b)
{
    return b->found ? replay_outcome_name(b->said.outcome) : "not there";
}

static void print_build(const build *b)
{
    const char *slash = strrchr(b->command, '/');
    cli_print("%-20s %-10s %-9s %s", slash ? slash + 1 : b->command, b->version, outcome_of(b),
              b->said.what);
    if (b->found)
        cli_print(" in %.2f s", b->said.seconds);
    cli_print("\n");
    fflush(stdout);
}

static void ask_build(const fuse_bisect_setting *s, const finding *f, const char *command,
                      build *out)
{
    char *error = NULL;
    solver *one = solver_new(command, &error);
    *out = (build){.command = base_strdup(command),
                   .version = base_strdup(one ? solver_version(one) : ""),
                   .found = one,
                   .said = {.outcome = REPLAY_OTHER, .what = error}};
    if (one)
        judge_replay(f, one, s->limits, &out->said);
    solver_free(one);
}

/* What a person calls a build. */
static const char *name_of(const build *b)
{
    const char *slash = strrchr(b->command, '/');
    return *b->version ? b->version : slash ? slash + 1 : b->command;
}

/* "right up to 4.8.8, wrong since 4.8.9": the changes among those that can tell. */
static void put_changes(const build_list *all, strbuf *out)
{
    const build *last = NULL;
    for (size_t i = 0; i < all->n; i++) {
        const build *b = &all->at[i];
        if (!b->found || b->said.outcome == REPLAY_OTHER)
            continue;
        if (!last)
            strbuf_printf(out, "%s from %s on, the oldest that can tell", outcome_of(b),
                          name_of(b));
        else if (last->said.outcome != b->said.outcome)
            strbuf_printf(out, ", up to %s; %s since %s", name_of(last), outcome_of(b), name_of(b));
        last = b;
    }
    if (last)
        strbuf_printf(out, ", up to %s, the newest that can tell", name_of(last));
    else
        strbuf_puts(out, "no build can tell");
}

static void print_json(const fuse_bisect_setting *s, const build_list *all, const strbuf *changes)
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
        const build *b = &all->at[i];
        const char *const members[][2] = {{"command", b->command},
                                          {"version", b->version},
                                          {"outcome", outcome_of(b)},
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

static int sum_up(const fuse_bisect_setting *s, const build_list *all)
{
    strbuf changes = STRBUF_INIT;
    int code = CLI_EXIT_ENGINE; /* until one can tell */
    for (size_t i = 0; i < all->n; i++)
        if (all->at[i].found && all->at[i].said.outcome != REPLAY_OTHER)
            code = all->at[i].said.outcome == REPLAY_SHOWS ? CLI_EXIT_FOUND : CLI_EXIT_OK;
    put_changes(all, &changes);
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
    build_list all = {0};
    finding f;
    const volatile sig_atomic_t *interrupt = s->limits->interrupt;
    if (!read_finding(s->finding, &f, error))
        return CLI_EXIT_INPUT;
    int code = CLI_EXIT_FILE;
    if (versions_list(s->folder, &commands, error)) {
        for (size_t i = 0; i < commands.n && !(interrupt && *interrupt); i++) {
            build b;
            ask_build(s, &f, commands.at[i], &b);
            if (!s->json)
                print_build(&b);
            vec_push(&all, b);
        }
        code = sum_up(s, &all);
    }
    for (size_t i = 0; i < all.n; i++) {
        free(all.at[i].command);
        free(all.at[i].version);
        free(all.at[i].said.what);
    }
    vec_free(&all);
    text_list_free(&commands);
    finding_free(&f);
    return code;
}
