#include "box/worker/direct.h"

#include <stdlib.h>
#include <string.h>

#include "box/worker/direct_impl.h"
#include "box/worker/perform.h"

enum { REQUEST_BYTES = 4 << 20, REPLY_BYTES = 4 << 20 };

struct box_direct {
    uint64_t placement;
    uint8_t *request, *reply;
    perform_cache cache;
};

bool box_is_direct(const box *x)
{
    if (x->kind == BOX_CALLBACK)
        return x->callback_anywhere;
    if (x->kind != BOX_FUNCTION || x->result.class == BOX_CLASS_POINTER)
        return false;
    for (uint32_t i = 0; i < x->arity; i++)
        if (x->parameters[i].class == BOX_CLASS_POINTER)
            return false;
    return true;
}

void boxes_go_direct(box_set *set, uint64_t placement)
{
    if (set->direct)
        return;
    set->direct = base_alloc_zero(1, sizeof *set->direct);
    *set->direct = (struct box_direct){.placement = placement,
                                       .request = base_alloc(REQUEST_BYTES),
                                       .reply = base_alloc(REPLY_BYTES)};
}

void direct_free(struct box_direct *d)
{
    if (!d)
        return;
    perform_cache_free(&d->cache);
    free(d->request);
    free(d->reply);
    free(d);
}

value_id direct_call(box_set *set, const box *x, const value_id *args, const box_image *objects,
                     box_status *status)
{
    struct box_direct *d = set->direct;
    marshal_area request = {.bytes = d->request, .size = REQUEST_BYTES, .good = true};
    marshal_area reply = {.bytes = d->reply, .size = REPLY_BYTES, .good = true};
    perform_note note;
    char *error = NULL;
    *status = BOX_UNAVAILABLE;
    if (x->kind != BOX_FUNCTION || !marshal_request(set->bank, x, args, objects, &request))
        return 0;
    request.at = 0;
    *status = perform_call(set, x, d->placement, &request, &reply, &d->cache, &note);
    if (*status != BOX_OK)
        return 0;
    reply.at = 0;
    value_id v = marshal_result(set->bank, &x->result, &reply, &error);
    free(error);
    for (uint32_t i = 0; v && objects && i < objects->n; i++) {
        size_t n;
        const uint8_t *bytes = marshal_read_block(&reply, &n);
        if (bytes && n == objects->buffers[i].n)
            memcpy(objects->buffers[i].bytes, bytes, n);
    }
    if (!v)
        *status = BOX_BAD_REPLY;
    return v;
}
