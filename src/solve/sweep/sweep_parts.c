#include "solve/sweep/sweep_parts.h"

#include <stdlib.h>

#include "term/core/walk.h"

enum {
    LARGEST_PROGRAM = 4000, /* instructions that are still compiled */
    MOST_COUNTED = 64       /* constraints whose calls are counted */
};

static bool is_box(void *context, decl_id d)
{
    const closed_sweeper *s = context;
    const box *x = boxes_find(s->c->boxes, d);
    return x && x->kind == BOX_FUNCTION && x->words;
}

static bool are_sweepable(closed_sweeper *s, const term_id *terms, size_t n)
{
    const char *reason;
    term_bank *b = s->c->bank;
    fuzz_compile_config config = {.is_box = is_box, .context = s};
    fuzz_bytecode *p =
        literals_see_nan_bits(b, terms, n) ? NULL : fuzz_compile(b, terms, n, &config, &reason);
    bool good = p;
    fuzz_bytecode_free(p);
    return good;
}

static uint32_t root_of(vec_u32 *parents, uint32_t i)
{
    while (parents->at[i] != i)
        i = parents->at[i] = parents->at[parents->at[i]];
    return i;
}

enum { HAS_CONSTANT = 1, HAS_BOX = 2 };

/* Of every term: whether there is a free constant in it, and whether a call of a box. */
static void find_contents(closed_sweeper *s)
{
    term_bank *b = s->c->bank;
    term_vec order = {0};
    term_postorder(b, s->literals->at, s->literals->n, &order);
    for (size_t i = 0; i < order.n; i++) {
        term_id t = order.at[i];
        uint64_t has = 0;
        for (uint32_t k = 0; k < term_arity(b, t); k++)
            has |= map_get(&s->contents, term_arg(b, t, k), 0);
        if (term_op_of(b, t) == OP_APP && boxes_find(s->c->boxes, term_decl(b, t)))
            has |= HAS_BOX;
        else if (term_op_of(b, t) == OP_APP && !term_arity(b, t))
            has |= HAS_CONSTANT;
        map_put(&s->contents, t, has);
    }
    vec_free(&order);
}

/* Literals with a common constant get the same root. What a literal before has been through is not
 * gone through again. */
static void find_components(const closed_sweeper *s, vec_u32 *parents)
{
    term_bank *b = s->c->bank;
    map owner = {0}; /* term -> literal + 1 */
    term_vec pending = {0};
    for (uint32_t i = 0; i < s->literals->n; i++) {
        vec_push(parents, i);
        vec_push(&pending, s->literals->at[i]);
        while (pending.n) {
            term_id t = vec_pop(&pending);
            uint64_t other = map_get(&owner, t, 0);
            if (!(map_get(&s->contents, t, 0) & HAS_CONSTANT))
                continue;
            if (other) {
                parents->at[root_of(parents, i)] = root_of(parents, (uint32_t)other - 1);
                continue;
            }
            map_put(&owner, t, i + 1);
            for (uint32_t k = 0; k < term_arity(b, t); k++)
                vec_push(&pending, term_arg(b, t, k));
        }
    }
    vec_free(&pending);
    map_free(&owner);
}

/* Those without boxes first, then those with the fewest calls, if it is not too long to count. */
static void sort_constraints(const closed_sweeper *s, term_vec *constraints)
{
    term_vec sorted = {0}, boxed = {0};
    vec_u32 calls = {0};
    unsigned most = 0;
    for (size_t i = 0; i < constraints->n; i++) {
        bool calls_box = map_get(&s->contents, constraints->at[i], 0) & HAS_BOX;
        vec_push(calls_box ? &boxed : &sorted, constraints->at[i]);
    }
    for (size_t i = 0; i < boxed.n; i++) {
        vec_push(&calls,
                 boxed.n > MOST_COUNTED ? 0 : literals_calls(s->c->bank, s->c->boxes, boxed.at[i]));
        most = calls.at[i] > most ? calls.at[i] : most;
    }
    for (unsigned k = 0; k <= most; k++)
        for (size_t i = 0; i < boxed.n; i++)
            if (calls.at[i] == k)
                vec_push(&sorted, boxed.at[i]);
    vec_free(constraints);
    *constraints = sorted;
    vec_free(&boxed);
    vec_free(&calls);
}

static void free_part(sweep_part *p)
{
    sweep_run_free(p->run);
    fuzz_bytecode_free(p->p);
    sweep_domain_free(&p->domain);
    vec_free(&p->constraints);
}

/* Compiles the part and counts its points; false when it is none that can be swept. */
static bool prepare(closed_sweeper *s, sweep_part *p)
{
    const closed *c = s->c;
    const char *reason;
    fuzz_compile_config config = {.is_box = is_box, .context = s};
    sort_constraints(s, &p->constraints);
    p->p = fuzz_compile(c->bank, p->constraints.at, p->constraints.n, &config, &reason);
    if (!p->p || !p->p->boxes.n || p->p->boxes.n > SWEEP_BOXES || p->p->code.n > LARGEST_PROGRAM)
        return false;
    sweep_domain_init(&p->domain, c->bank, p->p, c->config->fuzz_limits, SWEEP_FILTER_MOST);
    return p->domain.count <= c->limits->sweep_points;
}

static void add_part(closed_sweeper *s, const vec_u32 *parents, uint32_t number)
{
    sweep_part p = {0};
    size_t kept = 0;
    for (uint32_t i = 0; i < s->literals->n; i++)
        if (parents->at[i] == number)
            vec_push(&p.constraints, s->literals->at[i]);
    p.partial = !are_sweepable(s, p.constraints.at, p.constraints.n);
    for (size_t i = 0; i < p.constraints.n && p.partial; i++)
        if (are_sweepable(s, &p.constraints.at[i], 1))
            p.constraints.at[kept++] = p.constraints.at[i];
    p.constraints.n = p.partial ? kept : p.constraints.n;
    if (p.constraints.n && prepare(s, &p)) {
        vec_push(&s->parts, p);
        s->rest |= p.partial;
        return;
    }
    s->rest = true;
    free_part(&p);
}

static int by_count(const void *left, const void *right)
{
    const sweep_part *x = left, *y = right;
    return (x->domain.count > y->domain.count) - (x->domain.count < y->domain.count);
}

closed_sweeper *sweep_parts_find(closed *c)
{
    closed_sweeper *s = base_alloc_zero(1, sizeof *s);
    vec_u32 parents = {0};
    s->c = c;
    s->literals = closed_reduced(c);
    find_contents(s);
    find_components(s, &parents);
    for (uint32_t i = 0; i < s->literals->n; i++)
        parents.at[i] = root_of(&parents, i);
    for (uint32_t i = 0; i < s->literals->n; i++)
        if (parents.at[i] == i)
            add_part(s, &parents, i);
    if (s->parts.n)
        qsort(s->parts.at, s->parts.n, sizeof *s->parts.at, by_count);
    vec_free(&parents);
    return s;
}

void closed_sweep_free(closed *c)
{
    closed_sweeper *s = c->sweeper;
    if (!s)
        return;
    for (size_t i = 0; i < s->parts.n; i++)
        free_part(&s->parts.at[i]);
    vec_free(&s->parts);
    map_free(&s->contents);
    free(s);
    c->sweeper = NULL;
}
