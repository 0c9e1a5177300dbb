/* The session's life and its dispatch of commands. */
#include "solve/session/session_parts.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

void session_put_quoted(strbuf *out, const char *text)
{
    strbuf_putc(out, '"');
    for (size_t n = strlen(text), length; n; text += length, n -= length) {
        length = text_printable_length(text, n);
        if (*text == '"')
            strbuf_putc(out, '"');
        if (length || *text == '\r')
            strbuf_add(out, text, length = length ? length : 1);
        else /* no character of a literal, and one that a terminal might obey */
            strbuf_printf(out, "\\u{%x}", (unsigned char)text[(length = 1) - 1]);
    }
    strbuf_putc(out, '"');
}

void session_print(session *s, strbuf *text)
{
    text_write(s->out, text->text, text->n);
    fputc('\n', s->out);
    strbuf_free(text);
}

void session_report_error(session *s, const char *message)
{
    strbuf out = STRBUF_INIT;
    strbuf_puts(&out, "(error ");
    session_put_quoted(&out, message);
    strbuf_putc(&out, ')');
    session_print(s, &out);
    fflush(s->out);
    s->errors++;
    s->failed = true;
}

static void report_at(session *s, const char *format, va_list arguments)
{
    strbuf text = STRBUF_INIT;
    if (s->line)
        strbuf_printf(&text, "%s:%u:%u: ", s->config.name ? s->config.name : "input", s->line,
                      s->column);
    strbuf_vprintf(&text, format, arguments);
    session_report_error(s, text.text);
    session_note_loss(s, s->loss, text.text);
    strbuf_free(&text);
}

void session_error(session *s, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report_at(s, format, arguments);
    va_end(arguments);
}

void session_refuse(session *s, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report_at(s, format, arguments);
    va_end(arguments);
    s->refusals++;
}

void session_remark(session *s, unsigned level, const char *format, ...)
{
    if (!s->log || (level > s->config.verbosity && level > s->set.verbosity))
        return;
    va_list arguments;
    va_start(arguments, format);
    fputs("; ", s->log);
    text_vprint(s->log, format, arguments);
    fputc('\n', s->log);
    va_end(arguments);
    fflush(s->log);
}

/* Whatever was known of the last check no longer holds. */
static void enter_assert_mode(session *s)
{
    s->mode = MODE_ASSERT;
    if (s->model)
        model_free(s->model);
    s->model = NULL;
}

static void assert_named(session *s, term_id t, symbol_id name)
{
    enter_assert_mode(s);
    session_assertion a = {t, name, 0};
    if (name && s->set.produce_cores) {
        decl_id d = decl_constant(s->bank, symbol_fresh(s->bank, "named"), SORT_ID_BOOL);
        a.guard = term_app(s->bank, d, NULL, 0);
    }
    vec_push(&s->assertions, a);
    if (!session_ready(s))
        return;
    engine_assert(s->engine, a.guard ? term_make2(s->bank, OP_IMPLIES, a.guard, t) : t);
}

void session_assert(session *s, term_id t)
{
    assert_named(s, t, 0);
}

void session_assert_named(session *s, term_id t, symbol_id name)
{
    session_named named = {name, t};
    vec_push(&s->named, named);
    assert_named(s, t, name);
}

void session_keep(session *s)
{
    s->has_dead = false;
}

static void begin(session *s)
{
    if (!s->started)
        s->start = bank_mark(s->bank);
    s->started = true;
}

void session_push(session *s, uint64_t levels)
{
    begin(s);
    enter_assert_mode(s);
    if (!session_ready(s))
        return;
    for (; levels; levels--) {
        session_level level = {s->assertions.n, s->named.n, s->memory ? views_count(s->memory) : 0,
                               s->box_formulas.n, session_mark(s)};
        vec_push(&s->levels, level);
        engine_push(s->engine);
    }
}

bool session_pop(session *s, uint64_t levels)
{
    if (levels > s->levels.n)
        return false;
    enter_assert_mode(s);
    if (!levels || !session_ready(s))
        return true;
    session_level level = s->levels.at[s->levels.n - levels];
    s->levels.n -= levels;
    s->assertions.n = level.assertions;
    s->named.n = level.named;
    session_forget_memory(s, level.allocations);
    session_forget_box_formulas(s, level.box_formulas);
    engine_pop(s->engine, (unsigned)levels);
    session_forget_loss(s, false);
    session_give_back(s, &level.mark);
    return true;
}

static void reset_assertions(session *s)
{
    enter_assert_mode(s);
    vec_clear(&s->assertions);
    vec_clear(&s->named);
    vec_clear(&s->levels);
    session_forget_loss(s, !s->lost_for_good);
    session_forget_memory(s, 0);
    session_forget_box_formulas(s, 0);
    if (s->engine)
        engine_reset(s->engine);
    session_give_back(s, &s->start);
}

static void reset(session *s)
{
    s->logic = 0;
    s->global_names = false;
    reset_assertions(s);
    session_forget_loss(s, true);
    session_settings_reset(s);
    s->engine_stale = true;
}

static void execute_assert(session *s, const smt_command *c)
{
    for (size_t i = 0; i < c->decls.n; i++) {
        decl_id d = c->decls.at[i];
        if (decl_arity(s->bank, d) == 0 && decl_kind_of(s->bank, d) == DECL_DEFINED) {
            session_named named = {decl_name(s->bank, d), decl_body(s->bank, d)};
            vec_push(&s->named, named);
        }
    }
    bool listed = s->named.n && c->named && vec_last(&s->named).name == c->named;
    if (c->named && !listed) {
        session_named named = {c->named, c->term};
        vec_push(&s->named, named);
    }
    assert_named(s, c->term, c->named);
}

static void echo(session *s, const char *text)
{
    strbuf out = STRBUF_INIT;
    session_put_quoted(&out, text);
    session_print(s, &out);
}

/* Commands that answer something themselves; false: the answer is `success`. */
static bool execute_question(session *s, const smt_command *c)
{
    switch (c->kind) {
    case CMD_CHECK_SAT:
        session_run_check(s, NULL, 0);
        return true;
    case CMD_CHECK_SAT_ASSUMING:
        session_run_check(s, c->terms.at, c->terms.n);
        return true;
    case CMD_GET_MODEL:
        session_get_model(s);
        return true;
    case CMD_GET_VALUE:
        session_get_value(s, c);
        return true;
    case CMD_GET_ASSIGNMENT:
        session_get_assignment(s);
        return true;
    case CMD_GET_ASSERTIONS:
        session_get_assertions(s);
        return true;
    case CMD_GET_UNSAT_CORE:
        session_get_unsat_core(s);
        return true;
    case CMD_GET_UNSAT_ASSUMPTIONS:
        session_get_unsat_assumptions(s);
        return true;
    case CMD_SIMPLIFY:
        session_simplify(s, c);
        return true;
    case CMD_BLOCK_MODEL:
    case CMD_BLOCK_MODEL_VALUES:
        session_note_loss(s, SMT_LOST_ASSERTION, "block-model is not supported");
        fputs("unsupported\n", s->out);
        return true;
    case CMD_GET_PROOF:
    case CMD_UNSUPPORTED:
        fputs("unsupported\n", s->out);
        return true;
    case CMD_GET_INFO:
        session_get_info(s, c);
        return true;
    case CMD_GET_OPTION:
        session_get_option(s, c);
        return true;
    case CMD_ECHO:
        echo(s, c->text);
        return true;
    default:
        return false;
    }
}

/* Commands that change the session; true: something was printed in place of `success`. */
static bool execute_change(session *s, const smt_command *c)
{
    switch (c->kind) {
    case CMD_SET_LOGIC:
        s->logic = c->symbol;
        if (s->engine)
            engine_set_logic(s->engine, c->symbol);
        break;
    case CMD_SET_OPTION: {
        /* prints `unsupported` or an error itself */
        unsigned before = s->errors;
        session_set_option(s, c);
        return s->failed || s->errors != before;
    }
    case CMD_ASSERT:
        execute_assert(s, c);
        break;
    case CMD_DECLARE_CB:
    case CMD_DECLARE_ORACLE_FUN:
        session_declare_box(s, c);
        break;
    case CMD_ORACLE_ASSUME:
    case CMD_ORACLE_CONSTRAINT:
        enter_assert_mode(s);
        session_add_box_formula(s, c);
        break;
    case CMD_ALLOC:
        session_alloc(s, c);
        break;
    case CMD_PUSH:
        session_push(s, c->number);
        break;
    case CMD_POP:
        if (!session_pop(s, c->number))
            session_error(s, "cannot pop %llu of %zu levels", (unsigned long long)c->number,
                          s->levels.n);
        break;
    case CMD_RESET:
        reset(s);
        break;
    case CMD_RESET_ASSERTIONS:
        reset_assertions(s);
        break;
    default: /* declarations took effect in the reader's table */
        break;
    }
    return s->failed;
}

static bool should_end(const session *s)
{
    if (s->config.interrupt && *s->config.interrupt)
        return true;
    if (!s->checks.n || vec_last(&s->checks).why != ENGINE_WHY_TIMEOUT)
        return false;
    return s->config.deadline && session_seconds_left(s) <= 0;
}

session_outcome session_execute(session *s, const smt_reader *reader, const smt_command *c)
{
    (void)reader;
    begin(s);
    s->global_names |= s->set.global_declarations;
    s->has_dead &= c->kind == CMD_PUSH || c->kind == CMD_POP;
    s->line = c->line;
    s->column = c->column;
    s->failed = false;
    /* A box that cannot be bound is declared all the same, and unknown where it is called. */
    s->loss = smt_loss_of(c->kind) == SMT_LOST_ASSERTION && c->kind != CMD_ASSERT
                  ? SMT_LOST_ASSERTION
                  : SMT_LOST_NOTHING;
    bool answered = execute_question(s, c) || execute_change(s, c);
    if (!answered && s->set.print_success)
        fputs("success\n", s->out);
    fflush(s->out);
    s->line = 0;
    s->loss = SMT_LOST_NOTHING;
    if (c->kind == CMD_EXIT)
        return SESSION_EXIT;
    return should_end(s) ? SESSION_INTERRUPTED : SESSION_GO_ON;
}

session *session_new(term_bank *b, const session_config *config, char **error)
{
    session *s = base_alloc_zero(1, sizeof *s);
    s->bank = b;
    s->config = *config;
    s->out = config->out;
    s->log = config->log;
    session_settings_reset(s);
    s->table = symtab_new(b);
    engine_config engine_options = session_engine_config(s);
    s->engine = engine_new(b, &engine_options, error);
    if (!s->engine) {
        session_free(s);
        return NULL;
    }
    return s;
}

void session_free(session *s)
{
    if (!s)
        return;
    enter_assert_mode(s);
    if (s->engine)
        engine_free(s->engine);
    session_free_boxes(s);
    session_settings_free(s);
    symtab_free(s->table);
    for (size_t i = 0; i < s->checks.n; i++)
        free(s->checks.at[i].reason);
    vec_free(&s->checks);
    vec_free(&s->assertions);
    vec_free(&s->named);
    vec_free(&s->levels);
    vec_free(&s->assumptions);
    free(s->lost);
    free(s);
}

symtab *session_symtab(session *s)
{
    return s->table;
}

unsigned session_errors(const session *s)
{
    return s->errors;
}

bool session_unwritten(const session *s)
{
    return s->unwritten;
}

unsigned session_refusals(const session *s)
{
    return s->refusals;
}

size_t session_check_count(const session *s)
{
    return s->checks.n;
}

const session_check *session_check_at(const session *s, size_t i)
{
    return &s->checks.at[i];
}

engine *session_engine(session *s)
{
    return s->engine;
}

term_model *session_model(session *s)
{
    return s->mode == MODE_SAT ? s->model : NULL;
}
