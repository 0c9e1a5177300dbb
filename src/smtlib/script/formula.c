#include "smtlib/script/formula.h"

#include "base/alloc.h"
#include "smtlib/read/reader.h"
#include "term/core/walk.h"

/* Takes a command into the formula; true when the formula is complete. */
static bool take_command(formula *f, vec_u32 *levels, const smt_command *c)
{
    term_vec *assertions = &f->assertions;
    switch (c->kind) {
    case CMD_SET_LOGIC:
        f->logic = c->symbol;
        return false;
    case CMD_ASSERT:
        vec_push(assertions, c->term);
        return false;
    case CMD_PUSH:
        for (uint64_t i = 0; i < c->number; i++)
            vec_push(levels, (uint32_t)assertions->n);
        return false;
    case CMD_POP:
        for (uint64_t i = 0; i < c->number && levels->n; i++)
            assertions->n = levels->at[--levels->n];
        return false;
    case CMD_RESET:
        f->logic = 0;
        assertions->n = levels->n = 0;
        return false;
    case CMD_RESET_ASSERTIONS:
        assertions->n = levels->n = 0;
        return false;
    case CMD_CHECK_SAT_ASSUMING:
        for (size_t i = 0; i < c->terms.n; i++)
            vec_push(assertions, c->terms.at[i]);
        return true;
    case CMD_CHECK_SAT:
    case CMD_EXIT:
        return true;
    default:
        return false;
    }
}

static bool read_all(smt_reader *reader, formula *f, char **error)
{
    *f = (formula){0};
    smt_command c = {0};
    vec_u32 levels = {0};
    smt_status status;
    while ((status = smt_reader_next(reader, &c)) == SMT_OK)
        if (take_command(f, &levels, &c))
            break;
    if (status == SMT_ERROR) {
        *error = base_strdup(smt_reader_error(reader));
        formula_free(f);
    }
    vec_free(&levels);
    smt_command_free(&c);
    return status != SMT_ERROR;
}

bool formula_read(term_bank *b, const char *path, formula *f, char **error)
{
    symtab *table = symtab_new(b);
    smt_reader *reader = smt_reader_open(table, path);
    bool ok = reader;
    if (reader)
        ok = read_all(reader, f, error);
    else {
        strbuf message = STRBUF_INIT;
        strbuf_printf(&message, "%s: cannot be opened: %m", path);
        *error = strbuf_detach(&message);
    }
    smt_reader_free(reader);
    symtab_free(table);
    return ok;
}

bool formula_parse(term_bank *b, const char *name, const char *text, size_t n, formula *f,
                   char **error)
{
    symtab *table = symtab_new(b);
    smt_reader *reader = smt_reader_text(table, name, text, n);
    bool ok = read_all(reader, f, error);
    smt_reader_free(reader);
    symtab_free(table);
    return ok;
}

void formula_copy(formula *to, const formula *from)
{
    *to = (formula){.logic = from->logic};
    for (size_t i = 0; i < from->assertions.n; i++)
        vec_push(&to->assertions, from->assertions.at[i]);
}

void formula_free(formula *f)
{
    vec_free(&f->assertions);
    *f = (formula){0};
}

size_t formula_size(const term_bank *b, const formula *f)
{
    return term_dag_size(b, f->assertions.at, f->assertions.n);
}

void formula_print(term_bank *b, const formula *f, smt_dialect dialect, const char *before,
                   const char *after, strbuf *out)
{
    smt_print_options options = {.dialect = dialect};
    if (before)
        strbuf_puts(out, before);
    smt_print_script(b, f->logic, f->assertions.at, f->assertions.n, &options, out);
    if (after)
        strbuf_puts(out, after);
}
