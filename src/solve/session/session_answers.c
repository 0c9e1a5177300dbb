/* Answers about the last check: models, values, cores; and the assertions themselves. */
#include "solve/session/session_parts.h"

#include <stdlib.h>

#include "smtlib/print/printer.h"
#include "term/rewrite/rewrite.h"

/* Is there a model to talk about? Says so if not. */
static bool have_model(session *s)
{
    if (!s->set.produce_models)
        session_error(s, "models are not available: set :produce-models to true before");
    else if (s->mode != MODE_SAT)
        session_error(s, "no model: the last check did not answer sat, or something was asserted "
                         "since");
    else if (!s->model)
        session_error(s, "the solver gave no model");
    else
        return true;
    return false;
}

void session_get_model(session *s)
{
    if (!have_model(s))
        return;
    strbuf out = STRBUF_INIT;
    smt_print_model(s->bank, s->model, symtab_decls(s->table), &out);
    while (out.n && out.text[out.n - 1] == '\n')
        out.n--;
    session_print(s, &out);
}

void session_get_value(session *s, const smt_command *c)
{
    if (!have_model(s))
        return;
    strbuf out = STRBUF_INIT;
    strbuf_putc(&out, '(');
    for (size_t i = 0; i < c->terms.n; i++) {
        value_id v = session_value(s, c->terms.at[i]);
        if (!v) {
            session_error(s, "the value of %s is not known", c->sources.at[i]);
            strbuf_free(&out);
            return;
        }
        strbuf_printf(&out, "%s(%s ", i ? "\n " : "", c->sources.at[i]);
        smt_print_value(s->bank, v, DIALECT_STANDARD, &out);
        strbuf_putc(&out, ')');
    }
    strbuf_putc(&out, ')');
    session_print(s, &out);
}

void session_get_assignment(session *s)
{
    if (!s->set.produce_assignments) {
        session_error(s, "assignments are not available: set :produce-assignments to true before");
        return;
    }
    if (!have_model(s))
        return;
    strbuf out = STRBUF_INIT;
    strbuf_putc(&out, '(');
    for (size_t i = 0; i < s->named.n; i++) {
        session_named named = s->named.at[i];
        if (term_sort(s->bank, named.term) != SORT_ID_BOOL)
            continue;
        value_id v = session_value(s, named.term);
        if (!v)
            continue;
        strbuf_puts(&out, out.n > 1 ? " (" : "(");
        smt_print_symbol(s->bank, named.name, &out);
        strbuf_puts(&out, value_is_true(v) ? " true)" : " false)");
    }
    strbuf_putc(&out, ')');
    session_print(s, &out);
}

void session_get_assertions(session *s)
{
    strbuf out = STRBUF_INIT;
    strbuf_putc(&out, '(');
    for (size_t i = 0; i < s->assertions.n; i++) {
        session_assertion a = s->assertions.at[i];
        strbuf_puts(&out, i ? "\n " : "");
        strbuf_puts(&out, a.name ? "(! " : "");
        smt_print_term(s->bank, a.term, NULL, &out);
        if (a.name) {
            strbuf_puts(&out, " :named ");
            smt_print_symbol(s->bank, a.name, &out);
            strbuf_putc(&out, ')');
        }
    }
    strbuf_putc(&out, ')');
    session_print(s, &out);
}

/* Positions in s->assumptions that the engine needed; false (and said so) if there are none. */
static bool have_core(session *s, bool enabled, const char *option, vec_u32 *positions)
{
    if (!enabled)
        session_error(s, "not available: set :%s to true before", option);
    else if (s->mode != MODE_UNSAT)
        session_error(s, "no core: the last check did not answer unsat, or something was asserted "
                         "since");
    else if (!session_needed(s, positions))
        session_error(s, "the solver gave no core: %s", engine_reason(s->engine));
    else
        return true;
    return false;
}

static symbol_id name_of_guard(const session *s, term_id guard)
{
    for (size_t i = 0; i < s->assertions.n; i++)
        if (s->assertions.at[i].guard == guard)
            return s->assertions.at[i].name;
    return 0;
}

static void names_of(const session *s, const vec_u32 *positions, vec_u32 *symbols)
{
    for (size_t i = 0; i < positions->n; i++) {
        symbol_id name = name_of_guard(s, s->assumptions.at[positions->at[i]]);
        if (name)
            vec_push(symbols, name);
    }
}

bool session_core_names(session *s, vec_u32 *symbols)
{
    vec_u32 positions = {0};
    bool good = s->mode == MODE_UNSAT && session_needed(s, &positions);
    if (good)
        names_of(s, &positions, symbols);
    vec_free(&positions);
    return good;
}

void session_get_unsat_core(session *s)
{
    vec_u32 positions = {0}, names = {0};
    if (have_core(s, s->set.produce_cores, "produce-unsat-cores", &positions)) {
        strbuf out = STRBUF_INIT;
        strbuf_putc(&out, '(');
        names_of(s, &positions, &names);
        for (size_t i = 0; i < names.n; i++) {
            strbuf_puts(&out, i ? " " : "");
            smt_print_symbol(s->bank, names.at[i], &out);
        }
        vec_free(&names);
        strbuf_putc(&out, ')');
        session_print(s, &out);
    }
    vec_free(&positions);
}

void session_get_unsat_assumptions(session *s)
{
    vec_u32 positions = {0};
    if (have_core(s, s->set.produce_unsat_assumptions, "produce-unsat-assumptions", &positions)) {
        strbuf out = STRBUF_INIT;
        strbuf_putc(&out, '(');
        for (size_t i = 0; i < positions.n; i++) {
            if (positions.at[i] < s->n_guards)
                continue;
            strbuf_puts(&out, out.n > 1 ? " " : "");
            smt_print_term(s->bank, s->assumptions.at[positions.at[i]], NULL, &out);
        }
        strbuf_putc(&out, ')');
        session_print(s, &out);
    }
    vec_free(&positions);
}

void session_simplify(session *s, const smt_command *c)
{
    strbuf out = STRBUF_INIT;
    rewriter *w = rewriter_new(s->bank);
    for (size_t i = 0; i < c->terms.n; i++)
        smt_print_term(s->bank, rewrite_term(w, c->terms.at[i]), NULL, &out);
    rewriter_free(w);
    session_print(s, &out);
}
