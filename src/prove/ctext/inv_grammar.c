#include "prove/ctext/inv_grammar.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/map.h"
#include "base/strbuf.h"
#include "base/text.h"
#include "prove/ctext/c_text.h"
#include "prove/smt/atoms.h"

typedef struct rule {
    char *name;
    VEC(text_list) alternatives; /* tokens */
} rule;

struct inv_grammar {
    VEC(rule) rules;
};

void inv_grammar_free(inv_grammar *g)
{
    if (!g)
        return;
    for (size_t i = 0; i < g->rules.n; i++) {
        rule *r = &g->rules.at[i];
        free(r->name);
        for (size_t k = 0; k < r->alternatives.n; k++)
            text_list_free(&r->alternatives.at[k]);
        vec_free(&r->alternatives);
    }
    vec_free(&g->rules);
    free(g);
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* The next token of the line; false at its end. Quotes are taken off; *quoted tells of them. */
static bool next_token(const char **at, char **token, bool *quoted)
{
    while (isspace((unsigned char)**at) && **at != '\n')
        (*at)++;
    if (!**at || **at == '\n' || **at == '#')
        return false;
    *quoted = **at == '"';
    const char *start = *at + *quoted;
    size_t n = *quoted ? strcspn(start, "\"\n") : strcspn(start, " \t\r\n");
    *token = base_strndup(start, n);
    *at = start + n + (*quoted && start[n] == '"');
    return true;
}

static rule *rule_named(inv_grammar *g, const char *name)
{
    for (size_t i = 0; i < g->rules.n; i++)
        if (!strcmp(g->rules.at[i].name, name))
            return &g->rules.at[i];
    rule fresh = {.name = base_strdup(name)};
    vec_push(&g->rules, fresh);
    return &vec_last(&g->rules);
}

static void close_alternative(rule *r, text_list *tokens)
{
    if (tokens->n)
        vec_push(&r->alternatives, *tokens);
    *tokens = (text_list){0};
}

/* One line; `r` is the rule that a line beginning with '|' goes on with. False: not understood. */
static bool read_line(inv_grammar *g, const char **at, char **current)
{
    char *token;
    bool quoted;
    text_list tokens = {0};
    if (!next_token(at, &token, &quoted))
        return true;
    bool goes_on = !quoted && !strcmp(token, "|");
    if (!goes_on) {
        char *sign = NULL;
        bool good = next_token(at, &sign, &quoted) && !strcmp(sign, "::=");
        free(sign);
        free(*current);
        *current = token;
        if (!good)
            return false;
    } else {
        free(token);
    }
    if (!*current)
        return false;
    rule *r = rule_named(g, *current);
    while (next_token(at, &token, &quoted)) {
        if (!quoted && !strcmp(token, "|")) {
            free(token);
            close_alternative(r, &tokens);
        } else {
            vec_push(&tokens, token);
        }
    }
    close_alternative(r, &tokens);
    return true;
}

inv_grammar *inv_grammar_read(const char *text, char **error)
{
    inv_grammar *g = base_alloc_zero(1, sizeof *g);
    char *current = NULL;
    unsigned line = 1;
    bool good = true;
    while (*text && good) {
        good = read_line(g, &text, &current);
        text += strcspn(text, "\n");
        text += *text == '\n';
        line += good;
    }
    free(current);
    if (good && g->rules.n)
        return g;
    strbuf message = STRBUF_INIT;
    if (good)
        strbuf_puts(&message, "no rule 'name ::= …' in it");
    else
        strbuf_printf(&message, "line %u is no rule 'name ::= …'", line);
    *error = strbuf_detach(&message);
    inv_grammar_free(g);
    return NULL;
}

/* ---- Deriving -------------------------------------------------------------------------------- */

typedef struct derivation {
    const prove_limits *limits;
    const inv_grammar *g;
    text_list *derived; /* of each rule */
    text_list variables, constants, opaques;
    unsigned steps;
} derivation;

static void add_text(const derivation *d, text_list *v, const char *text)
{
    if (v->n >= d->limits->grammar_texts)
        return;
    for (size_t i = 0; i < v->n; i++)
        if (!strcmp(v->at[i], text))
            return;
    char *copy = base_strdup(text);
    vec_push(v, copy);
}

/* What a token stands for; NULL: itself. */
static const text_list *meanings(const derivation *d, const char *token)
{
    for (size_t i = 0; i < d->g->rules.n; i++)
        if (!strcmp(d->g->rules.at[i].name, token))
            return &d->derived[i];
    if (!strcmp(token, "var"))
        return &d->variables;
    if (!strcmp(token, "const"))
        return &d->constants;
    return !strcmp(token, "opaque") ? &d->opaques : NULL;
}

/* Each text with each of the meanings behind it (NULL: the token itself), once. */
static text_list lengthen(derivation *d, const text_list *texts, const char *token,
                          const text_list *meaning)
{
    text_list longer = {0};
    map seen = {0};
    strbuf text = STRBUF_INIT;
    for (size_t i = 0; i < texts->n; i++)
        for (size_t j = 0; j < (meaning ? meaning->n : 1) && longer.n < d->limits->grammar_texts;
             j++) {
            if (d->steps++ >= d->limits->grammar_derived)
                break;
            bool is_new;
            strbuf_clear(&text);
            strbuf_printf(&text, "%s %s", texts->at[i], meaning ? meaning->at[j] : token);
            map_insert(&seen, hash_bytes(text.text, text.n) >> 1, &is_new); /* never MAP_NO_KEY */
            if (is_new && text.n <= d->limits->grammar_length) {
                char *copy = base_strdup(text.text);
                vec_push(&longer, copy);
            }
        }
    strbuf_free(&text);
    map_free(&seen);
    return longer;
}

/* All texts of an alternative, with what is derived so far. */
static void derive(derivation *d, const text_list *tokens, text_list *out)
{
    text_list texts = {0};
    add_text(d, &texts, "");
    for (size_t k = 0; k < tokens->n; k++) {
        text_list longer = lengthen(d, &texts, tokens->at[k], meanings(d, tokens->at[k]));
        text_list_free(&texts);
        texts = longer;
    }
    for (size_t i = 0; i < texts.n; i++)
        add_text(d, out, texts.at[i]);
    text_list_free(&texts);
}

static void derive_all(derivation *d)
{
    for (uint64_t round = 0; round < d->limits->grammar_rounds; round++)
        for (size_t i = d->g->rules.n; i-- > 0;) /* what is used is mostly written below */
            for (size_t k = 0; k < d->g->rules.at[i].alternatives.n; k++)
                derive(d, &d->g->rules.at[i].alternatives.at[k], &d->derived[i]);
}

static void find_names(derivation *d, const ir_system *s)
{
    const ir_program *p = s->program;
    for (size_t v = 0; v < p->variables.n; v++)
        if (p->variables.at[v].shown && term_sort(p->bank, p->variables.at[v].term) == SORT_ID_INT)
            add_text(d, &d->variables, p->variables.at[v].name);
    for (size_t i = 0; i < p->opaques.n; i++)
        add_text(d, &d->opaques, p->opaques.at[i].name);
    number_vec numbers = {0};
    atoms_thresholds(s, d->limits, &numbers);
    for (int64_t small = 0; small <= 2; small++) {
        char text[32];
        snprintf(text, sizeof text, "%" PRId64, small);
        add_text(d, &d->constants, text);
    }
    for (size_t i = 0; i < numbers.n && d->constants.n < d->limits->grammar_constants; i++) {
        char text[32];
        snprintf(text, sizeof text, "%" PRId64, numbers.at[i]);
        if (numbers.at[i] > 2 && numbers.at[i] <= (int64_t)d->limits->grammar_constant)
            add_text(d, &d->constants, text);
    }
    vec_free(&numbers);
}

static void add_term(const prove_limits *limits, term_vec *list, term_id t)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i] == t)
            return;
    if (list->n < limits->grammar_words)
        vec_push(list, t);
}

/* A comparison gives its two sides; an order gives itself as well. */
static void take_comparison(const ir_program *p, const prove_limits *limits, const char *text,
                            term_vec *columns, term_vec *conditions)
{
    char *error = NULL;
    term_id t = c_text_read(p, text, &error);
    free(error);
    if (!t)
        return;
    term_op op = term_op_of(p->bank, t);
    bool order = op == OP_LE || op == OP_LT || op == OP_GE || op == OP_GT;
    if ((!order && op != OP_EQ) || term_sort(p->bank, term_arg(p->bank, t, 0)) != SORT_ID_INT)
        return;
    for (uint32_t k = 0; k < 2; k++)
        if (term_op_of(p->bank, term_arg(p->bank, t, k)) != OP_CONST)
            add_term(limits, columns, term_arg(p->bank, t, k));
    if (order)
        add_term(limits, conditions, t);
}

void inv_grammar_words(const inv_grammar *g, const ir_system *s, const prove_limits *limits,
                       term_vec *columns, term_vec *conditions)
{
    derivation d = {
        .limits = limits, .g = g, .derived = base_alloc_zero(g->rules.n + 1, sizeof *d.derived)};
    find_names(&d, s);
    derive_all(&d);
    for (size_t i = 0; i < g->rules.n; i++)
        for (size_t k = 0; k < d.derived[i].n; k++)
            take_comparison(s->program, limits, d.derived[i].at[k], columns, conditions);
    for (size_t i = 0; i < g->rules.n; i++)
        text_list_free(&d.derived[i]);
    free(d.derived);
    text_list_free(&d.variables);
    text_list_free(&d.constants);
    text_list_free(&d.opaques);
}
