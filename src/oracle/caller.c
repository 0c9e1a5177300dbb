#include "oracle/caller.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "oracle/perform.h"
#include "oracle/worker.h"

enum { GRACE = 20 };
#define AREA_BYTES ((size_t)64 << 20) /* pages cost memory only when used */

static const char *const notes[] = {
    [PERFORM_RANGE] = "what it returned is outside its sort",
    [PERFORM_POINTER] = "it returned a pointer into no buffer",
    [PERFORM_LONG] = "it returned a text without end",
    [PERFORM_NULL] = "it returned NULL",
};

typedef struct call_area {
    volatile uint64_t sequence;
    volatile uint32_t box; /* number in the set */
    volatile uint32_t busy;
    volatile uint32_t status;
    volatile uint32_t note;
    volatile uint32_t served; /* calls that this worker had answered before */
    uint64_t request, reply;  /* bytes of data */
    uint64_t data[];
} call_area;

struct box_caller {
    box_set *set;
    box_run *run;
    call_area *area;
    uint64_t sequence;
    uint64_t placement;
};

/* ---- In the worker ------------------------------------------------------------------------- */

static marshal_area whole_area(call_area *area)
{
    return (marshal_area){
        .bytes = (uint8_t *)area->data, .size = AREA_BYTES - sizeof(call_area), .good = true};
}

static void perform(const box_caller *c, call_area *area)
{
    marshal_area in = whole_area(area), out = whole_area(area);
    out.at = area->request;
    perform_note note;
    area->status =
        perform_call(c->set, c->set->boxes.at[area->box], c->placement, &in, &out, &note);
    area->note = note;
    area->reply = out.at;
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
    area->busy = 0;
    ssize_t n;
    do
        n = write(w->output, &token, sizeof token);
    while (n < 0 && errno == EINTR);
    return n == (ssize_t)sizeof token;
}

static int serve(void *context, box_worker *w)
{
    const box_caller *c = context;
    call_area *area = w->shared;
    if (area->busy) { /* the worker before this one died of it */
        area->status = w->last;
        area->note = PERFORM_NOTHING;
        if (!answer(w, area))
            return 0;
    }
    uint64_t token, calls = 0;
    uint32_t served = 0;
    while (read_token(w->input, &token)) {
        area->busy = 1;
        area->served = served++;
        *w->progress = ++calls;
        perform(c, area);
        BOX_IDLE(w);
        if (!answer(w, area))
            break;
    }
    return 0;
}

/* ---- In the supervisor --------------------------------------------------------------------- */

box_caller *caller_new(box_set *set, uint64_t placement, char **error)
{
    box_caller *c = base_alloc_zero(1, sizeof *c);
    c->set = set;
    c->placement = placement;
    box_run_config config = {
        .loop = serve, .context = c, .shared_size = AREA_BYTES, .placement = placement};
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

static bool write_request(box_caller *c, const box *x, const value_id *args,
                          const box_image *objects)
{
    marshal_area out = whole_area(c->area);
    if (!marshal_request(c->set->bank, x, args, objects, &out))
        return false;
    c->area->request = out.at;
    c->area->box = (uint32_t)map_get(&c->set->by_decl, x->decl, 1) - 1;
    return true;
}

/* Whether the answer to the present call has come. */
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

static box_status exchange(box_caller *c, char **error)
{
    c->area->sequence = ++c->sequence;
    c->area->status = BOX_UNAVAILABLE;
    c->area->busy = 0;
    box_run_send(c->run, &c->sequence, sizeof c->sequence);
    double deadline = clock_wall() + GRACE * c->set->timeout + GRACE;
    for (;;) {
        box_run_state state = box_run_wait(c->run, deadline);
        if (answered(c))
            return c->area->status <= BOX_UNAVAILABLE ? (box_status)c->area->status : BOX_BAD_REPLY;
        if (state == BOX_RUN_NEWS)
            continue;
        if (state == BOX_RUN_GOING)
            return BOX_HUNG;
        if (state != BOX_RUN_INTERRUPTED)
            *error = box_format("no worker: %s", *box_run_error(c->run) ? box_run_error(c->run)
                                                                        : "its process has ended");
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

value_id caller_call(box_caller *c, const box *x, const value_id *args, const box_image *objects,
                     box_status *status, char **error)
{
    if (!write_request(c, x, args, objects)) {
        *error = base_strdup("an argument has no C form");
        *status = BOX_UNAVAILABLE;
        return 0;
    }
    *status = exchange(c, error);
    /* What earlier calls did to this worker must not count: once more in a fresh one. */
    if (*status >= BOX_CRASHED && *status <= BOX_EXITED && c->area->served)
        *status = exchange(c, error);
    if (*status == BOX_BAD_REPLY && c->area->note > PERFORM_NOTHING &&
        c->area->note <= PERFORM_NULL)
        *error = base_strdup(notes[c->area->note]);
    if (*status != BOX_OK)
        return 0;
    marshal_area in = whole_area(c->area);
    in.at = c->area->request <= in.size ? c->area->request : in.size;
    value_id v = marshal_result(c->set->bank, &x->result, &in, error);
    if (v && !read_back(objects, &in)) {
        *error = base_strdup("the worker's answer is damaged");
        v = 0;
    }
    if (!v)
        *status = BOX_BAD_REPLY;
    return v;
}
