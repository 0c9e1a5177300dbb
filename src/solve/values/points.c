#include "solve/values/points.h"

#include <string.h>

#include "solve/values/owners.h"

enum { VALUES = 256 };

/* One byte that the question depends on. */
typedef struct axis {
    uint32_t place, n; /* the latter: of its values */
    uint8_t values[VALUES];
    uint32_t at;     /* the value that it has */
    vec_u32 known;   /* registers that depend on it alone, as far as others read them */
    uint64_t *saved; /* these for each value */
} axis;

typedef struct points {
    question *q;
    VEC(axis) axes;
    vec_u32 mixed;   /* instructions that depend on several, in order */
    uint32_t *owner; /* by register (owners.h): the number of an axis */
} points;

/* ---- What depends on what */

/* False: there are too many points, or inputs that are no bytes. */
static bool find_axes(points *p, const byte_set *left, uint64_t most)
{
    double all = 1;
    for (size_t i = 0; i < p->q->input_of.n; i++) {
        uint32_t input = p->q->input_of.at[i];
        if (input == UINT32_MAX || p->q->inputs.at[input].bytes != 1)
            return false;
        axis a = {.place = p->q->inputs.at[input].first};
        uint8_t value = 'a' - 1;
        uint32_t n = byte_set_size(&left[a.place]);
        while (a.n < n) {
            byte_set_next(&left[a.place], &value);
            a.values[a.n++] = value;
        }
        vec_push(&p->axes, a);
        all *= n;
        if (!n || all > (double)most)
            return false;
    }
    return true;
}

static void find_mixed(points *p)
{
    for (uint32_t i = 0; i < p->q->program->code.n; i++)
        if (p->owner[i] == OWNER_SEVERAL)
            vec_push(&p->mixed, i);
}

static void mark_known(points *p, uint32_t reg, uint8_t *marked)
{
    if (p->owner[reg] >= p->axes.n || marked[reg])
        return;
    marked[reg] = 1;
    vec_push(&p->axes.at[p->owner[reg]].known, reg);
}

/* What instructions about several read, and the constraints themselves. */
static void find_known(points *p)
{
    const fuzz_bytecode *code = p->q->program;
    uint8_t *marked = base_alloc_zero(code->code.n, 1);
    uint32_t operands[4];
    for (size_t i = 0; i < p->mixed.n; i++) {
        unsigned n = fuzz_operands(code, &code->code.at[p->mixed.at[i]], operands);
        for (unsigned k = 0; k < n; k++)
            mark_known(p, operands[k], marked);
    }
    for (size_t i = 0; i < code->roots.n; i++)
        mark_known(p, code->roots.at[i], marked);
    free(marked);
}

/* ---- Running */

static void use_value(const points *p, const axis *a)
{
    for (size_t i = 0; i < a->known.n; i++)
        p->q->machine.regs[a->known.at[i]] = a->saved[a->at * a->known.n + i];
}

/* False: something has no value. */
static bool save_values(points *p)
{
    question *q = p->q;
    for (size_t x = 0; x < p->axes.n; x++) {
        axis *a = &p->axes.at[x];
        a->saved = base_alloc((a->known.n * a->n + 1) * sizeof *a->saved);
        for (uint32_t v = 0; v < a->n; v++) {
            q->words[x] = a->values[v];
            fuzz_run(q->program, q->words, &q->machine);
            q->executions++;
            if (q->machine.trapped)
                return false;
            for (size_t i = 0; i < a->known.n; i++)
                a->saved[v * a->known.n + i] = q->machine.regs[a->known.at[i]];
        }
    }
    for (size_t x = 0; x < p->axes.n; x++)
        use_value(p, &p->axes.at[x]);
    return true;
}

/* At the values that the axes have. */
static bool holds(const points *p, bool *trap)
{
    const fuzz_bytecode *code = p->q->program;
    uint64_t *regs = p->q->machine.regs;
    for (size_t i = 0; i < p->mixed.n; i++) {
        const fuzz_insn *insn = &code->code.at[p->mixed.at[i]];
        regs[p->mixed.at[i]] =
            fuzz_apply(insn, regs[insn->a], regs[insn->b], regs[insn->c], regs[insn->d], trap);
    }
    for (size_t i = 0; i < code->roots.n; i++)
        if (!regs[code->roots.at[i]])
            return false;
    return true;
}

/* False: that was the last one. */
static bool advance(points *p)
{
    for (size_t x = p->axes.n; x-- > 0;) {
        axis *a = &p->axes.at[x];
        a->at = a->at + 1 < a->n ? a->at + 1 : 0;
        use_value(p, a);
        if (a->at)
            return true;
    }
    return false;
}

static points_answer run_all(points *p)
{
    bool trap = false;
    do {
        if (holds(p, &trap) && !trap) {
            for (size_t x = 0; x < p->axes.n; x++)
                p->q->values[p->axes.at[x].place] = p->axes.at[x].values[p->axes.at[x].at];
            return POINTS_FOUND;
        }
    } while (!trap && advance(p));
    return trap ? POINTS_UNKNOWN : POINTS_NONE;
}

points_answer points_try(question *q, const byte_set *left, uint64_t most)
{
    points p = {.q = q};
    points_answer answer = POINTS_UNKNOWN;
    if (!question_compile(q))
        return answer;
    if (find_axes(&p, left, most) && (p.owner = owners_find(q))) {
        find_mixed(&p);
        find_known(&p);
        for (size_t x = 0; x < p.axes.n; x++)
            q->words[x] = *p.axes.at[x].values;
        if (save_values(&p))
            answer = run_all(&p);
    }
    for (size_t x = 0; x < p.axes.n; x++) {
        vec_free(&p.axes.at[x].known);
        free(p.axes.at[x].saved);
    }
    vec_free(&p.axes);
    vec_free(&p.mixed);
    free(p.owner);
    return answer;
}
