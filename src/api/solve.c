/* Checks, models, cores and statistics of the public API. */
#include "api/context.h"

#include <string.h>

static const session_check *last_check(const tandem_context *t)
{
    size_t n = t->session ? session_check_count(t->session) : 0;
    return n ? session_check_at(t->session, n - 1) : NULL;
}

bool api_assert(tandem_context *t, tandem_term formula)
{
    if (!formula)
        return false; /* whoever made it has left the message */
    session *s = api_own_session(t);
    if (!s || !api_is_formula(t, formula))
        return false;
    api_bank(t);
    t->has_core = false;
    session_assert(s, formula);
    return true;
}

bool api_assert_named(tandem_context *t, const char *name, tandem_term formula)
{
    if (!formula)
        return false;
    session *s = api_own_session(t);
    if (!s || !api_is_formula(t, formula))
        return false;
    symbol_id symbol = api_new_name(t, s, name);
    if (!symbol)
        return false;
    t->has_core = false;
    symtab_add_term(session_symtab(s), symbol, formula);
    session_assert_named(s, formula, symbol);
    return true;
}

bool api_push(tandem_context *t)
{
    session *s = api_own_session(t);
    if (!s)
        return false;
    t->has_core = false;
    symtab_push(session_symtab(s));
    session_push(s, 1);
    return true;
}

bool api_pop(tandem_context *t)
{
    session *s = api_own_session(t);
    if (!s)
        return false;
    t->has_core = false;
    if (!symtab_pop(session_symtab(s)))
        return api_fail(t, "nothing was pushed");
    return session_pop(s, 1);
}

tandem_answer api_check(tandem_context *t)
{
    return api_check_assuming(t, NULL, 0);
}

tandem_answer api_check_assuming(tandem_context *t, const tandem_term *assumptions, size_t n)
{
    session *s = api_are_terms(t, assumptions, n) ? api_own_session(t) : NULL;
    if (!s)
        return TANDEM_UNKNOWN;
    for (size_t i = 0; i < n; i++)
        if (!api_is_formula(t, assumptions[i]))
            return TANDEM_UNKNOWN;
    api_bank(t);
    t->interrupt = 0;
    t->has_core = false;
    const session_check *c = session_run_check(s, assumptions, n);
    api_drop_output(t);
    return c->answer == ENGINE_SAT     ? TANDEM_SAT
           : c->answer == ENGINE_UNSAT ? TANDEM_UNSAT
                                       : TANDEM_UNKNOWN;
}

const char *api_reason(tandem_context *t)
{
    const session_check *c = last_check(t);
    return c && c->reason ? c->reason : "";
}

tandem_model_state api_model_status(tandem_context *t)
{
    const session_check *c = last_check(t);
    if (!c || c->answer != ENGINE_SAT)
        return TANDEM_MODEL_NONE;
    return c->model == SESSION_MODEL_CHECKED ? TANDEM_MODEL_CHECKED : TANDEM_MODEL_UNDETERMINED;
}

/* The model of the last check; NULL with a message. */
static term_model *last_model(tandem_context *t)
{
    session *s = t->session ? api_own_session(t) : NULL;
    term_model *m = s ? session_model(s) : NULL;
    if (!m && !t->calling)
        api_fail(t, "there is no model: the last answer was not sat, or something came after it");
    return m;
}

tandem_value api_value_of(tandem_context *t, tandem_term term)
{
    if (!api_is_closed(t, term) || !last_model(t))
        return 0;
    api_bank(t);
    value_id v = session_value(t->session, term);
    return v ? v : api_fail(t, "the model gives this term no value");
}

const char *api_model_text(tandem_context *t)
{
    term_model *m = last_model(t);
    if (!m)
        return NULL;
    strbuf_clear(&t->text);
    smt_print_model(api_bank(t), m, symtab_decls(session_symtab(t->session)), &t->text);
    return t->text.text;
}

bool api_in_core(tandem_context *t, size_t position)
{
    vec_u32 positions = {0};
    bool found = false;
    if (t->session && !t->calling && session_core(t->session, &positions))
        for (size_t i = 0; i < positions.n; i++)
            found |= positions.at[i] == position;
    vec_free(&positions);
    return found;
}

const char *api_core_name(tandem_context *t, size_t position)
{
    if (!t->session || t->calling)
        return NULL;
    if (!t->has_core) {
        vec_clear(&t->core);
        t->has_core = session_core_names(t->session, &t->core);
    }
    return t->has_core && position < t->core.n ? symbol_text(t->bank, t->core.at[position]) : NULL;
}

/* ---- Statistics ------------------------------------------------------------------------------ */

static const char *const statistic_names[] = {"checks",
                                              "seconds",
                                              "terms",
                                              "term_bytes",
                                              "box_calls",
#define COUNTER(name) "box_" #name,
                                              CLOSED_COUNTERS(COUNTER)
#undef COUNTER
};

enum { STATISTICS = sizeof statistic_names / sizeof *statistic_names };

const char *tandem_statistic_name(size_t position)
{
    return position < STATISTICS ? statistic_names[position] : NULL;
}

bool api_statistic(tandem_context *t, const char *name, double *number)
{
    static const closed_counters none;
    const closed_counters *boxes = t->session ? session_box_counts(t->session) : &none;
    size_t checks = t->session ? session_check_count(t->session) : 0;
    double seconds = 0;
    for (size_t i = 0; i < checks; i++)
        seconds += session_check_at(t->session, i)->seconds;
    const double numbers[STATISTICS] = {(double)checks,
                                        seconds,
                                        (double)bank_term_count(t->bank),
                                        (double)bank_term_bytes(t->bank),
                                        t->session ? (double)session_box_calls(t->session) : 0,
#define COUNTER(name) (double)boxes->name,
                                        CLOSED_COUNTERS(COUNTER)
#undef COUNTER
    };
    for (size_t i = 0; name && i < STATISTICS; i++)
        if (!strcmp(statistic_names[i], name)) {
            *number = numbers[i];
            return true;
        }
    return api_fail(t, "there is no statistic '%s'", name ? name : "");
}
