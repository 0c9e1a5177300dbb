#include "explore/target/recall.h"

#include <math.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/hash.h"
#include "explore/target/classes.h"

enum { MOST_BYTES = 100000, WINDOW = 32 };

typedef VEC(box_cell) cell_vec;

/* The connection to the keeper of a box. */
typedef struct kept_box {
    int socket; /* -1: silent */
    bool tried;
} kept_box;

struct explore_recall {
    const explore_trace *trace;
    explore_target *target;
    box_provider provider;
    box_set *boxes;
    uint64_t call_ms; /* how long an answer is waited for */
    kept_box *kept;
    strbuf message, replies;
};

static void call_box(void *context, uint32_t number, const uint64_t *rows, size_t n,
                     uint64_t *outputs, box_status *states);

/* The memory that the call reached, as its inputs have it; and arguments that are characters, each
 * as a byte that has no neighbours. */
static void find_cells(const trace_box *traced, cell_vec *cells)
{
    uint32_t input = 0;
    for (size_t i = 0; i < traced->args.n; i++) {
        const trace_argument *a = &traced->args.at[i];
        box_cell cell = {.address = 2 * i, .argument = BOX_CELL_FIXED, .value = (uint8_t)a->value};
        input += a->term != 0;
        if (!a->term && a->value && a->value <= UINT8_MAX)
            vec_push(cells, cell);
    }
    for (size_t i = 0; i < traced->reached.n; i++) {
        const trace_byte *r = &traced->reached.at[i];
        box_cell cell = {.address = r->address, .argument = BOX_CELL_FIXED, .value = r->value};
        if (r->term)
            cell.argument = input++;
        vec_push(cells, cell);
    }
}

/* Each value that the call gave is a box. What the run saw is known. */
static void bind_box(explore_recall *b, uint32_t number)
{
    const trace_box *traced = &b->trace->boxes.at[number];
    cell_vec cells = {0};
    find_cells(traced, &cells);
    for (uint32_t k = 0; k < traced->decls.n; k++) {
        char *error = NULL;
        box_declaration d = {.decl = traced->decls.at[k],
                             .provider = &b->provider,
                             .group = number,
                             .reply = k,
                             .replies = (uint32_t)traced->outputs.n,
                             .cells = cells.at,
                             .n_cells = cells.n};
        if (!d.decl)
            continue;
        boxes_bind(b->boxes, &d, &error);
        free(error);
        if (!traced->is_fmod)
            boxes_remember_words(b->boxes, d.decl, traced->seen.at, traced->outputs.at);
    }
    vec_free(&cells);
}

explore_recall *recall_open(const explore_trace *t, explore_target *target,
                            const explore_limits *limits)
{
    explore_recall *b = base_alloc_zero(1, sizeof *b);
    b->trace = t;
    b->target = target;
    b->provider = (box_provider){.scope = BOX_SCOPE_PLACE, .call = call_box, .context = b};
    b->boxes = boxes_new(t->bank, &(box_config){0});
    b->call_ms = LIMITS_OR(limits, explore_limits_default)->box_call_milliseconds;
    b->kept = base_alloc_zero(t->boxes.n + 1, sizeof *b->kept);
    for (size_t i = 0; i < t->boxes.n; i++)
        b->kept[i].socket = -1;
    strbuf_init(&b->message);
    strbuf_init(&b->replies);
    for (uint32_t i = 0; i < t->boxes.n; i++)
        bind_box(b, i);
    return b;
}

void recall_close(explore_recall *b)
{
    if (!b)
        return;
    for (size_t i = 0; i < b->trace->boxes.n; i++)
        if (b->kept[i].socket >= 0)
            close(b->kept[i].socket);
    free(b->kept);
    boxes_free(b->boxes);
    strbuf_free(&b->message);
    strbuf_free(&b->replies);
    free(b);
}

box_set *recall_boxes(explore_recall *b)
{
    return b->boxes;
}

uint64_t recall_fmod(uint32_t width, uint64_t a, uint64_t b)
{
    if (width == 32) {
        uint32_t low_a = (uint32_t)a, low_b = (uint32_t)b;
        float x, y;
        memcpy(&x, &low_a, sizeof x);
        memcpy(&y, &low_b, sizeof y);
        x = fmodf(x, y);
        memcpy(&low_a, &x, sizeof x);
        return low_a;
    }
    double x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    x = fmod(x, y);
    memcpy(&a, &x, sizeof x);
    return a;
}

/* ---- Talking --------------------------------------------------------------------------------- */

/* A connection to the box's keeper; false: it has none. */
static bool connect_keeper(explore_recall *b, uint32_t number)
{
    kept_box *k = &b->kept[number];
    k->tried = true;
    if (b->trace->boxes.at[number].keeper)
        k->socket = target_keeper(b->target, b->trace->boxes.at[number].keeper - 1);
    if (k->socket < 0)
        return false;
    struct timeval patience = {(time_t)(b->call_ms / 1000),
                               (suseconds_t)(b->call_ms % 1000 * 1000)};
    setsockopt(k->socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(k->socket, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    return true;
}

static void add_bytes(strbuf *b, const void *bytes, size_t n)
{
    strbuf_add(b, bytes, n);
}

static void compose(strbuf *m, const trace_box *traced, const uint64_t *inputs)
{
    tandem_keeper_call call = {.function = traced->address,
                               .floats = traced->floats & ~(UINT64_C(1) << 63),
                               .n_args = (uint32_t)traced->args.n,
                               .n_reads = (uint32_t)traced->changed.n};
    if (traced->floats >> 63)
        call.result_float = traced->result_width;
    size_t input = 0;
    for (size_t i = 0; i < traced->reached.n; i++)
        call.n_writes += traced->reached.at[i].term != 0;
    add_bytes(m, &call, sizeof call);
    for (size_t i = 0; i < traced->args.n; i++) {
        const trace_argument *a = &traced->args.at[i];
        uint64_t value = a->term ? inputs[input++] : a->value;
        add_bytes(m, &value, sizeof value);
    }
    for (size_t i = 0; i < traced->reached.n; i++)
        if (traced->reached.at[i].term) {
            tandem_keeper_write w = {.address = traced->reached.at[i].address,
                                     .value = (uint8_t)inputs[input++]};
            add_bytes(m, &w, sizeof w);
        }
    for (size_t i = 0; i < traced->changed.n; i++)
        add_bytes(m, &traced->changed.at[i].address, sizeof traced->changed.at[i].address);
}

typedef enum reply_state { REPLY_GOOD, REPLY_CRASHED, REPLY_NONE } reply_state;

/* Asks `n` questions in one message. */
static bool ask(explore_recall *b, uint32_t number, const uint64_t *rows, size_t n)
{
    const trace_box *traced = &b->trace->boxes.at[number];
    strbuf *m = &b->message;
    strbuf_clear(m);
    for (size_t i = 0; i < n; i++)
        compose(m, traced, rows + i * traced->inputs.n);
    return m->n <= MOST_BYTES &&
           send(b->kept[number].socket, m->text, m->n, MSG_NOSIGNAL) == (ssize_t)m->n;
}

/* What a trial has shown is true of the arguments of that one call. */
static void demote(explore_recall *b, uint32_t number, tandem_origin why)
{
    const trace_box *traced = &b->trace->boxes.at[number];
    if (traced->origin == TANDEM_ORIGIN_TRIAL)
        classes_demote(target_shared(b->target), traced->name, why);
}

/* How many bytes a reply has that is no crash. */
static size_t reply_size(const trace_box *traced)
{
    return sizeof(tandem_keeper_reply) + traced->changed.n;
}

/* The next replies, into b->replies: several, or that of a call that crashed. */
static bool receive(explore_recall *b, uint32_t number, size_t most)
{
    size_t room = most * reply_size(&b->trace->boxes.at[number]);
    strbuf_clear(&b->replies);
    strbuf_reserve(&b->replies, room);
    ssize_t n = recv(b->kept[number].socket, b->replies.text, room, 0);
    b->replies.n = n > 0 ? (size_t)n : 0;
    return n > 0;
}

/* What a reply says; `outputs` has room for all. */
static reply_state understand(explore_recall *b, uint32_t number, size_t from, uint64_t *outputs)
{
    const trace_box *traced = &b->trace->boxes.at[number];
    const char *at = b->replies.text + from;
    size_t bytes = b->replies.n - from;
    tandem_keeper_reply reply = {0};
    if (bytes >= sizeof reply)
        memcpy(&reply, at, sizeof reply);
    if (reply.crashed == SIGSYS)
        demote(b, number, TANDEM_ORIGIN_SYSTEM);
    if (reply.crashed)
        return REPLY_CRASHED;
    if (bytes < reply_size(traced))
        return REPLY_NONE;
    uint32_t width = traced->result_width;
    outputs[0] = width && width < 64 ? reply.result & ((UINT64_C(1) << width) - 1) : reply.result;
    outputs[1] = reply.error;
    for (size_t i = 0; i < traced->changed.n; i++)
        outputs[2 + i] = (uint8_t)at[sizeof reply + i];
    return REPLY_GOOD;
}

/* An answer that comes later would be taken for another call's. */
static void silence(kept_box *k)
{
    if (k->socket >= 0)
        close(k->socket);
    k->socket = -1;
    k->tried = true;
}

/* A function that was only tried has to give what the run saw, and again: one with a state of its
 * own may not. */
static bool agrees(explore_recall *b, uint32_t number)
{
    const trace_box *traced = &b->trace->boxes.at[number];
    bool same = true;
    VEC(uint64_t) outputs = {0};
    vec_resize(&outputs, traced->outputs.n);
    for (int i = 0; i < 2 && same; i++) {
        if (!ask(b, number, traced->seen.at, 1) || !receive(b, number, 1) ||
            understand(b, number, 0, outputs.at) != REPLY_GOOD)
            break; /* what follows will say so */
        if (!traced->result_width)
            outputs.at[0] = traced->outputs.at[0];
        same = !memcmp(outputs.at, traced->outputs.at, outputs.n * sizeof *outputs.at);
    }
    vec_free(&outputs);
    if (!same)
        demote(b, number, TANDEM_ORIGIN_UNSTEADY);
    return same;
}

static bool can_be_asked(explore_recall *b, uint32_t number)
{
    kept_box *k = &b->kept[number];
    if (!k->tried && connect_keeper(b, number) &&
        b->trace->boxes.at[number].origin == TANDEM_ORIGIN_TRIAL && !agrees(b, number))
        silence(k);
    return k->socket >= 0;
}

/* Several questions at once: the keeper answers them in one go, but for those that end it. */
static void ask_some(explore_recall *b, uint32_t number, const uint64_t *rows, size_t n,
                     uint64_t *outputs, box_status *states)
{
    const trace_box *traced = &b->trace->boxes.at[number];
    bool good = can_be_asked(b, number) && ask(b, number, rows, n);
    size_t i = 0, at = 0;
    strbuf_clear(&b->replies);
    while (i < n && good) {
        if (at == b->replies.n && !receive(b, number, n - i))
            break;
        at = at == b->replies.n ? 0 : at;
        reply_state state = understand(b, number, at, outputs + i * traced->outputs.n);
        good = state != REPLY_NONE;
        at = state == REPLY_GOOD ? at + reply_size(traced) : b->replies.n;
        if (good)
            states[i++] = state == REPLY_GOOD ? BOX_OK : BOX_CRASHED;
    }
    if (i < n)
        silence(&b->kept[number]);
    for (; i < n; i++)
        states[i] = BOX_HUNG;
}

static void call_box(void *context, uint32_t number, const uint64_t *rows, size_t n,
                     uint64_t *outputs, box_status *states)
{
    explore_recall *b = context;
    const trace_box *traced = &b->trace->boxes.at[number];
    for (size_t i = 0, some; i < n; i += some) {
        some = n - i < WINDOW ? n - i : WINDOW;
        if (traced->is_fmod) {
            some = 1;
            outputs[i * traced->outputs.n] =
                recall_fmod(traced->result_width, rows[2 * i], rows[2 * i + 1]);
        } else {
            ask_some(b, number, rows + i * traced->inputs.n, some, outputs + i * traced->outputs.n,
                     states + i);
        }
    }
}
