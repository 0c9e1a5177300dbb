/* The variables of a program, and how they begin. */

#include "program/read_impl.h"

#include "base/text.h"

static term_id fresh_constant(term_bank *b, const char *stem, sort_id sort)
{
    return term_app(b, decl_constant(b, symbol_fresh(b, stem), sort), NULL, 0);
}

sort_id ir_sort(ir_reader *r, const ir_type *type)
{
    sort_id number = type->real
                         ? sort_fp(r->bank, type->width == 32 ? 8 : 11, type->width == 32 ? 24 : 53)
                     : type->width == 1       ? SORT_ID_BOOL
                     : r->model == IR_MACHINE ? sort_bv(r->bank, type->width)
                                              : SORT_ID_INT;
    if (!type->n_dims)
        return number;
    return sort_array(r->bank, r->model == IR_MACHINE ? sort_bv(r->bank, 64) : SORT_ID_INT, number);
}

sort_id ir_leaf_sort(ir_reader *r, uint32_t leaf)
{
    return ir_sort(r, &r->objects.leaves.at[leaf].type);
}

bool ir_leaf_unsigned(const ir_reader *r, uint32_t leaf)
{
    if (r->model == IR_MACHINE || ir_signs_both(&r->signs, ir_signs_leaf(leaf)))
        return r->objects.leaves.at[leaf].type.is_unsigned;
    return ir_signs_unsigned(&r->signs, ir_signs_leaf(leaf));
}

static term_id type_range(ir_reader *r, term_id t, const ir_type *type)
{
    return type->n_dims || type->real ? TERM_ID_TRUE
                                      : ir_range(r, t, type->width, type->is_unsigned);
}

term_id ir_input_new(ir_reader *r, const char *stem, const ir_type *type, bool called)
{
    term_id t = fresh_constant(r->bank, stem, ir_sort(r, type));
    ir_input input = {.name = base_strdup(stem),
                      .term = t,
                      .range = type_range(r, t, type),
                      .type = *type,
                      .line = r->line,
                      .called = called};
    vec_push(&r->program->locations.at[r->location].inputs, input);
    if (input.range != TERM_ID_TRUE)
        ir_assume(r, input.range);
    return t;
}

static uint32_t add_variable(ir_reader *r, const char *name, const ir_type *type, bool shown)
{
    ir_variable v = {.name = base_strdup(name), .type = *type, .shown = shown};
    v.term = fresh_constant(r->bank, v.name, ir_sort(r, type));
    v.range = type_range(r, v.term, type);
    vec_push(&r->program->variables, v);
    return (uint32_t)r->program->variables.n - 1;
}

static void add_register(ir_reader *r, LLVMValueRef i)
{
    size_t n;
    const char *name = r->l.GetValueName2(i, &n);
    ir_type type = ir_type_of(r, i);
    map_put(&r->variables, (uintptr_t)i, add_variable(r, n ? name : "tmp", &type, false));
}

static const ir_type index_type = {.width = 64};

/* "a[1].x" of "a[].x". */
static void put_element(const ir_leaf *leaf, uint64_t flat, strbuf *out)
{
    uint64_t index[IR_MAX_DIMS];
    uint32_t k = leaf->type.n_dims, at = 0;
    while (k--) {
        index[k] = flat % leaf->type.counts[k];
        flat /= leaf->type.counts[k];
    }
    for (const char *c = leaf->name; *c; c++) {
        strbuf_putc(out, *c);
        if (c[0] == '[' && c[1] == ']')
            strbuf_printf(out, "%llu", (unsigned long long)index[at++]);
    }
}

/* A small array that opaque code sees is one variable for each element. */
static bool spread_leaf(ir_reader *r, const ir_object *x, ir_leaf *leaf, const ir_type *type)
{
    uint64_t n = 1;
    for (uint32_t k = 0; k < type->n_dims && n <= r->limits->object_expanded; k++)
        n *= type->counts[k];
    if (!x->captured || x->length || !type->n_dims || n > r->limits->object_expanded)
        return false;
    ir_type element = {.width = type->width, .is_unsigned = type->is_unsigned, .real = type->real};
    leaf->variable = (uint32_t)r->program->variables.n;
    leaf->spread = (uint32_t)n;
    for (uint64_t k = 0; k < n; k++) {
        strbuf name = STRBUF_INIT;
        put_element(leaf, k, &name);
        add_variable(r, name.text, &element, leaf->shown);
        strbuf_free(&name);
    }
    return true;
}

/* "length_of_a" of "a[]": invariants are about it, though C has no such variable. */
static uint32_t add_length(ir_reader *r, const ir_leaf *leaf)
{
    strbuf name = STRBUF_INIT;
    strbuf_puts(&name, "length_of_");
    for (const char *c = leaf->name; *c; c++)
        if (*c != '[' && *c != ']')
            strbuf_putc(&name, *c == '.' ? '_' : *c);
    uint32_t variable = add_variable(r, name.text, &index_type, leaf->shown);
    strbuf_free(&name);
    return variable;
}

static void add_object(ir_reader *r, uint32_t object)
{
    ir_object *x = &r->objects.list.at[object];
    bool global = r->l.GetValueKind(x->value) == LLVMGlobalVariableValueKind;
    if (global && r->l.IsGlobalConstant(x->value) && !r->l.IsDeclaration(x->value))
        return;
    r->program->shares |= global && r->l.GetLinkage(x->value) == LLVMExternalLinkage;
    for (uint32_t k = x->first; k < x->first + x->n; k++) {
        ir_leaf *leaf = &r->objects.leaves.at[k];
        if (!leaf->type.width || leaf->variable != IR_NO_VARIABLE)
            continue;
        ir_type type = leaf->type;
        type.is_unsigned = ir_leaf_unsigned(r, k);
        if (spread_leaf(r, x, leaf, &type))
            continue;
        leaf->variable = add_variable(r, leaf->name, &type, leaf->shown);
    }
    if (x->length && x->length_variable == IR_NO_VARIABLE)
        x->length_variable = add_length(r, &r->objects.leaves.at[x->first]);
}

/* Objects that instructions of the function reach; a string of an assertion's message is none. */
static void add_reached(ir_reader *r, LLVMValueRef i, LLVMOpcode op)
{
    size_t n;
    ir_place place;
    bool copies =
        op == LLVMCall && text_begins(r->l.GetValueName2(r->l.GetCalledValue(i), &n), "llvm.");
    if (op != LLVMLoad && op != LLVMStore && op != LLVMGetElementPtr && !copies &&
        !ir_buffers_calls(r, i))
        return;
    for (int k = 0; k < r->l.GetNumOperands(i); k++) {
        LLVMValueRef o = r->l.GetOperand(i, (unsigned)k);
        if (r->l.GetTypeKind(r->l.TypeOf(o)) == LLVMPointerTypeKind &&
            ir_place_of(&r->objects, o, &place))
            add_object(r, place.object);
    }
}

static void add_indices(ir_reader *r)
{
    for (size_t i = 0; i < r->objects.pointers.n; i++) {
        ir_pointer *p = &r->objects.pointers.at[i];
        uint32_t n = p->known && p->place.varies ? p->place.n_dims : 0;
        for (uint32_t k = 0; !p->known && k < p->n_targets; k++)
            if (p->targets[k].kind == IR_TO_PLACE && p->targets[k].place.n_dims > n)
                n = p->targets[k].place.n_dims;
        if (!p->known && p->n_targets)
            p->which = add_variable(r, "target", &index_type, false);
        for (uint32_t k = 0; k < n; k++)
            p->variables[k] = add_variable(r, "index", &index_type, false);
    }
}

/* A local variable that is never reached stays out. */
void ir_find_variables(ir_reader *r)
{
    ir_buffers_find(r);
    for (LLVMBasicBlockRef b = r->l.GetFirstBasicBlock(r->function); b;
         b = r->l.GetNextBasicBlock(b))
        for (LLVMValueRef i = r->l.GetFirstInstruction(b); i; i = r->l.GetNextInstruction(i)) {
            LLVMOpcode op = r->l.GetInstructionOpcode(i);
            if (ir_type_of(r, i).width && ir_lives_on(&r->l, i))
                add_register(r, i);
            add_reached(r, i, op);
        }
    add_indices(r);
}

/* Globals begin with their initial values; what is only declared may hold anything. */
void ir_begin_globals(ir_reader *r)
{
    for (uint32_t k = 0; k < r->objects.leaves.n; k++) {
        const ir_leaf *leaf = &r->objects.leaves.at[k];
        term_id t = leaf->variable == IR_NO_VARIABLE ? 0 : ir_initial_value(r, k);
        for (uint32_t e = 0; t && e < leaf->spread; e++)
            r->current.at[leaf->variable + e] =
                term_make2(r->bank, OP_SELECT, t, ir_index_constant(r, e));
        if (t && !leaf->spread)
            r->current.at[leaf->variable] = t;
    }
}
