#include "prove/invariant/vocabulary.h"

#include "prove/invariant/arrays.h"

enum { MAX_DEGREE = 4, MAX_DIVISORS = 9 };

static term_id int_term(term_bank *b, int64_t n)
{
    return term_const(b, value_int(b, n));
}

static void add_directions(vocabulary *v, uint32_t x, bool sums)
{
    for (int64_t a = -1; a <= 1; a += 2) {
        direction alone = {.x = x, .y = x, .a = a};
        vec_push(&v->directions, alone);
        for (uint32_t y = 0; sums && y < x; y++)
            /* Sums of two must fit in 64 bits. */
            for (int64_t b = -1;
                 b <= 1 && v->numbers.at[x].width <= 32 && v->numbers.at[y].width <= 32; b += 2) {
                direction two = {.x = x, .y = y, .a = a, .b = b};
                vec_push(&v->directions, two);
            }
    }
}

static void add_number(vocabulary *v, term_id term, bool is_unsigned)
{
    term_bank *b = v->system->program->bank;
    bool bits = sort_kind_of(b, term_sort(b, term)) == SORT_BV;
    vocabulary_number x = {.term = term, .is_unsigned = is_unsigned};
    x.width = bits ? sort_bv_width(b, term_sort(b, term)) : 0;
    vec_push(&v->numbers, x);
    unsigned room = !bits ? 0 : x.width <= 32 ? 32 : 64;
    if (room > v->ring_width)
        v->ring_width = room;
}

static bool matters_anywhere(const vocabulary *v, term_id t)
{
    bool live = false;
    for (uint32_t cut = 1; cut < v->system->cuts.n && !live; cut++)
        live = ir_live_term(&v->live, cut, t);
    return live;
}

/* Where statements about all elements are looked for, single ones say little. */
static void add_numbers(vocabulary *v, const vocabulary_config *config)
{
    const ir_program *p = v->system->program;
    uint64_t most = config->executed ? v->limits->linear_columns : v->limits->numbers;
    for (size_t i = 0; i < p->variables.n && v->numbers.n < most; i++) {
        const ir_variable *x = &p->variables.at[i];
        if (x->shown && !x->type.n_dims && x->type.width > 1 && !x->type.real &&
            matters_anywhere(v, x->term))
            add_number(v, x->term, x->type.is_unsigned);
    }
    v->n_plain = v->numbers.n;
    term_vec terms = {0};
    if (!config->plain)
        atoms_terms(v->system, v->limits, &terms);
    for (size_t i = 0; i < terms.n && v->numbers.n < most; i++)
        if (matters_anywhere(v, terms.at[i]) &&
            (!config->arrays || term_op_of(p->bank, terms.at[i]) != OP_SELECT))
            add_number(v, terms.at[i], false);
    vec_free(&terms);
}

term_id vocabulary_wide(const vocabulary *v, const vocabulary_number *x, unsigned width)
{
    uint32_t more = width - x->width;
    if (!x->width || !more)
        return x->term;
    return term_make(v->system->program->bank, x->is_unsigned ? OP_ZERO_EXTEND : OP_SIGN_EXTEND,
                     &more, 1, &x->term, 1);
}

/* C's: rounded towards zero. */
static term_id quotient(term_bank *b, term_id x, int64_t divisor)
{
    term_id y = int_term(b, divisor);
    term_id negative = term_make2(b, OP_IDIV, term_make1(b, OP_NEG, x), y);
    return term_make3(b, OP_ITE, term_make2(b, OP_GE, x, int_term(b, 0)),
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
        for (size_t x = 0; x < v->n_plain && v->columns.n < v->numbers.n + v->limits->quotients;
             x++)
            vec_push(&v->columns, quotient(b, v->numbers.at[x].term, divisors[k]));
}

/* A condition and its negation split alike. */
static void add_splits(vocabulary *v, bool all)
{
    const ir_program *p = v->system->program;
    for (int opaque = 1; opaque >= 0; opaque--)
        for (size_t i = 0; i < v->first_of_all && v->splits.n < v->limits->call_splits; i++) {
            term_id t = v->conditions.at[i];
            if (term_op_of(p->bank, t) == OP_NOT || vocabulary_opaque(p, t) != (opaque == 1) ||
                (!opaque && !all))
                continue;
            vec_push(&v->splits, (uint32_t)i);
        }
}

static void add_conditions(vocabulary *v, const vocabulary_config *config)
{
    const ir_program *p = v->system->program;
    if (config->executed)
        vocabulary_add_opaque_conditions(v);
    atoms_of_text(v->system, v->conditions.n + config->conditions, &v->conditions);
    vec_append(&v->tests, v->conditions.at, v->conditions.n);
    v->first_of_all = v->conditions.n;
    if (config->arrays)
        arrays_conditions(v->system, v->limits, v->limits->array_conditions, config->executed,
                          &v->conditions, &v->tests, &v->index);
    for (uint32_t i = 0; i < v->conditions.n; i++) {
        uint32_t other = i;
        term_id negation = term_not(p->bank, v->conditions.at[i]);
        for (uint32_t k = 0; k < v->conditions.n; k++)
            if (negation == v->conditions.at[k])
                other = k;
        vec_push(&v->negations, other);
    }
    if (config->executed)
        add_splits(v, config->splits);
}
/* All products of up to `degree` of the columns so far, the shorter ones first. */
static void add_products(vocabulary *v, unsigned degree, size_t most)
{
    term_bank *b = v->system->program->bank;
    size_t n = v->columns.n, begin = 0;
    vec_u32 last = {0}; /* of each column: its last factor */
    for (uint32_t x = 0; x < n; x++)
        vec_push(&last, x);
    for (unsigned d = 2; d <= degree && d <= MAX_DEGREE; d++) {
        size_t end = v->columns.n;
        for (uint32_t i = (uint32_t)begin; i < end; i++)
            for (uint32_t x = last.at[i]; x < n && v->columns.n < most; x++) {
                column_product product = {(uint32_t)v->columns.n, i, x};
                vec_push(&v->products, product);
                vec_push(&v->columns, term_make2(b, v->ring_width ? OP_BVMUL : OP_MUL,
                                                 v->columns.at[i], v->columns.at[x]));
                vec_push(&last, x);
            }
        begin = end;
    }
    vec_free(&last);
}

static void add_columns(vocabulary *v, const vocabulary_config *config)
{
    for (size_t x = 0; x < v->numbers.n; x++)
        vec_push(&v->columns, vocabulary_wide(v, &v->numbers.at[x], v->ring_width));
    if (config->quotients)
        add_quotients(v);
    add_products(v, config->degree,
                 config->executed ? v->limits->linear_columns : v->limits->equation_columns);
    v->n_linear = v->columns.n;
    if (config->executed)
        vocabulary_add_calls(v, config->products);
}

void vocabulary_init(vocabulary *v, const ir_system *system, const vocabulary_config *config)
{
    *v = (vocabulary){.limits = LIMITS_OR(config->limits, prove_limits_default),
                      .system = system,
                      .pairs = config->pairs,
                      .narrow = config->narrow,
                      .executed = config->executed};
    ir_live_find(&v->live, system);
    add_numbers(v, config);
    for (uint32_t x = 0; config->bounds && x < v->numbers.n; x++)
        add_directions(v, x, config->bounds == BOUNDS_OCTAGONS);
    atoms_thresholds(system, v->limits, &v->thresholds);
    atoms_landmarks(system, v->limits, &v->landmarks);
    atoms_constants(system, v->limits, &v->constants);
    if (config->remainders)
        atoms_moduli(system, v->limits, &v->moduli);
    if (config->degree)
        add_columns(v, config);
    add_conditions(v, config);
}

void vocabulary_free(vocabulary *v)
{
    ir_live_free(&v->live);
    vec_free(&v->numbers);
    vec_free(&v->columns);
    vec_free(&v->products);
    vec_free(&v->directions);
    vec_free(&v->thresholds);
    vec_free(&v->landmarks);
    vec_free(&v->moduli);
    vec_free(&v->constants);
    vec_free(&v->conditions);
    vec_free(&v->tests);
    vec_free(&v->negations);
    vec_free(&v->splits);
    vec_free(&v->fixed_cuts);
    vec_free(&v->fixed_columns);
    for (size_t i = 0; i < v->sentences.n; i++)
        vec_free(&v->sentences.at[i]);
    vec_free(&v->sentences);
}
