/* oracle-assume and oracle-constraint: formulas that a program completes.
 *
 * (oracle-assume ((x S) …) ((y T) …) F program) says that F holds for inputs x and what the program
 * replies to them, y. The outputs are closed boxes; F is asked for where the assertions apply one
 * of its functions to all inputs, at every input when there are few, and else at constants of the
 * assertions, which is then known not to be all. Where F defines a function, (= (f x …) y), the
 * function becomes the box. */
#include <stdlib.h>

#include "solve/session/session_parts.h"
#include "term/core/subst.h"
#include "term/core/walk.h"

typedef struct consultation {
    session *s;
    const session_box_formula *about;
    term_vec *formulas;
    map asked;     /* instances that are there already */
    size_t points; /* of this formula */
    bool all;
    const char *doubt;
} consultation;

/* ---- Declaring ------------------------------------------------------------------------------- */

/* The function f of a formula (= (f x …) y), x all inputs in order; 0: it is none. */
static decl_id defines(const session *s, const session_box_formula *o)
{
    const term_bank *b = s->bank;
    term_id body = decl_body(b, o->formula);
    if (o->n_outputs != 1 || !o->n_inputs || term_op_of(b, body) != OP_EQ ||
        term_arity(b, body) != 2)
        return 0;
    for (uint32_t side = 0; side < 2; side++) {
        term_id f = term_arg(b, body, side), y = term_arg(b, body, 1 - side);
        if (y != decl_parameter(b, o->formula, o->n_inputs) || term_op_of(b, f) != OP_APP ||
            decl_kind_of(b, term_decl(b, f)) != DECL_FREE || term_arity(b, f) != o->n_inputs)
            continue;
        bool plain = true;
        for (uint32_t i = 0; i < o->n_inputs; i++)
            plain &= term_arg(b, f, i) == decl_parameter(b, o->formula, i);
        if (plain && !(s->boxes && boxes_find(s->boxes, term_decl(b, f))))
            return term_decl(b, f);
    }
    return 0;
}

void session_add_box_formula(session *s, const smt_command *c)
{
    session_box_formula o = {.formula = c->decls.at[0],
                             .outputs = (uint32_t)s->box_formula_outputs.n,
                             .n_outputs = (uint32_t)c->decls.n - 1,
                             .n_inputs = (uint32_t)c->number};
    decl_id f = s->levels.n ? 0 : defines(s, &o); /* a binding outlives a pop */
    if (f) {
        session_bind_box(s, c, f, 0, 0);
        return;
    }
    for (uint32_t i = 0; i < o.n_outputs; i++) {
        if (!session_bind_box(s, c, c->decls.at[1 + i], i, o.n_outputs)) {
            o.formula = 0;
            break;
        }
        vec_push(&s->box_formula_outputs, c->decls.at[1 + i]);
    }
    vec_push(&s->box_formulas, o);
}

void session_forget_box_formulas(session *s, size_t kept)
{
    if (kept < s->box_formulas.n)
        s->box_formula_outputs.n = s->box_formulas.at[kept].outputs;
    s->box_formulas.n = kept < s->box_formulas.n ? kept : s->box_formulas.n;
}

bool session_lost_box_formula(const session *s)
{
    for (size_t i = 0; i < s->box_formulas.n; i++)
        if (!s->box_formulas.at[i].formula)
            return true;
    return false;
}

/* ---- Instances ------------------------------------------------------------------------------- */

static void not_all(consultation *c, const char *doubt)
{
    c->all = false;
    if (!c->doubt)
        c->doubt = doubt;
}

/* The values of the outputs where there are no inputs: the program is called at once. */
static bool call_outputs(consultation *c, term_vec *args)
{
    session *s = c->s;
    for (uint32_t i = 0; i < c->about->n_outputs; i++) {
        decl_id output = s->box_formula_outputs.at[c->about->outputs + i];
        value_id v = boxes_call(s->boxes, output, NULL, 0, NULL);
        size_t unsure = 0;
        if (!v || !boxes_confirm(s->boxes, &output, 1, &unsure) || unsure) {
            not_all(c, "an oracle without inputs gave no answer that can be relied on");
            return false;
        }
        vec_push(args, term_const(s->bank, v));
    }
    return true;
}

/* Adds the formula for these inputs; true when it is new. */
static bool ask_at(consultation *c, const term_id *inputs)
{
    session *s = c->s;
    const session_box_formula *o = c->about;
    term_vec args = {0};
    vec_append(&args, inputs, o->n_inputs);
    bool good = true;
    if (o->n_inputs)
        for (uint32_t i = 0; i < o->n_outputs; i++)
            vec_push(&args, term_app(s->bank, s->box_formula_outputs.at[o->outputs + i], inputs,
                                     o->n_inputs));
    else
        good = call_outputs(c, &args);
    term_id t = good ? term_expand_definitions(
                           s->bank, term_app(s->bank, o->formula, args.at, (uint32_t)args.n))
                     : 0;
    vec_free(&args);
    if (!t || map_get(&c->asked, t, 0))
        return false;
    map_put(&c->asked, t, 1);
    if (c->points++ >= session_limits(c->s)->oracle_points) {
        not_all(c, "an oracle is asked at too many points");
        return false;
    }
    vec_push(c->formulas, t);
    return true;
}

/* Which input a variable of the formula is; UINT32_MAX: none. */
static uint32_t input_of(const consultation *c, term_id t)
{
    for (uint32_t i = 0; i < c->about->n_inputs; i++)
        if (decl_parameter(c->s->bank, c->about->formula, i) == t)
            return i;
    return UINT32_MAX;
}

/* Whether the application has all inputs as arguments, beside terms without variables. */
static bool is_pattern(const consultation *c, term_id t)
{
    const term_bank *b = c->s->bank;
    if (term_op_of(b, t) != OP_APP || !term_arity(b, t) ||
        decl_kind_of(b, term_decl(b, t)) != DECL_FREE)
        return false;
    vec_u32 seen = {0};
    bool good = true;
    vec_resize(&seen, c->about->n_inputs);
    for (uint32_t i = 0; i < term_arity(b, t) && good; i++) {
        uint32_t input = input_of(c, term_arg(b, t, i));
        if (input != UINT32_MAX)
            seen.at[input] = 1;
        else
            good = !term_has_var(b, term_arg(b, t, i));
    }
    for (size_t i = 0; i < seen.n; i++)
        good &= seen.at[i];
    vec_free(&seen);
    return good;
}

/* The inputs at which an application is one of the pattern. */
static bool match(const consultation *c, term_id pattern, term_id t, term_id *inputs)
{
    const term_bank *b = c->s->bank;
    if (term_op_of(b, t) != OP_APP || term_decl(b, t) != term_decl(b, pattern))
        return false;
    for (uint32_t i = 0; i < c->about->n_inputs; i++)
        inputs[i] = 0;
    for (uint32_t i = 0; i < term_arity(b, t); i++) {
        term_id part = term_arg(b, pattern, i), have = term_arg(b, t, i);
        uint32_t input = input_of(c, part);
        if (input == UINT32_MAX ? part != have : inputs[input] && inputs[input] != have)
            return false;
        if (input != UINT32_MAX)
            inputs[input] = have;
    }
    return true;
}

/* Asks where the formulas (with what was said so far) apply the functions; whether that was new. */
static bool ask_at_applications(consultation *c, const term_vec *patterns)
{
    term_bank *b = c->s->bank;
    term_vec order = {0};
    term_id *inputs = base_alloc_zero(c->about->n_inputs + 1, sizeof *inputs);
    bool news = false;
    for (size_t i = 0; i < c->formulas->n; i++)
        c->formulas->at[i] = term_expand_definitions(b, c->formulas->at[i]);
    term_postorder(b, c->formulas->at, c->formulas->n, &order);
    for (size_t i = 0; i < order.n; i++)
        for (size_t k = 0; k < patterns->n; k++) {
            if (!match(c, patterns->at[k], order.at[i], inputs))
                continue;
            if (term_has_var(b, order.at[i]))
                not_all(c, "an oracle's function is applied under a quantifier");
            else
                news |= ask_at(c, inputs);
        }
    free(inputs);
    vec_free(&order);
    return news;
}

/* Candidates for an input: all values of a small sort, else constants and values of its sort. True
 * when they are all. */
static bool candidates(consultation *c, sort_id sort, term_vec *out)
{
    term_bank *b = c->s->bank;
    if (sort_cardinality(b, sort, session_limits(c->s)->oracle_points)) {
        vec_u32 values = {0};
        value_enumerate(b, sort, session_limits(c->s)->oracle_points, &values);
        for (size_t i = 0; i < values.n; i++)
            vec_push(out, term_const(b, values.at[i]));
        vec_free(&values);
        return true;
    }
    term_vec order = {0};
    term_postorder(b, c->formulas->at, c->formulas->n, &order);
    for (size_t i = 0; i < order.n; i++)
        if (!term_arity(b, order.at[i]) && !term_has_var(b, order.at[i]) &&
            term_sort(b, order.at[i]) == sort)
            vec_push(out, order.at[i]);
    vec_free(&order);
    return false;
}

/* All combinations of candidates. */
static void ask_at_candidates(consultation *c)
{
    const session_box_formula *o = c->about;
    term_bank *b = c->s->bank;
    term_vec all = {0};
    vec_u32 starts = {0};
    uint64_t points = 1;
    bool complete = true;
    for (uint32_t i = 0; i < o->n_inputs; i++) {
        vec_push(&starts, (uint32_t)all.n);
        complete &= candidates(c, term_sort(b, decl_parameter(b, o->formula, i)), &all);
        points *= points <= session_limits(c->s)->oracle_points ? all.n - starts.at[i] : 1;
    }
    vec_push(&starts, (uint32_t)all.n);
    if (!complete || points > session_limits(c->s)->oracle_points)
        not_all(c, "an oracle's formula was asked for at some inputs, not at all");
    term_id *inputs = base_alloc_zero(o->n_inputs + 1, sizeof *inputs);
    for (uint64_t k = 0; k < points && k < session_limits(c->s)->oracle_points; k++) {
        uint64_t rest = k;
        for (uint32_t i = 0; i < o->n_inputs; i++) {
            uint32_t size = starts.at[i + 1] - starts.at[i];
            inputs[i] = all.at[starts.at[i] + rest % size];
            rest /= size;
        }
        ask_at(c, inputs);
    }
    free(inputs);
    vec_free(&all);
    vec_free(&starts);
}

static void consult(consultation *c)
{
    term_id body = term_expand_definitions(c->s->bank, decl_body(c->s->bank, c->about->formula));
    term_vec order = {0}, patterns = {0};
    c->points = 0;
    if (c->about->n_inputs)
        term_postorder(c->s->bank, &body, 1, &order);
    for (size_t i = 0; i < order.n; i++)
        if (is_pattern(c, order.at[i]))
            vec_push(&patterns, order.at[i]);
    if (patterns.n) {
        uint64_t round = 0, rounds = session_limits(c->s)->oracle_rounds;
        while (round < rounds && ask_at_applications(c, &patterns))
            round++;
        if (round == rounds)
            not_all(c, "what an oracle says asks the oracle again and again");
    } else {
        ask_at_candidates(c);
    }
    vec_free(&order);
    vec_free(&patterns);
}

bool session_consult_box_formulas(session *s, term_vec *formulas, char **reason)
{
    consultation c = {.s = s, .formulas = formulas, .all = true};
    for (size_t i = 0; i < s->box_formulas.n; i++) {
        c.about = &s->box_formulas.at[i];
        consult(&c);
    }
    map_free(&c.asked);
    *reason = c.all ? NULL : base_strdup(c.doubt);
    return c.all;
}
