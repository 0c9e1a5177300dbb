#include "instrument/before/branches.h"

#include <string.h>

#include "base/alloc.h"
#include "base/map.h"
#include "base/text.h"
#include "base/vec.h"
#include "instrument/instrument.h"
#include "llvm/llvm_module.h"

/* A truth value, and the instruction before which it is known. */
typedef struct choice {
    LLVMValueRef condition, before;
} choice;

typedef struct marker {
    const llvm_api *l;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMTypeRef i1, i32, pointer, type; /* the last: of the function that is called */
    LLVMValueRef function;
    unsigned nosanitize;
    VEC(choice) choices; /* of the function at work */
    map seen;            /* truth values and phi nodes that were looked at */
} marker;

/* ---- Which values are choices */

static void add(marker *m, LLVMValueRef condition, LLVMValueRef before);

/* `a || b` as a value: the operands are known at the ends of their blocks. */
static void add_phi(marker *m, LLVMValueRef phi)
{
    for (unsigned i = 0; i < m->l->CountIncoming(phi); i++)
        add(m, m->l->GetIncomingValue(phi, i),
            m->l->GetBasicBlockTerminator(m->l->GetIncomingBlock(phi, i)));
}

static void add(marker *m, LLVMValueRef condition, LLVMValueRef before)
{
    bool is_new;
    if (m->l->TypeOf(condition) != m->i1 || m->l->IsConstant(condition))
        return;
    map_insert(&m->seen, (uintptr_t)condition, &is_new);
    if (!is_new)
        return;
    if (m->l->IsAInstruction(condition) && m->l->GetInstructionOpcode(condition) == LLVMPHI)
        add_phi(m, condition);
    else
        vec_push(&m->choices, ((choice){condition, before}));
}

/* A value that is chosen, and a truth that becomes a number. What sanitizers put in is none of the source's. */
static void find_choices(marker *m, LLVMValueRef function)
{
    vec_clear(&m->choices);
    map_clear(&m->seen);
    for (LLVMBasicBlockRef b = m->l->GetFirstBasicBlock(function); b;
         b = m->l->GetNextBasicBlock(b))
        for (LLVMValueRef i = m->l->GetFirstInstruction(b); i; i = m->l->GetNextInstruction(i)) {
            LLVMOpcode opcode = m->l->GetInstructionOpcode(i);
            if ((opcode == LLVMSelect || opcode == LLVMZExt || opcode == LLVMSExt ||
                 opcode == LLVMUIToFP) &&
                !m->l->GetMetadata(i, m->nosanitize))
                add(m, m->l->GetOperand(i, 0), i);
        }
}

/* ---- Marking */

static void mark_choices(marker *m)
{
    if (!m->choices.n)
        return;
    LLVMTypeRef type = m->l->ArrayType2(m->i32, 2 * m->choices.n);
    LLVMValueRef guards = m->l->AddGlobal(m->module, type, "");
    m->l->SetInitializer(guards, m->l->ConstNull(type));
    m->l->SetLinkage(guards, LLVMPrivateLinkage);
    m->l->SetSection(guards, "__sancov_guards");
    m->l->SetAlignment(guards, 4);
    for (size_t k = 0; k < m->choices.n; k++) {
        const choice *c = &m->choices.at[k];
        LLVMValueRef index = m->l->ConstInt(m->i32, 2 * k, false);
        m->l->PositionBuilderBefore(m->builder, c->before);
        m->l->SetCurrentDebugLocation2(m->builder, m->l->InstructionGetDebugLoc(c->before));
        LLVMValueRef place = m->l->BuildGEP2(m->builder, m->i32, guards, &index, 1, "");
        m->l->BuildCall2(m->builder, m->type, m->function, (LLVMValueRef[]){c->condition, place}, 2,
                         "");
    }
}

/* Guards are counted somewhere else: nothing that the program sees is read or written there, so code can be moved
 * across them as if they were not there. */
static void promise(const marker *m, const char *name)
{
    enum { INACCESSIBLE_MEMORY = 3 << 2 }; /* read and written, and no other */
    static const struct {
        const char *name;
        uint64_t value;
    } promises[] = {{"memory", INACCESSIBLE_MEMORY},
                    {"nounwind", 0},
                    {"willreturn", 0},
                    {"nocallback", 0},
                    {"nomerge", 0}};
    LLVMValueRef f = m->l->GetNamedFunction(m->module, name);
    for (size_t i = 0; f && i < sizeof promises / sizeof *promises; i++) {
        unsigned kind =
            m->l->GetEnumAttributeKindForName(promises[i].name, strlen(promises[i].name));
        m->l->AddAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                                  m->l->CreateEnumAttribute(m->context, kind, promises[i].value));
    }
}

static bool is_counted(const marker *m, LLVMValueRef f)
{
    unsigned none = m->l->GetEnumAttributeKindForName("nosanitize_coverage", 19);
    return !m->l->IsDeclaration(f) && m->l->GetLinkage(f) != LLVMAvailableExternallyLinkage &&
           !m->l->GetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, none);
}

static void mark_all_choices(marker *m)
{
    m->builder = m->l->CreateBuilderInContext(m->context);
    m->i1 = m->l->Int1TypeInContext(m->context);
    m->i32 = m->l->Int32TypeInContext(m->context);
    m->pointer = m->l->PointerTypeInContext(m->context, 0);
    m->type = m->l->FunctionType(m->l->VoidTypeInContext(m->context),
                                 (LLVMTypeRef[]){m->i1, m->pointer}, 2, false);
    m->function = m->l->AddFunction(m->module, IR_CHOICE, m->type);
    m->nosanitize = m->l->GetMDKindIDInContext(m->context, "nosanitize", 10);
    unsigned zeroext = m->l->GetEnumAttributeKindForName("zeroext", 7);
    m->l->AddAttributeAtIndex(m->function, 1, m->l->CreateEnumAttribute(m->context, zeroext, 0));
    for (LLVMValueRef f = m->l->GetFirstFunction(m->module); f; f = m->l->GetNextFunction(f)) {
        if (!is_counted(m, f))
            continue;
        find_choices(m, f);
        mark_choices(m);
    }
    vec_free(&m->choices);
    map_free(&m->seen);
    m->l->DisposeBuilder(m->builder);
}

/* The name of what is called; empty: it is no call. */
static const char *called(const llvm_api *l, LLVMValueRef instruction)
{
    size_t n;
    return l->IsACallInst(instruction) ? l->GetValueName2(l->GetCalledValue(instruction), &n) : "";
}

bool ir_is_mark(const llvm_api *l, LLVMValueRef instruction)
{
    return text_begins(called(l, instruction), "__sanitizer_cov_") ||
           ir_mark_counts(l, instruction);
}

bool ir_mark_counts(const llvm_api *l, LLVMValueRef instruction)
{
    const char *name = called(l, instruction);
    return !strcmp(name, "__sanitizer_cov_trace_pc_guard") || !strcmp(name, IR_CHOICE);
}

void ir_drop_marks(const llvm_api *l, LLVMModuleRef module)
{
    for (LLVMValueRef f = l->GetFirstFunction(module); f; f = l->GetNextFunction(f))
        for (LLVMBasicBlockRef b = l->GetFirstBasicBlock(f); b; b = l->GetNextBasicBlock(b))
            for (LLVMValueRef i = l->GetFirstInstruction(b), next; i; i = next) {
                next = l->GetNextInstruction(i);
                if (ir_is_mark(l, i))
                    l->InstructionEraseFromParent(i);
            }
}

bool ir_branches_prepare(char **error)
{
    /* The last two are about machine code and its time: in a large function the expressions make many intervals, which are
     * hardly ever worth being split at length; and nothing is said of variables where only lines are kept. */
    static const char *const words[] = {"tandem-cc",
                                        "-sanitizer-coverage-level=3",
                                        "-sanitizer-coverage-trace-pc-guard",
                                        "-scalarize-load-store",
                                        "-grow-region-complexity-budget=200",
                                        "-experimental-debug-variable-locations=false"};
    llvm_api l;
    if (!llvm_api_load_target(&l)) {
        *error = base_strdup("LLVM 19 is not installed (Debian's package libllvm19)");
        return false;
    }
    l.ParseCommandLineOptions(sizeof words / sizeof *words, words, "");
    return true;
}

void ir_keep_blocks(const llvm_api *l, LLVMContextRef context, LLVMModuleRef module)
{
    LLVMValueRef f = l->GetNamedFunction(module, "free");
    unsigned kind = l->GetEnumAttributeKindForName("nobuiltin", 9);
    LLVMAttributeRef nobuiltin = l->CreateEnumAttribute(context, kind, 0);
    for (LLVMUseRef u = f ? l->GetFirstUse(f) : NULL; u; u = l->GetNextUse(u)) {
        LLVMValueRef call = l->GetUser(u);
        if (l->IsACallInst(call) && l->GetCalledValue(call) == f)
            l->AddCallSiteAttribute(call, LLVMAttributeFunctionIndex, nobuiltin);
    }
}

bool ir_mark_branches(const llvm_api *l, LLVMContextRef context, LLVMModuleRef module, char **error)
{
    marker m = {.l = l, .context = context, .module = module};
    ir_keep_blocks(l, context, module);
    mark_all_choices(&m);
    if (!llvm_module_optimize(l, module, "sancov-module", error))
        return false;
    promise(&m, "__sanitizer_cov_trace_pc_guard");
    promise(&m, IR_CHOICE);
    return llvm_module_optimize(l, module, "default<O1>", error);
}
