/* Opaque operations: calls of functions that are elsewhere or not to be looked into, inline
 * assembly, and instructions on integers without a translation. In terms each is an application of
 * a free function. What the file itself has of them is written out as a module of its own, in which
 * every instruction stands in a function by itself. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "program/read_impl.h"

#include "base/text.h"

bool ir_opaque_wanted(const ir_reader *r, const char *function)
{
    for (size_t i = 0; r->options && i < r->options->n_opaque; i++)
        if (!strcmp(r->options->opaque[i], function))
            return true;
    for (size_t i = 0; i < r->outlined.n; i++)
        if (!strcmp(r->outlined.at[i], function))
            return true;
    return false;
}

const ir_opaque *ir_opaque_find(const ir_program *p, decl_id d)
{
    for (size_t i = 0; i < p->opaques.n; i++)
        if (p->opaques.at[i].decl == d)
            return &p->opaques.at[i];
    return NULL;
}

static const char *ctype_of(const ir_type *t)
{
    if (t->real)
        return t->width == 32 ? "float" : "double";
    switch (t->width) {
    case 1:
        return "bool";
    case 8:
        return t->is_unsigned ? "uint8_t" : "int8_t";
    case 16:
        return t->is_unsigned ? "uint16_t" : "int16_t";
    case 32:
        return t->is_unsigned ? "uint32_t" : "int32_t";
    case 64:
        return t->is_unsigned ? "uint64_t" : "int64_t";
    default:
        return NULL;
    }
}

bool ir_use_add(ir_reader *r, ir_use *u, term_id t, const ir_type *type)
{
    const char *ctype = ctype_of(type);
    if (!t)
        return false;
    if (!ctype || u->n == IR_MAX_PARAMETERS)
        return ir_fail(r, ctype ? "an opaque operation with many operands"
                                : "an opaque operation on something other than numbers");
    u->arguments[u->n] = t;
    u->ctypes[u->n] = ctype;
    u->types[u->n] = *type;
    u->sorts[u->n++] = ir_sort(r, type);
    return true;
}

static bool use_add(ir_reader *r, ir_use *u, LLVMValueRef value)
{
    ir_type type = ir_type_of(r, value);
    if (!type.width)
        return ir_fail(r, "an opaque operation on something other than numbers");
    u->values[u->n] = value;
    return ir_use_add(r, u, ir_operand(r, value, type.is_unsigned), &type);
}

bool ir_use_result(ir_reader *r, ir_use *u, const ir_type *type)
{
    u->result = *type;
    u->ctypes[u->n] = ctype_of(type);
    return u->ctypes[u->n] || ir_fail(r, "an opaque operation whose result is no number");
}

bool ir_is_foreign(const ir_reader *r, const char *symbol)
{
    const ir_options *o = r->options;
    for (size_t i = 0; o && i < o->n_foreign; i++)
        if (!strcmp(o->foreign[i], symbol))
            return true;
    return o && o->all_foreign;
}

/* The operation with that symbol, made if it is new. NULL: used with other types before. */
ir_opaque *ir_use_operation(ir_reader *r, const char *name, const char *symbol, const ir_use *u,
                            bool foreign)
{
    if (ir_is_exact(r)) {
        ir_fail(r, "an opaque operation");
        return NULL;
    }
    ir_program *p = r->program;
    ir_opaque *list = foreign ? p->foreign.at : p->opaques.at;
    for (size_t i = 0; i < (foreign ? p->foreign.n : p->opaques.n); i++) {
        ir_opaque *o = &list[i];
        if (strcmp(o->symbol, symbol))
            continue;
        bool same = o->ctypes.n == u->n + 1;
        for (size_t k = 0; same && k <= u->n; k++)
            same = !strcmp(o->ctypes.at[k], u->ctypes[k]);
        if (!same)
            ir_fail(r, "'%s' is used with different types, which is not covered", name);
        return same ? o : NULL;
    }
    ir_opaque o = {.name = base_strdup(name),
                   .symbol = base_strdup(symbol),
                   .line = r->line,
                   .nullary = !u->n};
    sort_id none = SORT_ID_INT;
    o.decl = decl_new(r->bank, symbol_fresh(r->bank, name), u->n ? u->sorts : &none,
                      u->n ? u->n : 1, ir_sort(r, &u->result));
    vec_append(&o.ctypes, u->ctypes, u->n + 1);
    if (!foreign) {
        vec_push(&p->opaques, o);
        return &vec_last(&p->opaques);
    }
    vec_push(&p->foreign, o);
    return &vec_last(&p->foreign);
}

static void assume_type(ir_reader *r, term_id t, const ir_type *type)
{
    /* What is wider is beyond executions anyway. */
    if (r->model == IR_MATH && type->width < 64 && !type->real)
        ir_assume(r, ir_type_range(r->bank, t, type->width, type->is_unsigned));
}

static void assume_arguments(ir_reader *r, const ir_use *u)
{
    for (unsigned k = 0; k < u->n; k++)
        assume_type(r, u->arguments[k], &u->types[k]);
}

/* A call whose result is an input. */
static term_id call_foreign(ir_reader *r, const ir_opaque *o, const ir_use *u, bool has_result)
{
    ir_foreign_call c = {.function = (uint32_t)(o - r->program->foreign.at)};
    assume_arguments(r, u);
    c.when = r->guard;
    vec_append(&c.args, u->arguments, u->n);
    if (has_result)
        c.input = ir_input_new(r, o->name, &u->result, true);
    vec_push(&r->program->locations.at[r->location].calls, c);
    return has_result ? c.input : TERM_ID_TRUE;
}

/* The application; arguments and result are assumed to be numbers of their types. */
static term_id apply(ir_reader *r, const ir_opaque *o, const ir_use *u)
{
    term_id none = term_const(r->bank, value_int(r->bank, 0));
    assume_arguments(r, u);
    term_id t = term_app(r->bank, o->decl, o->nullary ? &none : u->arguments, u->n ? u->n : 1);
    assume_type(r, t, &u->result);
    return t;
}

term_id ir_use_apply(ir_reader *r, const ir_opaque *o, const ir_use *u, bool foreign)
{
    return foreign ? call_foreign(r, o, u, true) : apply(r, o, u);
}

/* ---- Functions ------------------------------------------------------------------------------- */

typedef VEC(LLVMValueRef) function_vec;

/* The function and all that its code names, however deep. */
static void find_called(const ir_reader *r, LLVMValueRef function, function_vec *called)
{
    const llvm_api *l = &r->l;
    map seen = {0};
    bool is_new;
    map_insert(&seen, (uintptr_t)function, &is_new);
    vec_push(called, function);
    for (size_t at = 0; at < called->n; at++)
        for (LLVMBasicBlockRef b = l->GetFirstBasicBlock(called->at[at]); b;
             b = l->GetNextBasicBlock(b))
            for (LLVMValueRef i = l->GetFirstInstruction(b); i; i = l->GetNextInstruction(i))
                for (int k = 0; k < l->GetNumOperands(i); k++) {
                    LLVMValueRef o = l->GetOperand(i, (unsigned)k);
                    if (l->GetValueKind(o) != LLVMFunctionValueKind)
                        continue;
                    map_insert(&seen, (uintptr_t)o, &is_new);
                    if (is_new)
                        vec_push(called, o);
                }
    map_free(&seen);
}

/* What the file says to the prover inside of an opaque function would not be heard. */
static bool speaks(const ir_reader *r, const function_vec *called)
{
    size_t n;
    for (size_t i = 1; i < called->n; i++)
        if (ir_call_is_known(r->l.GetValueName2(called->at[i], &n)))
            return true;
    return false;
}

/* A variable of the program that the instruction looks at or changes; NULL: none. */
static const char *shared_here(ir_reader *r, LLVMValueRef i)
{
    for (int k = 0; k < r->l.GetNumOperands(i); k++) {
        LLVMValueRef o = r->l.GetOperand(i, (unsigned)k);
        ir_place place;
        size_t n;
        if (r->l.GetTypeKind(r->l.TypeOf(o)) != LLVMPointerTypeKind ||
            !ir_place_of(&r->objects, o, &place))
            continue;
        const ir_object *x = &r->objects.list.at[place.object];
        for (uint32_t leaf = x->first; leaf < x->first + x->n; leaf++)
            if (r->objects.leaves.at[leaf].variable != IR_NO_VARIABLE)
                return r->l.GetValueName2(x->value, &n);
    }
    return NULL;
}

static const char *shared_variable(ir_reader *r, const function_vec *called)
{
    const llvm_api *l = &r->l;
    const char *found = NULL;
    for (size_t at = 0; at < called->n && !found; at++)
        for (LLVMBasicBlockRef b = l->GetFirstBasicBlock(called->at[at]); b && !found;
             b = l->GetNextBasicBlock(b))
            for (LLVMValueRef i = l->GetFirstInstruction(b); i && !found;
                 i = l->GetNextInstruction(i))
                found = shared_here(r, i);
    return found;
}

/* False with a failure: the code of the function cannot be run beside the program. */
static bool stands_alone(ir_reader *r, LLVMValueRef function, const char *name)
{
    function_vec called = {0};
    find_called(r, function, &called);
    bool heard = !speaks(r, &called);
    const char *shared = shared_variable(r, &called);
    vec_free(&called);
    if (!heard)
        return ir_fail(r, "'%s' has assertions, assumptions or unknown values and cannot be opaque",
                       name);
    if (shared)
        return ir_fail(r, "'%s' shares the variable '%s' with the program and cannot be opaque",
                       name, shared);
    return true;
}

bool ir_opaque_call(ir_reader *r, LLVMValueRef i, const char *name)
{
    return ir_opaque_function(r, i, r->l.GetCalledValue(i), name);
}

bool ir_opaque_function(ir_reader *r, LLVMValueRef i, LLVMValueRef callee, const char *name)
{
    ir_use u = {0};
    bool here = !r->l.IsDeclaration(callee);
    if (here && !stands_alone(r, callee, name))
        return false;
    if (ir_buffers_calls(r, i))
        return ir_buffers_call(r, i, name);
    for (unsigned k = 0; k < r->l.GetNumArgOperands(i); k++)
        if (!use_add(r, &u, r->l.GetOperand(i, k)))
            return false;
    bool has_result = r->l.GetTypeKind(r->l.TypeOf(i)) != LLVMVoidTypeKind;
    bool foreign = !has_result || ir_is_foreign(r, name);
    /* One without a result is called for what it does to others; what it returns is not read. */
    ir_type result = has_result ? ir_type_of(r, i) : (ir_type){.width = 32};
    ir_opaque *o =
        ir_use_result(r, &u, &result) ? ir_use_operation(r, name, name, &u, foreign) : NULL;
    if (!o)
        return false;
    o->supported = here;
    term_id t = foreign ? call_foreign(r, o, &u, has_result) : apply(r, o, &u);
    if (t && has_result)
        map_put(&r->registers, (uintptr_t)i, t);
    return t != 0;
}

/* ---- Instructions ---------------------------------------------------------------------------- */

/* Counting zeros of zero is undefined in the intrinsics that C's builtins become; the copy says
 * what hardware says, so that it is a function. */
static void define_zero(ir_reader *r, LLVMValueRef copy, const char *name)
{
    if (text_begins(name, "llvm.cttz") || text_begins(name, "llvm.ctlz"))
        r->l.SetOperand(copy, 1, r->l.ConstInt(r->l.Int1TypeInContext(r->context), 0, 0));
}

static void set_boolean(ir_reader *r, LLVMValueRef function, LLVMAttributeIndex at)
{
    static const char zeroext[] = "zeroext";
    unsigned kind = r->l.GetEnumAttributeKindForName(zeroext, sizeof zeroext - 1);
    r->l.AddAttributeAtIndex(function, at, r->l.CreateEnumAttribute(r->context, kind, 0));
}

/* A function of the module that does nothing but the instruction. */
static void add_wrapper(ir_reader *r, LLVMValueRef i, const ir_use *u, const char *symbol,
                        const char *name)
{
    LLVMTypeRef types[IR_MAX_PARAMETERS];
    for (unsigned k = 0; k < u->n; k++)
        types[k] = r->l.TypeOf(u->values[k]);
    LLVMValueRef f = r->l.AddFunction(
        r->module, symbol, r->l.FunctionType(r->l.TypeOf(i), u->n ? types : NULL, u->n, 0));
    for (unsigned k = 0; k <= u->n; k++)
        if ((k ? u->sorts[k - 1] : ir_sort(r, &u->result)) == SORT_ID_BOOL)
            set_boolean(r, f, k);
    LLVMBuilderRef builder = r->l.CreateBuilderInContext(r->context);
    r->l.PositionBuilderAtEnd(builder, r->l.AppendBasicBlockInContext(r->context, f, ""));
    LLVMValueRef copy = r->l.InstructionClone(i);
    r->l.InstructionSetDebugLoc(copy, NULL);
    unsigned next = 0;
    for (unsigned k = 0; next < u->n; k++)
        if (r->l.GetOperand(copy, k) == u->values[next])
            r->l.SetOperand(copy, k, r->l.GetParam(f, next++));
    define_zero(r, copy, name);
    r->l.InsertIntoBuilder(builder, copy);
    r->l.BuildRet(builder, copy);
    r->l.DisposeBuilder(builder);
}

/* Which operation it is, but for its operands that are no constants. */
static void describe(ir_reader *r, LLVMValueRef i, const char *name, strbuf *symbol)
{
    LLVMOpcode op = r->l.GetInstructionOpcode(i);
    unsigned n = op == LLVMCall ? r->l.GetNumArgOperands(i) : (unsigned)r->l.GetNumOperands(i);
    strbuf_printf(symbol, "tandem_%s_%d_%u", name, op, ir_type_of(r, i).width);
    if (op == LLVMCall) { /* the same whenever the program is read */
        LLVMValueRef callee = r->l.GetCalledValue(i);
        size_t length, number = map_get(&r->assembly, (uintptr_t)callee, r->assembly.count);
        const char *function = r->l.GetValueName2(callee, &length);
        map_put(&r->assembly, (uintptr_t)callee, number);
        strbuf_printf(symbol, "_%s_%zu", function ? function : "", number);
        for (size_t k = 0; k < symbol->n; k++)
            if (symbol->text[k] == '.')
                symbol->text[k] = '_';
    }
    for (unsigned k = 0; k < n; k++) {
        LLVMValueRef o = r->l.GetOperand(i, k);
        if (r->l.IsAConstantInt(o))
            strbuf_printf(symbol, "_%" PRIx64, (uint64_t)r->l.ConstIntGetZExtValue(o));
        else
            strbuf_printf(symbol, "_%c%u", ir_type_of(r, o).real ? 'f' : 'x',
                          ir_type_of(r, o).width);
    }
}

term_id ir_opaque_operation(ir_reader *r, LLVMValueRef i, const char *name)
{
    ir_use u = {0};
    bool call = r->l.GetInstructionOpcode(i) == LLVMCall;
    unsigned n = call ? r->l.GetNumArgOperands(i) : (unsigned)r->l.GetNumOperands(i);
    for (unsigned k = 0; k < n; k++) {
        LLVMValueRef o = r->l.GetOperand(i, k);
        if (!r->l.IsAConstantInt(o) && !use_add(r, &u, o))
            return 0;
    }
    ir_type result = ir_type_of(r, i);
    if (!ir_use_result(r, &u, &result))
        return 0;
    strbuf symbol = STRBUF_INIT;
    describe(r, i, name, &symbol);
    /* Assembly may read what it likes; intrinsics and instructions do not. */
    bool assembly = call && r->l.GetValueKind(r->l.GetCalledValue(i)) == LLVMInlineAsmValueKind;
    bool foreign = (assembly || !u.n) && ir_is_foreign(r, symbol.text);
    size_t before = r->program->opaques.n + r->program->foreign.n;
    ir_opaque *o = ir_use_operation(r, name, symbol.text, &u, foreign);
    if (o && r->program->opaques.n + r->program->foreign.n > before) {
        o->supported = true;
        o->pure = !assembly && u.n;
        add_wrapper(r, i, &u, symbol.text, name);
    }
    strbuf_free(&symbol);
    return o ? ir_use_apply(r, o, &u, foreign) : 0;
}

/* ---- The module of all this ------------------------------------------------------------------ */

/* Two operations of one name would read as one. */
static void distinguish_names(ir_program *p)
{
    for (size_t i = 0; i < p->opaques.n; i++)
        for (size_t k = 0; k < i; k++)
            if (!strcmp(p->opaques.at[i].name, p->opaques.at[k].name)) {
                strbuf text = STRBUF_INIT;
                strbuf_printf(&text, "%s_%zu", p->opaques.at[i].name, i);
                free(p->opaques.at[i].name);
                p->opaques.at[i].name = strbuf_detach(&text);
                break;
            }
}

void ir_opaque_finish(ir_reader *r)
{
    bool any = false;
    for (size_t i = 0; i < r->program->opaques.n; i++)
        any |= r->program->opaques.at[i].supported;
    for (size_t i = 0; i < r->program->foreign.n; i++)
        any |= r->program->foreign.at[i].supported;
    distinguish_names(r->program);
    if (!any)
        return;
    for (LLVMValueRef f = r->l.GetFirstFunction(r->module); f; f = r->l.GetNextFunction(f)) {
        size_t n;
        if (!r->l.IsDeclaration(f) && ir_opaque_wanted(r, r->l.GetValueName2(f, &n)))
            r->l.SetLinkage(f, LLVMExternalLinkage);
    }
    r->l.DeleteFunction(r->function);
    LLVMMemoryBufferRef buffer = r->l.WriteBitcodeToMemoryBuffer(r->module);
    strbuf_add(&r->program->support, r->l.GetBufferStart(buffer), r->l.GetBufferSize(buffer));
    r->l.DisposeMemoryBuffer(buffer);
}
