/* `tandem fmt`: sort-checks SMT-LIB files and lays them out well. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/cli.h"
#include "cli/files.h"
#include "cli/fmt/fmt_terms.h"
#include "smtlib/format/format.h"
#include "smtlib/read/reader.h"

#define OPTIONS_LIST "cli/fmt/fmt_options.def"
#define OPTIONS_STRUCT fmt_options
#include "base/options_define.h"

static const option_example fmt_examples[] = {
    {"Show a file, formatted:", "tandem fmt examples/overflow.smt2"},
    {"Are all examples formatted? For scripts and commit hooks:",
     "tandem fmt --check examples/*.smt2"},
    {"Format what an editor sends through a pipe:",
     "echo '(assert (and true (or false true)))' | tandem fmt -"},
    {"See what was understood of a file:", "tandem fmt --terms examples/float.smt2"},
};

static const option_page fmt_page = {
    .program = "tandem",
    .command = "fmt",
    .summary = "sort-check and format SMT-LIB files",
    .usage = "[OPTION]... FILE...",
    .description = "Reads each FILE ('-' is standard input), checks its commands and sorts, and "
                   "prints it with "
                   "good line breaks. Comments, lets, names and spellings stay as they are, and "
                   "formatting the "
                   "result again changes nothing. A file with errors is reported and left alone.",
    .options = fmt_options_table,
    .n_options = sizeof fmt_options_table / sizeof *fmt_options_table,
    .notes = EXIT_CODES_HELP,
    .examples = fmt_examples,
    .n_examples = sizeof fmt_examples / sizeof *fmt_examples,
};

/* Reads all commands: every error goes to stderr; with --terms the print goes to `out`. */
static bool understand(const char *name, const strbuf *text, const fmt_options *o, strbuf *out)
{
    term_bank *b = bank_new(false);
    symtab *table = symtab_new(b);
    smt_print_options print = {.indent = (uint32_t)o->indent, .width = (uint32_t)o->width};
    fmt_terms *terms = o->terms ? fmt_terms_new(b, &print) : NULL;
    smt_reader *reader = smt_reader_text(table, name, text->text, text->n);
    smt_command command = {0};
    bool good = true;
    for (smt_status status; (status = smt_reader_next(reader, &command)) != SMT_END;) {
        if (status == SMT_ERROR) {
            text_print(stderr, "%s\n", smt_reader_error(reader));
            good = false;
        } else if (terms) {
            fmt_terms_add(terms, &command, out);
        }
    }
    smt_command_free(&command);
    smt_reader_free(reader);
    if (terms)
        fmt_terms_free(terms);
    symtab_free(table);
    bank_free(b);
    return good;
}

static bool format(const char *name, const strbuf *text, const fmt_options *o, strbuf *out)
{
    if ((!o->syntax_only || o->terms) && !understand(name, text, o, out))
        return false;
    if (o->terms)
        return true;
    smt_format_options layout = {.width = (uint32_t)o->width, .indent = (uint32_t)o->indent};
    char *error = NULL;
    bool good = smt_format(text->text, text->n, &layout, out, &error);
    if (!good)
        text_print(stderr, "%s:%s\n", name, error);
    free(error);
    return good;
}

static int finish_file(const char *path, const strbuf *before, const strbuf *after,
                       const fmt_options *o)
{
    bool same = before->n == after->n && !memcmp(before->text, after->text, before->n);
    if (o->check) {
        if (!same && !o->quiet)
            cli_print("%s\n", path);
        return same ? CLI_EXIT_OK : CLI_EXIT_FOUND;
    }
    if (o->in_place && strcmp(path, "-"))
        return same || cli_write_file("fmt", path, after) ? CLI_EXIT_OK : CLI_EXIT_FILE;
    cli_put(after);
    return CLI_EXIT_OK;
}

static int format_file(const char *path, const fmt_options *o)
{
    strbuf before = STRBUF_INIT, after = STRBUF_INIT;
    int code = CLI_EXIT_FILE;
    if (cli_read_file("fmt", path, &before)) {
        code = CLI_EXIT_INPUT;
        if (format(strcmp(path, "-") ? path : "stdin", &before, o, &after))
            code = finish_file(path, &before, &after, o);
    }
    strbuf_free(&before);
    strbuf_free(&after);
    return code;
}

static int main_fmt(int argc, char **argv)
{
    fmt_options options;
    option_operands files = {0};
    int code = CLI_EXIT_USAGE;
    bool ready = cli_parse(&fmt_page, argc, argv, &options, &files, &code);
    if (ready && options.check && options.in_place) {
        cli_complain("fmt", "--check and --in-place exclude each other");
        code = CLI_EXIT_USAGE;
        ready = false;
    } else if (ready && !files.n) {
        cli_complain("fmt", "which FILE? ('-' is standard input)");
        code = CLI_EXIT_USAGE;
        ready = false;
    }
    if (ready)
        code = CLI_EXIT_OK;
    for (size_t i = 0; ready && i < files.n; i++) {
        int one = format_file(files.at[i], &options);
        code = one > code ? one : code; /* the worst */
    }
    vec_free(&files);
    return cli_finish(code);
}

const cli_command cmd_fmt = {"fmt", &fmt_page, main_fmt, false};
