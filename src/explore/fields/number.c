#include "explore/fields/number.h"

#include <ctype.h>
#include <stdlib.h>

#include "term/core/subst.h"

enum { DEEPEST = 160, MOST_TERMS = 60000 };

void run_view_init(run_view *v, explore_trace *t)
{
    *v = (run_view){.t = t, .model = model_new(t->bank)};
    for (uint32_t i = 0; i < t->variables.n; i++) {
        const trace_variable *x = &t->variables.at[i];
        model_set_value(v->model, x->decl, value_bv_u64(t->bank, 8, x->value));
        map_put(&v->variable_of, x->decl, i);
    }
    v->evaluator = eval_new(v->model, &(eval_config){0});
}

void run_view_free(run_view *v)
{
    eval_free(v->evaluator);
    model_free(v->model);
    map_free(&v->variable_of);
    map_free(&v->resolved);
    vec_free(&v->reads);
}

bool run_view_word(run_view *v, term_id t, uint64_t *word)
{
    value_id value = eval_term(v->evaluator, t);
    return value && value_small_bits(v->t->bank, value, word);
}

/* ---- Loads ----------------------------------------------------------------------------------- */

/* The first byte of an input that the term depends on; UINT32_MAX: none. */
static uint32_t first_variable(run_view *v, term_id t)
{
    const uint64_t *uses = trace_uses(v->t, t);
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < v->t->variables.n; i++)
        if (uses[i / 64] >> i % 64 & 1 &&
            (best == UINT32_MAX || v->t->variables.at[i].offset < v->t->variables.at[best].offset))
            best = i;
    return best;
}

/* The offset at which a table is chosen from (solve/closed/tables.h); 0: it is no table. */
static term_id table_offset(const term_bank *b, term_id t)
{
    if (term_op_of(b, t) != OP_ITE)
        return 0;
    term_id c = term_arg(b, t, 0);
    bool is = term_op_of(b, c) == OP_BVULT && term_op_of(b, term_arg(b, c, 1)) == OP_CONST &&
              term_op_of(b, term_arg(b, c, 0)) != OP_CONST;
    return is ? term_arg(b, c, 0) : 0;
}

/* What the run read there; `t` itself: it is no load of input. */
static term_id loaded(run_view *v, term_id t)
{
    const term_bank *b = v->t->bank;
    term_id offset = table_offset(b, t), leaf = t;
    while (offset && table_offset(b, leaf) == offset) {
        value_id truth = eval_term(v->evaluator, term_arg(b, leaf, 0));
        if (!truth)
            return t;
        leaf = term_arg(b, leaf, truth == VALUE_ID_TRUE ? 1 : 2);
    }
    uint32_t first = leaf == t ? UINT32_MAX : first_variable(v, leaf);
    if (first == UINT32_MAX)
        return t;
    vec_push(&v->reads, ((view_read){offset, first}));
    return leaf;
}

static term_id rebuilt(run_view *v, term_id t)
{
    term_bank *b = v->t->bank;
    uint32_t n = term_arity(b, t);
    term_id few[8], *args = n <= 8 ? few : base_alloc(n * sizeof *args);
    bool same = true;
    for (uint32_t i = 0; i < n; i++) {
        args[i] = (term_id)map_get(&v->resolved, term_arg(b, t, i), term_arg(b, t, i));
        same = same && args[i] == term_arg(b, t, i);
    }
    term_id made = same ? t : term_rebuild(b, t, args);
    if (args != few)
        free(args);
    return made ? made : t;
}

term_id run_view_resolve(run_view *v, term_id t)
{
    term_vec stack = {0};
    vec_push(&stack, t);
    while (stack.n && v->resolved.count < MOST_TERMS) {
        term_id top = vec_last(&stack), leaf;
        if (map_find(&v->resolved, top)) {
            (void)vec_pop(&stack);
            continue;
        }
        leaf = loaded(v, top);
        bool ready = true;
        if (leaf != top) {
            ready = map_find(&v->resolved, leaf);
            if (ready)
                map_put(&v->resolved, top, map_get(&v->resolved, leaf, leaf));
            else {
                v->reads.n--; /* once */
                vec_push(&stack, leaf);
            }
            continue;
        }
        for (uint32_t i = 0; i < term_arity(v->t->bank, top); i++)
            if (!map_find(&v->resolved, term_arg(v->t->bank, top, i))) {
                vec_push(&stack, term_arg(v->t->bank, top, i));
                ready = false;
            }
        if (ready)
            map_put(&v->resolved, top, rebuilt(v, top));
    }
    term_id made = stack.n ? 0 : (term_id)map_get(&v->resolved, t, t);
    vec_free(&stack);
    return made;
}

/* ---- Linear ---------------------------------------------------------------------------------- */

/* As the machine computes: terms are modulo powers of two. */
static int64_t plus(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}
static int64_t times(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a * (uint64_t)b);
}

static bool add_byte(number_sum *to, uint32_t variable, int64_t factor)
{
    for (uint32_t i = 0; i < to->n; i++)
        if (to->bytes[i].variable == variable) {
            to->bytes[i].factor = plus(to->bytes[i].factor, factor);
            if (!to->bytes[i].factor)
                to->bytes[i] = to->bytes[--to->n];
            return true;
        }
    if (to->n == NUMBER_BYTES)
        return false;
    to->bytes[to->n].variable = variable;
    to->bytes[to->n++].factor = factor;
    return true;
}

/* `part`: of a sum, where it may be a difference. */
static bool constant_of(const term_bank *b, term_id t, bool part, int64_t *to)
{
    uint64_t bits;
    if (term_op_of(b, t) != OP_CONST || !value_small_bits(b, term_value(b, t), &bits))
        return false;
    uint32_t width = sort_bv_width(b, term_sort(b, t));
    bool negative = (part || width > 8) && width <= 64 && bits >> (width - 1) & 1;
    *to = (int64_t)(negative && width < 64 ? bits | UINT64_MAX << width : bits);
    return true;
}

static bool collect(run_view *v, term_id t, int64_t factor, int depth, number_sum *to);

/* Without the lowest `bits`, which are whole bytes of it. */
static bool collect_high(run_view *v, term_id t, uint32_t bits, int64_t factor, int depth,
                         number_sum *to)
{
    number_sum all = {0};
    if (bits > 56 || !collect(v, t, 1, depth, &all) || all.constant & ((INT64_C(1) << bits) - 1))
        return false;
    bool good = true;
    for (uint32_t i = 0; i < all.n && good; i++)
        if (!(all.bytes[i].factor & ((INT64_C(1) << bits) - 1)))
            good = add_byte(to, all.bytes[i].variable,
                            times(factor, all.bytes[i].factor / (INT64_C(1) << bits)));
        else
            good = all.bytes[i].factor < INT64_C(1) << bits && all.bytes[i].factor > 0;
    to->constant = plus(to->constant, times(factor, all.constant / (INT64_C(1) << bits)));
    return good;
}

static bool collect_all(run_view *v, term_id t, int64_t factor, int depth, number_sum *to)
{
    bool good = true;
    for (uint32_t i = 0; i < term_arity(v->t->bank, t) && good; i++)
        good = collect(v, term_arg(v->t->bank, t, i),
                       i && term_op_of(v->t->bank, t) == OP_BVSUB ? times(factor, -1) : factor,
                       depth, to);
    return good;
}

static bool collect(run_view *v, term_id t, int64_t factor, int depth, number_sum *to)
{
    const term_bank *b = v->t->bank;
    int64_t constant;
    if (depth > DEEPEST || sort_kind_of(b, term_sort(b, t)) != SORT_BV)
        return false;
    if (constant_of(b, t, depth, &constant)) {
        to->constant = plus(to->constant, times(factor, constant));
        return true;
    }
    term_id x = term_arity(b, t) ? term_arg(b, t, 0) : 0;
    term_id y = term_arity(b, t) == 2 ? term_arg(b, t, 1) : 0;
    switch (term_op_of(b, t)) {
    case OP_APP: {
        const uint64_t *variable =
            term_arity(b, t) ? NULL : map_find(&v->variable_of, term_decl(b, t));
        return variable && add_byte(to, (uint32_t)*variable, factor);
    }
    case OP_ZERO_EXTEND:
    case OP_SIGN_EXTEND:
        return collect(v, x, factor, depth + 1, to);
    case OP_EXTRACT:
        return term_index(b, t, 1) ? collect_high(v, x, term_index(b, t, 1), factor, depth + 1, to)
                                   : collect(v, x, factor, depth + 1, to);
    case OP_CONCAT: {
        uint32_t low = y ? sort_bv_width(b, term_sort(b, y)) : 64;
        return low < 64 && collect(v, y, factor, depth + 1, to) &&
               collect(v, x, (int64_t)((uint64_t)factor << low), depth + 1, to);
    }
    case OP_BVADD:
    case OP_BVSUB:
    case OP_BVOR: /* of parts, as is checked by the value */
        return collect_all(v, t, factor, depth + 1, to);
    case OP_BVNOT:
        to->constant = plus(to->constant, times(factor, -1));
        return collect(v, x, times(factor, -1), depth + 1, to);
    case OP_BVMUL:
        return y && ((constant_of(b, y, true, &constant) &&
                      collect(v, x, times(factor, constant), depth + 1, to)) ||
                     (constant_of(b, x, true, &constant) &&
                      collect(v, y, times(factor, constant), depth + 1, to)));
    case OP_BVSHL:
        return constant_of(b, y, true, &constant) && constant >= 0 && constant < 63 &&
               collect(v, x, (int64_t)((uint64_t)factor << constant), depth + 1, to);
    case OP_BVLSHR:
        return constant_of(b, y, true, &constant) && constant >= 0 &&
               collect_high(v, x, (uint32_t)constant, factor, depth + 1, to);
    case OP_ITE: {
        value_id truth = eval_term(v->evaluator, x);
        return truth &&
               collect(v, term_arg(b, t, truth == VALUE_ID_TRUE ? 1 : 2), factor, depth + 1, to);
    }
    default:
        return false;
    }
}

bool number_of(run_view *v, term_id t, number_sum *to)
{
    uint64_t word;
    *to = (number_sum){0};
    if (sort_kind_of(v->t->bank, term_sort(v->t->bank, t)) != SORT_BV)
        return false;
    uint32_t width = sort_bv_width(v->t->bank, term_sort(v->t->bank, t));
    if (width > 64 || !collect(v, t, 1, 0, to) || !run_view_word(v, t, &word))
        return false;
    uint64_t sum = (uint64_t)to->constant;
    for (uint32_t i = 0; i < to->n; i++)
        sum += (uint64_t)to->bytes[i].factor * v->t->variables.at[to->bytes[i].variable].value;
    return !((sum ^ word) & (width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX));
}

bool number_subtract(number_sum *a, const number_sum *b)
{
    bool good = true;
    for (uint32_t i = 0; i < b->n && good; i++)
        good = add_byte(a, b->bytes[i].variable, times(b->bytes[i].factor, -1));
    a->constant = plus(a->constant, times(b->constant, -1));
    return good;
}

/* ---- Fields ---------------------------------------------------------------------------------- */

static int by_place(const void *x, const void *y, void *context)
{
    const trace_variable *all = context;
    const trace_variable *a = &all[((const struct number_byte *)x)->variable],
                         *b = &all[((const struct number_byte *)y)->variable];
    if (a->kind != b->kind || a->index != b->index)
        return a->kind != b->kind ? (a->kind < b->kind ? -1 : 1) : a->index < b->index ? -1 : 1;
    return a->offset < b->offset ? -1 : a->offset > b->offset;
}

static const struct {
    field_form form;
    int64_t up, down; /* the factor of the next byte, multiplied and divided */
} forms[] = {{FIELD_LITTLE, 256, 1},
             {FIELD_BIG, 1, 256},
             {FIELD_DECIMAL, 1, 10},
             {FIELD_HEXADECIMAL, 1, 16}};

/* How many bytes from `i` on are one number of the form. */
static uint32_t run_of(const run_view *v, const number_sum *n, uint32_t i, size_t form)
{
    uint32_t k = i + 1;
    for (; k < n->n && k - i < FIELD_BYTES; k++) {
        const trace_variable *a = &v->t->variables.at[n->bytes[k - 1].variable],
                             *b = &v->t->variables.at[n->bytes[k].variable];
        if (a->kind != b->kind || a->index != b->index || a->offset + 1 != b->offset ||
            times(n->bytes[k].factor, forms[form].down) !=
                times(n->bytes[k - 1].factor, forms[form].up))
            break;
    }
    return k - i;
}

uint32_t number_parts(const run_view *v, const number_sum *n,
                      number_part parts[static NUMBER_PARTS])
{
    number_sum sorted = *n;
    uint32_t found = 0;
    qsort_r(sorted.bytes, sorted.n, sizeof *sorted.bytes, by_place, v->t->variables.at);
    for (uint32_t i = 0, width; i < sorted.n; i += width) {
        size_t best = 0;
        width = 0;
        for (size_t f = 0; f < sizeof forms / sizeof *forms; f++)
            if (run_of(v, &sorted, i, f) > width) {
                best = f;
                width = run_of(v, &sorted, i, f);
            }
        if (found == NUMBER_PARTS)
            return UINT32_MAX;
        const trace_variable *first = &v->t->variables.at[sorted.bytes[i].variable];
        int64_t a = sorted.bytes[i].factor, z = sorted.bytes[i + width - 1].factor;
        number_part *p = &parts[found++];
        *p = (number_part){.form = forms[best].form,
                           .at = first->offset,
                           .width = width,
                           .kind = first->kind,
                           .index = first->index,
                           .factor = best == 0 ? a : z};
        for (uint32_t k = 0; k < width; k++) {
            uint8_t c =
                v->t->variables.at[sorted.bytes[i + (best ? k : width - 1 - k)].variable].value;
            uint32_t one = best < 2      ? c
                           : isdigit(c)  ? c - (uint32_t)'0'
                           : isxdigit(c) ? (c | 32u) - 'a' + 10
                                         : 99;
            if (best >= 2 && one >= (uint64_t)forms[best].down)
                return UINT32_MAX;
            p->value = p->value * (uint64_t)(best < 2 ? 256 : forms[best].down) + one;
        }
    }
    return found;
}
