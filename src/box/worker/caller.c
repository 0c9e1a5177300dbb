#include "box/worker/caller.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "box/worker/perform.h"
#include "box/worker/worker.h"

enum { GRACE = 20 };
#define AREA_BYTES ((size_t)64 << 20) /* pages cost memory only when used */
#define REQUEST_BYTES (AREA_BYTES / 2)

static const char *const notes[] = {
    [PERFORM_RANGE] = "what it returned is outside its sort",
    [PERFORM_POINTER] = "it returned a pointer into no buffer",
    [PERFORM_LONG] = "it returned a text without end",
    [PERFORM_NULL] = "it returned NULL",
};

typedef struct call_slot {
    uint64_t request, reply; /* where in the data */
    uint32_t box;            /* number in the set */
    uint32_t status, note;
} call_slot;

typedef struct call_area {
    volatile uint64_t sequence;
    volatile uint32_t open;   /* an exchange has begun and is not answered */
    volatile uint32_t n;      /* calls of the exchange … */
    volatile uint32_t next;   /* … of which this is the first without an answer */
    volatile uint32_t busy;   /* which is being made … */
    volatile uint32_t served; /* … by a worker that had made so many before */
    volatile uint64_t end;    /* of what is in the data: there the next reply goes */
    call_slot slots[CALLER_MOST];
    uint64_t data[];
} call_area;

struct box_caller {
    box_set *set;
    box_run *run;
    call_area *area;
    uint64_t sequence;
    uint64_t placement;
    bool fresh; /* each exchange has a worker of its own */
    bool dead;  /* its processes have ended */
};

/* ---- In the worker --------------------------------------------------------------------------- */

static marshal_area data_of(call_area *area, uint64_t at)
{
    size_t size = AREA_BYTES - sizeof *area;
    return (marshal_area){
        .bytes = (uint8_t *)area->data, .size = size, .at = at < size ? at : size, .good = true};
}

static bool read_token(int descriptor, uint64_t *token)
{
    ssize_t n;
    do
        n = read(descriptor, token, sizeof *token);
    while (n < 0 && errno == EINTR);
    return n == (ssize_t)sizeof *token;
}

static bool answer(box_worker *w, call_area *area)
{
    uint64_t token = area->sequence;
    area->open = 0;
    ssize_t n;
    do
        n = write(w->output, &token, sizeof token);
    while (n < 0 && errno == EINTR);
    return n == (ssize_t)sizeof token;
}

/* The worker before this one died of a call. What earlier calls did to it must not count: then the
 * call is made once more, as the first of this worker. */
static void take_over(const box_worker *w, call_area *area)
{
    if (area->busy && !area->served && area->next < CALLER_MOST) {
        call_slot *slot = &area->slots[area->next++];
        slot->status = w->last;
        slot->note = w->last == BOX_REFUSED ? (uint32_t)w->refused : PERFORM_NOTHING;
    }
    area->busy = 0;
}

/* With a cache where nothing rests on the call alone: what is confirmed runs in fresh memory. */
static void perform(const box_caller *c, box_worker *w, call_area *area, perform_cache *cache)
{
    call_slot *slot = &area->slots[area->next];
    marshal_area in = data_of(area, slot->request), out = data_of(area, area->end);
    perform_note note;
    slot->reply = out.at;
    /* Twice the number: odd placements stay odd, which is how they differ from the first. */
    uint64_t placement = c->placement ? c->placement + 2 * w->attempt : 0;
    const box *x = c->set->boxes.at[slot->box];
    uint64_t began = box_call_begins(w, x);
    *w->progress = area->served + 1;
    slot->status =
        perform_call(c->set, x, placement, &in, &out, c->placement ? NULL : cache, &note);
    BOX_IDLE(w);
    box_call_ends(w, x, began);
    slot->note = note;
    area->end = out.at;
}

static int serve(void *context, box_worker *w)
{
    const box_caller *c = context;
    call_area *area = w->shared;
    uint64_t token;
    uint32_t served = 0;
    perform_cache cache = {0};
    w->mortal = true;
    if (area->open)
        take_over(w, area);
    while (area->open || read_token(w->input, &token)) {
        area->open = 1;
        while (area->next < area->n && area->next < CALLER_MOST) {
            area->served = served++;
            area->busy = 1;
            perform(c, w, area, &cache);
            area->busy = 0;
            area->next++;
        }
        if (!answer(w, area))
            break;
        if (c->fresh)
            return BOX_LOOP_AGAIN;
    }
    perform_cache_free(&cache);
    return 0;
}

/* ---- In the supervisor ----------------------------------------------------------------------- */

box_caller *caller_new(box_set *set, uint64_t placement, bool fresh, char **error)
{
    box_caller *c = base_alloc_zero(1, sizeof *c);
    c->set = set;
    c->placement = placement;
    c->fresh = fresh;
    box_run_config config = {.loop = serve,
                             .context = c,
                             .shared_size = AREA_BYTES,
                             .placement = placement,
                             .patient = fresh,
                             .sights = !placement};
    c->run = box_run_start(set, &config, error);
    if (!c->run) {
        free(c);
        return NULL;
    }
    c->area = box_run_shared(c->run);
    return c;
}

void caller_free(box_caller *c)
{
    if (!c)
        return;
    box_run_free(c->run);
    free(c);
}

bool caller_alive(const box_caller *c)
{
    return !c->dead;
}

/* Writes requests while there is room; how many of the calls that took. */
static size_t write_requests(box_caller *c, caller_call *calls, size_t n, vec_u32 *sent)
{
    marshal_area out = data_of(c->area, 0);
    size_t i = 0;
    vec_clear(sent);
    for (; i < n && sent->n < CALLER_MOST && out.at < REQUEST_BYTES; i++) {
        const box *x = calls[i].x;
        size_t start = out.at;
        if (!marshal_request(c->set->bank, x, calls[i].args, calls[i].objects, &out)) {
            if (!out.good && sent->n)
                break; /* it may fit the next exchange */
            calls[i].status = BOX_UNAVAILABLE;
            calls[i].error = base_strdup("an argument has no C form");
            out.at = start;
            out.good = true;
            continue;
        }
        uint32_t number = (uint32_t)map_get(&c->set->by_decl, x->decl, 1) - 1;
        c->area->slots[sent->n] =
            (call_slot){.request = start, .box = number, .status = BOX_UNAVAILABLE};
        vec_push(sent, (uint32_t)i);
    }
    c->area->end = out.at;
    return i;
}

/* Whether the answer to the present exchange has come. */
static bool answered(box_caller *c)
{
    strbuf *out = box_run_output(c->run);
    bool found = false;
    while (!found && out->n >= sizeof(uint64_t)) {
        uint64_t token;
        memcpy(&token, out->text, sizeof token);
        found = token == c->sequence;
        box_run_consume(c->run, sizeof token);
    }
    return found;
}

/* BOX_OK when the calls were made; else what befell all that have no answer yet. */
static box_status exchange(box_caller *c, uint32_t n)
{
    call_area *area = c->area;
    area->sequence = ++c->sequence;
    area->n = n;
    area->next = area->busy = area->open = 0;
    box_run_send(c->run, &c->sequence, sizeof c->sequence);
    double deadline = clock_wall() + n * GRACE * c->set->timeout + GRACE;
    for (;;) {
        box_run_state state = box_run_wait(c->run, deadline);
        if (answered(c))
            return BOX_OK;
        if (state == BOX_RUN_NEWS)
            continue;
        if (state == BOX_RUN_GOING)
            return BOX_HUNG;
        c->dead = state != BOX_RUN_INTERRUPTED;
        return BOX_UNAVAILABLE;
    }
}

static bool read_back(const box_image *objects, marshal_area *in)
{
    for (uint32_t i = 0; objects && i < objects->n; i++) {
        size_t n;
        const uint8_t *bytes = marshal_read_block(in, &n);
        if (!bytes || n != objects->buffers[i].n)
            return false;
        memcpy(objects->buffers[i].bytes, bytes, n);
    }
    return true;
}

/* What the worker says of the call; nothing of it is believed before it was looked at. */
static void read_reply(box_caller *c, const call_slot *shared, caller_call *call)
{
    call_slot slot = *shared;
    call->status = slot.status <= BOX_UNAVAILABLE ? (box_status)slot.status : BOX_BAD_REPLY;
    if (call->status == BOX_BAD_REPLY && slot.note > PERFORM_NOTHING && slot.note <= PERFORM_NULL)
        call->error = base_strdup(notes[slot.note]);
    if (call->status == BOX_REFUSED)
        call->error = sandbox_explain((int)slot.note);
    if (call->status != BOX_OK)
        return;
    marshal_area in = data_of(c->area, slot.reply);
    call->result = marshal_result(c->set->bank, &call->x->result, &in, &call->error);
    if (call->result && !read_back(call->objects, &in)) {
        call->error = base_strdup("the worker's answer is damaged");
        call->result = 0;
    }
    if (!call->result)
        call->status = BOX_BAD_REPLY;
}

static void explain_absence(box_caller *c, box_status trouble, caller_call *call)
{
    call->status = trouble;
    if (c->dead)
        call->error = box_format("no worker: %s", *box_run_error(c->run) ? box_run_error(c->run)
                                                                         : "its process has ended");
}

void caller_run(box_caller *c, caller_call *calls, size_t n)
{
    vec_u32 sent = {0};
    for (size_t i = 0; i < n; i++) {
        calls[i].result = 0;
        calls[i].error = NULL;
    }
    for (size_t first = 0; first < n;) {
        size_t taken = write_requests(c, calls + first, n - first, &sent);
        box_status trouble = sent.n ? exchange(c, (uint32_t)sent.n) : BOX_OK;
        uint32_t done = trouble == BOX_OK ? (uint32_t)sent.n : c->area->next;
        for (size_t k = 0; k < sent.n; k++) {
            caller_call *call = &calls[first + sent.at[k]];
            if (k < done)
                read_reply(c, &c->area->slots[k], call);
            else
                explain_absence(c, k == done ? trouble : BOX_UNAVAILABLE, call);
        }
        first += taken;
    }
    vec_free(&sent);
}
