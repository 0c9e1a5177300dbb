#include "explore/question/question.h"

#include "base/clock.h"
#include "term/core/walk.h"

enum { BATCH = 64 }; /* values that are looked at together */

void question_init(question *q, explore_trace *t, explore_recall *boxes)
{
    *q = (question){.limits = &explore_limits_default, .trace = t, .boxes = boxes, .bank = t->bank};
    q->values = base_alloc(t->variables.n + 1);
    for (size_t i = 0; i < t->variables.n; i++)
        q->values[i] = t->variables.at[i].value;
}

void question_free(question *q)
{
    if (q->program) {
        fuzz_distance_free(&q->gauge);
        fuzz_machine_free(&q->machine);
        fuzz_bytecode_free(q->program);
    }
    vec_free(&q->terms);
    vec_free(&q->variables);
    vec_free(&q->box_numbers);
    vec_free(&q->input_of);
    vec_free(&q->offered);
    free(q->values);
    free(q->words);
}

bool question_expired(const question *q)
{
    return (q->most_calls && recall_made(q->boxes) >= q->most_calls) ||
           (q->deadline > 0 && clock_wall() >= q->deadline);
}

void question_add(question *q, term_id t)
{
    for (size_t i = 0; i < q->terms.n; i++)
        if (q->terms.at[i] == t)
            return;
    vec_push(&q->terms, t);
}

/* ---- The program ----------------------------------------------------------------------------- */

static bool is_box(void *context, decl_id d)
{
    const question *q = context;
    return map_find(&q->trace->box_of_decl, d) != NULL;
}

static bool call_box(void *context, uint32_t box, const uint64_t *args, uint64_t *result)
{
    question *q = context;
    uint64_t place = map_get(&q->trace->box_of_decl, q->program->boxes.at[box], 0);
    return recall_word(q->boxes, (uint32_t)(place >> 32), (uint32_t)place, args, result);
}

static uint32_t variable_of(const question *q, decl_id d)
{
    for (uint32_t i = 0; i < q->trace->variables.n; i++)
        if (q->trace->variables.at[i].decl == d)
            return i;
    return UINT32_MAX;
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
        vec_push(&q->input_of, variable_of(q, q->program->inputs.at[i].decl));
    return true;
}

static void collect_boxes(question *q)
{
    uint8_t *seen = base_alloc_zero(q->trace->boxes.n + 1, 1);
    trace_mark_boxes(q->trace, q->terms.at, q->terms.n, seen);
    for (uint32_t i = 0; i < q->trace->boxes.n; i++)
        if (seen[i])
            vec_push(&q->box_numbers, i);
    free(seen);
}

static int by_place(const void *x, const void *y, void *context)
{
    const trace_variable *all = context, *a = &all[*(const uint32_t *)x],
                         *b = &all[*(const uint32_t *)y];
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->index != b->index)
        return a->index < b->index ? -1 : 1;
    return a->offset < b->offset ? -1 : a->offset > b->offset;
}

void question_close(question *q)
{
    q->wanted = vec_last(&q->terms);
    uint64_t *all = base_alloc_zero(q->trace->words, sizeof *all);
    bool boxes = false;
    for (size_t i = 0; i < q->terms.n; i++) {
        const uint64_t *uses = trace_uses(q->trace, q->terms.at[i]);
        for (uint32_t w = 0; w < q->trace->words; w++)
            all[w] |= uses[w];
        boxes = boxes || trace_has_box(q->trace, q->terms.at[i]);
    }
    for (uint32_t i = 0; i < q->trace->variables.n; i++)
        if (all[i / 64] >> i % 64 & 1)
            vec_push(&q->variables, i);
    free(all);
    if (q->variables.n)
        qsort_r(q->variables.at, q->variables.n, sizeof *q->variables.at, by_place,
                q->trace->variables.at);
    if (boxes)
        collect_boxes(q);
    for (size_t i = 0; i < q->terms.n && !q->floats; i++)
        q->floats = trace_has_float(q->trace, q->terms.at[i]);
    if (boxes || q->floats)
        question_compile(q);
}

bool question_joined(const question *q, size_t i)
{
    const trace_variable *all = q->trace->variables.at;
    const trace_variable *a = &all[q->variables.at[i]], *b = &all[q->variables.at[i + 1]];
    return a->kind == b->kind && a->index == b->index && b->offset == a->offset + 1;
}

void question_to_words(question *q)
{
    for (size_t i = 0; i < q->input_of.n; i++)
        q->words[i] = q->input_of.at[i] == UINT32_MAX ? 0 : q->values[q->input_of.at[i]];
}

void question_from_words(question *q)
{
    for (size_t i = 0; i < q->input_of.n; i++)
        if (q->input_of.at[i] != UINT32_MAX)
            q->values[q->input_of.at[i]] = (uint8_t)q->words[i];
}

bool question_try(question *q)
{
    if (!q->program)
        return question_confirm(q);
    question_to_words(q);
    fuzz_run(q->program, q->words, &q->machine);
    q->executions++;
    for (size_t i = 0; i < q->terms.n; i++)
        if (!fuzz_holds(q->program, &q->machine, i))
            return false;
    return true;
}

static void set_row(question *q, size_t row)
{
    for (size_t i = 0; i < q->variables.n; i++)
        q->values[q->variables.at[i]] = q->offered.at[row * q->variables.n + i];
    question_to_words(q);
}

/* What is called by one box may be called by the next with what came out. */
static void make_calls(question *q, size_t rows)
{
    bool more = q->box_numbers.n;
    for (uint64_t depth = 0; depth < q->limits->box_depth && more; depth++) {
        recall_collect(q->boxes, true);
        for (size_t row = 0; row < rows; row++) {
            set_row(q, row);
            fuzz_run(q->program, q->words, &q->machine);
        }
        recall_collect(q->boxes, false);
        more = recall_flush(q->boxes);
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

bool question_judge(question *q)
{
    size_t n = q->variables.n, rows = n && q->program ? q->offered.n / n : 0;
    VEC(uint8_t) before = {0};
    bool found = false;
    vec_append(&before, q->values, q->trace->variables.n);
    q->best = UINT64_MAX;
    make_calls(q, rows);
    for (size_t row = 0; row < rows && !found; row++) {
        set_row(q, row);
        fuzz_run(q->program, q->words, &q->machine);
        q->executions++;
        uint64_t far = distance(q);
        found = !far && question_try(q);
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
    for (size_t i = 0; i < q->variables.n; i++)
        vec_push(&q->offered, q->values[q->variables.at[i]]);
    if (q->offered.n < BATCH * q->variables.n)
        return false;
    bool found = question_judge(q);
    vec_clear(&q->offered);
    return found;
}

bool question_confirm(question *q)
{
    term_model *m = model_new(q->bank);
    for (size_t i = 0; i < q->trace->variables.n; i++)
        model_set_value(m, q->trace->variables.at[i].decl, value_bv_u64(q->bank, 8, q->values[i]));
    evaluator *e = eval_new(m, &(eval_config){.call = recall_value, .call_context = q->boxes});
    bool good = true;
    for (size_t i = 0; i < q->terms.n && good; i++)
        good = eval_term(e, q->terms.at[i]) == VALUE_ID_TRUE;
    eval_free(e);
    model_free(m);
    return good;
}
