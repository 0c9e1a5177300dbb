/* The z3 engine: our side of the pipe to a forked child that runs libz3. */
#include <stdlib.h>
#include <string.h>
#include <z3.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "engine/backend.h"
#include "engine/z3/z3_child.h"
#include "smtlib/read/model_reader.h"

/* libz3 is told its time limit too: when it keeps it, the child lives on. */
#define GRACE_SECONDS 0.06

static void send(engine *e, z3_request request, const uint32_t *words, size_t n)
{
    z3_head head = {.kind = request, .size = (uint32_t)n, .units = 0};
    process_send(e->child, (const char *)&head, sizeof head);
    if (n)
        process_send(e->child, (const char *)words, n * sizeof *words);
}

static void send1(engine *e, z3_request request, uint32_t word)
{
    send(e, request, &word, 1);
}

static z3_head head_of(engine *e)
{
    z3_head head;
    memcpy(&head, process_output(e->child)->text, sizeof head);
    return head;
}

static const char *bytes_of(engine *e)
{
    return process_output(e->child)->text + sizeof(z3_head);
}

static bool is_complete(engine *e)
{
    size_t n = process_output(e->child)->n;
    return n >= sizeof(z3_head) && n - sizeof(z3_head) >= head_of(e).size;
}

/* Forgets the reply that was read. */
static void done(engine *e)
{
    process_consume(e->child, sizeof(z3_head) + head_of(e).size);
}

/* Asks and waits; false, with a reason, when there is no reply that is ok. */
static bool ask(engine *e, z3_request request, const uint32_t *words, size_t n)
{
    send(e, request, words, n);
    if (!engine_await(e, engine_question_deadline(e), is_complete))
        return false;
    z3_head head = head_of(e);
    if (head.kind == Z3_REPLY_OK)
        return true;
    strbuf_clear(&e->reason);
    strbuf_add(&e->reason, bytes_of(e), head.size);
    done(e);
    return false;
}

static void set_logic(engine *e)
{
    send1(e, Z3_TELL_LOGIC, e->config.logic);
    process_flush(e->child); /* so that it prepares itself while we read on */
}

static bool start(engine *e, char **error)
{
    z3_child_config *config = base_alloc(sizeof *config);
    *config = (z3_child_config){.bank = e->bank, .seed = e->config.seed};
    process_config child = {.run = z3_child_run,
                            .context = config,
                            .memory_bytes = e->config.memory_bytes,
                            .output_bytes = UINT64_C(1) << 30,
                            .interrupt = e->config.interrupt};
    e->child = process_start(&child, error);
    free(config);
    if (!e->child)
        return false;
    if (!e->name.n) {
        unsigned major, minor, build, revision;
        Z3_get_version(&major, &minor, &build, &revision);
        strbuf_printf(&e->name, "z3 %u.%u.%u", major, minor, build);
    }
    if (e->config.logic)
        set_logic(e);
    return true;
}

static void stop(engine *e)
{
    (void)e;
}

static void add(engine *e, engine_entry entry)
{
    if (entry.kind == ENTRY_ASSERT) {
        send1(e, Z3_TELL_ASSERT, entry.id);
    } else {
        uint32_t words[] = {entry.id, scan_body(e->scan, entry.id)};
        send(e, Z3_TELL_DEFINE, words, 2);
    }
}

static void push(engine *e)
{
    send(e, Z3_TELL_PUSH, NULL, 0);
}

static void pop(engine *e, size_t levels)
{
    send1(e, Z3_TELL_POP, (uint32_t)levels);
}

static void settle(engine *e)
{
    if (ask(e, Z3_ASK_SETTLE, NULL, 0))
        done(e);
    else if (e->child)
        engine_drop_child(e);
}

static uint32_t to_milliseconds(double seconds)
{
    if (seconds <= 0)
        return 0;
    double milliseconds = seconds * 1000 + 0.999;
    return milliseconds < 4e9 ? (uint32_t)milliseconds : 0;
}

/* A little more, in steps: what is left until a deadline is another number for each check, and setting
 * libz3's parameters takes longer than a small check does. We end it in time ourselves. */
static uint32_t in_steps(uint32_t milliseconds)
{
    uint32_t step = 64;
    while (milliseconds / step >= 8)
        step *= 2;
    uint32_t rest = milliseconds % step;
    return rest && milliseconds < UINT32_MAX - step ? milliseconds + step - rest : milliseconds;
}

static void read_answer(engine *e)
{
    z3_head head = head_of(e);
    strbuf_clear(&e->reason);
    strbuf_add(&e->reason, bytes_of(e), head.size);
    done(e);
    e->counters.units += head.units;
    e->why = ENGINE_WHY_NONE;
    e->answer = ENGINE_UNKNOWN;
    if (head.kind == Z3_REPLY_SAT)
        e->answer = ENGINE_SAT;
    else if (head.kind == Z3_REPLY_UNSAT)
        e->answer = ENGINE_UNSAT;
    else
        e->why = engine_classify_reason(e->reason.text);
    if (e->why == ENGINE_WHY_TIMEOUT) /* "timeout"; "canceled" where it counts no more */
        e->why = strstr(e->reason.text, "timeout") ? e->late : ENGINE_WHY_UNITS;
    if (head.kind == Z3_REPLY_FAILED && e->why == ENGINE_WHY_INCOMPLETE)
        e->why = ENGINE_WHY_ERROR;
}

static bool check(engine *e, const term_id *assumptions, size_t n, const engine_limits *limits)
{
    vec_u32 words = {0};
    vec_push(&words, in_steps(to_milliseconds(limits->seconds)));
    vec_push(&words, limits->rlimit > UINT32_MAX ? UINT32_MAX : (uint32_t)limits->rlimit);
    vec_push(&words, to_milliseconds(limits->guard));
    vec_push(&words, limits->counted);
    vec_append(&words, assumptions, n);
    send(e, Z3_ASK_CHECK, words.at, words.n);
    vec_free(&words);
    e->late = ENGINE_WHY_TIMEOUT;
    double deadline = limits->seconds > 0 ? clock_wall() + limits->seconds + GRACE_SECONDS : 0;
    if (!engine_await(e, deadline, is_complete))
        return false;
    read_answer(e);
    return true;
}

static bool model(engine *e, term_model *m)
{
    if (!ask(e, Z3_ASK_MODEL, NULL, 0))
        return false;
    char *text = base_strndup(bytes_of(e), head_of(e).size), *error = NULL;
    done(e);
    bool good = smt_read_model(e->bank, scan_decls(e->scan), text, m, &error);
    if (!good) {
        strbuf_clear(&e->reason);
        strbuf_printf(&e->reason, "the model cannot be read: %s", error ? error : "no message");
    }
    free(error);
    free(text);
    return good;
}

static value_id value_of_word(term_bank *b, sort_id s, uint64_t word)
{
    if (s == SORT_ID_BOOL)
        return value_bool(word & 1);
    if (s == SORT_ID_INT)
        return value_int(b, (int64_t)word);
    return sort_kind_of(b, s) == SORT_BV && sort_bv_width(b, s) <= 64
               ? value_bv_u64(b, sort_bv_width(b, s), word)
               : 0;
}

/* The values that came as text go to those places of the result that are 0. */
static bool read_texts(engine *e, const char *text, value_id *result, size_t n)
{
    size_t missing = 0;
    for (size_t i = 0; i < n; i++)
        missing += !result[i];
    if (!missing)
        return true;
    char *error = NULL;
    value_id *found = base_alloc_zero(missing, sizeof *found);
    bool good = smt_read_values(e->bank, scan_decls(e->scan), text, found, missing, &error);
    for (size_t i = 0, k = 0; i < n; i++)
        if (!result[i])
            result[i] = found[k++];
    if (!good) {
        strbuf_clear(&e->reason);
        strbuf_printf(&e->reason, "the values cannot be read: %s", error ? error : "no message");
    }
    free(error);
    free(found);
    return good;
}

static bool values(engine *e, const term_id *terms, size_t n, value_id *result)
{
    if (!ask(e, Z3_ASK_VALUES, terms, n))
        return false;
    size_t size = head_of(e).size, head = n * sizeof(z3_word);
    char *reply = base_strndup(bytes_of(e), size);
    done(e);
    for (size_t i = 0; i < n && head <= size; i++) {
        z3_word w;
        memcpy(&w, reply + i * sizeof w, sizeof w);
        result[i] = w.fits ? value_of_word(e->bank, term_sort(e->bank, terms[i]), w.word) : 0;
    }
    bool good = head <= size && read_texts(e, reply + head, result, n);
    for (size_t i = 0; i < n; i++) /* sets and bags come as arrays */
        if (result[i] &&
            value_casts(e->bank, value_sort(e->bank, result[i]), term_sort(e->bank, terms[i])))
            result[i] = value_cast(e->bank, result[i], term_sort(e->bank, terms[i]));
    free(reply);
    return good;
}

/* The words of a reply. */
static void take_words(engine *e, vec_u32 *words)
{
    size_t n = head_of(e).size / sizeof *words->at;
    vec_resize(words, n);
    if (n)
        memcpy(words->at, bytes_of(e), n * sizeof *words->at);
    done(e);
}

static bool core(engine *e, vec_u32 *positions)
{
    if (!ask(e, Z3_ASK_CORE, NULL, 0))
        return false;
    vec_clear(positions);
    take_words(e, positions);
    return true;
}

static void statistics(engine *e, strbuf *out)
{
    if (!ask(e, Z3_ASK_STATISTICS, NULL, 0))
        return;
    strbuf_add(out, bytes_of(e), head_of(e).size);
    done(e);
}

const engine_backend z3_backend = {
    .start = start,
    .stop = stop,
    .free = stop,
    .set_logic = set_logic,
    .add = add,
    .push = push,
    .pop = pop,
    .settle = settle,
    .check = check,
    .model = model,
    .values = values,
    .core = core,
    .statistics = statistics,
};
