/* What addresses point at: one place, or one of a few. */
#include <string.h>

#include "program/objects.h"

enum { MAX_DEPTH = 64 };

static bool place_of(ir_objects *o, LLVMValueRef address, ir_place *place, int depth);

bool ir_same_place(const ir_place *x, const ir_place *y)
{
    return x->object == y->object && x->type == y->type && x->leaf == y->leaf &&
           x->n_dims == y->n_dims && x->element == y->element;
}

static bool place_of_gep(ir_objects *o, LLVMValueRef gep, ir_place *place, int depth)
{
    const llvm_api *l = o->l;
    if (!place_of(o, l->GetOperand(gep, 0), place, depth + 1) ||
        !ir_place_descend(o, place, l->GetGEPSourceElementType(gep)))
        return false;
    LLVMValueRef first = l->GetOperand(gep, 1);
    bool moves = !l->IsAConstantInt(first) || l->ConstIntGetZExtValue(first);
    if (moves && !place->element)
        return false;
    if (moves && l->IsAConstantInt(first))
        place->index[place->n_dims - 1] += l->ConstIntGetZExtValue(first);
    place->varies |= !l->IsAConstantInt(first);
    for (unsigned k = 2; k < (unsigned)l->GetNumOperands(gep); k++) {
        LLVMValueRef step = l->GetOperand(gep, k);
        bool constant = l->IsAConstantInt(step);
        uint64_t number = constant ? l->ConstIntGetZExtValue(step) : 0;
        if (l->GetTypeKind(place->type) == LLVMStructTypeKind
                ? !ir_place_field(o, place, (unsigned)number)
                : !ir_place_index(o, place, number, constant))
            return false;
    }
    return true;
}

/* What the stores into a cell agree on; the cell's own value, moved, agrees with anything. */
static bool place_of_cell(ir_objects *o, LLVMValueRef cell, ir_place *place, int depth)
{
    const llvm_api *l = o->l;
    bool any = false, moves = false;
    LLVMTypeRef step = NULL; /* what it moves by */
    for (LLVMUseRef u = l->GetFirstUse(cell); u; u = l->GetNextUse(u)) {
        LLVMValueRef user = l->GetUser(u);
        if (!l->IsAInstruction(user) || l->GetInstructionOpcode(user) != LLVMStore)
            continue;
        ir_place one;
        LLVMValueRef value = l->GetOperand(user, 0), base = value;
        while (ir_is_gep(l, base) && l->GetNumOperands(base) == 2)
            base = l->GetOperand(base, 0);
        bool itself = l->IsAInstruction(base) && l->GetInstructionOpcode(base) == LLVMLoad &&
                      l->GetOperand(base, 0) == cell;
        moves |= itself;
        if (itself) {
            step = ir_is_gep(l, value) ? l->GetGEPSourceElementType(value) : step;
            continue;
        }
        if (value == cell || !place_of(o, value, &one, depth + 1) ||
            (any && !ir_same_place(place, &one)))
            return false;
        moves |= any && memcmp(place->index, one.index, sizeof one.index);
        *place = one;
        any = true;
    }
    if (!any || (step && !ir_place_descend(o, place, step)))
        return false;
    place->varies |= moves;
    return true;
}

static bool place_of(ir_objects *o, LLVMValueRef address, ir_place *place, int depth)
{
    const llvm_api *l = o->l;
    const uint64_t *object = map_find(&o->by_value, (uintptr_t)address);
    if (depth > MAX_DEPTH)
        return false;
    if (object) {
        const ir_object *x = &o->list.at[*object];
        *place = (ir_place){.object = (uint32_t)*object, .type = x->type, .leaf = x->first};
        return true;
    }
    if (ir_is_gep(l, address))
        return place_of_gep(o, address, place, depth);
    if (!l->IsAInstruction(address) || l->GetInstructionOpcode(address) != LLVMLoad)
        return false;
    const uint64_t *cell = map_find(&o->by_value, (uintptr_t)l->GetOperand(address, 0));
    return cell && o->list.at[*cell].pointer &&
           place_of_cell(o, o->list.at[*cell].value, place, depth);
}

bool ir_place_of(ir_objects *o, LLVMValueRef address, ir_place *place)
{
    return place_of(o, address, place, 0);
}

bool ir_place_returned(ir_objects *o, LLVMValueRef given, ir_place *place)
{
    if (!place_of(o, given, place, 0))
        return false;
    while (o->l->GetTypeKind(place->type) == LLVMArrayTypeKind)
        if (!ir_place_index(o, place, 0, true))
            return false;
    place->varies = true;
    return place->element && place->n_dims == 1 && ir_scalar_type(o->l, place->type).width;
}

/* ---- One of a few ---------------------------------------------------------------------------- */

/* False: there are too many. */
static bool add_target(ir_pointer *p, const ir_target *one)
{
    for (uint32_t k = 0; k < p->n_targets; k++) {
        ir_target *t = &p->targets[k];
        if (t->kind == one->kind &&
            (t->kind == IR_TO_FUNCTION
                 ? t->function == one->function
                 : t->kind == IR_TO_NOTHING || ir_same_place(&t->place, &one->place))) {
            t->place.varies |= one->place.varies ||
                               memcmp(t->place.index, one->place.index, sizeof one->place.index);
            return true;
        }
    }
    if (p->n_targets == IR_MAX_TARGETS)
        return false;
    p->targets[p->n_targets++] = *one;
    return true;
}

static bool collect(ir_objects *o, LLVMValueRef value, ir_pointer *p, int depth);

/* All that is stored into a cell. What is written to it in other ways, or through its address, is not
 * seen: then it is not known. */
static bool collect_cell(ir_objects *o, LLVMValueRef cell, ir_pointer *p, int depth)
{
    const llvm_api *l = o->l;
    for (LLVMUseRef u = l->GetFirstUse(cell); u; u = l->GetNextUse(u)) {
        LLVMValueRef user = l->GetUser(u);
        size_t n;
        if (!l->IsAInstruction(user))
            return false;
        LLVMOpcode op = l->GetInstructionOpcode(user);
        bool scope =
            op == LLVMCall && !strncmp(l->GetValueName2(l->GetCalledValue(user), &n), "llvm.", 5);
        if (op == LLVMLoad || scope)
            continue;
        if (op != LLVMStore || l->GetOperand(user, 0) == cell ||
            !collect(o, l->GetOperand(user, 0), p, depth + 1))
            return false;
    }
    return true;
}

/* Nothing, or an element of an array that the code was given. */
static bool collect_returned(ir_objects *o, LLVMValueRef call, ir_pointer *p)
{
    const llvm_api *l = o->l;
    ir_target one = {.kind = IR_TO_NOTHING};
    bool good = add_target(p, &one), any = false;
    one.kind = IR_TO_PLACE;
    for (unsigned k = 0; k < l->GetNumArgOperands(call) && good; k++)
        if (l->GetTypeKind(l->TypeOf(l->GetOperand(call, k))) == LLVMPointerTypeKind &&
            ir_place_returned(o, l->GetOperand(call, k), &one.place)) {
            good = add_target(p, &one);
            any = true;
        }
    return good && any;
}

static bool collect(ir_objects *o, LLVMValueRef value, ir_pointer *p, int depth)
{
    const llvm_api *l = o->l;
    ir_target one = {0};
    if (depth > IR_MAX_TARGETS * 2)
        return false;
    one.kind = l->IsNull(value)                                  ? IR_TO_NOTHING
               : l->GetValueKind(value) == LLVMFunctionValueKind ? IR_TO_FUNCTION
                                                                 : IR_TO_PLACE;
    one.function = value;
    if (one.kind != IR_TO_PLACE || place_of(o, value, &one.place, 0))
        return add_target(p, &one);
    if (!l->IsAInstruction(value))
        return false;
    switch (l->GetInstructionOpcode(value)) {
    case LLVMLoad: {
        const uint64_t *cell = map_find(&o->by_value, (uintptr_t)l->GetOperand(value, 0));
        return cell && o->list.at[*cell].pointer && l->IsAInstruction(l->GetOperand(value, 0)) &&
               collect_cell(o, l->GetOperand(value, 0), p, depth + 1);
    }
    case LLVMCall:
        return collect_returned(o, value, p);
    case LLVMSelect:
        return collect(o, l->GetOperand(value, 1), p, depth + 1) &&
               collect(o, l->GetOperand(value, 2), p, depth + 1);
    case LLVMPHI:
        for (unsigned k = 0; k < l->CountIncoming(value); k++)
            if (!collect(o, l->GetIncomingValue(value, k), p, depth + 1))
                return false;
        return true;
    default:
        return false;
    }
}

const ir_pointer *ir_targets_of(ir_objects *o, LLVMValueRef address)
{
    const llvm_api *l = o->l;
    const uint64_t *known = map_find(&o->by_pointer, (uintptr_t)address);
    if (!known && l->IsAInstruction(address) && l->GetInstructionOpcode(address) == LLVMLoad)
        known = map_find(&o->by_pointer, (uintptr_t)l->GetOperand(address, 0));
    const ir_pointer *p = known ? &o->pointers.at[*known] : NULL;
    return p && !p->known && p->n_targets ? p : NULL;
}

void ir_pointers_find(ir_objects *o, LLVMValueRef function)
{
    const llvm_api *l = o->l;
    for (LLVMBasicBlockRef b = l->GetFirstBasicBlock(function); b; b = l->GetNextBasicBlock(b))
        for (LLVMValueRef i = l->GetFirstInstruction(b); i; i = l->GetNextInstruction(i)) {
            LLVMOpcode op = l->GetInstructionOpcode(i);
            bool cell =
                op == LLVMAlloca && l->GetTypeKind(l->GetAllocatedType(i)) == LLVMPointerTypeKind;
            bool returned = op == LLVMCall && !map_find(&o->by_value, (uintptr_t)i);
            bool pointer =
                (op == LLVMLoad || op == LLVMGetElementPtr || op == LLVMPHI || returned) &&
                l->GetTypeKind(l->TypeOf(i)) == LLVMPointerTypeKind;
            if (!cell && !(pointer && ir_lives_on(l, i)))
                continue;
            ir_pointer p = {0};
            p.known = op != LLVMPHI &&
                      (cell ? place_of_cell(o, i, &p.place, 0) : place_of(o, i, &p.place, 0));
            if (!p.known && !(cell ? collect_cell(o, i, &p, 0) : collect(o, i, &p, 0)))
                p.n_targets = 0;
            map_put(&o->by_pointer, (uintptr_t)i, o->pointers.n);
            vec_push(&o->pointers, p);
        }
}
