#include "smtlib/read/model_names.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "smtlib/print/sort_closure.h"
#include "smtlib/read/reader.h"
#include "smtlib/read/root_object.h"
#include "smtlib/read/symtab_impl.h"

void model_token_text(const format_form *f, uint32_t i, const char **text, size_t *n)
{
    *text = f->text + f->tokens.at[i].start;
    *n = f->tokens.at[i].length;
    if (*n >= 2 && **text == '|') {
        ++*text;
        *n -= 2;
    }
}

bool model_token_is(const format_form *f, uint32_t i, const char *text)
{
    const format_token *t = &f->tokens.at[i];
    return t->length == strlen(text) && !memcmp(f->text + t->start, text, t->length);
}

static void add_constructors(model_names *m, sort_id s)
{
    uint32_t n = datatype_constructor_count(m->bank, sort_datatype_of(m->bank, s));
    for (uint32_t i = 0; i < n; i++) {
        decl_id c = sort_constructor(m->bank, s, i);
        symtab_add_decl(m->table, c);
        for (uint32_t j = 0; j < decl_arity(m->bank, c); j++)
            symtab_add_decl(m->table, decl_selector(m->bank, c, j));
    }
}

/* Whether `s` is the only instance of its datatype. Then constructors can be known as those of the
 * instance, and `nil` needs no sort, which is how z3 writes it. */
static bool is_only_instance(const model_names *m, sort_id s)
{
    for (size_t i = 0; i < m->sorts.n; i++)
        if (m->sorts.at[i] != s && sort_kind_of(m->bank, m->sorts.at[i]) == SORT_DATATYPE &&
            sort_datatype_of(m->bank, m->sorts.at[i]) == sort_datatype_of(m->bank, s))
            return false;
    return true;
}

static void add_sort(model_names *m, sort_id s)
{
    uint32_t id;
    sort_kind kind = sort_kind_of(m->bank, s);
    if ((kind != SORT_DECLARED && kind != SORT_DATATYPE) || sort_is_tuple(m->bank, s))
        return;
    symbol_id name = sort_name(m->bank, s);
    if (symtab_find_sort(m->table, name, &id) != SYMTAB_NONE)
        return;
    uint32_t n = sort_parameter_count(m->bank, s);
    if (kind == SORT_DECLARED) {
        symtab_add_sort(m->table, name, n ? SYMTAB_SORT_FAMILY : SYMTAB_SORT, n ? n : s);
        return;
    }
    datatype_id d = sort_datatype_of(m->bank, s);
    symtab_add_sort(m->table, name, n ? SYMTAB_DATATYPE : SYMTAB_SORT, n ? d : s);
    add_constructors(m, is_only_instance(m, s) ? s : datatype_sort(m->bank, d));
}

void model_names_init(model_names *m, term_bank *b, const vec_u32 *decls)
{
    *m = (model_names){.bank = b, .table = symtab_new(b)};
    m->table->casts = true;
    sort_closure(b, decls, &m->sorts);
    for (size_t i = 0; i < m->sorts.n; i++)
        add_sort(m, m->sorts.at[i]);
    for (size_t i = 0; i < decls->n; i++)
        symtab_add_decl(m->table, decls->at[i]);
}

void model_names_free(model_names *m)
{
    symtab_free(m->table);
    vec_free(&m->sorts);
}

/* Writes a symbol of ours that stands for the value. */
static void put_value(model_names *m, value_id v, strbuf *out)
{
    char name[32];
    int n = snprintf(name, sizeof name, "@value!%u", v);
    symbol_id s = symbol_intern(m->bank, name, (size_t)n);
    uint32_t id;
    if (symtab_find(m->table, s, &id) == SYMTAB_NONE)
        symtab_add_term(m->table, s, term_const(m->bank, v));
    strbuf_add(out, name, (size_t)n);
}

/* The number at the end of a name; false if there is none. *stem is the length before it. */
static bool trailing_number(const char *text, size_t n, uint64_t *number, size_t *stem)
{
    size_t start = n;
    while (start && isdigit((unsigned char)text[start - 1]))
        start--;
    if (start == n || n - start > 18)
        return false;
    *number = 0;
    for (size_t i = start; i < n; i++)
        *number = *number * 10 + (uint64_t)(text[i] - '0');
    *stem = start;
    return true;
}

/* The declared sort whose name, or whose text, is this. */
static sort_id sort_called(const model_names *m, const char *text, size_t n)
{
    sort_id found = 0;
    strbuf buffer = STRBUF_INIT;
    for (size_t i = 0; i < m->sorts.n && !found; i++) {
        sort_id s = m->sorts.at[i];
        if (sort_kind_of(m->bank, s) != SORT_DECLARED)
            continue;
        symbol_id name = sort_name(m->bank, s);
        strbuf_clear(&buffer);
        sort_print(m->bank, s, &buffer);
        bool same_name =
            symbol_length(m->bank, name) == n && !memcmp(symbol_text(m->bank, name), text, n);
        if (same_name || (buffer.n == n && !memcmp(buffer.text, text, n)))
            found = s;
    }
    strbuf_free(&buffer);
    return found;
}

/* U!val!0 (z3), @uc_U_0 (cvc4). */
static value_id element_called(model_names *m, const char *text, size_t n)
{
    uint64_t number;
    size_t stem;
    sort_id s = 0;
    if (!trailing_number(text, n, &number, &stem))
        return 0;
    if (text_ends_n(text, stem, "!val!"))
        s = sort_called(m, text, stem - strlen("!val!"));
    else if (stem > 5 && !memcmp(text, "@uc_", 4) && text[stem - 1] == '_')
        s = sort_called(m, text + 4, stem - 5);
    return s ? value_element(m->bank, s, number) : 0;
}

value_id model_names_declare(model_names *m, const char *name, size_t n, sort_id sort)
{
    uint64_t number;
    size_t stem;
    symbol_id symbol = symbol_intern(m->bank, name, n);
    bool element = trailing_number(name, n, &number, &stem) && text_ends_n(name, stem, "!val!") &&
                   sort_kind_of(m->bank, sort) == SORT_DECLARED;
    value_id v = element ? value_element(m->bank, sort, number) : 0;
    if (element)
        symtab_add_term(m->table, symbol, term_const(m->bank, v));
    else
        symtab_add_decl(m->table, decl_constant(m->bank, symbol, sort));
    return v;
}

/* (as @U_0 U), and worse: (as @(P U)_0 (P U)). The last item is the sort; the number stands at the
 * end of what is before it. */
static value_id qualified_element(model_names *m, const format_form *f, uint32_t open)
{
    uint32_t close = f->tokens.at[open].match, sort_at = open + 2;
    if (close < open + 4 || !model_token_is(f, open + 1, "as") ||
        f->text[f->tokens.at[open + 2].start] != '@')
        return 0;
    for (uint32_t i = open + 2; i < close; i = model_token_end(f, i) + 1)
        sort_at = i;
    const format_token *before = &f->tokens.at[sort_at - 1];
    uint64_t number;
    size_t stem;
    if (!trailing_number(f->text + before->start, before->length, &number, &stem))
        return 0;
    uint32_t end = model_token_end(f, sort_at);
    const char *from = f->text + f->tokens.at[sort_at].start;
    char *text = base_strndup(from, (size_t)(f->text + f->tokens.at[end].start - from) +
                                        f->tokens.at[end].length);
    char *error = NULL;
    sort_id s = smt_read_sort(m->table, text, &error);
    free(text);
    free(error);
    return s && sort_kind_of(m->bank, s) == SORT_DECLARED ? value_element(m->bank, s, number) : 0;
}

void model_names_rewrite(model_names *m, const format_form *f, uint32_t first, uint32_t last,
                         strbuf *out)
{
    for (uint32_t i = first; i <= last; i++) {
        const format_token *t = &f->tokens.at[i];
        if (t->kind == FORMAT_COMMENT)
            continue;
        strbuf_putc(out, ' ');
        value_id v = 0;
        if (t->kind == FORMAT_OPEN) {
            v = qualified_element(m, f, i);
            if (!v && model_token_is(f, i + 1, "root-obj"))
                v = root_object_read(m->bank, f, i);
        } else if (t->kind == FORMAT_ATOM) {
            const char *text;
            size_t n;
            uint32_t id;
            model_token_text(f, i, &text, &n);
            if (symtab_find(m->table, symbol_intern(m->bank, text, n), &id) == SYMTAB_NONE)
                v = element_called(m, text, n);
        }
        if (v) {
            put_value(m, v, out);
            i = model_token_end(f, i);
        } else {
            strbuf_add(out, f->text + t->start, t->length);
        }
    }
}
