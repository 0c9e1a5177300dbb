/* From bitcode to a program: variables, blocks, edges. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "program/compile.h"
#include "program/read_impl.h"

/* ---- Small things ---------------------------------------------------------------------------- */

term_id ir_fail(ir_reader *r, const char *format, ...)
{
    if (r->error.n)
        return 0;
    if (r->line)
        strbuf_printf(&r->error, "line %u: ", r->line);
    va_list arguments;
    va_start(arguments, format);
    strbuf_vprintf(&r->error, format, arguments);
    va_end(arguments);
    return 0;
}

void ir_assume(ir_reader *r, term_id t)
{
    term_id both[] = {r->guard, t};
    r->guard = r->guard == TERM_ID_TRUE ? t : term_and(r->bank, both, 2);
}

void ir_undefined(ir_reader *r, ir_fault_kind kind, term_id when, bool ends)
{
    if (when == TERM_ID_FALSE)
        return;
    term_id both[] = {r->guard, when};
    ir_edge_add(r, ir_is_exact(r) ? IR_ERROR : IR_UNDEFINED, term_and(r->bank, both, 2), NULL);
    vec_last(&r->program->edges).kind = kind;
    if (ends)
        ir_assume(r, term_not(r->bank, when));
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

/* What a pointer at the beginning of the next block is. */
static void take_pointer(ir_reader *r, LLVMValueRef phi, ir_edge *e)
{
    const uint64_t *at = map_find(&r->objects.by_pointer, (uintptr_t)phi);
    const ir_pointer *p = at ? &r->objects.pointers.at[*at] : NULL;
    term_vec values = {0};
    ir_choice c;
    if (!p || p->known || !p->n_targets)
        return; /* whoever looks at it fails */
    vec_resize(&values, r->program->variables.n);
    memset(values.at, 0, values.n * sizeof *values.at);
    for (unsigned k = 0; k < r->l.CountIncoming(phi); k++)
        if (r->l.GetIncomingBlock(phi, k) == r->block) {
            if (ir_choice_any(r, r->l.GetIncomingValue(phi, k), &c))
                ir_choice_put(r, p, &c, values.at);
            break;
        }
    for (uint32_t v = 0; v < values.n; v++) {
        ir_assignment a = {.variable = v, .value = values.at[v]};
        if (a.value)
            vec_push(&e->assignments, a);
    }
    vec_free(&values);
}

/* To be called at the end of the block, or for IR_ERROR and IR_UNDEFINED. */
void ir_edge_add(ir_reader *r, uint32_t to, term_id guard, LLVMBasicBlockRef target)
{
    ir_program *p = r->program;
    ir_edge e = {.from = r->location, .to = to, .guard = guard, .line = r->line};
    for (uint32_t v = 0; target && v < p->variables.n; v++)
        if (r->current.at[v] != p->variables.at[v].term) {
            ir_assignment a = {.variable = v, .value = r->current.at[v]};
            vec_push(&e.assignments, a);
        }
    LLVMValueRef i = target ? r->l.GetFirstInstruction(target) : NULL;
    for (; i && r->l.GetInstructionOpcode(i) == LLVMPHI; i = r->l.GetNextInstruction(i)) {
        const uint64_t *variable = map_find(&r->variables, (uintptr_t)i);
        for (unsigned k = 0; variable && k < r->l.CountIncoming(i); k++) {
            if (r->l.GetIncomingBlock(i, k) != r->block)
                continue;
            term_id t = ir_operand(r, r->l.GetIncomingValue(i, k),
                                   ir_signs_unsigned(&r->signs, (uintptr_t)i));
            ir_assignment a = {.variable = (uint32_t)*variable, .value = t};
            if (t)
                vec_push(&e.assignments, a);
            break;
        }
        take_pointer(r, i, &e);
    }
    vec_push(&p->edges, e);
}

static void leave(ir_reader *r, LLVMBasicBlockRef target, term_id condition)
{
    term_id both[] = {r->guard, condition};
    term_id guard = condition == TERM_ID_TRUE ? r->guard : term_and(r->bank, both, 2);
    ir_edge_add(r, (uint32_t)map_get(&r->blocks, (uintptr_t)target, 0), guard, target);
}

static void leave_switch(ir_reader *r, LLVMValueRef i)
{
    LLVMValueRef on = r->l.GetOperand(i, 0);
    bool is_unsigned = ir_signs_unsigned(&r->signs, (uintptr_t)on);
    term_id x = ir_operand(r, on, is_unsigned);
    if (x)
        ir_seen(r, x, ir_width(r, r->l.TypeOf(on)), is_unsigned);
    term_vec none = {0};
    for (unsigned k = 2; x && k + 1 < (unsigned)r->l.GetNumOperands(i); k += 2) {
        term_id y = ir_operand(r, r->l.GetOperand(i, k), is_unsigned);
        if (!y)
            break;
        term_id same = term_eq(r->bank, x, y);
        vec_push(&none, term_not(r->bank, same));
        leave(r, r->l.ValueAsBasicBlock(r->l.GetOperand(i, k + 1)), same);
    }
    if (x)
        leave(r, r->l.GetSwitchDefaultDest(i), term_and(r->bank, none.at, (uint32_t)none.n));
    vec_free(&none);
}

static void terminate(ir_reader *r, LLVMValueRef i)
{
    switch (r->l.GetInstructionOpcode(i)) {
    case LLVMBr:
        if (r->l.IsConditional(i)) {
            term_id c = ir_truth(r, r->l.GetCondition(i));
            if (!c)
                return;
            leave(r, r->l.GetSuccessor(i, 0), c);
            leave(r, r->l.GetSuccessor(i, 1), term_not(r->bank, c));
        } else {
            leave(r, r->l.GetSuccessor(i, 0), TERM_ID_TRUE);
        }
        break;
    case LLVMSwitch:
        leave_switch(r, i);
        break;
    case LLVMRet:
    case LLVMUnreachable:
        break;
    default:
        ir_fail(r, "an unusual jump");
    }
}

/* False when nothing more is to be read of the block. */
static bool execute(ir_reader *r, LLVMValueRef i)
{
    unsigned line = r->l.GetDebugLocLine(i);
    if (line)
        r->line = line;
    term_id t = 0;
    bool real;
    ir_address a;
    ir_choice c;
    switch (r->l.GetInstructionOpcode(i)) {
    case LLVMAlloca:
        return ir_allocate(r, i);
    case LLVMPHI:
        return true;
    case LLVMLoad:
        return ir_load(r, i);
    case LLVMStore:
        return ir_store(r, i);
    case LLVMGetElementPtr:
        if (ir_choice_of(r, i, &c))
            return ir_choice_set(r, i, &c);
        return ir_address_of(r, i, &a) && ir_address_set(r, i, &a);
    case LLVMSelect:
        if (r->l.GetTypeKind(r->l.TypeOf(i)) == LLVMPointerTypeKind)
            return ir_choice_of(r, i, &c) ? ir_choice_set(r, i, &c)
                                          : ir_fail(r, "a choice of pointers");
        break;
    case LLVMICmp:
        if (r->l.GetTypeKind(r->l.TypeOf(r->l.GetOperand(i, 0))) == LLVMPointerTypeKind)
            t = ir_compare_pointers(r, i);
        if (t)
            map_put(&r->registers, (uintptr_t)i, t);
        if (t || r->error.n)
            return t != 0;
        break;
    case LLVMCall:
        return ir_call(r, i) && r->guard != TERM_ID_FALSE;
    default:
        break;
    }
    t = ir_compute_real(r, i, &real);
    if (!real)
        t = r->model == IR_MACHINE ? ir_compute_bits(r, i) : ir_compute(r, i);
    if (t)
        map_put(&r->registers, (uintptr_t)i, t);
    return t != 0;
}

/* Numbers that the function is given; the first of main is how many arguments there are. */
static void take_parameters(ir_reader *r)
{
    size_t length;
    bool is_main = !strcmp(r->l.GetValueName2(r->function, &length), "main");
    for (unsigned k = 0; k < r->l.CountParams(r->function); k++) {
        LLVMValueRef p = r->l.GetParam(r->function, k);
        ir_type type = ir_scalar_type(&r->l, r->l.TypeOf(p));
        size_t n;
        if (!type.width)
            continue; /* whoever reads what it points at fails */
        term_id t = ir_input_new(r, r->l.GetValueName2(p, &n), &type, true);
        vec_last(&r->program->locations.at[r->location].inputs).given = true;
        if (!k && !type.real && is_main)
            ir_assume(r, term_make2(r->bank, r->model == IR_MATH ? OP_LE : OP_BVSLE,
                                    ir_constant(r, type.width, 0), t));
        map_put(&r->registers, (uintptr_t)p, t);
    }
}

static void begin_block(ir_reader *r, LLVMBasicBlockRef b)
{
    ir_program *p = r->program;
    r->block = b;
    r->location = (uint32_t)map_get(&r->blocks, (uintptr_t)b, 0);
    r->guard = TERM_ID_TRUE;
    map_clear(&r->registers);
    map_clear(&r->addresses);
    map_clear(&r->choices);
    vec_clear(&r->choice_list);
    vec_clear(&r->address_list);
    vec_clear(&r->current);
    for (size_t v = 0; v < p->variables.n; v++)
        vec_push(&r->current, p->variables.at[v].term);
    if (r->location == IR_ENTRY) {
        for (size_t v = 0; v < p->variables.n; v++)
            if (p->variables.at[v].range != TERM_ID_TRUE)
                ir_assume(r, p->variables.at[v].range);
        ir_begin_globals(r);
        take_parameters(r);
    }
}

/* Registers that live on are variables too: assigned when the block is left. */
static void read_block(ir_reader *r, LLVMBasicBlockRef b)
{
    begin_block(r, b);
    LLVMValueRef last = r->l.GetBasicBlockTerminator(b);
    for (LLVMValueRef i = r->l.GetFirstInstruction(b); i && i != last;
         i = r->l.GetNextInstruction(i)) {
        if (!execute(r, i))
            return;
        const uint64_t *variable = map_find(&r->variables, (uintptr_t)i);
        const uint64_t *t = map_find(&r->registers, (uintptr_t)i);
        if (variable && t && r->l.GetInstructionOpcode(i) != LLVMPHI)
            r->current.at[*variable] = (term_id)*t;
    }
    unsigned line = r->l.GetDebugLocLine(last);
    if (line)
        r->line = line;
    ir_location *here = &r->program->locations.at[r->location];
    if (!here->line)
        here->line = r->line;
    /* A loop is where its statement begins: the jump back says so. */
    unsigned column;
    if (r->l.GetNumSuccessors(last) && ir_c_loop(&r->types, last, &line, &column)) {
        size_t head = map_get(&r->blocks, (uintptr_t)r->l.GetSuccessor(last, 0), 0);
        r->program->locations.at[head].line = line;
        r->program->locations.at[head].column = column;
        if (!r->program->locations.at[head].function)
            r->program->locations.at[head].function = ir_c_loop_function(&r->types, last);
    }
    terminate(r, last);
}

static void read_function(ir_reader *r)
{
    char *error = NULL;
    bool clear = ir_signs_infer(&r->signs, &r->objects, r->function, &error);
    if (!clear && r->model == IR_MATH && !(r->options && r->options->ideal))
        strbuf_puts(&r->error, error);
    free(error);
    if (r->error.n)
        return;
    for (LLVMBasicBlockRef b = r->l.GetFirstBasicBlock(r->function); b;
         b = r->l.GetNextBasicBlock(b)) {
        map_put(&r->blocks, (uintptr_t)b, r->program->locations.n);
        vec_push(&r->program->locations, (ir_location){0});
    }
    ir_find_variables(r);
    for (LLVMBasicBlockRef b = r->l.GetFirstBasicBlock(r->function); b && !r->error.n;
         b = r->l.GetNextBasicBlock(b))
        read_block(r, b);
}

/* ---- Modules --------------------------------------------------------------------------------- */

static void be_silent(LLVMDiagnosticInfoRef info, void *context) {}

/* All calls of functions that are there are inlined, but for those of a function to itself. */
static bool inline_calls(ir_reader *r)
{
    LLVMModuleRef module = r->module;
    static const char always[] = "alwaysinline", never[] = "noinline";
    unsigned kind = r->l.GetEnumAttributeKindForName(always, sizeof always - 1);
    unsigned refuse = r->l.GetEnumAttributeKindForName(never, sizeof never - 1);
    for (LLVMValueRef f = r->l.GetFirstFunction(module); f; f = r->l.GetNextFunction(f)) {
        size_t n;
        if (r->l.IsDeclaration(f) || f == r->function)
            continue;
        if (ir_opaque_wanted(r, r->l.GetValueName2(f, &n))) {
            r->l.RemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, kind);
            continue;
        }
        r->l.RemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, refuse);
        r->l.AddAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                                 r->l.CreateEnumAttribute(r->context, kind, 0));
    }
    LLVMPassBuilderOptionsRef options = r->l.CreatePassBuilderOptions();
    LLVMErrorRef failed = r->l.RunPasses(module, "always-inline", NULL, options);
    r->l.DisposePassBuilderOptions(options);
    if (!failed)
        return true;
    char *message = r->l.GetErrorMessage(failed);
    ir_fail(r, "inlining failed: %s", message);
    r->l.DisposeErrorMessage(message);
    return false;
}

static void read_module(ir_reader *r, const void *bytes, size_t n)
{
    char *message = NULL;
    r->l.ContextSetDiagnosticHandler(r->context, be_silent, NULL);
    LLVMMemoryBufferRef buffer = r->l.CreateMemoryBufferWithMemoryRangeCopy(bytes, n, "program");
    if (r->l.ParseIRInContext(r->context, buffer, &r->module, &message)) {
        ir_fail(r, "no bitcode: %s", message ? message : "");
        r->l.DisposeMessage(message);
        return;
    }
    const char *entry = r->options && r->options->entry ? r->options->entry : "main";
    r->function = r->l.GetNamedFunction(r->module, entry);
    if (!r->function || r->l.IsDeclaration(r->function)) {
        r->failure = IR_NO_MAIN;
        ir_fail(r, "there is no function '%s'", entry);
    } else if (ir_outline(r) && inline_calls(r)) {
        r->l.SetIsNewDbgInfoFormat(r->module, false);
        ir_c_types_find(&r->types, &r->l, r->module, r->function, r->context);
        ir_objects_find(&r->objects, r->limits, &r->l, &r->types, r->module, r->function);
        read_function(r);
    }
    if (!r->error.n)
        ir_opaque_finish(r);
    r->l.DisposeModule(r->module);
}

ir_program *ir_read_bitcode(term_bank *b, const void *bytes, size_t n, const ir_options *options,
                            ir_failure *failure, char **error)
{
    ir_reader r = {.bank = b, .options = options, .failure = IR_NOT_COVERED, .error = STRBUF_INIT};
    r.model = options ? options->model : IR_MATH;
    r.limits = options ? LIMITS_OR(options->limits, ir_limits_default) : &ir_limits_default;
    *failure = IR_NOT_COVERED;
    if (!llvm_api_load(&r.l)) {
        *error = base_strdup("LLVM 19 cannot be loaded");
        return NULL;
    }
    r.program = base_alloc_zero(1, sizeof *r.program);
    r.program->bank = b;
    r.program->support = (strbuf)STRBUF_INIT;
    r.program->model = r.model;
    r.context = r.l.ContextCreate();
    read_module(&r, bytes, n);
    r.l.ContextDispose(r.context);
    *failure = r.failure;
    ir_signs_free(&r.signs);
    ir_objects_free(&r.objects);
    ir_c_types_free(&r.types);
    map_free(&r.addresses);
    map_free(&r.choices);
    vec_free(&r.choice_list);
    vec_free(&r.address_list);
    map_free(&r.blocks);
    map_free(&r.variables);
    map_free(&r.registers);
    map_free(&r.assembly);
    for (size_t i = 0; i < r.outlined.n; i++)
        free(r.outlined.at[i]);
    vec_free(&r.outlined);
    vec_free(&r.current);
    if (r.error.n) {
        *error = strbuf_detach(&r.error);
        ir_program_free(r.program);
        return NULL;
    }
    strbuf_free(&r.error);
    return r.program;
}

ir_program *ir_read_c(term_bank *b, const char *path, const ir_options *options,
                      ir_failure *failure, char **error)
{
    strbuf bitcode = STRBUF_INIT;
    *failure = IR_NOT_C;
    ir_compile_config config = {.ilp32 = options->ilp32, .sandbox = &options->sandbox};
    ir_program *p = ir_compile_c(path, &config, &bitcode, error)
                        ? ir_read_bitcode(b, bitcode.text, bitcode.n, options, failure, error)
                        : NULL;
    strbuf_free(&bitcode);
    return p;
}

static void free_opaques(ir_opaque *list, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        free(list[k].name);
        free(list[k].symbol);
        free(list[k].behind);
        vec_free(&list[k].ctypes);
    }
}

void ir_program_free(ir_program *p)
{
    if (!p)
        return;
    for (size_t v = 0; v < p->variables.n; v++)
        free(p->variables.at[v].name);
    for (size_t k = 0; k < p->locations.n; k++) {
        free(p->locations.at[k].function);
        for (size_t i = 0; i < p->locations.at[k].inputs.n; i++)
            free(p->locations.at[k].inputs.at[i].name);
        vec_free(&p->locations.at[k].inputs);
        for (size_t i = 0; i < p->locations.at[k].calls.n; i++)
            vec_free(&p->locations.at[k].calls.at[i].args);
        vec_free(&p->locations.at[k].calls);
    }
    for (size_t k = 0; k < p->edges.n; k++)
        vec_free(&p->edges.at[k].assignments);
    free_opaques(p->opaques.at, p->opaques.n);
    free_opaques(p->foreign.at, p->foreign.n);
    vec_free(&p->opaques);
    vec_free(&p->foreign);
    strbuf_free(&p->support);
    vec_free(&p->variables);
    vec_free(&p->locations);
    vec_free(&p->edges);
    free(p);
}
