#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "prove/ctext/inv_grammar_impl.h"

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
