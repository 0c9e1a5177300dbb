/* Which assertions an `unsat` needed. A core need not be the smallest: what the SMT engine names is taken from
 * its core; where all points of a part of the formula were tried, it is what shares constants with that part. */
#include "solve/closed/closed_impl.h"
#include "term/core/walk.h"

void closed_core_literals(closed *c, const vec_u32 *core)
{
    vec_clear(&c->result->core);
    for (size_t i = 0; i < core->n; i++)
        if (core->at[i] < c->literals.n)
            vec_push(&c->result->core, c->origins.at[core->at[i]]);
    c->core_known = true;
}

/* Puts the constants and free functions of a literal into the set if one of them is in it; whether they are. */
static bool joins(const closed *c, term_id literal, map *known, bool *grew)
{
    vec_u32 decls = {0};
    bool meets = false;
    term_free_decls(c->bank, &literal, 1, &decls);
    for (size_t i = 0; i < decls.n && !meets; i++)
        meets = map_get(known, decls.at[i], 0);
    for (size_t i = 0; i < decls.n && meets; i++) {
        bool fresh = false;
        if (!boxes_find(c->boxes, decls.at[i]))
            *map_insert(known, decls.at[i], &fresh) = 1;
        *grew |= fresh;
    }
    vec_free(&decls);
    return meets;
}

void closed_core_around(closed *c, decl_id constant)
{
    map known = {0};
    bool grew = c->config->want_core;
    map_put(&known, constant, 1);
    while (grew) {
        grew = false;
        vec_clear(&c->result->core);
        for (size_t i = 0; i < c->literals.n; i++)
            if (joins(c, c->literals.at[i], &known, &grew))
                vec_push(&c->result->core, c->origins.at[i]);
    }
    map_free(&known);
    c->core_known = c->config->want_core;
}
