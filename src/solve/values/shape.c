#include "solve/values/shape.h"

#include <stdlib.h>

#include "fuzz/ranges/ranges.h"
#include "solve/values/owners.h"
#include "solve/near/spread.h"
#include "term/core/subst.h"
#include "term/core/walk.h"
#include "term/rewrite/rewrite.h"

enum {
    VALUES = 256,
    MOST_ROUNDS = 6,
    MOST_CHOICES = 1024 /* over which an equation is spread */
};

/* One round: `q` is what the last one made. */
typedef struct shape {
    question *q;
    byte_set *left;
    const vec_u32 *origin; /* of the terms of q, in the question that was given */
    shape_log *log;        /* NULL: nobody asks */
    uint32_t *owner;       /* by register */
    vec_u32 single;        /* registers that depend on one byte */
    fuzz_range *of;        /* by register: with the values that are left */
    map reg;               /* term -> register + 1 */
    map made;              /* term -> what it is with these values */
} shape;

void shape_log_free(shape_log *log)
{
    vec_free(&log->origin);
    vec_free(&log->steps);
}

static uint32_t origin_of(const shape *s, size_t term)
{
    return s->origin ? s->origin->at[term] : (uint32_t)term;
}

/* ---- What bytes and registers can be --------------------------------------------------------- */

/* The place of the program's input; UINT32_MAX: it is no byte. */
static uint32_t place_of(const question *q, size_t i)
{
    uint32_t input = q->input_of.at[i];
    return input == UINT32_MAX || q->inputs.at[input].bytes != 1 ? UINT32_MAX
                                                                 : q->inputs.at[input].first;
}

/* The next value that is left, around; there is one. */
static uint8_t value_behind(const byte_set *b, uint8_t value)
{
    do
        value++;
    while (!byte_set_has(b, value));
    return value;
}

/* How many runs it takes until each byte had all values that are left to it; 0: one has none. */
static uint32_t runs_for(const shape *s)
{
    uint32_t most = 1;
    for (size_t i = 0; i < s->q->input_of.n; i++) {
        uint32_t n = byte_set_size(&s->left[place_of(s->q, i)]);
        most = !n || !most ? 0 : n > most ? n : most;
    }
    return most;
}

/* Each byte takes its next value, and what depends on one alone is computed. False: something has no value there. */
static bool run_next(shape *s)
{
    question *q = s->q;
    uint64_t *regs = q->machine.regs;
    bool trap = false;
    for (size_t i = 0; i < q->input_of.n; i++)
        q->words[i] = value_behind(&s->left[place_of(q, i)], (uint8_t)q->words[i]);
    for (size_t i = 0; i < s->single.n; i++) {
        const fuzz_insn *insn = &q->program->code.at[s->single.at[i]];
        regs[s->single.at[i]] = insn->op == FUZZ_INPUT
                                    ? q->words[insn->imm]
                                    : fuzz_apply(insn, regs[insn->a], regs[insn->b], regs[insn->c],
                                                 regs[insn->d], &trap);
    }
    q->executions++;
    return !trap;
}

static void run_first(shape *s)
{
    for (size_t i = 0; i < s->q->input_of.n; i++)
        s->q->words[i] = VALUES - 1;
}

/* Terms about one byte leave it the values for which they hold: all bytes are looked at side by side. False: something has no value. */
static bool narrow(shape *s, bool *changed)
{
    question *q = s->q;
    uint32_t runs = runs_for(s);
    byte_set *gone = base_alloc_zero(q->terms.n + 1, sizeof *gone);
    bool good = true;
    *changed = false;
    run_first(s);
    for (uint32_t k = 0; k < runs && good; k++) {
        good = run_next(s);
        for (size_t t = 0; t < q->terms.n && good; t++) {
            uint32_t reg = q->program->roots.at[t], owner = s->owner[reg];
            if (owner < OWNER_SEVERAL && !q->machine.regs[reg])
                gone[t].at[q->words[owner] / 64] |= UINT64_C(1) << q->words[owner] % 64;
        }
    }
    for (size_t t = 0; t < q->terms.n && good; t++) {
        uint32_t owner = s->owner[q->program->roots.at[t]];
        if (owner >= OWNER_SEVERAL || !byte_set_size(&gone[t]))
            continue;
        shape_step step = {origin_of(s, t), place_of(q, owner)};
        for (size_t w = 0; w < sizeof gone->at / sizeof *gone->at; w++)
            s->left[step.place].at[w] &= ~gone[t].at[w];
        if (s->log)
            vec_push(&s->log->steps, step);
        *changed = true;
    }
    free(gone);
    return good;
}

/* Of what depends on one byte the ranges are exact. False: something has no value. */
static bool find_ranges(shape *s)
{
    question *q = s->q;
    uint32_t runs = runs_for(s);
    s->of = fuzz_ranges_any(q->bank, q->program);
    run_first(s);
    for (uint32_t k = 0; k < runs; k++) {
        if (!run_next(s))
            return false;
        for (size_t i = 0; i < s->single.n; i++) {
            uint32_t r = s->single.at[i];
            fuzz_range one = fuzz_range_one(s->of[r].width, q->machine.regs[r]);
            if (k)
                fuzz_range_join(&s->of[r], &one);
            else
                s->of[r] = one;
        }
    }
    for (size_t r = 0; r < q->program->code.n; r++)
        if (s->owner[r] == OWNER_NONE)
            s->of[r] = fuzz_range_one(s->of[r].width, q->machine.regs[r]);
    fuzz_ranges_follow(q->program, s->of);
    return true;
}

/* ---- Terms ----------------------------------------------------------------------------------- */

static const fuzz_range *range_of(const shape *s, term_id t)
{
    uint64_t reg = map_get(&s->reg, t, 0);
    return reg ? &s->of[reg - 1] : NULL;
}

static bool has_sign(const shape *s, term_id t)
{
    term_bank *b = s->q->bank;
    const fuzz_range *r = range_of(s, t);
    uint32_t sign = sort_bv_width(b, term_sort(b, t)) - 1;
    uint64_t word;
    if (term_op_of(b, t) == OP_CONST && value_small_bits(b, term_value(b, t), &word))
        return word >> sign & 1;
    return !r || !r->width || sign > 63 || r->high >> sign;
}

/* Without a sign, where the operands have none. */
static term_op unsigned_op(const shape *s, term_id t)
{
    static const term_op same[][2] = {{OP_BVSDIV, OP_BVUDIV}, {OP_BVSREM, OP_BVUREM},
                                      {OP_BVSLT, OP_BVULT},   {OP_BVSLE, OP_BVULE},
                                      {OP_BVSGT, OP_BVUGT},   {OP_BVSGE, OP_BVUGE},
                                      {OP_BVASHR, OP_BVLSHR}, {OP_SIGN_EXTEND, OP_ZERO_EXTEND}};
    term_bank *b = s->q->bank;
    term_op op = term_op_of(b, t);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (same[i][0] == op) {
            bool any = false;
            for (uint32_t k = 0; k < term_arity(b, t); k++)
                any |= has_sign(s, term_arg(b, t, k));
            return any ? op : same[i][1];
        }
    return op;
}

static term_id rebuild(shape *s, term_id t)
{
    term_bank *b = s->q->bank;
    const fuzz_range *r = range_of(s, t);
    uint64_t word;
    sort_kind kind = sort_kind_of(b, term_sort(b, t));
    if (r && (kind == SORT_BOOL || kind == SORT_BV) && fuzz_range_single(r, &word))
        return term_const(b, value_of_word(b, term_sort(b, t), word));
    uint32_t n = term_arity(b, t), n_indices;
    term_op op = unsigned_op(s, t);
    term_vec args = {0};
    bool changed = false;
    for (uint32_t i = 0; i < n; i++) {
        vec_push(&args, (term_id)map_get(&s->made, term_arg(b, t, i), 0));
        changed |= args.at[i] != term_arg(b, t, i);
    }
    const uint32_t *words = term_index_words(b, t, &n_indices);
    uint32_t index = n_indices == 1 ? *words : 0; /* of an extension */
    term_id made = op != term_op_of(b, t) ? term_make(b, op, &index, n_indices, args.at, n)
                   : changed              ? term_rebuild(b, t, args.at)
                                          : t;
    vec_free(&args);
    return made ? made : t;
}

static void rebuild_all(shape *s)
{
    const fuzz_bytecode *p = s->q->program;
    term_vec order = {0};
    for (size_t r = 0; r < p->code.n; r++)
        if (p->terms.at[r])
            map_put(&s->reg, p->terms.at[r], r + 1);
    term_postorder(s->q->bank, s->q->terms.at, s->q->terms.n, &order);
    for (size_t i = 0; i < order.n; i++)
        map_put(&s->made, order.at[i], rebuild(s, order.at[i]));
    vec_free(&order);
}

/* ---- What is left of the terms --------------------------------------------------------------- */

/* Terms, and which one of the question that was given each of them was. */
typedef struct posed {
    term_vec terms;
    vec_u32 origin;
} posed;

static void posed_free(posed *p)
{
    vec_free(&p->terms);
    vec_free(&p->origin);
}

/* Conjuncts are terms by themselves. False: one does not hold. */
static bool add_conjuncts(term_bank *b, posed *to, term_id t, uint32_t from)
{
    bool good = t != TERM_ID_FALSE;
    if (good && term_op_of(b, t) == OP_AND) {
        for (uint32_t i = 0; i < term_arity(b, t) && good; i++)
            good = add_conjuncts(b, to, term_arg(b, t, i), from);
    } else if (good && t != TERM_ID_TRUE) {
        vec_push(&to->terms, t);
        vec_push(&to->origin, from);
    }
    return good;
}

static bool add_terms(shape *s, posed *to)
{
    const question *q = s->q;
    rewriter *simplify = rewriter_new(q->bank);
    bool good = true;
    for (size_t i = 0; i < q->terms.n && good; i++) {
        term_id t = rewrite_term(simplify, (term_id)map_get(&s->made, q->terms.at[i], 0));
        t = rewrite_term(simplify, spread_equation(q->bank, t, MOST_CHOICES));
        good = add_conjuncts(q->bank, to, t, origin_of(s, i));
    }
    rewriter_free(simplify);
    return good;
}

static bool begin(shape *s)
{
    if (!question_compile(s->q) || s->q->places.n != s->q->inputs.n)
        return false;
    for (size_t i = 0; i < s->q->input_of.n; i++)
        if (place_of(s->q, i) == UINT32_MAX)
            return false;
    s->owner = owners_find(s->q);
    for (uint32_t i = 0; s->owner && i < s->q->program->code.n; i++)
        if (s->owner[i] < OWNER_SEVERAL)
            vec_push(&s->single, i);
    fuzz_run(s->q->program, s->q->words, &s->q->machine); /* the constants */
    return s->owner;
}

/* *changed: terms about one byte have left it less. */
static shape_state step(shape *s, posed *to, bool *changed)
{
    shape_state state = SHAPE_UNKNOWN;
    if (begin(s) && narrow(s, changed)) {
        state = runs_for(s) ? SHAPE_POSED : SHAPE_NONE;
        if (state == SHAPE_POSED && !find_ranges(s))
            state = SHAPE_UNKNOWN;
    }
    if (state == SHAPE_POSED) {
        rebuild_all(s);
        state = add_terms(s, to) ? SHAPE_POSED : SHAPE_NONE;
    }
    vec_free(&s->single);
    free(s->owner);
    free(s->of);
    map_free(&s->reg);
    map_free(&s->made);
    return state;
}

/* ---- The new question ------------------------------------------------------------------------ */

static term_id between(term_bank *b, term_id byte, uint32_t low, uint32_t high)
{
    term_id ends[] = {term_const(b, value_bv_u64(b, 8, low)),
                      term_const(b, value_bv_u64(b, 8, high))};
    if (low == high)
        return term_eq(b, byte, ends[0]);
    term_id both[] = {low ? term_make2(b, OP_BVULE, ends[0], byte) : TERM_ID_TRUE,
                      high < VALUES - 1 ? term_make2(b, OP_BVULE, byte, ends[1]) : TERM_ID_TRUE};
    return term_and(b, both, 2);
}

static term_id within(term_bank *b, term_id byte, const byte_set *set)
{
    term_vec runs = {0};
    for (uint32_t low = 0, high; low < VALUES; low = high + 1) {
        for (high = low; high < VALUES && byte_set_has(set, high);)
            high++;
        if (high > low)
            vec_push(&runs, between(b, byte, low, high - 1));
    }
    term_id all = term_or(b, runs.at, (uint32_t)runs.n);
    vec_free(&runs);
    return all;
}

/* A question like `q` with other terms, of which there may be one twice; where a value is not left its first one is. `origin` may be NULL. */
static void make_question(const question *q, const posed *p, const byte_set *left, question *to,
                          vec_u32 *origin)
{
    question_init(to, q->bank, q->boxes, q->limits);
    to->simplify = q->simplify;
    to->deadline = q->deadline;
    to->interrupt = q->interrupt;
    for (size_t i = 0; i < p->terms.n; i++) {
        size_t n = to->terms.n;
        question_add(to, p->terms.at[i]);
        if (origin && to->terms.n > n)
            vec_push(origin, p->origin.at[i]);
    }
    for (size_t i = 0; i < q->inputs.n; i++) {
        const question_input *in = &q->inputs.at[i];
        const byte_set *set = &left[in->first];
        uint8_t start = (uint8_t)in->start;
        question_add_input(to, in->decl,
                           byte_set_has(set, start) ? start : value_behind(set, start),
                           i && q->places.at[in->first].joins);
    }
    question_close(to);
}

/* The bytes that still occur have one of the values that are left: terms about one byte hold for all of these, and are gone. */
static void add_left(const question *q, const byte_set *left, posed *p)
{
    vec_u32 decls = {0};
    posed all = {{0}, {0}};
    term_free_decls(q->bank, p->terms.at, p->terms.n, &decls);
    for (size_t i = 0; i < decls.n; i++) {
        const byte_set *set = &left[q->inputs.at[question_find(q, decls.at[i])].first];
        if (byte_set_size(set) == VALUES)
            continue;
        vec_push(&all.terms, within(q->bank, term_app(q->bank, decls.at[i], NULL, 0), set));
        vec_push(&all.origin, UINT32_MAX);
    }
    vec_append(&all.terms, p->terms.at, p->terms.n); /* what is wanted most stays the last one */
    vec_append(&all.origin, p->origin.at, p->origin.n);
    if (!all.terms.n) {
        vec_push(&all.terms, TERM_ID_TRUE);
        vec_push(&all.origin, UINT32_MAX);
    }
    posed_free(p);
    *p = all;
    vec_free(&decls);
}

shape_state shape_pose(question *q, byte_set *left, question *to, shape_log *log)
{
    shape_state state = SHAPE_POSED;
    posed now = {{0}, {0}};
    bool more = true;
    *to = (question){0};
    for (int round = 0; round < MOST_ROUNDS && more && state == SHAPE_POSED; round++) {
        question last;
        vec_u32 origin = {0};
        posed next = {{0}, {0}};
        if (round)
            make_question(q, &now, left, &last, &origin);
        shape s = {
            .q = round ? &last : q, .left = left, .origin = round ? &origin : NULL, .log = log};
        state = step(&s, &next, &more);
        if (round) {
            q->executions += last.executions;
            question_free(&last);
        }
        more = (more || !round || next.terms.n != now.terms.n) && next.terms.n;
        vec_free(&origin);
        posed_free(&now);
        now = next;
    }
    if (state == SHAPE_POSED) {
        add_left(q, left, &now);
        make_question(q, &now, left, to, log ? &log->origin : NULL);
    }
    posed_free(&now);
    return state;
}
