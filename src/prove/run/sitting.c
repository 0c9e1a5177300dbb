#include "prove/run/sitting.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "box/worker/invoke.h"
#include "box/worker/worker.h"
#include "term/core/decl.h"

typedef struct sitting_area {
    volatile uint32_t open; /* calls are to be made, or are being made */
    volatile uint32_t busy; /* calls[next] is being made */
    volatile uint32_t renew;
    volatile uint32_t n, next;
    volatile uint64_t token; /* of the calls that are open */
    sitting_call calls[SITTING_CALLS];
} sitting_area;

struct sitting {
    box_set *boxes;
    box_run *run;
    sitting_area *area;
    bool used;      /* the process has made a call */
    bool lost;      /* an answer did not come in time: what comes now is nobody's */
    uint64_t token; /* of the last calls */
};

/* ---- In the worker --------------------------------------------------------------------------- */

static bool exchange(ssize_t (*move)(int, void *, size_t), int descriptor, uint64_t *token)
{
    ssize_t n;
    do
        n = move(descriptor, token, sizeof *token);
    while (n < 0 && errno == EINTR);
    return n == (ssize_t)sizeof *token;
}

static ssize_t put(int descriptor, void *bytes, size_t n)
{
    return write(descriptor, bytes, n);
}

static void make_call(sitting *s, box_worker *w, sitting_area *area)
{
    sitting_call *c = &area->calls[area->next];
    const box *x = boxes_find(s->boxes, c->decl);
    area->busy = 1;
    BOX_PROGRESS(w);
    box_status trouble = BOX_CATCH(w);
    if (trouble == BOX_OK)
        c->status = x && box_invoke(x, c->args, &c->result) ? BOX_OK : BOX_BAD_REPLY;
    else
        c->status = trouble;
    w->armed = 0;
    BOX_IDLE(w);
    area->busy = 0;
    area->next++;
}

static int serve(void *context, box_worker *w)
{
    sitting *s = context;
    sitting_area *area = w->shared;
    uint64_t token = area->token;
    if (area->busy) { /* the worker before this one died of it */
        area->calls[area->next].status = w->last == BOX_OK ? BOX_EXITED : w->last;
        area->busy = 0;
        area->next++;
    }
    while (area->open || exchange(read, w->input, &token)) {
        if (area->renew) {
            area->renew = 0;
            return BOX_LOOP_AGAIN;
        }
        area->token = token;
        area->open = 1;
        while (area->next < area->n)
            make_call(s, w, area);
        area->open = 0;
        if (!exchange(put, w->output, &token))
            break;
    }
    return 0;
}

/* ---- In the caller --------------------------------------------------------------------------- */

sitting *sitting_new(box_set *boxes, double call_seconds, uint32_t recoveries, char **error)
{
    sitting *s = base_alloc_zero(1, sizeof *s);
    s->boxes = boxes;
    box_run_config config = {.loop = serve,
                             .context = s,
                             .shared_size = sizeof(sitting_area),
                             .timeout_seconds = call_seconds,
                             .recoveries = recoveries};
    s->run = box_run_start(boxes, &config, error);
    if (!s->run) {
        free(s);
        return NULL;
    }
    s->area = box_run_shared(s->run);
    return s;
}

void sitting_free(sitting *s)
{
    if (!s)
        return;
    box_run_free(s->run);
    free(s);
}

void sitting_renew(sitting *s)
{
    uint64_t token = 0;
    if (!s->used || s->lost)
        return;
    s->area->renew = 1;
    s->used = false;
    box_run_send(s->run, &token, sizeof token);
}

bool sitting_lost(const sitting *s)
{
    return s->lost;
}

/* The answer to these calls; whatever else lies there is left over from others. */
static bool await(sitting *s, double deadline)
{
    strbuf *out = box_run_output(s->run);
    for (;;) {
        uint64_t token = 0;
        while (out->n >= sizeof token) {
            memcpy(&token, out->text, sizeof token);
            box_run_consume(s->run, sizeof token);
            if (token == s->token)
                return true;
        }
        if (box_run_wait(s->run, deadline) != BOX_RUN_NEWS)
            return false;
    }
}

bool sitting_make(sitting *s, sitting_call *calls, size_t n, double deadline)
{
    sitting_area *area = s->area;
    if (n > SITTING_CALLS || s->lost)
        return false;
    for (size_t i = 0; i < n; i++)
        calls[i].status = BOX_UNAVAILABLE;
    /* A process that is to be left reads nothing of this. */
    memcpy(area->calls, calls, n * sizeof *calls);
    area->n = (uint32_t)n;
    area->next = 0;
    s->used = true;
    s->token++;
    box_run_send(s->run, &s->token, sizeof s->token);
    s->lost = !await(s, deadline);
    if (!s->lost)
        memcpy(calls, area->calls, n * sizeof *calls);
    return !s->lost;
}

bool sitting_word(box_set *boxes, const term_bank *b, decl_id d, uint32_t argument, value_id v,
                  uint64_t *word)
{
    const box *x = boxes_find(boxes, d);
    if (!x || argument >= x->arity || !v)
        return false;
    int64_t n = 0;
    switch (x->parameters[argument].class) {
    case BOX_CLASS_BOOL:
        *word = value_is_true(v);
        return true;
    case BOX_CLASS_BITS:
    case BOX_CLASS_FLOAT:
    case BOX_CLASS_DOUBLE:
        return value_small_bits(b, v, word);
    case BOX_CLASS_INT:
        if (!value_small_int(b, v, &n))
            return false;
        *word = (uint64_t)n;
        return true;
    default:
        return false;
    }
}

value_id sitting_value(box_set *boxes, term_bank *b, decl_id d, uint64_t word)
{
    const box *x = boxes_find(boxes, d);
    switch (x->result.class) {
    case BOX_CLASS_BOOL:
        return value_bool(word != 0);
    case BOX_CLASS_BITS:
        return value_bv_u64(b, x->result.width, word);
    case BOX_CLASS_FLOAT:
    case BOX_CLASS_DOUBLE:
        return value_fp_u64(b, decl_range(b, d), word);
    case BOX_CLASS_INT:
        return value_int(b, (int64_t)word);
    default:
        return 0;
    }
}
