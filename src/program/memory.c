/* Loads, stores and copies, on the variables behind addresses. */
#include "program/read_impl.h"

#include "base/text.h"

enum { MAX_DEPTH = 64 };

static term_id unknown_memory(ir_reader *r)
{
    return ir_fail(r, "memory other than integer variables, arrays of fixed size and structs");
}

/* An index as a term: an integer, or 64 bits. */
static term_id index_term(ir_reader *r, LLVMValueRef value)
{
    term_id t = ir_operand(r, value, ir_signs_unsigned(&r->signs, (uintptr_t)value));
    if (!t || r->model == IR_MATH)
        return t;
    uint32_t width = sort_bv_width(r->bank, term_sort(r->bank, t)), more = 64 - width;
    return more ? term_make(r->bank, OP_SIGN_EXTEND, &more, 1, &t, 1) : t;
}

static term_id index_constant(ir_reader *r, uint64_t n)
{
    if (r->model == IR_MACHINE)
        return term_const(r->bank, value_bv_u64(r->bank, 64, n));
    return term_const(r->bank, value_int(r->bank, (int64_t)n));
}

/* The indices that stepping from one place to another has added are zero. */
static void zero_indices(ir_reader *r, ir_address *a, uint32_t before)
{
    for (uint32_t k = before; k < a->place.n_dims; k++)
        a->index[k] = index_constant(r, 0);
}

static bool step_gep(ir_reader *r, LLVMValueRef gep, ir_address *a)
{
    ir_objects *o = &r->objects;
    uint32_t before = a->place.n_dims;
    if (!ir_place_descend(o, &a->place, r->l.GetGEPSourceElementType(gep)))
        return unknown_memory(r);
    zero_indices(r, a, before);
    LLVMValueRef first = r->l.GetOperand(gep, 1);
    if (!r->l.IsAConstantInt(first) || r->l.ConstIntGetZExtValue(first)) {
        term_id t = a->place.element ? index_term(r, first) : unknown_memory(r);
        if (!t)
            return false;
        term_id *last = &a->index[a->place.n_dims - 1];
        *last = term_make2(r->bank, r->model == IR_MATH ? OP_ADD : OP_BVADD, *last, t);
    }
    for (unsigned k = 2; k < (unsigned)r->l.GetNumOperands(gep); k++) {
        LLVMValueRef step = r->l.GetOperand(gep, k);
        bool constant = r->l.IsAConstantInt(step);
        uint64_t number = constant ? r->l.ConstIntGetZExtValue(step) : 0;
        if (r->l.GetTypeKind(a->place.type) == LLVMStructTypeKind) {
            if (!ir_place_field(o, &a->place, (unsigned)number))
                return unknown_memory(r);
            continue;
        }
        if (!ir_place_index(o, &a->place, number, constant))
            return unknown_memory(r);
        if (a->place.element && !(a->index[a->place.n_dims - 1] = index_term(r, step)))
            return false;
    }
    return true;
}

static void pointer_indices(ir_reader *r, const ir_pointer *p, ir_address *a)
{
    for (uint32_t k = 0; k < p->place.n_dims; k++)
        a->index[k] =
            p->place.varies ? r->current.at[p->variables[k]] : index_constant(r, p->place.index[k]);
}

static bool address_of(ir_reader *r, LLVMValueRef value, ir_address *a, int depth)
{
    const uint64_t *known = map_find(&r->addresses, (uintptr_t)value);
    const uint64_t *object = map_find(&r->objects.by_value, (uintptr_t)value);
    if (known) {
        *a = r->address_list.at[*known];
        return true;
    }
    if (object) {
        const ir_object *x = &r->objects.list.at[*object];
        *a = (ir_address){.place = {(uint32_t)*object, x->type, x->first, 0, false}};
        return true;
    }
    const uint64_t *pointer = map_find(&r->objects.by_pointer, (uintptr_t)value);
    if (pointer && r->objects.pointers.at[*pointer].known) {
        const ir_pointer *p = &r->objects.pointers.at[*pointer];
        *a = (ir_address){.place = p->place};
        pointer_indices(r, p, a);
        return true;
    }
    if (!ir_is_gep(&r->l, value) || depth > MAX_DEPTH)
        return unknown_memory(r);
    return address_of(r, r->l.GetOperand(value, 0), a, depth + 1) && step_gep(r, value, a);
}

bool ir_address_of(ir_reader *r, LLVMValueRef value, ir_address *a)
{
    return address_of(r, value, a, 0);
}

/* ---- Scalars --------------------------------------------------------------------------------- */

/* Outside of an array a run has no meaning: it ends there. */
static term_id flat_index(ir_reader *r, const ir_leaf *leaf, const ir_address *a)
{
    term_bank *b = r->bank;
    bool math = r->model == IR_MATH;
    term_id flat = 0;
    for (uint32_t k = 0; k < leaf->type.n_dims; k++) {
        const ir_object *x = &r->objects.list.at[a->place.object];
        term_id length = x->length && !k ? r->current.at[x->length_variable]
                                         : index_constant(r, leaf->type.counts[k]);
        term_id i = a->index[k];
        term_id low = math ? term_make2(b, OP_LE, index_constant(r, 0), i) : TERM_ID_TRUE;
        term_id both[] = {low, term_make2(b, math ? OP_LT : OP_BVULT, i, length)};
        term_id inside = term_and(b, math ? both : both + 1, math ? 2 : 1);
        uint64_t number;
        bool certain = !(x->length && !k) && term_op_of(b, i) == OP_CONST &&
                       value_small_bits(b, term_value(b, i), &number) &&
                       number < leaf->type.counts[k];
        if (!certain)
            ir_undefined(r, IR_BOUNDS, term_not(b, inside), true);
        flat = !k ? i
                  : term_make2(b, math ? OP_ADD : OP_BVADD,
                               term_make2(b, math ? OP_MUL : OP_BVMUL, flat, length), i);
    }
    return flat;
}

/* The leaf at an address, with all its indices set. NULL: failed. */
static ir_leaf *find_leaf(ir_reader *r, ir_address *a, unsigned width)
{
    uint32_t before = a->place.n_dims;
    ir_leaf *leaf = ir_place_leaf(&r->objects, &a->place, width);
    if (!leaf || (leaf->variable == IR_NO_VARIABLE &&
                  r->l.GetValueKind(r->objects.list.at[a->place.object].value) !=
                      LLVMGlobalVariableValueKind)) {
        unknown_memory(r);
        return NULL;
    }
    zero_indices(r, a, before);
    return leaf;
}

static term_id load_at(ir_reader *r, ir_address *a, unsigned width)
{
    ir_leaf *leaf = find_leaf(r, a, width);
    if (!leaf)
        return 0;
    term_id whole = leaf->variable == IR_NO_VARIABLE ? ir_initial_value(r, a->place.leaf)
                                                     : r->current.at[leaf->variable];
    if (!whole || !leaf->type.n_dims)
        return whole;
    term_id t = term_make2(r->bank, OP_SELECT, whole, flat_index(r, leaf, a));
    /* Elements that were never written are numbers of the type too. */
    bool is_unsigned = ir_leaf_unsigned(r, a->place.leaf);
    term_id range = ir_range(r, t, width, is_unsigned);
    if (range != TERM_ID_TRUE)
        ir_assume(r, range);
    return t;
}

static bool store_at(ir_reader *r, ir_address *a, unsigned width, term_id value)
{
    ir_leaf *leaf = find_leaf(r, a, width);
    if (!leaf)
        return false;
    if (leaf->variable == IR_NO_VARIABLE)
        return ir_fail(r, "a constant is written to");
    term_id *whole = &r->current.at[leaf->variable];
    *whole = leaf->type.n_dims
                 ? term_make3(r->bank, OP_STORE, *whole, flat_index(r, leaf, a), value)
                 : value;
    return true;
}

static bool load_pointer(ir_reader *r, LLVMValueRef i)
{
    const uint64_t *cell = map_find(&r->objects.by_pointer, (uintptr_t)r->l.GetOperand(i, 0));
    ir_address a;
    if (!cell || !ir_address_of(r, r->l.GetOperand(i, 0), &a))
        return unknown_memory(r);
    const ir_pointer *p = &r->objects.pointers.at[*cell];
    if (!p->known)
        return ir_fail(r, "a pointer that may point at several variables");
    a = (ir_address){.place = p->place};
    pointer_indices(r, p, &a);
    return ir_address_set(r, i, &a);
}

static bool store_pointer(ir_reader *r, LLVMValueRef i)
{
    const uint64_t *cell = map_find(&r->objects.by_pointer, (uintptr_t)r->l.GetOperand(i, 1));
    ir_address a;
    if (!cell)
        return unknown_memory(r);
    const ir_pointer *p = &r->objects.pointers.at[*cell];
    if (!p->known)
        return true; /* nothing is lost: whoever reads it fails */
    if (!ir_address_of(r, r->l.GetOperand(i, 0), &a))
        return false;
    uint32_t before = a.place.n_dims;
    if (!ir_place_descend(&r->objects, &a.place, p->place.type) ||
        !ir_same_place(&a.place, &p->place))
        return ir_fail(r, "a pointer that may point at several variables");
    zero_indices(r, &a, before);
    for (uint32_t k = 0; p->place.varies && k < p->place.n_dims; k++)
        r->current.at[p->variables[k]] = a.index[k];
    return true;
}

bool ir_address_set(ir_reader *r, LLVMValueRef i, const ir_address *a)
{
    map_put(&r->addresses, (uintptr_t)i, r->address_list.n);
    vec_push(&r->address_list, *a);
    const uint64_t *pointer = map_find(&r->objects.by_pointer, (uintptr_t)i);
    const ir_pointer *p = pointer ? &r->objects.pointers.at[*pointer] : NULL;
    if (p && p->known && !ir_same_place(&a->place, &p->place))
        return unknown_memory(r);
    for (uint32_t k = 0; p && p->known && p->place.varies && k < p->place.n_dims; k++)
        r->current.at[p->variables[k]] = a->index[k];
    return true;
}

/* What the stack was is of no interest. */
static bool is_stack(const ir_reader *r, LLVMValueRef load)
{
    size_t n;
    bool any = false;
    for (LLVMUseRef u = r->l.GetFirstUse(load); u; u = r->l.GetNextUse(u)) {
        LLVMValueRef user = r->l.GetUser(u);
        if (r->l.GetInstructionOpcode(user) != LLVMCall ||
            !text_begins(r->l.GetValueName2(r->l.GetCalledValue(user), &n), "llvm.stackrestore"))
            return false;
        any = true;
    }
    return any;
}

bool ir_allocate(ir_reader *r, LLVMValueRef i)
{
    const uint64_t *place = map_find(&r->objects.by_value, (uintptr_t)i);
    const ir_object *x = place ? &r->objects.list.at[*place] : NULL;
    if (!x || !x->length || x->length_variable == IR_NO_VARIABLE)
        return true; /* or nobody looks at it */
    term_id n = ir_operand(r, x->length, true);
    if (!n)
        return false;
    if (r->model == IR_MACHINE) {
        uint32_t more = 64 - sort_bv_width(r->bank, term_sort(r->bank, n));
        n = more ? term_make(r->bank, OP_ZERO_EXTEND, &more, 1, &n, 1) : n;
    }
    if (x->unit > 1)
        n = term_make2(r->bank, r->model == IR_MACHINE ? OP_BVUDIV : OP_IDIV, n,
                       index_constant(r, x->unit));
    r->current.at[x->length_variable] = n;
    for (uint32_t k = x->first; k < x->first + x->n; k++) {
        uint32_t v = r->objects.leaves.at[k].variable;
        if (v != IR_NO_VARIABLE)
            r->current.at[v] = ir_input_new(r, r->program->variables.at[v].name,
                                            &r->program->variables.at[v].type, false);
    }
    return true;
}

bool ir_load(ir_reader *r, LLVMValueRef i)
{
    unsigned width = ir_width(r, r->l.TypeOf(i));
    ir_address a;
    if (r->l.GetTypeKind(r->l.TypeOf(i)) == LLVMPointerTypeKind)
        return is_stack(r, i) || load_pointer(r, i);
    if (!width || r->l.GetVolatile(i) || !ir_address_of(r, r->l.GetOperand(i, 0), &a))
        return unknown_memory(r);
    term_id t = load_at(r, &a, width);
    if (t)
        map_put(&r->registers, (uintptr_t)i, t);
    return t != 0;
}

bool ir_store(ir_reader *r, LLVMValueRef i)
{
    LLVMValueRef value = r->l.GetOperand(i, 0);
    unsigned width = ir_width(r, r->l.TypeOf(value));
    ir_address a;
    if (r->l.GetTypeKind(r->l.TypeOf(value)) == LLVMPointerTypeKind)
        return store_pointer(r, i);
    if (!width || r->l.GetVolatile(i) || !ir_address_of(r, r->l.GetOperand(i, 1), &a))
        return unknown_memory(r);
    ir_place place = a.place;
    if (!ir_place_leaf(&r->objects, &place, width))
        return unknown_memory(r);
    term_id t = ir_operand(r, value, ir_leaf_unsigned(r, place.leaf));
    return t && store_at(r, &a, width, t);
}

/* ---- Aggregates ------------------------------------------------------------------------------ */

/* Scalar by scalar; from == NULL: zeros. */
typedef struct copying {
    ir_reader *r;
    uint32_t budget; /* scalars */
    bool zeros;
} copying;

static bool copy(copying *c, ir_address to, ir_address from, LLVMTypeRef type, int depth);

static bool copy_scalar(copying *c, ir_address *to, ir_address *from, unsigned width)
{
    ir_reader *r = c->r;
    if (!c->budget--)
        return ir_fail(r, "a copy of too much memory");
    term_id zero = width == 1 ? TERM_ID_FALSE : ir_constant(r, width, 0);
    term_id t = c->zeros ? zero : load_at(r, from, width);
    return t && store_at(r, to, width, t);
}

static bool copy_element(copying *c, ir_address to, ir_address from, LLVMTypeRef type, uint64_t k,
                         int depth)
{
    ir_reader *r = c->r;
    ir_address *both[] = {&to, &from};
    for (int side = 0; side < (c->zeros ? 1 : 2); side++) {
        if (!ir_place_index(&r->objects, &both[side]->place, k, true))
            return unknown_memory(r);
        if (both[side]->place.element)
            both[side]->index[both[side]->place.n_dims - 1] = index_constant(r, k);
    }
    return copy(c, to, from, r->l.GetElementType(type), depth + 1);
}

/* A whole array of scalars at once, where both sides are variables of array sort. */
static bool copy_whole(copying *c, const ir_address *to, const ir_address *from, bool *done)
{
    ir_reader *r = c->r;
    ir_place a = to->place, b = c->zeros ? to->place : from->place;
    unsigned width = ir_width(r, r->l.GetElementType(to->place.type));
    ir_leaf *x = width && !a.n_dims && !b.n_dims ? ir_place_leaf(&r->objects, &a, width) : NULL;
    ir_leaf *y = x ? ir_place_leaf(&r->objects, &b, width) : NULL;
    *done = x && y && x->type.n_dims == 1 && y->type.n_dims == 1 && x->variable != IR_NO_VARIABLE;
    if (!*done)
        return true;
    sort_id sort = term_sort(r->bank, r->program->variables.at[x->variable].term);
    term_id t = c->zeros ? term_const_array(r->bank, sort, ir_constant(r, width, 0))
                : y->variable == IR_NO_VARIABLE ? ir_initial_value(r, b.leaf)
                                                : r->current.at[y->variable];
    if (t)
        r->current.at[x->variable] = t;
    return t != 0;
}

static bool copy(copying *c, ir_address to, ir_address from, LLVMTypeRef type, int depth)
{
    ir_reader *r = c->r;
    LLVMTypeKind kind = r->l.GetTypeKind(type);
    if (depth > MAX_DEPTH)
        return unknown_memory(r);
    if (kind == LLVMStructTypeKind) {
        bool good = true;
        for (unsigned k = 0; good && k < r->l.CountStructElementTypes(type); k++) {
            ir_address x = to, y = from;
            good = ir_place_field(&r->objects, &x.place, k) &&
                   (c->zeros || ir_place_field(&r->objects, &y.place, k));
            good = good ? copy(c, x, y, r->l.StructGetTypeAtIndex(type, k), depth + 1)
                        : unknown_memory(r);
        }
        return good;
    }
    if (kind == LLVMArrayTypeKind) {
        bool done, good = copy_whole(c, &to, &from, &done);
        for (uint64_t k = 0; good && !done && k < r->l.GetArrayLength2(type); k++)
            good = copy_element(c, to, from, type, k, depth);
        return good;
    }
    unsigned width = ir_width(r, type);
    return width ? copy_scalar(c, &to, &from, width) : unknown_memory(r);
}

bool ir_copy(ir_reader *r, LLVMValueRef i, bool sets)
{
    LLVMValueRef size = r->l.GetOperand(i, 2), source = r->l.GetOperand(i, 1);
    ir_address to, from = {0};
    if (!ir_address_of(r, r->l.GetOperand(i, 0), &to) ||
        (!sets && !ir_address_of(r, source, &from)) || !r->l.IsAConstantInt(size))
        return unknown_memory(r);
    if (sets && !(r->l.IsAConstantInt(source) && !r->l.ConstIntGetZExtValue(source)))
        return ir_fail(r, "memory filled with something other than zeros");
    uint64_t bytes = r->l.ConstIntGetZExtValue(size);
    bool whole = r->l.ABISizeOfType(r->objects.layout, to.place.type) == bytes;
    if (!whole || (!sets && from.place.type != to.place.type))
        return ir_fail(r, "a copy of a part of a variable");
    copying c = {.r = r, .budget = (unsigned)r->limits->copied, .zeros = sets};
    return copy(&c, to, from, to.place.type, 0);
}
