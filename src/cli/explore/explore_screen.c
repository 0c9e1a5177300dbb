#include "cli/explore/explore_screen.h"

#include <langinfo.h>
#include <locale.h>
#include <string.h>

static const double FIRST_STEP = 0.5;

void explore_screen_open(explore_screen *s, const char *program, const char *kind, double seconds,
                         bool quiet)
{
    const char *slash = strrchr(program, '/');
    *s = (explore_screen){.program = slash ? slash + 1 : program,
                          .jail = kind,
                          .seconds = seconds,
                          .step = FIRST_STEP};
    screen_open(&s->screen, "explore", quiet);
    locale_t locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    if (locale) {
        s->utf8 = !strcmp(nl_langinfo_l(CODESET, locale), "UTF-8");
        freelocale(locale);
    }
}

/* ---- The curve ------------------------------------------------------------------------------- */

static void take_sample(explore_screen *s, const explore_progress *p)
{
    while (p->seconds >= s->step * (double)(s->n_samples + 1)) {
        if (s->n_samples == EXPLORE_SAMPLES) {
            for (size_t i = 0; i < EXPLORE_SAMPLES / 2; i++)
                s->samples[i] = s->samples[2 * i + 1];
            s->n_samples /= 2;
            s->step *= 2;
            continue;
        }
        s->samples[s->n_samples++] = p->edges;
    }
}

void explore_screen_put_curve(strbuf *out, const uint64_t *numbers, size_t n, bool utf8)
{
    static const char *const blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char *const ascii[] = {"_", "_", ".", ".", "-", "-", "=", "="};
    uint64_t most = 1;
    for (size_t i = 0; i < n; i++)
        most = numbers[i] > most ? numbers[i] : most;
    for (size_t i = 0; i < n; i++)
        strbuf_puts(out, (utf8 ? blocks : ascii)[7 * numbers[i] / most]);
}

/* ---- Lines ----------------------------------------------------------------------------------- */

static void put_count(strbuf *out, const char *before, uint64_t number, const char *after)
{
    strbuf_puts(out, before);
    screen_put_count(out, number);
    strbuf_puts(out, after);
}

static void put_time(const explore_screen *s, const explore_progress *p, strbuf *out)
{
    screen_put_duration(out, p->seconds);
    if (s->seconds > 0) {
        strbuf_puts(out, " of ");
        screen_put_duration(out, s->seconds);
    }
}

static void put_runs(const explore_progress *p, strbuf *out)
{
    uint64_t runs = p->runs + p->mutants;
    put_count(out, "", runs, " runs");
    if (p->seconds > 0)
        put_count(out, ", ", (uint64_t)((double)runs / p->seconds), " a second");
}

static void put_edges(const explore_progress *p, strbuf *out)
{
    put_count(out, "", p->edges, "");
    put_count(out, " of ", p->guards, " edges");
}

static void put_questions(const flip_counters *c, strbuf *out)
{
    uint64_t sat = c->byte_sat + c->few_sat + c->shape_sat + c->cache_sat + c->plain_sat +
                   c->plain_fuzzed + c->float_sat + c->filter_sat + c->box_transplanted +
                   c->box_proposed + c->box_fuzzed;
    uint64_t unsat = c->plain_unsat + c->box_refuted + c->box_exhausted;
    put_count(out, "", c->questions, ": ");
    put_count(out, "", sat, " sat");
    put_count(out, ", ", unsat, " unsat");
    put_count(out, ", ", c->plain_unknown + c->box_unknown, " unknown");
    put_count(out, ", ", c->known, " known");
    if (c->box_predicted)
        put_count(out, ", ", c->box_predicted, " not asked");
}

static void put_boxes(const explore_progress *p, strbuf *out)
{
    const flip_counters *c = &p->flips;
    put_count(out, "", p->boxes, " met in traces, ");
    put_count(out, "", c->calls, " calls; ");
    put_count(out, "", c->box_asked - c->box_unknown, "");
    put_count(out, " of ", c->box_asked, " questions solved");
}

static void put_screen(const explore_screen *s, const explore_progress *p, strbuf *out)
{
    strbuf_printf(out, "tandem explore %s  ", s->program);
    put_time(s, p, out);
    strbuf_printf(out, "  jail: %s  now: %s\n  work       ", s->jail,
                  explore_activity_text(p->activity));
    put_runs(p, out);
    put_count(out, "; ", p->traces, " traced");
    if (p->hung)
        put_count(out, ", ", p->hung, " hung");
    strbuf_puts(out, "\n  coverage   ");
    put_edges(p, out);
    strbuf_puts(out, "  ");
    explore_screen_put_curve(out, s->samples, s->n_samples, s->utf8);
    strbuf_puts(out, "  last new ");
    screen_put_duration(out, p->seconds - p->last_new);
    strbuf_puts(out, " ago\n  tests      ");
    put_count(out, "", p->tests, ": ");
    put_count(out, "", p->solved_kept, " by solving, ");
    put_count(out, "", p->mutants_kept, " by mutation; ");
    put_count(out, "", p->queue, " in the queue\n  questions  ");
    put_questions(&p->flips, out);
    if (p->boxes) {
        strbuf_puts(out, "\n  boxes      ");
        put_boxes(p, out);
    }
    put_count(out, "\n  findings   ", p->findings, "\n");
}

static void put_line(const explore_screen *s, const explore_progress *p, strbuf *out)
{
    put_time(s, p, out);
    strbuf_printf(out, "  jail: %s  ", s->jail);
    put_runs(p, out);
    put_count(out, "; ", p->tests, " tests, ");
    put_edges(p, out);
    strbuf_puts(out, "; questions ");
    put_questions(&p->flips, out);
    put_count(out, "; ", p->findings, " findings");
}

void explore_screen_tick(void *context, const explore_progress *p)
{
    explore_screen *s = context;
    take_sample(s, p);
    if (!screen_due(&s->screen))
        return;
    strbuf text = STRBUF_INIT;
    if (s->screen.terminal)
        put_screen(s, p, &text);
    else
        put_line(s, p, &text);
    screen_show(&s->screen, text.text);
    strbuf_free(&text);
}
