/* Workers that died over their work. A unit that kills two of them is given up; but where every
 * worker dies it is not the units: the machine has no memory or no processes left, and the campaign
 * ends before it has run through all of them. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "fuse/campaign/campaign_impl.h"

/* A finding over which workers die stays as it is, with a word about it. */
static void lose_finding(campaign_run *r, campaign_assignment *a, const char *why)
{
    a->entry.attempts++;
    if (a->entry.attempts < campaign_limits(r)->finding_attempts) {
        finding_queue_add(&r->queue, a->entry);
        return;
    }
    campaign_complain(r, "a worker was lost over finding %llu: %s", (uint64_t)a->entry.id, why);
}

/* Somebody works: what killed two workers really is deadly, and is not tried a third time. */
void campaign_settle_losses(campaign_run *r)
{
    r->losses = 0;
    for (size_t i = 0; i < r->lost.n; i++) {
        campaign_lost_unit *unit = &r->lost.at[i];
        r->status->lost++;
        if (campaign_begin(r))
            campaign_stored(r, store_unit_done(r->c->store, unit->number, unit->note));
        free(unit->note);
    }
    r->lost.n = 0;
}

static void give_up_unit(campaign_run *r, uint64_t unit, const char *why)
{
    strbuf note = STRBUF_INIT;
    strbuf_printf(&note, "worker lost: %s", why);
    campaign_lost_unit lost = {unit, strbuf_detach(&note)};
    vec_push(&r->lost, lost);
}

static void end_campaign(campaign_run *r, const char *why)
{
    strbuf text = STRBUF_INIT;
    strbuf_printf(&text, "%" PRIu64 " workers in a row were lost, the last one because %s",
                  campaign_limits(r)->losses, why);
    if (!r->error)
        r->error = strbuf_detach(&text);
    strbuf_free(&text);
}

void campaign_take_loss(campaign_run *r, campaign_assignment *a, const char *why)
{
    if (a->kind != LABOUR_UNITS) {
        lose_finding(r, a, why);
        return;
    }
    if (a->next >= a->end)
        return;
    campaign_complain(r, "a worker was lost over unit %llu: %s", a->next, why);
    bool first;
    map_insert(&r->deadly, a->next, &first);
    for (uint64_t unit = a->next + !first; unit < a->end; unit++)
        vec_push(&r->again, unit);
    if (!first)
        give_up_unit(r, a->next, why);
    if (++r->losses >= campaign_limits(r)->losses)
        end_campaign(r, why);
}

void campaign_forget_losses(campaign_run *r)
{
    for (size_t i = 0; i < r->lost.n; i++)
        free(r->lost.at[i].note);
    vec_free(&r->lost);
}
