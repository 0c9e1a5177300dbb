/* Checks, models and cores of the public API. */
#include "api/context.h"

static const session_check *last_check(const tandem_context *t)
{
    size_t n = t->session ? session_check_count(t->session) : 0;
    return n ? session_check_at(t->session, n - 1) : NULL;
}

bool tandem_assert(tandem_context *t, tandem_term formula)
{
    session *s = api_session(t);
    if (!s || !formula)
        return false; /* 0: whoever made it has left the message */
    if (term_sort(t->bank, formula) != SORT_ID_BOOL)
        return api_fail(t, "an assertion must be a Bool");
    session_assert(s, formula);
    return true;
}

void tandem_push(tandem_context *t)
{
    session *s = api_session(t);
    if (!s)
        return;
    symtab_push(session_symtab(s));
    session_push(s, 1);
}

bool tandem_pop(tandem_context *t)
{
    session *s = api_session(t);
    if (!s)
        return false;
    if (!symtab_pop(session_symtab(s)))
        return api_fail(t, "nothing was pushed");
    return session_pop(s, 1);
}

tandem_answer tandem_check(tandem_context *t)
{
    return tandem_check_assuming(t, NULL, 0);
}

tandem_answer tandem_check_assuming(tandem_context *t, const tandem_term *assumptions, size_t n)
{
    session *s = api_session(t);
    if (!s)
        return TANDEM_UNKNOWN;
    for (size_t i = 0; i < n; i++)
        TANDEM_REQUIRE(assumptions[i] && term_sort(t->bank, assumptions[i]) == SORT_ID_BOOL);
    t->interrupt = 0;
    const session_check *c = session_run_check(s, assumptions, n);
    api_drop_output(t);
    return c->answer == ENGINE_SAT     ? TANDEM_SAT
           : c->answer == ENGINE_UNSAT ? TANDEM_UNSAT
                                       : TANDEM_UNKNOWN;
}

const char *tandem_reason(tandem_context *t)
{
    const session_check *c = last_check(t);
    return c && c->reason ? c->reason : "";
}

tandem_model_state tandem_model_status(tandem_context *t)
{
    const session_check *c = last_check(t);
    if (!c || c->answer != ENGINE_SAT)
        return TANDEM_MODEL_NONE;
    return c->model == SESSION_MODEL_CHECKED ? TANDEM_MODEL_CHECKED : TANDEM_MODEL_UNDETERMINED;
}

tandem_value tandem_value_of(tandem_context *t, tandem_term term)
{
    TANDEM_REQUIRE(term);
    if (!t->session || !session_model(t->session))
        return api_fail(t, "there is no model: the last answer was not sat");
    value_id v = session_value(t->session, term);
    return v ? v : api_fail(t, "the model gives this term no value");
}

const char *tandem_value_text(tandem_context *t, tandem_value value)
{
    TANDEM_REQUIRE(value);
    strbuf_clear(&t->text);
    smt_print_value(t->bank, value, DIALECT_STANDARD, &t->text);
    return t->text.text;
}

bool tandem_value_int(tandem_context *t, tandem_value value, int64_t *number)
{
    TANDEM_REQUIRE(value);
    return value_kind_of(t->bank, value) == VALUE_INT && value_small_int(t->bank, value, number);
}

bool tandem_value_bits(tandem_context *t, tandem_value value, uint64_t *bits)
{
    TANDEM_REQUIRE(value);
    value_kind kind = value_kind_of(t->bank, value);
    if (kind == VALUE_BOOL)
        *bits = value_is_true(value);
    return kind == VALUE_BOOL ||
           ((kind == VALUE_BV || kind == VALUE_FP) && value_small_bits(t->bank, value, bits));
}

const char *tandem_model_text(tandem_context *t)
{
    term_model *m = t->session ? session_model(t->session) : NULL;
    if (!m) {
        api_fail(t, "there is no model: the last answer was not sat");
        return NULL;
    }
    strbuf_clear(&t->text);
    smt_print_model(t->bank, m, symtab_decls(session_symtab(t->session)), &t->text);
    return t->text.text;
}

bool tandem_in_core(tandem_context *t, size_t position)
{
    vec_u32 positions = {0};
    bool found = false;
    if (t->session && session_core(t->session, &positions))
        for (size_t i = 0; i < positions.n; i++)
            found |= positions.at[i] == position;
    vec_free(&positions);
    return found;
}
