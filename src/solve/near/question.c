#include "solve/near/question.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "term/core/walk.h"
#include "term/eval/eval.h"

enum { BATCH = 64 }; /* values that are looked at together */

void question_init(question *q, term_bank *b, box_set *boxes, const solve_limits *limits)
{
    *q = (question){.limits = LIMITS_OR(limits, solve_limits_default), .boxes = boxes, .bank = b};
}

void question_free(question *q)
{
    if (q->program) {
        fuzz_distance_free(&q->gauge);
        fuzz_machine_free(&q->machine);
        fuzz_bytecode_free(q->program);
    }
    vec_free(&q->terms);
    vec_free(&q->inputs);
    vec_free(&q->places);
    vec_free(&q->results);
    vec_free(&q->calls);
    vec_free(&q->input_of);
    vec_free(&q->offered);
    for (size_t i = 0; i < q->elites.n; i++)
        free(q->elites.at[i].values);
    vec_free(&q->elites);
    free(q->values);
    free(q->words);
}

bool question_expired(const question *q)
{
    return (q->most_calls && boxes_call_count(q->boxes) >= q->most_calls) ||
           (q->interrupt && *q->interrupt) || (q->deadline > 0 && clock_wall() >= q->deadline);
}

void question_allow(question *q, uint64_t calls)
{
    q->most_calls = boxes_call_count(q->boxes) + calls;
}

void question_add(question *q, term_id t)
{
    for (size_t i = 0; i < q->terms.n; i++)
        if (q->terms.at[i] == t)
            return;
    vec_push(&q->terms, t);
}

/* Bytes of the sort that can be changed one by one. */
static uint32_t bytes_of(const term_bank *b, sort_id s)
{
    if (sort_kind_of(b, s) == SORT_FP)
        return sort_fp_exponent(b, s) == 11 ? 8 : 4;
    bool bytes = sort_kind_of(b, s) == SORT_BV && sort_bv_width(b, s) % 8 == 0;
    return bytes ? sort_bv_width(b, s) / 8 : 0;
}

void question_add_input(question *q, decl_id d, uint64_t start, bool joins)
{
    sort_id sort = decl_range(q->bank, d);
    question_input in = {.decl = d,
                         .sort = sort,
                         .fit = fuzz_fit_of(q->bank, sort),
                         .start = start,
                         .first = (uint32_t)q->places.n,
                         .bytes = bytes_of(q->bank, sort)};
    for (uint32_t i = 0; i < in.bytes; i++) {
        question_place p = {(uint32_t)q->inputs.n, i, q->places.n && (i || joins)};
        vec_push(&q->places, p);
    }
    vec_push(&q->inputs, in);
}

/* ---- Values ---------------------------------------------------------------------------------- */

uint64_t question_word(const question *q, uint32_t input)
{
    const question_input *in = &q->inputs.at[input];
    uint64_t word = 0;
    for (uint32_t i = in->bytes; i-- > 0;)
        word = word << 8 | q->values[in->first + i];
    return in->bytes ? fuzz_fit_cut(&in->fit, word) : in->start;
}

void question_set_word(question *q, uint32_t input, uint64_t word)
{
    const question_input *in = &q->inputs.at[input];
    for (uint32_t i = 0; i < in->bytes; i++)
        q->values[in->first + i] = (uint8_t)(word >> 8 * i);
}

uint32_t question_find(const question *q, decl_id d)
{
    for (uint32_t i = 0; i < q->inputs.n; i++)
        if (q->inputs.at[i].decl == d)
            return i;
    return UINT32_MAX;
}

void question_restart(question *q)
{
    for (uint32_t i = 0; i < q->inputs.n; i++)
        question_set_word(q, i, q->inputs.at[i].start);
}

void question_model(const question *q, term_model *m)
{
    for (uint32_t i = 0; i < q->inputs.n; i++) {
        const question_input *in = &q->inputs.at[i];
        model_set_value(m, in->decl, value_of_word(q->bank, in->sort, question_word(q, i)));
    }
}

void question_take_of(question *q, engine *e, const term_id *terms, size_t n)
{
    vec_u32 decls = {0}, values = {0};
    term_vec inputs = {0};
    term_free_decls(q->bank, terms, n, &decls);
    for (size_t i = 0; i < decls.n; i++)
        vec_push(&inputs, decl_arity(q->bank, decls.at[i])
                              ? TERM_ID_TRUE
                              : term_app(q->bank, decls.at[i], NULL, 0));
    vec_resize(&values, inputs.n);
    if (inputs.n && engine_values(e, inputs.at, inputs.n, values.at))
        for (size_t i = 0; i < inputs.n; i++) {
            uint64_t word;
            uint32_t input = question_find(q, decls.at[i]);
            if (input != UINT32_MAX && values.at[i] && word_of_small(q->bank, values.at[i], &word))
                question_set_word(q, input, word);
        }
    vec_free(&decls);
    vec_free(&inputs);
    vec_free(&values);
}

void question_take(question *q, engine *e)
{
    question_take_of(q, e, q->terms.at, q->terms.n);
}

/* ---- The program ----------------------------------------------------------------------------- */

static bool is_box(void *context, decl_id d)
{
    const question *q = context;
    return boxes_takes_words(q->boxes, d);
}

static bool call_box(void *context, uint32_t number, const uint64_t *args, uint64_t *result)
{
    question *q = context;
    box_status status;
    return boxes_call_words(q->boxes, q->program->boxes.at[number], args, result, &status);
}

bool question_compile(question *q)
{
    const char *reason;
    if (q->program)
        return true;
    fuzz_compile_config config = {.is_box = is_box, .context = q};
    q->program = fuzz_compile(q->bank, q->terms.at, q->terms.n, &config, &reason);
    if (!q->program)
        return false;
    fuzz_machine_init(&q->machine, q->program);
    fuzz_distance_init(&q->gauge, q->program);
    q->machine.call = call_box;
    q->machine.context = q;
    q->words = base_alloc_zero(q->program->inputs.n + 1, sizeof *q->words);
    for (size_t i = 0; i < q->program->inputs.n; i++)
        vec_push(&q->input_of, question_find(q, q->program->inputs.at[i].decl));
    return true;
}

bool question_same_call(const question *q, term_id x, term_id y)
{
    const term_bank *b = q->bank;
    uint32_t n = term_arity(b, x);
    return boxes_group(q->boxes, term_decl(b, x)) == boxes_group(q->boxes, term_decl(b, y)) &&
           n == term_arity(b, y) &&
           (!n || !memcmp(term_args(b, x), term_args(b, y), n * sizeof(term_id)));
}

static bool is_repeated(const question *q, term_id call)
{
    for (size_t i = 0; i < q->calls.n; i++)
        if (question_same_call(q, q->calls.at[i], call))
            return true;
    return false;
}

static void collect_calls(question *q)
{
    term_vec order = {0};
    term_postorder(q->bank, q->terms.at, q->terms.n, &order);
    for (size_t i = 0; i < order.n; i++) {
        term_id t = order.at[i];
        if (term_op_of(q->bank, t) != OP_APP || term_has_var(q->bank, t) ||
            !boxes_find(q->boxes, term_decl(q->bank, t)))
            continue;
        vec_push(&q->results, t);
        if (!is_repeated(q, t))
            vec_push(&q->calls, t);
    }
    vec_free(&order);
}

void question_close(question *q)
{
    q->wanted = vec_last(&q->terms);
    q->values = base_alloc_zero(q->places.n + 1, 1);
    question_restart(q);
    if (q->boxes)
        collect_calls(q);
}

static void to_words(question *q)
{
    for (size_t i = 0; i < q->input_of.n; i++) {
        uint32_t input = q->input_of.at[i];
        q->words[i] = input == UINT32_MAX ? 0 : question_word(q, input);
    }
}

/* ---- Trying ---------------------------------------------------------------------------------- */

bool question_try(question *q)
{
    if (!q->program)
        return question_confirm(q);
    to_words(q);
    fuzz_run(q->program, q->words, &q->machine);
    q->executions++;
    for (size_t i = 0; i < q->terms.n; i++)
        if (!fuzz_holds(q->program, &q->machine, i))
            return false;
    return true;
}

static void set_row(question *q, size_t row)
{
    memcpy(q->values, q->offered.at + row * q->places.n, q->places.n);
    to_words(q);
}

/* What is called by one box may be called by the next with what came out. */
static void make_calls(question *q, size_t rows)
{
    bool more = q->calls.n;
    for (uint64_t depth = 0; depth < q->limits->box_depth && more; depth++) {
        boxes_collect(q->boxes, true);
        for (size_t row = 0; row < rows; row++) {
            set_row(q, row);
            fuzz_run(q->program, q->words, &q->machine);
        }
        boxes_collect(q->boxes, false);
        more = boxes_flush(q->boxes);
    }
}

/* Logarithmic, with a few bits behind the point. */
static uint64_t apart(uint64_t a, uint64_t b, uint32_t width)
{
    uint64_t mask = UINT64_MAX >> (64 - width), up = (a - b) & mask, down = (b - a) & mask;
    uint64_t d = up < down ? up : down;
    int length = d ? 64 - __builtin_clzll(d) : 0;
    return length > 8 ? ((uint64_t)length << 8) + (d >> (length - 8)) : d;
}

static uint64_t distance(question *q)
{
    uint64_t all = fuzz_distance_measure(&q->gauge, q->program, &q->machine);
    uint32_t root = q->program->roots.at[q->program->roots.n - 1];
    const fuzz_insn *insn = &q->program->code.at[root];
    bool usual = !q->numeric || insn->op != FUZZ_EQ || !insn->width || insn->width > 64 ||
                 q->machine.trapped || q->machine.regs[root];
    if (usual)
        return all;
    uint64_t others = all - q->gauge.to_true[root];
    return 1 + others + apart(q->machine.regs[insn->a], q->machine.regs[insn->b], insn->width);
}

/* Where a new elite goes: in place of one that satisfies the same terms, or of the worst. NULL: it
 * is none. */
static question_elite *room_for(question *q, const question_elite *e)
{
    question_elite *worst = NULL;
    for (size_t i = 0; i < q->elites.n; i++) {
        question_elite *other = &q->elites.at[i];
        if (other->mask == e->mask)
            return e->distance < other->distance ? other : NULL;
        if (!worst || other->satisfied < worst->satisfied)
            worst = other;
    }
    if (q->elites.n < q->limits->climb_elites) {
        question_elite empty = {.values = base_alloc_zero(q->places.n + 1, 1)};
        vec_push(&q->elites, empty);
        return &vec_last(&q->elites);
    }
    return worst && worst->satisfied < e->satisfied ? worst : NULL;
}

/* The machine has just run at q->values. */
static void note_elite(question *q, uint64_t far)
{
    question_elite e = {.distance = far};
    for (size_t i = 0; i < q->terms.n; i++) {
        bool holds = fuzz_holds(q->program, &q->machine, i);
        e.satisfied += holds;
        e.mask |= (uint64_t)holds << i % 64;
    }
    question_elite *room = room_for(q, &e);
    if (!room)
        return;
    e.values = room->values;
    memcpy(e.values, q->values, q->places.n);
    *room = e;
}

bool question_judge(question *q)
{
    size_t n = q->places.n, rows = n && q->program ? q->offered.n / n : 0;
    VEC(uint8_t) before = {0};
    bool found = false;
    vec_append(&before, q->values, n);
    q->best = UINT64_MAX;
    make_calls(q, rows);
    for (size_t row = 0; row < rows && !found; row++) {
        set_row(q, row);
        fuzz_run(q->program, q->words, &q->machine);
        q->executions++;
        uint64_t far = distance(q);
        found = !far && question_try(q);
        if (!found && q->limits->climb_elites)
            note_elite(q, far);
        if (far < q->best) {
            q->best = far;
            q->best_row = row;
        }
    }
    if (!found)
        memcpy(q->values, before.at, before.n);
    vec_free(&before);
    return found;
}

bool question_offer(question *q)
{
    if (!q->program)
        return question_confirm(q);
    vec_append(&q->offered, q->values, q->places.n);
    if (q->offered.n < BATCH * q->places.n)
        return false;
    bool found = question_judge(q);
    vec_clear(&q->offered);
    return found;
}

/* An evaluator at q->values. */
static evaluator *evaluator_here(question *q, term_model *m)
{
    question_model(q, m);
    return eval_new(
        m, &(eval_config){.call = q->boxes ? boxes_evaluate : NULL, .call_context = q->boxes});
}

bool question_confirm(question *q)
{
    term_model *m = model_new(q->bank);
    evaluator *e = evaluator_here(q, m);
    bool good = true;
    for (size_t i = 0; i < q->terms.n && good; i++)
        good = eval_term(e, q->terms.at[i]) == VALUE_ID_TRUE;
    eval_free(e);
    model_free(m);
    return good;
}

bool question_seen(question *q, term_id call, uint64_t *words)
{
    term_model *m = model_new(q->bank);
    evaluator *e = evaluator_here(q, m);
    bool good = boxes_takes_words(q->boxes, term_decl(q->bank, call));
    for (uint32_t i = 0; i < term_arity(q->bank, call) && good; i++) {
        value_id v = eval_term(e, term_arg(q->bank, call, i));
        good = v && word_of_small(q->bank, v, &words[i]);
    }
    eval_free(e);
    model_free(m);
    return good;
}
