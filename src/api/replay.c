#include "api/replay.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "api/calls.h"
#include "base/hash.h"
#include "base/map.h"
#include "base/strbuf.h"
#include "base/text.h"
#include "base/vec.h"

/* A box that was a callback: it answers what stands in the trace. */
typedef struct played_box {
    struct replay *replay;
    char *name;
} played_box;

typedef struct replay {
    const api_replay_config *config;
    api_replay_report *report;
    tandem_context *t;
    const char *at; /* in the arguments of the call */
    size_t line;    /* of the call */
    bool bad;       /* they cannot be read */
    bool has_result;
    uint64_t result;                     /* that it had */
    map sorts, terms, functions, values; /* handles of the trace to ours */
    text_list texts;                     /* arguments of this call */
    VEC(vec_u32) lists;
    VEC(uint8_t *) rooms;
    text_list questions, answers; /* of callbacks; equal positions belong together */
    map known;                    /* hash of a question to its position + 1; the last one counts */
    VEC(played_box *) boxes;
} replay;

static void remark(replay *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void remark(replay *r, const char *format, ...)
{
    va_list arguments;
    strbuf text = STRBUF_INIT;
    va_start(arguments, format);
    strbuf_vprintf(&text, format, arguments);
    va_end(arguments);
    if (r->config->on_remark)
        r->config->on_remark(r->config->user, r->line, text.text);
    strbuf_free(&text);
}

/* ---- Arguments ------------------------------------------------------------------------------- */

static bool next_is(replay *r, const char *word)
{
    while (*r->at == ' ')
        r->at++;
    bool is = text_begins(r->at, word);
    r->at += is ? strlen(word) : 0;
    return is;
}

static int hex_digit(char c)
{
    return isdigit((unsigned char)c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* NULL for one that is not there; valid until the call is over. */
static const char *read_text(replay *r)
{
    if (next_is(r, "-"))
        return NULL;
    strbuf text = STRBUF_INIT;
    r->bad |= !next_is(r, "\"");
    for (; !r->bad && *r->at != '"'; r->at++) {
        int high = *r->at == '\\' ? hex_digit(r->at[1]) : 0;
        int low = *r->at == '\\' && high >= 0 ? hex_digit(r->at[2]) : 0;
        r->bad = !*r->at || *r->at == '\n' || high < 0 || low < 0;
        if (!r->bad)
            strbuf_putc(&text, *r->at == '\\' ? (char)(high * 16 + low) : *r->at);
        if (!r->bad && *r->at == '\\')
            r->at += 2;
    }
    r->at += !r->bad;
    char *made = strbuf_detach(&text);
    vec_push(&r->texts, made);
    return made;
}

static uint64_t read_number(replay *r)
{
    while (*r->at == ' ')
        r->at++;
    char *end;
    bool negative = *r->at == '-';
    uint64_t number = negative ? (uint64_t)strtoll(r->at, &end, 10) : strtoull(r->at, &end, 10);
    r->bad |= end == r->at || !isdigit((unsigned char)r->at[negative]);
    r->at = end;
    return r->bad ? 0 : number;
}

static double read_double(replay *r)
{
    uint64_t bits = read_number(r);
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* A handle that the trace did not make was none, and stays one most probably. */
static uint32_t read_handle(replay *r, const map *handles)
{
    uint64_t number = read_number(r);
    return (uint32_t)map_get(handles, (uint32_t)number, (uint32_t)number);
}

static const uint32_t *read_list(replay *r, const map *handles, size_t *n)
{
    vec_u32 list = {0};
    *n = 1; /* of a list that is not there */
    if (next_is(r, "[?]"))
        return NULL;
    r->bad |= !next_is(r, "[");
    while (!r->bad && !next_is(r, "]"))
        vec_push(&list, handles ? read_handle(r, handles) : (uint32_t)read_number(r));
    *n = list.n;
    vec_push(&r->lists, list);
    return list.at;
}

static uint8_t *room(replay *r, size_t n)
{
    uint8_t *bytes = n <= UINT32_MAX ? base_alloc_zero(n, 1) : NULL;
    r->bad |= !bytes;
    vec_push(&r->rooms, bytes);
    return bytes;
}

static const uint8_t *read_bytes(replay *r, size_t *n)
{
    const uint32_t *list = read_list(r, NULL, n);
    uint8_t *bytes = list ? room(r, *n) : NULL;
    for (size_t i = 0; bytes && i < *n; i++)
        bytes[i] = (uint8_t)list[i];
    return bytes;
}

/* All arguments could be read, and there are no more. */
static bool complete(replay *r)
{
    while (*r->at == ' ')
        r->at++;
    r->bad |= *r->at && *r->at != '\n';
    return !r->bad;
}

/* ---- Results --------------------------------------------------------------------------------- */

static void differs(replay *r, const char *was, uint64_t before, const char *is, uint64_t now)
{
    r->report->different++;
    remark(r, "%s %" PRIu64 ", and %s %" PRIu64 " in the trace", is, now, was, before);
}

static void handle_result(replay *r, map *handles, uint32_t handle)
{
    if (!r->has_result)
        return;
    if (r->result && handle && r->result <= UINT32_MAX)
        map_put(handles, r->result, handle);
    if (!r->result != !handle)
        differs(r, "gave", r->result, "gives", handle);
}

static void number_result(replay *r, uint64_t number)
{
    if (r->has_result && r->result != number)
        differs(r, "gave", r->result, "gives", number);
}

static void answer_result(replay *r, tandem_answer answer)
{
    if (r->config->on_answer)
        r->config->on_answer(r->config->user, answer);
    number_result(r, answer);
}

#define RESULT_YES(r, x) number_result(r, x)
#define RESULT_TEXT(r, x) number_result(r, (x) != NULL)
#define RESULT_CHARACTERS(r, x) number_result(r, (x) != NULL)
#define RESULT_SORT(r, x) handle_result(r, &(r)->sorts, x)
#define RESULT_TERM(r, x) handle_result(r, &(r)->terms, x)
#define RESULT_FUNCTION(r, x) handle_result(r, &(r)->functions, x)
#define RESULT_VALUE(r, x) handle_result(r, &(r)->values, x)
#define RESULT_NUMBER(r, x) number_result(r, x)
#define RESULT_COUNT(r, x) number_result(r, x)
#define RESULT_ANSWER(r, x) answer_result(r, x)
#define RESULT_MODEL_STATE(r, x) number_result(r, x)
#define RESULT_SORT_CLASS(r, x) number_result(r, x)
#define RESULT_TERM_CLASS(r, x) number_result(r, x)

/* ---- Boxes and options ----------------------------------------------------------------------- */

static uint64_t question_hash(const char *text)
{
    return hash_bytes(text, strlen(text)) & INT64_MAX;
}

static tandem_value play_callback(void *user, tandem_context *t, const tandem_value *arguments,
                                  size_t n)
{
    played_box *box = user;
    replay *r = box->replay;
    strbuf question = STRBUF_INIT;
    strbuf_puts(&question, box->name);
    for (size_t i = 0; i < n; i++)
        strbuf_printf(&question, "\n%s", tandem_value_text(t, arguments[i]));
    uint64_t at = map_get(&r->known, question_hash(question.text), 0);
    const char *answer =
        at && !strcmp(r->questions.at[at - 1], question.text) ? r->answers.at[at - 1] : NULL;
    strbuf_free(&question);
    tandem_term term = answer ? tandem_parse_term(t, answer) : 0;
    return term ? tandem_term_value(t, term) : 0;
}

static tandem_function play_box_callback(replay *r, const char *name, const tandem_sort *domain,
                                         size_t n, tandem_sort range)
{
    played_box *box = base_alloc(sizeof *box);
    *box = (played_box){.replay = r, .name = base_strdup(name ? name : "")};
    vec_push(&r->boxes, box);
    return tandem_box_callback(r->t, name, domain, n, range, play_callback, box);
}

/* A box whose code is not to be had: a function of which nothing is known, so that the rest can go on. */
static tandem_function without_code(replay *r, const char *name, const tandem_sort *domain,
                                    size_t n, tandem_sort range, const char *why)
{
    r->report->left_out++;
    remark(r, "the code of '%s' is left out: %s", name ? name : "", why);
    return r->result ? tandem_declare(r->t, name, domain, n, range) : 0;
}

/* The function is not here: it has to be in one of the libraries. */
static tandem_function play_box_function(replay *r, const char *name, const tandem_sort *domain,
                                         size_t n, tandem_sort range)
{
    tandem_function f = r->result || !r->has_result
                            ? tandem_box_library(r->t, name, domain, n, range, NULL, NULL)
                            : 0;
    return f ? f : without_code(r, name, domain, n, range, "it was a function of the program");
}

static tandem_function play_box_library(replay *r, const char *name, const tandem_sort *domain,
                                        size_t n, tandem_sort range, const char *library,
                                        const char *symbol)
{
    return !library || r->config->allow_code
               ? tandem_box_library(r->t, name, domain, n, range, library, symbol)
               : without_code(r, name, domain, n, range, "the trace names it; see --allow-code");
}

static bool play_set_option(replay *r, const char *name, const char *value)
{
    static const char *const careful[] = {"engine", "lib", "header", "allow-code", "sandbox"};
    for (size_t i = 0; name && i < sizeof careful / sizeof *careful; i++)
        if (!strcmp(name, careful[i]) && !r->config->allow_code) {
            r->report->left_out++;
            remark(r, "the option '%s' of the trace is left out; see --allow-code", name);
            return r->result;
        }
    return tandem_set_option(r->t, name, value);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

#define FETCH_TEXT(x) const char *x = read_text(r);
#define FETCH_SORT(x) tandem_sort x = read_handle(r, &r->sorts);
#define FETCH_TERM(x) tandem_term x = read_handle(r, &r->terms);
#define FETCH_FUNCTION(x) tandem_function x = read_handle(r, &r->functions);
#define FETCH_VALUE(x) tandem_value x = read_handle(r, &r->values);
#define FETCH_SORTS(x, n) \
    size_t n;             \
    const tandem_sort *x = read_list(r, &r->sorts, &n);
#define FETCH_TERMS(x, n) \
    size_t n;             \
    const tandem_term *x = read_list(r, &r->terms, &n);
#define FETCH_NUMBERS(x, n) \
    size_t n;               \
    const uint32_t *x = read_list(r, NULL, &n);
#define FETCH_BYTES(x, n) \
    size_t n;             \
    const uint8_t *x = read_bytes(r, &n);
#define FETCH_TRUTH(x) bool x = read_number(r);
#define FETCH_WIDTH(x) uint32_t x = (uint32_t)read_number(r);
#define FETCH_POSITION(x) size_t x = read_number(r);
#define FETCH_SIGNED(x) int64_t x = (int64_t)read_number(r);
#define FETCH_UNSIGNED(x) uint64_t x = read_number(r);
#define FETCH_FLOATING(x) double x = read_double(r);
#define FETCH_OUT(type, x) type x##_place = 0, *x = &x##_place;
#define FETCH_ROOM(x, n)       \
    size_t n = read_number(r); \
    uint8_t *x = room(r, n);
#define FETCH_CODE(type, x)
#define PLAY_CODE(type, x)

/* Without what only the program had. */
#define PLAY_TEXT PASS_TEXT
#define PLAY_SORT PASS_SORT
#define PLAY_SORTS PASS_SORTS

#define PLAY(player, function, context, prefix, kind, ...)                       \
    static void player(replay *r)                                                \
    {                                                                            \
        EACH(FETCH_, ##__VA_ARGS__)                                              \
        if (!complete(r))                                                        \
            return;                                                              \
        RETURNS_##kind returned = function(context EACH(prefix, ##__VA_ARGS__)); \
        RESULT_##kind(r, returned);                                              \
    }
#define CALL(kind, name, ...) PLAY(replay_##name, tandem_##name, r->t, PASS_, kind, ##__VA_ARGS__)
#define SPECIAL(kind, name, ...) PLAY(replay_##name, play_##name, r, PLAY_, kind, ##__VA_ARGS__)
#include "api/calls.def"
#undef SPECIAL
#undef CALL

static const struct {
    const char *name;
    void (*play)(replay *r);
} players[] = {
#define CALL(kind, name, ...) {#name, replay_##name},
#define SPECIAL CALL
#include "api/calls.def"
#undef SPECIAL
#undef CALL
};

static void forget_arguments(replay *r)
{
    text_list_free(&r->texts);
    for (size_t i = 0; i < r->lists.n; i++)
        vec_free(&r->lists.at[i]);
    for (size_t i = 0; i < r->rooms.n; i++)
        free(r->rooms.at[i]);
    vec_free(&r->lists);
    vec_free(&r->rooms);
}

static const char *next_line(const char *text)
{
    const char *end = strchr(text, '\n');
    return end ? end + 1 : text + strlen(text);
}

/* Looks for the result below the call, behind what callbacks said. */
static void find_result(replay *r, const char *below)
{
    while (*below == '!')
        below = next_line(below);
    r->has_result = *below == '=';
    r->result = r->has_result ? strtoull(below + 1, NULL, 10) : 0;
}

static void play_line(replay *r, const char *line)
{
    size_t length = strcspn(line, " \n");
    r->at = line + length;
    r->bad = true;
    find_result(r, next_line(line));
    for (size_t i = 0; i < sizeof players / sizeof *players; i++)
        if (strlen(players[i].name) == length && !memcmp(players[i].name, line, length)) {
            r->bad = false;
            players[i].play(r);
            r->report->calls += !r->bad;
        }
    forget_arguments(r);
}

/* "! name argument… result": remembers what a callback said. */
static void collect_callback(replay *r, const char *line)
{
    strbuf question = STRBUF_INIT;
    const char *last = NULL;
    size_t parts = 0;
    r->at = line + 1;
    r->bad = false;
    while (!r->bad && *r->at && *r->at != '\n') {
        if (parts++)
            strbuf_printf(&question, "%s%s", parts > 2 ? "\n" : "", last ? last : "");
        last = read_text(r);
    }
    if (!r->bad && parts > 1) {
        char *kept = strbuf_detach(&question), *answer = last ? base_strdup(last) : NULL;
        vec_push(&r->questions, kept);
        vec_push(&r->answers, answer);
        map_put(&r->known, question_hash(kept), r->questions.n);
    }
    strbuf_free(&question);
    forget_arguments(r);
}

static void play_all(replay *r, const char *text, char **error)
{
    size_t number = 1;
    for (const char *line = text; *line; line = next_line(line), number++) {
        if (strchr(";!=\n", *line))
            continue;
        if (r->config->interrupt && *r->config->interrupt)
            return;
        r->line = number;
        play_line(r, line);
        if (r->bad) {
            strbuf message = STRBUF_INIT;
            strbuf_printf(&message, "line %zu is none of a trace: %.*s", number,
                          (int)strcspn(line, "\n") > 60 ? 60 : (int)strcspn(line, "\n"), line);
            *error = strbuf_detach(&message);
            return;
        }
        if (!r->has_result)
            remark(r, "the trace ends inside of this call");
    }
    if (!r->line)
        *error = base_strdup("there is no call in it, so it is no trace");
}

bool api_replay(const char *text, const api_replay_config *config, api_replay_report *report,
                char **error)
{
    replay r = {.config = config, .report = report, .t = tandem_new()};
    *error = NULL;
    for (size_t i = 0; i < config->n_libraries; i++)
        tandem_set_option(r.t, "lib", config->libraries[i]);
    for (const char *line = text; *line; line = next_line(line))
        if (*line == '!')
            collect_callback(&r, line);
    play_all(&r, text, error);
    tandem_free(r.t);
    map *const maps[] = {&r.sorts, &r.terms, &r.functions, &r.values, &r.known};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        map_free(maps[i]);
    text_list_free(&r.questions);
    text_list_free(&r.answers);
    for (size_t i = 0; i < r.boxes.n; i++) {
        free(r.boxes.at[i]->name);
        free(r.boxes.at[i]);
    }
    vec_free(&r.boxes);
    return !*error;
}
