#include "program/c_types.h"

#include <string.h>

#include "base/text.h"
#include "base/vec.h"

/* Places of operands in metadata nodes, as LLVM 19 lays them out. */
enum {
    SCOPE_OUTER = 1,
    SCOPE_NAME = 2,
    VARIABLE_NAME = 1,
    VARIABLE_TYPE = 3,
    TYPE_BASE = 3,
    TYPE_ELEMENTS = 4,
    FUNCTION_TYPE = 4,
    FUNCTION_PARAMETERS = 3,
    TAG_POINTER = 0x0f,
    TAG_CONST = 0x26,
    MAX_ALIASES = 20
};

typedef VEC(LLVMValueRef) operand_vec;

static void operands_of(const ir_c_types *t, LLVMMetadataRef node, operand_vec *out)
{
    LLVMValueRef value = t->l->MetadataAsValue(t->context, node);
    vec_clear(out);
    vec_resize(out, t->l->GetMDNodeNumOperands(value));
    if (out->n)
        t->l->GetMDNodeOperands(value, out->at);
}

static LLVMMetadataRef operand(const ir_c_types *t, LLVMMetadataRef node, size_t k)
{
    operand_vec all = {0};
    operands_of(t, node, &all);
    LLVMMetadataRef result = k < all.n && all.at[k] ? t->l->ValueAsMetadata(all.at[k]) : NULL;
    vec_free(&all);
    return result;
}

/* Without typedefs, const and volatile; members become their types. */
static LLVMMetadataRef plain(const ir_c_types *t, LLVMMetadataRef type)
{
    for (int i = 0; type && i < MAX_ALIASES; i++) {
        if (t->l->GetMetadataKind(type) != LLVMDIDerivedTypeMetadataKind)
            return type;
        type = operand(t, type, TYPE_BASE);
    }
    return NULL;
}

static void add_variable(ir_c_types *t, LLVMValueRef address, LLVMMetadataRef variable,
                         LLVMMetadataRef type)
{
    ir_c_named named = {address, operand(t, variable, VARIABLE_NAME),
                        t->l->DIVariableGetLine(variable)};
    map_put(&t->variables, (uintptr_t)address, (uintptr_t)type);
    if (named.name)
        vec_push(&t->names, named);
}

static void find_local(ir_c_types *t, LLVMValueRef i)
{
    size_t n;
    LLVMValueRef callee = t->l->GetCalledValue(i);
    if (strcmp(t->l->GetValueName2(callee, &n), "llvm.dbg.declare"))
        return;
    LLVMValueRef address = NULL;
    t->l->GetMDNodeOperands(t->l->GetOperand(i, 0), &address);
    LLVMMetadataRef type = operand(t, t->l->ValueAsMetadata(t->l->GetOperand(i, 1)), VARIABLE_TYPE);
    if (address && type)
        add_variable(t, address, t->l->ValueAsMetadata(t->l->GetOperand(i, 1)), type);
}

static void find_global(ir_c_types *t, LLVMValueRef global)
{
    size_t n = 0;
    LLVMValueMetadataEntry *entries = t->l->GlobalCopyAllMetadata(global, &n);
    for (size_t k = 0; k < n; k++) {
        LLVMMetadataRef node = t->l->ValueMetadataEntriesGetMetadata(entries, (unsigned)k);
        if (t->l->GetMetadataKind(node) != LLVMDIGlobalVariableExpressionMetadataKind)
            continue;
        LLVMMetadataRef type =
            operand(t, t->l->DIGlobalVariableExpressionGetVariable(node), VARIABLE_TYPE);
        if (type)
            add_variable(t, global, t->l->DIGlobalVariableExpressionGetVariable(node), type);
    }
    t->l->DisposeValueMetadataEntries(entries);
}

void ir_c_types_find(ir_c_types *t, const llvm_api *l, LLVMModuleRef module, LLVMValueRef function,
                     LLVMContextRef context)
{
    *t = (ir_c_types){.l = l, .context = context};
    for (LLVMBasicBlockRef b = l->GetFirstBasicBlock(function); b; b = l->GetNextBasicBlock(b))
        for (LLVMValueRef i = l->GetFirstInstruction(b); i; i = l->GetNextInstruction(i))
            if (l->GetInstructionOpcode(i) == LLVMCall)
                find_local(t, i);
    for (LLVMValueRef g = l->GetFirstGlobal(module); g; g = l->GetNextGlobal(g))
        find_global(t, g);
}

LLVMMetadataRef ir_c_type_of(const ir_c_types *t, LLVMValueRef address)
{
    return (LLVMMetadataRef)(uintptr_t)map_get(&t->variables, (uintptr_t)address, 0);
}

void ir_c_types_free(ir_c_types *t)
{
    map_free(&t->variables);
    vec_free(&t->names);
}

/* Equal strings are one piece of metadata. */
bool ir_c_name(const ir_c_types *t, LLVMValueRef address, strbuf *out)
{
    const ir_c_named *found = NULL;
    size_t same = 0, same_line = 0;
    for (size_t i = 0; i < t->names.n && !found; i++)
        if (t->names.at[i].address == address)
            found = &t->names.at[i];
    if (!found)
        return false;
    for (const ir_c_named *other = t->names.at; other < found; other++)
        if (other->name == found->name && other->address != address) {
            same++;
            same_line += other->line == found->line;
        }
    unsigned length = 0;
    const char *text = t->l->GetMDString(t->l->MetadataAsValue(t->context, found->name), &length);
    strbuf_add(out, text, length);
    if (same)
        strbuf_printf(out, "@%u", found->line);
    if (same_line)
        strbuf_printf(out, "#%zu", same_line + 1);
    return true;
}

LLVMMetadataRef ir_c_element(const ir_c_types *t, LLVMMetadataRef type)
{
    type = plain(t, type);
    if (!type || t->l->GetMetadataKind(type) != LLVMDICompositeTypeMetadataKind)
        return NULL;
    return operand(t, type, TYPE_BASE);
}

LLVMMetadataRef ir_c_member(const ir_c_types *t, LLVMMetadataRef type, uint64_t offset,
                            const char **name, size_t *n)
{
    type = plain(t, type);
    if (!type || t->l->GetMetadataKind(type) != LLVMDICompositeTypeMetadataKind)
        return NULL;
    LLVMMetadataRef members = operand(t, type, TYPE_ELEMENTS), found = NULL;
    operand_vec all = {0};
    if (members)
        operands_of(t, members, &all);
    for (size_t k = 0; k < all.n && !found; k++) {
        LLVMMetadataRef member = all.at[k] ? t->l->ValueAsMetadata(all.at[k]) : NULL;
        if (!member || t->l->GetMetadataKind(member) != LLVMDIDerivedTypeMetadataKind ||
            t->l->DITypeGetOffsetInBits(member) != offset)
            continue;
        *name = t->l->DITypeGetName(member, n);
        found = member;
    }
    vec_free(&all);
    return found;
}

bool ir_c_unsigned(const ir_c_types *t, LLVMMetadataRef type)
{
    type = plain(t, type);
    if (type && t->l->GetMetadataKind(type) == LLVMDICompositeTypeMetadataKind) /* an enum */
        type = plain(t, operand(t, type, TYPE_BASE));
    if (!type || t->l->GetMetadataKind(type) != LLVMDIBasicTypeMetadataKind)
        return false;
    size_t n;
    const char *name = t->l->DITypeGetName(type, &n);
    return (n >= 8 && text_begins(name, "unsigned")) || (n == 5 && text_begins(name, "_Bool"));
}

/* The place that a jump back is said to belong to; NULL: none. */
static LLVMMetadataRef loop_place(const ir_c_types *t, LLVMValueRef jump)
{
    static const char kind[] = "llvm.loop";
    LLVMValueRef node =
        t->l->GetMetadata(jump, t->l->GetMDKindIDInContext(t->context, kind, sizeof kind - 1));
    if (!node)
        return NULL;
    operand_vec all = {0};
    LLVMMetadataRef found = NULL;
    operands_of(t, t->l->ValueAsMetadata(node), &all);
    for (size_t k = 1; k < all.n && !found; k++) {
        LLVMMetadataRef place = all.at[k] ? t->l->ValueAsMetadata(all.at[k]) : NULL;
        if (place && t->l->GetMetadataKind(place) == LLVMDILocationMetadataKind)
            found = place;
    }
    vec_free(&all);
    return found;
}

bool ir_c_loop(const ir_c_types *t, LLVMValueRef jump, unsigned *line, unsigned *column)
{
    LLVMMetadataRef place = loop_place(t, jump);
    if (place) {
        *line = t->l->DILocationGetLine(place);
        *column = t->l->DILocationGetColumn(place);
    }
    return place != NULL;
}

char *ir_c_loop_function(const ir_c_types *t, LLVMValueRef jump)
{
    LLVMMetadataRef place = loop_place(t, jump);
    LLVMMetadataRef scope = place ? t->l->DILocationGetScope(place) : NULL;
    for (int i = 0; scope && i < MAX_ALIASES; i++) {
        if (t->l->GetMetadataKind(scope) == LLVMDISubprogramMetadataKind)
            break;
        scope = operand(t, scope, SCOPE_OUTER);
    }
    bool found = scope && t->l->GetMetadataKind(scope) == LLVMDISubprogramMetadataKind;
    LLVMMetadataRef name = found ? operand(t, scope, SCOPE_NAME) : NULL;
    unsigned n = 0;
    const char *text = name ? t->l->GetMDString(t->l->MetadataAsValue(t->context, name), &n) : NULL;
    return text ? base_strndup(text, n) : NULL;
}

/* Down to a node with that tag; NULL: there is none on the way. */
static LLVMMetadataRef down_to(const ir_c_types *t, LLVMMetadataRef type, unsigned tag)
{
    for (int i = 0; type && i < MAX_ALIASES; i++) {
        if (t->l->GetMetadataKind(type) != LLVMDIDerivedTypeMetadataKind)
            return NULL;
        unsigned found = t->l->GetDINodeTag(type);
        if (found == tag)
            return type;
        if (found == TAG_POINTER)
            return NULL;
        type = operand(t, type, TYPE_BASE);
    }
    return NULL;
}

bool ir_c_parameter_is_const(const ir_c_types *t, LLVMValueRef function, unsigned parameter)
{
    LLVMMetadataRef subprogram = t->l->GetSubprogram(function);
    LLVMMetadataRef type = subprogram ? operand(t, subprogram, FUNCTION_TYPE) : NULL;
    LLVMMetadataRef list = type ? operand(t, type, FUNCTION_PARAMETERS) : NULL;
    LLVMMetadataRef pointer =
        list ? down_to(t, operand(t, list, parameter + 1), TAG_POINTER) : NULL;
    LLVMMetadataRef target = pointer ? operand(t, pointer, TYPE_BASE) : NULL;
    return target && down_to(t, target, TAG_CONST);
}
