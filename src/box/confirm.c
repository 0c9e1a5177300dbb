/* Asking again: the same calls in a fresh worker, in another order and at other addresses. */
#include <stdlib.h>

#include "base/map.h"
#include "base/rng.h"
#include "base/vec.h"
#include "box/calls.h"
#include "box/program/box_program.h"
#include "box/reachable.h"
#include "box/records.h"

/* A call to be repeated. */
typedef struct repetition {
    uint32_t number; /* of its record */
    const box *x;
    vec_u32 args;
    reachable seen;
    value_id result;
    box_status status;
} repetition;
typedef VEC(repetition) repetition_vec;

static bool open_record(const box_record *r)
{
    return !r->withdrawn && !r->confirmed && r->status == BOX_OK;
}

static bool wanted(const box_record *r, const decl_id *decls, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (decls[i] == r->decl)
            return open_record(r);
    return !decls && open_record(r);
}

static void shuffle(vec_u32 *numbers, uint64_t seed)
{
    rng random;
    rng_seed(&random, seed);
    for (size_t i = numbers->n; i > 1; i--) {
        size_t k = rng_below(&random, i);
        uint32_t other = numbers->at[k];
        numbers->at[k] = numbers->at[i - 1];
        numbers->at[i - 1] = other;
    }
}

static void collect(box_set *set, const decl_id *decls, uint32_t n, vec_u32 *numbers)
{
    while (set->settled < set->records.n && !open_record(&set->records.at[set->settled]))
        set->settled++;
    for (size_t i = set->settled; i < set->records.n; i++)
        if (wanted(&set->records.at[i], decls, n))
            vec_push(numbers, (uint32_t)i);
}

static void prepare(const box_set *set, uint32_t number, repetition_vec *all)
{
    const box_record *r = &set->records.at[number];
    repetition p = {.number = number, .x = boxes_find(set, r->decl)};
    vec_append(&p.args, set->words.at + r->args, r->n);
    const box_image *before = r->before ? &set->images.at[r->before - 1].image : NULL;
    reachable_find(set, p.x, p.args.at, before, &p.seen);
    vec_push(all, p);
}

/* C functions all in one worker, the others one by one. */
static void make_calls(box_set *set, uint64_t placement, repetition_vec *all)
{
    VEC(caller_call) calls = {0};
    for (size_t i = 0; i < all->n; i++) {
        repetition *p = &all->at[i];
        char *error = NULL;
        caller_call call = {.x = p->x, .args = p->args.at, .objects = &p->seen.image};
        if (p->x->kind == BOX_FUNCTION)
            vec_push(&calls, call);
        else
            p->result = call_outside(set, p->x, p->args.at, &p->status, &error);
        free(error);
    }
    if (calls.n)
        call_functions(set, &set->second, placement, calls.at, calls.n);
    for (size_t i = 0, k = 0; i < all->n; i++) {
        repetition *p = &all->at[i];
        if (p->x->kind != BOX_FUNCTION)
            continue;
        p->result = calls.at[k].result;
        p->status = calls.at[k].status;
        free(calls.at[k++].error);
    }
    vec_free(&calls);
}

static void disown(box_set *set, const box *x, const value_id *args)
{
    box *changed = set->boxes.at[map_get(&set->by_decl, x->decl, 1) - 1];
    changed->consistent = false;
    call_explain(set, x, args, BOX_INCONSISTENT, NULL);
    records_withdraw(set, x->decl);
}

void boxes_disown(box_set *set, decl_id decl)
{
    uint64_t number = map_get(&set->by_decl, decl, 0);
    if (!number)
        return;
    set->boxes.at[number - 1]->consistent = false;
    records_withdraw(set, decl);
}

typedef enum verdict { SAME, DIFFERENT, UNSURE } verdict;

static verdict judge(box_set *set, repetition *p)
{
    uint32_t after = p->status == BOX_OK ? records_image(set, &p->seen.image) : 0;
    const box_record *r = &set->records.at[p->number];
    if (p->status == BOX_HUNG || p->status == BOX_MEMORY || p->status == BOX_UNAVAILABLE ||
        p->status == BOX_REFUSED)
        return UNSURE;
    if (p->status != BOX_OK || p->result != r->result || after != r->after)
        return DIFFERENT;
    return SAME;
}

/* What came out: doubts are counted, boxes that answered differently disowned. */
static bool settle(box_set *set, repetition_vec *all, vec_u32 *doubtful)
{
    bool same = true;
    for (size_t i = 0; i < all->n; i++) {
        repetition *p = &all->at[i];
        box_record *r = &set->records.at[p->number];
        if (r->withdrawn)
            continue;
        verdict v = judge(set, p);
        r->confirmed = v == SAME;
        same &= v != DIFFERENT;
        if (v == DIFFERENT)
            disown(set, p->x, p->args.at);
        else if (v == UNSURE)
            vec_push(doubtful, p->number);
    }
    for (size_t i = 0; i < doubtful->n; i++)
        set->records.at[doubtful->at[i]].confirmed = false;
    return same;
}

static size_t count_different(vec_u32 *numbers)
{
    size_t n = 0;
    if (numbers->n)
        qsort(numbers->at, numbers->n, sizeof *numbers->at, vec_u32_order);
    for (size_t i = 0; i < numbers->n; i++)
        n += !i || numbers->at[i] != numbers->at[i - 1];
    return n;
}

/* Repeats the calls of these records. */
static bool repeat(box_set *set, vec_u32 *numbers, size_t *unsure)
{
    vec_u32 doubtful = {0};
    repetition_vec all = {0};
    uint64_t order = set->seed * 2 + 2 * ++set->confirmations + 1;
    uint64_t placement = set->seed * 2 + 3; /* odd: never 0, which is the first calls' */
    shuffle(numbers, order);
    for (size_t i = 0; numbers->n && i < set->boxes.n; i++)
        if (set->boxes.at[i]->program)
            box_program_restart(set->boxes.at[i]->program);
    /* Forth and back in one worker: hidden state shows even where there is only one call. */
    for (size_t i = 0; i < 2 * numbers->n; i++)
        prepare(set, numbers->at[i < numbers->n ? i : 2 * numbers->n - 1 - i], &all);
    make_calls(set, placement, &all);
    bool same = settle(set, &all, &doubtful);
    if (unsure)
        *unsure = count_different(&doubtful);
    for (size_t i = 0; i < all.n; i++) {
        vec_free(&all.at[i].args);
        reachable_free(&all.at[i].seen);
    }
    vec_free(&all);
    vec_free(&doubtful);
    return same;
}

bool boxes_confirm(box_set *set, const decl_id *decls, uint32_t n, size_t *unsure)
{
    vec_u32 numbers = {0};
    collect(set, decls, n, &numbers);
    bool same = repeat(set, &numbers, unsure);
    vec_free(&numbers);
    return same;
}

bool boxes_confirm_calls(box_set *set, const vec_u32 *calls, size_t *unsure)
{
    vec_u32 numbers = {0};
    map listed = {0};
    for (size_t i = 0; i < calls->n;) {
        decl_id d = calls->at[i];
        uint32_t n = decl_arity(set->bank, d);
        const box_record *r = records_find(set, d, &calls->at[i + 1], n, 0);
        bool fresh = false;
        if (r && open_record(r))
            map_insert(&listed, (uint64_t)(r - set->records.at) + 1, &fresh);
        if (fresh)
            vec_push(&numbers, (uint32_t)(r - set->records.at));
        i += 1 + n;
    }
    bool same = repeat(set, &numbers, unsure);
    map_free(&listed);
    vec_free(&numbers);
    return same;
}
