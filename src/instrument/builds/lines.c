#include "instrument/builds/lines.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/map.h"
#include "instrument/before/branches.h"
#include "llvm/llvm_module.h"
#include "runtime/abi.h"

typedef struct counting {
    llvm_api l;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMValueRef guard, choice; /* the functions that count */
    LLVMTypeRef guard_type, choice_type, i32;
    map ways; /* of the function at work: line -> ways of its branches so far */
    uint32_t *next;
    ir_line line;
    void *of_caller;
} counting;

/* The numbers of guards are in memory; ours are constants. */
static LLVMValueRef numbers_of(const counting *c, const uint32_t *counters, unsigned n)
{
    LLVMValueRef numbers[2];
    for (unsigned i = 0; i < n; i++)
        numbers[i] = c->l.ConstInt(c->i32, counters[i], false);
    LLVMValueRef place = c->l.AddGlobal(c->module, c->l.ArrayType2(c->i32, n), "");
    c->l.SetInitializer(place, c->l.ConstArray2(c->i32, numbers, n));
    c->l.SetLinkage(place, LLVMPrivateLinkage);
    c->l.SetGlobalConstant(place, true);
    return place;
}

/* False: nobody knows where the instruction comes from, or it is of the line `except`. */
static bool tell(const counting *c, LLVMValueRef i, uint32_t counter, unsigned except, unsigned way)
{
    unsigned n, m, line = c->l.GetDebugLocLine(i);
    const char *file = line ? c->l.GetDebugLocFilename(i, &n) : NULL;
    const char *folder = file ? c->l.GetDebugLocDirectory(i, &m) : NULL;
    if (!file || !n || line == except)
        return false;
    char *file_text = base_strndup(file, n),
         *folder_text = base_strndup(folder ? folder : "", folder ? m : 0);
    c->line(c->of_caller, counter, folder_text, file_text, line, way);
    free(file_text);
    free(folder_text);
    return true;
}

/* Says the lines of a block; false: it has none, so nobody would look at its counter. */
static bool tell_lines(const counting *c, LLVMBasicBlockRef block, uint32_t counter)
{
    unsigned last = 0;
    for (LLVMValueRef i = c->l.GetFirstInstruction(block); i; i = c->l.GetNextInstruction(i))
        if (tell(c, i, counter, last, 0))
            last = c->l.GetDebugLocLine(i);
    return last != 0;
}

/* The ways of a branch of two: false, true. Counter 0 counts for nobody. */
static void count_truth(counting *c, LLVMValueRef branch, LLVMValueRef truth, bool both)
{
    uint32_t counters[2] = {0};
    uint64_t *ways = map_insert(&c->ways, c->l.GetDebugLocLine(branch), NULL);
    for (int side = both ? 0 : 1; side < 2; side++)
        if (*c->next + 1 < TANDEM_MAX_GUARDS && tell(c, branch, *c->next, 0, (unsigned)*ways + 1)) {
            counters[side] = (*c->next)++;
            ++*ways;
        }
    if (counters[0] || counters[1])
        c->l.BuildCall2(c->builder, c->choice_type, c->choice,
                        (LLVMValueRef[]){truth, numbers_of(c, counters, 2)}, 2, "");
}

/* A switch has one way for each case, and one more. */
static void count_branch(counting *c, LLVMBasicBlockRef block)
{
    LLVMValueRef i = c->l.GetBasicBlockTerminator(block), any = NULL;
    LLVMOpcode opcode = i ? c->l.GetInstructionOpcode(i) : LLVMUnreachable;
    if ((opcode != LLVMBr || !c->l.IsConditional(i)) && opcode != LLVMSwitch)
        return;
    c->l.PositionBuilderBefore(c->builder, i);
    c->l.SetCurrentDebugLocation2(c->builder, c->l.InstructionGetDebugLoc(i));
    if (opcode == LLVMBr) {
        count_truth(c, i, c->l.GetCondition(i), true);
        return;
    }
    for (unsigned k = 1; k < c->l.GetNumSuccessors(i); k++) {
        LLVMValueRef equal = c->l.BuildICmp(c->builder, LLVMIntEQ, c->l.GetOperand(i, 0),
                                            c->l.GetOperand(i, 2 * k), "");
        count_truth(c, i, equal, false);
        any = any ? c->l.BuildOr(c->builder, any, equal, "") : equal;
    }
    if (any)
        count_truth(c, i, c->l.BuildNot(c->builder, any, ""), false);
}

static void count_block(counting *c, LLVMBasicBlockRef block)
{
    LLVMValueRef at = c->l.GetFirstInstruction(block);
    while (at && (c->l.GetInstructionOpcode(at) == LLVMPHI ||
                  c->l.GetInstructionOpcode(at) == LLVMLandingPad ||
                  c->l.GetInstructionOpcode(at) == LLVMAlloca))
        at = c->l.GetNextInstruction(at);
    if (!at || *c->next + 1 >= TANDEM_MAX_GUARDS || !tell_lines(c, block, *c->next))
        return;
    c->l.PositionBuilderBefore(c->builder, at);
    /* The place of the instruction behind it: a call in a function with debug data has to have one.
     */
    c->l.SetCurrentDebugLocation2(c->builder, c->l.InstructionGetDebugLoc(at));
    uint32_t counter = (*c->next)++;
    LLVMValueRef number = numbers_of(c, &counter, 1);
    c->l.BuildCall2(c->builder, c->guard_type, c->guard, &number, 1, "");
}

static LLVMValueRef function_of(const counting *c, const char *name, LLVMTypeRef type)
{
    LLVMValueRef f = c->l.GetNamedFunction(c->module, name);
    return f ? f : c->l.AddFunction(c->module, name, type);
}

static void count_module(counting *c)
{
    LLVMTypeRef pointer = c->l.PointerTypeInContext(c->context, 0);
    ir_drop_marks(&c->l, c->module);
    LLVMTypeRef nothing = c->l.VoidTypeInContext(c->context);
    unsigned zeroext = c->l.GetEnumAttributeKindForName("zeroext", 7);
    c->i32 = c->l.Int32TypeInContext(c->context);
    c->guard_type = c->l.FunctionType(nothing, &pointer, 1, false);
    c->guard = function_of(c, "__sanitizer_cov_trace_pc_guard", c->guard_type);
    c->choice_type = c->l.FunctionType(
        nothing, (LLVMTypeRef[]){c->l.Int1TypeInContext(c->context), pointer}, 2, false);
    c->choice = function_of(c, IR_CHOICE, c->choice_type);
    c->l.AddAttributeAtIndex(c->choice, 1, c->l.CreateEnumAttribute(c->context, zeroext, 0));
    c->builder = c->l.CreateBuilderInContext(c->context);
    for (LLVMValueRef f = c->l.GetFirstFunction(c->module); f; f = c->l.GetNextFunction(f)) {
        map_clear(&c->ways);
        for (LLVMBasicBlockRef b = c->l.GetFirstBasicBlock(f); b; b = c->l.GetNextBasicBlock(b)) {
            count_block(c, b);
            count_branch(c, b);
        }
    }
    map_free(&c->ways);
    c->l.DisposeBuilder(c->builder);
}

bool ir_count_lines(const char *bitcode, size_t n, bool early, uint32_t *next, ir_line line,
                    void *context, strbuf *out, char **error)
{
    counting c = {.next = next, .line = line, .of_caller = context};
    if (!llvm_api_load_target(&c.l)) {
        *error = base_strdup("LLVM 19 is not installed (Debian's package libllvm19)");
        return false;
    }
    c.context = c.l.ContextCreate();
    c.module = llvm_module_read(&c.l, c.context, bitcode, n, error);
    bool good = c.module != NULL;
    if (good) {
        count_module(&c);
        good = llvm_module_verify(&c.l, c.module, error) &&
               (!early || llvm_module_optimize(&c.l, c.module, "always-inline", error));
        if (good)
            llvm_module_write(&c.l, c.module, out);
        c.l.DisposeModule(c.module);
    }
    c.l.ContextDispose(c.context);
    return good;
}
