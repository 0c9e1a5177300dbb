/* The loop of a sweep as machine code. */
#include <stdlib.h>

#include "base/hash.h"
#include "fuzz/jit/jit_build.h"
#include "fuzz/sweep/kernel.h"

typedef uint64_t compiled(uint64_t place, uint64_t point, uint64_t step, uint64_t end,
                          volatile uint64_t *at);

struct kernel {
    compiled *run;
    volatile uint64_t *at;
    LLVMOrcLLJITRef engine;
    llvm_api l;
};

/* What is built: the blocks that a point can end in. */
typedef struct loop {
    jit_build j;
    const kernel_task *task;
    LLVMValueRef function;
    LLVMValueRef place, point, step, end; /* of the point in work */
    LLVMValueRef at;                      /* the task's */
    LLVMBasicBlockRef head, next, hit, trap;
} loop;

static LLVMBasicBlockRef new_block(loop *o)
{
    return o->j.l.AppendBasicBlockInContext(o->j.context, o->function, "");
}

/* A place of this process. */
static LLVMValueRef address(jit_build *j, const volatile void *p)
{
    return j->l.ConstIntToPtr(jit_word(j, (uint64_t)(uintptr_t)p), j->pointer);
}

/* A place near the task's `at`: that is kept in a register. */
static LLVMValueRef near(const loop *o, jit_build *j, const volatile void *p)
{
    LLVMValueRef offset = jit_word(j, (uint64_t)(uintptr_t)p - (uint64_t)(uintptr_t)o->task->at);
    return j->l.BuildGEP2(j->at, j->byte, o->at, &offset, 1, "");
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

/* hash_mix */
static LLVMValueRef mix(jit_build *j, LLVMValueRef a, LLVMValueRef b)
{
    LLVMTypeRef wide = j->l.IntTypeInContext(j->context, 128);
    a = j->l.BuildXor(j->at, a, jit_word(j, UINT64_C(0x9e3779b97f4a7c15)), "");
    b = j->l.BuildXor(j->at, b, jit_word(j, UINT64_C(0xd1b54a32d192ed03)), "");
    LLVMValueRef product = j->l.BuildMul(j->at, j->l.BuildZExt(j->at, a, wide, ""),
                                         j->l.BuildZExt(j->at, b, wide, ""), "");
    LLVMValueRef high = j->l.BuildLShr(j->at, product, j->l.ConstInt(wide, 64, 0), "");
    return j->l.BuildXor(j->at, j->l.BuildTrunc(j->at, product, j->word, ""),
                         j->l.BuildTrunc(j->at, high, j->word, ""), "");
}

/* Whether the call can be written out: words in registers, nothing to be checked of the arguments.
 */
static bool is_plain(const box *x)
{
    if (x->shape != BOX_SHAPE_INT && x->shape != BOX_SHAPE_DOUBLE && x->shape != BOX_SHAPE_MIXED)
        return false;
    for (uint32_t i = 0; i <= x->arity; i++) {
        const box_parameter *p = i < x->arity ? &x->parameters[i] : &x->result;
        bool number = p->class == BOX_CLASS_INT && p->size == 8 && p->is_signed;
        if (!number && p->class != BOX_CLASS_BOOL && p->class != BOX_CLASS_BITS &&
            p->class != BOX_CLASS_FLOAT && p->class != BOX_CLASS_DOUBLE)
            return false;
    }
    return true;
}

static LLVMValueRef call_plain(jit_build *j, const box *x, LLVMValueRef *words)
{
    LLVMTypeRef types[BOX_MAX_ARITY];
    LLVMValueRef args[BOX_MAX_ARITY];
    for (uint32_t i = 0; i < x->arity; i++) {
        bool floating = x->parameters[i].floating;
        types[i] = floating ? j->real64 : j->word;
        args[i] = floating ? j->l.BuildBitCast(j->at, words[i], j->real64, "") : words[i];
    }
    LLVMTypeRef result = x->result.floating ? j->real64 : j->word;
    LLVMTypeRef type = j->l.FunctionType(result, types, x->arity, 0);
    LLVMValueRef function =
        j->l.ConstIntToPtr(jit_word(j, (uint64_t)(uintptr_t)x->address), j->pointer);
    LLVMValueRef raw = j->l.BuildCall2(j->at, type, function, args, x->arity, "");
    return x->result.floating ? j->l.BuildBitCast(j->at, raw, j->word, "") : raw;
}

static LLVMValueRef finish_float(jit_build *j, LLVMValueRef word, unsigned width)
{
    uint64_t nan = width == 64 ? UINT64_C(0x7ff8000000000000) : 0x7fc00000;
    return jit_select(j, jit_is_nan(j, word, width), jit_word(j, nan), word);
}

/* box_finish_word */
static LLVMValueRef finish(jit_build *j, const box_parameter *p, uint32_t at, LLVMValueRef raw)
{
    LLVMValueRef word;
    switch (p->class) {
    case BOX_CLASS_BOOL:
        raw = jit_and(j, raw, jit_mask(p->size * 8));
        if (p->size == 1)
            jit_trap_if(j, at, jit_compare(j, LLVMIntUGT, raw, jit_word(j, 1)));
        return jit_truth(j, jit_compare(j, LLVMIntNE, raw, jit_word(j, 0)));
    case BOX_CLASS_BITS:
        raw = jit_and(j, raw, jit_mask(p->size * 8));
        word = jit_and(j, raw, jit_mask(p->width));
        if (p->size * 8 != p->width) {
            LLVMValueRef same =
                p->is_signed ? jit_and(j, jit_signed(j, raw, p->width), jit_mask(p->size * 8))
                             : word;
            jit_trap_if(j, at, jit_compare(j, LLVMIntNE, same, raw));
        }
        return word;
    case BOX_CLASS_FLOAT:
        return finish_float(j, jit_and(j, raw, UINT32_MAX), 32);
    case BOX_CLASS_DOUBLE:
        return finish_float(j, raw, 64);
    default: /* Int */
        return raw;
    }
}

/* kernel_call, with arguments and result in memory. */
static LLVMValueRef call_checked(jit_build *j, const box *x, uint32_t at, const LLVMValueRef *words)
{
    const loop *o = j->context_of_call;
    LLVMTypeRef parameters[] = {j->pointer, j->pointer, j->pointer};
    LLVMTypeRef type = j->l.FunctionType(j->byte, parameters, 3, 0);
    uint64_t *scratch = o->task->machine->scratch;
    for (uint32_t i = 0; i < x->arity; i++)
        j->l.BuildStore(j->at, words[i], address(j, scratch + i));
    LLVMValueRef args[] = {address(j, x), address(j, scratch), address(j, scratch + x->arity)};
    LLVMValueRef function =
        j->l.ConstIntToPtr(jit_word(j, (uint64_t)(uintptr_t)kernel_call), j->pointer);
    LLVMValueRef good = j->l.BuildCall2(j->at, type, function, args, 3, "");
    jit_trap_if(j, at, jit_compare(j, LLVMIntEQ, good, j->l.ConstInt(j->byte, 0, 0)));
    return j->l.BuildLoad2(j->at, j->word, address(j, scratch + x->arity), "");
}

static LLVMValueRef call_box(jit_build *j, const fuzz_insn *insn, uint32_t at)
{
    const loop *o = j->context_of_call;
    const box *x = o->task->boxes[insn->b];
    LLVMValueRef words[BOX_MAX_ARITY];
    for (uint32_t i = 0; i < x->arity; i++)
        words[i] = jit_value(j, j->p->box_args.at[insn->a + i]);
    j->l.BuildStore(j->at, o->place, o->at);
    j->l.BuildStore(j->at, j->l.BuildAdd(j->at, o->place, jit_word(j, 1), ""),
                    address(j, o->task->alive));
    LLVMValueRef result = is_plain(x) ? finish(j, &x->result, at, call_plain(j, x, words))
                                      : call_checked(j, x, at, words);
    LLVMValueRef h = result, sum = near(o, j, &o->task->sums[insn->b]);
    for (uint32_t i = 0; i < x->arity; i++)
        h = mix(j, h, words[i]);
    LLVMValueRef before = j->l.BuildLoad2(j->at, j->word, sum, "");
    j->l.BuildStore(j->at, j->l.BuildAdd(j->at, before, h, ""), sum);
    return result;
}

/* ---- Inputs ---------------------------------------------------------------------------------- */

/* Run by run of neighbouring bits. */
static LLVMValueRef spread(jit_build *j, LLVMValueRef digit, uint64_t mask)
{
    LLVMValueRef word = jit_word(j, 0);
    unsigned used = 0;
    while (mask) {
        unsigned low = (unsigned)__builtin_ctzll(mask), n = 0;
        while (low + n < 64 && mask >> (low + n) & 1)
            n++;
        uint64_t bits = jit_mask(n);
        LLVMValueRef part = jit_and(j, j->l.BuildLShr(j->at, digit, jit_word(j, used), ""), bits);
        word = j->l.BuildOr(j->at, word, j->l.BuildShl(j->at, part, jit_word(j, low), ""), "");
        mask &= ~(bits << low);
        used += n;
    }
    return word;
}

static LLVMValueRef whole_word(jit_build *j, const sweep_axis *x, LLVMValueRef digit)
{
    LLVMValueRef number = j->l.BuildAdd(j->at, digit, jit_word(j, x->base), "");
    LLVMTypeRef type = x->width == 64 ? j->real64 : j->real32;
    LLVMValueRef real = j->l.BuildSIToFP(j->at, number, type, "");
    if (x->width == 64)
        return j->l.BuildBitCast(j->at, real, j->word, "");
    return jit_truth(j, j->l.BuildBitCast(j->at, real, j->half, ""));
}

/* sweep_axis_word */
static LLVMValueRef axis_word(loop *o, const sweep_axis *x, LLVMValueRef digit)
{
    jit_build *j = &o->j;
    uint64_t sign = UINT64_C(1) << (x->width - 1);
    LLVMValueRef word;
    switch (x->kind) {
    case AXIS_BITS:
        word = j->l.BuildOr(j->at, spread(j, digit, x->mask), jit_word(j, x->base), "");
        break;
    case AXIS_FLOAT:
        if (x->base >= sign) /* none is negative */
            return j->l.BuildAdd(j->at, digit, jit_word(j, x->base ^ sign), "");
        word = j->l.BuildAdd(j->at, digit, jit_word(j, x->base), "");
        return jit_select(j, jit_compare(j, LLVMIntUGE, word, jit_word(j, sign)),
                          j->l.BuildXor(j->at, word, jit_word(j, sign), ""),
                          jit_and(j, j->l.BuildNot(j->at, word, ""), jit_mask(x->width)));
    case AXIS_WHOLE:
        return whole_word(j, x, digit);
    case AXIS_TABLE:
        word = j->l.BuildGEP2(j->at, j->word, address(j, o->task->domain->table.at + x->base),
                              &digit, 1, "");
        return j->l.BuildLoad2(j->at, j->word, word, "");
    default:
        word = j->l.BuildMul(j->at, digit, jit_word(j, x->scale), "");
        word = jit_and(j, j->l.BuildAdd(j->at, word, jit_word(j, x->base), ""), x->mask);
    }
    return x->is_float ? finish_float(j, word, x->width) : word;
}

static void set_inputs(loop *o)
{
    jit_build *j = &o->j;
    const sweep_domain *d = o->task->domain;
    for (size_t i = 0; i < d->axes.n; i++) {
        const sweep_axis *x = &d->axes.at[i];
        LLVMValueRef digit = o->point;
        if (x->stride > 1)
            digit = j->l.BuildUDiv(j->at, digit, jit_word(j, x->stride), "");
        if (i + 1 < d->axes.n)
            digit = j->l.BuildURem(j->at, digit, jit_word(j, x->count), "");
        uint32_t reg = j->p->inputs.at[i].reg;
        j->values[reg] = axis_word(o, x, digit);
        j->value_part[reg] = j->part + 1;
    }
}

/* ---- The loop -------------------------------------------------------------------------------- */

/* The registers up to a constraint, and what becomes of the point. */
static void look_at(loop *o, uint32_t first, uint32_t root)
{
    jit_build *j = &o->j;
    j->trapped = NULL;
    for (uint32_t i = first; i <= root; i++)
        if (j->p->code.at[i].op != FUZZ_INPUT)
            jit_register(j, i);
    if (j->trapped) {
        LLVMBasicBlockRef good = new_block(o);
        j->l.BuildCondBr(j->at, j->trapped, o->trap, good);
        j->l.PositionBuilderAtEnd(j->at, good);
    }
    LLVMBasicBlockRef holds = new_block(o);
    LLVMValueRef truth = jit_compare(j, LLVMIntNE, jit_value(j, root), jit_word(j, 0));
    j->l.BuildCondBr(j->at, truth, holds, o->next);
    j->l.PositionBuilderAtEnd(j->at, holds);
}

static void end_with(loop *o, LLVMBasicBlockRef block, kernel_end end)
{
    jit_build *j = &o->j;
    j->l.PositionBuilderAtEnd(j->at, block);
    if (end != KERNEL_DONE)
        j->l.BuildStore(j->at, o->place, o->at);
    j->l.BuildRet(j->at, jit_word(j, end));
}

static void advance(loop *o)
{
    jit_build *j = &o->j;
    LLVMValueRef count = jit_word(j, o->task->domain->count);
    LLVMBasicBlockRef done = new_block(o);
    j->l.PositionBuilderAtEnd(j->at, o->next);
    LLVMValueRef place = j->l.BuildAdd(j->at, o->place, jit_word(j, 1), "");
    LLVMValueRef point = j->l.BuildAdd(j->at, o->point, o->step, "");
    LLVMValueRef less = j->l.BuildSub(j->at, point, count, "");
    point = jit_select(j, jit_compare(j, LLVMIntUGE, point, count), less, point);
    j->l.AddIncoming(o->place, &place, &o->next, 1);
    j->l.AddIncoming(o->point, &point, &o->next, 1);
    j->l.BuildCondBr(j->at, jit_compare(j, LLVMIntEQ, place, o->end), done, o->head);
    end_with(o, done, KERNEL_DONE);
}

static void build(loop *o)
{
    jit_build *j = &o->j;
    LLVMTypeRef parameters[] = {j->word, j->word, j->word, j->word, j->pointer};
    LLVMTypeRef type = j->l.FunctionType(j->word, parameters, 5, 0);
    o->function = j->l.AddFunction(j->module, "sweep", type);
    LLVMBasicBlockRef entry = new_block(o);
    o->head = new_block(o), o->next = new_block(o), o->hit = new_block(o), o->trap = new_block(o);
    j->l.PositionBuilderAtEnd(j->at, entry);
    j->l.BuildBr(j->at, o->head);
    j->l.PositionBuilderAtEnd(j->at, o->head);
    LLVMValueRef place = j->l.GetParam(o->function, 0), point = j->l.GetParam(o->function, 1);
    o->place = j->l.BuildPhi(j->at, j->word, "");
    o->point = j->l.BuildPhi(j->at, j->word, "");
    o->step = j->l.GetParam(o->function, 2);
    o->end = j->l.GetParam(o->function, 3);
    o->at = j->l.GetParam(o->function, 4);
    j->l.AddIncoming(o->place, &place, &entry, 1);
    j->l.AddIncoming(o->point, &point, &entry, 1);
    j->regs = address(j, o->task->machine->regs);
    j->machine = address(j, o->task->machine);
    set_inputs(o);
    uint32_t first = 0;
    for (size_t i = 0; i < j->p->roots.n; i++) {
        uint32_t root = j->p->roots.at[i];
        if (o->task->domain->implied.at[i])
            continue; /* its registers are computed by the next that needs them */
        look_at(o, first, root);
        first = root + 1 > first ? root + 1 : first;
    }
    j->l.BuildBr(j->at, o->hit);
    end_with(o, o->hit, KERNEL_HIT);
    end_with(o, o->trap, KERNEL_TRAP);
    advance(o);
}

static bool compile(kernel *k, const kernel_task *t)
{
    size_t n = t->p->code.n;
    loop o = {.j = {.l = k->l, .p = t->p, .call = call_box}, .task = t};
    jit_build *j = &o.j;
    LLVMOrcThreadSafeContextRef safe = jit_module(j, k->engine);
    LLVMOrcExecutorAddress found = 0;
    j->context_of_call = &o;
    j->values = base_alloc_zero(n, sizeof *j->values);
    j->value_part = base_alloc_zero(n, sizeof *j->value_part);
    j->at = j->l.CreateBuilderInContext(j->context);
    build(&o);
    j->l.DisposeBuilder(j->at);
    free(j->values);
    free(j->value_part);
    bool good = jit_add_module(j, k->engine, safe) &&
                jit_good(&k->l, k->l.OrcLLJITLookup(k->engine, &found, "sweep"));
    k->run = (compiled *)(uintptr_t)found;
    k->at = t->at;
    return good;
}

kernel *kernel_new(const kernel_task *t)
{
    kernel *k = base_alloc_zero(1, sizeof *k);
    if (t->domain->count && llvm_api_load_target(&k->l) && jit_engine(&k->l, &k->engine) &&
        compile(k, t))
        return k;
    kernel_free(k);
    return NULL;
}

void kernel_free(kernel *k)
{
    if (k && k->engine)
        jit_good(&k->l, k->l.OrcDisposeLLJIT(k->engine));
    free(k);
}

kernel_end kernel_run(const kernel *k, uint64_t place, uint64_t point, uint64_t step, uint64_t n)
{
    return n ? (kernel_end)k->run(place, point, step, place + n, k->at) : KERNEL_DONE;
}
