#include "report/run.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "campaign/results_file.h"

void report_run_fact(report_run *r, const char *name, const char *value)
{
    report_pair pair = {base_strdup(name), base_strdup(value)};
    vec_push(&r->facts, pair);
}

void report_run_number(report_run *r, const char *name, const char *format, ...)
{
    strbuf text = STRBUF_INIT;
    va_list arguments;
    va_start(arguments, format);
    strbuf_vprintf(&text, format, arguments);
    va_end(arguments);
    report_pair pair = {base_strdup(name), strbuf_detach(&text)};
    vec_push(&r->numbers, pair);
}

void report_run_text(report_run *r, const char *title, const char *text, bool smt)
{
    report_text added = {base_strdup(title), base_strdup(text), smt};
    vec_push(&r->texts, added);
}

void report_run_add(report_run *r, const report_finding *f)
{
    vec_push(&r->findings, *f);
}

bool report_run_file(const char *folder, const char *name, strbuf *text)
{
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/%s", folder, name);
    bool good = file_read(path.text, text);
    strbuf_free(&path);
    return good;
}

static void free_finding(report_finding *f)
{
    char *texts[] = {f->title, f->state, f->message, f->evidence,
                     f->story, f->again, f->text,    f->longer};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        free(texts[i]);
}

void report_run_free(report_run *r)
{
    free(r->path);
    for (size_t i = 0; i < r->facts.n; i++)
        free(r->facts.at[i].name), free(r->facts.at[i].value);
    for (size_t i = 0; i < r->numbers.n; i++)
        free(r->numbers.at[i].name), free(r->numbers.at[i].value);
    for (size_t i = 0; i < r->answers.n; i++)
        free(r->answers.at[i].solver), free(r->answers.at[i].answer);
    for (size_t i = 0; i < r->findings.n; i++)
        free_finding(&r->findings.at[i]);
    for (size_t i = 0; i < r->ranking.n; i++)
        free(r->ranking.at[i].name);
    for (size_t i = 0; i < r->texts.n; i++)
        free(r->texts.at[i].title), free(r->texts.at[i].text);
    vec_free(&r->facts);
    vec_free(&r->numbers);
    vec_free(&r->answers);
    vec_free(&r->findings);
    vec_free(&r->x);
    vec_free(&r->y);
    vec_free(&r->ranking);
    vec_free(&r->texts);
    replay_free(&r->lines);
    results_rows_free(&r->rows);
    *r = (report_run){0};
}

static bool is_there(const char *folder, const char *name)
{
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/%s", folder, name);
    bool there = !access(path.text, R_OK);
    strbuf_free(&path);
    return there;
}

static bool open_store(report_run *r, const char *folder, const char *name, char **error)
{
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/%s", folder, name);
    bool good = report_run_store(r, path.text, error);
    strbuf_free(&path);
    return good;
}

static bool open_folder(report_run *r, const char *folder, char **error)
{
    report_run_note(r, folder);
    if (is_there(folder, "campaign.db"))
        return open_store(r, folder, "campaign.db", error);
    if (is_there(folder, "race.db")) {
        if (!open_store(r, folder, "race.db", error))
            return false;
        report_run_race(r, folder);
        return true;
    }
    if (is_there(folder, "stats.json") || is_there(folder, "coverage.tsv")) {
        report_run_explore(r, folder);
        return true;
    }
    *error = base_strdup("is no folder of results: no campaign.db, race.db or stats.json");
    return false;
}

/* What --explain has said, in the file of the same name that ends with .log. */
static void add_story(report_run *r, const char *path)
{
    strbuf log = STRBUF_INIT, text = STRBUF_INIT;
    const char *dot = strrchr(path, '.');
    strbuf_printf(&log, "%.*s.log", (int)(dot ? dot - path : (long)strlen(path)), path);
    if (file_read(log.text, &text) && text.n)
        report_run_text(r, "The story", text.text, false);
    strbuf_free(&log);
    strbuf_free(&text);
}

static bool open_file(report_run *r, const char *path, char **error)
{
    strbuf text = STRBUF_INIT;
    size_t damaged;
    bool good = file_read(path, &text);
    if (!good) {
        *error = base_strdup(strerror(errno));
    } else if (text_begins(text.text, "SQLite format 3")) {
        char *no_results = NULL;
        good = results_database_read(path, &r->rows, &no_results);
        free(no_results);
        r->job = good ? "bench" : r->job;
        good = good || report_run_store(r, path, error);
    } else if (results_csv_read(text.text, &r->rows, &damaged)) {
        r->job = "bench";
    } else {
        good = report_run_json(r, text.text, text.n);
        if (good)
            add_story(r, path);
        else
            *error = base_strdup("is no database, no CSV of bench, and no JSON");
    }
    strbuf_free(&text);
    return good;
}

bool report_run_open(report_run *r, const char *path, char **error)
{
    struct stat s;
    *r = (report_run){.path = base_strdup(path), .job = ""};
    *error = NULL;
    if (stat(path, &s)) {
        *error = base_strdup(strerror(errno));
        return false;
    }
    return S_ISDIR(s.st_mode) ? open_folder(r, path, error) : open_file(r, path, error);
}
