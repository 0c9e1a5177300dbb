/* Options of the public API: their texts, and the session that they ask for. */
#include "api/context.h"

#include <string.h>

#include "base/options.h"
#include "engine/engine.h"

static const char *const option_names[] = {
#define OPTION(field, name, initial) name,
    API_OPTIONS(OPTION)
#undef OPTION
        "lib",
    "header"};

enum {
#define OPTION(field, name, initial) OF_##field,
    API_OPTIONS(OPTION)
#undef OPTION
        OF_lib,
    OF_header,
    OPTIONS
};

static const char *const modes[] = {[CLOSED_AUTO] = "auto",
                                    [CLOSED_CDFL] = "cdfl",
                                    [CLOSED_FUZZ] = "fuzz",
                                    [CLOSED_ACTIVE] = "active",
                                    [CLOSED_BITS] = "bits"};

void api_options_init(tandem_context *t)
{
#define OPTION(field, name, initial) t->field = base_strdup(initial);
    API_OPTIONS(OPTION)
#undef OPTION
    strbuf_init(&t->joined);
}

void api_options_free(tandem_context *t)
{
#define OPTION(field, name, initial) free(t->field);
    API_OPTIONS(OPTION)
#undef OPTION
    text_list_free(&t->libraries);
    text_list_free(&t->headers);
    strbuf_free(&t->joined);
}

const char *tandem_option_name(size_t position)
{
    return position < OPTIONS ? option_names[position] : NULL;
}

static int find_option(const char *name)
{
    int i = 0;
    while (i < OPTIONS && (!name || strcmp(option_names[i], name)))
        i++;
    return i;
}

static text_list *list_of(tandem_context *t, int option)
{
    return option == OF_lib ? &t->libraries : option == OF_header ? &t->headers : NULL;
}

static char **place_of(tandem_context *t, int option)
{
    char **places[] = {
#define OPTION(field, name, initial) &t->field,
        API_OPTIONS(OPTION)
#undef OPTION
    };
    return places[option];
}

const char *api_get_option(tandem_context *t, const char *name)
{
    int option = find_option(name);
    if (option == OPTIONS)
        return NULL;
    const text_list *list = list_of(t, option);
    if (!list)
        return *place_of(t, option);
    strbuf_clear(&t->joined);
    for (size_t i = 0; i < list->n; i++)
        strbuf_printf(&t->joined, "%s%s", i ? ":" : "", list->at[i]);
    return t->joined.text;
}

static bool is_switch(const char *value)
{
    return !strcmp(value, "on") || !strcmp(value, "off");
}

static bool read_mode(const char *value, closed_mode *mode)
{
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (!strcmp(modes[i], value)) {
            *mode = (closed_mode)i;
            return true;
        }
    return false;
}

static bool is_value(int option, const char *value)
{
    double seconds;
    uint64_t number;
    closed_mode mode;
    switch (option) {
    case OF_timeout:
        return options_read_duration(value, &seconds);
    case OF_box_timeout:
        return options_read_duration(value, &seconds) && seconds >= 0.001;
    case OF_memory:
        return options_read_size(value, &number);
    case OF_ignore_errors:
        return !strcmp(value, "true") || !strcmp(value, "false");
    case OF_seed:
        return options_read_number(value, &number);
    case OF_allow_code:
        return *value == '/' || is_switch(value);
    case OF_sandbox:
        return is_switch(value);
    case OF_mode:
        return read_mode(value, &mode);
    default:
        return true;
    }
}

bool api_set_option(tandem_context *t, const char *name, const char *value)
{
    int option = find_option(name);
    if (option == OPTIONS)
        return api_fail(t, "there is no option '%s'", name ? name : "");
    if (t->session)
        return api_fail(t, "option '%s' must be set before the first declaration or check", name);
    if (!value || !is_value(option, value))
        return api_fail(t, "'%s' is no value of the option '%s'", value ? value : "", name);
    text_list *list = list_of(t, option);
    if (list && !*value) {
        text_list_free(list);
    } else if (list) {
        vec_push(list, base_strdup(value));
    } else {
        char **place = place_of(t, option);
        free(*place);
        *place = base_strdup(value);
    }
    return true;
}

session_config api_config(tandem_context *t)
{
    session_config config = {.name = "script",
                             .engine = t->engine,
                             .cores = true,
                             .late = true,
                             .gives_back = true,
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
    read_mode(t->mode, &config.boxes.mode);
    options_read_duration(t->box_timeout, &config.boxes.timeout);
    config.boxes.libraries = (const char *const *)t->libraries.at;
    config.boxes.n_libraries = (uint32_t)t->libraries.n;
    config.boxes.headers = (const char *const *)t->headers.at;
    config.boxes.n_headers = (uint32_t)t->headers.n;
    return config;
}
