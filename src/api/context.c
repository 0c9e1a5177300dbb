/* Contexts of the public API: their life, options, errors, and scripts. */
#include "api/context.h"

#include <string.h>

#include "base/options.h"
#include "engine/engine.h"

const char *tandem_version(void)
{
    return TANDEM_VERSION;
}

_Noreturn void api_misuse(const char *function, const char *condition)
{
    fprintf(stderr, "tandem: %s was called wrongly: %s does not hold\n", function, condition);
    abort();
}

uint32_t api_fail(tandem_context *t, const char *format, ...)
{
    va_list arguments;
    strbuf text = STRBUF_INIT; /* the arguments may be a part of the old message */
    va_start(arguments, format);
    strbuf_vprintf(&text, format, arguments);
    va_end(arguments);
    strbuf_free(&t->error);
    t->error = text;
    return 0;
}

uint32_t api_checked(tandem_context *t, uint32_t result)
{
    return result ? result : api_fail(t, "%s", bank_error(t->bank));
}

tandem_context *tandem_new(void)
{
    tandem_context *t = base_alloc_zero(1, sizeof *t);
    t->bank = bank_new(true);
    t->engine = base_strdup(ENGINE_LIBZ3);
    t->timeout = base_strdup("0");
    t->memory = base_strdup("0");
    t->seed = base_strdup("0");
    t->ignore_errors = base_strdup("false");
    t->allow_code = base_strdup("off");
    t->sandbox = base_strdup("on");
    strbuf_init(&t->error);
    strbuf_init(&t->text);
    t->stream = open_memstream(&t->output, &t->output_size);
    if (!t->stream)
        base_out_of_memory("a stream", 0);
    return t;
}

void tandem_free(tandem_context *t)
{
    if (!t)
        return;
    session_free(t->session);
    bank_free(t->bank);
    fclose(t->stream);
    free(t->output);
    free(t->run_output);
    strbuf_free(&t->error);
    strbuf_free(&t->text);
    free(t->engine);
    free(t->timeout);
    free(t->memory);
    free(t->seed);
    free(t->ignore_errors);
    free(t->allow_code);
    free(t->sandbox);
    free(t);
}

static const char *const option_names[] = {"engine",        "timeout",    "memory", "seed",
                                           "ignore-errors", "allow-code", "sandbox"};

const char *tandem_option_name(size_t position)
{
    size_t n = sizeof option_names / sizeof *option_names;
    return position < n ? option_names[position] : NULL;
}

static char **option_place(tandem_context *t, const char *name)
{
    char **places[] = {&t->engine,        &t->timeout,    &t->memory, &t->seed,
                       &t->ignore_errors, &t->allow_code, &t->sandbox};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (!strcmp(option_names[i], name))
            return places[i];
    return NULL;
}

const char *tandem_get_option(tandem_context *t, const char *name)
{
    char **place = option_place(t, name);
    return place ? *place : NULL;
}

static bool is_switch(const char *value)
{
    return !strcmp(value, "on") || !strcmp(value, "off");
}

bool tandem_set_option(tandem_context *t, const char *name, const char *value)
{
    char **place = option_place(t, name);
    double seconds;
    uint64_t number;
    if (!place)
        return api_fail(t, "there is no option '%s'", name);
    if (t->session)
        return api_fail(t, "option '%s' must be set before the first declaration or check", name);
    if ((place == &t->timeout && !options_read_duration(value, &seconds)) ||
        (place == &t->memory && !options_read_size(value, &number)) ||
        (place == &t->ignore_errors && strcmp(value, "true") && strcmp(value, "false")) ||
        (place == &t->seed && !options_read_number(value, &number)) ||
        (place == &t->allow_code && *value != '/' && !is_switch(value)) ||
        (place == &t->sandbox && !is_switch(value)))
        return api_fail(t, "'%s' is no value of the option '%s'", value, name);
    free(*place);
    *place = base_strdup(value);
    return true;
}

const char *tandem_error(const tandem_context *t)
{
    return t->error.text;
}

void tandem_interrupt(tandem_context *t)
{
    t->interrupt = 1;
}

session *api_session(tandem_context *t)
{
    if (t->session)
        return t->session;
    session_config config = {.name = "script",
                             .engine = t->engine,
                             .cores = true,
                             .ignore_errors = !strcmp(t->ignore_errors, "true"),
                             .interrupt = &t->interrupt,
                             .out = t->stream};
    options_read_duration(t->timeout, &config.timeout);
    options_read_size(t->memory, &config.memory_bytes);
    options_read_number(t->seed, &config.seed);
    if (strcmp(t->allow_code, "off")) {
        t->allowed = strcmp(t->allow_code, "on") ? t->allow_code : "";
        config.boxes.allowed = &t->allowed;
        config.boxes.n_allowed = 1;
    }
    config.boxes.sandbox_off = !strcmp(t->sandbox, "off");
    char *error = NULL;
    t->session = session_new(t->bank, &config, &error);
    if (!t->session)
        api_fail(t, "%s", error ? error : "the solver cannot be started");
    free(error);
    return t->session;
}

void api_drop_output(tandem_context *t)
{
    rewind(t->stream); /* a memory stream: what follows starts at the front again */
}

const char *tandem_run(tandem_context *t, const char *script)
{
    session *s = api_session(t);
    if (!s)
        return NULL;
    api_drop_output(t);
    t->interrupt = 0;
    unsigned before = session_errors(s);
    smt_reader *reader = smt_reader_text(session_symtab(s), "script", script, strlen(script));
    smt_command command = {0};
    smt_status status;
    session_outcome outcome = SESSION_GO_ON;
    while (outcome == SESSION_GO_ON && (status = smt_reader_next(reader, &command)) != SMT_END) {
        if (status == SMT_ERROR)
            session_report_unread(s, reader);
        else
            outcome = session_execute(s, reader, &command);
    }
    smt_command_free(&command);
    smt_reader_free(reader);
    t->run_errors = session_errors(s) - before;
    fflush(t->stream);
    free(t->run_output);
    t->run_output = base_strndup(t->output, (size_t)ftell(t->stream));
    return t->run_output;
}

unsigned tandem_run_errors(const tandem_context *t)
{
    return t->run_errors;
}
