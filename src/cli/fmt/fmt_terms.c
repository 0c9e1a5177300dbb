#include "cli/fmt/fmt_terms.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct fmt_terms {
    term_bank *bank;
    smt_print_options options;
    smt_printed *known;
    term_vec roots; /* whose declarations were printed, by level */
    VEC(size_t) levels;
};

fmt_terms *fmt_terms_new(term_bank *b, const smt_print_options *options)
{
    fmt_terms *f = base_alloc_zero(1, sizeof *f);
    f->bank = b;
    f->options = *options;
    f->known = smt_printed_new();
    return f;
}

void fmt_terms_free(fmt_terms *f)
{
    smt_printed_free(f->known);
    vec_free(&f->roots);
    vec_free(&f->levels);
    free(f);
}

static void declare(fmt_terms *f, const term_id *terms, size_t n, strbuf *out)
{
    smt_print_declarations(f->bank, terms, n, f->known, &f->options, out);
    vec_append(&f->roots, terms, n);
}

/* Declarations go away with their level: what is known is found again from the roots that stay. */
static void pop(fmt_terms *f, uint64_t n)
{
    if (n > f->levels.n)
        n = f->levels.n;
    if (!n)
        return;
    f->levels.n -= n;
    f->roots.n = f->levels.at[f->levels.n];
    smt_printed_free(f->known);
    f->known = smt_printed_new();
    strbuf again = STRBUF_INIT;
    smt_print_declarations(f->bank, f->roots.at, f->roots.n, f->known, &f->options, &again);
    strbuf_free(&again);
}

static void forget(fmt_terms *f)
{
    vec_clear(&f->roots);
    vec_clear(&f->levels);
    smt_printed_free(f->known);
    f->known = smt_printed_new();
}

static void put_terms(fmt_terms *f, const char *command, const term_vec *terms, strbuf *out)
{
    declare(f, terms->at, terms->n, out);
    strbuf_printf(out, "(%s (", command);
    for (size_t i = 0; i < terms->n; i++) {
        strbuf_puts(out, i ? " " : "");
        smt_print_term(f->bank, terms->at[i], NULL, out);
    }
    strbuf_puts(out, "))\n");
}

static void put_assert(fmt_terms *f, const smt_command *c, strbuf *out)
{
    declare(f, &c->term, 1, out);
    strbuf_puts(out, c->named ? "(assert (! " : "(assert ");
    smt_print_term(f->bank, c->term, &f->options, out);
    if (c->named) {
        strbuf_puts(out, " :named ");
        smt_print_symbol(f->bank, c->named, out);
        strbuf_putc(out, ')');
    }
    strbuf_puts(out, ")\n");
}

/* Options whose value is a word or a number; strings were decoded by the reader and are left out.
 */
static void put_option(fmt_terms *f, const smt_command *c, strbuf *out)
{
    const char *text = c->text ? c->text : "";
    size_t n = strlen(text);
    if (!strcmp(text, "true") || !strcmp(text, "false") || (n && strspn(text, "0123456789") == n))
        strbuf_printf(out, "(set-option %s %s)\n", symbol_text(f->bank, c->symbol), text);
}

static void put_echo(const char *text, strbuf *out)
{
    strbuf_puts(out, "(echo \"");
    for (; *text; text++)
        strbuf_printf(out, *text == '"' ? "\"\"" : "%c", *text);
    strbuf_puts(out, "\")\n");
}

static const char *command_text(smt_command_kind kind)
{
    static const char *const texts[] = {
        [CMD_NONE] = "",
#define COMMAND(name, text) [CMD_##name] = text,
#include "smtlib/read/commands.def"
#undef COMMAND
    };
    return texts[kind];
}

void fmt_terms_add(fmt_terms *f, const smt_command *c, strbuf *out)
{
    const char *command = command_text(c->kind);
    switch (c->kind) {
    case CMD_ASSERT:
        put_assert(f, c, out);
        break;
    case CMD_CHECK_SAT_ASSUMING:
    case CMD_GET_VALUE:
        put_terms(f, command, &c->terms, out);
        break;
    case CMD_PUSH:
        for (uint64_t i = 0; i < c->number; i++)
            vec_push(&f->levels, f->roots.n);
        strbuf_printf(out, "(push %" PRIu64 ")\n", c->number);
        break;
    case CMD_POP:
        pop(f, c->number);
        strbuf_printf(out, "(pop %" PRIu64 ")\n", c->number);
        break;
    case CMD_SET_LOGIC:
        strbuf_printf(out, "(set-logic %s)\n", symbol_text(f->bank, c->symbol));
        break;
    case CMD_SET_OPTION:
        put_option(f, c, out);
        break;
    case CMD_GET_INFO:
    case CMD_GET_OPTION:
        strbuf_printf(out, "(%s %s)\n", command, symbol_text(f->bank, c->symbol));
        break;
    case CMD_ECHO:
        put_echo(c->text, out);
        break;
    case CMD_RESET:
    case CMD_RESET_ASSERTIONS:
        forget(f);
        strbuf_printf(out, "(%s)\n", command);
        break;
    case CMD_CHECK_SAT:
    case CMD_GET_MODEL:
    case CMD_GET_ASSIGNMENT:
    case CMD_GET_ASSERTIONS:
    case CMD_GET_UNSAT_CORE:
    case CMD_GET_UNSAT_ASSUMPTIONS:
    case CMD_GET_PROOF:
    case CMD_EXIT:
        strbuf_printf(out, "(%s)\n", command);
        break;
    default: /* declarations appear where they are needed; set-info is not kept */
        break;
    }
}
