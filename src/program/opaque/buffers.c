/* Opaque code that is given addresses: the memory that it sees is part of its arguments, and what it
 * writes there are results.
 *
 * All scalars of each variable that a pointer argument points into are arguments of a wrapper of
 * ours, which lays them out in memory that ends at a page nobody may touch, calls the function, and
 * gives its result, or one of the scalars afterwards: there is a wrapper for each. A parameter that is
 * a pointer to const is taken to be read only, and the wrapper ends the process if that is not so. An
 * address that is returned is nothing, or one of an element of an array that the function was given.
 * Only calls of one shape share a wrapper, and so are one function for whoever reasons about it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/text.h"
#include "program/opaque/buffers_impl.h"

enum { MAX_DEPTH = 32 };

/* ---- Which calls ----------------------------------------------------------------------------- */

static bool is_pointer(const ir_reader *r, LLVMValueRef x)
{
    return r->l.GetTypeKind(r->l.TypeOf(x)) == LLVMPointerTypeKind;
}

bool ir_buffers_calls(const ir_reader *r, LLVMValueRef i)
{
    size_t n;
    if (r->l.GetInstructionOpcode(i) != LLVMCall)
        return false;
    LLVMValueRef callee = r->l.GetCalledValue(i);
    if (r->l.GetValueKind(callee) != LLVMFunctionValueKind)
        return false;
    const char *name = r->l.GetValueName2(callee, &n);
    if (ir_call_is_known(name) || text_begins(name, "llvm.") || !strcmp(name, "free"))
        return false;
    for (unsigned k = 0; k < r->l.GetNumArgOperands(i); k++)
        if (is_pointer(r, r->l.GetOperand(i, k)))
            return true;
    return false;
}

void ir_buffers_find(ir_reader *r)
{
    ir_place place;
    for (LLVMBasicBlockRef b = r->l.GetFirstBasicBlock(r->function); b;
         b = r->l.GetNextBasicBlock(b))
        for (LLVMValueRef i = r->l.GetFirstInstruction(b); i; i = r->l.GetNextInstruction(i))
            for (unsigned k = 0; ir_buffers_calls(r, i) && k < r->l.GetNumArgOperands(i); k++)
                if (is_pointer(r, r->l.GetOperand(i, k)) &&
                    ir_place_of(&r->objects, r->l.GetOperand(i, k), &place))
                    r->objects.list.at[place.object].captured = true;
}

/* ---- The memory ------------------------------------------------------------------------------ */

/* The scalars of a type, in the order of leaves. False: there is something else in it. */
static bool add_scalars(ir_reader *r, view *v, seen_scalar at, LLVMTypeRef type, int depth)
{
    const ir_object *x = &r->objects.list.at[v->objects[at.object].object];
    LLVMTypeKind kind = r->l.GetTypeKind(type);
    bool array = kind == LLVMArrayTypeKind;
    if (depth > MAX_DEPTH || v->scalars.n >= IR_MAX_PARAMETERS)
        return false;
    if (!array && kind != LLVMStructTypeKind) {
        at.type = type;
        vec_push(&v->scalars, at);
        return ir_scalar_type(&r->l, type).width != 0;
    }
    uint64_t n = array ? r->l.GetArrayLength2(type) : r->l.CountStructElementTypes(type);
    for (uint64_t k = 0; k < n; k++) {
        seen_scalar part = at;
        LLVMTypeRef inner =
            array ? r->l.GetElementType(type) : r->l.StructGetTypeAtIndex(type, (unsigned)k);
        uint64_t size = r->l.ABISizeOfType(r->objects.layout, inner);
        part.offset +=
            array ? k * size : r->l.OffsetOfElement(r->objects.layout, type, (unsigned)k);
        if (array && !x->expanded)
            part.flat = at.flat * n + k;
        if (!add_scalars(r, v, part, inner, depth + 1))
            return false;
        if (!array || x->expanded)
            at.leaf += ir_leaf_count(&r->objects, x, inner);
    }
    return true;
}

static uint32_t object_of(ir_reader *r, view *v, uint32_t object)
{
    for (uint32_t k = 0; k < v->n_objects; k++)
        if (v->objects[k].object == object)
            return k;
    const ir_object *x = &r->objects.list.at[object];
    uint32_t number = v->n_objects;
    if (number == MAX_POINTERS || x->length || x->pointer || !x->n)
        return MAX_POINTERS;
    v->objects[v->n_objects++] = (seen_object){.object = object};
    seen_scalar at = {.leaf = x->first, .object = number};
    return add_scalars(r, v, at, x->type, 0) ? number : MAX_POINTERS;
}

static const seen_scalar *scalar_of(const view *v, uint32_t object, uint32_t leaf, uint64_t flat)
{
    for (size_t k = 0; k < v->scalars.n; k++)
        if (v->scalars.at[k].object == object && v->scalars.at[k].leaf == leaf &&
            v->scalars.at[k].flat == flat)
            return &v->scalars.at[k];
    return NULL;
}

/* Where in its object a pointer argument points. */
static bool see_pointer(ir_reader *r, view *v, unsigned k)
{
    LLVMValueRef value = r->l.GetOperand(v->call, k);
    seen_pointer *p = &v->pointers[k];
    ir_address a;
    if (r->l.IsNull(value)) {
        p->null = true;
        return true;
    }
    if (!ir_address_of(r, value, &a))
        return false;
    p->object = object_of(r, v, a.place.object);
    if (p->object == MAX_POINTERS)
        return ir_fail(r,
                       "opaque code that is given memory with more than %d numbers, or pointers, "
                       "in it",
                       IR_MAX_PARAMETERS);
    const seen_scalar *first = scalar_of(v, p->object, a.place.leaf, 0);
    const seen_scalar *second = scalar_of(v, p->object, a.place.leaf, 1);
    if (!first)
        return ir_fail(r, "opaque code that is given a pointer into a part of a variable");
    p->offset = first->offset;
    p->stride = second ? second->offset - first->offset : 0;
    const ir_leaf *leaf = &r->objects.leaves.at[a.place.leaf];
    for (uint32_t d = a.place.n_dims; d < leaf->type.n_dims; d++)
        a.index[d] = ir_index_constant(r, 0);
    /* The end of an array may be passed, too: that is left to native runs. */
    term_id index = a.place.n_dims ? ir_flat_index(r, leaf, &a) : 0;
    uint64_t known = 0;
    if (index && ir_index_known(r, index, &known))
        p->offset += known * p->stride;
    else
        p->index = index;
    return true;
}

/* ---- The shape ------------------------------------------------------------------------------- */

static void put_type(const ir_reader *r, LLVMTypeRef type, strbuf *out)
{
    ir_type t = ir_scalar_type(&r->l, type);
    strbuf_printf(out, "%c%u", t.real ? 'f' : 'i', t.width);
}

/* Two calls with equal texts have equal wrappers. */
static void put_shape(const ir_reader *r, view *v)
{
    strbuf *s = &v->shape;
    for (unsigned k = 0; k < r->l.GetNumArgOperands(v->call); k++) {
        const seen_pointer *p = &v->pointers[k];
        if (!is_pointer(r, r->l.GetOperand(v->call, k)))
            put_type(r, r->l.TypeOf(r->l.GetOperand(v->call, k)), s);
        else if (p->null)
            strbuf_puts(s, "0");
        else
            strbuf_printf(s, "p%u+%" PRIu64 "*%" PRIu64 "%s", p->object, p->offset, p->stride,
                          p->index ? "x" : "");
        strbuf_putc(s, ',');
    }
    for (size_t k = 0; k < v->scalars.n; k++) {
        strbuf_printf(s, "%u@%" PRIu64, v->scalars.at[k].object, v->scalars.at[k].offset);
        put_type(r, v->scalars.at[k].type, s);
        strbuf_puts(s, ir_leaf_unsigned(r, v->scalars.at[k].leaf) ? "u;" : ";");
    }
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static bool take_arguments(ir_reader *r, view *v)
{
    for (unsigned k = 0; k < r->l.GetNumArgOperands(v->call); k++) {
        LLVMValueRef x = r->l.GetOperand(v->call, k);
        ir_type type = ir_type_of(r, x);
        if (is_pointer(r, x) ? !see_pointer(r, v, k)
                             : !ir_use_add(r, &v->use, ir_operand(r, x, type.is_unsigned), &type))
            return false;
    }
    for (unsigned k = 0; k < r->l.GetNumArgOperands(v->call); k++)
        if (v->pointers[k].index) {
            v->pointers[k].parameter = v->use.n;
            if (!ir_use_add(r, &v->use, v->pointers[k].index, &(ir_type){.width = 64}))
                return false;
        }
    v->first = v->use.n;
    for (size_t k = 0; k < v->scalars.n; k++) {
        const seen_scalar *s = &v->scalars.at[k];
        ir_type type = ir_scalar_type(&r->l, s->type);
        type.is_unsigned = !type.real && ir_leaf_unsigned(r, s->leaf);
        if (!ir_use_add(r, &v->use, ir_element(r, s->leaf, s->flat), &type))
            return false;
    }
    return true;
}

/* Objects that some parameter lets the code write to. */
static void find_written(ir_reader *r, view *v)
{
    for (unsigned k = 0; k < r->l.GetNumArgOperands(v->call); k++)
        if (is_pointer(r, r->l.GetOperand(v->call, k)) && !v->pointers[k].null &&
            !ir_c_parameter_is_const(&r->types, v->callee, k))
            v->objects[v->pointers[k].object].written = true;
}

/* One result of the call as a term; 0: failed. */
static term_id result_of(ir_reader *r, view *v, wrapper_result kind, const seen_scalar *scalar,
                         const char *name, const ir_type *type)
{
    strbuf symbol = STRBUF_INIT, shown = STRBUF_INIT;
    uint64_t hash = hash_bytes(v->shape.text, v->shape.n);
    strbuf_puts(&shown, name);
    strbuf_printf(&symbol, "tandem_%s_%016" PRIx64, name, hash);
    if (scalar) {
        strbuf_printf(&symbol, "_%u_%" PRIu64, scalar->object, scalar->offset);
        strbuf_printf(&shown, "_out%zu", (size_t)(scalar - v->scalars.at));
    }
    if (kind == WRAPPER_ADDRESS) {
        strbuf_puts(&symbol, "_at");
        strbuf_puts(&shown, "_at");
    }
    ir_use_result(r, &v->use, type);
    bool foreign = ir_is_foreign(r, symbol.text);
    size_t before = r->program->opaques.n + r->program->foreign.n;
    term_id t = 0;
    /* What keeps something between calls would be called once for each result: it has no code here. */
    ir_opaque *o = ir_use_operation(r, shown.text, symbol.text, &v->use, foreign);
    if (o && !foreign && r->program->opaques.n + r->program->foreign.n > before) {
        o->supported = true;
        o->behind = base_strdup(name);
        o->memory = v->first;
        ir_wrapper_add(r, v, kind, scalar, symbol.text);
    }
    if (o)
        t = ir_use_apply(r, o, &v->use, foreign);
    strbuf_free(&symbol);
    strbuf_free(&shown);
    return t;
}

/* The arrays that a returned address may point into: those that the function was given. */
static bool find_returns(ir_reader *r, view *v)
{
    for (unsigned k = 0; k < r->l.GetNumArgOperands(v->call); k++) {
        const seen_pointer *p = &v->pointers[k];
        seen_return one = {.object = p->object};
        LLVMValueRef x = r->l.GetOperand(v->call, k);
        if (!is_pointer(r, x) || p->null || !ir_place_returned(&r->objects, x, &one.place))
            continue;
        const seen_scalar *first = scalar_of(v, p->object, one.place.leaf, 0);
        const seen_scalar *second = scalar_of(v, p->object, one.place.leaf, 1);
        bool known = false;
        for (uint32_t n = 0; n < v->n_returns; n++)
            known |= ir_same_place(&v->returns[n].place, &one.place);
        if (known || !first || !second)
            continue;
        if (v->n_returns == IR_MAX_TARGETS - 1)
            return false;
        one.offset = first->offset;
        one.stride = second->offset - first->offset;
        one.n = r->objects.leaves.at[one.place.leaf].type.counts[0];
        v->returns[v->n_returns++] = one;
    }
    return v->n_returns > 0;
}

/* The number of a returned address is what it points at. Its wrapper gives no others, so an index
 * outside is none that has to be thought of. */
static bool take_address(ir_reader *r, const view *v, term_id t)
{
    term_bank *b = r->bank;
    bool math = r->model == IR_MATH;
    term_id zero = ir_index_constant(r, 0);
    ir_choice c = {.n = v->n_returns + 1};
    c.of[0].when = term_eq(b, t, zero);
    c.of[0].target.kind = IR_TO_NOTHING;
    term_id left = term_not(b, c.of[0].when);
    for (uint32_t k = 0; k < v->n_returns; k++) {
        const seen_return *x = &v->returns[k];
        term_id below = term_make2(b, math ? OP_LT : OP_BVSLT, t,
                                   ir_index_constant(r, ir_returned_code(k + 1)));
        term_id here[] = {left, k + 1 == v->n_returns ? TERM_ID_TRUE : below};
        term_id rest[] = {left, term_not(b, below)};
        term_id index =
            term_make2(b, math ? OP_SUB : OP_BVSUB, t, ir_index_constant(r, ir_returned_code(k)));
        term_id inside[] = {
            term_make2(b, math ? OP_LE : OP_BVSLE, zero, index),
            term_make2(b, math ? OP_LE : OP_BVSLE, index, ir_index_constant(r, x->n))};
        c.of[k + 1].when = term_and(b, here, 2);
        c.of[k + 1].target = (ir_target){.kind = IR_TO_PLACE, .place = x->place};
        c.of[k + 1].at.place = x->place;
        c.of[k + 1].at.index[0] = term_make3(b, OP_ITE, term_and(b, inside, 2), index, zero);
        left = term_and(b, rest, 2);
    }
    return ir_choice_set(r, v->call, &c);
}

static bool write_results(ir_reader *r, view *v, const char *name)
{
    term_id results[IR_MAX_PARAMETERS] = {0};
    for (size_t k = 0; k < v->scalars.n; k++)
        if (v->objects[v->scalars.at[k].object].written &&
            !(results[k] = result_of(r, v, WRAPPER_SCALAR, &v->scalars.at[k], name,
                                     &v->use.types[v->first + k])))
            return false;
    for (size_t k = 0; k < v->scalars.n; k++)
        if (results[k] &&
            !ir_element_set(r, v->scalars.at[k].leaf, v->scalars.at[k].flat, results[k]))
            return false;
    return true;
}

static bool call_with(ir_reader *r, view *v, const char *name)
{
    bool has_result = r->l.GetTypeKind(r->l.TypeOf(v->call)) != LLVMVoidTypeKind;
    bool address = has_result && is_pointer(r, v->call);
    ir_type type = address      ? (ir_type){.width = 64}
                   : has_result ? ir_type_of(r, v->call)
                                : (ir_type){0};
    if (has_result && !type.width)
        return ir_fail(r, "'%s' gives something that is no number", name);
    if (!take_arguments(r, v))
        return false;
    if (address && !find_returns(r, v))
        return ir_fail(r, "'%s' gives a pointer, and is given no array that it could point into",
                       name);
    find_written(r, v);
    put_shape(r, v);
    term_id t = TERM_ID_TRUE;
    if (has_result)
        t = result_of(r, v, address ? WRAPPER_ADDRESS : WRAPPER_RETURNED, NULL, name, &type);
    if (!t || !write_results(r, v, name))
        return false;
    if (address)
        return take_address(r, v, t);
    if (has_result)
        map_put(&r->registers, (uintptr_t)v->call, t);
    return true;
}

bool ir_buffers_call(ir_reader *r, LLVMValueRef i, const char *name)
{
    view v = {.call = i, .callee = r->l.GetCalledValue(i), .shape = STRBUF_INIT};
    bool good = call_with(r, &v, name);
    vec_free(&v.scalars);
    strbuf_free(&v.shape);
    return good;
}
