#include "prove/run/vocabulary.h"

#include "term/core/subst.h"
#include "term/core/walk.h"

enum { MAX_ARITY = 8, MAX_DIVISORS = 9 };

static term_id number(term_bank *b, int64_t n)
{
    return term_const(b, value_int(b, n));
}

static bool add_unique(term_vec *list, term_id t)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i] == t)
            return false;
    vec_push(list, t);
    return true;
}

bool vocabulary_opaque(const ir_program *p, term_id t)
{
    term_vec order = {0};
    bool found = false;
    term_postorder(p->bank, &t, 1, &order);
    for (size_t i = 0; i < order.n && !found; i++)
        found = term_op_of(p->bank, order.at[i]) == OP_APP && term_arity(p->bank, order.at[i]) &&
                ir_opaque_find(p, term_decl(p->bank, order.at[i]));
    vec_free(&order);
    return found;
}

/* ---- Opaque operations applied to variables -------------------------------------------------- */

static bool is_shown(const ir_program *p, term_id t)
{
    for (size_t v = 0; v < p->variables.n; v++)
        if (p->variables.at[v].term == t)
            return p->variables.at[v].shown;
    return false;
}

/* Every constant in it is a shown variable. */
static bool only_shown(const ir_program *p, term_id t)
{
    term_vec order = {0};
    bool good = true;
    term_postorder(p->bank, &t, 1, &order);
    for (size_t i = 0; i < order.n && good; i++)
        good = term_op_of(p->bank, order.at[i]) != OP_APP || term_arity(p->bank, order.at[i]) ||
               is_shown(p, order.at[i]);
    vec_free(&order);
    return good;
}

/* The applications that are in the program's text. */
static void calls_of_text(const ir_system *s, term_vec *calls)
{
    const ir_program *p = s->program;
    term_vec roots = {0}, order = {0};
    for (size_t i = 0; i < s->transitions.n; i++) {
        vec_push(&roots, s->transitions.at[i].guard);
        vec_append(&roots, s->transitions.at[i].after.at, s->transitions.at[i].after.n);
    }
    term_postorder(p->bank, roots.at, roots.n, &order);
    for (size_t i = 0; i < order.n; i++)
        if (term_op_of(p->bank, order.at[i]) == OP_APP && term_arity(p->bank, order.at[i]))
            vec_push(calls, order.at[i]);
    vec_free(&roots);
    vec_free(&order);
}

/* All tuples of variables as arguments. */
static void all_tuples(const vocabulary *v, const ir_opaque *o, term_vec *calls)
{
    term_bank *b = v->system->program->bank;
    uint32_t arity = decl_arity(b, o->decl);
    size_t digits[MAX_ARITY] = {0};
    term_id args[MAX_ARITY];
    for (;;) {
        for (uint32_t k = 0; k < arity; k++)
            args[k] = v->columns.at[digits[k]];
        if (calls->n < v->limits->calls)
            add_unique(calls, term_app(b, o->decl, args, arity));
        uint32_t k = 0;
        while (k < arity && ++digits[k] == v->n_plain)
            digits[k++] = 0;
        if (k == arity)
            return;
    }
}

/* One argument of a call in the text replaced by a variable. */
static void replace_one(const vocabulary *v, term_id call, term_vec *calls)
{
    term_bank *b = v->system->program->bank;
    uint32_t arity = term_arity(b, call);
    term_id args[MAX_ARITY];
    /* Other numbers in memory would be another memory. */
    const ir_opaque *o = ir_opaque_find(v->system->program, term_decl(b, call));
    for (uint32_t k = 0; k < (o && o->behind ? o->memory : arity); k++)
        for (size_t x = 0; x < v->n_plain && calls->n < v->limits->calls; x++) {
            memcpy(args, term_args(b, call), arity * sizeof *args);
            args[k] = v->columns.at[x];
            term_id t = term_app(b, term_decl(b, call), args, arity);
            if (only_shown(v->system->program, t))
                add_unique(calls, t);
        }
}

static void neighbours(const vocabulary *v, const ir_opaque *o, term_vec *calls)
{
    term_bank *b = v->system->program->bank;
    for (size_t x = 0; x < v->n_plain; x++)
        for (int64_t d = -1; d <= 1 && calls->n < v->limits->calls; d++) {
            term_id arg = d ? term_make2(b, d < 0 ? OP_SUB : OP_ADD, v->columns.at[x], number(b, 1))
                            : v->columns.at[x];
            add_unique(calls, term_app(b, o->decl, &arg, 1));
        }
}

static bool numbers_only(const term_bank *b, decl_id d)
{
    bool good = decl_range(b, d) == SORT_ID_INT && decl_arity(b, d) <= MAX_ARITY;
    for (uint32_t k = 0; good && k < decl_arity(b, d); k++)
        good = decl_domain(b, d, k) == SORT_ID_INT;
    return good;
}

static void find_calls(const vocabulary *v, term_vec *calls)
{
    const ir_program *p = v->system->program;
    term_vec text = {0};
    calls_of_text(v->system, &text);
    for (size_t i = 0; i < text.n; i++)
        if (numbers_only(p->bank, term_decl(p->bank, text.at[i])) && only_shown(p, text.at[i]))
            add_unique(calls, text.at[i]);
    for (size_t i = 0; i < p->opaques.n; i++) {
        const ir_opaque *o = &p->opaques.at[i];
        uint32_t arity = decl_arity(p->bank, o->decl);
        size_t tuples = 1;
        for (uint32_t k = 0; k < arity && tuples <= v->limits->call_tuples; k++)
            tuples *= v->n_plain;
        if (o->nullary || o->behind || !v->n_plain || !numbers_only(p->bank, o->decl))
            continue;
        if (arity == 1)
            neighbours(v, o, calls);
        else if (tuples <= v->limits->call_tuples)
            all_tuples(v, o, calls);
    }
    for (size_t i = 0; i < text.n; i++)
        if (numbers_only(p->bank, term_decl(p->bank, text.at[i])))
            replace_one(v, text.at[i], calls);
    vec_free(&text);
}

/* ---- Columns --------------------------------------------------------------------------------- */

static void add_directions(vocabulary *v, uint32_t x)
{
    for (int64_t a = -1; a <= 1; a += 2) {
        direction alone = {.x = x, .y = x, .a = a};
        vec_push(&v->directions, alone);
        for (uint32_t y = 0; y < x; y++)
            for (int64_t b = -1; b <= 1; b += 2) {
                direction two = {.x = x, .y = y, .a = a, .b = b};
                vec_push(&v->directions, two);
            }
    }
}

static void find_constants(vocabulary *v)
{
    const ir_system *s = v->system;
    const term_bank *b = s->program->bank;
    term_vec roots = {0}, order = {0};
    for (size_t i = 0; i < s->transitions.n; i++) {
        vec_push(&roots, s->transitions.at[i].guard);
        vec_append(&roots, s->transitions.at[i].after.at, s->transitions.at[i].after.n);
    }
    term_postorder(b, roots.at, roots.n, &order);
    for (size_t i = 0; i < order.n && v->constants.n < v->limits->vocabulary_constants; i++) {
        int64_t n;
        if (term_op_of(b, order.at[i]) == OP_CONST && term_sort(b, order.at[i]) == SORT_ID_INT &&
            value_small_int(b, term_value(b, order.at[i]), &n))
            vec_push(&v->constants, n);
    }
    vec_free(&roots);
    vec_free(&order);
}

/* C's: rounded towards zero. */
static term_id quotient(term_bank *b, term_id x, int64_t divisor)
{
    term_id y = number(b, divisor);
    term_id negative = term_make2(b, OP_IDIV, term_make1(b, OP_NEG, x), y);
    return term_make3(b, OP_ITE, term_make2(b, OP_GE, x, number(b, 0)),
                      term_make2(b, OP_IDIV, x, y), term_make1(b, OP_NEG, negative));
}

/* Ten is what people count with; others are in the text. */
static void add_quotients(vocabulary *v)
{
    term_bank *b = v->system->program->bank;
    int64_t divisors[MAX_DIVISORS] = {10, 2};
    size_t n = 2;
    for (size_t i = 0; i < v->thresholds.n && n < v->limits->quotient_divisors; i++)
        if (v->thresholds.at[i] > 2 && v->thresholds.at[i] < 10)
            divisors[n++] = v->thresholds.at[i];
    for (size_t k = 0; k < n; k++)
        for (size_t x = 0; x < v->n_plain && v->columns.n < v->n_plain + v->limits->quotients; x++)
            vec_push(&v->columns, quotient(b, v->columns.at[x], divisors[k]));
}

/* Products of up to `degree` of the columns so far. */
static void add_monomials(vocabulary *v, unsigned degree)
{
    term_bank *b = v->system->program->bank;
    size_t n = v->columns.n, begin = 0, end = n;
    vec_u32 largest = {0}; /* of each column: its last factor */
    for (size_t i = 0; i < n; i++)
        vec_push(&largest, (uint32_t)i);
    for (unsigned d = 2; d <= degree; d++) {
        for (size_t i = begin; i < end; i++)
            for (uint32_t k = largest.at[i]; k < n && v->columns.n < v->limits->linear_columns;
                 k++) {
                column_product product = {(uint32_t)v->columns.n, (uint32_t)i, k};
                vec_push(&v->products, product);
                vec_push(&v->columns, term_make2(b, OP_MUL, v->columns.at[i], v->columns.at[k]));
                vec_push(&largest, k);
            }
        begin = end;
        end = v->columns.n;
    }
    vec_free(&largest);
}

static void add_calls(vocabulary *v, bool products)
{
    term_bank *b = v->system->program->bank;
    term_vec calls = {0};
    find_calls(v, &calls);
    size_t n_plain = v->n_plain;
    for (size_t i = 0; i < calls.n; i++) {
        if (i < v->limits->linear_calls && v->n_linear == v->columns.n &&
            v->n_linear < v->limits->linear_columns)
            v->n_linear++;
        vec_push(&v->columns, calls.at[i]);
    }
    for (size_t i = 0; products && i < calls.n; i++)
        for (size_t x = 0; x < n_plain && v->columns.n < v->limits->columns; x++)
            vec_push(&v->columns, term_make2(b, OP_MUL, v->columns.at[x], calls.at[i]));
    v->matches = calls.n > 0;
    vec_free(&calls);
}

/* Comparisons and truth values of the text with an opaque operation in them, and their negations.
 */
static void opaque_conditions(const ir_system *s, size_t most, term_vec *conditions)
{
    const ir_program *p = s->program;
    term_vec roots = {0}, order = {0};
    for (size_t i = 0; i < s->transitions.n; i++) {
        vec_push(&roots, s->transitions.at[i].guard);
        vec_append(&roots, s->transitions.at[i].after.at, s->transitions.at[i].after.n);
    }
    term_postorder(p->bank, roots.at, roots.n, &order);
    for (size_t i = 0; i < order.n && conditions->n < most; i++) {
        term_id t = order.at[i];
        term_op op = term_op_of(p->bank, t);
        bool atom = op == OP_LE || op == OP_LT || op == OP_GE || op == OP_GT || op == OP_EQ ||
                    (op == OP_APP && term_arity(p->bank, t));
        if (!atom || term_sort(p->bank, t) != SORT_ID_BOOL || !vocabulary_opaque(p, t) ||
            !only_shown(p, t))
            continue;
        add_unique(conditions, t);
        add_unique(conditions, term_not(p->bank, t));
    }
    vec_free(&roots);
    vec_free(&order);
}

static void add_conditions(vocabulary *v, const vocabulary_config *config)
{
    const ir_program *p = v->system->program;
    opaque_conditions(v->system, v->limits->opaque_conditions, &v->conditions);
    atoms_of_text(v->system, v->conditions.n + config->conditions, &v->conditions);
    for (uint32_t i = 0; i < v->conditions.n; i++) {
        uint32_t other = i;
        for (uint32_t k = 0; k < v->conditions.n; k++)
            if (term_not(p->bank, v->conditions.at[i]) == v->conditions.at[k])
                other = k;
        vec_push(&v->negations, other);
    }
    for (int opaque = 1; opaque >= 0; opaque--)
        for (size_t i = 0; i < v->conditions.n && v->splits.n < v->limits->call_splits; i++) {
            term_id t = v->conditions.at[i];
            /* A condition and its negation split alike. */
            if (term_op_of(p->bank, t) == OP_NOT || vocabulary_opaque(p, t) != (opaque == 1) ||
                (!opaque && !config->splits))
                continue;
            vec_push(&v->splits, (uint32_t)i);
        }
}

/* Whether some transition looks at its value: else nothing that matters can be said about it, as
 * about locals of functions that were left. */
static bool is_read(const ir_system *s, size_t variable)
{
    const ir_program *p = s->program;
    vec_u32 decls = {0};
    term_vec roots = {0};
    for (size_t i = 0; i < s->transitions.n; i++) {
        const ir_transition *t = &s->transitions.at[i];
        vec_push(&roots, t->guard);
        for (size_t k = 0; k < t->after.n; k++)
            if (t->after.at[k] != p->variables.at[k].term)
                vec_push(&roots, t->after.at[k]);
    }
    term_free_decls(p->bank, roots.at, roots.n, &decls);
    bool found = false;
    for (size_t i = 0; i < decls.n && !found; i++)
        found = decls.at[i] == term_decl(p->bank, p->variables.at[variable].term);
    vec_free(&decls);
    vec_free(&roots);
    return found;
}

void vocabulary_init(vocabulary *v, const ir_system *system, const vocabulary_config *config)
{
    const ir_program *p = system->program;
    *v = (vocabulary){.limits = LIMITS_OR(config->limits, prove_limits_default),
                      .system = system,
                      .pairs = config->pairs};
    for (size_t x = 0; x < p->variables.n && v->columns.n < v->limits->linear_columns; x++)
        if (p->variables.at[x].shown &&
            term_sort(p->bank, p->variables.at[x].term) == SORT_ID_INT && is_read(system, x))
            vec_push(&v->columns, p->variables.at[x].term);
    v->n_plain = v->columns.n;
    for (uint32_t x = 0; x < v->n_plain; x++)
        add_directions(v, x);
    atoms_thresholds(system, v->limits, &v->thresholds);
    find_constants(v);
    if (config->quotients)
        add_quotients(v);
    add_monomials(v, config->degree);
    v->n_linear = v->columns.n;
    add_calls(v, config->products);
    add_conditions(v, config);
}

/* A condition by itself; the sides of an equation are columns, so that states can be mended. */
static void add_condition(vocabulary *v, term_id t)
{
    const term_bank *b = v->system->program->bank;
    bool equation = term_op_of(b, t) == OP_EQ && term_arity(b, t) == 2 &&
                    term_sort(b, term_arg(b, t, 0)) == SORT_ID_INT;
    vec_push(&v->negations, (uint32_t)v->conditions.n);
    vec_push(&v->conditions, t);
    vec_push(&v->fixed_columns, equation ? (uint32_t)v->columns.n : UINT32_MAX);
    if (equation)
        vec_append(&v->columns, term_args(b, t), 2);
}

/* A conjunction is its conjuncts. */
static void add_given(vocabulary *v, uint32_t cut, term_id given)
{
    const term_bank *b = v->system->program->bank;
    term_vec open = {0};
    vec_push(&open, given);
    while (open.n) {
        term_id t = vec_pop(&open);
        if (term_op_of(b, t) == OP_AND) {
            vec_append(&open, term_args(b, t), term_arity(b, t));
            continue;
        }
        add_condition(v, t);
        vec_push(&v->fixed_cuts, cut);
    }
    vec_free(&open);
}

/* Only variables, and no equations among them. */
static void begin_given(vocabulary *v, const ir_system *system, const prove_limits *limits)
{
    const ir_program *p = system->program;
    *v = (vocabulary){.limits = limits, .system = system};
    for (size_t x = 0; x < p->variables.n && v->columns.n < v->limits->linear_columns; x++)
        if (p->variables.at[x].shown && term_sort(p->bank, p->variables.at[x].term) == SORT_ID_INT)
            vec_push(&v->columns, p->variables.at[x].term);
    v->n_plain = v->columns.n;
    atoms_thresholds(system, v->limits, &v->thresholds);
    find_constants(v);
}

void vocabulary_given(vocabulary *v, const ir_system *system, const prove_limits *limits,
                      const term_vec *conjuncts)
{
    begin_given(v, system, limits);
    v->n_linear = v->n_plain;
    for (uint32_t cut = 1; cut < system->cuts.n; cut++)
        for (size_t i = 0; i < conjuncts[cut].n; i++)
            add_given(v, cut, conjuncts[cut].at[i]);
}

void vocabulary_of_grammar(vocabulary *v, const ir_system *system, const prove_limits *limits,
                           const inv_grammar *g)
{
    term_vec conditions = {0};
    begin_given(v, system, limits);
    inv_grammar_words(g, system, limits, &conditions, &v->sentences);
    for (size_t i = 0; i < conditions.n; i++)
        add_condition(v, conditions.at[i]);
    vec_free(&conditions);
}

void vocabulary_free(vocabulary *v)
{
    vec_free(&v->columns);
    vec_free(&v->products);
    vec_free(&v->directions);
    vec_free(&v->thresholds);
    vec_free(&v->constants);
    vec_free(&v->conditions);
    vec_free(&v->negations);
    vec_free(&v->splits);
    vec_free(&v->fixed_cuts);
    vec_free(&v->fixed_columns);
    for (size_t i = 0; i < v->sentences.n; i++)
        vec_free(&v->sentences.at[i]);
    vec_free(&v->sentences);
}
