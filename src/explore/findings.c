#include "explore/findings.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/hash.h"

enum { MINIMISING_RUNS = 150 };
static const double PATIENCE = 4; /* a hang is one only if it takes so many times as long */

static void remember(void *context, const char *what)
{
    explore_findings *f = context;
    size_t line = strcspn(what, "\n");
    map_put(&f->known, hash_bytes(what, line) >> 1, 1);
}

void findings_init(explore_findings *f, explore_output *output, explore_target *target,
                   double run_seconds)
{
    *f = (explore_findings){.output = output,
                            .target = target,
                            .patience = PATIENCE * run_seconds,
                            .sites = STRBUF_INIT};
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/control/sites", target_folder(target));
    file_read(path.text, &f->sites);
    strbuf_free(&path);
    output_each_finding(output, remember, f);
}

void findings_free(explore_findings *f)
{
    map_free(&f->known);
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

/* ---- Words -------------------------------------------------------------------------------------
 */

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

static void describe(const explore_findings *f, const target_result *r, const explore_trace *t,
                     strbuf *out)
{
    if (r->finding == TANDEM_FINDING_ASSERT)
        strbuf_puts(out, "failed assertion");
    else if (r->finding == TANDEM_FINDING_UNDEFINED)
        strbuf_puts(out, "undefined behaviour");
    else if (r->outcome == TARGET_HUNG)
        strbuf_puts(out, "hang");
    else
        strbuf_printf(out, "crash: %s", strsignal(r->status));
    uint32_t last = last_site(t);
    if (r->finding != TANDEM_FINDING_NONE) {
        strbuf_puts(out, " at ");
        put_site(f, r->finding_site, out);
    } else if (last != UINT32_MAX) {
        strbuf_puts(out, " after ");
        put_site(f, last, out);
    }
    strbuf_putc(out, '\n');
}

/* ---- Smaller inputs ----------------------------------------------------------------------------
 */

typedef struct shrinking {
    explore_findings *findings;
    target_result wanted;
    uint32_t left;
} shrinking;

static bool still(shrinking *s, const explore_test *t)
{
    target_result r;
    char *error = NULL;
    if (!s->left)
        return false;
    s->left--;
    s->findings->runs++;
    bool same = target_run(s->findings->target, t, &(target_options){0}, &r, &error) &&
                r.outcome == s->wanted.outcome && r.status == s->wanted.status &&
                r.finding == s->wanted.finding && r.finding_site == s->wanted.finding_site;
    free(error);
    return same;
}

/* Halves, then smaller pieces, are cut off the end while it still breaks. */
static void shrink_bytes(shrinking *s, explore_test *t, strbuf *part)
{
    for (size_t cut = part->n; cut; cut /= 2)
        while (part->n >= cut && s->left) {
            size_t n = part->n;
            char saved = part->text[n - cut];
            part->n -= cut;
            part->text[part->n] = 0;
            if (still(s, t))
                continue;
            part->n = n;
            part->text[n - cut] = saved;
            break;
        }
}

static void shrink(shrinking *s, explore_test *t)
{
    while (t->args.n > 0 && s->left) {
        strbuf last = vec_pop(&t->args);
        bool good = still(s, t);
        if (!good) {
            vec_push(&t->args, last);
            break;
        }
        strbuf_free(&last);
    }
    for (size_t i = 0; i < t->args.n; i++)
        shrink_bytes(s, t, &t->args.at[i]);
    shrink_bytes(s, t, &t->input);
    for (size_t i = 0; i < t->files.n; i++)
        if (!t->files.at[i].mode)
            shrink_bytes(s, t, &t->files.at[i].bytes);
}

/* ---- All ---------------------------------------------------------------------------------------
 */

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

bool findings_note(explore_findings *f, const explore_test *test, const target_result *r,
                   const explore_trace *t)
{
    strbuf what = STRBUF_INIT;
    target_result seen = *r;
    describe(f, r, t, &what);
    bool is_new;
    map_insert(&f->known, hash_bytes(what.text, strcspn(what.text, "\n")) >> 1, &is_new);
    if (is_new && r->outcome == TARGET_HUNG)
        is_new = hangs(f, test);
    if (is_new) {
        explore_test small;
        explore_test_copy(&small, test);
        if (seen.outcome != TARGET_HUNG)
            shrink(&(shrinking){.findings = f, .wanted = seen, .left = MINIMISING_RUNS}, &small);
        is_new = output_add_finding(f->output, &small, what.text);
        explore_test_free(&small);
    }
    strbuf_free(&what);
    return is_new;
}
