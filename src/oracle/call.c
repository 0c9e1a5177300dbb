#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "oracle/caller.h"
#include "oracle/direct_impl.h"
#include "oracle/memory.h"
#include "oracle/program.h"
#include "oracle/records.h"
#include "term/eval.h"

/* ---- The objects that a call can see ------------------------------------------------------- */

typedef struct reachable {
    VEC(box_buffer) objects; /* apart from each other, by ascending address; bytes are owned */
    box_image image;
} reachable;

static int by_address(const void *x, const void *y)
{
    const box_buffer *a = x, *b = y;
    return (a->address > b->address) - (a->address < b->address);
}

static void free_reachable(reachable *r)
{
    for (size_t i = 0; i < r->objects.n; i++)
        free(r->objects.at[i].bytes);
    vec_free(&r->objects);
}

/* The object around `address`: buffers that touch it, and those that touch these. */
static bool object_around(const box_image *image, uint64_t address, box_buffer *object)
{
    uint64_t low = address, high = address;
    bool grown = true, found = false;
    while (grown) {
        grown = false;
        for (uint32_t i = 0; i < image->n; i++) {
            uint64_t from = image->buffers[i].address, to = from + image->buffers[i].n;
            if (from == to || from > high || to < low || (from >= low && to <= high && found))
                continue;
            grown |= !found || from < low || to > high;
            low = from < low ? from : low;
            high = to > high ? to : high;
            found = true;
        }
    }
    *object = (box_buffer){.address = low, .n = high - low};
    return found;
}

static void add_object(reachable *r, const box_image *image, uint64_t address)
{
    box_buffer object;
    if (!object_around(image, address, &object))
        return;
    for (size_t i = 0; i < r->objects.n; i++)
        if (r->objects.at[i].address == object.address)
            return;
    object.bytes = base_alloc_zero(object.n, 1);
    for (uint32_t i = 0; i < image->n; i++) {
        const box_buffer *b = &image->buffers[i];
        if (b->n && b->address >= object.address && b->address + b->n <= object.address + object.n)
            memcpy(object.bytes + (b->address - object.address), b->bytes, b->n);
    }
    vec_push(&r->objects, object);
}

static void find_reachable(const box_set *set, const box *x, const value_id *args,
                           const box_image *image, reachable *r)
{
    *r = (reachable){0};
    for (uint32_t i = 0; image && x->kind == BOX_FUNCTION && i < x->arity; i++) {
        uint64_t address;
        if (x->parameters[i].class == BOX_CLASS_POINTER &&
            value_small_bits(set->bank, args[i], &address) && address)
            add_object(r, image, address);
    }
    if (r->objects.n)
        qsort(r->objects.at, r->objects.n, sizeof *r->objects.at, by_address);
    r->image = (box_image){.buffers = r->objects.at, .n = (uint32_t)r->objects.n};
}

/* ---- Making a call ------------------------------------------------------------------------- */

static value_id call_back(box_set *set, const box *x, const value_id *args, box_status *status,
                          char **error)
{
    value_id v = 0;
    *status = x->callback(x->callback_context, set->bank, args, x->arity, &v);
    if (*status != BOX_OK)
        return 0;
    if (v && value_sort(set->bank, v) == x->result.sort)
        return v;
    *error = base_strdup("the callback returned no value of its sort");
    *status = BOX_BAD_REPLY;
    return 0;
}

/* Really calls; *caller is made when it is needed. */
static value_id make_call(box_set *set, box_caller **caller, uint64_t placement, const box *x,
                          const value_id *args, const box_image *objects, box_status *status,
                          char **error)
{
    set->calls++;
    *status = BOX_UNAVAILABLE;
    if (x->kind == BOX_CALLBACK)
        return call_back(set, x, args, status, error);
    if (set->direct)
        return direct_call(set, x, args, objects, status);
    if (x->kind == BOX_EXECUTABLE)
        return program_call(set, x, args, status, error);
    if (!*caller)
        *caller = caller_new(set, placement, error);
    value_id v = *caller ? caller_call(*caller, x, args, objects, status, error) : 0;
    if (*status == BOX_UNAVAILABLE && *caller && *error && !strncmp(*error, "no worker", 9)) {
        caller_free(*caller); /* the next call tries with a new one */
        *caller = NULL;
    }
    return v;
}

static void explain(box_set *set, const box *x, const value_id *args, box_status status,
                    const char *error)
{
    strbuf_clear(&set->message);
    box_describe_call(set, x, args, &set->message);
    strbuf_printf(&set->message, ": %s", box_status_text(status));
    if (error)
        strbuf_printf(&set->message, " (%s)", error);
}

static value_id give(box_set *set, const box_record *r, box_image *after, box_status *status)
{
    if (status)
        *status = r->status;
    if (after)
        *after = r->after ? set->images.at[r->after - 1].image : (box_image){0};
    return r->result;
}

/* In a worker: without memory of calls. */
static value_id call_direct(box_set *set, const box *x, const value_id *args,
                            const box_image *before, box_status *status)
{
    char *error = NULL;
    reachable r;
    find_reachable(set, x, args, before, &r);
    value_id v = make_call(set, &set->caller, 0, x, args, &r.image, status, &error);
    free(error);
    free_reachable(&r);
    return v;
}

value_id boxes_call_memory(box_set *set, decl_id decl, const value_id *args, uint32_t n,
                           const box_image *before, box_image *after, box_status *status)
{
    box_status ignored;
    status = status ? status : &ignored;
    const box *x = boxes_find(set, decl);
    *status = x ? BOX_INCONSISTENT : BOX_UNAVAILABLE;
    if (!x || !x->consistent || n != x->arity)
        return 0;
    if (set->direct) {
        if (after)
            *after = (box_image){0};
        return call_direct(set, x, args, before, status);
    }
    reachable r;
    find_reachable(set, x, args, before, &r);
    box_record result = {.before = records_image(set, &r.image)};
    const box_record *known = records_find(set, decl, args, n, result.before);
    if (known) {
        free_reachable(&r);
        return give(set, known, after, status);
    }
    char *error = NULL;
    result.result = make_call(set, &set->caller, 0, x, args, &r.image, &result.status, &error);
    if (result.status == BOX_OK)
        result.after = records_image(set, &r.image);
    else
        explain(set, x, args, result.status, error);
    if (result.status != BOX_UNAVAILABLE)
        records_add(set, decl, args, n, &result);
    free(error);
    free_reachable(&r);
    return give(set, &result, after, status);
}

value_id boxes_call(box_set *set, decl_id decl, const value_id *args, uint32_t n,
                    box_status *status)
{
    return boxes_call_memory(set, decl, args, n, NULL, NULL, status);
}

value_id boxes_known(const box_set *set, decl_id decl, const value_id *args, uint32_t n,
                     box_status *status)
{
    const box_record *r = records_find(set, decl, args, n, 0);
    if (status)
        *status = r ? r->status : BOX_UNAVAILABLE;
    return r ? r->result : 0;
}

value_id boxes_evaluate(void *context, decl_id decl, const value_id *args, uint32_t n)
{
    box_set *set = context;
    if (!boxes_find(set, decl))
        return 0;
    value_id v = boxes_call(set, decl, args, n, NULL);
    return v ? v : EVAL_NO_VALUE;
}

/* ---- Confirming ---------------------------------------------------------------------------- */

static bool wanted(const box_record *r, const decl_id *decls, uint32_t n)
{
    if (r->withdrawn || r->confirmed || r->status != BOX_OK)
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (decls[i] == r->decl)
            return true;
    return !decls;
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

static void disown(box_set *set, const box *x, const value_id *args)
{
    box *changed = set->boxes.at[map_get(&set->by_decl, x->decl, 1) - 1];
    changed->consistent = false;
    explain(set, x, args, BOX_INCONSISTENT, NULL);
    records_withdraw(set, x->decl);
}

typedef enum repeat_result { REPEAT_SAME, REPEAT_DIFFERENT, REPEAT_UNSURE } repeat_result;

static repeat_result repeat(box_set *set, box_caller **caller, uint64_t placement, uint32_t number)
{
    box_record *r = &set->records.at[number];
    const box *x = boxes_find(set, r->decl);
    vec_u32 args = {0};
    vec_append(&args, set->words.at + r->args, r->n);
    reachable seen;
    find_reachable(set, x, args.at, r->before ? &set->images.at[r->before - 1].image : NULL, &seen);
    box_status status;
    char *error = NULL;
    value_id v = make_call(set, caller, placement, x, args.at, &seen.image, &status, &error);
    r = &set->records.at[number]; /* a callback may have called other boxes */
    uint32_t after = status == BOX_OK ? records_image(set, &seen.image) : 0;
    repeat_result result = REPEAT_SAME;
    if (status == BOX_HUNG || status == BOX_MEMORY || status == BOX_UNAVAILABLE)
        result = REPEAT_UNSURE;
    else if (status != BOX_OK || v != r->result || after != r->after)
        result = REPEAT_DIFFERENT;
    r->confirmed = result == REPEAT_SAME;
    if (result == REPEAT_DIFFERENT)
        disown(set, x, args.at);
    free(error);
    free_reachable(&seen);
    vec_free(&args);
    return result;
}

bool boxes_confirm(box_set *set, const decl_id *decls, uint32_t n, size_t *unsure)
{
    vec_u32 numbers = {0};
    for (size_t i = 0; i < set->records.n; i++)
        if (wanted(&set->records.at[i], decls, n))
            vec_push(&numbers, (uint32_t)i);
    uint64_t placement = set->seed * 2 + 2 * ++set->confirmations + 1; /* odd: never 0 */
    shuffle(&numbers, placement);
    for (size_t i = 0; i < set->boxes.n; i++)
        if (set->boxes.at[i]->program)
            program_restart(set->boxes.at[i]->program);
    box_caller *caller = NULL;
    bool same = true;
    size_t doubts = 0;
    /* Forth and back in one worker: hidden state shows even where there is only one call. */
    for (size_t i = 0; i < 2 * numbers.n; i++) {
        uint32_t number = numbers.at[i < numbers.n ? i : 2 * numbers.n - 1 - i];
        if (set->records.at[number].withdrawn)
            continue;
        repeat_result result = repeat(set, &caller, placement, number);
        same &= result != REPEAT_DIFFERENT;
        doubts += result == REPEAT_UNSURE && i < numbers.n;
    }
    caller_free(caller);
    vec_free(&numbers);
    if (unsure)
        *unsure = doubts;
    return same;
}
