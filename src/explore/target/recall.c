#include "explore/target/recall.h"

#include <math.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/hash.h"
#include "explore/target/classes.h"

enum { MOST_REMEMBERED = 1 << 16, MOST_BYTES = 100000, WINDOW = 32 };

/* What one box is known to answer: rows of inputs, then outputs; by hash of the inputs. */
typedef struct kept_box {
    int socket; /* -1: silent */
    bool tried;
    map rows; /* hash -> offset in words + 1, ROW_WAITS or ROW_SILENT */
    VEC(uint64_t) words;
} kept_box;

/* A call that is to be made: its row in the words of the box. */
typedef struct waiting_call {
    uint32_t box;
    size_t at;
    uint64_t key;
} waiting_call;

struct explore_recall {
    const explore_trace *trace;
    explore_target *target;
    uint64_t call_ms; /* how long an answer is waited for */
    kept_box *kept;
    VEC(waiting_call) waiting;
    bool collecting;
    uint64_t made;
    strbuf message, reply;
};

explore_recall *recall_open(const explore_trace *t, explore_target *target,
                            const explore_limits *limits)
{
    explore_recall *b = base_alloc_zero(1, sizeof *b);
    b->trace = t;
    b->target = target;
    b->call_ms = LIMITS_OR(limits, explore_limits_default)->box_call_milliseconds;
    b->kept = base_alloc_zero(t->boxes.n + 1, sizeof *b->kept);
    for (size_t i = 0; i < t->boxes.n; i++)
        b->kept[i].socket = -1;
    strbuf_init(&b->message);
    strbuf_init(&b->reply);
    return b;
}

void recall_close(explore_recall *b)
{
    if (!b)
        return;
    for (size_t i = 0; i < b->trace->boxes.n; i++) {
        if (b->kept[i].socket >= 0)
            close(b->kept[i].socket);
        map_free(&b->kept[i].rows);
        vec_free(&b->kept[i].words);
    }
    free(b->kept);
    vec_free(&b->waiting);
    strbuf_free(&b->message);
    strbuf_free(&b->reply);
    free(b);
}

uint64_t recall_made(const explore_recall *b)
{
    return b->made;
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
static bool connect_keeper(explore_recall *b, uint32_t box)
{
    kept_box *k = &b->kept[box];
    k->tried = true;
    if (b->trace->boxes.at[box].keeper)
        k->socket = target_keeper(b->target, b->trace->boxes.at[box].keeper - 1);
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

static void compose(strbuf *m, const trace_box *box, const uint64_t *inputs)
{
    tandem_keeper_call call = {.function = box->address,
                               .floats = box->floats & ~(UINT64_C(1) << 63),
                               .n_args = (uint32_t)box->args.n,
                               .n_reads = (uint32_t)box->changed.n};
    if (box->floats >> 63)
        call.result_float = box->result_width;
    size_t input = 0;
    for (size_t i = 0; i < box->reached.n; i++)
        call.n_writes += box->reached.at[i].term != 0;
    strbuf_clear(m);
    add_bytes(m, &call, sizeof call);
    for (size_t i = 0; i < box->args.n; i++) {
        const trace_argument *a = &box->args.at[i];
        uint64_t value = a->term ? inputs[input++] : a->value;
        add_bytes(m, &value, sizeof value);
    }
    for (size_t i = 0; i < box->reached.n; i++)
        if (box->reached.at[i].term) {
            tandem_keeper_write w = {.address = box->reached.at[i].address,
                                     .value = (uint8_t)inputs[input++]};
            add_bytes(m, &w, sizeof w);
        }
    for (size_t i = 0; i < box->changed.n; i++)
        add_bytes(m, &box->changed.at[i].address, sizeof box->changed.at[i].address);
}

typedef enum reply_state { REPLY_GOOD, REPLY_CRASHED, REPLY_NONE } reply_state;

static bool ask(explore_recall *b, uint32_t number, const uint64_t *inputs)
{
    compose(&b->message, &b->trace->boxes.at[number], inputs);
    b->made++;
    return b->message.n <= MOST_BYTES && send(b->kept[number].socket, b->message.text, b->message.n,
                                              MSG_NOSIGNAL) == (ssize_t)b->message.n;
}

/* What a trial has shown is true of the arguments of that one call. */
static void demote(explore_recall *b, uint32_t number, tandem_origin why)
{
    const trace_box *box = &b->trace->boxes.at[number];
    if (box->origin == TANDEM_ORIGIN_TRIAL)
        classes_demote(target_shared(b->target), box->name, why);
}

/* The reply to the oldest question that is open; `outputs` has room for all. */
static reply_state receive(explore_recall *b, uint32_t number, uint64_t *outputs)
{
    const trace_box *box = &b->trace->boxes.at[number];
    size_t wanted = sizeof(tandem_keeper_reply) + box->changed.n;
    strbuf_clear(&b->reply);
    strbuf_reserve(&b->reply, wanted);
    ssize_t n = recv(b->kept[number].socket, b->reply.text, wanted, 0);
    tandem_keeper_reply reply = {0};
    if (n >= (ssize_t)sizeof reply)
        memcpy(&reply, b->reply.text, sizeof reply);
    if (reply.crashed == SIGSYS)
        demote(b, number, TANDEM_ORIGIN_SYSTEM);
    if (reply.crashed)
        return REPLY_CRASHED;
    if (n != (ssize_t)wanted)
        return REPLY_NONE;
    uint32_t width = box->result_width;
    outputs[0] = width && width < 64 ? reply.result & ((UINT64_C(1) << width) - 1) : reply.result;
    outputs[1] = reply.error;
    for (size_t i = 0; i < box->changed.n; i++)
        outputs[2 + i] = (uint8_t)b->reply.text[sizeof reply + i];
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
    const trace_box *box = &b->trace->boxes.at[number];
    bool same = true;
    VEC(uint64_t) outputs = {0};
    vec_resize(&outputs, box->outputs.n);
    for (int i = 0; i < 2 && same; i++) {
        reply_state state =
            ask(b, number, box->seen.at) ? receive(b, number, outputs.at) : REPLY_NONE;
        if (state != REPLY_GOOD)
            break; /* what follows will say so */
        if (!box->result_width)
            outputs.at[0] = box->outputs.at[0];
        same = !memcmp(outputs.at, box->outputs.at, outputs.n * sizeof *outputs.at);
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

/* ---- Remembering ----------------------------------------------------------------------------- */

/* Instead of a place in the words. */
#define ROW_WAITS (UINT64_MAX - 1)
#define ROW_SILENT UINT64_MAX

static uint64_t *remembered(kept_box *k, uint64_t key, const uint64_t *inputs, size_t n)
{
    uint64_t at = map_get(&k->rows, key, 0);
    if (!at || at >= ROW_WAITS)
        return NULL;
    uint64_t *row = k->words.at + at - 1;
    return memcmp(row, inputs, n * sizeof *row) ? NULL : row + n;
}

/* Several questions are on the way at once: the keeper answers them in one go. */
static void flush_some(explore_recall *b, size_t first, size_t n)
{
    size_t sent = 0;
    for (; sent < n; sent++) {
        const waiting_call *w = &b->waiting.at[first + sent];
        if (!can_be_asked(b, w->box) || !ask(b, w->box, vec_place(&b->kept[w->box].words, w->at)))
            break;
    }
    for (size_t i = 0; i < n; i++) {
        const waiting_call *w = &b->waiting.at[first + i];
        kept_box *k = &b->kept[w->box];
        uint64_t *row = vec_place(&k->words, w->at + b->trace->boxes.at[w->box].inputs.n);
        reply_state state = i < sent && k->socket >= 0 ? receive(b, w->box, row) : REPLY_NONE;
        if (state == REPLY_NONE)
            silence(k);
        map_put(&k->rows, w->key, state == REPLY_GOOD ? w->at + 1 : ROW_SILENT);
    }
}

static int by_box(const void *x, const void *y)
{
    const waiting_call *a = x, *b = y;
    if (a->box != b->box)
        return a->box < b->box ? -1 : 1;
    return a->at < b->at ? -1 : a->at > b->at;
}

bool recall_flush(explore_recall *b)
{
    bool any = b->waiting.n;
    if (b->waiting.n > 1)
        qsort(b->waiting.at, b->waiting.n, sizeof *b->waiting.at, by_box);
    for (size_t i = 0; i < b->waiting.n;) {
        size_t n = 1;
        while (n < WINDOW && i + n < b->waiting.n &&
               b->waiting.at[i + n].box == b->waiting.at[i].box)
            n++;
        flush_some(b, i, n);
        i += n;
    }
    vec_clear(&b->waiting);
    return any;
}

void recall_collect(explore_recall *b, bool collecting)
{
    b->collecting = collecting;
}

static void enqueue(explore_recall *b, uint32_t number, uint64_t key, const uint64_t *inputs)
{
    kept_box *k = &b->kept[number];
    const trace_box *box = &b->trace->boxes.at[number];
    waiting_call w = {.box = number, .at = k->words.n, .key = key};
    vec_append(&k->words, inputs, box->inputs.n);
    vec_resize(&k->words, w.at + box->inputs.n + box->outputs.n);
    map_put(&k->rows, key, ROW_WAITS);
    vec_push(&b->waiting, w);
}

/* Rows that nobody waits for are dropped when there are many. */
static void make_room(explore_recall *b, kept_box *k)
{
    if (k->rows.count <= MOST_REMEMBERED || b->waiting.n)
        return;
    map_clear(&k->rows);
    vec_clear(&k->words);
}

bool recall_word(explore_recall *b, uint32_t number, uint32_t output, const uint64_t *inputs,
                 uint64_t *word)
{
    const trace_box *box = &b->trace->boxes.at[number];
    kept_box *k = &b->kept[number];
    size_t n = box->inputs.n;
    if (box->is_fmod) {
        *word = recall_fmod(box->result_width, inputs[0], inputs[1]);
        return true;
    }
    if (!memcmp(inputs, box->seen.at, n * sizeof *inputs)) {
        *word = box->outputs.at[output];
        return true;
    }
    uint64_t key = hash_bytes(inputs, n * sizeof *inputs) >> 1;
    uint64_t *row = remembered(k, key, inputs, n);
    if (!row && map_get(&k->rows, key, 0) < ROW_WAITS) {
        make_room(b, k);
        enqueue(b, number, key, inputs);
        if (!b->collecting)
            recall_flush(b);
        row = remembered(k, key, inputs, n);
    }
    if (row)
        *word = row[output];
    return row;
}

value_id recall_value(void *context, decl_id d, const value_id *args, uint32_t n)
{
    explore_recall *b = context;
    const uint64_t *place = map_find(&b->trace->box_of_decl, d);
    if (!place)
        return 0;
    uint32_t number = (uint32_t)(*place >> 32), output = (uint32_t)*place;
    uint64_t word, *inputs = base_alloc((n + 1u) * sizeof *inputs);
    bool good = true;
    for (uint32_t i = 0; i < n; i++)
        good = good && value_small_bits(b->trace->bank, args[i], &inputs[i]);
    good = good && recall_word(b, number, output, inputs, &word);
    free(inputs);
    return good ? value_bv_u64(b->trace->bank, b->trace->boxes.at[number].widths.at[output], word)
                : EVAL_NO_VALUE;
}
