/* Runs that have left a folder with files: race and explore. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/text.h"
#include "report/run.h"

enum { MOST_INPUTS = 10, MOST_ARMS = 25, MOST_FINDINGS = 200, SHOWN_BYTES = 4096 };

/* Calls `each` for the lines of a table but its head; a line's fields end with tabs. */
static void each_line(const char *text, void (*each)(void *context, char *const *fields, size_t n),
                      void *context)
{
    enum { MOST_FIELDS = 8 };
    const char *line = text + strcspn(text, "\n");
    while (*line && *++line) {
        char *fields[MOST_FIELDS];
        size_t n = 0, length = strcspn(line, "\n");
        char *copy = base_strndup(line, length), *at = copy;
        for (char *field; n < MOST_FIELDS && (field = strsep(&at, "\t"));)
            fields[n++] = field;
        each(context, fields, n);
        free(copy);
        line += length;
    }
}

/* ---- Races ----------------------------------------------------------------------------------- */

static void add_arm(void *context, char *const *fields, size_t n)
{
    report_run *r = context;
    if (n < 6 || r->ranking.n >= MOST_ARMS || strtoull(fields[5], NULL, 10) == 0)
        return;
    interval arm = {base_strdup(fields[1]), strtod(fields[2], NULL), strtod(fields[3], NULL),
                    strtod(fields[4], NULL), strtoull(fields[5], NULL, 10)};
    vec_push(&r->ranking, arm);
}

static void add_point(void *context, char *const *fields, size_t n)
{
    report_run *r = context;
    if (n < 2)
        return;
    vec_push(&r->x, strtod(fields[0], NULL));
    vec_push(&r->y, strtod(fields[1], NULL));
}

static void add_input(void *context, const char *file)
{
    report_run *r = context;
    strbuf text = STRBUF_INIT, title = STRBUF_INIT;
    const char *slash = strrchr(file, '/');
    if (r->texts.n < MOST_INPUTS && text_ends(file, ".smt2") && file_read(file, &text)) {
        strbuf_printf(&title, "Input %s%s%.*s", slash ? slash + 1 : file,
                      text_begins(text.text, "; ") ? ": " : "",
                      text_begins(text.text, "; ") ? (int)strcspn(text.text + 2, "\n") : 0,
                      text.text + 2);
        report_run_text(r, title.text, text.text, true);
    }
    strbuf_free(&text);
    strbuf_free(&title);
}

void report_run_race(report_run *r, const char *folder)
{
    strbuf text = STRBUF_INIT, inputs = STRBUF_INIT;
    if (report_run_file(folder, "ranking.tsv", &text))
        each_line(text.text, add_arm, r);
    strbuf_clear(&text);
    if (report_run_file(folder, "margin.tsv", &text))
        each_line(text.text, add_point, r);
    r->curve_title = "Best margin found";
    r->x_axis = "inputs tried";
    r->y_axis = "margin";
    r->curve_says =
        "Margin: how much worse the target did than the references on the inputs found best so "
        "far; "
        "in seconds, unless the race had another --objective, and twice the limit for no answer.";
    strbuf_printf(&inputs, "%s/inputs", folder);
    folder_each(inputs.text, add_input, r);
    strbuf_free(&text);
    strbuf_free(&inputs);
}

/* ---- Explorations ---------------------------------------------------------------------------- */

static void add_edges(void *context, char *const *fields, size_t n)
{
    report_run *r = context;
    if (n < 4)
        return;
    vec_push(&r->x, strtod(fields[0], NULL));
    vec_push(&r->y, strtod(fields[3], NULL));
}

/* path, line, tests: in the order of paths and lines. */
static void add_source_line(void *context, char *const *fields, size_t n)
{
    replay_result *l = &((report_run *)context)->lines;
    if (n < 3)
        return;
    if (!l->files.n || strcmp(vec_last(&l->files).path, fields[0])) {
        replay_file file = {.path = base_strdup(fields[0])};
        vec_push(&l->files, file);
    }
    replay_file *file = &vec_last(&l->files);
    replay_line line = {(uint32_t)strtoul(fields[1], NULL, 10),
                        (uint32_t)strtoul(fields[2], NULL, 10),
                        n > 4 ? (uint32_t)strtoul(fields[3], NULL, 10) : 0,
                        n > 4 ? (uint32_t)strtoul(fields[4], NULL, 10) : 0};
    vec_push(&file->lines, line);
    file->reached += line.tests > 0;
    file->ways += line.ways;
    file->taken += line.taken;
    l->ways += line.ways;
    l->taken += line.taken;
    l->reached += line.tests > 0;
    l->lines++;
}

/* What a run that broke was given: its files, as text where they are text. */
static void put_input(void *context, const char *file)
{
    strbuf *out = context, text = STRBUF_INIT;
    const char *name = strrchr(file, '/') + 1;
    if (!strcmp(name, "what") || !strcmp(name, "reproduce.sh") || text_ends(name, ".ktest") ||
        !file_read(file, &text))
        return;
    strbuf_printf(out, "== %s, %zu bytes\n", name, text.n);
    for (size_t i = 0; i < text.n && i < SHOWN_BYTES; i++) {
        unsigned char c = (unsigned char)text.text[i];
        if (c == '\n' || c == '\t' || (c >= ' ' && c < 0x7f))
            strbuf_putc(out, (char)c);
        else
            strbuf_printf(out, "\\x%02x", c);
    }
    strbuf_puts(out, text.n > SHOWN_BYTES ? "\n…\n" : "\n");
    strbuf_free(&text);
}

static void add_broken(report_run *r, const char *folder, const char *number)
{
    strbuf path = STRBUF_INIT, what = STRBUF_INIT, input = STRBUF_INIT, again = STRBUF_INIT;
    strbuf_printf(&path, "%s/findings/%s", folder, number);
    if (report_run_file(path.text, "what", &what)) {
        size_t n = strcspn(what.text, "\n");
        folder_each(path.text, put_input, &input);
        strbuf_printf(&again, "sh %s/reproduce.sh", path.text);
        report_finding f = {.title = base_strndup(what.text, n),
                            .state = base_strdup(number),
                            .message = base_strdup(""),
                            .evidence = base_strdup(what.text + n + (what.text[n] != '\0')),
                            .story = base_strdup(""),
                            .again = strbuf_detach(&again),
                            .text = strbuf_detach(&input),
                            .longer = base_strdup("")};
        report_run_add(r, &f);
    }
    strbuf_free(&path);
    strbuf_free(&what);
    strbuf_free(&input);
    strbuf_free(&again);
}

static void add_all_broken(report_run *r, const char *folder)
{
    strbuf path = STRBUF_INIT;
    struct dirent **list;
    strbuf_printf(&path, "%s/findings", folder);
    int n = scandir(path.text, &list, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        if (list[i]->d_name[0] != '.' && r->findings.n < MOST_FINDINGS)
            add_broken(r, folder, list[i]->d_name);
        free(list[i]);
    }
    if (n >= 0)
        free(list);
    strbuf_free(&path);
}

void report_run_explore(report_run *r, const char *folder)
{
    strbuf text = STRBUF_INIT;
    if (report_run_file(folder, "stats.json", &text))
        report_run_json(r, text.text, text.n);
    r->job = "explore";
    r->curve_title = "Edges over time";
    r->x_axis = "seconds";
    r->y_axis = "edges";
    strbuf_clear(&text);
    if (report_run_file(folder, "coverage.tsv", &text))
        each_line(text.text, add_edges, r);
    strbuf_clear(&text);
    if (report_run_file(folder, "lines.tsv", &text))
        each_line(text.text, add_source_line, r);
    strbuf_free(&text);
    add_all_broken(r, folder);
}
