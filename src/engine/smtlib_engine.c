/* Any solver that speaks SMT-LIB, as a child process.
 *
 * A solver that reported an error has not understood us, and what it says afterwards is not an
 * answer: it is replaced, and the error will come again as long as its cause is on the stack. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "engine/backend.h"
#include "engine/smtlib_talk.h"
#include "process/command.h"
#include "smtlib/print/printer.h"
#include "smtlib/read/model_reader.h"

typedef struct smtlib_state {
    smtlib_talk talk; /* must come first */
    char **command;
    smt_print_options options;
    smt_printed *known;       /* what the child has seen declared */
    VEC(smt_printed *) saved; /* the same at each push */
    uint64_t introduction;    /* mark of the introduction, 0: not sent yet */
    bool introduced;          /* its reply was read */
    bool pushed;              /* one level more, for assumptions */
    size_t assumptions;       /* of the last check */
} smtlib_state;

static smtlib_state *state(engine *e)
{
    return e->state;
}

static void forget_declarations(smtlib_state *s)
{
    smt_printed_free(s->known);
    s->known = NULL;
    for (size_t i = 0; i < s->saved.n; i++)
        smt_printed_free(s->saved.at[i]);
    vec_clear(&s->saved);
}

static void stop(engine *e)
{
    smtlib_state *s = state(e);
    forget_declarations(s);
    s->introduction = 0;
    s->introduced = s->pushed = false;
}

static void free_state(engine *e)
{
    smtlib_state *s = state(e);
    if (!s)
        return;
    forget_declarations(s);
    vec_free(&s->saved);
    command_free(s->command);
    free(s);
}

static bool start(engine *e, char **error)
{
    if (!e->state) {
        e->state = base_alloc_zero(1, sizeof(smtlib_state));
        state(e)->command = command_split(e->config.command);
    }
    smtlib_state *s = state(e);
    if (!s->command) {
        *error = base_strdup("the command of the solver is empty");
        return false;
    }
    s->options.dialect = smt_dialect_of(command_program(s->command));
    process_config config = {.argv = s->command,
                             .memory_bytes = e->config.memory_bytes,
                             .interrupt = e->config.interrupt};
    e->child = process_start(&config, error);
    if (e->child)
        s->known = smt_printed_new();
    return e->child != NULL;
}

static bool mentions_strings(engine *e)
{
    const char *logic = e->config.logic ? symbol_text(e->bank, e->config.logic) : "ALL";
    return !strcmp(logic, "ALL") || strchr(logic, 'S');
}

static void print_seed(engine *e, strbuf *out)
{
    unsigned seed = (unsigned)(e->config.seed % 0x7fffffff);
    switch (state(e)->options.dialect) {
    case DIALECT_Z3:
        strbuf_printf(out, "(set-option :smt.random_seed %u)\n(set-option :sat.random_seed %u)\n",
                      seed, seed);
        break;
    case DIALECT_CVC5:
    case DIALECT_CVC4:
        strbuf_printf(out, "(set-option :seed %u)\n", seed);
        break;
    case DIALECT_STANDARD:
        strbuf_printf(out, "(set-option :random-seed %u)\n", seed);
        break;
    }
}

static void print_logic(engine *e, strbuf *out)
{
    if (e->config.logic) {
        strbuf_puts(out, "(set-logic ");
        smt_print_symbol(e->bank, e->config.logic, out);
        strbuf_puts(out, ")\n");
    } else if (state(e)->options.dialect != DIALECT_Z3) {
        strbuf_puts(out, "(set-logic ALL)\n"); /* z3 chooses better when it is told nothing */
    }
}

/* Tells a new child its options, late enough to know the logic. What it says to that is no error of
 * the formula's: an option that it lacks does not matter. */
static void introduce(engine *e)
{
    smtlib_state *s = state(e);
    if (s->introduction)
        return;
    bool is_cvc = s->options.dialect == DIALECT_CVC5 || s->options.dialect == DIALECT_CVC4;
    strbuf text = STRBUF_INIT;
    strbuf_puts(&text, "(set-option :print-success false)\n(set-option :produce-models true)\n");
    if (e->config.want_cores)
        strbuf_puts(&text, "(set-option :produce-unsat-assumptions true)\n");
    if (e->config.seed)
        print_seed(e, &text);
    if (is_cvc && mentions_strings(e))
        strbuf_puts(&text, "(set-option :strings-exp true)\n");
    print_logic(e, &text);
    if (!e->name.n)
        strbuf_puts(&text, "(get-info :name)\n(get-info :version)\n");
    talk_send_buffer(e, &text);
    s->introduction = talk_mark(e, &s->talk);
}

static void set_logic(engine *e)
{
    (void)e; /* sent with the introduction */
}

static void save_known(smtlib_state *s)
{
    vec_push(&s->saved, smt_printed_copy(s->known));
}

static void restore_known(smtlib_state *s, size_t levels)
{
    smt_printed_free(s->known);
    for (; levels > 1; levels--)
        smt_printed_free(vec_pop(&s->saved));
    s->known = vec_pop(&s->saved);
}

static void leave_query(engine *e)
{
    smtlib_state *s = state(e);
    if (!s->pushed)
        return;
    s->pushed = false;
    talk_send(e, "(pop 1)\n");
    restore_known(s, 1);
}

static void print_assertion(engine *e, term_id t, const char *guard, strbuf *out)
{
    smtlib_state *s = state(e);
    smt_print_declarations(e->bank, &t, 1, s->known, &s->options, out);
    strbuf_puts(out, "(assert ");
    if (guard)
        strbuf_printf(out, "(=> %s ", guard);
    smt_print_term(e->bank, t, &s->options, out);
    strbuf_puts(out, guard ? "))\n" : ")\n");
}

static void add(engine *e, engine_entry entry)
{
    if (entry.kind == ENTRY_DEFINE)
        return; /* printed with the first assertion that needs it */
    introduce(e);
    leave_query(e);
    strbuf text = STRBUF_INIT;
    print_assertion(e, entry.id, NULL, &text);
    talk_send_buffer(e, &text);
}

static void push(engine *e)
{
    introduce(e);
    leave_query(e);
    save_known(state(e));
    talk_send(e, "(push 1)\n");
}

static void pop(engine *e, size_t levels)
{
    leave_query(e);
    strbuf text = STRBUF_INIT;
    strbuf_printf(&text, "(pop %zu)\n", levels);
    talk_send_buffer(e, &text);
    restore_known(state(e), levels);
}

static void settle(engine *e)
{
    (void)e; /* terms are text as soon as they are sent */
}

/* Each assumption is guarded by a constant of a known name: that is what cores are made of. */
static void send_assumptions(engine *e, const term_id *assumptions, size_t n)
{
    smtlib_state *s = state(e);
    strbuf text = STRBUF_INIT;
    save_known(s);
    s->pushed = true;
    strbuf_puts(&text, "(push 1)\n");
    for (size_t i = 0; i < n; i++) {
        char guard[40];
        snprintf(guard, sizeof guard, "tandem!assumption!%zu", i);
        strbuf_printf(&text, "(declare-fun %s () Bool)\n", guard);
        print_assertion(e, assumptions[i], guard, &text);
    }
    strbuf_puts(&text, "(check-sat-assuming (");
    for (size_t i = 0; i < n; i++)
        strbuf_printf(&text, "%standem!assumption!%zu", i ? " " : "", i);
    strbuf_puts(&text, "))\n");
    talk_send_buffer(e, &text);
}

/* The text between the first two quotes after `key`, in small letters. */
static void add_info(const char *reply, const char *key, strbuf *out)
{
    const char *at = strstr(reply, key);
    const char *open = at ? strchr(at, '"') : NULL;
    const char *close = open ? strchr(open + 1, '"') : NULL;
    if (!close || close == open + 1)
        return;
    if (out->n)
        strbuf_putc(out, ' ');
    for (const char *p = open + 1; p < close; p++)
        strbuf_putc(out, (char)tolower((unsigned char)*p));
}

/* Takes no time, whatever the limit of the check is: a solver that does not even echo is none. */
static bool hear_introduction(engine *e, double deadline)
{
    smtlib_state *s = state(e);
    if (s->introduced)
        return true;
    engine_why late = e->late;
    double soon = engine_question_deadline(e);
    if (deadline > 0 && deadline < soon)
        e->late = late;
    char *reply =
        talk_await(e, &s->talk, s->introduction, deadline > 0 && deadline < soon ? deadline : soon);
    if (!reply)
        return false;
    e->late = late;
    s->introduced = true;
    if (!e->name.n) {
        add_info(reply, ":name", &e->name);
        add_info(reply, ":version", &e->name);
    }
    free(reply);
    return true;
}

/* Why it does not know; asked after `unknown`. */
static bool ask_reason(engine *e)
{
    smtlib_state *s = state(e);
    talk_send(e, "(get-info :reason-unknown)\n");
    char *reply = talk_await(e, &s->talk, talk_mark(e, &s->talk), engine_question_deadline(e));
    if (!reply)
        return false;
    size_t n;
    const char *words = strstr(reply, ":reason-unknown");
    strbuf_clear(&e->reason);
    if (words && !talk_error(reply, &n)) {
        words += strlen(":reason-unknown");
        words += strspn(words, " \"(");
        strbuf_add(&e->reason, words, strcspn(words, "\")\n"));
    }
    if (!e->reason.n)
        strbuf_puts(&e->reason, "the solver gives no reason");
    e->why = engine_classify_reason(e->reason.text);
    free(reply);
    return true;
}

/* The only word of the reply, without the space around it. */
static bool is_word(const char *reply, const char *word)
{
    reply += strspn(reply, " \t\r\n");
    size_t n = strlen(word);
    return !strncmp(reply, word, n) && !reply[n + strspn(reply + n, " \t\r\n")];
}

static bool read_answer(engine *e, const char *reply)
{
    size_t n;
    const char *error = talk_error(reply, &n);
    e->answer = ENGINE_UNKNOWN;
    e->why = ENGINE_WHY_NONE;
    if (error) {
        engine_give_up(e, ENGINE_WHY_ERROR, "the solver reports %.*s", (int)(n > 300 ? 300 : n),
                       error);
    } else if (is_word(reply, "sat")) {
        e->answer = ENGINE_SAT;
        return true;
    } else if (is_word(reply, "unsat")) {
        e->answer = ENGINE_UNSAT;
        return true;
    } else if (is_word(reply, "unknown")) {
        return ask_reason(e);
    } else if (is_word(reply, "timeout")) {
        engine_give_up(e, ENGINE_WHY_TIMEOUT, "the solver reached its own time limit");
    } else {
        n = strcspn(reply, "\n");
        engine_give_up(e, ENGINE_WHY_ERROR, "the solver answers: %.*s", (int)(n > 200 ? 200 : n),
                       reply);
    }
    engine_drop_child(e);
    return false;
}

static bool check(engine *e, const term_id *assumptions, size_t n, const engine_limits *limits)
{
    smtlib_state *s = state(e);
    introduce(e);
    leave_query(e);
    s->assumptions = n;
    if (n)
        send_assumptions(e, assumptions, n);
    else
        talk_send(e, "(check-sat)\n");
    uint64_t mark = talk_mark(e, &s->talk);
    double seconds = engine_check_seconds(e, limits);
    double deadline = seconds > 0 ? clock_wall() + seconds : 0;
    if (!hear_introduction(e, deadline))
        return false;
    char *reply = talk_await(e, &s->talk, mark, deadline);
    if (!reply)
        return false;
    bool good = read_answer(e, reply);
    free(reply);
    return good;
}

/* Asks something about the last answer; NULL, with a reason, when the reply is an error. */
static char *ask(engine *e)
{
    smtlib_state *s = state(e);
    char *reply = talk_await(e, &s->talk, talk_mark(e, &s->talk), engine_question_deadline(e));
    size_t n;
    const char *error = reply ? talk_error(reply, &n) : NULL;
    if (!error)
        return reply;
    strbuf_clear(&e->reason);
    strbuf_printf(&e->reason, "the solver reports %.*s", (int)(n > 300 ? 300 : n), error);
    free(reply);
    return NULL;
}

static bool cannot_read(engine *e, const char *what, char *error)
{
    strbuf_clear(&e->reason);
    strbuf_printf(&e->reason, "%s cannot be read: %s", what, error ? error : "no message");
    free(error);
    return false;
}

static bool model(engine *e, term_model *m)
{
    talk_send(e, "(get-model)\n");
    char *reply = ask(e), *error = NULL;
    if (!reply)
        return false;
    bool good = smt_read_model(e->bank, scan_decls(e->scan), reply, m, &error) ||
                cannot_read(e, "the model", error);
    free(reply);
    return good;
}

static bool values(engine *e, const term_id *terms, size_t n, value_id *result)
{
    strbuf text = STRBUF_INIT;
    strbuf_puts(&text, "(get-value (");
    for (size_t i = 0; i < n; i++) {
        smt_print_term(e->bank, terms[i], &state(e)->options, &text);
        strbuf_putc(&text, '\n');
    }
    strbuf_puts(&text, "))\n");
    talk_send_buffer(e, &text);
    char *reply = ask(e), *error = NULL;
    if (!reply)
        return false;
    bool good = smt_read_values(e->bank, scan_decls(e->scan), reply, result, n, &error) ||
                cannot_read(e, "the values", error);
    free(reply);
    return good;
}

static bool core(engine *e, vec_u32 *positions)
{
    static const char prefix[] = "tandem!assumption!";
    vec_clear(positions);
    if (!state(e)->assumptions)
        return true;
    talk_send(e, "(get-unsat-assumptions)\n");
    char *reply = ask(e);
    if (!reply)
        return false;
    for (const char *p = reply; (p = strstr(p, prefix));) {
        p += strlen(prefix);
        uint32_t position = (uint32_t)strtoul(p, NULL, 10);
        if (position < state(e)->assumptions)
            vec_push(positions, position);
    }
    free(reply);
    return true;
}

/* Statistics come as ":key value" or as ("key" value); both become "key value" lines. */
static void statistics(engine *e, strbuf *out)
{
    talk_send(e, "(get-info :all-statistics)\n");
    char *reply = ask(e);
    for (char *p = reply; p && *p;) {
        p += strspn(p, " \t\r\n():\"");
        size_t key = strcspn(p, " \t\r\n()\"");
        char *value = p + key + strspn(p + key, " \t\r\n\"");
        size_t n = strcspn(value, " \t\r\n()\"");
        if (key && n && *value != ':') {
            strbuf_add(out, p, key);
            strbuf_putc(out, ' ');
            strbuf_add(out, value, n);
            strbuf_putc(out, '\n');
            p = value + n;
        } else {
            p += key ? key : strcspn(p, " ");
        }
    }
    free(reply);
}

const engine_backend smtlib_backend = {
    .start = start,
    .stop = stop,
    .free = free_state,
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
