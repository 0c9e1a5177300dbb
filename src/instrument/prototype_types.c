/* What the pointers in a prototype point to. */
#include <string.h>

#include "instrument/instrument_impl.h"

/* Places of operands in metadata nodes, as LLVM 19 lays them out, and tags of DWARF. */
enum { SUBPROGRAM_TYPE = 4, SUBROUTINE_TYPES = 3, TYPE_BASE = 3, TYPE_ELEMENTS = 4 };
enum {
    TAG_ARRAY = 0x01,
    TAG_ENUMERATION = 0x04,
    TAG_MEMBER = 0x0d,
    TAG_POINTER = 0x0f,
    TAG_STRUCTURE = 0x13,
    TAG_SUBROUTINE = 0x15,
    TAG_TYPEDEF = 0x16,
    TAG_UNION = 0x17,
    TAG_BASE = 0x24,
    TAG_CONST = 0x26,
    TAG_VOLATILE = 0x35,
    TAG_RESTRICT = 0x37,
    TAG_ATOMIC = 0x47
};
enum { MAX_ALIASES = 20, MAX_TYPES = 100 };

typedef VEC(LLVMMetadataRef) type_vec;

static void operands_of(const instrumenter *x, LLVMMetadataRef node, type_vec *out)
{
    LLVMValueRef value = x->l.MetadataAsValue(x->context, node);
    value_vec all = {0};
    vec_resize(&all, x->l.GetMDNodeNumOperands(value));
    if (all.n)
        x->l.GetMDNodeOperands(value, all.at);
    vec_clear(out);
    for (size_t i = 0; i < all.n; i++)
        vec_push(out, all.at[i] ? x->l.ValueAsMetadata(all.at[i]) : NULL);
    vec_free(&all);
}

static LLVMMetadataRef operand(const instrumenter *x, LLVMMetadataRef node, size_t k)
{
    type_vec all = {0};
    operands_of(x, node, &all);
    LLVMMetadataRef result = k < all.n ? all.at[k] : NULL;
    vec_free(&all);
    return result;
}

/* Without names and qualifiers; NULL is void. */
static LLVMMetadataRef plain(const instrumenter *x, LLVMMetadataRef type, bool *is_const)
{
    for (int i = 0; type && i < MAX_ALIASES; i++) {
        uint16_t tag = x->l.GetDINodeTag(type);
        if (tag != TAG_TYPEDEF && tag != TAG_CONST && tag != TAG_VOLATILE && tag != TAG_RESTRICT &&
            tag != TAG_ATOMIC && tag != TAG_MEMBER)
            break;
        *is_const |= tag == TAG_CONST;
        type = operand(x, type, TYPE_BASE);
    }
    return type;
}

/* Whether there is a pointer in the type, or something that is not shown. */
static bool has_pointers(const instrumenter *x, LLVMMetadataRef type)
{
    type_vec open = {0}, members = {0};
    bool found = false, ignored = false;
    size_t looked_at = 0;
    vec_push(&open, type);
    while (open.n && !found) {
        LLVMMetadataRef t = plain(x, vec_pop(&open), &ignored);
        uint16_t tag = t ? x->l.GetDINodeTag(t) : 0;
        LLVMMetadataRef list = NULL;
        found = ++looked_at > MAX_TYPES;
        if (tag == TAG_STRUCTURE || tag == TAG_UNION) {
            list = operand(x, t, TYPE_ELEMENTS);
            found |= !x->l.DITypeGetSizeInBits(t); /* only declared */
        } else if (tag == TAG_ARRAY) {
            vec_push(&open, operand(x, t, TYPE_BASE));
        } else {
            found |= tag != TAG_BASE && tag != TAG_ENUMERATION;
        }
        if (list) {
            operands_of(x, list, &members);
            vec_append(&open, members.at, members.n);
        }
    }
    vec_free(&open);
    vec_free(&members);
    return found;
}

static bool is_char(const instrumenter *x, LLVMMetadataRef type)
{
    size_t n = 0;
    const char *name = x->l.DITypeGetName(type, &n);
    return n == 4 && !memcmp(name, "char", 4);
}

static ir_pointee describe(const instrumenter *x, LLVMMetadataRef pointer)
{
    bool ignored = false;
    ir_pointee p = {.kind = IR_POINTEE_OTHER};
    pointer = plain(x, pointer, &ignored);
    if (!pointer || x->l.GetDINodeTag(pointer) != TAG_POINTER)
        return (ir_pointee){0};
    LLVMMetadataRef type = plain(x, operand(x, pointer, TYPE_BASE), &p.is_const);
    uint16_t tag = type ? x->l.GetDINodeTag(type) : 0;
    p.bytes = type ? x->l.DITypeGetSizeInBits(type) / 8 : 1;
    if (!type)
        p.kind = IR_POINTEE_VOID;
    else if (tag == TAG_SUBROUTINE)
        p.kind = IR_POINTEE_FUNCTION;
    else if (tag == TAG_POINTER)
        p.kind = IR_POINTEE_POINTER;
    else if (tag == TAG_BASE && is_char(x, type))
        p.kind = IR_POINTEE_CHAR;
    else if (!has_pointers(x, type) && p.bytes)
        p.kind = IR_POINTEE_PLAIN;
    return p;
}

ir_pointee ir_pointee_of(const instrumenter *x, LLVMValueRef function, unsigned i, unsigned n)
{
    LLVMMetadataRef program = x->l.GetSubprogram(function);
    LLVMMetadataRef type = program ? operand(x, program, SUBPROGRAM_TYPE) : NULL;
    LLVMMetadataRef list = type ? operand(x, type, SUBROUTINE_TYPES) : NULL;
    type_vec types = {0}; /* the result first */
    ir_pointee p = {0};
    if (list)
        operands_of(x, list, &types);
    if (types.n == n + 1u && types.at[i + 1]) /* each parameter is passed as it is */
        p = describe(x, types.at[i + 1]);
    vec_free(&types);
    return p;
}
