#include "explore/finding/findings.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/text.h"
#include "explore/finding/findings_shrink.h"

static const char SANITIZER[] = "sanitizer: ";

/* True: it was not known. */
static bool learn(map *known, uint64_t key)
{
    bool is_new;
    map_insert(known, key >> 1, &is_new);
    return is_new;
}

/* A crash may have a report of the sanitizer behind it. */
static void remember(void *context, uint32_t number, const char *what)
{
    (void)number;
    explore_findings *f = context;
    learn(&f->known, broken_description_key(what));
    for (const char *line = what; (line = strchr(line, '\n')) && *++line;)
        if (text_begins(line, SANITIZER))
            learn(&f->known, broken_description_key(line));
}

void findings_init(explore_findings *f, const findings_config *config)
{
    const explore_limits *limits = LIMITS_OR(config->limits, explore_limits_default);
    *f = (explore_findings){.output = config->output,
                            .target = config->target,
                            .sanitizer = config->sanitizer,
                            .limits = limits,
                            .patience = limits->finding_patience * config->run_seconds,
                            .errors = config->errors,
                            .sites = STRBUF_INIT,
                            .interrupt = config->interrupt};
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/control/sites", target_folder(f->target));
    file_read(path.text, &f->sites);
    strbuf_free(&path);
    output_each_finding(f->output, remember, f);
}

void findings_free(explore_findings *f)
{
    map_free(&f->known);
    map_free(&f->stacks);
    strbuf_free(&f->sites);
}

bool findings_is(const target_result *r)
{
    if (r->finding == TANDEM_FINDING_SILENT_EXIT || r->outcome == TARGET_LOST)
        return false;
    if (r->finding != TANDEM_FINDING_NONE || r->outcome == TARGET_HUNG)
        return true;
    if (r->outcome != TARGET_SIGNALED)
        return false;
    static const int bad[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (r->status == bad[i])
            return true;
    return false; /* a signal that it sent itself, or a limit */
}

bool findings_wanted(const explore_findings *f, const target_result *r)
{
    if (!f->errors)
        return findings_is(r);
    return r->finding == TANDEM_FINDING_ASSERT ||
           (r->finding == TANDEM_FINDING_NONE && r->outcome == TARGET_SIGNALED &&
            r->status == SIGABRT);
}

/* ---- Words ----------------------------------------------------------------------------------- */

/* "file.c:12 (function)", or its number. */
static void put_site(const explore_findings *f, uint32_t site, strbuf *out)
{
    const char *at = f->sites.text;
    while (at && *at == '#')
        at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL;
    for (uint32_t i = 0; at && i < site; i++) {
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    char file[256], function[256];
    unsigned line;
    if (at && sscanf(at, "%255[^\t]\t%255[^\t]\t%u", file, function, &line) == 3)
        strbuf_printf(out, "%s:%u (%s)", file, line, function);
    else
        strbuf_printf(out, "site %u", site);
}

static uint32_t last_site(const explore_trace *t)
{
    for (size_t i = t ? t->conditions.n : 0; i-- > 0;)
        if (t->conditions.at[i].kind <= TRACE_SWITCH)
            return t->conditions.at[i].site;
    return UINT32_MAX;
}

/* `steady`: it came again with the same input. */
static void describe(const explore_findings *f, const target_result *r, const explore_trace *t,
                     bool steady, strbuf *out)
{
    if (r->finding == TANDEM_FINDING_ASSERT)
        strbuf_puts(out, "failed assertion");
    else if (r->finding == TANDEM_FINDING_UNDEFINED)
        strbuf_puts(out, "undefined behaviour");
    else if (r->outcome == TARGET_HUNG)
        strbuf_puts(out, "hang");
    else
        strbuf_printf(out, "crash%s: %s", steady ? "" : ", not in every run", strsignal(r->status));
    uint32_t last = last_site(t);
    if (r->finding != TANDEM_FINDING_NONE && r->finding_site != TANDEM_NO_SITE) {
        strbuf_puts(out, " at ");
        put_site(f, r->finding_site, out);
    } else if (last != UINT32_MAX) {
        strbuf_puts(out, " after ");
        put_site(f, last, out);
    }
    strbuf_putc(out, '\n');
}

/* ---- Kinds ----------------------------------------------------------------------------------- */

/* A hang takes long however long one waits. */
static bool hangs(explore_findings *f, const explore_test *test)
{
    target_result r;
    char *error = NULL;
    f->runs++;
    bool hung =
        target_run(f->target, test, &(target_options){.seconds = f->patience}, &r, &error) &&
        r.outcome != TARGET_EXITED;
    free(error);
    return hung;
}

/* One that its kind and place say all about. */
static bool note_place(explore_findings *f, const explore_test *test, const target_result *r,
                       const explore_trace *t, bool steady)
{
    strbuf what = STRBUF_INIT;
    target_result wanted = *r;
    describe(f, r, t, steady, &what);
    bool is_new = learn(&f->known, broken_description_key(what.text));
    if (is_new && wanted.outcome == TARGET_HUNG)
        is_new = hangs(f, test);
    if (is_new) {
        explore_test small;
        explore_test_copy(&small, test);
        if (wanted.outcome != TARGET_HUNG)
            findings_shrink(f, f->target, &wanted, 0, &small);
        is_new = output_add_finding(f->output, &small, what.text);
        explore_test_free(&small);
    }
    strbuf_free(&what);
    return is_new;
}

static void describe_report(explore_findings *f, const explore_broken *b, strbuf *out)
{
    strbuf_printf(out, "%s%s", SANITIZER, b->error);
    if (b->access)
        strbuf_printf(out, ", %s", b->access);
    broken_describe(b, target_path(f->sanitizer), f->interrupt, out);
}

/* What the sanitizer says of a crash; that is not another finding then. */
static void add_report(explore_findings *f, const explore_test *test, strbuf *what)
{
    target_result r;
    explore_broken b = {0};
    if (f->sanitizer && findings_run(f, f->sanitizer, test, &r, &b) && b.error) {
        size_t before = what->n;
        describe_report(f, &b, what);
        learn(&f->stacks, broken_key(&b));
        learn(&f->known, broken_description_key(what->text + before));
    }
    broken_free(&b);
}

/* Where a crash comes from: false, and the program does not tell. One that does not come with every
 * run is waited for, a little; *steady says whether it came. */
static bool ask_stack(explore_findings *f, const explore_test *test, const target_result *wanted,
                      explore_broken *b, bool *steady)
{
    *steady = false;
    for (uint64_t i = 0; i < f->limits->finding_tries && !*steady; i++) {
        target_result r;
        *steady = findings_run(f, f->target, test, &r, b) && r.outcome == wanted->outcome &&
                  r.status == wanted->status;
        if (*steady && broken_key(b))
            return true;
        broken_free(b);
    }
    return false;
}

static bool note_crash(explore_findings *f, const explore_test *test, const target_result *r,
                       const explore_trace *t)
{
    target_result wanted = *r;
    explore_broken b = {0};
    bool steady, told = ask_stack(f, test, &wanted, &b, &steady);
    uint64_t key = broken_key(&b);
    bool is_new = told && learn(&f->stacks, hash_mix(key, (uint64_t)wanted.status));
    if (is_new) {
        strbuf what = STRBUF_INIT;
        if (wanted.finding == TANDEM_FINDING_ASSERT)
            strbuf_puts(&what, "failed assertion");
        else
            strbuf_printf(&what, "crash: %s", strsignal(wanted.status));
        broken_describe(&b, target_path(f->target), f->interrupt, &what);
        is_new = learn(&f->known, broken_description_key(what.text));
        if (is_new) {
            explore_test small;
            explore_test_copy(&small, test);
            findings_shrink(f, f->target, &wanted, key, &small);
            add_report(f, &small, &what);
            is_new = output_add_finding(f->output, &small, what.text);
            explore_test_free(&small);
        }
        strbuf_free(&what);
    }
    broken_free(&b);
    return told ? is_new : t && note_place(f, test, &wanted, t, steady);
}

/* ---- All ------------------------------------------------------------------------------------- */

bool findings_note(explore_findings *f, const explore_test *test, const target_result *r,
                   const explore_trace *t)
{
    bool placed = r->finding != TANDEM_FINDING_NONE && r->finding_site != TANDEM_NO_SITE;
    if (r->outcome == TARGET_SIGNALED && !placed)
        return note_crash(f, test, r, t);
    return (t || r->finding != TANDEM_FINDING_NONE) && note_place(f, test, r, t, true);
}

bool findings_sanitize(explore_findings *f, const explore_test *test)
{
    target_result r;
    explore_broken b;
    bool is_new =
        findings_run(f, f->sanitizer, test, &r, &b) && b.error && learn(&f->stacks, broken_key(&b));
    if (is_new) {
        strbuf what = STRBUF_INIT;
        describe_report(f, &b, &what);
        is_new = learn(&f->known, broken_description_key(what.text));
        if (is_new) {
            explore_test small;
            explore_test_copy(&small, test);
            findings_shrink(f, f->sanitizer, &r, broken_key(&b), &small);
            is_new = output_add_finding(f->output, &small, what.text);
            explore_test_free(&small);
        }
        strbuf_free(&what);
    }
    broken_free(&b);
    return is_new;
}
