/* Initial values of globals. */
#include "program/read_impl.h"

enum { MAX_DEPTH = 64 };

typedef struct initial_walk {
    ir_reader *r;
    const ir_object *object;
    uint32_t leaf, at; /* the leaf that is wanted, and that which the walk is at */
    term_id value;     /* so far */
    uint64_t index;    /* of the next element */
} initial_walk;

static bool take(initial_walk *w, LLVMValueRef constant)
{
    ir_reader *r = w->r;
    const ir_leaf *leaf = &r->objects.leaves.at[w->leaf];
    term_id t = 0;
    if (r->l.IsNull(constant))
        t = ir_zero(r, &leaf->type);
    else if (r->l.IsAConstantInt(constant) || leaf->type.real)
        t = ir_operand(r, constant, ir_leaf_unsigned(r, w->leaf));
    if (!t)
        return ir_fail(r, "a global variable with an unusual initial value");
    if (!leaf->type.n_dims) {
        w->value = t;
        return true;
    }
    if (w->index >= r->limits->initial_elements)
        return ir_fail(r, "a long table of constants");
    term_id i = r->model == IR_MACHINE ? term_const(r->bank, value_bv_u64(r->bank, 64, w->index))
                                       : term_const(r->bank, value_int(r->bank, (int64_t)w->index));
    w->index++;
    w->value = term_make3(r->bank, OP_STORE, w->value, i, t);
    return true;
}

static bool walk(initial_walk *w, LLVMValueRef constant, LLVMTypeRef type, int depth)
{
    ir_reader *r = w->r;
    LLVMTypeKind kind = r->l.GetTypeKind(type);
    if (depth > MAX_DEPTH || !constant)
        return ir_fail(r, "a global variable with an unusual initial value");
    uint32_t n = ir_leaf_count(&r->objects, w->object, type);
    if (w->leaf < w->at || w->leaf >= w->at + n) { /* not in here */
        w->at += n;
        return true;
    }
    bool array = kind == LLVMArrayTypeKind;
    if (!array && kind != LLVMStructTypeKind) {
        w->at += 1;
        return take(w, constant);
    }
    uint64_t length = array ? r->l.GetArrayLength2(type) : r->l.CountStructElementTypes(type);
    uint32_t first = w->at;
    for (uint64_t k = 0; k < length; k++) {
        LLVMTypeRef part =
            array ? r->l.GetElementType(type) : r->l.StructGetTypeAtIndex(type, (unsigned)k);
        if (array && !w->object->expanded)
            w->at = first; /* the same leaves again */
        if (!walk(w, r->l.GetAggregateElement(constant, (unsigned)k), part, depth + 1))
            return false;
    }
    return true;
}

term_id ir_initial_value(ir_reader *r, uint32_t leaf)
{
    const ir_object *object = NULL;
    for (size_t i = 0; i < r->objects.list.n; i++) {
        const ir_object *x = &r->objects.list.at[i];
        if (leaf >= x->first && leaf < x->first + x->n)
            object = x;
    }
    LLVMValueRef initial =
        object && r->l.GetValueKind(object->value) == LLVMGlobalVariableValueKind &&
                !r->l.IsDeclaration(object->value)
            ? r->l.GetInitializer(object->value)
            : NULL;
    if (!initial || r->l.IsUndef(initial))
        return 0;
    const ir_leaf *x = &r->objects.leaves.at[leaf];
    initial_walk w = {.r = r, .object = object, .leaf = leaf, .at = object->first};
    if (x->type.n_dims) {
        w.value = term_const_array(r->bank, ir_leaf_sort(r, leaf), ir_zero(r, &x->type));
        if (r->l.IsNull(initial))
            return w.value;
    }
    return walk(&w, initial, object->type, 0) ? w.value : 0;
}
