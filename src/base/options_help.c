/* The help text of a command, from its page. */
#include "base/options.h"

#include <string.h>

enum { HELP_COLUMN = 26 };

static const char *next_word(const char **text, size_t *n)
{
    *text += strspn(*text, " \n");
    const char *word = *text;
    *n = strcspn(word, " \n");
    *text += *n;
    return *n ? word : NULL;
}

static void pad(strbuf *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        strbuf_putc(out, ' ');
}

/* Words of text[0 .. n) in lines that start at column `left`; the cursor is at `column`. */
static void wrap(strbuf *out, const char *text, size_t n, size_t left, size_t column, size_t width)
{
    const char *end = text + n, *word;
    size_t length;
    bool first = true;
    while ((word = next_word(&text, &length)) && word < end) {
        if (!first && column + 1 + length > width) {
            strbuf_putc(out, '\n');
            column = 0;
            first = true;
        }
        if (first && column < left) {
            pad(out, left - column);
            column = left;
        }
        if (!first) {
            strbuf_putc(out, ' ');
            column++;
        }
        strbuf_add(out, word, length);
        column += length;
        first = false;
    }
    strbuf_putc(out, '\n');
}

static void help_option(const option_spec *o, unsigned width, strbuf *out)
{
    size_t start = out->n;
    if (o->letter)
        strbuf_printf(out, "  -%c, ", o->letter);
    else
        strbuf_puts(out, "      ");
    strbuf_printf(out, "--%s", o->name);
    bool attached = o->type == OPTION_GRANTS || o->type == OPTION_SWITCH;
    if (o->argument)
        strbuf_printf(out, attached ? "[=%s]" : " %s", o->argument);
    size_t column = out->n - start;
    if (column + 2 > HELP_COLUMN) {
        strbuf_putc(out, '\n');
        column = 0;
    }
    strbuf text = STRBUF_INIT;
    strbuf_puts(&text, o->help);
    if (o->initial && o->initial[0] && strcmp(o->initial, "0"))
        strbuf_printf(&text, " [%s]", o->initial);
    wrap(out, text.text, text.n, HELP_COLUMN, column, width);
    strbuf_free(&text);
}

static void help_options(const option_page *page, unsigned width, strbuf *out)
{
    if (page->n_options && page->options[0].type != OPTION_SECTION)
        strbuf_puts(out, "\nOptions:\n");
    for (size_t i = 0; i < page->n_options; i++) {
        const option_spec *o = &page->options[i];
        if (o->type == OPTION_SECTION)
            strbuf_printf(out, "\n%s:\n", o->name);
        else
            help_option(o, width, out);
    }
    static const option_spec help = {
        .type = OPTION_FLAG, .letter = 'h', .name = "help", .help = "print this text"};
    help_option(&help, width, out);
}

static void help_presets(const option_presets *presets, unsigned width, strbuf *out)
{
    strbuf_puts(out, "\nPresets:\n");
    for (size_t i = 0; i < presets->n; i++) {
        strbuf text = STRBUF_INIT;
        options_preset_text(&presets->at[i], &text);
        size_t start = out->n;
        strbuf_printf(out, "  %s", presets->at[i].name);
        wrap(out, text.text, text.n, HELP_COLUMN, out->n - start, width);
        strbuf_free(&text);
    }
}

void options_preset_text(const option_preset *preset, strbuf *out)
{
    strbuf_printf(out, "%s:", preset->what);
    for (const char *const *word = preset->words; *word; word++)
        strbuf_printf(out, " %s", *word);
}

void options_help(const option_page *page, unsigned width, strbuf *out)
{
    strbuf_printf(out, "Usage: %s%s%s %s\n\n", page->program, page->command ? " " : "",
                  page->command ? page->command : "", page->usage);
    for (const char *text = page->description; *text;) {
        const char *gap = strstr(text, "\n\n");
        size_t n = gap ? (size_t)(gap - text) : strlen(text);
        wrap(out, text, n, 0, 0, width);
        if (gap)
            strbuf_putc(out, '\n');
        text += gap ? n + 2 : n;
    }
    help_options(page, width, out);
    if (page->presets)
        help_presets(page->presets, width, out);
    if (page->notes)
        strbuf_printf(out, "\n%s", page->notes);
    if (page->n_examples)
        strbuf_puts(out, "\nExamples:\n");
    for (size_t i = 0; i < page->n_examples; i++) {
        wrap(out, page->examples[i].what, strlen(page->examples[i].what), 2, 0, width);
        strbuf_printf(out, "      $ %s\n", page->examples[i].command);
    }
}
