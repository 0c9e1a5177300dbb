#include "cli/fuse/fuse_merge.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/folder.h"
#include "campaign/finding_alike.h"
#include "campaign/finding_file.h"
#include "cli/cli.h"
#include "judge/known.h"
#include "smtlib/script/shape.h"

static const char job_name[] = "job", merged_job[] = "merge";

typedef struct merging {
    const fuse_merge *m;
    store *into;
    known_list *known; /* NULL: none */
    size_t added, again, duplicates, skipped;
    char *error;
} merging;

static bool failed(merging *g, const store *s)
{
    if (!g->error)
        g->error = base_strdup(store_error(s));
    return false;
}

static store *open_folder(const char *folder, bool create, char **error)
{
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/campaign.db", folder);
    store *s = store_open(path.text, create, error);
    strbuf_free(&path);
    return s;
}

/* A folder that others wait for findings in is not one to merge into. */
static bool open_target(merging *g)
{
    strbuf findings = STRBUF_INIT;
    strbuf_printf(&findings, "%s/findings", g->m->into);
    bool good = folder_make(findings.text, &g->error);
    strbuf_free(&findings);
    if (!good || !(g->into = open_folder(g->m->into, true, &g->error)))
        return false;
    char *job = store_get(g->into, job_name);
    if (job && strcmp(job, merged_job) != 0) {
        strbuf text = STRBUF_INIT;
        strbuf_printf(&text, "%s has a campaign of its own: name another folder with -o",
                      g->m->into);
        g->error = strbuf_detach(&text);
    } else if (!job && !store_set(g->into, job_name, merged_job)) {
        failed(g, g->into);
    }
    free(job);
    return !g->error;
}

static bool is_known(const merging *g, const finding *f)
{
    if (!g->known)
        return false;
    strbuf shape = STRBUF_INIT;
    finding_shape_of_text(*f->reduced ? f->reduced : f->formula, &shape);
    bool known = known_match(g->known, f, shape.text) != 0;
    strbuf_free(&shape);
    return known;
}

/* The same finding of the same campaign, of an earlier merge: *id, and whether it has come further
 * since then. */
static bool find_merged(merging *g, const finding *f, int64_t *id, bool *further)
{
    store_ids ids = {0};
    bool good = store_findings(g->into, -1, &ids) || failed(g, g->into);
    *id = 0;
    for (size_t i = 0; good && i < ids.n && !*id; i++) {
        finding other;
        if (!store_get_finding(g->into, ids.at[i], &other)) {
            good = failed(g, g->into);
            break;
        }
        if (other.unit == f->unit && other.kind == f->kind && !strcmp(other.solver, f->solver) &&
            !strcmp(other.formula, f->formula)) {
            *id = other.id;
            *further = f->state == FINDING_REDUCED && !*other.reduced;
        }
        finding_free(&other);
    }
    vec_free(&ids);
    return good;
}

/* The number behind the last --seed of arguments, one a line; NULL: there is none. */
static const char *seed_of(const char *arguments)
{
    static const char option[] = "--seed";
    const char *seed = NULL;
    for (const char *at = arguments; at && (at = strstr(at, option));) {
        at += strlen(option);
        seed = *at ? at + 1 : NULL; /* behind "=", or on the next line */
    }
    return seed;
}

/* Where a formula comes from: its unit is one of that campaign. */
static void add_origin(finding *f, const char *folder, store *from)
{
    char *arguments = store_get(from, "arguments");
    const char *seed = seed_of(arguments);
    strbuf story = STRBUF_INIT;
    strbuf_puts(&story, f->story);
    if (story.n && story.text[story.n - 1] != '\n')
        strbuf_putc(&story, '\n');
    strbuf_printf(&story, "from the campaign in %s", folder);
    if (seed)
        strbuf_printf(&story, ", seed %.*s", (int)strcspn(seed, "\n"), seed);
    finding_set(&f->story, story.text);
    strbuf_free(&story);
    free(arguments);
}

/* Stored, and shown if it is new. */
static bool keep(merging *g, finding *f)
{
    int64_t same = store_same_finding(g->into, f);
    if (!same && f->state == FINDING_REDUCED && !finding_alike(g->into, f, &same))
        return failed(g, g->into);
    f->same_as = same;
    if (same) {
        f->state = FINDING_DUPLICATE;
        g->duplicates++;
    } else {
        g->added++;
    }
    return (store_put_finding(g->into, f) || failed(g, g->into)) &&
           finding_file_put(g->m->into, f, &g->error);
}

static bool merge_finding(merging *g, finding *f, const char *folder, store *from)
{
    int64_t id;
    bool further = false;
    bool good = f->state == FINDING_CONFIRMED || f->state == FINDING_REDUCED ||
                f->state == FINDING_DISPUTED;
    if (!good || is_known(g, f)) {
        g->skipped++;
        return true;
    }
    if (!find_merged(g, f, &id, &further))
        return false;
    if (id && !further) {
        g->again++;
        return true;
    }
    f->id = id;
    add_origin(f, folder, from);
    return keep(g, f);
}

static bool merge_folder(merging *g, const char *folder)
{
    store *from = open_folder(folder, false, &g->error);
    if (!from)
        return false;
    store_ids ids = {0};
    bool good = store_findings(from, -1, &ids) || failed(g, from);
    for (size_t i = 0; good && i < ids.n; i++) {
        finding f;
        if (!store_get_finding(from, ids.at[i], &f)) {
            good = failed(g, from);
            break;
        }
        good = merge_finding(g, &f, folder, from);
        finding_free(&f);
    }
    vec_free(&ids);
    store_close(from);
    return good;
}

int fuse_merge_folders(const fuse_merge *m)
{
    if (!m->folders->n) {
        cli_complain("fuse", "--merge: which folders of campaigns?");
        return CLI_EXIT_USAGE;
    }
    merging g = {.m = m};
    bool good = !m->known || (g.known = known_read(m->known, &g.error));
    good = good && open_target(&g);
    for (size_t i = 0; good && i < m->folders->n; i++)
        good = merge_folder(&g, m->folders->at[i]);
    if (good)
        cli_print("%zu new, %zu of the same defects, %zu merged before, %zu left out; in %s\n",
                  g.added, g.duplicates, g.again, g.skipped, m->into);
    else
        cli_complain("fuse", "%s", g.error);
    known_free(g.known);
    store_close(g.into);
    free(g.error);
    return good ? CLI_EXIT_OK : CLI_EXIT_FILE;
}
