#include "explore/recall.h"

#include <math.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/hash.h"

enum { MOST_REMEMBERED = 1 << 16, CALL_MS = 1500, MOST_BYTES = 200000 };

/* What one box is known to answer: rows of inputs, then outputs; by hash of the inputs. */
typedef struct kept_box {
    int socket; /* -1: silent */
    bool tried;
    map rows; /* hash -> offset in words + 1; of a call without an answer: UINT64_MAX */
    VEC(uint64_t) words;
} kept_box;

struct explore_recall {
    const explore_trace *trace;
    explore_target *target;
    kept_box *kept;
    uint64_t made;
    strbuf message, reply;
};

explore_recall *recall_open(const explore_trace *t, explore_target *target)
{
    explore_recall *b = base_alloc_zero(1, sizeof *b);
    b->trace = t;
    b->target = target;
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

/* ---- Talking -----------------------------------------------------------------------------------
 */

/* A connection to the box's keeper; false: it has none. */
static bool connect_keeper(explore_recall *b, uint32_t box)
{
    kept_box *k = &b->kept[box];
    if (k->tried)
        return k->socket >= 0;
    k->tried = true;
    if (b->trace->boxes.at[box].keeper)
        k->socket = target_keeper(b->target, b->trace->boxes.at[box].keeper - 1);
    if (k->socket < 0)
        return false;
    struct timeval patience = {CALL_MS / 1000, CALL_MS % 1000 * 1000};
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

/* Really calls it; `outputs` has room for all. */
static bool call(explore_recall *b, uint32_t number, const uint64_t *inputs, uint64_t *outputs)
{
    const trace_box *box = &b->trace->boxes.at[number];
    kept_box *k = &b->kept[number];
    if (!connect_keeper(b, number))
        return false;
    compose(&b->message, box, inputs);
    size_t wanted = sizeof(tandem_keeper_reply) + box->changed.n;
    strbuf_clear(&b->reply);
    strbuf_reserve(&b->reply, wanted);
    b->made++;
    ssize_t n = -1;
    if (b->message.n <= MOST_BYTES &&
        send(k->socket, b->message.text, b->message.n, MSG_NOSIGNAL) == (ssize_t)b->message.n)
        n = recv(k->socket, b->reply.text, wanted, 0);
    tandem_keeper_reply reply = {0};
    if (n >= (ssize_t)sizeof reply)
        memcpy(&reply, b->reply.text, sizeof reply);
    if (reply.crashed)
        return false;
    if (n != (ssize_t)wanted) {
        close(k->socket); /* an answer that comes later would be taken for another call's */
        k->socket = -1;
        return false;
    }
    uint32_t width = box->result_width;
    outputs[0] = width && width < 64 ? reply.result & ((UINT64_C(1) << width) - 1) : reply.result;
    outputs[1] = reply.error;
    for (size_t i = 0; i < box->changed.n; i++)
        outputs[2 + i] = (uint8_t)b->reply.text[sizeof reply + i];
    return true;
}

/* ---- Remembering -------------------------------------------------------------------------------
 */

static uint64_t *remembered(kept_box *k, uint64_t key, const uint64_t *inputs, size_t n)
{
    uint64_t at = map_get(&k->rows, key, 0);
    if (!at || at == UINT64_MAX)
        return NULL;
    uint64_t *row = k->words.at + at - 1;
    return memcmp(row, inputs, n * sizeof *row) ? NULL : row + n;
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
    if (row) {
        *word = row[output];
        return true;
    }
    if (map_get(&k->rows, key, 0) == UINT64_MAX)
        return false;
    if (k->rows.count > MOST_REMEMBERED) {
        map_clear(&k->rows);
        vec_clear(&k->words);
    }
    size_t at = k->words.n;
    vec_append(&k->words, inputs, n);
    vec_resize(&k->words, at + n + box->outputs.n);
    bool good = call(b, number, inputs, k->words.at + at + n);
    map_put(&k->rows, key, good ? at + 1 : UINT64_MAX);
    if (good)
        *word = k->words.at[at + n + output];
    else
        k->words.n = at;
    return good;
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
