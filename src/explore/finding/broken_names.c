#include "explore/finding/broken_names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "process/process.h"

static const double MOST_SECONDS = 20;
/* Of the runtime, around the program's main; and what a program calls to fail. */
static const char OUTSIDE[] = "tandem_target_main", HARNESS[] = "run_object";
static const char *const FAILING[] = {"klee_abort", "klee_report_error", "tandem_klee_fail"};

/* ---- addr2line ------------------------------------------------------------------------------- */

/* What it prints about the program's own frames: for each an address, then function and place, once
 * for each function that was inlined there. False: it cannot be had. */
static bool ask(const explore_broken *b, const char *program,
                const volatile sig_atomic_t *interrupt, strbuf *answer)
{
    text_list argv = {0};
    char *error = NULL;
    static const char *const words[] = {"addr2line", "-f", "-i", "-a", "-e"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        vec_push(&argv, base_strdup(words[i]));
    vec_push(&argv, base_strdup(program));
    for (size_t i = 0; i < b->frames.n; i++) {
        strbuf address = STRBUF_INIT;
        strbuf_printf(&address, "0x%llx", (unsigned long long)b->frames.at[i].offset);
        vec_push(&argv, strbuf_detach(&address));
    }
    vec_push(&argv, NULL);
    process *p = process_start(&(process_config){.argv = argv.at, .interrupt = interrupt}, &error);
    bool good = false;
    if (p) {
        double deadline = clock_wall() + MOST_SECONDS;
        process_event e;
        while ((e = process_wait(p, deadline)) == PROCESS_OUTPUT)
            ;
        good = e == PROCESS_EXIT && !process_status(p);
        strbuf_add(answer, process_output(p)->text, process_output(p)->n);
        process_free(p);
    }
    free(error);
    text_list_free(&argv);
    return good;
}

/* ---- Its answer ------------------------------------------------------------------------------ */

/* Takes a line; NULL at the end. */
static const char *next_line(const char **at, size_t *n)
{
    const char *line = *at;
    if (!*line)
        return NULL;
    *n = strcspn(line, "\n");
    *at = line + *n + (line[*n] != 0);
    return line;
}

/* "/a/file.c:12 (discriminator 3)" without what is behind the line, or "/a/file.c:?", of code that
 * the compiler has merged, without that; NULL: not known. */
static char *place_of(const char *text, size_t n)
{
    const char *colon = memrchr(text, ':', n);
    if (!colon || *text != '/')
        return NULL;
    size_t end = (size_t)(colon - text) + 1;
    if (text[end] == '?' || text[end] == '0')
        return base_strndup(text, end - 1);
    while (end < n && isdigit((unsigned char)text[end]))
        end++;
    return base_strndup(text, end);
}

static void put_unknown(broken_names *names, const broken_frame *f)
{
    const char *slash = strrchr(f->module, '/');
    strbuf words = STRBUF_INIT;
    strbuf_printf(&words, "%s+0x%llx", slash ? slash + 1 : f->module,
                  (unsigned long long)f->offset);
    broken_name n = {.function = strbuf_detach(&words), .section = f->section};
    vec_push(names, n);
}

/* The names of one frame; `at` is behind its address. */
static void take_names(broken_names *names, const broken_frame *f, const char **at)
{
    bool any = false;
    while (**at && !text_begins(*at, "0x")) {
        size_t n_function, n_place;
        const char *function = next_line(at, &n_function), *place = next_line(at, &n_place);
        if (!place || !f->own || function[0] == '?')
            continue;
        broken_name n = {.function = base_strndup(function, n_function),
                         .place = place_of(place, n_place),
                         .section = f->section};
        vec_push(names, n);
        any = true;
    }
    if (!any)
        put_unknown(names, f);
}

static void drop_from(broken_names *names, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        free(names->at[i].function);
        free(names->at[i].place);
    }
    if (end < names->n)
        memmove(names->at + first, names->at + end, (names->n - end) * sizeof *names->at);
    names->n -= end - first;
}

static bool is_failing(const char *function)
{
    for (size_t i = 0; i < sizeof FAILING / sizeof *FAILING; i++)
        if (!strcmp(function, FAILING[i]))
            return true;
    return false;
}

static void drop_runtime(broken_names *names)
{
    for (size_t i = 0; i < names->n;)
        if (is_failing(names->at[i].function))
            drop_from(names, i, i + 1);
        else
            i++;
    for (size_t i = 0; i < names->n; i++) {
        if (strcmp(names->at[i].function, OUTSIDE))
            continue;
        size_t end = i;
        while (end < names->n && names->at[end].section == names->at[i].section)
            end++;
        size_t first = i && !strcmp(names->at[i - 1].function, HARNESS) ? i - 1 : i;
        drop_from(names, first, end);
        i = first - (first > 0);
    }
}

void broken_names_find(broken_names *names, const explore_broken *b, const char *program,
                       const volatile sig_atomic_t *interrupt)
{
    strbuf answer = STRBUF_INIT;
    const char *at = b->frames.n && ask(b, program, interrupt, &answer) ? answer.text : "";
    size_t n;
    for (size_t i = 0; i < b->frames.n; i++) {
        next_line(&at, &n); /* the address */
        take_names(names, &b->frames.at[i], &at);
    }
    drop_runtime(names);
    strbuf_free(&answer);
}

void broken_names_free(broken_names *names)
{
    drop_from(names, 0, names->n);
    vec_free(names);
}
