/* Edges of solvers that a campaign has reached: counted once, kept in the store, and the formulas that reached new ones
 * in a folder, where the next campaign finds them as seeds. */
#include <stdlib.h>

#include "base/file.h"
#include "fuse/campaign/campaign_impl.h"

/* In the store: numbers, separated by spaces. */
#define EDGES "coverage-edges"

void campaign_read_edges(campaign_run *r)
{
    char *text = r->c->setting->coverage ? store_get(r->c->store, EDGES) : NULL;
    char *at = text, *end;
    for (; at && *at; at = end) {
        uint64_t edge = strtoull(at, &end, 10);
        if (end == at)
            break;
        map_put(&r->edges, edge, 1);
    }
    r->status->edges = r->edges.count;
    free(text);
}

static void keep_formula(campaign_run *r, const unit_report *report)
{
    const fuse_setting *s = r->c->setting;
    if (!report->text || !*report->text)
        return;
    strbuf path = STRBUF_INIT, text = STRBUF_INIT;
    strbuf_printf(&path, "%s/%llu-%llu.smt2", s->coverage, (unsigned long long)s->seed,
                  (unsigned long long)report->unit);
    strbuf_puts(&text, report->text);
    if (file_write(path.text, &text))
        r->status->kept++;
    else
        campaign_complain(r, "unit %llu: %s cannot be written", report->unit, path.text);
    strbuf_free(&path);
    strbuf_free(&text);
}

size_t campaign_add_edges(campaign_run *r, const unit_report *report)
{
    size_t some = 0;
    for (size_t i = 0; i < report->edges.n; i++) {
        bool is_new;
        *map_insert(&r->edges, report->edges.at[i], &is_new) = 1;
        some += is_new;
    }
    r->status->edges = r->edges.count;
    if (some)
        keep_formula(r, report);
    return some;
}

void campaign_store_edges(campaign_run *r)
{
    if (!r->c->setting->coverage || r->error || !campaign_begin(r))
        return;
    vec_u32 numbers = {0};
    strbuf text = STRBUF_INIT;
    for (size_t i = 0; i < r->edges.capacity; i++)
        if (r->edges.slots[i].key != MAP_NO_KEY)
            vec_push(&numbers, (uint32_t)r->edges.slots[i].key);
    if (numbers.n)
        qsort(numbers.at, numbers.n, sizeof *numbers.at, vec_u32_order);
    for (size_t i = 0; i < numbers.n; i++) {
        strbuf_puts(&text, i ? " " : "");
        strbuf_put_u64(&text, numbers.at[i]);
    }
    campaign_stored(r, store_set(r->c->store, EDGES, text.text));
    vec_free(&numbers);
    strbuf_free(&text);
}
