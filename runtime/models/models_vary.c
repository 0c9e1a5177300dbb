/* Models where an argument that they take as it is (a pointer, a size, a base) varies among few
 * values: the model is asked once for each of them, and its answers take the place of the values in
 * the expression of the argument. */
#include "runtime/models/models.h"

#include "runtime/core/control.h"
#include "runtime/core/expr.h"
#include "runtime/core/objects.h"
#include "runtime/core/values.h"

#include <string.h>

enum { MOST_CASES = 64, MOST_VARYING = 3, MOST_WRITTEN = 8 };
enum { MOST_STEPS = 600, MOST_DEPTH = 64, MOST_CHAIN = 256, MOST_RECORDS = 1 << 14 };

/* What a model says. */
typedef struct outcome {
    bool out; /* nothing: assumed not to happen */
    tandem_expr answer, error_when;
    int error_number;
    size_t bytes;
    uint8_t *written_to;
    tandem_expr written[MOST_WRITTEN];
} outcome;

typedef struct varied {
    const tandem_call *call;
    const tandem_model_known *model;
    uint32_t n, argument[MOST_VARYING];
    tandem_values values[MOST_VARYING];
    bool trees;                   /* the values are the leaves of the expressions */
    uint64_t value[MOST_VARYING]; /* of the case that is looked at */
    uint32_t n_cases, steps, depth, first_record;
    struct {
        uint64_t value[MOST_VARYING];
        outcome said;
    } cases[MOST_CASES];
    bool failed, too_large;
} varied;

/* What is done with a value on the way from a part of the expression to the whole. */
typedef struct frame {
    const tandem_record *record;
    bool second; /* it is that of the second operand, and this is the first: */
    uint64_t first;
    const struct frame *next;
} frame;

static outcome look(varied *v, uint32_t which, tandem_expr e, const frame *f);

static outcome fail(varied *v)
{
    v->failed = true;
    return (outcome){.out = true};
}

/* ---- Cases ----------------------------------------------------------------------------------- */

static bool is_here(const varied *v, const uint64_t *value)
{
    for (uint32_t i = 0; i < v->n; i++)
        if (value[i] != v->call->value[v->argument[i]])
            return false;
    return true;
}

static bool is_object(uint64_t p)
{
    tandem_range r;
    return tandem_object_find((void *)(uintptr_t)p, &r);
}

/* A pointer to nothing we know is left out: NULL, a place behind the object. */
static bool can_be(const varied *v)
{
    if (is_here(v, v->value))
        return true;
    for (uint32_t i = 0; i < v->n; i++)
        if (v->model->pointers >> v->argument[i] & 1 && !is_object(v->value[i]))
            return false;
    return true;
}

static outcome ask(varied *v)
{
    outcome said = {.out = true};
    tandem_call one = *v->call;
    one.supposed = true;
    for (uint32_t i = 0; i < v->n; i++) {
        one.value[v->argument[i]] = v->value[i];
        one.expr[v->argument[i]] = 0;
    }
    if (!can_be(v) || !v->model->run(&one) || !one.answer ||
        (one.written_to && one.bytes > MOST_WRITTEN))
        return is_here(v, v->value) ? fail(v) : said;
    said = (outcome){.answer = one.answer,
                     .error_when = one.error_when ? one.error_when : tandem_const(1, 0),
                     .error_number = one.error_number,
                     .bytes = one.written_to ? one.bytes : 0,
                     .written_to = one.written_to};
    if (said.bytes)
        memcpy(said.written, one.written, said.bytes * sizeof(*said.written));
    return said;
}

static outcome of_case(varied *v)
{
    for (uint32_t i = 0; i < v->n_cases; i++)
        if (memcmp(v->cases[i].value, v->value, v->n * sizeof(*v->value)) == 0)
            return v->cases[i].said;
    if (v->n_cases == MOST_CASES || tandem_rt.n - v->first_record > MOST_RECORDS)
        return fail(v);
    memcpy(v->cases[v->n_cases].value, v->value, sizeof(v->value));
    v->cases[v->n_cases].said = ask(v);
    return v->cases[v->n_cases++].said;
}

/* ---- The expression of an argument ----------------------------------------------------------- */

static outcome choose(varied *v, tandem_expr condition, outcome a, outcome b)
{
    if (a.out || b.out)
        return a.out ? b : a;
    if (a.bytes != b.bytes || a.written_to != b.written_to)
        return fail(v);
    a.answer = tandem_model_ite(condition, a.answer, b.answer);
    a.error_when = tandem_model_ite(condition, a.error_when, b.error_when);
    for (size_t i = 0; i < a.bytes; i++)
        a.written[i] = tandem_model_ite(condition, a.written[i], b.written[i]);
    return a;
}

/* A part has this value. */
static outcome arrive(varied *v, uint32_t which, uint64_t value, const frame *f)
{
    for (; f; f = f->next) {
        const tandem_record *r = f->record;
        if (!f->second && tandem_value_operands(r) == 2) {
            frame second = {r, true, value, f->next};
            return look(v, which, r->b, &second);
        }
        if (!tandem_value_at(r, f->second ? f->first : value, value, &value))
            return (outcome){.out = true};
    }
    v->value[which] = value;
    if (which + 1 == v->n)
        return of_case(v);
    return look(v, which + 1, v->call->expr[v->argument[which + 1]], NULL);
}

/* A chain can be long: from its end to its start. */
static outcome look_chain(varied *v, uint32_t which, tandem_expr e, const frame *f)
{
    tandem_expr chain[MOST_CHAIN];
    uint32_t n = 0;
    for (; tandem_at(e)->op == TANDEM_ITE; e = tandem_at(e)->c) {
        if (n == MOST_CHAIN)
            return fail(v);
        chain[n++] = e;
    }
    outcome all = look(v, which, e, f);
    while (n-- && !v->failed) {
        const tandem_record *r = tandem_at(chain[n]);
        all = choose(v, r->a, look(v, which, r->b, f), all);
    }
    return all;
}

static outcome look_inner(varied *v, uint32_t which, tandem_expr e, const frame *f)
{
    const tandem_record *r = tandem_at(e);
    if (r->op == TANDEM_ITE)
        return look_chain(v, which, e, f);
    if (r->op == TANDEM_CONST)
        return arrive(v, which, r->a | (uint64_t)r->b << 32, f);
    if (tandem_value_operands(r)) {
        frame first = {r, false, 0, f};
        return look(v, which, r->a, &first);
    }
    if (r->width != 1)
        return fail(v);
    outcome yes = arrive(v, which, 1, f);
    return choose(v, e, yes, arrive(v, which, 0, f));
}

static outcome look(varied *v, uint32_t which, tandem_expr e, const frame *f)
{
    v->too_large = v->too_large || v->steps++ > MOST_STEPS || v->depth >= MOST_DEPTH;
    if (v->failed || tandem_rt.over || v->too_large)
        return fail(v);
    v->depth++;
    outcome said = look_inner(v, which, e, f);
    v->depth--;
    return said;
}

/* ---- The call -------------------------------------------------------------------------------- */

static tandem_expr has_values(const varied *v, const uint64_t *value)
{
    tandem_expr all = tandem_const(1, 1);
    for (uint32_t i = 0; i < v->n; i++) {
        tandem_expr e = v->call->expr[v->argument[i]];
        uint32_t width = tandem_at(e)->width;
        all = tandem_model_ite(tandem_build(TANDEM_EQ, width, e, tandem_const(width, value[i])),
                               all, tandem_const(1, 0));
    }
    return all;
}

/* Every place in the object that a pointer is in. */
static bool all_places(varied *v, uint32_t which)
{
    tandem_range r;
    uint32_t argument = v->argument[which];
    tandem_values *values = &v->values[which];
    if (!(v->model->pointers >> argument & 1) ||
        !tandem_object_find((void *)(uintptr_t)v->call->value[argument], &r) ||
        r.bytes > MOST_CASES)
        return false;
    tandem_expr offset =
        tandem_build(TANDEM_SUB, 64, v->call->expr[argument], tandem_const(64, r.base));
    tandem_log_assume(tandem_build(TANDEM_ULT, 64, offset, tandem_const(64, r.bytes)));
    for (values->n = 0; values->n < r.bytes; values->n++)
        values->at[values->n] = r.base + values->n;
    return true;
}

/* The arguments that vary, and their values. */
static bool find_varying(varied *v)
{
    const tandem_call *c = v->call;
    uint64_t cases = 1;
    for (uint32_t i = 0; i < c->n && i < 32; i++) {
        if (!c->expr[i] || !(v->model->fixed >> i & 1))
            continue;
        if (v->n == MOST_VARYING)
            return false;
        uint32_t which = v->n++;
        v->argument[which] = i;
        bool known = tandem_values_of(c->expr[i], &v->values[which]);
        v->trees = v->trees && known;
        if (!known && !all_places(v, which))
            return false;
        cases *= v->values[which].n;
    }
    return v->n && cases <= MOST_CASES;
}

/* Where the expressions are too large to put answers into them: the answers by the values. */
static outcome by_values(varied *v)
{
    outcome all = {.out = true};
    uint32_t cases = 1;
    for (uint32_t i = 0; i < v->n; i++)
        cases *= v->values[i].n;
    for (uint32_t at = 0; at < cases && !v->failed; at++) {
        for (uint32_t i = 0, left = at; i < v->n; i++) {
            v->value[i] = v->values[i].at[left % v->values[i].n];
            left /= v->values[i].n;
        }
        all = choose(v, has_values(v, v->value), of_case(v), all);
    }
    return all;
}

bool tandem_model_varied(tandem_call *c)
{
    static varied v;
    static tandem_expr written[MOST_WRITTEN];
    v = (varied){
        .call = c, .model = tandem_model_of(c), .first_record = tandem_rt.n, .trees = true};
    if (!v.model || !find_varying(&v))
        return false;
    outcome all = {.out = true};
    if (v.trees)
        all = look(&v, 0, c->expr[v.argument[0]], NULL);
    if (!v.trees || v.too_large) {
        v.failed = false;
        all = by_values(&v);
    }
    if (v.failed || all.out || tandem_rt.over)
        return false;
    for (uint32_t i = 0; i < v.n_cases; i++)
        if (v.cases[i].said.out && c->supposed)
            return false;
        else if (v.cases[i].said.out)
            tandem_log_assume(tandem_build_not(has_values(&v, v.cases[i].value)));
    memcpy(written, all.written, sizeof(written));
    c->answer = all.answer;
    c->error_when = tandem_settle(all.error_when);
    c->error_number = all.error_number;
    c->written_to = all.written_to;
    c->written = written;
    c->bytes = all.bytes;
    return true;
}
