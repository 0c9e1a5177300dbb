/* Which memory a pointer points to, as far as it can be told from the code around: a load that reads other memory than the
 * stores which wait for the end of a stretch (instrument_stretch.c) does not end it. */
#include "instrument/instrument_impl.h"

enum { TBAA_BASE, TBAA_ACCESS, TBAA_OFFSET, TBAA_OPERANDS = 3 };

static bool is_element_pointer(const instrumenter *x, LLVMValueRef p)
{
    if (x->l.IsAConstantExpr(p))
        return x->l.GetConstOpcode(p) == LLVMGetElementPtr;
    return x->l.IsAInstruction(p) && x->l.GetInstructionOpcode(p) == LLVMGetElementPtr;
}

/* False: an index is not known. */
static bool constant_offset(const instrumenter *x, LLVMValueRef p, int64_t *offset)
{
    LLVMTypeRef type = x->l.GetGEPSourceElementType(p);
    for (int k = 1; k < x->l.GetNumOperands(p); k++) {
        LLVMValueRef index = x->l.GetOperand(p, (unsigned)k);
        if (!x->l.IsAConstantInt(index))
            return false;
        if (k > 1 && x->l.GetTypeKind(type) == LLVMStructTypeKind) {
            unsigned field = (unsigned)x->l.ConstIntGetZExtValue(index);
            *offset += (int64_t)x->l.OffsetOfElement(x->layout, type, field);
            type = x->l.StructGetTypeAtIndex(type, field);
            continue;
        }
        if (k > 1)
            type = x->l.GetElementType(type);
        *offset += x->l.ConstIntGetSExtValue(index) * (int64_t)x->l.ABISizeOfType(x->layout, type);
    }
    return true;
}

ir_spot ir_spot_of(const instrumenter *x, LLVMValueRef p)
{
    ir_spot place = {.base = p};
    while (is_element_pointer(x, place.base)) {
        int64_t more = 0;
        if (!constant_offset(x, place.base, &more))
            break;
        place.offset += more;
        place.base = x->l.GetOperand(place.base, 0);
    }
    return place;
}

/* What it was computed from. */
static LLVMValueRef object_of(const instrumenter *x, LLVMValueRef p)
{
    while (is_element_pointer(x, p))
        p = x->l.GetOperand(p, 0);
    return p;
}

/* Slots and variables have places of their own; what comes from outside does not point into a slot. */
static bool are_apart(const instrumenter *x, LLVMValueRef a, LLVMValueRef b)
{
    bool a_slot = x->l.IsAAllocaInst(a) != NULL, b_slot = x->l.IsAAllocaInst(b) != NULL;
    bool a_variable = x->l.IsAGlobalVariable(a) != NULL,
         b_variable = x->l.IsAGlobalVariable(b) != NULL;
    if (a == b)
        return false;
    return ((a_slot || a_variable) && (b_slot || b_variable)) || (a_slot && x->l.IsAArgument(b)) ||
           (b_slot && x->l.IsAArgument(a));
}

/* Type `a` is `b`, or one that `b` is made from: the last is char, which may be anything. */
static bool is_above(const instrumenter *x, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef operands[TBAA_OPERANDS];
    while (b && b != a) {
        if (!x->l.IsAMDNode(b) || x->l.GetMDNodeNumOperands(b) != TBAA_OPERANDS)
            return false;
        x->l.GetMDNodeOperands(b, operands);
        b = operands[1];
    }
    return b != NULL;
}

/* By the types that the program's author gave them, where the compiler may go by those. */
static bool types_differ(const instrumenter *x, LLVMValueRef i, LLVMValueRef j)
{
    LLVMValueRef a[TBAA_OPERANDS], b[TBAA_OPERANDS];
    LLVMValueRef tag_a = x->l.GetMetadata(i, x->tbaa), tag_b = x->l.GetMetadata(j, x->tbaa);
    if (!tag_a || !tag_b || x->l.GetMDNodeNumOperands(tag_a) != TBAA_OPERANDS ||
        x->l.GetMDNodeNumOperands(tag_b) != TBAA_OPERANDS)
        return false;
    x->l.GetMDNodeOperands(tag_a, a);
    x->l.GetMDNodeOperands(tag_b, b);
    if (!a[TBAA_ACCESS] || !b[TBAA_ACCESS])
        return false;
    if (!is_above(x, a[TBAA_ACCESS], b[TBAA_ACCESS]) &&
        !is_above(x, b[TBAA_ACCESS], a[TBAA_ACCESS]))
        return true;
    return a[TBAA_BASE] == b[TBAA_BASE] && a[TBAA_BASE] != a[TBAA_ACCESS] &&
           a[TBAA_OFFSET] != b[TBAA_OFFSET]; /* members of one structure */
}

bool ir_may_meet(const instrumenter *x, LLVMValueRef load, LLVMValueRef store)
{
    LLVMValueRef p = x->l.GetOperand(load, 0), q = x->l.GetOperand(store, 1);
    if (types_differ(x, load, store) || are_apart(x, object_of(x, p), object_of(x, q)))
        return false;
    ir_spot a = ir_spot_of(x, p), b = ir_spot_of(x, q);
    LLVMTypeRef stored = x->l.TypeOf(x->l.GetOperand(store, 0));
    int64_t a_end = a.offset + (int64_t)x->l.StoreSizeOfType(x->layout, x->l.TypeOf(load)),
            b_end = b.offset + (int64_t)x->l.StoreSizeOfType(x->layout, stored);
    return a.base != b.base || (a.offset < b_end && b.offset < a_end);
}
