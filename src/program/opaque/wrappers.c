/* Wrappers of opaque code that is given addresses: functions of numbers, which lay out the memory. */
#include "program/opaque/buffers_impl.h"

static bool is_pointer(const ir_reader *r, LLVMValueRef x)
{
    return r->l.GetTypeKind(r->l.TypeOf(x)) == LLVMPointerTypeKind;
}

typedef struct building {
    ir_reader *r;
    const view *v;
    LLVMValueRef function;
    LLVMBuilderRef b;
    LLVMValueRef base[MAX_POINTERS];
} building;

static LLVMValueRef helper(building *w, const char *name, LLVMTypeRef *type, bool gives_address)
{
    const llvm_api *l = &w->r->l;
    LLVMTypeRef number = l->Int64TypeInContext(w->r->context);
    LLVMTypeRef types[] = {number, number};
    *type = l->FunctionType(gives_address ? l->PointerTypeInContext(w->r->context, 0)
                                          : l->VoidTypeInContext(w->r->context),
                            types, 2, 0);
    LLVMValueRef f = l->GetNamedFunction(w->r->module, name);
    return f ? f : l->AddFunction(w->r->module, name, *type);
}

static LLVMValueRef call_helper(building *w, const char *name, uint32_t object, bool gives_address)
{
    const llvm_api *l = &w->r->l;
    LLVMTypeRef type, number = l->Int64TypeInContext(w->r->context);
    const ir_object *x = &w->r->objects.list.at[w->v->objects[object].object];
    LLVMValueRef f = helper(w, name, &type, gives_address);
    LLVMValueRef args[] = {l->ConstInt(number, object, 0),
                           l->ConstInt(number, l->ABISizeOfType(w->r->objects.layout, x->type), 0)};
    return l->BuildCall2(w->b, type, f, args, 2, "");
}

static LLVMValueRef at_offset(building *w, uint32_t object, LLVMValueRef bytes)
{
    const llvm_api *l = &w->r->l;
    return l->BuildGEP2(w->b, l->Int8TypeInContext(w->r->context), w->base[object], &bytes, 1, "");
}

static LLVMValueRef number(const building *w, uint64_t n)
{
    return w->r->l.ConstInt(w->r->l.Int64TypeInContext(w->r->context), n, 0);
}

static LLVMValueRef place_of_scalar(building *w, const seen_scalar *s)
{
    return at_offset(w, s->object, number(w, s->offset));
}

static LLVMValueRef pointer_argument(building *w, const seen_pointer *p)
{
    const llvm_api *l = &w->r->l;
    if (p->null)
        return l->ConstNull(l->PointerTypeInContext(w->r->context, 0));
    LLVMValueRef bytes = number(w, p->offset);
    if (p->index)
        bytes = l->BuildAdd(
            w->b, bytes,
            l->BuildMul(w->b, l->GetParam(w->function, p->parameter), number(w, p->stride), ""),
            "");
    return at_offset(w, p->object, bytes);
}

/* The function itself; of a library it is looked for by name: libc has a lot of names, too. */
static LLVMValueRef find_callee(building *w)
{
    const llvm_api *l = &w->r->l;
    LLVMValueRef callee = w->v->callee;
    size_t n;
    const char *name = l->GetValueName2(callee, &n);
    if (!l->IsDeclaration(callee))
        return callee;
    LLVMTypeRef address = l->PointerTypeInContext(w->r->context, 0), two[] = {address, address};
    LLVMValueRef text = l->ConstStringInContext2(w->r->context, name, n, 0);
    LLVMValueRef args[] = {l->AddGlobal(w->r->module, l->TypeOf(text), "tandem_name"),
                           l->AddGlobal(w->r->module, address, "tandem_found")};
    l->SetInitializer(args[0], text);
    l->SetInitializer(args[1], l->ConstNull(address));
    for (int k = 0; k < 2; k++)
        l->SetLinkage(args[k], LLVMInternalLinkage);
    LLVMTypeRef type = l->FunctionType(address, two, 2, 0);
    LLVMValueRef f = l->GetNamedFunction(w->r->module, "tandem_find");
    f = f ? f : l->AddFunction(w->r->module, "tandem_find", type);
    return l->BuildCall2(w->b, type, f, args, 2, "");
}

static LLVMValueRef build_call(building *w)
{
    const llvm_api *l = &w->r->l;
    LLVMValueRef args[IR_MAX_PARAMETERS];
    unsigned next = 0, n = l->GetNumArgOperands(w->v->call);
    for (uint32_t k = 0; k < w->v->n_objects; k++)
        w->base[k] = call_helper(w, "tandem_room", k, true);
    for (size_t k = 0; k < w->v->scalars.n; k++) {
        const seen_scalar *s = &w->v->scalars.at[k];
        l->BuildStore(w->b, l->GetParam(w->function, w->v->first + (unsigned)k),
                      place_of_scalar(w, s));
    }
    for (uint32_t k = 0; k < w->v->n_objects; k++)
        if (!w->v->objects[k].written)
            call_helper(w, "tandem_keep", k, false);
    for (unsigned k = 0; k < n; k++)
        args[k] = is_pointer(w->r, l->GetOperand(w->v->call, k))
                      ? pointer_argument(w, &w->v->pointers[k])
                      : l->GetParam(w->function, next++);
    LLVMValueRef result =
        l->BuildCall2(w->b, l->GetCalledFunctionType(w->v->call), find_callee(w), args, n, "");
    for (uint32_t k = 0; k < w->v->n_objects; k++)
        if (!w->v->objects[k].written)
            call_helper(w, "tandem_kept", k, false);
    return result;
}

static LLVMValueRef call_number(building *w, const char *name, LLVMValueRef *args,
                                LLVMTypeRef *types, unsigned n)
{
    const llvm_api *l = &w->r->l;
    LLVMTypeRef type = l->FunctionType(l->Int64TypeInContext(w->r->context), types, n, 0);
    LLVMValueRef f = l->GetNamedFunction(w->r->module, name);
    f = f ? f : l->AddFunction(w->r->module, name, type);
    return l->BuildCall2(w->b, type, f, args, n, "");
}

/* Where a returned address points, as a number; the process ends if that is nowhere. */
static LLVMValueRef number_of_address(building *w, LLVMValueRef address)
{
    const llvm_api *l = &w->r->l;
    LLVMTypeRef n = l->Int64TypeInContext(w->r->context);
    LLVMTypeRef a = l->PointerTypeInContext(w->r->context, 0);
    LLVMTypeRef types[] = {a, n, a, n, n, n}, last[] = {a, n};
    LLVMValueRef known = number(w, 0);
    for (uint32_t k = 0; k < w->v->n_returns; k++) {
        const seen_return *x = &w->v->returns[k];
        LLVMValueRef args[] = {address,
                               known,
                               at_offset(w, x->object, number(w, x->offset)),
                               number(w, x->stride),
                               number(w, x->n),
                               number(w, ir_returned_code(k))};
        known = call_number(w, "tandem_where", args, types, 6);
    }
    LLVMValueRef args[] = {address, known};
    return call_number(w, "tandem_settled", args, last, 2);
}

void ir_wrapper_add(ir_reader *r, const view *v, wrapper_result kind, const seen_scalar *scalar,
                    const char *symbol)
{
    const llvm_api *l = &r->l;
    LLVMTypeRef types[IR_MAX_PARAMETERS];
    unsigned n = 0;
    for (unsigned k = 0; k < l->GetNumArgOperands(v->call); k++)
        if (!is_pointer(r, l->GetOperand(v->call, k)))
            types[n++] = l->TypeOf(l->GetOperand(v->call, k));
    for (unsigned k = 0; k < l->GetNumArgOperands(v->call); k++)
        if (v->pointers[k].index)
            types[n++] = l->Int64TypeInContext(r->context);
    for (size_t k = 0; k < v->scalars.n; k++)
        types[n++] = v->scalars.at[k].type;
    LLVMTypeRef result = kind == WRAPPER_SCALAR    ? scalar->type
                         : kind == WRAPPER_ADDRESS ? l->Int64TypeInContext(r->context)
                                                   : l->TypeOf(v->call);
    building w = {.r = r, .v = v};
    w.function = l->AddFunction(r->module, symbol, l->FunctionType(result, types, n, 0));
    w.b = l->CreateBuilderInContext(r->context);
    l->PositionBuilderAtEnd(w.b, l->AppendBasicBlockInContext(r->context, w.function, ""));
    LLVMValueRef returned = build_call(&w);
    if (kind == WRAPPER_ADDRESS)
        returned = number_of_address(&w, returned);
    else if (kind == WRAPPER_SCALAR)
        returned = l->BuildLoad2(w.b, result, place_of_scalar(&w, scalar), "");
    l->BuildRet(w.b, returned);
    l->DisposeBuilder(w.b);
}
