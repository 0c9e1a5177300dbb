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
    term_id t = ir_operand(r, value, ir_value_unsigned(r, value));
    if (t)
        ir_seen(r, t, ir_width(r, r->l.TypeOf(value)), false);
    if (!t || r->model == IR_MATH)
        return t;
    uint32_t width = sort_bv_width(r->bank, term_sort(r->bank, t)), more = 64 - width;
    return more ? term_make(r->bank, OP_SIGN_EXTEND, &more, 1, &t, 1) : t;
}

term_id ir_index_constant(ir_reader *r, uint64_t n)
{
    if (r->model == IR_MACHINE)
        return term_const(r->bank, value_bv_u64(r->bank, 64, n));
    return term_const(r->bank, value_int(r->bank, (int64_t)n));
}

bool ir_index_known(const ir_reader *r, term_id index, uint64_t *n)
{
    return term_op_of(r->bank, index) == OP_CONST &&
           value_small_bits(r->bank, term_value(r->bank, index), n);
}

/* The indices that stepping from one place to another has added are zero. */
static void zero_indices(ir_reader *r, ir_address *a, uint32_t before)
{
    for (uint32_t k = before; k < a->place.n_dims; k++)
        a->index[k] = ir_index_constant(r, 0);
}

bool ir_address_step(ir_reader *r, LLVMValueRef gep, ir_address *a)
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
        a->index[k] = p->place.varies ? r->current.at[p->variables[k]]
                                      : ir_index_constant(r, p->place.index[k]);
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
    return address_of(r, r->l.GetOperand(value, 0), a, depth + 1) && ir_address_step(r, value, a);
}

bool ir_address_of(ir_reader *r, LLVMValueRef value, ir_address *a)
{
    return address_of(r, value, a, 0);
}

/* ---- Scalars --------------------------------------------------------------------------------- */

/* Outside of an array a run has no meaning: it ends there. */
term_id ir_flat_index(ir_reader *r, const ir_leaf *leaf, const ir_address *a)
{
    term_bank *b = r->bank;
    bool math = r->model == IR_MATH;
    term_id flat = 0;
    for (uint32_t k = 0; k < leaf->type.n_dims; k++) {
        const ir_object *x = &r->objects.list.at[a->place.object];
        term_id length = x->length && !k ? r->current.at[x->length_variable]
                                         : ir_index_constant(r, leaf->type.counts[k]);
        term_id i = a->index[k];
        term_id low = math ? term_make2(b, OP_LE, ir_index_constant(r, 0), i) : TERM_ID_TRUE;
        term_id both[] = {low, term_make2(b, math ? OP_LT : OP_BVULT, i, length)};
        term_id inside = term_and(b, math ? both : both + 1, math ? 2 : 1);
        uint64_t number;
        bool certain =
            !(x->length && !k) && ir_index_known(r, i, &number) && number < leaf->type.counts[k];
        term_id outside[] = {term_not(b, inside), r->under ? r->under : TERM_ID_TRUE};
        if (!certain)
            ir_undefined(r, IR_BOUNDS, r->under ? term_and(b, outside, 2) : outside[0], true);
        flat = !k ? i
                  : term_make2(b, math ? OP_ADD : OP_BVADD,
                               term_make2(b, math ? OP_MUL : OP_BVMUL, flat, length), i);
    }
    return flat;
}

/* The leaf at an address, with all its indices set. NULL: failed. */
static ir_leaf *find_leaf(ir_reader *r, ir_address *a, ir_type type)
{
    uint32_t before = a->place.n_dims;
    ir_leaf *leaf = ir_place_leaf(&r->objects, &a->place, type);
    if (!leaf || (leaf->variable == IR_NO_VARIABLE &&
                  r->l.GetValueKind(r->objects.list.at[a->place.object].value) !=
                      LLVMGlobalVariableValueKind)) {
        unknown_memory(r);
        return NULL;
    }
    zero_indices(r, a, before);
    return leaf;
}

/* Of an array that is one variable for each element: the one that the index says. */
static term_id spread_load(ir_reader *r, const ir_leaf *leaf, term_id index)
{
    term_id t = r->current.at[leaf->variable];
    for (uint32_t k = 1; k < leaf->spread; k++) {
        term_id here = term_eq(r->bank, index, ir_index_constant(r, k));
        t = here == TERM_ID_TRUE
                ? r->current.at[leaf->variable + k]
                : term_make3(r->bank, OP_ITE, here, r->current.at[leaf->variable + k], t);
    }
    return t;
}

static void spread_store(ir_reader *r, const ir_leaf *leaf, term_id index, term_id value)
{
    for (uint32_t k = 0; k < leaf->spread; k++) {
        term_id *element = &r->current.at[leaf->variable + k];
        *element = term_make3(r->bank, OP_ITE, term_eq(r->bank, index, ir_index_constant(r, k)),
                              value, *element);
    }
}

static term_id load_at(ir_reader *r, ir_address *a, ir_type type)
{
    ir_leaf *leaf = find_leaf(r, a, type);
    if (!leaf)
        return 0;
    if (leaf->spread)
        return spread_load(r, leaf, ir_flat_index(r, leaf, a));
    term_id whole = leaf->variable == IR_NO_VARIABLE ? ir_initial_value(r, a->place.leaf)
                                                     : r->current.at[leaf->variable];
    if (!whole || !leaf->type.n_dims)
        return whole;
    term_id t = term_make2(r->bank, OP_SELECT, whole, ir_flat_index(r, leaf, a));
    /* Elements that were never written are numbers of the type too. */
    bool is_unsigned = ir_leaf_unsigned(r, a->place.leaf);
    term_id range = type.real        ? TERM_ID_TRUE
                    : ir_is_exact(r) ? ir_type_range(r->bank, t, type.width, is_unsigned)
                                     : ir_range(r, t, type.width, is_unsigned);
    if (range != TERM_ID_TRUE && !r->under)
        ir_assume(r, range);
    return t;
}

static bool store_at(ir_reader *r, ir_address *a, ir_type type, term_id value)
{
    ir_leaf *leaf = find_leaf(r, a, type);
    if (!leaf)
        return false;
    if (leaf->variable == IR_NO_VARIABLE)
        return ir_fail(r, "a constant is written to");
    term_id *whole = &r->current.at[leaf->variable];
    if (leaf->type.n_dims && !type.real) /* so that elements are numbers of their type */
        ir_seen(r, value, type.width, ir_leaf_unsigned(r, a->place.leaf));
    if (leaf->spread)
        spread_store(r, leaf, ir_flat_index(r, leaf, a), value);
    else
        *whole = leaf->type.n_dims
                     ? term_make3(r->bank, OP_STORE, *whole, ir_flat_index(r, leaf, a), value)
                     : value;
    return true;
}

term_id ir_element(ir_reader *r, uint32_t leaf, uint64_t flat)
{
    const ir_leaf *x = &r->objects.leaves.at[leaf];
    if (x->spread)
        return r->current.at[x->variable + flat];
    term_id whole =
        x->variable == IR_NO_VARIABLE ? ir_initial_value(r, leaf) : r->current.at[x->variable];
    return whole && x->type.n_dims
               ? term_make2(r->bank, OP_SELECT, whole, ir_index_constant(r, flat))
               : whole;
}

bool ir_element_set(ir_reader *r, uint32_t leaf, uint64_t flat, term_id value)
{
    const ir_leaf *x = &r->objects.leaves.at[leaf];
    if (x->variable == IR_NO_VARIABLE)
        return ir_fail(r, "a constant is written to");
    if (x->type.n_dims && !x->spread &&
        !x->type.real) /* so that elements are numbers of their type */
        ir_seen(r, value, x->type.width, ir_leaf_unsigned(r, leaf));
    term_id *whole = &r->current.at[x->variable + (x->spread ? flat : 0)];
    *whole = x->type.n_dims && !x->spread
                 ? term_make3(r->bank, OP_STORE, *whole, ir_index_constant(r, flat), value)
                 : value;
    return true;
}

static bool load_pointer(ir_reader *r, LLVMValueRef i)
{
    const uint64_t *cell = map_find(&r->objects.by_pointer, (uintptr_t)r->l.GetOperand(i, 0));
    ir_address a;
    ir_choice c;
    if (!cell || !ir_address_of(r, r->l.GetOperand(i, 0), &a))
        return unknown_memory(r);
    const ir_pointer *p = &r->objects.pointers.at[*cell];
    if (!p->known && p->n_targets)
        return ir_choice_of(r, r->l.GetOperand(i, 0), &c) && ir_choice_set(r, i, &c);
    if (!p->known)
        return ir_fail(r, "a pointer that may point at many places");
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
    ir_choice c;
    if (!p->known && p->n_targets)
        return ir_choice_any(r, r->l.GetOperand(i, 0), &c)
                   ? ir_choice_put(r, p, &c, r->current.at)
                   : ir_fail(r, "a pointer that may point at many places");
    if (!p->known)
        return true; /* nothing is lost: whoever reads it fails */
    if (!ir_address_of(r, r->l.GetOperand(i, 0), &a))
        return false;
    uint32_t before = a.place.n_dims;
    if (!ir_place_descend(&r->objects, &a.place, p->place.type) ||
        !ir_same_place(&a.place, &p->place))
        return ir_fail(r, "a pointer that may point at many places");
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
                       ir_index_constant(r, x->unit));
    r->current.at[x->length_variable] = n;
    for (uint32_t k = x->first; k < x->first + x->n; k++) {
        uint32_t v = r->objects.leaves.at[k].variable;
        if (v != IR_NO_VARIABLE)
            r->current.at[v] = ir_input_new(r, r->program->variables.at[v].name,
                                            &r->program->variables.at[v].type, false);
    }
    return true;
}

/* Through a pointer that may be one of a few; null, or a function, is no place for it. */
static term_id load_chosen(ir_reader *r, ir_choice *c, ir_type type)
{
    term_id t = 0;
    for (uint32_t k = 0; k < c->n; k++) {
        if (c->of[k].target.kind != IR_TO_PLACE) {
            ir_undefined(r, IR_MEMORY, c->of[k].when, true);
            continue;
        }
        r->under = c->of[k].when;
        term_id one = load_at(r, &c->of[k].at, type);
        r->under = 0;
        if (!one)
            return 0;
        t = t ? term_make3(r->bank, OP_ITE, c->of[k].when, one, t) : one;
    }
    return t ? t : ir_zero(r, &type);
}

static bool store_chosen(ir_reader *r, ir_choice *c, ir_type type, LLVMValueRef value)
{
    bool good = true;
    for (uint32_t k = 0; k < c->n && good; k++) {
        if (c->of[k].target.kind != IR_TO_PLACE) {
            ir_undefined(r, IR_MEMORY, c->of[k].when, true);
            continue;
        }
        ir_address at = c->of[k].at;
        ir_place place = at.place;
        r->under = c->of[k].when;
        term_id old = load_at(r, &at, type);
        ir_leaf *leaf = old ? ir_place_leaf(&r->objects, &place, type) : NULL;
        term_id t = leaf ? ir_operand(r, value, ir_leaf_unsigned(r, place.leaf)) : 0;
        at = c->of[k].at;
        good = t && store_at(r, &at, type, term_make3(r->bank, OP_ITE, r->under, t, old));
        r->under = 0;
    }
    return good;
}

bool ir_load(ir_reader *r, LLVMValueRef i)
{
    ir_type type = ir_scalar_type(&r->l, r->l.TypeOf(i));
    ir_address a;
    ir_choice c;
    if (r->l.GetTypeKind(r->l.TypeOf(i)) == LLVMPointerTypeKind)
        return is_stack(r, i) || load_pointer(r, i);
    if (!type.width || r->l.GetVolatile(i))
        return unknown_memory(r);
    bool few = ir_choice_of(r, r->l.GetOperand(i, 0), &c);
    if (!few && !ir_address_of(r, r->l.GetOperand(i, 0), &a))
        return unknown_memory(r);
    term_id t = few ? load_chosen(r, &c, type) : load_at(r, &a, type);
    if (t)
        map_put(&r->registers, (uintptr_t)i, t);
    return t != 0;
}

bool ir_store(ir_reader *r, LLVMValueRef i)
{
    LLVMValueRef value = r->l.GetOperand(i, 0);
    ir_type type = ir_scalar_type(&r->l, r->l.TypeOf(value));
    ir_address a;
    ir_choice c;
    if (r->l.GetTypeKind(r->l.TypeOf(value)) == LLVMPointerTypeKind)
        return store_pointer(r, i);
    if (!type.width || r->l.GetVolatile(i))
        return unknown_memory(r);
    if (ir_choice_of(r, r->l.GetOperand(i, 1), &c))
        return store_chosen(r, &c, type, value);
    if (!ir_address_of(r, r->l.GetOperand(i, 1), &a))
        return unknown_memory(r);
    ir_place place = a.place;
    if (!ir_place_leaf(&r->objects, &place, type))
        return unknown_memory(r);
    term_id t = ir_operand(r, value, ir_leaf_unsigned(r, place.leaf));
    return t && store_at(r, &a, type, t);
}

/* ---- Aggregates ------------------------------------------------------------------------------ */

/* Scalar by scalar; from == NULL: zeros. */
typedef struct copying {
    ir_reader *r;
    uint32_t budget; /* scalars */
    bool zeros;
} copying;

static bool copy(copying *c, ir_address to, ir_address from, LLVMTypeRef type, int depth);

static bool copy_scalar(copying *c, ir_address *to, ir_address *from, ir_type type)
{
    ir_reader *r = c->r;
    if (!c->budget--)
        return ir_fail(r, "a copy of too much memory");
    term_id t = c->zeros ? ir_zero(r, &type) : load_at(r, from, type);
    return t && store_at(r, to, type, t);
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
            both[side]->index[both[side]->place.n_dims - 1] = ir_index_constant(r, k);
    }
    return copy(c, to, from, r->l.GetElementType(type), depth + 1);
}

/* A whole array of scalars at once, where both sides are variables of array sort. */
static bool copy_whole(copying *c, const ir_address *to, const ir_address *from, bool *done)
{
    ir_reader *r = c->r;
    ir_place a = to->place, b = c->zeros ? to->place : from->place;
    ir_type type = ir_scalar_type(&r->l, r->l.GetElementType(to->place.type));
    ir_leaf *x = type.width && !a.n_dims && !b.n_dims ? ir_place_leaf(&r->objects, &a, type) : NULL;
    ir_leaf *y = x ? ir_place_leaf(&r->objects, &b, type) : NULL;
    *done = x && y && x->type.n_dims == 1 && y->type.n_dims == 1 && !x->spread && !y->spread &&
            x->variable != IR_NO_VARIABLE;
    if (!*done)
        return true;
    sort_id sort = term_sort(r->bank, r->program->variables.at[x->variable].term);
    term_id t = c->zeros                        ? term_const_array(r->bank, sort, ir_zero(r, &type))
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
    ir_type scalar = ir_scalar_type(&r->l, type);
    return scalar.width ? copy_scalar(c, &to, &from, scalar) : unknown_memory(r);
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
