/* Single statements as opaque operations: what an instruction of the line computes becomes a function of
 * the module, which is called in its place and not looked into. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "program/read_impl.h"

typedef VEC(LLVMValueRef) value_vec;

typedef struct outlining {
    ir_reader *r;
    unsigned line;
    size_t n; /* functions of the line so far */
    /* The one that is being made: */
    value_vec inside, leaves; /* instructions in their order; what they are computed from */
    map fresh;                /* of these: its copy */
    bool works;               /* one of them is more than a conversion */
} outlining;

static bool is_conversion(LLVMOpcode op)
{
    return op == LLVMTrunc || op == LLVMZExt || op == LLVMSExt || op == LLVMFPExt ||
           op == LLVMFPTrunc || op == LLVMSIToFP || op == LLVMUIToFP || op == LLVMFPToSI ||
           op == LLVMFPToUI;
}

static bool computes(const llvm_api *l, LLVMValueRef v)
{
    if (!l->IsAInstruction(v))
        return false;
    LLVMOpcode op = l->GetInstructionOpcode(v);
    return (op >= LLVMAdd && op <= LLVMXor) || op == LLVMFNeg || op == LLVMICmp || op == LLVMFCmp ||
           op == LLVMSelect || is_conversion(op);
}

static bool has(const value_vec *list, LLVMValueRef v)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i] == v)
            return true;
    return false;
}

/* Operands come before what is computed from them. */
static bool collect(outlining *o, LLVMValueRef v, int depth)
{
    const llvm_api *l = &o->r->l;
    if (l->IsConstant(v) || has(&o->inside, v) || has(&o->leaves, v))
        return true;
    if (!computes(l, v)) {
        vec_push(&o->leaves, v);
        LLVMTypeKind kind = l->GetTypeKind(l->TypeOf(v));
        return kind == LLVMIntegerTypeKind || kind == LLVMFloatTypeKind ||
               kind == LLVMDoubleTypeKind;
    }
    if (depth > 200)
        return false;
    for (int k = 0; k < l->GetNumOperands(v); k++)
        if (!collect(o, l->GetOperand(v, (unsigned)k), depth + 1))
            return false;
    o->works |= !is_conversion(l->GetInstructionOpcode(v));
    vec_push(&o->inside, v);
    return o->leaves.n <= IR_MAX_PARAMETERS;
}

static void set_boolean(outlining *o, LLVMValueRef f, unsigned at, LLVMTypeRef type)
{
    static const char zeroext[] = "zeroext";
    const llvm_api *l = &o->r->l;
    if (l->GetTypeKind(type) != LLVMIntegerTypeKind || l->GetIntTypeWidth(type) != 1)
        return;
    unsigned kind = l->GetEnumAttributeKindForName(zeroext, sizeof zeroext - 1);
    l->AddAttributeAtIndex(f, at, l->CreateEnumAttribute(o->r->context, kind, 0));
}

static LLVMValueRef make_function(outlining *o, LLVMTypeRef type, LLVMTypeRef *types)
{
    ir_reader *r = o->r;
    strbuf name = STRBUF_INIT;
    do {
        strbuf_clear(&name);
        strbuf_printf(&name, o->n ? "line_%u_%zu" : "line_%u", o->line, o->n + 1);
        o->n++;
    } while (r->l.GetNamedFunction(r->module, name.text));
    LLVMValueRef f = r->l.AddFunction(r->module, name.text, type);
    char *copy = strbuf_detach(&name);
    vec_push(&r->outlined, copy);
    set_boolean(o, f, 0, r->l.GetReturnType(type));
    for (unsigned k = 0; k < o->leaves.n; k++)
        set_boolean(o, f, k + 1, types[k]);
    return f;
}

static LLVMValueRef fresh_of(const outlining *o, LLVMValueRef v)
{
    return (LLVMValueRef)(uintptr_t)map_get(&o->fresh, (uintptr_t)v, (uintptr_t)v);
}

static LLVMValueRef write_function(outlining *o, LLVMValueRef v, LLVMTypeRef type,
                                   LLVMTypeRef *types)
{
    ir_reader *r = o->r;
    LLVMValueRef f = make_function(o, type, types);
    LLVMBuilderRef builder = r->l.CreateBuilderInContext(r->context);
    r->l.PositionBuilderAtEnd(builder, r->l.AppendBasicBlockInContext(r->context, f, ""));
    for (unsigned k = 0; k < o->leaves.n; k++)
        map_put(&o->fresh, (uintptr_t)o->leaves.at[k], (uintptr_t)r->l.GetParam(f, k));
    for (size_t i = 0; i < o->inside.n; i++) {
        LLVMValueRef copy = r->l.InstructionClone(o->inside.at[i]);
        r->l.InstructionSetDebugLoc(copy, NULL);
        for (unsigned k = 0; k < (unsigned)r->l.GetNumOperands(copy); k++)
            r->l.SetOperand(copy, k, fresh_of(o, r->l.GetOperand(copy, k)));
        r->l.InsertIntoBuilder(builder, copy);
        map_put(&o->fresh, (uintptr_t)o->inside.at[i], (uintptr_t)copy);
    }
    r->l.BuildRet(builder, fresh_of(o, v));
    r->l.DisposeBuilder(builder);
    return f;
}

/* What nobody looks at any more would still be read. */
static void remove_unused(const outlining *o)
{
    for (size_t i = o->inside.n; i-- > 0;)
        if (!o->r->l.GetFirstUse(o->inside.at[i]))
            o->r->l.InstructionEraseFromParent(o->inside.at[i]);
}

/* The operand of the instruction, if it is computed. */
static void outline(outlining *o, LLVMValueRef i, unsigned k)
{
    ir_reader *r = o->r;
    LLVMValueRef v = r->l.GetOperand(i, k);
    LLVMTypeRef types[IR_MAX_PARAMETERS + 1];
    vec_clear(&o->inside);
    vec_clear(&o->leaves);
    map_free(&o->fresh);
    o->fresh = (map){0};
    o->works = false;
    if (!computes(&r->l, v) || !collect(o, v, 0) || !o->works)
        return;
    for (size_t m = 0; m < o->leaves.n; m++)
        types[m] = r->l.TypeOf(o->leaves.at[m]);
    LLVMTypeRef type = r->l.FunctionType(r->l.TypeOf(v), types, (unsigned)o->leaves.n, 0);
    LLVMValueRef f = write_function(o, v, type, types);
    LLVMBuilderRef builder = r->l.CreateBuilderInContext(r->context);
    r->l.PositionBuilderBefore(builder, i);
    LLVMValueRef call = r->l.BuildCall2(builder, type, f, o->leaves.at, (unsigned)o->leaves.n, "");
    r->l.InstructionSetDebugLoc(call, r->l.InstructionGetDebugLoc(i));
    r->l.SetOperand(i, k, call);
    r->l.DisposeBuilder(builder);
    remove_unused(o);
}

/* Values go somewhere here. */
static bool is_user(LLVMOpcode op)
{
    return op == LLVMStore || op == LLVMBr || op == LLVMRet || op == LLVMSwitch || op == LLVMCall ||
           op == LLVMGetElementPtr;
}

static void outline_function(outlining *o, LLVMValueRef f, value_vec *users)
{
    const llvm_api *l = &o->r->l;
    vec_clear(users);
    for (LLVMBasicBlockRef b = l->GetFirstBasicBlock(f); b; b = l->GetNextBasicBlock(b))
        for (LLVMValueRef i = l->GetFirstInstruction(b); i; i = l->GetNextInstruction(i))
            if (is_user(l->GetInstructionOpcode(i)) && l->GetDebugLocLine(i) == o->line)
                vec_push(users, i);
    for (size_t i = 0; i < users->n; i++) {
        LLVMOpcode op = l->GetInstructionOpcode(users->at[i]);
        unsigned n = op == LLVMCall ? l->GetNumArgOperands(users->at[i])
                                    : (unsigned)l->GetNumOperands(users->at[i]);
        for (unsigned k = 0; k < n; k++)
            outline(o, users->at[i], k);
    }
}

bool ir_outline(ir_reader *r)
{
    value_vec functions = {0}, users = {0};
    for (LLVMValueRef f = r->l.GetFirstFunction(r->module); f; f = r->l.GetNextFunction(f))
        if (!r->l.IsDeclaration(f))
            vec_push(&functions, f);
    bool good = true;
    for (size_t k = 0; r->options && k < r->options->n_opaque_lines && good; k++) {
        outlining o = {.r = r, .line = r->options->opaque_lines[k]};
        for (size_t i = 0; i < functions.n; i++)
            outline_function(&o, functions.at[i], &users);
        if (!o.n)
            good = ir_fail(
                r, "line %u has no statement that computes a number: it cannot be opaque", o.line);
        vec_free(&o.inside);
        vec_free(&o.leaves);
        map_free(&o.fresh);
    }
    vec_free(&functions);
    vec_free(&users);
    return good;
}
