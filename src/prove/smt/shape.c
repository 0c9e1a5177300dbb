#include "prove/smt/shape.h"

#include "prove/smt/arrays.h"
#include "prove/smt/portrait_impl.h"

enum { MAX_DEGREE = 4 };

static void add_directions(shape *s, uint32_t x, bool sums)
{
    for (int64_t a = -1; a <= 1; a += 2) {
        shape_direction alone = {.x = x, .y = x, .a = a};
        vec_push(&s->directions, alone);
        for (uint32_t y = 0; sums && y < x; y++)
            /* Sums of two must fit in 64 bits. */
            for (int64_t b = -1;
                 b <= 1 && s->numbers.at[x].width <= 32 && s->numbers.at[y].width <= 32; b += 2) {
                shape_direction two = {.x = x, .y = y, .a = a, .b = b};
                vec_push(&s->directions, two);
            }
    }
}

static void add_number(shape *s, term_id term, bool is_unsigned)
{
    term_bank *b = s->system->program->bank;
    bool bits = sort_kind_of(b, term_sort(b, term)) == SORT_BV;
    shape_number x = {.term = term, .is_unsigned = is_unsigned};
    x.width = bits ? sort_bv_width(b, term_sort(b, term)) : 0;
    vec_push(&s->numbers, x);
    unsigned room = !bits ? 0 : x.width <= 32 ? 32 : 64;
    if (room > s->ring_width)
        s->ring_width = room;
}

static bool matters_anywhere(const shape *s, term_id t)
{
    bool live = false;
    for (uint32_t cut = 1; cut < s->system->cuts.n && !live; cut++)
        live = ir_live_term(&s->live, cut, t);
    return live;
}

/* Where statements about all elements are looked for, single ones say little. */
static void add_numbers(shape *s, bool elements)
{
    const ir_program *p = s->system->program;
    for (size_t v = 0; v < p->variables.n && s->numbers.n < s->limits->shape_numbers; v++) {
        const ir_variable *x = &p->variables.at[v];
        if (x->shown && !x->type.n_dims && x->type.width > 1 && !x->type.real &&
            matters_anywhere(s, x->term))
            add_number(s, x->term, x->type.is_unsigned);
    }
    term_vec terms = {0};
    atoms_terms(s->system, s->limits, &terms);
    for (size_t i = 0; i < terms.n && s->numbers.n < s->limits->shape_numbers; i++)
        if (matters_anywhere(s, terms.at[i]) &&
            (elements || term_op_of(p->bank, terms.at[i]) != OP_SELECT))
            add_number(s, terms.at[i], false);
    vec_free(&terms);
}

term_id shape_wide(const shape *s, const shape_number *x, unsigned width)
{
    uint32_t more = width - x->width;
    if (!x->width || !more)
        return x->term;
    return term_make(s->system->program->bank, x->is_unsigned ? OP_ZERO_EXTEND : OP_SIGN_EXTEND,
                     &more, 1, &x->term, 1);
}

/* All products of up to `degree` numbers, the shorter ones first. */
static void add_columns(shape *s, unsigned degree)
{
    term_bank *b = s->system->program->bank;
    vec_u32 last = {0}; /* of each column: its last factor */
    for (uint32_t x = 0; x < s->numbers.n; x++) {
        vec_push(&s->columns, shape_wide(s, &s->numbers.at[x], s->ring_width));
        vec_push(&last, x);
    }
    size_t begin = 0;
    for (unsigned d = 2; d <= degree && d <= MAX_DEGREE; d++) {
        size_t end = s->columns.n;
        for (size_t i = begin; i < end; i++)
            for (uint32_t x = last.at[i];
                 x < s->numbers.n && s->columns.n < s->limits->shape_columns; x++) {
                vec_push(&s->columns, term_make2(b, s->ring_width ? OP_BVMUL : OP_MUL,
                                                 s->columns.at[i], s->columns.at[x]));
                vec_push(&last, x);
            }
        begin = end;
    }
    vec_free(&last);
}

void shape_init(shape *s, const ir_system *system, const shape_config *config,
                const prove_limits *limits)
{
    *s = (shape){
        .limits = limits, .system = system, .pairs = config->pairs, .narrow = config->narrow};
    ir_live_find(&s->live, system);
    add_numbers(s, !config->arrays);
    for (uint32_t x = 0; config->bounds && x < s->numbers.n; x++)
        add_directions(s, x, config->bounds == SHAPE_OCTAGONS);
    if (config->degree)
        add_columns(s, config->degree);
    atoms_thresholds(system, limits, &s->thresholds);
    atoms_landmarks(system, limits, &s->landmarks);
    if (config->remainders)
        atoms_moduli(system, limits, &s->moduli);
    atoms_of_text(system, config->conditions, &s->conditions);
    vec_append(&s->tests, s->conditions.at, s->conditions.n);
    s->first_of_all = s->conditions.n;
    if (config->arrays)
        arrays_conditions(system, limits, limits->array_conditions, &s->conditions, &s->tests,
                          &s->index);
}

void shape_free(shape *s)
{
    ir_live_free(&s->live);
    vec_free(&s->numbers);
    vec_free(&s->columns);
    vec_free(&s->directions);
    vec_free(&s->thresholds);
    vec_free(&s->landmarks);
    vec_free(&s->moduli);
    vec_free(&s->conditions);
    vec_free(&s->tests);
}
