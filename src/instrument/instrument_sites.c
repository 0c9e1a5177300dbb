/* What the module says about itself: sites with their lines, and what was made concrete. */
#include <string.h>

#include "instrument/instrument_impl.h"

/* A private constant with the text and a NUL. */
LLVMValueRef ir_string(instrumenter *x, const char *text, size_t n)
{
    LLVMValueRef bytes = x->l.ConstStringInContext2(x->context, text, n, false);
    LLVMValueRef global = x->l.AddGlobal(x->module, x->l.TypeOf(bytes), "");
    x->l.SetInitializer(global, bytes);
    x->l.SetLinkage(global, LLVMPrivateLinkage);
    x->l.SetGlobalConstant(global, true);
    x->l.SetUnnamedAddress(global, LLVMGlobalUnnamedAddr);
    return global;
}

/* The same text again is the same constant. */
LLVMValueRef ir_name(instrumenter *x, const char *text, size_t n)
{
    uint64_t hash = 0x74616e64656d; /* FNV-1a from a start of our own */
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
    bool is_new;
    uint64_t *place = map_insert(&x->names, hash >> 1, &is_new); /* never MAP_NO_KEY */
    if (is_new)
        *place = (uintptr_t)ir_string(x, text, n);
    return (LLVMValueRef)(uintptr_t)*place;
}

static LLVMTypeRef site_type(const instrumenter *x)
{
    LLVMTypeRef members[] = {x->pointer, x->pointer, x->i32};
    return x->l.StructTypeInContext(x->context, members, 3, false);
}

uint32_t ir_site(instrumenter *x, LLVMValueRef instruction)
{
    unsigned length = 0;
    const char *file = x->l.GetDebugLocFilename(instruction, &length);
    unsigned line = file ? x->l.GetDebugLocLine(instruction) : 0;
    size_t n;
    const char *function = x->l.GetValueName2(x->function, &n);
    if (n == strlen(IR_RENAMED_MAIN) && !memcmp(function, IR_RENAMED_MAIN, n))
        function = "main", n = 4;
    LLVMValueRef members[] = {ir_name(x, file ? file : "", file ? length : 0),
                              ir_name(x, function, n), ir_number(x, line)};
    vec_push(&x->sites, x->l.ConstStructInContext(x->context, members, 3, false));
    return (uint32_t)x->sites.n - 1;
}

static LLVMValueRef describe_prototypes(instrumenter *x)
{
    LLVMTypeRef types[] = {x->pointer, x->pointer, x->i32};
    LLVMTypeRef element = x->l.StructTypeInContext(x->context, types, 3, false);
    value_vec all = {0};
    for (size_t i = 0; i < x->prototypes.n; i++) {
        const ir_prototype *p = &x->prototypes.at[i];
        LLVMValueRef members[] = {ir_name(x, p->name, strlen(p->name)),
                                  p->signature ? ir_name(x, p->signature, strlen(p->signature))
                                               : x->l.ConstNull(x->pointer),
                                  ir_number(x, p->origin)};
        vec_push(&all, x->l.ConstStructInContext(x->context, members, 3, false));
    }
    LLVMValueRef array =
        x->l.AddGlobal(x->module, x->l.ArrayType2(element, all.n), "tandem_prototypes");
    x->l.SetInitializer(array, x->l.ConstArray2(element, all.at, all.n));
    x->l.SetLinkage(array, LLVMPrivateLinkage);
    x->l.SetGlobalConstant(array, true);
    vec_free(&all);
    return array;
}

/* The label that LLVM puts before them, if there are any. */
static LLVMValueRef maps_of(instrumenter *x)
{
    if (!x->l.GetFirstUse(x->landing.call))
        return x->l.ConstNull(x->pointer);
    LLVMValueRef maps = x->l.AddGlobal(x->module, x->i8, "__LLVM_StackMaps");
    x->l.SetVisibility(maps, LLVMHiddenVisibility);
    return maps;
}

void ir_describe_module(instrumenter *x)
{
    LLVMTypeRef array = x->l.ArrayType2(site_type(x), x->sites.n);
    LLVMValueRef sites = x->l.AddGlobal(x->module, array, "tandem_sites");
    x->l.SetInitializer(sites, x->l.ConstArray2(site_type(x), x->sites.at, x->sites.n));
    x->l.SetLinkage(sites, LLVMPrivateLinkage);
    x->l.SetGlobalConstant(sites, true);

    LLVMValueRef counts[TANDEM_REASON_COUNT];
    for (int i = 0; i < TANDEM_REASON_COUNT; i++)
        counts[i] = ir_number(x, x->concretized[i]);
    LLVMValueRef base = x->l.GetNamedGlobal(x->module, "tandem_this_base");
    LLVMValueRef description = x->l.GetNamedGlobal(x->module, "tandem_this_module");
    LLVMValueRef members[] = {ir_number(x, TANDEM_ABI),
                              ir_number(x, x->sites.n),
                              ir_number(x, x->prototypes.n),
                              sites,
                              describe_prototypes(x),
                              base,
                              maps_of(x),
                              ir_stretch_programs(x),
                              x->l.ConstArray2(x->i32, counts, TANDEM_REASON_COUNT)};
    x->l.SetInitializer(description,
                        x->l.ConstNamedStruct(x->l.GlobalGetValueType(description), members, 9));
    x->l.SetLinkage(description, LLVMInternalLinkage);
    x->l.SetLinkage(base, LLVMInternalLinkage);
}
