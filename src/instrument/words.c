#include "instrument/words.h"

#include <getopt.h>
#include <string.h>

#include "base/alloc.h"
#include "llvm/llvm_api.h"

typedef struct words {
    llvm_api l;
    LLVMModuleRef module;
    void (*each)(void *context, const ir_word *word);
    void *context;
} words;

/* LLVM asks whether it is a string only of arrays of data. */
static bool is_string(const words *w, LLVMValueRef value)
{
    return w->l.GetValueKind(value) == LLVMConstantDataArrayValueKind &&
           w->l.IsConstantString(value);
}

/* The string that a pointer points to; NULL: it is none. */
static const char *string_of(const words *w, LLVMValueRef pointer, size_t *n)
{
    LLVMValueRef global = w->l.IsAGlobalVariable(pointer);
    LLVMValueRef bytes = global ? w->l.GetInitializer(global) : NULL;
    if (!bytes || !w->l.IsGlobalConstant(global) || !is_string(w, bytes))
        return NULL;
    const char *text = w->l.GetAsString(bytes, n);
    *n = strnlen(text, *n);
    return text;
}

static void give(const words *w, ir_word_kind kind, const char *text, size_t n, int64_t number)
{
    ir_word word = {.kind = kind, .text = text, .n = n, .number = number};
    w->each(w->context, &word);
}

/* ---- Data ------------------------------------------------------------------------------------ */

static bool field(const words *w, LLVMValueRef entry, unsigned at, int64_t *value)
{
    LLVMValueRef element = w->l.GetAggregateElement(entry, at);
    if (!element || !w->l.IsAConstantInt(element))
        return false;
    *value = w->l.ConstIntGetSExtValue(element);
    return true;
}

/* An entry {name, has_arg, flag, val}; the compiler may show padding as a member. */
static void read_option(const words *w, LLVMValueRef entry)
{
    size_t n;
    int64_t argument, value = -1;
    LLVMValueRef name = w->l.GetAggregateElement(entry, 0);
    const char *text = name ? string_of(w, name, &n) : NULL;
    if (!text || !n || !field(w, entry, 1, &argument) || argument < no_argument ||
        argument > optional_argument)
        return;
    for (unsigned at = 2; at < 5 && value < 0; at++)
        if (!field(w, entry, at, &value))
            value = -1;
    give(w, IR_OPTION, text, n, argument | (value < 0 ? -1 : value) * 256);
}

static void read_global(const words *w, LLVMValueRef global)
{
    LLVMValueRef value = w->l.GetInitializer(global);
    size_t n;
    if (!value)
        return;
    if (is_string(w, value)) {
        const char *text = w->l.GetAsString(value, &n);
        give(w, IR_STRING, text, strnlen(text, n), 0);
        return;
    }
    if (w->l.GetTypeKind(w->l.TypeOf(value)) != LLVMArrayTypeKind ||
        w->l.GetTypeKind(w->l.GetElementType(w->l.TypeOf(value))) != LLVMStructTypeKind)
        return;
    uint64_t count = w->l.GetArrayLength2(w->l.TypeOf(value));
    for (uint64_t i = 0; i < count && i < 4096; i++) {
        LLVMValueRef entry = w->l.GetAggregateElement(value, (unsigned)i);
        if (entry)
            read_option(w, entry);
    }
}

/* ---- Code ------------------------------------------------------------------------------------ */

/* What a function does with a constant string: kind, and which of its arguments it is. */
static const struct {
    const char *name;
    ir_word_kind kind;
    unsigned first, last;
} USES[] = {
    {"getenv", IR_VARIABLE, 0, 0},         {"secure_getenv", IR_VARIABLE, 0, 0},
    {"getopt", IR_LETTERS, 2, 2},          {"getopt_long", IR_LETTERS, 2, 2},
    {"rpl_getopt_long", IR_LETTERS, 2, 2}, {"getopt_long_only", IR_LETTERS, 2, 2},
    {"strcmp", IR_COMPARED, 0, 1},         {"strncmp", IR_COMPARED, 0, 1},
    {"strcasecmp", IR_COMPARED, 0, 1},     {"strncasecmp", IR_COMPARED, 0, 1},
    {"memcmp", IR_COMPARED, 0, 1},         {"bcmp", IR_COMPARED, 0, 1},
    {"strstr", IR_COMPARED, 1, 1},         {"strpbrk", IR_COMPARED, 1, 1},
    {"strspn", IR_COMPARED, 1, 1},         {"strcspn", IR_COMPARED, 1, 1},
};

static void read_call(const words *w, LLVMValueRef call)
{
    size_t n;
    const char *name = w->l.GetValueName2(w->l.GetCalledValue(call), &n);
    for (size_t i = 0; i < sizeof USES / sizeof *USES; i++) {
        if (strlen(USES[i].name) != n || memcmp(USES[i].name, name, n))
            continue;
        for (unsigned a = USES[i].first; a <= USES[i].last && a < w->l.GetNumArgOperands(call);
             a++) {
            const char *text = string_of(w, w->l.GetOperand(call, a), &n);
            if (text)
                give(w, USES[i].kind, text, n, 0);
        }
        return;
    }
}

static void read_number(const words *w, LLVMValueRef value)
{
    if (w->l.IsAConstantInt(value) && w->l.GetIntTypeWidth(w->l.TypeOf(value)) <= 64)
        give(w, IR_NUMBER, NULL, 0, w->l.ConstIntGetSExtValue(value));
}

static void read_instruction(const words *w, LLVMValueRef i)
{
    switch (w->l.GetInstructionOpcode(i)) {
    case LLVMCall:
        read_call(w, i);
        break;
    case LLVMICmp:
        read_number(w, w->l.GetOperand(i, 0));
        read_number(w, w->l.GetOperand(i, 1));
        break;
    case LLVMSwitch:
        for (int at = 2; at < w->l.GetNumOperands(i); at += 2)
            read_number(w, w->l.GetOperand(i, (unsigned)at));
        break;
    default:
        break;
    }
}

static void read_module(const words *w)
{
    for (LLVMValueRef g = w->l.GetFirstGlobal(w->module); g; g = w->l.GetNextGlobal(g))
        read_global(w, g);
    for (LLVMValueRef f = w->l.GetFirstFunction(w->module); f; f = w->l.GetNextFunction(f))
        for (LLVMBasicBlockRef b = w->l.GetFirstBasicBlock(f); b; b = w->l.GetNextBasicBlock(b))
            for (LLVMValueRef i = w->l.GetFirstInstruction(b); i; i = w->l.GetNextInstruction(i))
                read_instruction(w, i);
}

static void ignore(LLVMDiagnosticInfoRef diagnostic, void *context) {}

bool ir_words(const char *bitcode, size_t n, void (*each)(void *context, const ir_word *word),
              void *context, char **error)
{
    words w = {.each = each, .context = context};
    if (!llvm_api_load(&w.l)) {
        *error = base_strdup("there is no LLVM 19 (libLLVM-19.so)");
        return false;
    }
    LLVMContextRef of_llvm = w.l.ContextCreate();
    w.l.ContextSetDiagnosticHandler(of_llvm, ignore, NULL);
    char *message = NULL;
    LLVMMemoryBufferRef buffer = w.l.CreateMemoryBufferWithMemoryRangeCopy(bitcode, n, "bitcode");
    bool good = !w.l.ParseIRInContext(of_llvm, buffer, &w.module, &message);
    if (good) {
        read_module(&w);
        w.l.DisposeModule(w.module);
    } else {
        *error = base_strdup(message ? message : "no bitcode");
        w.l.DisposeMessage(message);
    }
    w.l.ContextDispose(of_llvm);
    return good;
}
