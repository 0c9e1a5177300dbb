/* Opaque code that is given addresses: the memory that it sees is part of its arguments, and what it
 * writes there are results.
 *
 * All scalars of each variable that a pointer argument points into are arguments of a wrapper of
 * ours, which lays them out in memory that ends at a page nobody may touch, calls the function, and
 * gives its result, or one of the scalars afterwards: there is a wrapper for each. A parameter that is
 * a pointer to const is taken to be read only, and the wrapper ends the process if that is not so.
 * Only calls of one shape share a wrapper, and so are one function for whoever reasons about it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/text.h"
#include "program/read_impl.h"

enum { MAX_DEPTH = 32, MAX_POINTERS = 8 };

/* One scalar of the memory that is seen. */
typedef struct seen_scalar {
    uint64_t offset; /* in its object */
    uint32_t leaf;
    uint64_t flat; /* element */
    LLVMTypeRef type;
    uint32_t object; /* of the view: its number */
} seen_scalar;

typedef struct seen_object {
    uint32_t object;
    bool written;
} seen_object;

typedef struct seen_pointer {
    uint32_t object;    /* of the view */
    uint64_t offset;    /* of the first element */
    uint64_t stride;    /* bytes of one element */
    term_id index;      /* 0: there is none */
    uint32_t parameter; /* of the wrapper: the index */
    bool null;          /* no pointer at all */
} seen_pointer;

/* What one call sees. */
typedef struct view {
    LLVMValueRef call, callee;
    seen_object objects[MAX_POINTERS];
    uint32_t n_objects;
    seen_pointer pointers[IR_MAX_PARAMETERS]; /* of each argument that is one */
    VEC(seen_scalar) scalars;
    uint32_t first; /* parameter of the wrapper: the first scalar */
    ir_use use;
    strbuf shape;
} view;

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

/* ---- Wrappers -------------------------------------------------------------------------------- */

typedef struct building {
    ir_reader *r;
    const view *v;
    LLVMValueRef function;
    LLVMBuilderRef b;
    LLVMValueRef base[MAX_POINTERS];
} building;

static LLVMValueRef helper(building *w, const char *name, LLVMTypeRef *type, bool gives_address)
{
    const llvm_api *l = &w->r->l;
    LLVMTypeRef number = l->Int64TypeInContext(w->r->context);
    LLVMTypeRef types[] = {number, number};
    *type = l->FunctionType(gives_address ? l->PointerTypeInContext(w->r->context, 0)
                                          : l->VoidTypeInContext(w->r->context),
                            types, 2, 0);
    LLVMValueRef f = l->GetNamedFunction(w->r->module, name);
    return f ? f : l->AddFunction(w->r->module, name, *type);
}

static LLVMValueRef call_helper(building *w, const char *name, uint32_t object, bool gives_address)
{
    const llvm_api *l = &w->r->l;
    LLVMTypeRef type, number = l->Int64TypeInContext(w->r->context);
    const ir_object *x = &w->r->objects.list.at[w->v->objects[object].object];
    LLVMValueRef f = helper(w, name, &type, gives_address);
    LLVMValueRef args[] = {l->ConstInt(number, object, 0),
                           l->ConstInt(number, l->ABISizeOfType(w->r->objects.layout, x->type), 0)};
    return l->BuildCall2(w->b, type, f, args, 2, "");
}

static LLVMValueRef at_offset(building *w, uint32_t object, LLVMValueRef bytes)
{
    const llvm_api *l = &w->r->l;
    return l->BuildGEP2(w->b, l->Int8TypeInContext(w->r->context), w->base[object], &bytes, 1, "");
}

static LLVMValueRef number(const building *w, uint64_t n)
{
    return w->r->l.ConstInt(w->r->l.Int64TypeInContext(w->r->context), n, 0);
}

static LLVMValueRef place_of_scalar(building *w, const seen_scalar *s)
{
    return at_offset(w, s->object, number(w, s->offset));
}

static LLVMValueRef pointer_argument(building *w, const seen_pointer *p)
{
    const llvm_api *l = &w->r->l;
    if (p->null)
        return l->ConstNull(l->PointerTypeInContext(w->r->context, 0));
    LLVMValueRef bytes = number(w, p->offset);
    if (p->index)
        bytes = l->BuildAdd(
            w->b, bytes,
            l->BuildMul(w->b, l->GetParam(w->function, p->parameter), number(w, p->stride), ""),
            "");
    return at_offset(w, p->object, bytes);
}

/* The function itself; of a library it is looked for by name: libc has a lot of names, too. */
static LLVMValueRef find_callee(building *w)
{
    const llvm_api *l = &w->r->l;
    LLVMValueRef callee = w->v->callee;
    size_t n;
    const char *name = l->GetValueName2(callee, &n);
    if (!l->IsDeclaration(callee))
        return callee;
    LLVMTypeRef address = l->PointerTypeInContext(w->r->context, 0), two[] = {address, address};
    LLVMValueRef text = l->ConstStringInContext2(w->r->context, name, n, 0);
    LLVMValueRef args[] = {l->AddGlobal(w->r->module, l->TypeOf(text), "tandem_name"),
                           l->AddGlobal(w->r->module, address, "tandem_found")};
    l->SetInitializer(args[0], text);
    l->SetInitializer(args[1], l->ConstNull(address));
    for (int k = 0; k < 2; k++)
        l->SetLinkage(args[k], LLVMInternalLinkage);
    LLVMTypeRef type = l->FunctionType(address, two, 2, 0);
    LLVMValueRef f = l->GetNamedFunction(w->r->module, "tandem_find");
    f = f ? f : l->AddFunction(w->r->module, "tandem_find", type);
    return l->BuildCall2(w->b, type, f, args, 2, "");
}

static LLVMValueRef build_call(building *w)
{
    const llvm_api *l = &w->r->l;
    LLVMValueRef args[IR_MAX_PARAMETERS];
    unsigned next = 0, n = l->GetNumArgOperands(w->v->call);
    for (uint32_t k = 0; k < w->v->n_objects; k++)
        w->base[k] = call_helper(w, "tandem_room", k, true);
    for (size_t k = 0; k < w->v->scalars.n; k++) {
        const seen_scalar *s = &w->v->scalars.at[k];
        l->BuildStore(w->b, l->GetParam(w->function, w->v->first + (unsigned)k),
                      place_of_scalar(w, s));
    }
    for (uint32_t k = 0; k < w->v->n_objects; k++)
        if (!w->v->objects[k].written)
            call_helper(w, "tandem_keep", k, false);
    for (unsigned k = 0; k < n; k++)
        args[k] = is_pointer(w->r, l->GetOperand(w->v->call, k))
                      ? pointer_argument(w, &w->v->pointers[k])
                      : l->GetParam(w->function, next++);
    LLVMValueRef result =
        l->BuildCall2(w->b, l->GetCalledFunctionType(w->v->call), find_callee(w), args, n, "");
    for (uint32_t k = 0; k < w->v->n_objects; k++)
        if (!w->v->objects[k].written)
            call_helper(w, "tandem_kept", k, false);
    return result;
}

/* `scalar` is the result; NULL: what the function returns. */
static void add_wrapper(ir_reader *r, const view *v, const seen_scalar *scalar, const char *symbol)
{
    const llvm_api *l = &r->l;
    LLVMTypeRef types[IR_MAX_PARAMETERS];
    unsigned n = 0;
    for (unsigned k = 0; k < l->GetNumArgOperands(v->call); k++)
        if (!is_pointer(r, l->GetOperand(v->call, k)))
            types[n++] = l->TypeOf(l->GetOperand(v->call, k));
    for (unsigned k = 0; k < l->GetNumArgOperands(v->call); k++)
        if (v->pointers[k].index)
            types[n++] = l->Int64TypeInContext(r->context);
    for (size_t k = 0; k < v->scalars.n; k++)
        types[n++] = v->scalars.at[k].type;
    LLVMTypeRef result = scalar ? scalar->type : l->TypeOf(v->call);
    building w = {.r = r, .v = v};
    w.function = l->AddFunction(r->module, symbol, l->FunctionType(result, types, n, 0));
    w.b = l->CreateBuilderInContext(r->context);
    l->PositionBuilderAtEnd(w.b, l->AppendBasicBlockInContext(r->context, w.function, ""));
    LLVMValueRef returned = build_call(&w);
    l->BuildRet(w.b,
                scalar ? l->BuildLoad2(w.b, result, place_of_scalar(&w, scalar), "") : returned);
    l->DisposeBuilder(w.b);
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
static term_id result_of(ir_reader *r, view *v, const seen_scalar *scalar, const char *name,
                         const ir_type *type)
{
    strbuf symbol = STRBUF_INIT, shown = STRBUF_INIT;
    uint64_t hash = hash_bytes(v->shape.text, v->shape.n);
    strbuf_puts(&shown, name);
    strbuf_printf(&symbol, "tandem_%s_%016" PRIx64, name, hash);
    if (scalar) {
        strbuf_printf(&symbol, "_%u_%" PRIu64, scalar->object, scalar->offset);
        strbuf_printf(&shown, "_out%zu", (size_t)(scalar - v->scalars.at));
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
        add_wrapper(r, v, scalar, symbol.text);
    }
    if (o)
        t = ir_use_apply(r, o, &v->use, foreign);
    strbuf_free(&symbol);
    strbuf_free(&shown);
    return t;
}

static bool call_with(ir_reader *r, view *v, const char *name)
{
    term_id results[IR_MAX_PARAMETERS] = {0};
    bool has_result = r->l.GetTypeKind(r->l.TypeOf(v->call)) != LLVMVoidTypeKind;
    ir_type type = has_result ? ir_type_of(r, v->call) : (ir_type){0};
    if (has_result && !type.width)
        return ir_fail(r, "'%s' gives something that is no number", name);
    if (!take_arguments(r, v))
        return false;
    find_written(r, v);
    put_shape(r, v);
    term_id t = has_result ? result_of(r, v, NULL, name, &type) : TERM_ID_TRUE;
    for (size_t k = 0; t && k < v->scalars.n; k++)
        if (v->objects[v->scalars.at[k].object].written &&
            !(results[k] = result_of(r, v, &v->scalars.at[k], name, &v->use.types[v->first + k])))
            return false;
    for (size_t k = 0; t && k < v->scalars.n; k++)
        if (results[k] &&
            !ir_element_set(r, v->scalars.at[k].leaf, v->scalars.at[k].flat, results[k]))
            return false;
    if (t && has_result)
        map_put(&r->registers, (uintptr_t)v->call, t);
    return t != 0;
}

bool ir_buffers_call(ir_reader *r, LLVMValueRef i, const char *name)
{
    view v = {.call = i, .callee = r->l.GetCalledValue(i), .shape = STRBUF_INIT};
    bool good = call_with(r, &v, name);
    vec_free(&v.scalars);
    strbuf_free(&v.shape);
    return good;
}
