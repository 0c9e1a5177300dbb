/* What could go wrong in a run that went well: addresses outside of their objects, sums that overflow. */
#include "base/hash.h"
#include "explore/trace/trace_impl.h"

enum { WONDERS = 3 };

/* The branch that was decided last, by which a question is known again; 0: none was. */
static uint32_t site_before(const trace_reader *r)
{
    for (size_t i = r->trace->conditions.n; i-- > 0;)
        if (r->trace->conditions.at[i].kind <= TRACE_SWITCH)
            return r->trace->conditions.at[i].site + 1;
    return 0;
}

/* Bytes beside an object that AddressSanitizer watches: more beside larger ones. */
static uint64_t watched(uint64_t last)
{
    static const uint64_t largest[] = {48, 96, 448, 3968, 16128, 32256, 64512};
    uint64_t zone = 16;
    for (size_t i = 0; i < sizeof largest / sizeof *largest && last >= largest[i]; i++)
        zone *= 2;
    return zone + 1;
}

/* An address that is inside its object, "offset <= last": what could go wrong is that it is one of
 * the bytes next to it. Which object it is is told by its size, and the branch before. */
void trace_stay_inside(trace_reader *r, const tandem_record *x, term_id inside)
{
    const tandem_record *le = &r->log[x->a];
    uint32_t before = site_before(r);
    trace_condition *c = trace_new_condition(r, TRACE_ASSUME, inside);
    if (le->op != TANDEM_ULE || le->a >= r->at || le->b >= r->at ||
        r->log[le->b].op != TANDEM_CONST)
        return;
    term_id offset = trace_bits(r, le->a, 64), last = trace_bits(r, le->b, 64);
    if (!offset || !last)
        return;
    term_id room = term_const(
        r->bank, value_bv_u64(r->bank, 64, watched(trace_record_constant(&r->log[le->b]))));
    term_id behind =
        term_make2(r->bank, OP_BVULT, term_make2(r->bank, OP_BVSUB, offset, last), room);
    term_id ahead = term_make2(r->bank, OP_BVULT, term_make1(r->bank, OP_BVNEG, offset), room);
    term_id near[] = {behind, ahead};
    term_id out[] = {term_not(r->bank, inside), term_or(r->bank, near, 2)};
    c->site = TRACE_BOUNDS_SITE;
    c->taken = (uint32_t)hash_mix(trace_record_constant(&r->log[le->b]), before);
    trace_add_alternative(r, c, term_and(r->bank, out, 2), c->taken);
}

/* Nothing follows from it; that it does not hold is worth a question. */
void trace_wonder(trace_reader *r, term_id t, uint32_t site)
{
    uint32_t before = site_before(r);
    trace_condition *c = trace_new_condition(r, TRACE_ASSUME, TERM_ID_TRUE);
    c->site = site;
    c->taken = (uint32_t)hash_mix(WONDERS, before);
    trace_add_alternative(r, c, term_not(r->bank, t), c->taken);
}
