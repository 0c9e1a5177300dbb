#include "oracle/caller.h"

#include <errno.h>
#include <fenv.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "oracle/marshal.h"
#include "oracle/memory.h"
#include "oracle/worker.h"

enum { MAX_TEXT = 1 << 20, GRACE = 20 };
#define AREA_BYTES ((size_t)64 << 20) /* pages cost memory only when used */

typedef enum reply_note { NOTE_NONE, NOTE_RANGE, NOTE_POINTER, NOTE_LONG, NOTE_NULL } reply_note;

static const char *const notes[] = {
    [NOTE_RANGE] = "what it returned is outside its sort",
    [NOTE_POINTER] = "it returned a pointer into no buffer",
    [NOTE_LONG] = "it returned a text without end",
    [NOTE_NULL] = "it returned NULL",
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

typedef struct call_frame {
    const box_caller *c;
    const box *x;
    call_area *area;
    marshal_area in;
    uint64_t words[BOX_MAX_ARITY];
    uint8_t *buffers[BOX_MAX_ARITY];
    size_t sizes[BOX_MAX_ARITY];
    uint32_t n_buffers;
    box_memory *memory;
} call_frame;

static marshal_area whole_area(call_area *area)
{
    return (marshal_area){
        .bytes = (uint8_t *)area->data, .size = AREA_BYTES - sizeof(call_area), .good = true};
}

/* A copy of the bytes at a guard page. */
static uint64_t guard(call_frame *f, const uint8_t *bytes, size_t n)
{
    uint8_t *copy = box_guarded_new(n);
    if (!copy)
        return 0;
    if (bytes)
        memcpy(copy, bytes, n);
    f->buffers[f->n_buffers] = copy;
    f->sizes[f->n_buffers++] = n;
    return (uint64_t)(uintptr_t)copy;
}

static void read_arguments(call_frame *f)
{
    const box *x = f->x;
    for (uint32_t i = 0; i < x->arity; i++) {
        if (x->parameters[i].class < BOX_CLASS_STRING) {
            f->words[i] = marshal_read_word(&f->in);
        } else {
            size_t n;
            const uint8_t *bytes = marshal_read_block(&f->in, &n);
            f->words[i] = bytes ? guard(f, bytes, n) : 0;
        }
    }
    if (x->result_by_pointer)
        f->words[x->arity] = guard(f, NULL, marshal_result_size(f->c->set->bank, &x->result));
}

static void place_memory(call_frame *f)
{
    uint64_t n = marshal_read_word(&f->in);
    box_buffer *buffers = base_alloc_zero(n + 1, sizeof *buffers);
    for (uint64_t i = 0; i < n; i++) {
        buffers[i].address = marshal_read_word(&f->in);
        buffers[i].bytes = marshal_read_block(&f->in, &buffers[i].n);
    }
    box_image image = {.buffers = buffers, .n = (uint32_t)n};
    f->memory = box_memory_new(&image, f->c->placement);
    free(buffers);
    for (uint32_t i = 0; f->memory && i < f->x->arity; i++)
        if (f->x->parameters[i].class == BOX_CLASS_POINTER)
            f->words[i] = box_memory_to_real(f->memory, f->words[i]);
}

static void bad(call_frame *f, reply_note note)
{
    f->area->status = BOX_BAD_REPLY;
    f->area->note = note;
}

static void write_result(call_frame *f, uint64_t word, marshal_area *out)
{
    const box_parameter *p = &f->x->result;
    const char *text = (const char *)(uintptr_t)word;
    if (p->class == BOX_CLASS_POINTER) {
        if (!box_memory_to_formula(f->memory, word, &word))
            bad(f, NOTE_POINTER);
        marshal_word(out, word);
    } else if (p->class < BOX_CLASS_STRING) {
        marshal_word(out, word);
    } else if (f->x->result_by_pointer) {
        marshal_block(out, f->buffers[f->n_buffers - 1], f->sizes[f->n_buffers - 1]);
    } else if (!word) {
        bad(f, NOTE_NULL);
    } else if (p->class == BOX_CLASS_ARRAY) {
        marshal_block(out, text, marshal_result_size(f->c->set->bank, p));
    } else {
        size_t n = strnlen(text, MAX_TEXT + 1);
        if (n > MAX_TEXT)
            bad(f, NOTE_LONG);
        else
            marshal_block(out, text, n);
    }
}

static void perform(const box_caller *c, call_area *area)
{
    call_frame f = {.c = c, .x = c->set->boxes.at[area->box], .area = area, .in = whole_area(area)};
    read_arguments(&f);
    place_memory(&f);
    uint64_t word = 0;
    pid_t self = getpid();
    fesetenv(FE_DFL_ENV);
    errno = 0;
    area->status = BOX_OK;
    area->note = NOTE_NONE;
    if (!f.memory)
        area->status = BOX_MEMORY;
    else if (!box_invoke(f.x, f.words, &word))
        bad(&f, NOTE_RANGE);
    if (getpid() != self)
        _exit(0); /* the box forked: this is its child */
    marshal_area out = whole_area(area);
    out.at = area->request;
    if (area->status == BOX_OK)
        write_result(&f, word, &out);
    for (uint32_t i = 0; area->status == BOX_OK && i < box_memory_count(f.memory); i++) {
        box_buffer object = box_memory_object(f.memory, i);
        marshal_block(&out, object.bytes, object.n);
    }
    area->reply = out.at;
    box_memory_free(f.memory);
    for (uint32_t i = 0; i < f.n_buffers; i++)
        box_guarded_free(f.buffers[i], f.sizes[i]);
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
        area->note = NOTE_NONE;
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
    for (uint32_t i = 0; i < x->arity; i++)
        if (!marshal_argument(c->set->bank, &x->parameters[i], args[i], &out))
            return false;
    uint32_t n = objects ? objects->n : 0;
    marshal_word(&out, n);
    for (uint32_t i = 0; i < n; i++) {
        marshal_word(&out, objects->buffers[i].address);
        marshal_block(&out, objects->buffers[i].bytes, objects->buffers[i].n);
    }
    c->area->request = out.at;
    c->area->box = (uint32_t)map_get(&c->set->by_decl, x->decl, 1) - 1;
    return out.good;
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
    if (*status == BOX_BAD_REPLY && c->area->note > NOTE_NONE && c->area->note <= NOTE_NULL)
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
