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
    if (r->held)
        return;
    if (r->open)
        campaign_stored(r, store_commit(r->c->store));
    r->open = false;
    r->commit_due = clock_wall() + CAMPAIGN_TICK;
}

/* The last decision says nothing of units that were never given out. */
static bool was_given_out(store *s, uint64_t unit, uint64_t number)
{
    uint64_t first;
    return number + 1 < store_decision_count(s) || store_is_done(s, unit) ||
           (store_decision_first(s, number, &first) && unit < first + SCHEDULE_EPOCH);
}

bool fuse_campaign_weights(store *s, schedule *into, uint64_t unit)
{
    void *bytes;
    size_t n;
    uint64_t number;
    if (!store_decision_for(s, unit, &number) || !was_given_out(s, unit, number) ||
        !store_decision(s, number, &bytes, &n))
        return false;
    bool good = schedule_decode(into, bytes, n);
    free(bytes);
    return good;
}

/* Units that were given out keep their weights; others get new ones where an epoch begins. */
bool campaign_load_weights(campaign_run *r, uint64_t unit)
{
    store *s = r->c->store;
    uint64_t number, first = 0, start = unit / SCHEDULE_EPOCH * SCHEDULE_EPOCH;
    bool known = store_decision_for(s, unit, &number) &&
                 campaign_stored(r, store_decision_first(s, number, &first)) &&
                 (unit < r->given || first >= start);
    if (r->error || (known && r->epoch == number))
        return !r->error;
    strbuf_clear(&r->weights);
    if (known) {
        void *bytes;
        size_t n;
        if (!campaign_stored(r, store_decision(s, number, &bytes, &n)))
            return false;
        strbuf_add(&r->weights, bytes, n);
        free(bytes);
    } else {
        number = store_decision_count(s);
        first = start > r->given ? start : r->given;
        schedule_encode(r->c->setting->schedule, &r->weights);
        if (!campaign_begin(r) ||
            !campaign_stored(r,
                             store_add_decision(s, number, first, r->weights.text, r->weights.n)))
            return false;
        campaign_commit(r);
    }
    r->epoch = number;
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
