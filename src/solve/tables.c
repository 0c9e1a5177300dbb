/* Complete tables of boxes with small domains. */
#include "solve/closed_impl.h"

enum { TABLE_LIMIT = 1024, FIRST_BATCH = 16 };

/* Calls a box at every point of a small domain; true when it is small. */
static bool table_of(closed *c, decl_id d)
{
    uint32_t arity = decl_arity(c->bank, d);
    uint64_t points = 1;
    for (uint32_t i = 0; i < arity && points; i++) {
        uint64_t size = sort_cardinality(c->bank, decl_domain(c->bank, d, i), TABLE_LIMIT);
        points = size && points * size <= TABLE_LIMIT ? points * size : 0;
    }
    if (!points)
        return false;
    vec_u32 values = {0}, starts = {0}, rows = {0};
    for (uint32_t i = 0; i < arity; i++) {
        vec_push(&starts, (uint32_t)values.n);
        value_enumerate(c->bank, decl_domain(c->bank, d, i), TABLE_LIMIT, &values);
    }
    vec_push(&starts, (uint32_t)values.n);
    size_t batch = FIRST_BATCH; /* more at once when that went well */
    for (uint64_t k = 0; k < points && !closed_over(c);) {
        vec_clear(&rows);
        uint64_t first = k, end = k + batch < points ? k + batch : points;
        for (; k < end; k++) {
            uint64_t rest = k;
            for (uint32_t i = 0; i < arity; i++) {
                uint32_t size = starts.at[i + 1] - starts.at[i];
                vec_push(&rows, values.at[starts.at[i] + rest % size]);
                rest /= size;
            }
        }
        bool quick = boxes_call_many(c->boxes, d, rows.at, (size_t)(end - first));
        batch = quick ? 4 * batch : 1;
    }
    closed_explain(c, "table: '%s' at all %llu points", symbol_text(c->bank, decl_name(c->bank, d)),
                   (unsigned long long)points);
    vec_free(&values);
    vec_free(&starts);
    vec_free(&rows);
    return true;
}

closed_step closed_tables(closed *c)
{
    bool any = false;
    for (size_t i = 0; i < c->box_decls.n; i++)
        any |= table_of(c, c->box_decls.at[i]);
    if (!any)
        return STEP_STUCK;
    return closed_active(c, 2);
}
