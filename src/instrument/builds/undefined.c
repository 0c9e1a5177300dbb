#include "instrument/builds/undefined.h"

#include <string.h>

#include "base/vec.h"

typedef struct checker {
    const llvm_api *l;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMTypeRef i1, type;
    LLVMValueRef function;
} checker;

static void before(checker *c, LLVMValueRef i)
{
    c->l->PositionBuilderBefore(c->builder, i);
    c->l->SetCurrentDebugLocation2(c->builder, c->l->InstructionGetDebugLoc(i));
}

static void tell(checker *c, LLVMValueRef bad, const char *what)
{
    LLVMValueRef text = c->l->ConstStringInContext2(c->context, what, strlen(what), false);
    LLVMValueRef place = c->l->AddGlobal(c->module, c->l->TypeOf(text), "");
    c->l->SetInitializer(place, text);
    c->l->SetLinkage(place, LLVMPrivateLinkage);
    c->l->SetGlobalConstant(place, true);
    c->l->BuildCall2(c->builder, c->type, c->function, (LLVMValueRef[]){bad, place}, 2, "");
}

static bool is_integer(const checker *c, LLVMValueRef value)
{
    return c->l->GetTypeKind(c->l->TypeOf(value)) == LLVMIntegerTypeKind;
}

/* `intrinsic` gives the result and whether it is not the exact one. */
static void overflow(checker *c, LLVMValueRef i, const char *intrinsic)
{
    LLVMValueRef v[] = {c->l->GetOperand(i, 0), c->l->GetOperand(i, 1)};
    LLVMTypeRef type = c->l->TypeOf(i);
    if (!c->l->GetNSW(i) || !is_integer(c, i))
        return;
    unsigned id = c->l->LookupIntrinsicID(intrinsic, strlen(intrinsic));
    LLVMValueRef f = c->l->GetIntrinsicDeclaration(c->module, id, &type, 1);
    before(c, i);
    LLVMValueRef both =
        c->l->BuildCall2(c->builder, c->l->IntrinsicGetType(c->context, id, &type, 1), f, v, 2, "");
    tell(c, c->l->BuildExtractValue(c->builder, both, 1, ""), "signed-integer-overflow");
}

static void shift(checker *c, LLVMValueRef i)
{
    LLVMValueRef by = c->l->GetOperand(i, 1);
    if (!is_integer(c, i) || c->l->IsConstant(by))
        return;
    LLVMTypeRef type = c->l->TypeOf(by);
    before(c, i);
    tell(c,
         c->l->BuildICmp(c->builder, LLVMIntUGE, by,
                         c->l->ConstInt(type, c->l->GetIntTypeWidth(type), false), ""),
         "shift-exponent");
}

/* Only reads or writes what it points to: then the end is outside as well. */
static bool is_accessed(const checker *c, LLVMValueRef pointer)
{
    for (LLVMUseRef u = c->l->GetFirstUse(pointer); u; u = c->l->GetNextUse(u)) {
        LLVMValueRef user = c->l->GetUser(u);
        LLVMOpcode opcode = c->l->GetInstructionOpcode(user);
        if (opcode != LLVMLoad && (opcode != LLVMStore || c->l->GetOperand(user, 0) == pointer))
            return false;
    }
    return true;
}

static bool is_element_pointer(const checker *c, LLVMValueRef value)
{
    return c->l->IsAInstruction(value)
               ? c->l->GetInstructionOpcode(value) == LLVMGetElementPtr
               : c->l->IsAConstantExpr(value) && c->l->GetConstOpcode(value) == LLVMGetElementPtr;
}

/* The member of a structure that is an array, as the front end writes it: one instruction for the member, one for the
 * element. An array at the end may stand for more than it says. 0: no such. */
static uint64_t inner_length(const checker *c, LLVMValueRef element)
{
    LLVMValueRef member = c->l->GetOperand(element, 0);
    LLVMTypeRef array = c->l->GetGEPSourceElementType(element);
    if (c->l->GetTypeKind(array) != LLVMArrayTypeKind || c->l->GetNumOperands(element) != 3 ||
        !is_element_pointer(c, member) || c->l->GetNumOperands(member) != 3)
        return 0;
    LLVMTypeRef structure = c->l->GetGEPSourceElementType(member);
    LLVMValueRef which = c->l->GetOperand(member, 2);
    if (c->l->GetTypeKind(structure) != LLVMStructTypeKind || !c->l->IsAConstantInt(which))
        return 0;
    uint64_t k = c->l->ConstIntGetZExtValue(which);
    bool last = k + 1 >= c->l->CountStructElementTypes(structure);
    return last || c->l->StructGetTypeAtIndex(structure, (unsigned)k) != array
               ? 0
               : c->l->GetArrayLength2(array);
}

/* Of a member of a global the address is a constant, which a pointer to the first member need not show. */
static uint64_t first_length(const checker *c, LLVMValueRef element)
{
    LLVMValueRef global = c->l->IsAGlobalVariable(c->l->GetOperand(element, 0));
    LLVMTypeRef array = c->l->GetGEPSourceElementType(element),
                type = global ? c->l->GlobalGetValueType(global) : NULL;
    if (!type || c->l->GetTypeKind(array) != LLVMArrayTypeKind ||
        c->l->GetNumOperands(element) != 3 || c->l->GetTypeKind(type) != LLVMStructTypeKind ||
        c->l->CountStructElementTypes(type) < 2 || c->l->StructGetTypeAtIndex(type, 0) != array)
        return 0;
    return c->l->GetArrayLength2(array);
}

static void element(checker *c, LLVMValueRef i)
{
    uint64_t n = inner_length(c, i);
    n = n ? n : first_length(c, i);
    if (n < 2)
        return;
    LLVMValueRef at = c->l->GetOperand(i, 2);
    if (c->l->IsConstant(at))
        return;
    before(c, i);
    tell(c,
         c->l->BuildICmp(c->builder, is_accessed(c, i) ? LLVMIntUGE : LLVMIntUGT, at,
                         c->l->ConstInt(c->l->TypeOf(at), n, false), ""),
         "index-out-of-bounds");
}

static void check(checker *c, LLVMValueRef i)
{
    switch (c->l->GetInstructionOpcode(i)) {
    case LLVMAdd:
        overflow(c, i, "llvm.sadd.with.overflow");
        break;
    case LLVMSub:
        overflow(c, i, "llvm.ssub.with.overflow");
        break;
    case LLVMMul:
        overflow(c, i, "llvm.smul.with.overflow");
        break;
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        shift(c, i);
        break;
    case LLVMGetElementPtr:
        element(c, i);
        break;
    default:
        break;
    }
}

void ir_check_undefined(const llvm_api *l, LLVMContextRef context, LLVMModuleRef module)
{
    checker c = {.l = l, .context = context, .module = module};
    c.builder = l->CreateBuilderInContext(context);
    c.i1 = l->Int1TypeInContext(context);
    c.type = l->FunctionType(l->VoidTypeInContext(context),
                             (LLVMTypeRef[]){c.i1, l->PointerTypeInContext(context, 0)}, 2, false);
    c.function = l->AddFunction(module, "tandem_undefined", c.type);
    unsigned zeroext = l->GetEnumAttributeKindForName("zeroext", 7);
    l->AddAttributeAtIndex(c.function, 1, l->CreateEnumAttribute(context, zeroext, 0));
    for (LLVMValueRef f = l->GetFirstFunction(module); f; f = l->GetNextFunction(f))
        for (LLVMBasicBlockRef b = l->GetFirstBasicBlock(f); b; b = l->GetNextBasicBlock(b))
            for (LLVMValueRef i = l->GetFirstInstruction(b), next; i; i = next) {
                next = l->GetNextInstruction(i);
                check(&c, i);
            }
    l->DisposeBuilder(c.builder);
}
