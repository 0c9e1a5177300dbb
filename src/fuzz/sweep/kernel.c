#include "fuzz/sweep/kernel.h"

#include "base/hash.h"

static bool argument_fits(const box_parameter *p, uint64_t word)
{
    if (p->class != BOX_CLASS_INT)
        return true;
    if (p->size < 8 && p->is_signed)
        return (int64_t)word >= -(INT64_C(1) << (8 * p->size - 1)) &&
               (int64_t)word < INT64_C(1) << (8 * p->size - 1);
    return p->is_signed || ((int64_t)word >= 0 && (p->size == 8 || word >> (8 * p->size) == 0));
}

bool kernel_call(const box *x, const uint64_t *args, uint64_t *result)
{
    *result = 0;
    for (uint32_t i = 0; i < x->arity; i++)
        if (!argument_fits(&x->parameters[i], args[i]))
            return false;
    if (!box_invoke(x, args, result))
        return false;
    return x->result.class != BOX_CLASS_INT || x->result.is_signed || (int64_t)*result >= 0;
}

void kernel_task_init(kernel_task *t)
{
    const fuzz_bytecode *p = t->p;
    size_t first = p->code.n; /* the first call */
    for (size_t i = p->code.n; i-- > 0;)
        if (p->code.at[i].op == FUZZ_BOX)
            first = i;
    t->filter = *p;
    t->filter.roots.n = 0;
    t->filter.code.n = 0;
    while (t->filter.roots.n < p->roots.n && p->roots.at[t->filter.roots.n] < first) {
        uint32_t root = p->roots.at[t->filter.roots.n++];
        t->filter.code.n = root + 1 > t->filter.code.n ? root + 1 : t->filter.code.n;
    }
}

/* ---- Interpreted ----------------------------------------------------------------------------- */

typedef struct interpreted {
    const kernel_task *task;
    uint64_t place;
} interpreted;

static bool call_and_add(void *context, uint32_t number, const uint64_t *args, uint64_t *result)
{
    const interpreted *i = context;
    const kernel_task *t = i->task;
    const box *x = t->boxes[number];
    *t->at = i->place;
    *t->alive = i->place + 1;
    if (!kernel_call(x, args, result))
        return false;
    uint64_t h = *result;
    for (uint32_t k = 0; k < x->arity; k++)
        h = hash_mix(h, args[k]);
    t->sums[number] += h;
    return true;
}

typedef enum verdict { FALSE, TRUE, OPEN } verdict;

static verdict verdict_of(const fuzz_bytecode *p, const fuzz_machine *m)
{
    bool open = false;
    for (size_t i = 0; i < p->roots.n; i++) {
        uint32_t root = p->roots.at[i];
        bool unknown = m->trapped && m->undefined[root];
        if (!unknown && !m->regs[root])
            return FALSE;
        open |= unknown;
    }
    return open ? OPEN : TRUE;
}

kernel_end kernel_interpret(kernel_task *t, uint64_t place, uint64_t point, uint64_t step,
                            uint64_t n)
{
    fuzz_machine *m = t->machine;
    interpreted i = {.task = t};
    kernel_end end = KERNEL_DONE;
    void *before_context = m->context;
    bool (*before)(void *, uint32_t, const uint64_t *, uint64_t *) = m->call;
    m->call = call_and_add;
    m->context = &i;
    for (i.place = place; n && end == KERNEL_DONE; n--, i.place++) {
        sweep_domain_point(t->domain, point, t->words);
        point = point >= t->domain->count - step ? point - (t->domain->count - step) : point + step;
        if (t->filter.roots.n) {
            fuzz_run(&t->filter, t->words, m);
            if (verdict_of(&t->filter, m) == FALSE)
                continue;
        }
        fuzz_run(t->p, t->words, m);
        verdict v = verdict_of(t->p, m);
        if (v != FALSE) {
            *t->at = i.place;
            end = v == TRUE ? KERNEL_HIT : KERNEL_TRAP;
        }
    }
    m->call = before;
    m->context = before_context;
    return end;
}
