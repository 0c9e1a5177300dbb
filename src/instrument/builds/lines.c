#include "instrument/builds/lines.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "instrument/branches.h"
#include "llvm/llvm_module.h"
#include "runtime/abi.h"

typedef struct counting {
    llvm_api l;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMValueRef guard; /* the function that counts */
    LLVMTypeRef guard_type;
    uint32_t *next;
    ir_line line;
    void *of_caller;
} counting;

/* The number of a guard is in memory; ours is a constant. */
static LLVMValueRef number_of(const counting *c, uint32_t counter)
{
    LLVMTypeRef i32 = c->l.Int32TypeInContext(c->context);
    LLVMValueRef place = c->l.AddGlobal(c->module, i32, "");
    c->l.SetInitializer(place, c->l.ConstInt(i32, counter, false));
    c->l.SetLinkage(place, LLVMPrivateLinkage);
    c->l.SetGlobalConstant(place, true);
    return place;
}

/* Says the lines of a block; false: it has none, so nobody would look at its counter. */
static bool tell_lines(const counting *c, LLVMBasicBlockRef block, uint32_t counter)
{
    unsigned last = 0;
    for (LLVMValueRef i = c->l.GetFirstInstruction(block); i; i = c->l.GetNextInstruction(i)) {
        unsigned n, m, line = c->l.GetDebugLocLine(i);
        const char *file = line ? c->l.GetDebugLocFilename(i, &n) : NULL;
        const char *folder = file ? c->l.GetDebugLocDirectory(i, &m) : NULL;
        if (!file || !n || line == last)
            continue;
        char *file_text = base_strndup(file, n),
             *folder_text = base_strndup(folder ? folder : "", folder ? m : 0);
        c->line(c->of_caller, counter, folder_text, file_text, line);
        free(file_text);
        free(folder_text);
        last = line;
    }
    return last != 0;
}

static void count_block(const counting *c, LLVMBasicBlockRef block)
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
    LLVMValueRef number = number_of(c, (*c->next)++);
    c->l.BuildCall2(c->builder, c->guard_type, c->guard, &number, 1, "");
}

static void count_module(counting *c)
{
    LLVMTypeRef pointer = c->l.PointerTypeInContext(c->context, 0);
    ir_drop_marks(&c->l, c->module);
    c->guard_type = c->l.FunctionType(c->l.VoidTypeInContext(c->context), &pointer, 1, false);
    c->guard = c->l.GetNamedFunction(c->module, "__sanitizer_cov_trace_pc_guard");
    if (!c->guard)
        c->guard = c->l.AddFunction(c->module, "__sanitizer_cov_trace_pc_guard", c->guard_type);
    c->builder = c->l.CreateBuilderInContext(c->context);
    for (LLVMValueRef f = c->l.GetFirstFunction(c->module); f; f = c->l.GetNextFunction(f))
        for (LLVMBasicBlockRef b = c->l.GetFirstBasicBlock(f); b; b = c->l.GetNextBasicBlock(b))
            count_block(c, b);
    c->l.DisposeBuilder(c->builder);
}

bool ir_count_lines(const char *bitcode, size_t n, uint32_t *next, ir_line line, void *context,
                    strbuf *out, char **error)
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
        good = llvm_module_verify(&c.l, c.module, error);
        if (good)
            llvm_module_write(&c.l, c.module, out);
        c.l.DisposeModule(c.module);
    }
    c.l.ContextDispose(c.context);
    return good;
}
