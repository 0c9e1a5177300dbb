/* Reading Alethe: the list of its commands, and their clauses as assertions of a script with the declarations of the one
 * that was asked, so that one reader reads both. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "judge/proof/proof_impl.h"
#include "smtlib/format/format_tokens.h"

typedef struct proof_reader {
    proof *p;
    format_form form;
    uint32_t scope;
    strbuf text; /* the script that is read */
    strbuf *why;
} proof_reader;

static bool is_word(const format_form *f, uint32_t token, const char *word)
{
    if (token >= f->tokens.n)
        return false;
    const format_token *t = &f->tokens.at[token];
    return t->kind == FORMAT_ATOM && t->length == strlen(word) &&
           !memcmp(f->text + t->start, word, t->length);
}

static char *word_at(const format_form *f, uint32_t token)
{
    return base_strndup(f->text + f->tokens.at[token].start, f->tokens.at[token].length);
}

/* The token behind the term that begins at `token`. */
static uint32_t behind(const format_form *f, uint32_t token)
{
    const format_token *t = &f->tokens.at[token];
    return (t->kind == FORMAT_OPEN ? t->match : token) + 1;
}

/* ---- What was asked -------------------------------------------------------------------------- */

static bool is_declaration(const format_form *f)
{
    static const char *const words[] = {"assert",         "declare-fun",      "declare-const",
                                        "declare-sort",   "define-fun",       "define-sort",
                                        "define-const",   "declare-datatype", "declare-datatypes",
                                        "define-fun-rec", "define-funs-rec"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_word(f, 1, words[i]))
            return true;
    return false;
}

/* The script without its checks; how many assertions it has. */
static size_t copy_script(proof_reader *r, const char *script)
{
    format_lexer lexer = {.text = script, .n = strlen(script)};
    size_t where, asserted = 0;
    const char *what;
    strbuf_puts(&r->text, "(set-logic ALL)\n");
    while (format_next(&lexer, &r->form, &where, &what) == FORMAT_FORM) {
        const format_form *f = &r->form;
        if (f->tokens.n < 3 || !is_declaration(f))
            continue;
        const format_token *last = &f->tokens.at[f->tokens.n - 1];
        strbuf_add(&r->text, f->text + f->tokens.at[0].start,
                   last->start + last->length - f->tokens.at[0].start);
        strbuf_putc(&r->text, '\n');
        asserted += is_word(f, 1, "assert");
    }
    return asserted;
}

/* ---- The proof ------------------------------------------------------------------------------- */

/* (cl a b) is (or false a b), which may have any number of parts. */
static void put_clause(proof_reader *r, uint32_t from, uint32_t to)
{
    const format_form *f = &r->form;
    strbuf_puts(&r->text, "(assert ");
    for (uint32_t i = from; i < to; i++) {
        const format_token *t = &f->tokens.at[i];
        if (t->kind == FORMAT_OPEN && is_word(f, i + 1, "cl")) {
            strbuf_puts(&r->text, "(or false false ");
            i++;
        } else if (t->kind != FORMAT_COMMENT) {
            strbuf_add(&r->text, f->text + t->start, t->length);
            strbuf_putc(&r->text, ' ');
        }
    }
    strbuf_puts(&r->text, ")\n");
}

/* The names in a list; those between them (terms) are passed over. */
static void read_names(const format_form *f, uint32_t open, text_list *names)
{
    for (uint32_t i = open + 1; i < f->tokens.at[open].match; i = behind(f, i))
        if (f->tokens.at[i].kind == FORMAT_ATOM)
            vec_push(names, word_at(f, i));
}

static bool read_attributes(proof_reader *r, uint32_t at, proof_step *s)
{
    const format_form *f = &r->form;
    for (; at + 2 < f->tokens.n; at = behind(f, at + 1)) {
        const format_token *value = &f->tokens.at[at + 1];
        if (is_word(f, at, ":rule") && value->kind == FORMAT_ATOM && !*s->rule) {
            free(s->rule);
            s->rule = word_at(f, at + 1);
        } else if (is_word(f, at, ":premises") && value->kind == FORMAT_OPEN) {
            read_names(f, at + 1, &s->premises);
        } else if (!is_word(f, at, ":args") && !is_word(f, at, ":discharge")) {
            return false; /* what is discharged shows in the clause */
        }
    }
    return *s->rule;
}

/* A step with the name that its anchor gave ends the subproof. */
static void close_scope(proof_reader *r, const text_list *anchors, proof_step *s)
{
    if (!r->scope || strcmp(anchors->at[r->scope], s->name) != 0)
        return;
    s->closes = true;
    s->end = (uint32_t)r->p->steps.n - 1;
    r->scope = s->scope = r->p->outer.at[r->scope];
}

static bool read_anchor(proof_reader *r, text_list *anchors)
{
    const format_form *f = &r->form;
    if (!is_word(f, 2, ":step") || f->tokens.n < 5 || f->tokens.at[3].kind != FORMAT_ATOM)
        return false;
    vec_push(anchors, word_at(f, 3));
    vec_push(&r->p->outer, r->scope);
    r->scope = (uint32_t)r->p->outer.n - 1;
    return true;
}

static bool read_form(proof_reader *r, text_list *anchors)
{
    const format_form *f = &r->form;
    if (f->tokens.n < 4 || f->tokens.at[0].kind != FORMAT_OPEN)
        return false;
    if (is_word(f, 1, "anchor"))
        return read_anchor(r, anchors);
    bool step = is_word(f, 1, "step");
    if (!step && !is_word(f, 1, "assume"))
        return false;
    proof_step s = {.name = word_at(f, 2), .rule = base_strdup(""), .scope = r->scope};
    uint32_t end = behind(f, 3);
    put_clause(r, 3, end);
    bool good = !step || read_attributes(r, end, &s);
    if (step)
        close_scope(r, anchors, &s);
    vec_push(&r->p->steps, s);
    return good;
}

/* A list around all commands is no matter. */
static const char *inside(const char *reply)
{
    const char *in = reply + 1 + strspn(reply + 1, " \t\r\n");
    return *reply == '(' && *in == '(' ? in : reply;
}

static bool read_forms(proof_reader *r, const char *reply, size_t most)
{
    const char *text = inside(reply), *what;
    format_lexer lexer = {.text = text, .n = strlen(text)};
    size_t where;
    bool good = true;
    text_list anchors = {0};
    vec_push(&anchors, base_strdup(""));
    vec_push(&r->p->outer, PROOF_OUTSIDE);
    while (good && r->p->steps.n <= most &&
           format_next(&lexer, &r->form, &where, &what) == FORMAT_FORM)
        good = r->form.tokens.at[0].kind == FORMAT_COMMENT || read_form(r, &anchors);
    text_list_free(&anchors);
    if (!good || !r->p->steps.n)
        strbuf_puts(r->why, "this is not Alethe as it is known here");
    else if (r->p->steps.n > most)
        strbuf_puts(r->why, "it has too many steps");
    return !r->why->n;
}

/* Where a script ends early, so does the list. */
static bool read_terms(proof_reader *r, term_bank *b, size_t asserted)
{
    formula f;
    char *error = NULL;
    if (!formula_parse(b, "proof", r->text.text, r->text.n, &f, &error)) {
        strbuf_printf(r->why, "it cannot be read: %s", error);
        free(error);
        return false;
    }
    bool good = f.assertions.n == asserted + r->p->steps.n;
    if (good) {
        vec_append(&r->p->asserted, f.assertions.at, asserted);
        for (size_t i = 0; i < r->p->steps.n; i++)
            r->p->steps.at[i].term = f.assertions.at[asserted + i];
    } else {
        strbuf_puts(r->why, "it cannot be read");
    }
    formula_free(&f);
    return good;
}

bool proof_read(term_bank *b, const char *script, const char *reply, size_t most, proof *p,
                strbuf *why)
{
    proof_reader r = {.p = p, .text = STRBUF_INIT, .why = why};
    *p = (proof){0};
    size_t asserted = copy_script(&r, script);
    bool good = read_forms(&r, reply, most) && read_terms(&r, b, asserted);
    strbuf_free(&r.text);
    vec_free(&r.form.tokens);
    vec_free(&r.form.open);
    return good;
}

void proof_free(proof *p)
{
    for (size_t i = 0; i < p->steps.n; i++) {
        free(p->steps.at[i].name);
        free(p->steps.at[i].rule);
        text_list_free(&p->steps.at[i].premises);
    }
    vec_free(&p->steps);
    vec_free(&p->outer);
    vec_free(&p->asserted);
}
