/* Arrays on the stack: the runtime is told where they are (part 1 of runtime/abi.h), each at an
 * index of its own in the entries of its function. Only those count that an address which depends
 * on inputs could reach. */

#include "instrument/instrument_impl.h"

#include "base/text.h"

/* Types nest as deeply as a program's author wrote them. */
static bool has_array(const instrumenter *x, LLVMTypeRef type)
{
    LLVMTypeKind kind = x->l.GetTypeKind(type);
    if (kind == LLVMStructTypeKind)
        for (unsigned i = 0; i < x->l.CountStructElementTypes(type); i++)
            if (has_array(x, x->l.StructGetTypeAtIndex(type, i)))
                return true;
    return kind == LLVMArrayTypeKind;
}

static bool is_array_slot(const instrumenter *x, LLVMValueRef slot)
{
    LLVMValueRef count = x->l.GetOperand(slot, 0);
    return !x->l.IsAConstantInt(count) || x->l.ConstIntGetZExtValue(count) > 1 ||
           has_array(x, x->l.GetAllocatedType(slot));
}

static const char *intrinsic_name(const instrumenter *x, LLVMValueRef call)
{
    LLVMValueRef callee = x->l.GetCalledValue(call);
    size_t n;
    return x->l.IsAFunction(callee) && x->l.GetIntrinsicID(callee) ? x->l.GetValueName2(callee, &n)
                                                                   : "";
}

static bool is_symbolic(const instrumenter *x, LLVMValueRef value)
{
    return map_find(&x->symbolic, (uintptr_t)value) != NULL;
}

/* Lets the address out of sight, or makes another of it that may depend on inputs. An address that
 * it hands on as it is goes to `work`. */
static bool lets_out(const instrumenter *x, LLVMValueRef user, LLVMValueRef address,
                     value_vec *work)
{
    if (!x->l.IsAInstruction(user))
        return true;
    switch (x->l.GetInstructionOpcode(user)) {
    case LLVMLoad:
    case LLVMICmp:
        return false;
    case LLVMStore:
        return x->l.GetOperand(user, 0) == address;
    case LLVMGetElementPtr:
    case LLVMPHI:
    case LLVMSelect:
        if (!is_symbolic(x, user))
            vec_push(work, user);
        return is_symbolic(x, user);
    case LLVMCall: {
        const char *name = intrinsic_name(x, user);
        if (text_begins(name, "llvm.memcpy.") || text_begins(name, "llvm.memmove.") ||
            text_begins(name, "llvm.memset."))
            return is_symbolic(x, x->l.GetOperand(user, 2));
        return !text_begins(name, "llvm.lifetime.");
    }
    default:
        return true;
    }
}

static bool is_reached_by_inputs(const instrumenter *x, LLVMValueRef object)
{
    value_vec work = {0};
    map seen = {0};
    bool reached = false;
    vec_push(&work, object);
    while (work.n && !reached) {
        LLVMValueRef address = vec_pop(&work);
        bool is_new;
        map_insert(&seen, (uintptr_t)address, &is_new);
        for (LLVMUseRef u = is_new ? x->l.GetFirstUse(address) : NULL; u && !reached;
             u = x->l.GetNextUse(u))
            reached = lets_out(x, x->l.GetUser(u), address, &work);
    }
    vec_free(&work);
    map_free(&seen);
    return reached;
}

static void add(instrumenter *x, LLVMValueRef object)
{
    if (is_reached_by_inputs(x, object))
        map_put(&x->locals, (uintptr_t)object, x->locals.count);
}

static LLVMTypeRef by_value(const instrumenter *x, unsigned parameter)
{
    LLVMAttributeRef a = x->l.GetEnumAttributeAtIndex(x->function, parameter + 1, x->byval);
    return a ? x->l.GetTypeAttributeValue(a) : NULL;
}

void ir_find_locals(instrumenter *x)
{
    map_clear(&x->locals);
    x->resumes = false;
    for (unsigned i = 0; i < x->l.CountParams(x->function); i++) {
        LLVMTypeRef type = by_value(x, i);
        if (type && has_array(x, type))
            add(x, x->l.GetParam(x->function, i));
    }
    for (LLVMBasicBlockRef b = x->l.GetFirstBasicBlock(x->function); b;
         b = x->l.GetNextBasicBlock(b))
        for (LLVMValueRef i = x->l.GetFirstInstruction(b); i; i = x->l.GetNextInstruction(i)) {
            if (x->l.IsAAllocaInst(i) && is_array_slot(x, i))
                add(x, i);
            else if (x->l.IsACallInst(i) && ir_returns_twice(x, i))
                x->resumes = true;
        }
}

static void tell(instrumenter *x, LLVMValueRef object, LLVMValueRef p, LLVMValueRef bytes)
{
    const uint64_t *index = map_find(&x->locals, (uintptr_t)object);
    if (index)
        INLINE_CALL(x, local, x->frame, ir_number(x, *index), p, bytes);
}

void ir_local_begins(instrumenter *x, LLVMValueRef slot, LLVMValueRef bytes)
{
    tell(x, slot, slot, bytes);
}

LLVMValueRef ir_slot_bytes(instrumenter *x, LLVMValueRef slot)
{
    LLVMValueRef count = x->l.GetOperand(slot, 0);
    uint64_t each = x->l.ABISizeOfType(x->layout, x->l.GetAllocatedType(slot));
    if (x->l.IsAConstantInt(count))
        return ir_number64(x, each * x->l.ConstIntGetZExtValue(count));
    return x->l.BuildMul(x->builder, x->l.BuildIntCast2(x->builder, count, x->i64, false, ""),
                         ir_number64(x, each), "");
}

/* Slots whose lifetimes do not meet may share a place: the one that lives is told of. */
static bool has_lifetime(const instrumenter *x, LLVMValueRef slot)
{
    for (LLVMUseRef u = x->l.GetFirstUse(slot); u; u = x->l.GetNextUse(u)) {
        LLVMValueRef user = x->l.GetUser(u);
        if (x->l.IsACallInst(user) && text_begins(intrinsic_name(x, user), "llvm.lifetime.start"))
            return true;
    }
    return false;
}

void ir_enter_locals(instrumenter *x)
{
    x->frame = NULL;
    if (!x->locals.count && !x->resumes)
        return;
    ir_at_end(x);
    x->frame = INLINE_CALL(x, locals_enter, ir_number(x, x->locals.count));
    for (unsigned i = 0; i < x->l.CountParams(x->function); i++) {
        LLVMTypeRef type = by_value(x, i);
        LLVMValueRef p = x->l.GetParam(x->function, i);
        if (type)
            tell(x, p, p, ir_number64(x, x->l.ABISizeOfType(x->layout, type)));
    }
    for (LLVMValueRef i = x->l.GetFirstInstruction(x->l.GetEntryBasicBlock(x->function)); i;
         i = x->l.GetNextInstruction(i))
        if (x->l.IsAAllocaInst(i) && x->l.IsAConstantInt(x->l.GetOperand(i, 0)) &&
            !has_lifetime(x, i))
            tell(x, i, i, ir_slot_bytes(x, i));
}

void ir_leave_locals(instrumenter *x, LLVMValueRef i)
{
    if (!x->frame)
        return;
    ir_before(x, i);
    INLINE_CALL(x, locals_leave, x->frame);
}

void ir_resume_locals(instrumenter *x, LLVMValueRef i)
{
    ir_behind(x, i);
    INLINE_CALL(x, locals_resume, x->frame, ir_number(x, x->locals.count));
}

bool ir_instrument_lifetime(instrumenter *x, LLVMValueRef i, const char *name)
{
    bool start = text_begins(name, "llvm.lifetime.start"),
         end = text_begins(name, "llvm.lifetime.end");
    if (x->frame && text_begins(name, "llvm.stackrestore")) {
        ir_behind(x, i);
        INLINE_CALL(x, locals_trim, x->frame, ir_number(x, x->locals.count), x->l.GetOperand(i, 0));
    }
    if (!start && !end)
        return false;
    LLVMValueRef slot = x->l.GetOperand(i, 1);
    if (map_find(&x->locals, (uintptr_t)slot)) {
        ir_behind(x, i);
        if (start)
            tell(x, slot, slot, ir_slot_bytes(x, slot));
        else
            tell(x, slot, x->l.ConstNull(x->pointer), ir_number64(x, 0));
    }
    return true;
}
