#include "instrument/counts.h"

#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "instrument/before/branches.h"
#include "runtime/abi.h"

enum { GUARD_BYTES = 4, MOST = TANDEM_MAX_GUARDS - 1 };

typedef struct counter {
    const llvm_api *l;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMTypeRef i8, i32, i64, pointer;
    LLVMValueRef counters; /* the variable that says where they are */
    map first;             /* array of guards -> number of its first one */
    uint64_t n;
} counter;

/* ---- Numbers */

static bool is_guards(const counter *c, LLVMValueRef global)
{
    const char *section = c->l->GetSection(global);
    return section && !strcmp(section, "__sancov_guards") && !c->l->IsDeclaration(global);
}

static void number_guards(counter *c)
{
    for (LLVMValueRef g = c->l->GetFirstGlobal(c->module); g; g = c->l->GetNextGlobal(g))
        if (is_guards(c, g)) {
            map_put(&c->first, (uintptr_t)g, c->n);
            c->n += c->l->GetArrayLength2(c->l->GlobalGetValueType(g));
        }
}

/* Of a place in an array of guards, as SanitizerCoverage and the marks of choices write it: bytes behind the array's begin, which
 * is *array then. */
static uint64_t offset_of(const counter *c, LLVMValueRef place, LLVMValueRef *array)
{
    if (!c->l->IsAConstantExpr(place)) {
        *array = place;
        return 0;
    }
    uint64_t offset = offset_of(c, c->l->GetOperand(place, 0), array);
    LLVMOpcode opcode = c->l->GetConstOpcode(place);
    if (opcode == LLVMAdd)
        return offset + c->l->ConstIntGetZExtValue(c->l->GetOperand(place, 1));
    if (opcode != LLVMGetElementPtr)
        return offset; /* a cast */
    LLVMTypeRef element = c->l->GetGEPSourceElementType(place);
    unsigned last = (unsigned)c->l->GetNumOperands(place) - 1;
    uint64_t index = c->l->ConstIntGetZExtValue(c->l->GetOperand(place, last));
    return offset + index * (element == c->i8 ? 1 : GUARD_BYTES);
}

/* Of the guard of a mark, or the first of its two. */
static uint64_t number_of(const counter *c, LLVMValueRef mark)
{
    LLVMValueRef array;
    unsigned last = c->l->GetNumArgOperands(mark) - 1;
    uint64_t offset = offset_of(c, c->l->GetOperand(mark, last), &array);
    uint64_t number = map_get(&c->first, (uintptr_t)array, 0) + offset / GUARD_BYTES;
    return number < MOST ? number : MOST - 1; /* with too many, some share the last one */
}

/* ---- Counting */

/* A choice counts for the guard of its side, the false one first. */
static void count(const counter *c, LLVMValueRef mark)
{
    const llvm_api *l = c->l;
    l->PositionBuilderBefore(c->builder, mark);
    l->SetCurrentDebugLocation2(c->builder, l->InstructionGetDebugLoc(mark));
    LLVMValueRef place = l->BuildLoad2(c->builder, c->pointer, c->counters, "");
    LLVMValueRef number = l->ConstInt(c->i64, number_of(c, mark), false);
    place = l->BuildGEP2(c->builder, c->i8, place, &number, 1, "");
    if (l->GetNumArgOperands(mark) == 2) {
        LLVMValueRef side = l->BuildZExt(c->builder, l->GetOperand(mark, 0), c->i64, "");
        place = l->BuildGEP2(c->builder, c->i8, place, &side, 1, "");
    }
    LLVMValueRef before = l->BuildLoad2(c->builder, c->i8, place, "");
    l->BuildStore(c->builder, l->BuildAdd(c->builder, before, l->ConstInt(c->i8, 1, false), ""),
                  place);
}

static LLVMValueRef runtime_variable(const counter *c, const char *name, LLVMTypeRef type)
{
    LLVMValueRef g = c->l->GetNamedGlobal(c->module, name);
    return g ? g : c->l->AddGlobal(c->module, type, name);
}

/* What is nearer to the end of the stack becomes `tandem_lowest`. */
static void note_depth(const counter *c)
{
    static const char name[] = "llvm.addressofreturnaddress";
    const llvm_api *l = c->l;
    unsigned id = l->LookupIntrinsicID(name, sizeof name - 1);
    LLVMValueRef f = l->GetIntrinsicDeclaration(c->module, id, (LLVMTypeRef[]){c->pointer}, 1);
    LLVMValueRef lowest = runtime_variable(c, "tandem_lowest", c->i64);
    LLVMValueRef here = l->BuildCall2(c->builder, l->GlobalGetValueType(f), f, NULL, 0, "");
    here = l->BuildPtrToInt(c->builder, here, c->i64, "");
    LLVMValueRef known = l->BuildLoad2(c->builder, c->i64, lowest, "");
    LLVMValueRef lower = l->BuildICmp(c->builder, LLVMIntULT, here, known, "");
    l->BuildStore(c->builder, l->BuildSelect(c->builder, lower, here, known, ""), lowest);
}

static void count_function(const counter *c, LLVMValueRef f, bool depth)
{
    for (LLVMBasicBlockRef b = c->l->GetFirstBasicBlock(f); b; b = c->l->GetNextBasicBlock(b))
        for (LLVMValueRef i = c->l->GetFirstInstruction(b), next; i; i = next) {
            next = c->l->GetNextInstruction(i);
            if (!ir_mark_counts(c->l, i))
                continue;
            count(c, i);
            if (depth)
                note_depth(c);
            depth = false; /* the first in a function is that of its entry */
            c->l->InstructionEraseFromParent(i);
        }
}

/* ---- The constructor */

/* Those of all modules would be one, and count what the whole file has. */
static void separate_constructor(const counter *c, LLVMValueRef f)
{
    LLVMValueRef all = c->l->GetNamedGlobal(c->module, "llvm.global_ctors"), list;
    VEC(LLVMValueRef) entries = {0};
    c->l->SetComdat(f, NULL);
    list = c->l->GetInitializer(all);
    uint64_t n = c->l->GetArrayLength2(c->l->TypeOf(list));
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef entry = c->l->GetAggregateElement(list, i);
        LLVMValueRef parts[] = {c->l->GetAggregateElement(entry, 0), f,
                                c->l->ConstNull(c->pointer)};
        bool ours = c->l->GetAggregateElement(entry, 1) == f;
        vec_push(&entries, ours ? c->l->ConstStructInContext(c->context, parts, 3, false) : entry);
    }
    LLVMTypeRef type = c->l->GetElementType(c->l->TypeOf(list));
    c->l->SetInitializer(all, c->l->ConstArray2(type, entries.at, entries.n));
    vec_free(&entries);
}

/* SanitizerCoverage made one, which calls the runtime already. */
static void ask_for_counters(const counter *c)
{
    LLVMValueRef f = c->l->GetNamedFunction(c->module, "sancov.module_ctor_trace_pc_guard");
    if (!f)
        return;
    separate_constructor(c, f);
    LLVMValueRef call = c->l->GetFirstInstruction(c->l->GetEntryBasicBlock(f));
    LLVMTypeRef types[] = {c->pointer, c->i32};
    LLVMTypeRef type = c->l->FunctionType(c->l->VoidTypeInContext(c->context), types, 2, false);
    LLVMValueRef runtime = c->l->AddFunction(c->module, "tandem_counts", type);
    LLVMValueRef arguments[] = {c->counters,
                                c->l->ConstInt(c->i32, c->n < MOST ? c->n : MOST, false)};
    c->l->PositionBuilderBefore(c->builder, call);
    c->l->BuildCall2(c->builder, type, runtime, arguments, 2, "");
    c->l->InstructionEraseFromParent(call);
}

/* Guards that nobody counts for. They are kept by a list. */
static void drop_guards(const counter *c)
{
    static const char name[] = "llvm.compiler.used";
    VEC(LLVMValueRef) kept = {0};
    LLVMValueRef list = c->l->GetNamedGlobal(c->module, name), next;
    LLVMValueRef all = list ? c->l->GetInitializer(list) : NULL;
    uint64_t n = all ? c->l->GetArrayLength2(c->l->TypeOf(all)) : 0;
    for (unsigned i = 0; i < n; i++)
        if (!is_guards(c, c->l->GetAggregateElement(all, i)))
            vec_push(&kept, c->l->GetAggregateElement(all, i));
    if (list)
        c->l->DeleteGlobal(list);
    if (kept.n) {
        list = c->l->AddGlobal(c->module, c->l->ArrayType2(c->pointer, kept.n), name);
        c->l->SetLinkage(list, LLVMAppendingLinkage);
        c->l->SetSection(list, "llvm.metadata");
        c->l->SetInitializer(list, c->l->ConstArray2(c->pointer, kept.at, kept.n));
    }
    vec_free(&kept);
    for (LLVMValueRef g = c->l->GetFirstGlobal(c->module); g; g = next) {
        next = c->l->GetNextGlobal(g);
        if (is_guards(c, g)) {
            c->l->ReplaceAllUsesWith(
                g, c->l->ConstNull(c->pointer)); /* of constants that nobody uses */
            c->l->DeleteGlobal(g);
        }
    }
}

void ir_count_marks(const llvm_api *l, LLVMContextRef context, LLVMModuleRef module, bool depth)
{
    counter c = {.l = l,
                 .context = context,
                 .module = module,
                 .builder = l->CreateBuilderInContext(context),
                 .i8 = l->Int8TypeInContext(context),
                 .i32 = l->Int32TypeInContext(context),
                 .i64 = l->Int64TypeInContext(context),
                 .pointer = l->PointerTypeInContext(context, 0)};
    c.counters = l->AddGlobal(module, c.pointer, "tandem_own_counters");
    l->SetLinkage(c.counters, LLVMPrivateLinkage);
    l->SetSection(c.counters, "tandem_counters"); /* those of all modules side by side */
    l->SetInitializer(c.counters, runtime_variable(&c, "tandem_nobody", c.i8));
    number_guards(&c);
    for (LLVMValueRef f = l->GetFirstFunction(module); f; f = l->GetNextFunction(f))
        count_function(&c, f, depth);
    ask_for_counters(&c);
    drop_guards(&c);
    map_free(&c.first);
    l->DisposeBuilder(c.builder);
}
