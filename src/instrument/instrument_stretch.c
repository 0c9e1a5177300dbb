/* Stretches: straight code whose effect on expressions is data for the runtime
 * (runtime/inline_kinds.h, runtime/core/stretch.c).
 *
 * An instruction gets no code of its own: what it does to expressions is noted
 * as a step. Stores wait until the stretch has ended, so that all of it sees
 * memory as it was. Where an expression is needed, memory is read that a store
 * before it may have changed (instrument_alias.c), or the block ends, one test
 * asks whether anything that the stretch read depends on inputs: expressions of
 * values from outside, and the filter of memory. Only then the runtime is
 * called, which finds the values where they are and takes the steps
 * (runtime/core/landing.h); on the way that is usual nothing is left of them.
 * So a block becomes three: what was before the test, what is done rarely, and
 * the rest, where a phi node chooses between 0 and what the runtime gave. Phi
 * nodes are made for those expressions that somebody asks for.
 *
 * The shadow of a value that is the result of a step is the number of the step,
 * marked as one in its lowest bit, until ir_real is asked. */
#include <string.h>

#include "instrument/instrument_impl.h"

enum {
    NEARLY_ALL_INPUTS = 40, /* of 64: one instruction needs not many */
    NEARLY_ALL_CONSTANTS = 40,
    NEARLY_ALL_STEPS = 96, /* of 128 */
    PRESERVE_MOST = 14     /* a calling convention of LLVM */
};

/* ---- Shadows that are steps */

static bool is_step(LLVMValueRef shadow)
{
    return (uintptr_t)shadow & 1;
}

static size_t step_of(LLVMValueRef shadow)
{
    return (uintptr_t)shadow >> 1;
}

static bool is_pending(const instrumenter *x, LLVMValueRef shadow)
{
    return is_step(shadow) && step_of(shadow) >= x->stretch.first;
}

static LLVMValueRef frame_place(instrumenter *x, size_t byte)
{
    LLVMValueRef index = ir_number64(x, byte);
    return x->l.BuildGEP2(x->builder, x->i8, x->room, &index, 1, "");
}

/* The expression that a step gave, behind its stretch: the result of the call or a load where it was taken, 0 on the usual
 * way. */
static LLVMValueRef fetch(instrumenter *x, const ir_taken *t)
{
    ir_passed *p = &x->passed.at[t->stretch];
    x->words.at[p->steps + t->step] |= (uint64_t)++p->kept << 56;
    LLVMMetadataRef line = x->l.GetCurrentDebugLocation2(x->builder);
    x->l.SetCurrentDebugLocation2(x->builder, NULL);
    x->l.PositionBuilderBefore(x->builder, p->end);
    LLVMValueRef e =
        p->kept == 1 ? x->l.BuildCall2(x->builder, x->landing.result_type, x->landing.result,
                                       &p->call, 1, "")
                     : x->l.BuildLoad2(x->builder, x->i32, frame_place(x, 4 * (p->kept - 2)), "");
    LLVMValueRef first = x->l.GetFirstInstruction(p->after);
    if (first)
        x->l.PositionBuilderBefore(x->builder, first);
    else
        x->l.PositionBuilderAtEnd(x->builder, p->after);
    LLVMValueRef phi = x->l.BuildPhi(x->builder, x->i32, "");
    x->l.AddIncoming(phi, (LLVMValueRef[]){x->zero, e}, (LLVMBasicBlockRef[]){p->before, p->rarely},
                     2);
    x->l.PositionBuilderAtEnd(x->builder, x->current);
    x->l.SetCurrentDebugLocation2(x->builder, line);
    return phi;
}

LLVMValueRef ir_real(instrumenter *x, LLVMValueRef shadow)
{
    if (!is_step(shadow))
        return shadow;
    if (is_pending(x, shadow))
        ir_flush(x);
    ir_taken *t = &x->taken.at[step_of(shadow)];
    if (!t->real)
        t->real = fetch(x, t);
    return t->real;
}

/* ---- Operands */

static void add_input_shadow(instrumenter *x, LLVMValueRef shadow)
{
    ir_stretch *s = &x->stretch;
    for (size_t i = 0; i < s->shadows.n && !ir_is_zero(x, shadow); i++)
        if (s->shadows.at[i] == shadow) {
            vec_push(&s->shadows, shadow);
            return;
        }
    vec_push(&s->shadows, shadow);
    if (!ir_is_zero(x, shadow))
        s->any = s->any ? x->l.BuildOr(x->builder, s->any, shadow, "") : shadow;
}

uint32_t ir_register_number(instrumenter *x, uint64_t value)
{
    ir_stretch *s = &x->stretch;
    for (size_t i = 0; i < s->constants.n; i++)
        if (s->constants.at[i] == value)
            return TANDEM_FIRST_CONSTANT + (uint32_t)i;
    vec_push(&s->constants, value);
    return TANDEM_FIRST_CONSTANT + (uint32_t)s->constants.n - 1;
}

uint32_t ir_register_with(instrumenter *x, LLVMValueRef value, LLVMValueRef shadow)
{
    ir_stretch *s = &x->stretch;
    if (is_pending(x, shadow))
        return TANDEM_FIRST_STEP + (uint32_t)(step_of(shadow) - s->first);
    if (x->l.IsAConstantInt(value))
        return ir_register_number(x, x->l.ConstIntGetZExtValue(value));
    if (x->l.IsConstant(value) && (x->l.IsNull(value) || x->l.IsUndef(value)))
        return ir_register_number(x, 0);
    bool is_new;
    uint64_t *place = map_insert(&s->registers, (uintptr_t)value, &is_new);
    if (is_new) {
        *place = s->inputs.n;
        vec_push(&s->inputs, value);
        add_input_shadow(x, ir_real(x, shadow));
    }
    return (uint32_t)map_get(&s->registers, (uintptr_t)value, 0);
}

uint32_t ir_register_of(instrumenter *x, LLVMValueRef value)
{
    return ir_register_with(x, value, ir_shadow(x, value, 0));
}

/* ---- Steps */

LLVMValueRef ir_step(instrumenter *x, uint32_t op, uint32_t width, uint32_t a, uint32_t b,
                     uint32_t c)
{
    ir_stretch *s = &x->stretch;
    vec_push(&s->steps, tandem_step(op, width, a, b, c));
    vec_push(&x->taken,
             ((ir_taken){.stretch = (uint32_t)x->passed.n, .step = (uint32_t)s->steps.n - 1}));
    return (LLVMValueRef)(((uintptr_t)x->taken.n - 1) << 1 | 1);
}

void ir_branch(instrumenter *x, tandem_step_kind kind, LLVMValueRef truth, LLVMValueRef shadow,
               LLVMValueRef instruction)
{
    if (!ir_is_zero(x, shadow))
        ir_step(x, kind, 1, ir_register_with(x, truth, shadow), 0, ir_site(x, instruction));
}

/* ---- The end of a stretch */

/* Which expressions somebody wants is known when the function is complete. */
static size_t note_program(instrumenter *x, ir_passed *p)
{
    const ir_stretch *s = &x->stretch;
    size_t first = x->words.n;
    uint64_t followed = 0;
    for (size_t i = 0; i < s->inputs.n; i++)
        if (!ir_is_zero(x, s->shadows.at[i]))
            followed |= UINT64_C(1) << i;
    vec_push(&x->words, s->inputs.n | s->constants.n << 8 | s->steps.n << 16);
    vec_push(&x->words, followed);
    vec_append(&x->words, s->constants.at, s->constants.n);
    p->steps = x->words.n;
    vec_append(&x->words, s->steps.at, s->steps.n);
    return first;
}

/* Registers have 8, 16, 32 or 64 bits; others would be put on the stack for it.
 */
static LLVMValueRef in_register(instrumenter *x, LLVMValueRef value)
{
    LLVMTypeRef type = x->l.TypeOf(value);
    unsigned width = ir_bits(x, type), whole = 8;
    while (whole < width)
        whole *= 2;
    if (x->l.GetTypeKind(type) != LLVMIntegerTypeKind || width == whole)
        return value;
    return x->l.BuildZExt(x->builder, value, x->l.IntTypeInContext(x->context, whole), "");
}

/* A call without arguments. LLVM notes where these values are at that place,
 * and does nothing for them to be anywhere: the room, values, then expressions
 * (runtime/core/landing.h). */
static void take_steps(instrumenter *x, ir_passed *p)
{
    enum { LIVE_IN = 2, FIXED = 7 }; /* flag: they are needed when the call begins */
    const ir_stretch *s = &x->stretch;
    value_vec given = {0};
    vec_push(&given, x->room);
    for (size_t i = 0; i < s->inputs.n; i++)
        vec_push(&given, in_register(x, s->inputs.at[i]));
    for (size_t i = 0; i < s->inputs.n; i++)
        if (!ir_is_zero(x, s->shadows.at[i]))
            vec_push(&given, s->shadows.at[i]);
    LLVMValueRef arguments[FIXED] = {ir_number64(x, note_program(x, p)),
                                     x->zero,
                                     x->landing.target,
                                     x->zero,
                                     ir_number(x, LIVE_IN),
                                     x->zero,
                                     x->zero};
    LLVMOperandBundleRef bundle = x->l.CreateOperandBundle("deopt", 5, given.at, (unsigned)given.n);
    p->call = x->l.BuildCallWithOperandBundles(x->builder, x->landing.call_type, x->landing.call,
                                               arguments, FIXED, &bundle, 1, "");
    x->l.DisposeOperandBundle(bundle);
    vec_free(&given);
    x->l.AddCallSiteAttribute(p->call, 3, x->landing.target_type);
    x->l.SetInstructionCallConv(p->call, PRESERVE_MOST);
}

static void clear(instrumenter *x)
{
    ir_stretch *s = &x->stretch;
    vec_clear(&s->inputs);
    vec_clear(&s->shadows);
    vec_clear(&s->constants);
    vec_clear(&s->steps);
    map_clear(&s->registers);
    vec_clear(&s->watches);
    s->any = NULL;
    s->first = x->taken.n;
}

static LLVMValueRef anything(instrumenter *x)
{
    const ir_stretch *s = &x->stretch;
    LLVMValueRef set = ir_look_at_filter(x);
    if (!set)
        return x->l.BuildICmp(x->builder, LLVMIntNE, s->any, x->zero, "");
    set = x->l.BuildZExt(x->builder, set, x->i32, "");
    set = s->any ? x->l.BuildOr(x->builder, s->any, set, "") : set;
    return x->l.BuildICmp(x->builder, LLVMIntNE, set, x->zero, "");
}

void ir_flush(instrumenter *x)
{
    if (!x->stretch.steps.n)
        return;
    x->l.PositionBuilderAtEnd(x->builder, x->current);
    LLVMValueRef found = anything(x);
    ir_passed p = {.before = x->current,
                   .rarely = x->l.AppendBasicBlockInContext(x->context, x->function, ""),
                   .after = x->l.AppendBasicBlockInContext(x->context, x->function, "")};
    x->l.MoveBasicBlockAfter(p.after, p.before);
    LLVMValueRef branch = x->l.BuildCondBr(x->builder, found, p.rarely, p.after);
    x->l.SetMetadata(branch, x->profile, x->rarely);
    x->l.PositionBuilderAtEnd(x->builder, p.rarely);
    take_steps(x, &p);
    p.end = x->l.BuildBr(x->builder, p.after);
    vec_push(&x->passed, p);
    x->current = p.after;
    x->l.PositionBuilderAtEnd(x->builder, x->current);
    clear(x);
    LLVMMetadataRef line = x->l.GetCurrentDebugLocation2(x->builder);
    x->l.SetCurrentDebugLocation2(x->builder, NULL); /* stores have their own */
    for (size_t i = 0; i < x->delayed.n; i++)
        x->l.InsertIntoBuilder(x->builder, x->delayed.at[i]);
    x->l.SetCurrentDebugLocation2(x->builder, line);
    vec_clear(&x->delayed);
}

void ir_flush_if_long(instrumenter *x)
{
    const ir_stretch *s = &x->stretch;
    if (s->inputs.n > NEARLY_ALL_INPUTS || s->constants.n > NEARLY_ALL_CONSTANTS ||
        s->steps.n > NEARLY_ALL_STEPS)
        ir_flush(x);
}

/* ---- Functions */

void ir_stretch_begin(instrumenter *x)
{
    vec_clear(&x->taken);
    vec_clear(&x->passed);
    vec_clear(&x->delayed);
    clear(x);
    x->room_bytes = 0;
    x->room = x->l.BuildAlloca(x->builder, x->i64, ""); /* until it is known how much */
    x->l.SetGC(x->function, "statepoint-example");      /* what stack maps are written for */
}

/* Now it is known which expressions somebody wants. */
static void complete(instrumenter *x, const ir_passed *p)
{
    enum { ROOM = 7 }; /* among the operands of the call */
    size_t bytes = p->kept > 1 ? 4 * (p->kept - 1) : 0;
    x->room_bytes = bytes > x->room_bytes ? bytes : x->room_bytes;
    if (!bytes)
        x->l.SetOperand(p->call, ROOM, x->l.ConstNull(x->pointer));
}

void ir_stretch_end(instrumenter *x)
{
    for (size_t i = 0; i < x->passed.n; i++)
        complete(x, &x->passed.at[i]);
    LLVMValueRef small = x->room;
    x->l.PositionBuilderBefore(x->builder, small);
    x->l.SetCurrentDebugLocation2(x->builder, NULL);
    LLVMTypeRef type = x->l.ArrayType2(x->i64, (x->room_bytes + 7) / 8);
    x->room = x->l.BuildAlloca(x->builder, type, "");
    x->l.SetAlignment(x->room, 8);
    x->l.ReplaceAllUsesWith(small, x->room);
    x->l.InstructionEraseFromParent(small);
}

/* The constant that a module has for them; strings are what LLVM keeps at
 * little cost. */
LLVMValueRef ir_stretch_programs(instrumenter *x)
{
    LLVMValueRef bytes = x->l.ConstStringInContext2(x->context, (const char *)x->words.at,
                                                    x->words.n * sizeof *x->words.at, true);
    LLVMValueRef global = x->l.AddGlobal(x->module, x->l.TypeOf(bytes), "tandem_programs");
    x->l.SetInitializer(global, bytes);
    x->l.SetLinkage(global, LLVMPrivateLinkage);
    x->l.SetGlobalConstant(global, true);
    x->l.SetAlignment(global, sizeof *x->words.at);
    return global;
}

static LLVMValueRef intrinsic(instrumenter *x, const char *name, LLVMTypeRef type,
                              LLVMTypeRef *its_type)
{
    unsigned id = x->l.LookupIntrinsicID(name, strlen(name));
    *its_type = x->l.IntrinsicGetType(x->context, id, &type, 1);
    return x->l.GetIntrinsicDeclaration(x->module, id, &type, 1);
}

static void prepare_landing(instrumenter *x)
{
    LLVMTypeRef type = x->l.FunctionType(x->i32, NULL, 0, false);
    x->landing.target = x->l.AddFunction(x->module, "tandem_i_landing", type);
    x->l.SetVisibility(x->landing.target, LLVMHiddenVisibility);
    x->landing.target_type = x->l.CreateTypeAttribute(x->context, x->elementtype, type);
    x->landing.call =
        intrinsic(x, "llvm.experimental.gc.statepoint", x->pointer, &x->landing.call_type);
    x->landing.result =
        intrinsic(x, "llvm.experimental.gc.result", x->i32, &x->landing.result_type);
}

void ir_stretch_prepare(instrumenter *x)
{
    prepare_landing(x);
    LLVMMetadataRef weights[] = {x->l.MDStringInContext2(x->context, "branch_weights", 14),
                                 x->l.ValueAsMetadata(ir_number(x, 1)),
                                 x->l.ValueAsMetadata(ir_number(x, 2000))};
    x->rarely = x->l.MetadataAsValue(x->context, x->l.MDNodeInContext2(x->context, weights, 3));
    x->profile = x->l.GetMDKindIDInContext(x->context, "prof", 4);
}

void ir_stretch_release(instrumenter *x)
{
    vec_free(&x->stretch.inputs);
    vec_free(&x->stretch.shadows);
    vec_free(&x->stretch.constants);
    vec_free(&x->stretch.steps);
    map_free(&x->stretch.registers);
    vec_free(&x->stretch.watches);
    vec_free(&x->words);
    vec_free(&x->delayed);
    vec_free(&x->taken);
    vec_free(&x->passed);
}
