#include "program/objects.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { MAX_DEPTH = 64 };

unsigned ir_int_width(const llvm_api *l, LLVMTypeRef type)
{
    if (l->GetTypeKind(type) != LLVMIntegerTypeKind)
        return 0;
    unsigned width = l->GetIntTypeWidth(type);
    return width <= 64 ? width : 0;
}

ir_type ir_scalar_type(const llvm_api *l, LLVMTypeRef type)
{
    LLVMTypeKind kind = l->GetTypeKind(type);
    if (kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind)
        return (ir_type){.width = kind == LLVMFloatTypeKind ? 32 : 64, .real = true};
    return (ir_type){.width = ir_int_width(l, type)};
}

bool ir_is_gep(const llvm_api *l, LLVMValueRef value)
{
    if (l->IsAInstruction(value))
        return l->GetInstructionOpcode(value) == LLVMGetElementPtr;
    return l->GetValueKind(value) == LLVMConstantExprValueKind &&
           l->GetConstOpcode(value) == LLVMGetElementPtr;
}

static bool lives_on(const llvm_api *l, LLVMValueRef i, LLVMBasicBlockRef home, int depth)
{
    if (depth > MAX_DEPTH)
        return true;
    for (LLVMUseRef u = l->GetFirstUse(i); u; u = l->GetNextUse(u)) {
        LLVMValueRef user = l->GetUser(u);
        if (!l->IsAInstruction(user))
            continue;
        if (l->GetInstructionParent(user) != home || l->GetInstructionOpcode(user) == LLVMPHI ||
            (ir_is_gep(l, user) && lives_on(l, user, home, depth + 1)))
            return true;
    }
    return false;
}

bool ir_lives_on(const llvm_api *l, LLVMValueRef i)
{
    return l->GetInstructionOpcode(i) == LLVMPHI || lives_on(l, i, l->GetInstructionParent(i), 0);
}

/* ---- Leaves ---------------------------------------------------------------------------------- */

static uint32_t count_leaves(const ir_objects *o, bool expanded, LLVMTypeRef type, int depth)
{
    LLVMTypeKind kind = o->l->GetTypeKind(type);
    const uint64_t most = o->limits->object_leaves;
    uint64_t n = 0;
    if (depth > MAX_DEPTH)
        return (uint32_t)most;
    if (kind == LLVMArrayTypeKind) {
        n = count_leaves(o, expanded, o->l->GetElementType(type), depth + 1);
        uint64_t length = o->l->GetArrayLength2(type);
        n = !expanded ? n : length > most ? most : n * length;
    } else if (kind == LLVMStructTypeKind) {
        for (unsigned k = 0; k < o->l->CountStructElementTypes(type); k++)
            n += count_leaves(o, expanded, o->l->StructGetTypeAtIndex(type, k), depth + 1);
    } else {
        n = 1;
    }
    return (uint32_t)(n > most ? most : n);
}

uint32_t ir_leaf_count(const ir_objects *o, const ir_object *object, LLVMTypeRef type)
{
    return count_leaves(o, object->expanded, type, 0);
}

/* Where the flattening of a type is. */
typedef struct flattening {
    ir_objects *o;
    const ir_object *object;
    strbuf name;
    ir_type type;
    bool shown;
} flattening;

static void flatten(flattening *f, LLVMTypeRef type, LLVMMetadataRef c_type);

static void flatten_array(flattening *f, LLVMTypeRef type, LLVMMetadataRef c_type)
{
    const llvm_api *l = f->o->l;
    uint64_t length = l->GetArrayLength2(type);
    LLVMTypeRef element = l->GetElementType(type);
    /* All dimensions of an array are in one node of its C type. */
    bool nested = l->GetTypeKind(element) == LLVMArrayTypeKind;
    LLVMMetadataRef inner = nested ? c_type : c_type ? ir_c_element(f->o->types, c_type) : NULL;
    size_t end = f->name.n;
    for (uint64_t k = 0; k < (f->object->expanded ? length : 1); k++) {
        f->name.n = end;
        if (f->object->expanded) {
            strbuf_printf(&f->name, "[%llu]", (unsigned long long)k);
            flatten(f, element, inner);
        } else {
            strbuf_puts(&f->name, "[]");
            if (f->type.n_dims < IR_MAX_DIMS)
                f->type.counts[f->type.n_dims] = length;
            f->type.n_dims++;
            flatten(f, element, inner);
            f->type.n_dims--;
        }
    }
    f->name.n = end;
}

static void flatten_struct(flattening *f, LLVMTypeRef type, LLVMMetadataRef c_type)
{
    const llvm_api *l = f->o->l;
    size_t end = f->name.n;
    for (unsigned k = 0; k < l->CountStructElementTypes(type); k++) {
        const char *name = NULL;
        size_t n = 0;
        uint64_t offset = 8 * l->OffsetOfElement(f->o->layout, type, k);
        LLVMMetadataRef member =
            c_type ? ir_c_member(f->o->types, c_type, offset, &name, &n) : NULL;
        f->name.n = end;
        if (member)
            strbuf_printf(&f->name, ".%.*s", (int)n, name);
        else
            strbuf_printf(&f->name, ".%u", k);
        bool shown = f->shown;
        f->shown = shown && member;
        flatten(f, l->StructGetTypeAtIndex(type, k), member);
        f->shown = shown;
    }
    f->name.n = end;
}

/* The nesting of types is bounded by the C text's own declarations; what is deeper than MAX_DEPTH
 * was refused before. */
static void flatten(flattening *f, LLVMTypeRef type, LLVMMetadataRef c_type)
{
    LLVMTypeKind kind = f->o->l->GetTypeKind(type);
    if (kind == LLVMArrayTypeKind) {
        flatten_array(f, type, c_type);
    } else if (kind == LLVMStructTypeKind) {
        flatten_struct(f, type, c_type);
    } else {
        f->name.text[f->name.n] = 0;
        ir_leaf leaf = {.type = f->type, .shown = f->shown, .variable = IR_NO_VARIABLE};
        ir_type scalar = ir_scalar_type(f->o->l, type);
        leaf.type.width = f->type.n_dims <= IR_MAX_DIMS ? scalar.width : 0;
        leaf.type.real = scalar.real;
        leaf.type.is_unsigned = c_type && ir_c_unsigned(f->o->types, c_type);
        leaf.name = base_strndup(f->name.text, f->name.n);
        vec_push(&f->o->leaves, leaf);
    }
}

/* Memory of malloc is called what the first variable is called that points at it. */
static bool name_of_memory(const ir_objects *o, LLVMValueRef call, strbuf *name)
{
    const llvm_api *l = o->l;
    for (LLVMUseRef u = l->GetFirstUse(call); u; u = l->GetNextUse(u)) {
        LLVMValueRef user = l->GetUser(u);
        if (l->IsAInstruction(user) && l->GetInstructionOpcode(user) == LLVMStore &&
            l->GetOperand(user, 0) == call && ir_c_name(o->types, l->GetOperand(user, 1), name))
            return true;
    }
    return false;
}

static void add_leaves(ir_objects *o, ir_object *object)
{
    uint32_t n = ir_leaf_count(o, object, object->type);
    object->first = (uint32_t)o->leaves.n;
    object->n = 0;
    if (n >= o->limits->object_leaves || object->pointer)
        return;
    LLVMMetadataRef c_type = ir_c_type_of(o->types, object->value);
    flattening f = {.o = o, .object = object, .name = STRBUF_INIT, .shown = c_type != NULL};
    if (!ir_c_name(o->types, object->value, &f.name)) {
        size_t length;
        const char *name = o->l->GetValueName2(object->value, &length);
        if (!c_type && name_of_memory(o, object->value, &f.name))
            f.shown = true;
        else
            strbuf_add(&f.name, length ? name : "tmp", length ? length : 3);
    }
    if (text_begins(f.name.text, "__vla_expr")) /* the compiler's: the length of an array */
        f.shown = false;
    flatten(&f, object->type, c_type);
    strbuf_free(&f.name);
    object->n = n;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

bool ir_place_field(const ir_objects *o, ir_place *place, unsigned field)
{
    if (o->l->GetTypeKind(place->type) != LLVMStructTypeKind ||
        field >= o->l->CountStructElementTypes(place->type))
        return false;
    const ir_object *object = &o->list.at[place->object];
    for (unsigned k = 0; k < field; k++)
        place->leaf += ir_leaf_count(o, object, o->l->StructGetTypeAtIndex(place->type, k));
    place->type = o->l->StructGetTypeAtIndex(place->type, field);
    place->element = false;
    return true;
}

bool ir_place_index(const ir_objects *o, ir_place *place, uint64_t constant, bool is_constant)
{
    if (o->l->GetTypeKind(place->type) != LLVMArrayTypeKind)
        return false;
    const ir_object *object = &o->list.at[place->object];
    LLVMTypeRef element = o->l->GetElementType(place->type);
    if (object->expanded) {
        if (!is_constant || constant >= o->l->GetArrayLength2(place->type))
            return false;
        place->leaf += (uint32_t)constant * ir_leaf_count(o, object, element);
    } else if (place->n_dims >= IR_MAX_DIMS) {
        return false;
    } else {
        place->index[place->n_dims++] = constant;
        place->varies |= !is_constant;
    }
    place->type = element;
    place->element = !object->expanded;
    return true;
}

bool ir_place_descend(const ir_objects *o, ir_place *place, LLVMTypeRef type)
{
    while (place->type != type) {
        LLVMTypeKind kind = o->l->GetTypeKind(place->type);
        if (kind == LLVMArrayTypeKind ? !ir_place_index(o, place, 0, true)
                                      : !ir_place_field(o, place, 0))
            return false;
    }
    return true;
}

ir_leaf *ir_place_leaf(ir_objects *o, ir_place *place, ir_type type)
{
    while (!ir_scalar_type(o->l, place->type).width) {
        LLVMTypeKind kind = o->l->GetTypeKind(place->type);
        if (kind == LLVMArrayTypeKind ? !ir_place_index(o, place, 0, true)
                                      : !ir_place_field(o, place, 0))
            return NULL;
    }
    const ir_object *object = &o->list.at[place->object];
    if (place->leaf >= object->first + object->n)
        return NULL;
    ir_leaf *leaf = &o->leaves.at[place->leaf];
    return leaf->type.width == type.width && leaf->type.real == type.real ? leaf : NULL;
}

/* ---- All of a function ----------------------------------------------------------------------- */

static void add_object(ir_objects *o, LLVMValueRef value, LLVMTypeRef type)
{
    ir_object object = {.value = value, .type = type, .length_variable = IR_NO_VARIABLE};
    object.pointer = o->l->GetTypeKind(type) == LLVMPointerTypeKind;
    map_put(&o->by_value, (uintptr_t)value, o->list.n);
    add_leaves(o, &object);
    vec_push(&o->list, object);
}

static bool constant_indices(const llvm_api *l, LLVMValueRef gep)
{
    for (unsigned k = 1; k < (unsigned)l->GetNumOperands(gep); k++)
        if (!l->IsAConstantInt(l->GetOperand(gep, k)))
            return false;
    return true;
}

/* Only loads and stores of scalars at constant indices, so that the elements may stand alone. */
static bool indices_are_constant(const ir_objects *o, LLVMValueRef address, int depth)
{
    const llvm_api *l = o->l;
    if (depth > MAX_DEPTH)
        return false;
    for (LLVMUseRef u = l->GetFirstUse(address); u; u = l->GetNextUse(u)) {
        LLVMValueRef user = l->GetUser(u);
        if (ir_is_gep(l, user)) {
            bool from_start = l->IsAConstantInt(l->GetOperand(user, 1)) &&
                              !l->ConstIntGetZExtValue(l->GetOperand(user, 1));
            if (!from_start || !constant_indices(l, user) ||
                !indices_are_constant(o, user, depth + 1))
                return false;
        } else if (!l->IsAInstruction(user)) {
            return false;
        } else if (l->GetInstructionOpcode(user) == LLVMStore) {
            if (l->GetOperand(user, 0) == address)
                return false;
        } else if (l->GetInstructionOpcode(user) == LLVMCall) {
            /* What it returns may point at any element. */
            if (l->GetTypeKind(l->TypeOf(user)) == LLVMPointerTypeKind)
                return false;
        } else if (l->GetInstructionOpcode(user) != LLVMLoad) {
            return false;
        }
    }
    return true;
}

/* Arrays at constant indices become scalars; then the leaves are numbered anew. */
static void expand_arrays(ir_objects *o)
{
    for (size_t i = 0; i < o->leaves.n; i++)
        free(o->leaves.at[i].name);
    vec_clear(&o->leaves);
    for (size_t i = 0; i < o->list.n; i++) {
        ir_object *x = &o->list.at[i];
        x->expanded = count_leaves(o, true, x->type, 0) <= o->limits->object_expanded &&
                      indices_are_constant(o, x->value, 0);
        add_leaves(o, x);
    }
}

/* Not an array whose length is computed. */
static bool is_fixed(const llvm_api *l, LLVMValueRef alloca)
{
    LLVMValueRef count = l->GetOperand(alloca, 0);
    return l->IsAConstantInt(count) && l->ConstIntGetZExtValue(count) == 1;
}

static void add_dynamic(ir_objects *o, LLVMValueRef value, LLVMTypeRef element, LLVMValueRef length,
                        uint64_t unit)
{
    add_object(o, value, o->l->ArrayType2(element, IR_DYNAMIC));
    vec_last(&o->list).length = length;
    vec_last(&o->list).unit = unit;
}

/* ---- Memory of malloc ------------------------------------------------------------------------ */

/* One type for all accesses through an address; false: they differ. */
static bool accessed_as(const llvm_api *l, LLVMValueRef address, LLVMTypeRef *type, int depth)
{
    for (LLVMUseRef u = l->GetFirstUse(address); u; u = l->GetNextUse(u)) {
        LLVMValueRef user = l->GetUser(u);
        LLVMTypeRef one = NULL;
        if (ir_is_gep(l, user))
            one = l->GetGEPSourceElementType(user);
        else if (!l->IsAInstruction(user) || depth > MAX_DEPTH)
            return false;
        else if (l->GetInstructionOpcode(user) == LLVMLoad)
            one = l->TypeOf(user);
        else if (l->GetInstructionOpcode(user) == LLVMStore && l->GetOperand(user, 1) == address)
            one = l->TypeOf(l->GetOperand(user, 0));
        if (one && *type && *type != one)
            return false;
        *type = one ? one : *type;
        if (!one &&
            l->GetInstructionOpcode(user) == LLVMStore) /* into a cell: what is read there */
            for (LLVMUseRef c = l->GetFirstUse(l->GetOperand(user, 1)); c; c = l->GetNextUse(c)) {
                LLVMValueRef load = l->GetUser(c);
                if (l->IsAInstruction(load) && l->GetInstructionOpcode(load) == LLVMLoad &&
                    !accessed_as(l, load, type, depth + 1))
                    return false;
            }
    }
    return true;
}

static bool reaches(const llvm_api *l, LLVMBasicBlockRef from, LLVMBasicBlockRef to, map *seen)
{
    LLVMValueRef last = l->GetBasicBlockTerminator(from);
    for (unsigned k = 0; k < l->GetNumSuccessors(last); k++) {
        LLVMBasicBlockRef next = l->GetSuccessor(last, k);
        if (next == to)
            return true;
        if (map_find(seen, (uintptr_t)next))
            continue;
        map_put(seen, (uintptr_t)next, 1);
        if (reaches(l, next, to, seen))
            return true;
    }
    return false;
}

/* Of a call that is made once at most: then its memory is one object. */
static void add_malloc(ir_objects *o, LLVMValueRef call)
{
    const llvm_api *l = o->l;
    LLVMValueRef callee = l->GetCalledValue(call);
    LLVMTypeRef type = NULL;
    size_t n;
    if (l->GetValueKind(callee) != LLVMFunctionValueKind ||
        strcmp(l->GetValueName2(callee, &n), "malloc") || l->GetNumArgOperands(call) != 1 ||
        !accessed_as(l, call, &type, 0) || !type || !ir_int_width(l, type))
        return;
    map seen = {0};
    LLVMBasicBlockRef home = l->GetInstructionParent(call);
    if (!reaches(l, home, home, &seen))
        add_dynamic(o, call, type, l->GetOperand(call, 0), l->ABISizeOfType(o->layout, type));
    map_free(&seen);
}

/* ---- All ------------------------------------------------------------------------------------- */

static void find_in(ir_objects *o, LLVMValueRef i)
{
    const llvm_api *l = o->l;
    LLVMOpcode op = l->GetInstructionOpcode(i);
    if (op == LLVMAlloca && is_fixed(l, i))
        add_object(o, i, l->GetAllocatedType(i));
    else if (op == LLVMAlloca)
        add_dynamic(o, i, l->GetAllocatedType(i), l->GetOperand(i, 0), 0);
    else if (op == LLVMCall)
        add_malloc(o, i);
}

void ir_objects_find(ir_objects *o, const ir_limits *limits, const llvm_api *l,
                     const ir_c_types *types, LLVMModuleRef module, LLVMValueRef function)
{
    *o = (ir_objects){
        .limits = limits, .l = l, .types = types, .layout = l->GetModuleDataLayout(module)};
    for (LLVMValueRef g = l->GetFirstGlobal(module); g; g = l->GetNextGlobal(g))
        add_object(o, g, l->GlobalGetValueType(g));
    for (LLVMBasicBlockRef b = l->GetFirstBasicBlock(function); b; b = l->GetNextBasicBlock(b))
        for (LLVMValueRef i = l->GetFirstInstruction(b); i; i = l->GetNextInstruction(i))
            find_in(o, i);
    expand_arrays(o);
    ir_pointers_find(o, function);
}

void ir_objects_free(ir_objects *o)
{
    for (size_t i = 0; i < o->leaves.n; i++)
        free(o->leaves.at[i].name);
    vec_free(&o->leaves);
    vec_free(&o->list);
    vec_free(&o->pointers);
    map_free(&o->by_value);
    map_free(&o->by_pointer);
}
