/* One function: which values may depend on inputs, the order of its blocks, and then one
 * instruction after the other. */
#include <string.h>

#include "instrument/instrument_impl.h"

/* Passes a dependence on inputs on from its operands to its result. */
static bool is_transparent(const instrumenter *x, LLVMValueRef i)
{
    switch (x->l.GetInstructionOpcode(i)) {
    case LLVMStore:
    case LLVMLoad: /* a source of its own */
    case LLVMBr:
    case LLVMSwitch:
    case LLVMRet:
        return false;
    default:
        return ir_leaves(x, x->l.TypeOf(i)) != 0;
    }
}

static void mark(instrumenter *x, LLVMValueRef value, value_vec *work)
{
    bool is_new;
    map_insert(&x->symbolic, (uintptr_t)value, &is_new);
    if (is_new)
        vec_push(work, value);
}

/* Sources are arguments, loads and calls; everything computed from them follows. A counter that
 * starts from a constant stays what it is, and costs nothing. */
static void find_symbolic(instrumenter *x)
{
    value_vec work = {0};
    map_clear(&x->symbolic);
    for (unsigned i = 0; i < x->l.CountParams(x->function); i++)
        mark(x, x->l.GetParam(x->function, i), &work);
    for (LLVMBasicBlockRef b = x->l.GetFirstBasicBlock(x->function); b;
         b = x->l.GetNextBasicBlock(b))
        for (LLVMValueRef i = x->l.GetFirstInstruction(b); i; i = x->l.GetNextInstruction(i)) {
            LLVMOpcode opcode = x->l.GetInstructionOpcode(i);
            if (opcode == LLVMLoad || opcode == LLVMCall || opcode == LLVMAtomicRMW ||
                opcode == LLVMAtomicCmpXchg)
                mark(x, i, &work);
        }
    while (work.n) {
        LLVMValueRef value = vec_pop(&work);
        for (LLVMUseRef u = x->l.GetFirstUse(value); u; u = x->l.GetNextUse(u)) {
            LLVMValueRef user = x->l.GetUser(u);
            if (x->l.IsAInstruction(user) && is_transparent(x, user))
                mark(x, user, &work);
        }
    }
    vec_free(&work);
}

typedef VEC(LLVMBasicBlockRef) block_vec;

/* Reverse postorder: a block that dominates another comes before it. Unreachable ones are left
 * out. */
static void order_blocks(const instrumenter *x, block_vec *order)
{
    struct visit {
        LLVMValueRef terminator;
        unsigned next;
    };
    VEC(struct visit) stack = {0};
    block_vec post = {0};
    map seen = {0};
    LLVMBasicBlockRef entry = x->l.GetEntryBasicBlock(x->function);
    map_put(&seen, (uintptr_t)entry, 1);
    vec_push(&stack, ((struct visit){x->l.GetBasicBlockTerminator(entry), 0}));
    while (stack.n) {
        struct visit *v = &vec_last(&stack);
        if (v->next == x->l.GetNumSuccessors(v->terminator)) {
            vec_push(&post, x->l.GetInstructionParent(v->terminator));
            (void)vec_pop(&stack);
            continue;
        }
        LLVMBasicBlockRef to = x->l.GetSuccessor(v->terminator, v->next++);
        bool is_new;
        map_insert(&seen, (uintptr_t)to, &is_new);
        if (is_new)
            vec_push(&stack, ((struct visit){x->l.GetBasicBlockTerminator(to), 0}));
    }
    for (size_t i = post.n; i-- > 0;)
        vec_push(order, post.at[i]);
    vec_free(&stack);
    vec_free(&post);
    map_free(&seen);
}

/* ---- Phi nodes: made when their block is reached, completed at the end. */

static LLVMBasicBlockRef tail_of(const instrumenter *x, LLVMBasicBlockRef block)
{
    return (LLVMBasicBlockRef)(uintptr_t)map_get(&x->tails, (uintptr_t)block, (uintptr_t)block);
}

static void start_phis(instrumenter *x, LLVMBasicBlockRef block)
{
    LLVMValueRef first = x->l.GetFirstInstruction(block);
    for (LLVMValueRef i = first; i && x->l.GetInstructionOpcode(i) == LLVMPHI;
         i = x->l.GetNextInstruction(i)) {
        unsigned n = ir_leaves(x, x->l.TypeOf(i));
        vec_push(&x->all_phis, i);
        if (!n || !map_find(&x->symbolic, (uintptr_t)i))
            continue;
        x->l.PositionBuilderBefore(x->builder, first);
        x->l.SetCurrentDebugLocation2(x->builder, NULL);
        ir_shadow_new(x, i);
        vec_push(&x->phis, i);
        for (unsigned k = 0; k < n; k++) {
            LLVMValueRef phi = x->l.BuildPhi(x->builder, x->i32, "");
            x->leaves.at[map_get(&x->shadows, (uintptr_t)i, 0) + k] = phi;
        }
    }
}

static void finish_phis(instrumenter *x)
{
    for (size_t p = 0; p < x->phis.n; p++) {
        LLVMValueRef i = x->phis.at[p];
        for (unsigned k = 0; k < ir_leaves(x, x->l.TypeOf(i)); k++) {
            LLVMValueRef phi = ir_shadow(x, i, k);
            for (unsigned n = 0; n < x->l.CountIncoming(i); n++) {
                LLVMValueRef e = ir_real(x, ir_shadow(x, x->l.GetIncomingValue(i, n), k));
                LLVMBasicBlockRef from = tail_of(x, x->l.GetIncomingBlock(i, n));
                x->l.AddIncoming(phi, &e, &from, 1);
            }
        }
    }
}

/* Blocks that have become several are left from the last of them. LLVM-C has no way to tell a phi node that, so it
 * is made again. */
static void move_phi(instrumenter *x, LLVMValueRef phi)
{
    unsigned n = x->l.CountIncoming(phi), moved = 0;
    for (unsigned k = 0; k < n; k++) {
        LLVMBasicBlockRef from = x->l.GetIncomingBlock(phi, k);
        moved += tail_of(x, from) != from;
    }
    if (!moved)
        return;
    x->l.PositionBuilderBefore(x->builder, phi);
    x->l.SetCurrentDebugLocation2(x->builder, x->l.InstructionGetDebugLoc(phi));
    LLVMValueRef other = x->l.BuildPhi(x->builder, x->l.TypeOf(phi), "");
    for (unsigned k = 0; k < n; k++) {
        LLVMValueRef value = x->l.GetIncomingValue(phi, k);
        LLVMBasicBlockRef from = tail_of(x, x->l.GetIncomingBlock(phi, k));
        x->l.AddIncoming(other, &value, &from, 1);
    }
    x->l.ReplaceAllUsesWith(phi, other);
    x->l.InstructionEraseFromParent(phi);
}

static void move_phis(instrumenter *x)
{
    for (size_t p = 0; p < x->all_phis.n; p++)
        move_phi(x, x->all_phis.at[p]);
}

/* ---- Control */

static bool is_trap_block(const instrumenter *x, LLVMBasicBlockRef block)
{
    for (LLVMValueRef i = x->l.GetFirstInstruction(block); i; i = x->l.GetNextInstruction(i)) {
        if (x->l.GetInstructionOpcode(i) != LLVMCall)
            continue;
        LLVMValueRef callee = x->l.GetCalledValue(i);
        size_t n;
        const char *name = x->l.GetValueName2(callee, &n);
        if (n == 14 && !memcmp(name, "llvm.ubsantrap", 14))
            return true;
    }
    return false;
}

static void branch(instrumenter *x, LLVMValueRef i)
{
    if (!x->l.IsConditional(i))
        return;
    LLVMValueRef c = x->l.GetCondition(i), e = ir_shadow(x, c, 0);
    bool trap_if_true = is_trap_block(x, x->l.GetSuccessor(i, 0));
    bool trap_if_false = is_trap_block(x, x->l.GetSuccessor(i, 1));
    ir_before(x, i);
    if (trap_if_true || trap_if_false)
        INLINE_CALL(x, check, e, c, ir_bool(x, trap_if_true), ir_number(x, ir_site(x, i)));
    else
        ir_branch(x, TANDEM_STEP_BRANCH, c, e, i);
}

static void switch_cases(instrumenter *x, LLVMValueRef i)
{
    LLVMValueRef value = x->l.GetOperand(i, 0), e = ir_shadow(x, value, 0);
    unsigned width = ir_bits(x, x->l.TypeOf(value)), n = x->l.GetNumSuccessors(i) - 1;
    if (ir_is_zero(x, e))
        return;
    value_vec cases = {0};
    for (unsigned k = 0; k < n; k++) /* operands: the value, the default, then pairs */
        vec_push(&cases, ir_number64(x, x->l.ConstIntGetZExtValue(x->l.GetOperand(i, 2 + 2 * k))));
    LLVMValueRef table = x->l.AddGlobal(x->module, x->l.ArrayType2(x->i64, n), "");
    x->l.SetInitializer(table, x->l.ConstArray2(x->i64, cases.at, n));
    x->l.SetLinkage(table, LLVMPrivateLinkage);
    x->l.SetGlobalConstant(table, true);
    vec_free(&cases);
    ir_before(x, i);
    INLINE_CALL(x, switch, e, ir_number(x, width), ir_pattern(x, value),
                ir_number(x, ir_site(x, i)), table, ir_number(x, n));
}

static void one_instruction(instrumenter *x, LLVMValueRef i)
{
    LLVMOpcode opcode = x->l.GetInstructionOpcode(i);
    switch (opcode) {
    case LLVMUnreachable:
        return;
    case LLVMRet:
        ir_leave_locals(x, i);
        ir_instrument_return(x, i);
        return;
    case LLVMBr:
        branch(x, i);
        return;
    case LLVMSwitch:
        switch_cases(x, i);
        return;
    case LLVMIndirectBr:
        ir_concretize(x, i, x->l.GetOperand(i, 0), TANDEM_WHY_TARGET);
        return;
    case LLVMCall:
        ir_instrument_call(x, i);
        return;
    default:
        break;
    }
    if (!ir_instrument_value(x, i, opcode) && !ir_instrument_memory(x, i, opcode))
        ir_concretize_all(x, i, ir_reason_of(x, x->l.TypeOf(i)));
}

/* ---- The start of the function */

static bool is_fixed_slot(const instrumenter *x, LLVMValueRef i)
{
    return x->l.IsAAllocaInst(i) && x->l.IsAConstantInt(x->l.GetOperand(i, 0));
}

/* Slots of constant size come first: inlining would make dynamic ones of those behind a call.
 * Returns the first other instruction. */
static LLVMValueRef gather_slots(instrumenter *x, LLVMBasicBlockRef entry)
{
    LLVMValueRef first = x->l.GetFirstInstruction(entry), next;
    while (is_fixed_slot(x, first))
        first = x->l.GetNextInstruction(first);
    for (LLVMValueRef i = first; i; i = next) {
        next = x->l.GetNextInstruction(i);
        if (!is_fixed_slot(x, i))
            continue;
        x->l.InstructionRemoveFromParent(i);
        x->l.PositionBuilderBefore(x->builder, first);
        x->l.InsertIntoBuilder(x->builder, i);
    }
    return first;
}

static void forget_slots(instrumenter *x, LLVMBasicBlockRef entry)
{
    ir_at_end(x);
    for (LLVMValueRef i = x->l.GetFirstInstruction(entry); i && is_fixed_slot(x, i);
         i = x->l.GetNextInstruction(i)) {
        if (i == x->values || i == x->kept || i == x->room)
            continue;
        INLINE_CALL(x, forget, i, ir_slot_bytes(x, i));
    }
}

static void make_room_for_values(instrumenter *x, LLVMBasicBlockRef entry)
{
    unsigned most = 0;
    for (LLVMBasicBlockRef b = entry; b; b = x->l.GetNextBasicBlock(b))
        for (LLVMValueRef i = x->l.GetFirstInstruction(b); i; i = x->l.GetNextInstruction(i))
            if (x->l.GetInstructionOpcode(i) == LLVMCall && x->l.GetNumArgOperands(i) > most)
                most = x->l.GetNumArgOperands(i);
    x->l.PositionBuilderBefore(x->builder, x->l.GetFirstInstruction(entry));
    x->l.SetCurrentDebugLocation2(x->builder, NULL);
    x->values =
        x->l.BuildAlloca(x->builder, x->l.ArrayType2(x->i64, most + TANDEM_MAX_ARGS / 2), "");
    bool variable = x->l.IsFunctionVarArg(x->l.GlobalGetValueType(x->function));
    x->kept = variable ? x->l.BuildAlloca(x->builder, x->l.ArrayType2(x->i32, TANDEM_MAX_ARGS), "")
                       : NULL;
    ir_stretch_begin(x);
}

/* ---- One block: its instructions are taken out and put back one by one, with what belongs to them, so that the block
 * can become several. */

static void take_out(const instrumenter *x, LLVMValueRef first, value_vec *instructions)
{
    for (LLVMValueRef i = first, next; i; i = next) {
        next = x->l.GetNextInstruction(i);
        x->l.InstructionRemoveFromParent(i);
        vec_push(instructions, i);
    }
}

static void put_back(instrumenter *x, const value_vec *instructions)
{
    for (size_t k = 0; k < instructions->n; k++) {
        x->instruction = instructions->at[k];
        x->placed = x->waits = false;
        ir_flush_if_long(x);
        if (x->l.GetInstructionOpcode(x->instruction) != LLVMBr &&
            ir_ends_stretch(x, x->instruction))
            ir_flush(x); /* a branch becomes a step itself */
        one_instruction(x, x->instruction);
        ir_behind(x, x->instruction); /* if it was not put there yet */
    }
    x->instruction = NULL;
}

static void instrument_block(instrumenter *x, LLVMBasicBlockRef block)
{
    value_vec instructions = {0};
    start_phis(x, block);
    LLVMValueRef first = x->l.GetFirstInstruction(block);
    while (x->l.GetInstructionOpcode(first) == LLVMPHI)
        first = x->l.GetNextInstruction(first);
    take_out(x, first, &instructions);
    x->current = block;
    put_back(x, &instructions);
    map_put(&x->tails, (uintptr_t)block, (uintptr_t)x->current);
    vec_free(&instructions);
}

/* The first begins with slots, and takes the arguments. */
static void instrument_entry(instrumenter *x, LLVMBasicBlockRef entry, LLVMValueRef first)
{
    value_vec instructions = {0};
    make_room_for_values(x, entry);
    take_out(x, first, &instructions);
    x->current = entry;
    ir_take_arguments(x);
    forget_slots(x, entry);
    ir_enter_locals(x);
    put_back(x, &instructions);
    map_put(&x->tails, (uintptr_t)entry, (uintptr_t)x->current);
    vec_free(&instructions);
}

bool ir_is_instrumented(const instrumenter *x, LLVMValueRef function)
{
    return map_find(&x->instrumented, (uintptr_t)function) != NULL;
}

bool ir_is_local(instrumenter *x, LLVMValueRef function)
{
    const uint64_t *known = map_find(&x->instrumented, (uintptr_t)function);
    if (!known)
        return false;
    if (*known != IR_UNDECIDED)
        return *known == IR_LOCAL;
    LLVMLinkage linkage = x->l.GetLinkage(function);
    bool local = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
    for (LLVMUseRef u = x->l.GetFirstUse(function); u && local; u = x->l.GetNextUse(u)) {
        LLVMValueRef user = x->l.GetUser(u);
        local = x->l.IsACallInst(user) && x->l.GetCalledValue(user) == function &&
                x->l.GetCalledFunctionType(user) == x->l.GlobalGetValueType(function) &&
                ir_is_instrumented(x, x->l.GetBasicBlockParent(x->l.GetInstructionParent(user)));
        for (unsigned k = 0; local && k < x->l.GetNumArgOperands(user); k++)
            local = x->l.GetOperand(user, k) != function;
    }
    map_put(&x->instrumented, (uintptr_t)function, local ? IR_LOCAL : IR_REACHABLE);
    return local;
}

void ir_instrument_function(instrumenter *x, LLVMValueRef function)
{
    x->function = function;
    ir_use_library(x, function);
    map_clear(&x->shadows);
    vec_clear(&x->leaves);
    vec_clear(&x->phis);
    vec_clear(&x->all_phis);
    map_clear(&x->tails);
    find_symbolic(x);
    block_vec order = {0};
    order_blocks(x, &order);
    LLVMBasicBlockRef entry = x->l.GetEntryBasicBlock(function);
    LLVMValueRef first = gather_slots(x, entry);
    ir_find_locals(x);
    x->local = ir_is_local(x, function);
    instrument_entry(x, entry, first);
    for (size_t b = 1; b < order.n; b++)
        instrument_block(x, order.at[b]);
    finish_phis(x);
    move_phis(x);
    ir_stretch_end(x);
    vec_free(&order);
}
