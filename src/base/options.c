#include "base/options.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static char *message(const char *format, ...) __attribute__((format(printf, 1, 2)));

static char *message(const char *format, ...)
{
    strbuf text = STRBUF_INIT;
    va_list arguments;
    va_start(arguments, format);
    strbuf_vprintf(&text, format, arguments);
    va_end(arguments);
    return strbuf_detach(&text);
}

static bool takes_argument(const option_spec *o)
{
    return o->type > OPTION_COUNT;
}

/* Is `text` one of the words of a|b|c? Gives the word as the table has it only by comparison, so
 * the stored text is the user's own. */
static bool is_choice(const char *choices, const char *text)
{
    size_t n = strlen(text);
    for (const char *word = choices; *word;) {
        size_t length = strcspn(word, "|");
        if (length == n && !memcmp(word, text, n))
            return true;
        word += length + (word[length] == '|');
    }
    return false;
}

static const char *expected(option_type type)
{
    switch (type) {
    case OPTION_NUMBER:
        return "a natural number";
    case OPTION_DURATION:
        return "a duration such as 10, 500ms, 2m or 1h";
    case OPTION_SIZE:
        return "a size such as 512M or 4G";
    default:
        return "a text";
    }
}

/* Stores the value written as `text`; NULL, or what is wrong with it. */
static char *store(const option_spec *o, const char *text, void *values)
{
    char *place = (char *)values + o->offset;
    double measure = o->low;
    bool good = true;
    switch (o->type) {
    case OPTION_TEXT:
    case OPTION_PRESET:
        *(const char **)place = text;
        return NULL;
    case OPTION_LIST:
    case OPTION_GRANTS:
        vec_push((option_operands *)place, text);
        return NULL;
    case OPTION_SWITCH:
        if (!is_choice("on|off", text))
            return message("--%s takes on or off, not '%s'", o->name, text);
        *(bool *)place = !strcmp(text, "on");
        return NULL;
    case OPTION_CHOICE:
        if (!is_choice(o->argument, text))
            return message("--%s takes one of %s, not '%s'", o->name, o->argument, text);
        *(const char **)place = text;
        return NULL;
    case OPTION_NUMBER:
        good = options_read_number(text, (uint64_t *)place);
        measure = (double)*(uint64_t *)place;
        break;
    case OPTION_DURATION:
        good = options_read_duration(text, (double *)place);
        measure = *(double *)place;
        break;
    case OPTION_SIZE:
        good = options_read_size(text, (uint64_t *)place);
        measure = (double)*(uint64_t *)place;
        break;
    default:
        assert(!"an option with an argument");
    }
    if (!good)
        return message("--%s takes %s, not '%s'", o->name, expected(o->type), text);
    if (measure < o->low || measure > o->high)
        return message("--%s takes %s from %.15g to %.15g, not %s", o->name, expected(o->type),
                       o->low, o->high, text);
    return NULL;
}

void options_defaults(const option_page *page, void *values)
{
    for (size_t i = 0; i < page->n_options; i++) {
        const option_spec *o = &page->options[i];
        char *place = (char *)values + o->offset;
        if (o->type == OPTION_SECTION)
            continue;
        if (o->type == OPTION_FLAG)
            *(bool *)place = false;
        else if (o->type == OPTION_COUNT)
            *(unsigned *)place = 0;
        else if (o->type == OPTION_LIST || o->type == OPTION_GRANTS)
            *(option_operands *)place = (option_operands){0};
        else if (!o->initial)
            *(const char **)place = NULL;
        else {
            char *error = store(o, o->initial, values);
            assert(!error && "defaults are in range");
            free(error);
        }
    }
}

static char *unknown_option(const option_page *page, const char *name, size_t n)
{
    VEC(const char *) names = {0};
    vec_push(&names, "help");
    for (size_t i = 0; i < page->n_options; i++)
        if (page->options[i].type != OPTION_SECTION)
            vec_push(&names, page->options[i].name);
    char *word = base_strndup(name, n);
    const char *near = options_nearest(word, names.at, names.n);
    char *error = near ? message("unknown option --%s; did you mean --%s?", word, near)
                       : message("unknown option --%s", word);
    free(word);
    vec_free(&names);
    return error;
}

/* The option called `name`, in full or by a beginning that only one option has. */
static const option_spec *find_long(const option_page *page, const char *name, size_t n,
                                    char **error)
{
    const option_spec *found = NULL;
    for (size_t i = 0; i < page->n_options; i++) {
        const option_spec *o = &page->options[i];
        if (o->type == OPTION_SECTION || strncmp(o->name, name, n))
            continue;
        if (!o->name[n])
            return o;
        if (found) {
            *error = message("--%.*s may be --%s or --%s", (int)n, name, found->name, o->name);
            return NULL;
        }
        found = o;
    }
    if (!found || n < 2) {
        *error = unknown_option(page, name, n);
        return NULL;
    }
    return found;
}

static const option_spec *find_short(const option_page *page, char letter)
{
    for (size_t i = 0; i < page->n_options; i++)
        if (page->options[i].type != OPTION_SECTION && page->options[i].letter == letter)
            return &page->options[i];
    return NULL;
}

static void set_flag(const option_spec *o, void *values)
{
    char *place = (char *)values + o->offset;
    if (o->type == OPTION_FLAG)
        *(bool *)place = true;
    else
        ++*(unsigned *)place;
}

/* What is left of the command line while it is read. */
typedef struct parse {
    const option_page *page;
    int argc;
    char *const *argv;
    int next;
    void *values;
    char *error;
} parse;

static void parse_preset(parse *p, const char *name)
{
    const option_presets *presets = p->page->presets;
    VEC(const char *) names = {0};
    const option_preset *found = NULL;
    for (size_t i = 0; i < presets->n; i++) {
        vec_push(&names, presets->at[i].name);
        if (!strcmp(presets->at[i].name, name))
            found = &presets->at[i];
    }
    const char *near = found ? NULL : options_nearest(name, names.at, names.n);
    vec_free(&names);
    if (!found) {
        p->error = near ? message("there is no preset %s; did you mean %s?", name, near)
                        : message("there is no preset %s; --help lists them", name);
        return;
    }
    int n = 0;
    while (found->words[n])
        n++;
    option_operands none = {0};
    options_parse(p->page, n, (char *const *)found->words, p->values, &none, &p->error);
    assert(!none.n && "presets are options");
    vec_free(&none);
}

static void parse_argument(parse *p, const option_spec *o, const char *attached)
{
    const char *text = attached;
    bool more = p->next < p->argc;
    if (text && !*text &&
        o->type == OPTION_GRANTS) { /* =$VARIABLE that is not set grants nothing */
        p->error = message("--%s= needs %s behind it", o->name, o->argument);
        return;
    }
    if (!text && o->type == OPTION_GRANTS) {
        text = "";
    } else if (!text && o->type == OPTION_SWITCH) {
        text = more && is_choice("on|off", p->argv[p->next]) ? p->argv[p->next++] : "on";
    } else if (!text) {
        if (!more) {
            p->error = message("--%s needs an argument: %s", o->name, o->argument);
            return;
        }
        text = p->argv[p->next++];
    }
    p->error = store(o, text, p->values);
    if (!p->error && o->type == OPTION_PRESET)
        parse_preset(p, text);
}

static void parse_long(parse *p, const char *name)
{
    size_t n = strcspn(name, "=");
    const char *attached = name[n] ? name + n + 1 : NULL;
    const option_spec *o = find_long(p->page, name, n, &p->error);
    if (!o)
        return;
    if (takes_argument(o))
        parse_argument(p, o, attached);
    else if (attached)
        p->error = message("--%s takes no argument", o->name);
    else
        set_flag(o, p->values);
}

/* -v, -vv, -t10, -t 10. True when -h is among the letters. */
static bool parse_letters(parse *p, const char *letters)
{
    for (; *letters && !p->error; letters++) {
        const option_spec *o = find_short(p->page, *letters);
        if (!o && *letters == 'h')
            return true;
        if (!o) {
            p->error = message("unknown option -%c", *letters);
        } else if (takes_argument(o)) {
            parse_argument(p, o, letters[1] ? letters + 1 : NULL);
            return false;
        } else {
            set_flag(o, p->values);
        }
    }
    return false;
}

options_status options_parse(const option_page *page, int argc, char *const *argv, void *values,
                             option_operands *operands, char **error)
{
    parse p = {.page = page, .argc = argc, .argv = argv, .values = values};
    bool only_operands = false;
    while (p.next < argc && !p.error) {
        const char *word = argv[p.next++];
        if (only_operands || word[0] != '-' || !word[1])
            vec_push(operands, word);
        else if (!strcmp(word, "--"))
            only_operands = true;
        else if (!strcmp(word, "--help"))
            return OPTIONS_HELP;
        else if (word[1] == '-')
            parse_long(&p, word + 2);
        else if (parse_letters(&p, word + 1))
            return OPTIONS_HELP;
    }
    *error = p.error;
    return p.error ? OPTIONS_ERROR : OPTIONS_OK;
}
