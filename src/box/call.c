#include <stdlib.h>
#include <string.h>

#include "box/calls.h"
#include "box/program/box_program.h"
#include "box/reachable.h"
#include "box/records.h"
#include "box/words_impl.h"
#include "box/worker/direct_impl.h"
#include "term/eval/eval.h"

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

value_id call_outside(box_set *set, const box *x, const value_id *args, box_status *status,
                      char **error)
{
    set->calls++;
    return x->kind == BOX_CALLBACK ? call_back(set, x, args, status, error)
                                   : box_program_call(set, x, args, status, error);
}

void call_functions(box_set *set, struct box_caller **caller, uint64_t placement,
                    struct caller_call *calls, size_t n)
{
    char *error = NULL;
    set->calls += n;
    if (!*caller)
        *caller = caller_new(set, placement, placement != 0, &error);
    if (*caller)
        caller_run(*caller, calls, n);
    for (size_t i = 0; !*caller && i < n; i++) {
        calls[i].result = 0;
        calls[i].status = BOX_UNAVAILABLE;
        calls[i].error = error ? base_strdup(error) : NULL;
    }
    free(error);
    if (*caller && !caller_alive(*caller)) {
        caller_free(*caller); /* the next call tries with a new one */
        *caller = NULL;
    }
}

/* Really calls. */
static value_id make_call(box_set *set, const box *x, const value_id *args,
                          const box_image *objects, box_status *status, char **error)
{
    *status = BOX_UNAVAILABLE;
    if (set->direct && x->kind != BOX_CALLBACK) {
        set->calls++;
        return direct_call(set, x, args, objects, status);
    }
    if (x->kind != BOX_FUNCTION)
        return call_outside(set, x, args, status, error);
    caller_call call = {.x = x, .args = args, .objects = objects};
    call_functions(set, &set->caller, 0, &call, 1);
    *status = call.status;
    *error = call.error;
    return call.result;
}

void call_explain(box_set *set, const box *x, const value_id *args, box_status status,
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

static void record(box_set *set, const box *x, const value_id *args, const box_record *result,
                   const char *error)
{
    if (result->status != BOX_OK)
        call_explain(set, x, args, result->status, error);
    if (result->status != BOX_UNAVAILABLE)
        records_add(set, x->decl, args, x->arity, result);
}

/* In a worker: without memory of calls. */
static value_id call_direct(box_set *set, const box *x, const value_id *args,
                            const box_image *before, box_status *status)
{
    char *error = NULL;
    reachable r;
    reachable_find(set, x, args, before, &r);
    value_id v = make_call(set, x, args, &r.image, status, &error);
    free(error);
    reachable_free(&r);
    return v;
}

value_id boxes_call_image(box_set *set, decl_id decl, const value_id *args, uint32_t n,
                          const box_image *before, box_image *after, box_status *status)
{
    box_status ignored;
    status = status ? status : &ignored;
    const box *x = boxes_find(set, decl);
    *status = x ? BOX_INCONSISTENT : BOX_UNAVAILABLE;
    if (!x || !x->consistent || n != x->arity)
        return 0;
    if (x->kind == BOX_PROVIDED)
        return words_call_values(set, x, args, false, status);
    if (set->direct) {
        if (after)
            *after = (box_image){0};
        return call_direct(set, x, args, before, status);
    }
    reachable r;
    reachable_find(set, x, args, before, &r);
    box_record result = {.before = records_image(set, &r.image)};
    const box_record *known = records_find(set, decl, args, n, result.before);
    if (known) {
        reachable_free(&r);
        return give(set, known, after, status);
    }
    char *error = NULL;
    result.result = make_call(set, x, args, &r.image, &result.status, &error);
    if (result.status == BOX_OK)
        result.after = records_image(set, &r.image);
    record(set, x, args, &result, error);
    free(error);
    reachable_free(&r);
    return give(set, &result, after, status);
}

void boxes_call_images(box_set *set, decl_id decl, const value_id *args, const box_image *before,
                       size_t n)
{
    const box *x = boxes_find(set, decl);
    if (!x || !x->consistent || x->kind != BOX_FUNCTION || set->direct)
        return;
    VEC(caller_call) calls = {0};
    reachable *seen = base_alloc_zero(n + 1, sizeof *seen);
    vec_u32 images = {0};
    for (size_t i = 0; i < n; i++) {
        const value_id *row = args + i * x->arity;
        reachable_find(set, x, row, &before[i], &seen[i]);
        uint32_t image = records_image(set, &seen[i].image);
        if (records_find(set, decl, row, x->arity, image))
            continue;
        vec_push(&calls, ((caller_call){.x = x, .args = row, .objects = &seen[i].image}));
        vec_push(&images, image);
    }
    if (calls.n)
        call_functions(set, &set->caller, 0, calls.at, calls.n);
    for (size_t i = 0; i < calls.n; i++) {
        const caller_call *c = &calls.at[i];
        box_record result = {.before = images.at[i], .result = c->result, .status = c->status};
        if (result.status == BOX_OK)
            result.after = records_image(set, c->objects);
        if (!records_find(set, decl, c->args, x->arity, result.before))
            record(set, x, c->args, &result, c->error);
        free(c->error);
    }
    for (size_t i = 0; i < n; i++)
        reachable_free(&seen[i]);
    free(seen);
    vec_free(&images);
    vec_free(&calls);
}

value_id boxes_call(box_set *set, decl_id decl, const value_id *args, uint32_t n,
                    box_status *status)
{
    return boxes_call_image(set, decl, args, n, NULL, NULL, status);
}

bool boxes_call_many(box_set *set, decl_id decl, const value_id *rows, size_t n)
{
    const box *x = boxes_find(set, decl);
    bool quick = true;
    if (!x || !x->consistent)
        return false;
    if (x->kind == BOX_PROVIDED)
        return words_call_many(set, x, rows, n);
    if (x->callback_soon && n > 1 && !set->direct)
        x->callback_soon(x->callback_context, rows, n);
    VEC(caller_call) calls = {0};
    for (size_t i = 0; i < n; i++) {
        const value_id *args = rows + i * x->arity;
        box_status status = BOX_OK;
        if (records_find(set, decl, args, x->arity, 0))
            continue;
        if (x->kind == BOX_FUNCTION && !set->direct)
            vec_push(&calls, ((caller_call){.x = x, .args = args}));
        else
            boxes_call(set, decl, args, x->arity, &status);
        quick &= status != BOX_HUNG && status != BOX_MEMORY;
    }
    if (calls.n)
        call_functions(set, &set->caller, 0, calls.at, calls.n);
    for (size_t i = 0; i < calls.n; i++) {
        const caller_call *c = &calls.at[i];
        box_record result = {.result = c->result, .status = c->status};
        record(set, x, c->args, &result, c->error);
        quick &= c->status != BOX_HUNG && c->status != BOX_MEMORY;
        free(c->error);
    }
    vec_free(&calls);
    return quick;
}

value_id boxes_known(const box_set *set, decl_id decl, const value_id *args, uint32_t n,
                     box_status *status)
{
    const box *x = boxes_find(set, decl);
    box_status ignored;
    if (x && x->kind == BOX_PROVIDED)
        return words_call_values((box_set *)set, x, args, true, status ? status : &ignored);
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
