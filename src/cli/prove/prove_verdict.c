#include "cli/prove/prove_verdict.h"

#include "cli/prove/prove_native_report.h"

enum { MAX_PLACES = 2 }; /* in the first line */

const char *prove_fault_word(ir_fault_kind kind)
{
    static const char *const words[IR_FAULT_KINDS] = {
        [IR_ASSERTION] = "broken assertion",
        [IR_OVERFLOW] = "signed overflow",
        [IR_DIVISION] = "division by zero",
        [IR_QUOTIENT] = "signed overflow of a quotient",
        [IR_SHIFT] = "shift by too many places",
        [IR_BOUNDS] = "index outside of its array",
        [IR_MEMORY] = "access to memory that is not the program's"};
    return words[kind];
}

static bool is_conditional(const prove_result *r)
{
    return r->open.n || r->assumed.n;
}

static const char *verdict_word(const prove_result *r)
{
    static const char *const words[] = {[PROVE_PROVED] = "proved",
                                        [PROVE_ALMOST] = "almost correct",
                                        [PROVE_VIOLATED] = "violated",
                                        [PROVE_UNKNOWN] = "unknown"};
    return r ? words[r->verdict] : "unknown";
}

/* The same place is reached from several cut points. */
static bool told_before(const prove_result *r, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (r->open.at[k]->line == r->open.at[i]->line &&
            r->open.at[k]->kind == r->open.at[i]->kind)
            return true;
    return false;
}

static void put_open(const prove_result *r, strbuf *out)
{
    size_t n = 0;
    for (size_t i = 0; i < r->open.n; i++) {
        if (told_before(r, i))
            continue;
        if (n < MAX_PLACES)
            strbuf_printf(out, "%s%s in line %u", n ? ", " : "",
                          prove_fault_word(r->open.at[i]->kind), r->open.at[i]->line);
        n++;
    }
    if (n > MAX_PLACES)
        strbuf_printf(out, " and %zu more", n - MAX_PLACES);
    strbuf_puts(out, n > 1 ? " are not excluded" : " is not excluded");
}

/* "10,000" */
static void put_count(uint64_t n, strbuf *out)
{
    if (n >= 1000) {
        put_count(n / 1000, out);
        strbuf_printf(out, ",%03u", (unsigned)(n % 1000));
    } else {
        strbuf_printf(out, "%u", (unsigned)n);
    }
}

static void put_names(const prove_result *r, bool changes, strbuf *out, size_t *n, uint64_t *calls)
{
    *n = 0;
    *calls = UINT64_MAX;
    for (size_t i = 0; i < r->assumed.n; i++) {
        if (r->assumed.at[i].changes != changes)
            continue;
        strbuf_printf(out, "%s%s()", *n ? " and " : "", r->assumed.at[i].name);
        *calls = r->assumed.at[i].calls < *calls ? r->assumed.at[i].calls : *calls;
        ++*n;
    }
}

static void put_assumed(const prove_result *r, strbuf *out)
{
    strbuf names = STRBUF_INIT;
    size_t n;
    uint64_t calls;
    put_names(r, false, &names, &n, &calls);
    if (n) {
        strbuf_printf(out, ", if %s %s only (", names.text,
                      n > 1 ? "depend on their arguments" : "depends on its arguments");
        put_count(calls, out);
        strbuf_printf(out, " calls%s agree)", n > 1 ? " of each" : "");
    }
    strbuf_clear(&names);
    put_names(r, true, &names, &n, &calls);
    if (n)
        strbuf_printf(out, ", if %s %s no variable of the program", names.text,
                      n > 1 ? "change" : "changes");
    strbuf_free(&names);
}

void prove_verdict_text(const prove_report *r, strbuf *out)
{
    const prove_result *result = r->result;
    strbuf_puts(out, verdict_word(result));
    if (!result || result->verdict == PROVE_UNKNOWN) {
        strbuf_printf(out, ": %s", result ? result->reason.text : r->reason);
        return;
    }
    if (result->verdict == PROVE_VIOLATED && result->undefined == PROVE_UNDEFINED_FOUND &&
        !result->crash.n && result->hunted) {
        strbuf_puts(out, ": ");
        prove_native_fault(hunt_found(result->hunted), out);
    } else if (result->verdict == PROVE_VIOLATED && result->undefined == PROVE_UNDEFINED_FOUND &&
               !result->crash.n) {
        const ir_transition *last = vec_last(&result->run.steps).taken;
        strbuf_printf(out, ": %s in line %u", prove_fault_word(last->kind), last->line);
    }
    put_assumed(result, out);
    if (result->open.n) {
        strbuf_puts(out, ", for runs without undefined behaviour (");
        put_open(result, out);
        strbuf_putc(out, ')');
    }
}

void prove_verdict_json(const prove_report *r, json_writer *j)
{
    const prove_result *result = r->result;
    bool conditional = result && is_conditional(result);
    json_key(j, "verdict");
    json_string(j, conditional && result->verdict == PROVE_PROVED ? "proved if"
                                                                  : verdict_word(result));
    json_key(j, "int_model");
    json_string(j, r->model == IR_MATH ? "math" : "machine");
    if (!conditional)
        return;
    json_key(j, "assumptions");
    json_array(j);
    for (size_t i = 0; i < result->assumed.n; i++) {
        json_object(j);
        json_key(j, "function");
        json_string(j, result->assumed.at[i].name);
        json_key(j, "assumed");
        json_string(j, result->assumed.at[i].changes ? "changes no variable of the program"
                                                     : "depends on its arguments only");
        if (!result->assumed.at[i].changes) {
            json_key(j, "calls");
            json_uint(j, result->assumed.at[i].calls);
        }
        json_end(j);
    }
    for (size_t i = 0; i < result->open.n; i++) {
        if (told_before(result, i))
            continue;
        json_object(j);
        json_key(j, "no");
        json_string(j, prove_fault_word(result->open.at[i]->kind));
        json_key(j, "line");
        json_uint(j, result->open.at[i]->line);
        json_end(j);
    }
    json_end(j);
}
