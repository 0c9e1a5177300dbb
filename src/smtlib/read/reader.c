#include "smtlib/read/reader.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "smtlib/read/reader_impl.h"

/* Tokens and messages */

/* The length of the UTF-8 sequence at `text`, 0 if there is none or it is not to be shown. */
static size_t shown_bytes(const char *text)
{
    unsigned char c = (unsigned char)*text;
    size_t n = c < 0x20 || c == 0x7f ? 0
               : c < 0x80            ? 1
               : c < 0xc2            ? 0
               : c < 0xe0            ? 2
               : c < 0xf0            ? 3
                                     : 4;
    if (c >= 0xf5)
        return 0;
    for (size_t i = 1; i < n; i++) {
        if (((unsigned char)text[i] & 0xc0) != 0x80)
            return 0;
    }
    return n;
}

/* Bytes of the input that would spoil a terminal or a log. */
static void make_printable(strbuf *text, size_t from)
{
    for (size_t i = from; i < text->n;) {
        size_t n = shown_bytes(text->text + i);
        if (!n)
            text->text[i] = '?';
        i += n ? n : 1;
    }
}

static uint32_t vfail(smt_reader *r, uint32_t line, uint32_t column, const char *format,
                      va_list arguments)
{
    strbuf_clear(&r->error);
    strbuf_printf(&r->error, "%s:%u:%u: ", r->source.name, line, column);
    size_t message = r->error.n;
    strbuf_vprintf(&r->error, format, arguments);
    make_printable(&r->error, message);
    return 0;
}

uint32_t reader_fail_at(smt_reader *r, uint32_t line, uint32_t column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfail(r, line, column, format, arguments);
    va_end(arguments);
    return 0;
}

uint32_t reader_fail(smt_reader *r, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfail(r, r->lex.line, r->lex.column, format, arguments);
    va_end(arguments);
    return 0;
}

/* How much of a token is worth showing. */
static int shown_length(const smt_reader *r)
{
    return r->lex.length < 60 ? (int)r->lex.length : 60;
}

uint32_t reader_unexpected(smt_reader *r, const char *wanted)
{
    const char *text = r->lex.text;
    int n = shown_length(r);
    switch (r->lex.kind) {
    case TOKEN_END:
        if (r->lex.read_error)
            return reader_fail(r, "cannot read: %s", strerror(r->lex.read_error));
        return reader_fail(r, "unexpected end of input; %s is wanted (%llu parenthes%s still open)",
                           wanted, (unsigned long long)r->lex.depth,
                           r->lex.depth == 1 ? "is is" : "es are");
    case TOKEN_ERROR:
        return reader_fail(r, "%s", r->lex.message);
    case TOKEN_QUOTED:
        return reader_fail(r, "%s is wanted, not |%.*s|", wanted, n, text);
    case TOKEN_STRING:
        return reader_fail(r, "%s is wanted, not the string \"%.*s\"", wanted, n, text);
    case TOKEN_HEX:
    case TOKEN_BINARY:
        return reader_fail(r, "%s is wanted, not #%s%.*s", wanted,
                           r->lex.kind == TOKEN_HEX ? "x" : "b", n, text);
    default:
        return reader_fail(r, "%s is wanted, not '%.*s'", wanted, n, text);
    }
}

bool expect(smt_reader *r, token_kind kind, const char *wanted)
{
    return advance(r) == kind || reader_unexpected(r, wanted);
}

symbol_id expect_symbol(smt_reader *r, const char *wanted)
{
    advance(r);
    return token_is_symbol(r) ? token_symbol(r) : reader_unexpected(r, wanted);
}

bool token_index(smt_reader *r, uint64_t *number)
{
    if (r->lex.kind != TOKEN_NUMERAL)
        return reader_unexpected(r, "a numeral");
    *number = 0;
    for (size_t i = 0; i < r->lex.length; i++) {
        if (*number > UINT64_MAX / 10 - 1)
            return reader_fail(r, "the number %.*s%s is too large", shown_length(r), r->lex.text,
                               r->lex.length > 60 ? "…" : "");
        *number = *number * 10 + (uint64_t)(r->lex.text[i] - '0');
    }
    return true;
}

bool skip_expression(smt_reader *r)
{
    if (r->lex.kind == TOKEN_CLOSE || r->lex.kind == TOKEN_END || r->lex.kind == TOKEN_ERROR)
        return reader_unexpected(r, "an expression");
    if (r->lex.kind != TOKEN_OPEN)
        return true;
    uint64_t depth = r->lex.depth;
    do {
        token_kind kind = advance(r);
        if (kind == TOKEN_END || kind == TOKEN_ERROR)
            return reader_unexpected(r, "')'");
    } while (r->lex.depth >= depth);
    return true;
}

/* Sources */

static ssize_t read_descriptor(void *context, char *buffer, size_t size)
{
    return read(*(int *)context, buffer, size);
}

static smt_reader *new_reader(symtab *table, const smt_source *source,
                              const smt_reader_config *config, size_t hint)
{
    smt_reader *r = base_alloc_zero(1, sizeof *r);
    r->table = table;
    r->bank = symtab_bank(table);
    r->source = *source;
    r->source.name = base_strdup(source->name ? source->name : "input");
    if (config)
        r->config = *config;
    strbuf_init(&r->error);
    strbuf_init(&r->text);
    lexer_init(&r->lex, source->read, source->context, hint);
    /* never NULL, so that an empty slice of them is a pointer like any other */
    vec_reserve(&r->args, 64);
    vec_reserve(&r->indices, 8);
    vec_reserve(&r->names, 8);
    vec_reserve(&r->patterns, 8);
    vec_reserve(&r->sorts, 8);
    r->lex.backslash_escapes = table->backslash_escapes;
    return r;
}

smt_reader *smt_reader_new(symtab *table, const smt_source *source, const smt_reader_config *config)
{
    return new_reader(table, source, config, 0);
}

smt_reader *smt_reader_open(symtab *table, const char *path)
{
    bool standard_input = !strcmp(path, "-");
    int fd = standard_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return NULL;
    int *context = base_alloc(sizeof *context);
    *context = fd;
    smt_source source = {standard_input ? "<stdin>" : path, read_descriptor, context};
    smt_reader *r = new_reader(table, &source, NULL, 0);
    r->owned = context;
    return r;
}

smt_reader *smt_reader_text(symtab *table, const char *name, const char *text, size_t n)
{
    lexer_text *context = base_alloc(sizeof *context);
    *context = (lexer_text){text, n};
    smt_source source = {name, lexer_read_text, context};
    smt_reader *r = new_reader(table, &source, NULL, n + 1);
    r->owned = context;
    return r;
}

void smt_reader_free(smt_reader *r)
{
    if (!r)
        return;
    if (r->source.read == read_descriptor) {
        int fd = *(int *)r->source.context;
        if (fd != STDIN_FILENO)
            close(fd);
    }
    free(r->owned);
    free((char *)r->source.name);
    lexer_free(&r->lex);
    strbuf_free(&r->error);
    strbuf_free(&r->text);
    vec_free(&r->frames);
    vec_free(&r->args);
    vec_free(&r->indices);
    vec_free(&r->names);
    vec_free(&r->patterns);
    vec_free(&r->locals);
    map_free(&r->bound);
    vec_free(&r->sort_frames);
    vec_free(&r->sorts);
    vec_free(&r->family_parameters);
    vec_free(&r->family);
    vec_free(&r->ctypes);
    free(r);
}

/* Commands */

static void clear_command(smt_command *c)
{
    for (size_t i = 0; i < c->sources.n; i++)
        free(c->sources.at[i]);
    vec_clear(&c->sources);
    smt_box_clear(&c->box);
    vec_clear(&c->terms);
    vec_clear(&c->decls);
    c->kind = CMD_NONE;
    c->symbol = c->named = 0;
    c->text = "";
    c->number = 0;
    c->term = 0;
}

void smt_command_free(smt_command *c)
{
    clear_command(c);
    vec_free(&c->sources);
    vec_free(&c->box.ctypes);
    vec_free(&c->terms);
    vec_free(&c->decls);
}

/* Leaves no trace of a term or command, complete or not. */
static void clear_stacks(smt_reader *r)
{
    enum { SMALL_MAP = 1024 };
    unbind_locals(r, 0);
    r->frames.n = r->args.n = r->indices.n = r->names.n = r->patterns.n = 0;
    r->sort_frames.n = r->sorts.n = 0;
    r->abbreviations = 0;
    r->in_old_family = false;
    r->family.n = 0;
    r->lex.keep = NULL;
    if (r->bound.capacity > SMALL_MAP)
        map_free(&r->bound);
    else if (r->bound.count)
        map_clear(&r->bound);
}

static bool unknown_command(smt_reader *r)
{
    return reader_fail(r, "unknown command '%.*s'", shown_length(r), r->lex.text);
}

/* Skips to the end of the command, or, outside of commands, to the next that may be one. */
static void recover(smt_reader *r)
{
    while (r->lex.depth && r->lex.kind != TOKEN_END)
        advance(r);
}

smt_loss smt_loss_of(smt_command_kind kind)
{
    switch (kind) {
    case CMD_ASSERT:
    case CMD_ALLOC:
    case CMD_ORACLE_ASSUME:
    case CMD_ORACLE_CONSTRAINT:
        return SMT_LOST_ASSERTION;
    case CMD_DECLARE_CONST:
    case CMD_DECLARE_FUN:
    case CMD_DECLARE_SORT:
    case CMD_DECLARE_SORT_PARAMETER:
    case CMD_DECLARE_DATATYPE:
    case CMD_DECLARE_DATATYPES:
    case CMD_DECLARE_CODATATYPE:
    case CMD_DECLARE_CODATATYPES:
    case CMD_DEFINE_CONST:
    case CMD_DEFINE_FUN:
    case CMD_DEFINE_FUN_REC:
    case CMD_DEFINE_FUNS_REC:
    case CMD_DEFINE_SORT:
    case CMD_DECLARE_CB:
    case CMD_DECLARE_ORACLE_FUN:
    case CMD_DEFINE_CTYPE:
    case CMD_SET_ARCH:
        return SMT_LOST_DECLARATION;
    default:
        return SMT_LOST_NOTHING;
    }
}

/* Of an unknown command: those of other solvers that only ask, or set something, are known by the
 * beginnings of their names. */
static smt_loss loss_of_word(const char *word)
{
    static const char *const harmless[] = {"get-", "set-", "check-", "display", "eval", "help"};
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (!strncmp(word, harmless[i], strlen(harmless[i])))
            return SMT_LOST_NOTHING;
    return SMT_LOST_ASSERTION;
}

static smt_status read_command(smt_reader *r, smt_command *command)
{
    command->line = r->lex.line;
    command->column = r->lex.column;
    r->command = command;
    strbuf_clear(&r->text);
    size_t mark = symtab_mark(r->table);
    advance(r);
    smt_command_kind kind = CMD_NONE;
    bool good;
    r->loss = SMT_LOST_ASSERTION;
    if (r->lex.kind != TOKEN_SYMBOL)
        good = reader_unexpected(r, "the name of a command");
    else {
        kind = (smt_command_kind)symtab_entry_of(r->table, token_symbol(r))->command;
        command->kind = kind;
        r->loss = kind ? smt_loss_of(kind) : loss_of_word(r->lex.text);
        good = kind ? parse_command(r, kind) : unknown_command(r);
    }
    clear_stacks(r);
    r->command = NULL;
    if (good)
        return SMT_OK;
    symtab_undo(r->table, mark);
    r->errors++;
    recover(r);
    clear_command(command);
    return SMT_ERROR;
}

/* Something that is no command: one message for all of it. The next '(' is left as the current
 * token. */
static smt_status read_garbage(smt_reader *r)
{
    r->loss = r->lex.kind == TOKEN_CLOSE ? SMT_LOST_NOTHING : SMT_LOST_ASSERTION;
    if (r->lex.kind == TOKEN_CLOSE)
        reader_fail(r, "')' without a '(' before it");
    else
        reader_unexpected(r, "'(' and a command");
    r->errors++;
    while (r->lex.kind != TOKEN_OPEN && r->lex.kind != TOKEN_END)
        advance(r);
    r->pending = true;
    return SMT_ERROR;
}

smt_status smt_reader_next(smt_reader *r, smt_command *command)
{
    clear_command(command);
    if (!r->pending)
        advance(r);
    r->pending = false;
    if (r->lex.kind == TOKEN_OPEN)
        return read_command(r, command);
    if (r->lex.kind != TOKEN_END)
        return read_garbage(r);
    if (!r->lex.read_error)
        return SMT_END;
    reader_unexpected(r, "");
    r->loss = SMT_LOST_ASSERTION;
    r->lex.read_error = 0;
    return SMT_ERROR;
}

smt_loss smt_reader_loss(const smt_reader *r)
{
    return r->loss;
}

const char *smt_reader_error(const smt_reader *r)
{
    return r->error.text;
}

uint64_t smt_reader_offset(const smt_reader *r)
{
    return lexer_offset(&r->lex) - (r->pending && r->lex.kind == TOKEN_OPEN);
}

/* One term, one sort */

static uint32_t read_one(symtab *table, const char *text, bool sort, char **error)
{
    smt_reader *r = smt_reader_text(table, sort ? "sort" : "term", text, strlen(text));
    size_t mark = symtab_mark(table);
    advance(r);
    uint32_t id = sort ? parse_sort(r) : parse_term(r);
    if (id && advance(r) != TOKEN_END)
        id = reader_unexpected(r, "the end");
    clear_stacks(r);
    if (!id) {
        symtab_undo(table, mark);
        *error = strbuf_detach(&r->error);
    }
    smt_reader_free(r);
    return id;
}

term_id smt_read_term(symtab *table, const char *text, char **error)
{
    return read_one(table, text, false, error);
}

sort_id smt_read_sort(symtab *table, const char *text, char **error)
{
    return read_one(table, text, true, error);
}
