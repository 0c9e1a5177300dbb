#include "judge/builds/bisect.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text.h"

/* How its line of the evidence begins. */
static const char line_head[] = "versions: ";

void bisect_ask(bisect_builds *all, const finding *f, const char *command, solver *build, char *why,
                const judge_limits *limits)
{
    bisect_build one = {.command = base_strdup(command),
                        .version = base_strdup(build ? solver_version(build) : ""),
                        .found = build,
                        .said = {.outcome = REPLAY_OTHER, .what = why}};
    if (build)
        judge_replay(f, build, limits, &one.said);
    vec_push(all, one);
}

void bisect_free(bisect_builds *all)
{
    for (size_t i = 0; i < all->n; i++) {
        free(all->at[i].command);
        free(all->at[i].version);
        free(all->at[i].said.what);
    }
    vec_free(all);
}

const char *bisect_outcome(const bisect_build *b)
{
    return b->found ? replay_outcome_name(b->said.outcome) : "not there";
}

static bool can_tell(const bisect_build *b)
{
    return b->found && b->said.outcome != REPLAY_OTHER;
}

const bisect_build *bisect_newest(const bisect_builds *all)
{
    for (size_t i = all->n; i-- > 0;)
        if (can_tell(&all->at[i]))
            return &all->at[i];
    return NULL;
}

/* What a person calls a build. */
static const char *name_of(const bisect_build *b)
{
    const char *slash = strrchr(b->command, '/');
    return *b->version ? b->version : slash ? slash + 1 : b->command;
}

void bisect_put_changes(const bisect_builds *all, strbuf *out)
{
    const bisect_build *last = NULL;
    for (size_t i = 0; i < all->n; i++) {
        const bisect_build *b = &all->at[i];
        if (!can_tell(b))
            continue;
        if (!last)
            strbuf_printf(out, "%s from %s on, the oldest that can tell", bisect_outcome(b),
                          name_of(b));
        else if (last->said.outcome != b->said.outcome)
            strbuf_printf(out, ", up to %s; %s since %s", name_of(last), bisect_outcome(b),
                          name_of(b));
        last = b;
    }
    if (last)
        strbuf_printf(out, ", up to %s, the newest that can tell", name_of(last));
    else
        strbuf_puts(out, "no build can tell");
}

bool bisect_is_told(const finding *f)
{
    return text_begins(f->evidence, line_head) || strstr(f->evidence, "\nversions: ");
}

/* The solver of a finding: it is one of those of the campaign. */
static const solver *find_accused(const finding *f, solver *const *solvers, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(solver_plain_text(solver_text(solvers[i])), solver_plain_text(f->solver)))
            return solvers[i];
    return NULL;
}

void bisect_finding(finding *f, solver *const *solvers, size_t n, const judge_limits *limits)
{
    const solver *accused = find_accused(f, solvers, n);
    finding small =
        *f; /* the script that is asked about; nothing else is changed, and nothing is owned */
    if (*f->reduced)
        small.formula = f->reduced;
    bisect_builds all = {0};
    for (size_t i = 0; accused && i < n; i++) {
        if (!solver_same_lineage(solvers[i], accused))
            continue;
        solver *fresh = solver_fresh(solvers[i]);
        bisect_ask(&all, &small, solver_text(fresh), fresh, NULL, limits);
        solver_free(fresh);
    }
    bool stopped = limits->interrupt && *limits->interrupt;
    if (all.n > 1 && bisect_newest(&all) && !stopped) {
        strbuf text = STRBUF_INIT;
        strbuf_printf(&text, "%s%s", f->evidence, line_head);
        bisect_put_changes(&all, &text);
        strbuf_putc(&text, '\n');
        finding_set(&f->evidence, text.text);
        strbuf_free(&text);
    }
    bisect_free(&all);
}
