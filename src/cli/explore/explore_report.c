#include "cli/explore/explore_report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/folder.h"
#include "base/json.h"
#include "cli/cli.h"

/* Of the questions that boxes uninterpreted do not refute: how many were solved, in per cent. */
static double satisfaction(const flip_counters *c)
{
    uint64_t solved = c->box_transplanted + c->box_proposed + c->box_fuzzed + c->box_exhausted;
    return c->box_asked ? 100.0 * (double)solved / (double)c->box_asked : 0;
}

static void put_line(strbuf *out, const char *text, uint64_t number)
{
    if (number)
        strbuf_printf(out, "%10llu  %s\n", (unsigned long long)number, text);
}

static void put_function(strbuf *out, const flip_box_count *c)
{
    strbuf_printf(out, "%10llu  calls of %s as a closed box (%s)", (unsigned long long)c->met,
                  c->name, explore_origin_text(c->origin));
    if (c->asked)
        strbuf_printf(out, "; %llu of %llu questions solved", (unsigned long long)c->solved,
                      (unsigned long long)c->asked);
    strbuf_putc(out, '\n');
}

static void print_text(const explore_progress *p, const explore_config *c, strbuf *out)
{
    strbuf_printf(out, "%.1f s, seed %llu, jail: %s%s\n", p->seconds,
                  (unsigned long long)c->flips.seed, jail_kind_word(c->jail),
                  p->complete ? "; nothing is left to do" : "");
#define COUNTER(name, text) put_line(out, text, p->name);
    EXPLORE_COUNTERS(COUNTER)
#undef COUNTER
#define COUNTER(name, text) put_line(out, text, p->flips.name);
    FLIP_COUNTERS(COUNTER)
#undef COUNTER
    if (p->flips.box_asked)
        strbuf_printf(out, "%9.1f%%  of the box questions left for the fuzz solver were solved\n",
                      satisfaction(&p->flips));
    strbuf_printf(out, "%10.1f  seconds in SMT\n%10.1f  seconds in the fuzz solver\n",
                  p->flips.smt_seconds, p->flips.fuzz_seconds);
    for (size_t i = 0; i < p->box_counts.n; i++)
        put_function(out, &p->box_counts.at[i]);
    for (size_t i = 0; i < p->classes.n; i++) {
        const explore_class *k = &p->classes.at[i];
        strbuf_printf(out, "%10llu  calls made concrete: %s: %s", (unsigned long long)k->calls,
                      k->name, explore_origin_text(k->origin));
        if (k->detail)
            strbuf_printf(out, " (number %u)", k->detail);
        strbuf_putc(out, '\n');
    }
    for (int i = 0; i < TANDEM_REASON_COUNT; i++)
        if (p->concretized[i])
            strbuf_printf(out, "%10llu  values made concrete: %s\n",
                          (unsigned long long)p->concretized[i],
                          explore_reason_text((tandem_concrete_reason)i));
}

static void put_finding(void *context, uint32_t number, const char *what)
{
    strbuf_printf(context, "  %04u  %.*s\n", number, (int)strcspn(what, "\n"), what);
}

static void print_findings(const explore_output *folder, strbuf *out)
{
    if (folder->n_findings)
        strbuf_printf(out, "findings, in %s/findings:\n", folder->folder);
    output_each_finding(folder, put_finding, out);
    if (folder->n_findings)
        strbuf_printf(out, "each again: sh %s/findings/NNNN/reproduce.sh\n", folder->folder);
}

static const char *hint(const explore_progress *p)
{
    if (p->tests || !p->runs)
        return NULL;
    if (p->lost == p->runs)
        return "no tests: every run ended the process that it was forked from, as a program does "
               "that kills its parent";
    return p->guards ? NULL : "no tests: the program has no branches";
}

static void put_member(json_writer *j, const char *name, uint64_t number)
{
    json_key(j, name);
    json_uint(j, number);
}

static void put_found(void *context, uint32_t number, const char *what)
{
    char *line = base_strndup(what, strcspn(what, "\n"));
    json_object(context);
    json_key(context, "number");
    json_uint(context, number);
    json_key(context, "what");
    json_string(context, line);
    json_end(context);
    free(line);
}

static void print_json(const explore_progress *p, const explore_config *c, const limit_set *limits,
                       const explore_output *folder, strbuf *out)
{
    json_writer j;
    json_init(&j, out);
    json_object(&j);
    put_member(&j, "seed", c->flips.seed);
    json_key(&j, "jail");
    json_string(&j, jail_kind_word(c->jail));
    put_member(&j, "landlock", c->jail == JAIL_OFF ? 0 : (uint64_t)jail_landlock());
    json_key(&j, "limits");
    limits_json(limits, &j);
    json_key(&j, "seconds");
    json_double(&j, p->seconds);
    json_key(&j, "complete");
    json_bool(&j, p->complete);
#define COUNTER(name, text) put_member(&j, #name, p->name);
    EXPLORE_COUNTERS(COUNTER)
#undef COUNTER
    json_key(&j, "solver");
    json_object(&j);
#define COUNTER(name, text) put_member(&j, #name, p->flips.name);
    FLIP_COUNTERS(COUNTER)
#undef COUNTER
    json_key(&j, "satisfaction");
    if (p->flips.box_asked)
        json_double(&j, satisfaction(&p->flips));
    else
        json_null(&j);
    json_key(&j, "smt_seconds");
    json_double(&j, p->flips.smt_seconds);
    json_key(&j, "fuzz_seconds");
    json_double(&j, p->flips.fuzz_seconds);
    json_end(&j);
    json_key(&j, "boxes_met");
    json_object(&j);
    for (size_t i = 0; i < p->box_counts.n; i++)
        put_member(&j, p->box_counts.at[i].name, p->box_counts.at[i].met);
    json_end(&j);
    json_key(&j, "boxes_by");
    json_object(&j);
    for (size_t i = 0; i < p->box_counts.n; i++) {
        json_key(&j, p->box_counts.at[i].name);
        json_string(&j, explore_origin_text(p->box_counts.at[i].origin));
    }
    json_end(&j);
    json_key(&j, "functions_made_concrete");
    json_object(&j);
    for (size_t i = 0; i < p->classes.n; i++) {
        json_key(&j, p->classes.at[i].name);
        json_object(&j);
        put_member(&j, "calls", p->classes.at[i].calls);
        json_key(&j, "why");
        json_string(&j, explore_origin_text(p->classes.at[i].origin));
        if (p->classes.at[i].detail)
            put_member(&j, "system_call", p->classes.at[i].detail);
        json_end(&j);
    }
    json_end(&j);
    json_key(&j, "box_questions");
    json_object(&j);
    for (size_t i = 0; i < p->box_counts.n; i++) {
        json_key(&j, p->box_counts.at[i].name);
        json_object(&j);
        put_member(&j, "asked", p->box_counts.at[i].asked);
        put_member(&j, "solved", p->box_counts.at[i].solved);
        json_end(&j);
    }
    json_end(&j);
    json_key(&j, "made_concrete");
    json_object(&j);
    for (int i = 0; i < TANDEM_REASON_COUNT; i++)
        put_member(&j, explore_reason_text((tandem_concrete_reason)i), p->concretized[i]);
    json_end(&j);
    json_key(&j, "found");
    json_array(&j);
    output_each_finding(folder, put_found, &j);
    json_end(&j);
    json_end(&j);
    strbuf_putc(out, '\n');
}

/* What is not in the figures. */
static void complain(const explore_progress *p)
{
    if (p->no_sanitizer)
        cli_complain("explore", "no runs under AddressSanitizer: %s", p->no_sanitizer);
    if (p->threads)
        cli_complain("explore",
                     "the program starts threads: only the one that runs main is traced");
    if (hint(p))
        cli_complain("explore", "%s", hint(p));
}

void explore_report(const explore_report_config *config, const explore_config *c,
                    const explore_progress *p)
{
    strbuf text = STRBUF_INIT, json = STRBUF_INIT, path = STRBUF_INIT;
    explore_output folder;
    char *error = NULL;
    if (!output_open(&folder, config->folder, "", &error))
        cli_complain("explore", "%s", error);
    free(error);
    print_text(p, c, &text);
    print_findings(&folder, &text);
    print_json(p, c, config->limits, &folder, &json);
    output_close(&folder);
    if (config->json)
        cli_put(&json);
    else
        cli_print("%s", text.text);
    if (!config->quiet)
        complain(p);
    strbuf_printf(&path, "%s/stats.json", config->folder);
    if (!folder_write(path.text, json.text, json.n))
        cli_complain("explore", "%s: %s", path.text, strerror(errno));
    strbuf_free(&text);
    strbuf_free(&json);
    strbuf_free(&path);
}
