/* What becomes of findings: seen, confirmed, reduced, bisected. */
#include <stdlib.h>
#include <string.h>

#include "campaign/finding_alike.h"
#include "campaign/finding_file.h"
#include "fuse/campaign/campaign_impl.h"
#include "judge/builds/bisect.h"
#include "smtlib/script/shape.h"

static void put_finding(campaign_run *r, finding *f)
{
    if (campaign_begin(r) && campaign_stored(r, store_put_finding(r->c->store, f)))
        campaign_commit(r);
    char *error = NULL;
    if (!r->error && !finding_file_put(r->c->folder, f, &error))
        r->error = error;
}

static void tell(const campaign_run *r, const finding *f)
{
    strbuf path = STRBUF_INIT;
    finding_file_path(r->c->folder, f, &path);
    if (r->c->found)
        r->c->found(r->c->context, f, path.text);
    strbuf_free(&path);
}

static bool is_crowded(const campaign_run *r, uint64_t class)
{
    return finding_queue_known(&r->queue, class) >= campaign_limits(r)->class_kept;
}

bool campaign_queue_seen(campaign_run *r, const finding *f, unsigned theories)
{
    uint64_t class = finding_queue_class(f, theories);
    bool crowded = is_crowded(r, class);
    r->status->seen++;
    if (!crowded)
        finding_queue_add(&r->queue,
                          (queued_finding){.id = f->id, .class = class, .step = LABOUR_CONFIRM});
    return !crowded;
}

void campaign_take_seen(campaign_run *r, message_reader *m)
{
    unsigned theories = (unsigned)message_u64(m);
    finding f;
    finding_init(&f);
    message_finding(m, &f);
    if (is_crowded(r, finding_queue_class(
                          &f, theories))) /* the unit makes it again, should it be wanted */
        finding_set(&f.formula, "");
    if (campaign_begin(r) && campaign_stored(r, store_put_finding(r->c->store, &f)))
        campaign_queue_seen(r, &f, theories);
    finding_free(&f);
}

static bool is_duplicate(campaign_run *r, finding *f)
{
    int64_t same = store_same_finding(r->c->store, f);
    if (!same)
        return false;
    f->state = FINDING_DUPLICATE;
    f->same_as = same;
    r->status->duplicates++;
    return true;
}

/* A reduced finding whose shape is a little larger or smaller than that of an earlier one. */
static bool is_alike(campaign_run *r, finding *f)
{
    int64_t same;
    if (!campaign_stored(r, finding_alike(r->c->store, f, &same)) || !same)
        return false;
    f->state = FINDING_DUPLICATE;
    f->same_as = same;
    r->status->duplicates++;
    return true;
}

static bool is_known(campaign_run *r, finding *f)
{
    if (!r->known)
        return false;
    strbuf shape = STRBUF_INIT;
    finding_shape_of_text(*f->reduced ? f->reduced : f->formula, &shape);
    bool known = known_match(r->known, f, shape.text) != 0;
    strbuf_free(&shape);
    if (known) {
        f->state = FINDING_KNOWN;
        r->status->known++;
    }
    return known;
}

/* The finding is there: what is next for it, or it counts. */
static void go_on(campaign_run *r, const finding *f, queued_finding entry)
{
    bool reduced = f->state != FINDING_CONFIRMED;
    entry.attempts = 0;
    entry.step = r->c->reduce && !reduced ? LABOUR_REDUCE : LABOUR_BISECT;
    if (entry.step == LABOUR_REDUCE || (r->c->bisect && !bisect_is_told(f)))
        finding_queue_add(&r->queue, entry);
    else
        r->distinct++;
}

static void take_confirmed(campaign_run *r, finding *f, const queued_finding *entry)
{
    if (f->state == FINDING_CONFIRMED && !is_known(r, f) && !is_duplicate(r, f)) {
        r->status->kinds[f->kind]++;
        go_on(r, f, *entry);
    } else if (f->state == FINDING_DISMISSED) {
        r->status->dismissed++;
    } else if (f->state == FINDING_DISPUTED && !is_duplicate(r, f)) {
        r->status->disputed++;
    }
}

static void take_reduced(campaign_run *r, finding *f, const queued_finding *entry)
{
    if (is_known(r, f) || is_duplicate(r, f) || is_alike(r, f))
        r->status->kinds[f->kind]--;
    else
        go_on(r, f, *entry);
}

void campaign_take_finding(campaign_run *r, campaign_assignment *a, message_reader *m)
{
    finding f;
    finding_init(&f);
    double seconds = message_double(m), spent = message_double(m);
    message_finding(m, &f);
    if (!m->failed) {
        r->status->worker_seconds += seconds;
        r->status->solver_seconds += spent;
    }
    if (m->failed || f.id != a->entry.id) {
        finding_free(&f);
        return;
    }
    if (a->kind == LABOUR_CONFIRM)
        take_confirmed(r, &f, &a->entry);
    else if (a->kind == LABOUR_REDUCE)
        take_reduced(r, &f, &a->entry);
    else
        r->distinct++;
    put_finding(r, &f);
    if (a->kind != LABOUR_BISECT && (f.state == FINDING_CONFIRMED || f.state == FINDING_REDUCED))
        tell(r, &f);
    finding_free(&f);
}

/* The seed is not used from the next epoch on. */
void campaign_take_doubt(campaign_run *r, message_reader *m)
{
    size_t number = (size_t)message_u64(m);
    char *why = message_text(m);
    const seed_set *seeds = r->c->setting->seeds;
    if (!m->failed && number < seeds->seeds.n) {
        const seed *one = &seeds->seeds.at[number];
        schedule_drop(r->c->setting->schedule, number);
        if (campaign_begin(r))
            campaign_stored(r, store_put_seed(r->c->store, one->path, one->label, why));
        campaign_complain(r, "seed %llu is put aside: %s", number, why);
    }
    free(why);
}

void campaign_find_findings(campaign_run *r)
{
    store_ids ids = {0};
    campaign_stored(r, store_findings(r->c->store, -1, &ids));
    for (size_t i = 0; i < ids.n && !r->error; i++) {
        finding f;
        if (!campaign_stored(r, store_get_finding(r->c->store, ids.at[i], &f)))
            break;
        queued_finding entry = {
            .id = f.id, .class = finding_queue_class(&f, 0), .step = LABOUR_CONFIRM};
        r->status->disputed += f.state == FINDING_DISPUTED;
        if (f.state == FINDING_CONFIRMED || f.state == FINDING_REDUCED) {
            r->status->kinds[f.kind]++;
            go_on(r, &f, entry);
        } else if (f.state == FINDING_SEEN) {
            finding_queue_add(&r->queue, entry);
        }
        finding_free(&f);
    }
    vec_free(&ids);
}
