/* What `tandem fuse` shows while it runs, and at its end. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/clock.h"
#include "base/json.h"
#include "cli/fuse/fuse.h"

static double per_second(uint64_t n, double seconds)
{
    return seconds > 0 ? (double)n / seconds : 0;
}

static uint64_t count_findings(const fuse_status *s)
{
    uint64_t n = 0;
    for (int i = 0; i < FINDING_KIND_COUNT; i++)
        n += s->kinds[i];
    return n;
}

static void put_findings(const fuse_status *s, strbuf *out)
{
    uint64_t all = count_findings(s);
    strbuf_printf(out, "%llu different", (unsigned long long)all);
    const char *separator = ": ";
    for (int i = 0; i < FINDING_KIND_COUNT; i++)
        if (s->kinds[i]) {
            strbuf_printf(out, "%s%llu %s", separator, (unsigned long long)s->kinds[i],
                          finding_kind_name((finding_kind)i));
            separator = ", ";
        }
    strbuf_printf(out, "; %llu seen, %llu dismissed, %llu again", (unsigned long long)s->seen,
                  (unsigned long long)s->dismissed, (unsigned long long)s->duplicates);
    if (s->disputed)
        strbuf_printf(out, ", %llu disputed", (unsigned long long)s->disputed);
    if (s->known)
        strbuf_printf(out, ", %llu known", (unsigned long long)s->known);
    if (s->waiting)
        strbuf_printf(out, ", %llu waiting", (unsigned long long)s->waiting);
}

static void put_dropped(const fuse_status *s, strbuf *out)
{
    const char *separator = "";
    for (int i = 0; i < FUSE_OUTCOME_COUNT; i++)
        if (i != FUSE_MADE && s->dropped[i]) {
            strbuf_printf(out, "%s%llu %s", separator, (unsigned long long)s->dropped[i],
                          fuse_outcome_name((fuse_outcome)i));
            separator = ", ";
        }
    if (!*separator)
        strbuf_puts(out, "none");
}

/* ---- While it runs --------------------------------------------------------------------------- */

static void put_solver(const fuse_screen *screen, const fuse_status *s, size_t i, strbuf *out)
{
    strbuf_printf(out, "  %-14.14s", solver_name(screen->setting->solvers.at[i]));
    for (int v = 0; v < RUNNER_VERDICT_COUNT; v++)
        if (s->answers[i][v])
            strbuf_printf(out, " %s %llu", runner_verdict_name((runner_verdict)v),
                          (unsigned long long)s->answers[i][v]);
}

static void put_head(const fuse_status *s, strbuf *out)
{
    screen_put_duration(out, s->seconds);
    strbuf_printf(
        out, "  %llu formulas, %.1f/s; %llu solver calls, %.1f/s; %.1f %% of the time in solvers",
        (unsigned long long)s->formulas, per_second(s->formulas, s->seconds),
        (unsigned long long)s->solver_calls, per_second(s->solver_calls, s->seconds),
        s->worker_seconds > 0 ? 100 * s->solver_seconds / s->worker_seconds : 0);
    if (s->edges)
        strbuf_printf(out, "; %llu edges of solvers, %llu formulas kept",
                      (unsigned long long)s->edges, (unsigned long long)s->kept);
}

static void put_agents(const fuse_screen *screen, const char *before, strbuf *out)
{
    const cluster_counts *c = &screen->counts;
    if (!screen->clustered)
        return;
    strbuf_printf(out, "%s%llu agents with %llu jobs; chunks: %llu open, %llu leased", before,
                  (unsigned long long)c->agents, (unsigned long long)c->jobs,
                  (unsigned long long)c->open, (unsigned long long)c->leased);
    if (c->quarantined)
        strbuf_printf(out, ", %llu put aside", (unsigned long long)c->quarantined);
    strbuf_printf(out, ", %llu of findings", (unsigned long long)c->findings);
}

static void put_screen(const fuse_screen *screen, const fuse_status *s, strbuf *out)
{
    put_head(s, out);
    put_agents(screen, "\n  ", out);
    strbuf_puts(out, "\n  findings: ");
    put_findings(s, out);
    strbuf_puts(out, "\n  dropped:  ");
    put_dropped(s, out);
    strbuf_putc(out, '\n');
    for (size_t i = 0; i < screen->setting->solvers.n; i++) {
        put_solver(screen, s, i, out);
        strbuf_putc(out, '\n');
    }
}

void fuse_screen_tick(void *context, const fuse_status *s)
{
    fuse_screen *screen = context;
    if (!screen_due(&screen->screen))
        return;
    strbuf text = STRBUF_INIT;
    if (screen->screen.terminal) {
        put_screen(screen, s, &text);
    } else {
        put_head(s, &text);
        strbuf_puts(&text, "; findings: ");
        put_findings(s, &text);
        put_agents(screen, "; ", &text);
    }
    screen_show(&screen->screen, text.text);
    strbuf_free(&text);
}

void fuse_screen_found(void *context, const finding *f, const char *path)
{
    fuse_screen *screen = context;
    if (screen->quiet)
        return;
    screen_clear(&screen->screen);
    text_print(stderr, "%s: %s: %s: %s\n", path, finding_kind_name(f->kind), f->solver, f->message);
}

void fuse_screen_complain(void *context, const char *message)
{
    fuse_screen *screen = context;
    screen_clear(&screen->screen);
    text_print(stderr, "tandem fuse: %s\n", message);
}

/* ---- At the end ------------------------------------------------------------------------------ */

/* How far the enumeration has come, if nothing else was made. */
static void put_small(const fuse_screen *screen, const fuse_status *s, strbuf *out)
{
    const fuse_setting *setting = screen->setting;
    if (!s->strategies[FUSE_SMALL] || s->strategies[FUSE_SMALL] != s->formulas || !setting->maker)
        return;
    uint64_t end = setting->small_from + s->earlier_units + s->units;
    strbuf_printf(out, "small:    numbers %llu to %llu of %llu; go on with --from %llu\n",
                  (unsigned long long)setting->small_from, (unsigned long long)end - 1,
                  (unsigned long long)fuse_small_count(setting->maker), (unsigned long long)end);
}

void fuse_print_summary(const fuse_screen *screen, const fuse_status *s, strbuf *out)
{
    put_head(s, out);
    put_agents(screen, "\ncluster:  ", out);
    strbuf_puts(out, "\nfindings: ");
    put_findings(s, out);
    strbuf_puts(out, "\ndropped:  ");
    put_dropped(s, out);
    if (s->lost)
        strbuf_printf(out, "\nlost:     %llu units whose worker died", (unsigned long long)s->lost);
    strbuf_puts(out, "\nformulas: ");
    const char *separator = "";
    for (int i = 0; i < FUSE_STRATEGY_COUNT; i++)
        if (s->strategies[i]) {
            strbuf_printf(out, "%s%llu %s", separator, (unsigned long long)s->strategies[i],
                          fuse_strategy_name((fuse_strategy)i));
            separator = ", ";
        }
    strbuf_putc(out, '\n');
    put_small(screen, s, out);
    for (size_t i = 0; i < screen->setting->solvers.n; i++) {
        put_solver(screen, s, i, out);
        strbuf_putc(out, '\n');
    }
    strbuf_printf(out, "seed %llu; everything is in %s\n",
                  (unsigned long long)screen->setting->seed, screen->folder);
}

static void put_number(json_writer *j, const char *key, uint64_t number)
{
    json_key(j, key);
    json_uint(j, number);
}

static void put_counts(json_writer *j, const fuse_status *s)
{
    json_key(j, "findings");
    json_object(j);
    for (int i = 0; i < FINDING_KIND_COUNT; i++)
        put_number(j, finding_kind_name((finding_kind)i), s->kinds[i]);
    json_end(j);
    json_key(j, "dropped");
    json_object(j);
    for (int i = 0; i < FUSE_OUTCOME_COUNT; i++)
        if (i != FUSE_MADE)
            put_number(j, fuse_outcome_name((fuse_outcome)i), s->dropped[i]);
    json_end(j);
    json_key(j, "strategies");
    json_object(j);
    for (int i = 0; i < FUSE_STRATEGY_COUNT; i++)
        put_number(j, fuse_strategy_name((fuse_strategy)i), s->strategies[i]);
    json_end(j);
}

static void put_solvers(json_writer *j, const fuse_screen *screen, const fuse_status *s)
{
    json_key(j, "solvers");
    json_array(j);
    for (size_t i = 0; i < screen->setting->solvers.n; i++) {
        const solver *one = screen->setting->solvers.at[i];
        json_object(j);
        json_key(j, "command");
        json_string(j, solver_text(one));
        json_key(j, "version");
        json_string(j, solver_version(one));
        for (int v = 0; v < RUNNER_VERDICT_COUNT; v++)
            put_number(j, runner_verdict_name((runner_verdict)v), s->answers[i][v]);
        json_end(j);
    }
    json_end(j);
}

void fuse_print_json(const fuse_screen *screen, const fuse_status *s, strbuf *out)
{
    json_writer j;
    json_init(&j, out);
    j.pretty = true;
    json_object(&j);
    json_key(&j, "folder");
    json_string(&j, screen->folder);
    put_number(&j, "seed", screen->setting->seed);
    json_key(&j, "limits");
    limits_json(screen->limits, &j);
    json_key(&j, "seconds");
    json_double(&j, s->seconds);
    json_key(&j, "worker_seconds");
    json_double(&j, s->worker_seconds);
    json_key(&j, "solver_seconds");
    json_double(&j, s->solver_seconds);
    json_key(&j, "own_cpu_seconds");
    json_double(&j, s->own_cpu);
    json_key(&j, "first_formula_seconds"); /* since the start of the program */
    json_double(&j, s->first_made > 0 ? s->first_made - screen->start : 0);
    put_number(&j, "units", s->units);
    put_number(&j, "formulas", s->formulas);
    put_number(&j, "bytes", s->bytes);
    put_number(&j, "solver_calls", s->solver_calls);
    put_number(&j, "seen", s->seen);
    put_number(&j, "dismissed", s->dismissed);
    put_number(&j, "disputed", s->disputed);
    put_number(&j, "duplicates", s->duplicates);
    put_number(&j, "known", s->known);
    put_number(&j, "waiting", s->waiting);
    put_number(&j, "lost", s->lost);
    put_number(&j, "edges", s->edges);
    put_number(&j, "kept", s->kept);
    put_counts(&j, s);
    put_solvers(&j, screen, s);
    json_end(&j);
    strbuf_putc(out, '\n');
}
