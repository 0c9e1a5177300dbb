#include "solve/values/owners.h"

static uint32_t join(uint32_t a, uint32_t b)
{
    return a == OWNER_NONE || a == b ? b : b == OWNER_NONE ? a : OWNER_SEVERAL;
}

uint32_t *owners_find(const question *q)
{
    const fuzz_bytecode *code = q->program;
    uint32_t operands[4];
    if (code->boxes.n || code->bank)
        return NULL;
    uint32_t *all = base_alloc((code->code.n + 1) * sizeof *all);
    for (size_t i = 0; i < code->code.n; i++) {
        const fuzz_insn *insn = &code->code.at[i];
        uint32_t owner = insn->op == FUZZ_INPUT ? (uint32_t)insn->imm : OWNER_NONE;
        unsigned n = fuzz_operands(code, insn, operands);
        for (unsigned k = 0; k < n; k++)
            owner = join(owner, all[operands[k]]);
        all[i] = owner;
    }
    return all;
}
