/* Calls of the functions that programs speak to the prover with. */
#include <string.h>

#include "program/read_impl.h"

#include "base/text.h"

typedef enum known_call {
    CALL_OTHER,
    CALL_ASSUME,
    CALL_ASSERT,
    CALL_ERROR,
    CALL_END,
    CALL_INPUT,
    CALL_SCOPE,
    CALL_COPY,
    CALL_SET,
    CALL_MALLOC,
    CALL_OUTPUT,
    CALL_NOTHING
} known_call;

static const struct {
    const char *name;
    bool prefix;
    known_call call;
} known[] = {
    {"assume", false, CALL_ASSUME},
    {"__VERIFIER_assume", false, CALL_ASSUME},
    {"assert", false, CALL_ASSERT},
    {"__VERIFIER_assert", false, CALL_ASSERT},
    {"__VERIFIER_error", false, CALL_ERROR},
    {"reach_error", false, CALL_ERROR},
    {"__assert_fail", false, CALL_ERROR},
    {"abort", false, CALL_END},
    {"exit", false, CALL_END},
    {"_exit", false, CALL_END},
    {"unknown", true, CALL_INPUT},
    {"__VERIFIER_nondet_", true, CALL_INPUT},
    {"llvm.lifetime.start", true, CALL_SCOPE},
    {"llvm.lifetime.end", true, CALL_NOTHING},
    {"llvm.dbg.", true, CALL_NOTHING},
    {"llvm.stacksave", true, CALL_NOTHING},
    {"llvm.stackrestore", true, CALL_NOTHING},
    {"malloc", false, CALL_MALLOC},
    {"free", false, CALL_NOTHING},
    {"printf", false, CALL_OUTPUT},
    {"puts", false, CALL_OUTPUT},
    {"putchar", false, CALL_OUTPUT},
    {"llvm.memcpy.", true, CALL_COPY},
    {"llvm.memmove.", true, CALL_COPY},
    {"llvm.memset.", true, CALL_SET},
};

static known_call classify(const char *name)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (known[k].prefix ? text_begins(name, known[k].name) : !strcmp(name, known[k].name))
            return known[k].call;
    return CALL_OTHER;
}

/* SV-COMP's names say it, others give an int. */
bool ir_input_unsigned(const char *name)
{
    static const char verifier[] = "__VERIFIER_nondet_";
    const char *type = name + sizeof verifier - 1;
    return text_begins(name, verifier) &&
           (type[0] == 'u' || text_begins(type, "bool") || text_begins(type, "size"));
}

static bool call_input(ir_reader *r, LLVMValueRef i, const char *name)
{
    ir_type type = ir_scalar_type(&r->l, r->l.TypeOf(i));
    if (!type.width)
        return ir_fail(r, "an unknown value that is no number");
    type.is_unsigned =
        !type.real && (r->model == IR_MATH ? ir_value_unsigned(r, i) : ir_input_unsigned(name));
    map_put(&r->registers, (uintptr_t)i, ir_input_new(r, name, &type, true));
    return true;
}

/* A variable comes into scope: whatever it held is gone. */
static bool call_scope(ir_reader *r, LLVMValueRef i)
{
    const uint64_t *place = map_find(&r->objects.by_value, (uintptr_t)r->l.GetOperand(i, 1));
    const ir_object *x = place ? &r->objects.list.at[*place] : NULL;
    for (uint32_t k = x ? x->first : 0; x && k < x->first + x->n; k++) {
        const ir_leaf *leaf = &r->objects.leaves.at[k];
        uint32_t n = leaf->variable == IR_NO_VARIABLE ? 0 : leaf->spread ? leaf->spread : 1;
        for (uint32_t v = leaf->variable; n--; v++)
            r->current.at[v] = ir_input_new(r, r->program->variables.at[v].name,
                                            &r->program->variables.at[v].type, false);
    }
    return true;
}

static bool call_condition(ir_reader *r, LLVMValueRef i, bool asserts)
{
    term_id t = r->l.GetNumArgOperands(i) == 1 ? ir_truth(r, r->l.GetOperand(i, 0))
                                               : ir_fail(r, "a condition with several arguments");
    if (!t)
        return false;
    if (asserts) {
        term_id both[] = {r->guard, term_not(r->bank, t)};
        ir_edge_add(r, IR_ERROR, term_and(r->bank, both, 2), NULL);
    }
    ir_assume(r, t);
    return true;
}

/* Memory that is one object; of others nothing is known. */
static bool call_malloc(ir_reader *r, LLVMValueRef i)
{
    if (map_find(&r->objects.by_value, (uintptr_t)i))
        return ir_allocate(r, i);
    return ir_fail(r, "memory of malloc that is made in a loop, or used as several types");
}

/* What is printed is of no interest; a string that is printed must be a constant, so that nothing
 * is written through it. The result may be anything. */
static bool call_output(ir_reader *r, LLVMValueRef i, const char *name)
{
    for (unsigned k = 0; k < r->l.GetNumArgOperands(i); k++) {
        LLVMValueRef x = r->l.GetOperand(i, k);
        if (r->l.GetTypeKind(r->l.TypeOf(x)) == LLVMPointerTypeKind &&
            !(r->l.GetValueKind(x) == LLVMGlobalVariableValueKind && r->l.IsGlobalConstant(x)))
            return ir_fail(r, "'%s' is given a string that is no constant", name);
    }
    return call_input(r, i, name);
}

bool ir_call_is_known(const char *name)
{
    known_call call = classify(name);
    return call != CALL_OTHER && call != CALL_SCOPE && call != CALL_NOTHING && call != CALL_END;
}

/* Inline assembly and the intrinsics behind builtins. */
static bool call_operation(ir_reader *r, LLVMValueRef i, const char *name)
{
    strbuf shown = STRBUF_INIT;
    const char *builtin = text_begins(name, "llvm.cttz")    ? "__builtin_ctz"
                          : text_begins(name, "llvm.ctlz")  ? "__builtin_clz"
                          : text_begins(name, "llvm.ctpop") ? "__builtin_popcount"
                                                            : NULL;
    if (builtin)
        strbuf_printf(&shown, "%s%s", builtin, ir_width(r, r->l.TypeOf(i)) == 64 ? "l" : "");
    else if (*name)
        strbuf_puts(&shown, name);
    else
        strbuf_printf(&shown, "asm_%u", r->line);
    for (size_t k = 0; k < shown.n; k++)
        if (shown.text[k] == '.')
            shown.text[k] = '_';
    term_id t = ir_opaque_operation(r, i, shown.text);
    strbuf_free(&shown);
    if (t)
        map_put(&r->registers, (uintptr_t)i, t);
    return t != 0;
}

static bool is_arbitrary(const ir_reader *r, const char *name)
{
    for (size_t i = 0; r->options && i < r->options->n_arbitrary; i++)
        if (!strcmp(r->options->arbitrary[i], name))
            return true;
    return false;
}

bool ir_call(ir_reader *r, LLVMValueRef i)
{
    LLVMValueRef callee = r->l.GetCalledValue(i);
    size_t n;
    const char *name = r->l.GetValueName2(callee, &n);
    if (r->l.GetValueKind(callee) == LLVMInlineAsmValueKind)
        return call_operation(r, i, "");
    if (r->l.GetValueKind(callee) != LLVMFunctionValueKind)
        return ir_call_chosen(r, i);
    if (!r->l.IsDeclaration(callee))
        return ir_opaque_wanted(r, name)
                   ? ir_opaque_call(r, i, name)
                   : ir_fail(r, "recursion: '%s' calls itself ('--opaque %s' takes it as it is)",
                             name, name);
    switch (classify(name)) {
    case CALL_ASSUME:
        return call_condition(r, i, false);
    case CALL_ASSERT:
        return call_condition(r, i, true);
    case CALL_ERROR:
        ir_edge_add(r, IR_ERROR, r->guard, NULL);
        ir_assume(r, TERM_ID_FALSE);
        return true;
    case CALL_END:
        ir_assume(r, TERM_ID_FALSE);
        return true;
    case CALL_INPUT:
        return call_input(r, i, name);
    case CALL_SCOPE:
        return call_scope(r, i);
    case CALL_COPY:
        return ir_copy(r, i, false);
    case CALL_SET:
        return ir_copy(r, i, true);
    case CALL_MALLOC:
        return call_malloc(r, i);
    case CALL_OUTPUT:
        return call_output(r, i, name);
    case CALL_NOTHING:
        return true;
    case CALL_OTHER:
        break;
    }
    if (is_arbitrary(r, name) && r->l.GetTypeKind(r->l.TypeOf(i)) != LLVMVoidTypeKind)
        return call_input(r, i, name);
    return !text_begins(name, "llvm.") ? ir_opaque_call(r, i, name) : call_operation(r, i, name);
}
