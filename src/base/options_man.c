/* The manual page of a command, from the same page as its help. */
#include "base/options.h"

#include <ctype.h>
#include <string.h>

#include "base/limits/limits.h"

/* Text for troff: dashes and backslashes escaped, no control line by accident. */
static void troff(strbuf *out, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool starts_line = out->n == 0 || out->text[out->n - 1] == '\n';
        if (starts_line && (text[i] == '.' || text[i] == '\''))
            strbuf_puts(out, "\\&");
        if (text[i] == '-')
            strbuf_puts(out, "\\-");
        else if (text[i] == '\\')
            strbuf_puts(out, "\\e");
        else
            strbuf_putc(out, text[i]);
    }
}

static void troff_text(strbuf *out, const char *text)
{
    troff(out, text, strlen(text));
}

static void upper(strbuf *out, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        strbuf_putc(out, (char)toupper((unsigned char)text[i]));
}

static void man_option(const option_spec *o, strbuf *out)
{
    strbuf_puts(out, ".TP\n");
    if (o->letter)
        strbuf_printf(out, "\\fB\\-%c\\fR, ", o->letter);
    strbuf_puts(out, "\\fB\\-\\-");
    troff_text(out, o->name);
    strbuf_puts(out, "\\fR");
    if (o->argument) {
        bool attached = o->type == OPTION_GRANTS || o->type == OPTION_SWITCH;
        strbuf_puts(out, attached ? "[=\\fI" : " \\fI");
        troff_text(out, o->argument);
        strbuf_puts(out, attached ? "\\fR]" : "\\fR");
    }
    strbuf_putc(out, '\n');
    troff_text(out, o->help);
    if (o->initial && o->initial[0] && strcmp(o->initial, "0")) {
        strbuf_puts(out, " (default: ");
        troff_text(out, o->initial);
        strbuf_putc(out, ')');
    }
    strbuf_putc(out, '\n');
}

/* "Title:\n  line\n": each title becomes a section, each line stays a line. */
static void man_notes(const char *notes, strbuf *out)
{
    bool in_lines = false;
    while (*notes) {
        size_t n = strcspn(notes, "\n");
        if (n && notes[0] != ' ') {
            strbuf_puts(out, in_lines ? ".fi\n.SH " : ".SH ");
            upper(out, notes, notes[n - 1] == ':' ? n - 1 : n);
            strbuf_puts(out, "\n.nf\n");
            in_lines = true;
        } else {
            troff(out, notes, n);
            strbuf_putc(out, '\n');
        }
        notes += n + (notes[n] == '\n');
    }
    if (in_lines)
        strbuf_puts(out, ".fi\n");
}

static void man_options(const option_page *page, strbuf *out)
{
    strbuf_puts(out, ".SH OPTIONS\n");
    for (size_t i = 0; i < page->n_options; i++) {
        const option_spec *o = &page->options[i];
        if (o->type == OPTION_SECTION)
            strbuf_printf(out, ".SS %s\n", o->name);
        else
            man_option(o, out);
    }
    strbuf_puts(out, ".TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\nprint a help text\n");
}

static void man_presets(const option_presets *presets, strbuf *out)
{
    strbuf_puts(out, ".SH PRESETS\n");
    for (size_t i = 0; i < presets->n; i++) {
        strbuf text = STRBUF_INIT;
        options_preset_text(&presets->at[i], &text);
        strbuf_puts(out, ".TP\n\\fB");
        troff_text(out, presets->at[i].name);
        strbuf_puts(out, "\\fR\n");
        troff(out, text.text, text.n);
        strbuf_putc(out, '\n');
        strbuf_free(&text);
    }
}

static void man_limits(const limit_table *t, strbuf *out)
{
    for (size_t i = 0; i < t->n; i++) {
        const limit_spec *x = &t->specs[i];
        strbuf line = STRBUF_INIT;
        if (x->name) {
            limits_print_name(x, &line);
            strbuf_putc(&line, '=');
            limits_print_number(x, x->initial, &line);
            strbuf_puts(&line, "  (");
            limits_print_number(x, x->low, &line);
            strbuf_puts(&line, " to ");
            limits_print_number(x, x->high, &line);
            strbuf_putc(&line, ')');
        }
        strbuf_puts(out, x->name ? ".TP\n" : ".SS ");
        troff(out, line.text, line.n);
        strbuf_puts(out, x->name ? "\n" : "");
        troff_text(out, x->help);
        strbuf_putc(out, '\n');
        strbuf_free(&line);
    }
}

void options_man(const option_page *page, const char *version, strbuf *out)
{
    const char *command = page->command ? page->command : "";
    const char *dash = page->command ? "\\-" : "", *space = page->command ? " " : "";
    strbuf_puts(out, ".TH ");
    upper(out, page->program, strlen(page->program));
    if (page->command)
        strbuf_puts(out, "\\-");
    upper(out, command, strlen(command));
    strbuf_printf(out, " 1 \"\" \"tandem %s\" \"User Commands\"\n.SH NAME\n", version);
    strbuf_printf(out, "%s%s%s \\- ", page->program, dash, command);
    troff_text(out, page->summary);
    strbuf_printf(out, "\n.SH SYNOPSIS\n\\fB%s%s%s\\fR ", page->program, space, command);
    troff_text(out, page->usage);
    strbuf_puts(out, "\n.SH DESCRIPTION\n");
    for (const char *text = page->description; *text;) {
        const char *gap = strstr(text, "\n\n");
        size_t n = gap ? (size_t)(gap - text) : strlen(text);
        troff(out, text, n);
        strbuf_puts(out, gap ? "\n.PP\n" : "\n");
        text += gap ? n + 2 : n;
    }
    man_options(page, out);
    if (page->presets)
        man_presets(page->presets, out);
    if (page->n_limits)
        strbuf_puts(out, ".SH LIMITS\nWhat \\fB\\-\\-limit\\fR sets: default and range of each.\n");
    for (size_t i = 0; i < page->n_limits; i++)
        man_limits(page->limits[i], out);
    if (page->notes)
        man_notes(page->notes, out);
    if (page->n_examples)
        strbuf_puts(out, ".SH EXAMPLES\n");
    for (size_t i = 0; i < page->n_examples; i++) {
        strbuf_puts(out, ".PP\n");
        troff_text(out, page->examples[i].what);
        strbuf_puts(out, "\n.PP\n.nf\n.RS\n");
        troff_text(out, page->examples[i].command);
        strbuf_puts(out, "\n.RE\n.fi\n");
    }
}
