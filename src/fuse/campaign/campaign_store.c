/* The store of a campaign, and the weights in it. */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "fuse/campaign/campaign_impl.h"

bool campaign_stored(campaign_run *r, bool good)
{
    if (!good && !r->error)
        r->error = base_strdup(store_error(r->c->store));
    return good;
}

bool campaign_begin(campaign_run *r)
{
    if (!r->open && !r->error)
        r->open = campaign_stored(r, store_begin(r->c->store));
    return r->open;
}

void campaign_commit(campaign_run *r)
{
    if (r->open)
        campaign_stored(r, store_commit(r->c->store));
    r->open = false;
    r->commit_due = clock_wall() + CAMPAIGN_TICK;
}

bool fuse_campaign_weights(store *s, schedule *into, uint64_t unit)
{
    void *bytes;
    size_t n;
    if (!store_decision(s, unit / SCHEDULE_EPOCH, &bytes, &n))
        return false;
    bool good = schedule_decode(into, bytes, n);
    free(bytes);
    return good;
}

bool campaign_load_weights(campaign_run *r, uint64_t epoch)
{
    if (r->epoch == epoch)
        return true;
    void *bytes;
    size_t n;
    strbuf_clear(&r->weights);
    if (epoch < store_decision_count(r->c->store)) {
        if (!campaign_stored(r, store_decision(r->c->store, epoch, &bytes, &n)))
            return false;
        strbuf_add(&r->weights, bytes, n);
        free(bytes);
    } else {
        schedule_encode(r->c->setting->schedule, &r->weights);
        if (!campaign_begin(r) ||
            !campaign_stored(r,
                             store_add_decision(r->c->store, epoch, r->weights.text, r->weights.n)))
            return false;
        campaign_commit(r);
    }
    r->epoch = epoch;
    return !r->error;
}

void campaign_complain(const campaign_run *r, const char *format, uint64_t number, const char *why)
{
    strbuf text = STRBUF_INIT;
    strbuf_printf(&text, format, (unsigned long long)number, why);
    if (r->c->complain)
        r->c->complain(r->c->context, text.text);
    strbuf_free(&text);
}
