#include "reduce/script/skeleton.h"

#include <stdio.h>
#include <stdlib.h>

#include "smtlib/read/reader.h"

static void add_text(skeleton *s, strbuf *text)
{
    skeleton_line line = {.text = strbuf_detach(text)};
    vec_push(&s->lines, line);
}

/* The term in a function with the next number. */
static void add_term(skeleton *s, term_id t)
{
    char name[24];
    snprintf(name, sizeof name, "@%zu", s->formula.assertions.n);
    sort_id sort = SORT_ID_BOOL;
    decl_id d = decl_new(s->bank, symbol_make(s->bank, name), &sort, 1, SORT_ID_BOOL);
    vec_push(&s->formula.assertions, term_app(s->bank, d, &t, 1));
}

static void add_terms(skeleton *s, const term_id *terms, size_t n, bool assumptions)
{
    skeleton_line line = {
        .assumptions = assumptions, .first = (uint32_t)s->formula.assertions.n, .n = (uint32_t)n};
    for (size_t i = 0; i < n; i++)
        add_term(s, terms[i]);
    vec_push(&s->lines, line);
}

/* False for commands that cannot be kept while names change. */
static bool add_command(skeleton *s, const smt_command *c)
{
    strbuf text = STRBUF_INIT;
    switch (c->kind) {
    case CMD_SET_LOGIC:
        s->formula.logic = c->symbol;
        return true;
    case CMD_SET_INFO:
    case CMD_DECLARE_CONST:
    case CMD_DECLARE_FUN:
    case CMD_DECLARE_SORT:
    case CMD_DECLARE_DATATYPE:
    case CMD_DECLARE_DATATYPES:
    case CMD_DEFINE_CONST:
    case CMD_DEFINE_FUN:
    case CMD_DEFINE_FUN_REC:
    case CMD_DEFINE_FUNS_REC:
    case CMD_DEFINE_SORT:
        return true;
    case CMD_ASSERT:
        add_terms(s, &c->term, 1, false);
        return !c->named;
    case CMD_CHECK_SAT_ASSUMING:
        add_terms(s, c->terms.at, c->terms.n, true);
        return true;
    case CMD_PUSH:
        strbuf_printf(&text, "(push %llu)", (unsigned long long)c->number);
        break;
    case CMD_POP:
        strbuf_printf(&text, "(pop %llu)", (unsigned long long)c->number);
        break;
    case CMD_CHECK_SAT:
        strbuf_puts(&text, "(check-sat)");
        break;
    case CMD_GET_MODEL:
        strbuf_puts(&text, "(get-model)");
        break;
    case CMD_SET_OPTION:
        strbuf_printf(&text, "(set-option %s %s)", symbol_text(s->bank, c->symbol), c->text);
        break;
    default:
        return false;
    }
    add_text(s, &text);
    return true;
}

bool skeleton_read(skeleton *s, const char *text, size_t n)
{
    *s = (skeleton){.bank = bank_new(false)};
    symtab *table = symtab_new(s->bank);
    smt_reader *reader = smt_reader_text(table, "script", text, n);
    smt_command c = {0};
    smt_status status;
    bool good = true;
    while (good && (status = smt_reader_next(reader, &c)) != SMT_END)
        good = status == SMT_OK && add_command(s, &c);
    smt_command_free(&c);
    smt_reader_free(reader);
    symtab_free(table);
    if (!good)
        skeleton_free(s);
    return good;
}

void skeleton_free(skeleton *s)
{
    for (size_t i = 0; i < s->lines.n; i++)
        free(s->lines.at[i].text);
    vec_free(&s->lines);
    formula_free(&s->formula);
    bank_free(s->bank);
    *s = (skeleton){0};
}

/* The terms by their numbers, 0 for those that are gone. */
static bool terms_by_number(const skeleton *s, const formula *f, term_vec *terms)
{
    term_bank *b = s->bank;
    vec_resize(terms, s->formula.assertions.n);
    for (size_t i = 0; i < f->assertions.n; i++) {
        term_id t = f->assertions.at[i];
        const char *name =
            term_op_of(b, t) == OP_APP ? symbol_text(b, decl_name(b, term_decl(b, t))) : "";
        if (name[0] != '@' || term_arity(b, t) != 1)
            return false;
        terms->at[strtoul(name + 1, NULL, 10)] = term_arg(b, t, 0);
    }
    return true;
}

static void print_line(const skeleton *s, const skeleton_line *line, const term_vec *terms,
                       strbuf *out)
{
    const char *gap = "";
    smt_print_options options = {.no_let = false};
    if (line->text) {
        strbuf_printf(out, "%s\n", line->text);
        return;
    }
    if (!line->assumptions && !terms->at[line->first])
        return;
    strbuf_puts(out, line->assumptions ? "(check-sat-assuming (" : "(assert ");
    for (uint32_t i = 0; i < line->n; i++)
        if (terms->at[line->first + i]) {
            strbuf_puts(out, gap);
            smt_print_term(s->bank, terms->at[line->first + i], &options, out);
            gap = " ";
        }
    strbuf_puts(out, line->assumptions ? "))\n" : ")\n");
}

static bool is_option(const skeleton_line *line)
{
    return line->text && line->text[1] == 's';
}

bool skeleton_print(const skeleton *s, const formula *f, strbuf *out)
{
    term_vec terms = {0}, roots = {0};
    bool good = terms_by_number(s, f, &terms);
    for (size_t i = 0; i < terms.n && good; i++)
        if (terms.at[i])
            vec_push(&roots, terms.at[i]);
    for (size_t i = 0; i < s->lines.n && good; i++)
        if (is_option(&s->lines.at[i]))
            print_line(s, &s->lines.at[i], &terms, out);
    if (good && f->logic) {
        strbuf_puts(out, "(set-logic ");
        smt_print_symbol(s->bank, f->logic, out);
        strbuf_puts(out, ")\n");
    }
    if (good)
        smt_print_declarations(s->bank, roots.at, roots.n, NULL, NULL, out);
    for (size_t i = 0; i < s->lines.n && good; i++)
        if (!is_option(&s->lines.at[i]))
            print_line(s, &s->lines.at[i], &terms, out);
    vec_free(&terms);
    vec_free(&roots);
    return good;
}
