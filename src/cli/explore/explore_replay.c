#include "cli/explore/explore_replay.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/folder.h"
#include "base/json.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "explore/test/replay.h"
#include "report/coverage_page.h"

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void print_text(const replay_result *r)
{
    cli_print("%8s %8s %7s %8s %8s %7s  file\n", "lines", "reached", "%", "branches", "taken", "%");
    for (size_t i = 0; i < r->files.n; i++) {
        const replay_file *f = &r->files.at[i];
        cli_print("%8zu %8u %7.2f %8u %8u %7.2f  %s\n", f->lines.n, f->reached,
                  percent(f->reached, f->lines.n), f->ways, f->taken, percent(f->taken, f->ways),
                  f->path);
    }
    cli_print("%8" PRIu64 " %8" PRIu64 " %7.2f %8" PRIu64 " %8" PRIu64 " %7.2f  all, by %" PRIu64
              " tests\n",
              r->lines, r->reached, percent(r->reached, r->lines), r->ways, r->taken,
              percent(r->taken, r->ways), r->tests);
}

static void print_json(const replay_result *r, jail_kind kind)
{
    json_writer w;
    strbuf out = STRBUF_INIT;
    json_init(&w, &out);
    json_object(&w);
    json_key(&w, "tests");
    json_uint(&w, r->tests);
    json_key(&w, "jail");
    json_string(&w, jail_kind_word(kind));
    json_key(&w, "lines");
    json_uint(&w, r->lines);
    json_key(&w, "reached");
    json_uint(&w, r->reached);
    json_key(&w, "branches");
    json_uint(&w, r->ways);
    json_key(&w, "taken");
    json_uint(&w, r->taken);
    json_key(&w, "files");
    json_array(&w);
    for (size_t i = 0; i < r->files.n; i++) {
        json_object(&w);
        json_key(&w, "path");
        json_string(&w, r->files.at[i].path);
        json_key(&w, "lines");
        json_uint(&w, r->files.at[i].lines.n);
        json_key(&w, "reached");
        json_uint(&w, r->files.at[i].reached);
        json_key(&w, "branches");
        json_uint(&w, r->files.at[i].ways);
        json_key(&w, "taken");
        json_uint(&w, r->files.at[i].taken);
        json_end(&w);
    }
    json_end(&w);
    json_end(&w);
    strbuf_putc(&out, '\n');
    cli_put(&out);
    strbuf_free(&out);
}

/* The lines with code and how many tests reach each, for programs. */
static bool write_lines(const char *folder, const replay_result *r)
{
    strbuf text = STRBUF_INIT, path = STRBUF_INIT;
    strbuf_puts(&text, "file\tline\ttests\tways\ttaken\n");
    for (size_t i = 0; i < r->files.n; i++)
        for (size_t k = 0; k < r->files.at[i].lines.n; k++)
            strbuf_printf(&text, "%s\t%u\t%u\t%u\t%u\n", r->files.at[i].path,
                          r->files.at[i].lines.at[k].number, r->files.at[i].lines.at[k].tests,
                          r->files.at[i].lines.at[k].ways, r->files.at[i].lines.at[k].taken);
    strbuf_printf(&path, "%s/lines.tsv", folder);
    bool good = folder_write(path.text, text.text, text.n);
    if (!good)
        cli_complain("explore", "%s: %s", path.text, strerror(errno));
    strbuf_free(&text);
    strbuf_free(&path);
    return good;
}

static bool write_page(const char *folder, const char *name, const replay_result *r)
{
    strbuf page = STRBUF_INIT, path = STRBUF_INIT, title = STRBUF_INIT;
    const char *slash = strrchr(name, '/');
    strbuf_printf(&title, "Coverage of %s", slash ? slash + 1 : name);
    strbuf_printf(&path, "%s/coverage.html", folder);
    coverage_page(&page, title.text, r);
    bool good = folder_write(path.text, page.text, page.n);
    if (!good)
        cli_complain("explore", "%s: %s", path.text, strerror(errno));
    strbuf_free(&page);
    strbuf_free(&path);
    strbuf_free(&title);
    return good;
}

int explore_replay_show(const char *counting, const char *name, const char *folder, jail_kind kind,
                        const target_given *given, double run_seconds, bool json)
{
    replay_result r;
    char *error = NULL;
    strbuf tests = STRBUF_INIT;
    strbuf_printf(&tests, "%s/tests", folder);
    replay_config c = {.jail = kind,
                       .program = counting,
                       .folder = tests.text,
                       .given = {.clock = given->clock, .random = given->random},
                       .run_seconds = run_seconds,
                       .interrupt = interrupt_flag()};
    bool good = explore_replay(&c, &r, &error);
    int code = good ? CLI_EXIT_OK : CLI_EXIT_INPUT;
    if (good && !r.tests)
        cli_complain("explore", "there are no tests in %s", tests.text), code = CLI_EXIT_FILE;
    else if (good && !(write_page(folder, name, &r) && write_lines(folder, &r)))
        code = CLI_EXIT_FILE;
    else if (good)
        json ? print_json(&r, kind) : print_text(&r);
    else if (error)
        cli_complain("explore", "%s", error);
    free(error);
    replay_free(&r);
    strbuf_free(&tests);
    return interrupt_code(cli_finish(code));
}
