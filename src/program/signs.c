#include "program/signs.h"

#include <stdlib.h>

#include "base/strbuf.h"
#include "base/text.h"
#include "base/vec.h"

typedef struct sign_node {
    uint32_t parent;
    bool is_signed, is_unsigned;
} sign_node;

struct ir_sign_nodes {
    VEC(sign_node) list;
};

typedef struct sign_walk {
    ir_signs *s;
    ir_objects *o;
    const llvm_api *l;
} sign_walk;

static uint32_t root(const ir_signs *s, uint32_t i)
{
    while (s->at->list.at[i].parent != i)
        i = s->at->list.at[i].parent;
    return i;
}

static uint32_t node(ir_signs *s, uint64_t key)
{
    bool is_new;
    uint64_t *place = map_insert(&s->nodes, key, &is_new);
    if (is_new) {
        *place = s->at->list.n;
        sign_node fresh = {.parent = (uint32_t)s->at->list.n};
        vec_push(&s->at->list, fresh);
    }
    return root(s, (uint32_t)*place);
}

/* Constants belong to no class, and truth values have no sign. */
static bool matters(const sign_walk *w, LLVMValueRef value)
{
    if (w->l->IsAConstantInt(value) || w->l->IsUndef(value))
        return false;
    LLVMTypeRef type = w->l->TypeOf(value);
    LLVMTypeKind kind = w->l->GetTypeKind(type);
    return kind == LLVMIntegerTypeKind && w->l->GetIntTypeWidth(type) > 1;
}

static void join_keys(sign_walk *w, uint64_t x, uint64_t y)
{
    uint32_t a = node(w->s, x), b = node(w->s, y);
    sign_node *list = w->s->at->list.at;
    list[b].parent = a;
    list[a].is_signed |= list[b].is_signed;
    list[a].is_unsigned |= list[b].is_unsigned;
}

static void join(sign_walk *w, LLVMValueRef x, LLVMValueRef y)
{
    if (matters(w, x) && matters(w, y))
        join_keys(w, (uintptr_t)x, (uintptr_t)y);
}

/* A register and the memory that it is read from or written to. */
static void join_memory(sign_walk *w, LLVMValueRef x, LLVMValueRef address)
{
    ir_place place;
    const ir_pointer *few = matters(w, x) ? ir_targets_of(w->o, address) : NULL;
    for (uint32_t k = 0; few && k < few->n_targets; k++) {
        place = few->targets[k].place;
        if (few->targets[k].kind == IR_TO_PLACE &&
            ir_place_leaf(w->o, &place, ir_scalar_type(w->l, w->l->TypeOf(x))))
            join_keys(w, (uintptr_t)x, ir_signs_leaf(place.leaf));
    }
    if (matters(w, x) && !few && ir_place_of(w->o, address, &place) &&
        ir_place_leaf(w->o, &place, ir_scalar_type(w->l, w->l->TypeOf(x))))
        join_keys(w, (uintptr_t)x, ir_signs_leaf(place.leaf));
}

/* Copies of structs and arrays: leaf by leaf, where both sides have the same leaves. */
static void join_copy(sign_walk *w, LLVMValueRef i)
{
    size_t n;
    if (!text_begins(w->l->GetValueName2(w->l->GetCalledValue(i), &n), "llvm.mem"))
        return;
    ir_place to, from;
    if (!ir_place_of(w->o, w->l->GetOperand(i, 0), &to) ||
        !ir_place_of(w->o, w->l->GetOperand(i, 1), &from))
        return;
    uint32_t count = ir_leaf_count(w->o, &w->o->list.at[to.object], to.type);
    if (from.type != to.type ||
        count != ir_leaf_count(w->o, &w->o->list.at[from.object], from.type))
        return;
    for (uint32_t k = 0; k < count; k++)
        join_keys(w, ir_signs_leaf(to.leaf + k), ir_signs_leaf(from.leaf + k));
}

static void mark(sign_walk *w, LLVMValueRef x, bool is_signed)
{
    if (!matters(w, x))
        return;
    uint32_t at = node(w->s, (uintptr_t)x); /* may move the list */
    sign_node *n = &w->s->at->list.at[at];
    if (is_signed)
        n->is_signed = true;
    else
        n->is_unsigned = true;
}

static void look_at_comparison(sign_walk *w, LLVMValueRef i)
{
    LLVMValueRef x = w->l->GetOperand(i, 0), y = w->l->GetOperand(i, 1);
    join(w, x, y);
    LLVMIntPredicate predicate = w->l->GetICmpPredicate(i);
    if (predicate == LLVMIntEQ || predicate == LLVMIntNE)
        return;
    bool is_signed = predicate == LLVMIntSGT || predicate == LLVMIntSGE ||
                     predicate == LLVMIntSLT || predicate == LLVMIntSLE;
    mark(w, x, is_signed);
    mark(w, y, is_signed);
}

/* Arithmetic on types narrower than int wraps by the conversion after it, whatever the sign. */
static void look_at_arithmetic(sign_walk *w, LLVMValueRef i)
{
    join(w, i, w->l->GetOperand(i, 0));
    join(w, i, w->l->GetOperand(i, 1));
    if (w->l->GetNSW(i))
        mark(w, i, true);
    else if (w->l->GetIntTypeWidth(w->l->TypeOf(i)) >= 32)
        mark(w, i, false);
}

static void look_at(sign_walk *w, LLVMValueRef i)
{
    const llvm_api *l = w->l;
    LLVMOpcode op = l->GetInstructionOpcode(i);
    switch (op) {
    case LLVMLoad:
        join_memory(w, i, l->GetOperand(i, 0));
        break;
    case LLVMStore:
        join_memory(w, l->GetOperand(i, 0), l->GetOperand(i, 1));
        break;
    case LLVMCall:
        join_copy(w, i);
        break;
    case LLVMPHI:
        for (unsigned k = 0; k < l->CountIncoming(i); k++)
            join(w, i, l->GetIncomingValue(i, k));
        break;
    case LLVMSelect:
        join(w, i, l->GetOperand(i, 1));
        join(w, i, l->GetOperand(i, 2));
        break;
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
        look_at_arithmetic(w, i);
        break;
    case LLVMSDiv:
    case LLVMSRem:
    case LLVMUDiv:
    case LLVMURem:
        join(w, i, l->GetOperand(i, 1));
        join(w, i, l->GetOperand(i, 0));
        mark(w, i, op == LLVMSDiv || op == LLVMSRem);
        break;
    case LLVMAShr:
    case LLVMLShr:
        mark(w, i, op == LLVMAShr);
        join(w, i, l->GetOperand(i, 0));
        break;
    case LLVMShl:
        join(w, i, l->GetOperand(i, 0));
        break;
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
        join(w, i, l->GetOperand(i, 0));
        join(w, i, l->GetOperand(i, 1));
        break;
    case LLVMSExt:
    case LLVMZExt:
        mark(w, l->GetOperand(i, 0), op == LLVMSExt);
        break;
    case LLVMICmp:
        look_at_comparison(w, i);
        break;
    default:
        break;
    }
}

static void complain(const char *name, char **error)
{
    strbuf text = STRBUF_INIT;
    if (name)
        strbuf_printf(&text, "'%s' is used both as a signed and as an unsigned number", name);
    else
        strbuf_puts(&text, "a number is used both as a signed and as an unsigned one");
    strbuf_puts(&text, ", which mathematical integers do not cover; --int-model machine does");
    *error = strbuf_detach(&text);
}

/* Variables first: messages should be about them. */
static bool complain_leaf(const sign_walk *w, char **error)
{
    for (uint32_t k = 0; k < w->o->leaves.n; k++) {
        if (ir_signs_both(w->s, ir_signs_leaf(k))) {
            complain(w->o->leaves.at[k].name, error);
            return true;
        }
    }
    return false;
}

bool ir_signs_infer(ir_signs *s, ir_objects *o, LLVMValueRef function, char **error)
{
    const llvm_api *l = o->l;
    *s = (ir_signs){.at = base_alloc_zero(1, sizeof *s->at)};
    sign_walk w = {.s = s, .o = o, .l = l};
    for (LLVMBasicBlockRef b = l->GetFirstBasicBlock(function); b; b = l->GetNextBasicBlock(b))
        for (LLVMValueRef i = l->GetFirstInstruction(b); i; i = l->GetNextInstruction(i))
            look_at(&w, i);
    if (complain_leaf(&w, error))
        return false;
    for (LLVMBasicBlockRef b = l->GetFirstBasicBlock(function); b; b = l->GetNextBasicBlock(b))
        for (LLVMValueRef i = l->GetFirstInstruction(b); i; i = l->GetNextInstruction(i)) {
            if (ir_signs_both(s, (uintptr_t)i)) {
                complain(NULL, error);
                return false;
            }
        }
    return true;
}

void ir_signs_free(ir_signs *s)
{
    map_free(&s->nodes);
    if (s->at)
        vec_free(&s->at->list);
    free(s->at);
}

static const sign_node *class_of(const ir_signs *s, uint64_t key)
{
    const uint64_t *place = map_find(&s->nodes, key);
    return place ? &s->at->list.at[root(s, (uint32_t)*place)] : NULL;
}

bool ir_signs_unsigned(const ir_signs *s, uint64_t key)
{
    const sign_node *n = class_of(s, key);
    return n && n->is_unsigned;
}

bool ir_signs_both(const ir_signs *s, uint64_t key)
{
    const sign_node *n = class_of(s, key);
    return n && n->is_unsigned && n->is_signed;
}
