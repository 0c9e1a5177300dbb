#include "box/worker/compares.h"

#include <string.h>

#ifdef __x86_64__

/* One instruction, as far as it was read. */
typedef struct reading {
    const greg_t *regs;
    const uint8_t *at;
    uint8_t rex;
    bool narrow;    /* 16 bits instead of 32 */
    unsigned bytes; /* of the operands */
} reading;

static uint64_t cut(uint64_t word, unsigned bytes)
{
    return bytes >= 8 ? word : word & ((UINT64_C(1) << 8 * bytes) - 1);
}

static uint64_t whole_register(const reading *r, unsigned number)
{
    static const uint8_t order[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                                    REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                    REG_R12, REG_R13, REG_R14, REG_R15};
    return (uint64_t)r->regs[order[number & 15]];
}

static uint64_t register_of(const reading *r, unsigned number)
{
    if (r->bytes == 1 && !r->rex && number >= 4 && number < 8) /* ah, ch, dh, bh */
        return whole_register(r, number - 4) >> 8 & 0xff;
    return cut(whole_register(r, number), r->bytes);
}

/* A number in the code, with its sign. */
static uint64_t immediate(reading *r, unsigned bytes)
{
    int8_t one;
    int16_t two;
    int32_t four;
    const uint8_t *from = r->at;
    r->at += bytes;
    switch (bytes) {
    case 1:
        memcpy(&one, from, sizeof one);
        return (uint64_t)(int64_t)one;
    case 2:
        memcpy(&two, from, sizeof two);
        return (uint64_t)(int64_t)two;
    default:
        memcpy(&four, from, sizeof four);
        return (uint64_t)(int64_t)four;
    }
}

/* The address of a memory operand; `behind`: bytes of the instruction after it. */
static uint64_t address(reading *r, uint8_t modrm, unsigned behind)
{
    unsigned mode = modrm >> 6, base = modrm & 7;
    uint64_t sum = 0;
    if (base == 4) {
        uint8_t sib = *r->at++;
        unsigned index = (sib >> 3 & 7) | (r->rex & 2) << 2;
        base = sib & 7;
        if (index != 4)
            sum += whole_register(r, index) << (sib >> 6);
        if (base == 5 && !mode)
            return sum + immediate(r, 4);
    } else if (base == 5 && !mode) {
        uint64_t offset = immediate(r, 4);
        return (uint64_t)(uintptr_t)r->at + behind + offset;
    }
    sum += whole_register(r, base | (r->rex & 1) << 3);
    return mode ? sum + immediate(r, mode == 1 ? 1 : 4) : sum;
}

static uint64_t register_or_memory(reading *r, uint8_t modrm, unsigned behind)
{
    if (modrm >> 6 == 3)
        return register_of(r, (modrm & 7) | (r->rex & 1) << 3);
    uint64_t word = 0;
    memcpy(&word, (const void *)(uintptr_t)address(r, modrm, behind), r->bytes); /* NOLINT */
    return word;
}

static unsigned whole_bytes(const reading *r)
{
    return r->rex & 8 ? 8 : r->narrow ? 2 : 4;
}

bool compares_at(const ucontext_t *context, compared *c)
{
    enum { REG_FORMS = 0x38, ACCUMULATOR = 0x3c, BYTE = 0x80, WORD = 0x81, SHORT = 0x83, CMP = 7 };
    const greg_t *regs = context->uc_mcontext.gregs;
    reading r = {.regs = regs, .at = (const uint8_t *)(uintptr_t)regs[REG_RIP]}; /* NOLINT */
    if (*r.at == 0x66) {
        r.narrow = true;
        r.at++;
    }
    if ((*r.at & 0xf0) == 0x40)
        r.rex = *r.at++;
    uint8_t op = *r.at++;
    bool forms = op >= REG_FORMS && op < ACCUMULATOR, accumulator = op >> 1 == ACCUMULATOR >> 1,
         number = op == BYTE || op == WORD || op == SHORT;
    if (!forms && !accumulator && !number)
        return false;
    r.bytes = op == SHORT || op & 1 ? whole_bytes(&r) : 1;
    unsigned size = op == SHORT || r.bytes == 1 ? 1 : r.bytes == 2 ? 2 : 4;
    *c = (compared){.bytes = r.bytes, .constant = !forms};
    if (accumulator) {
        c->x = register_of(&r, 0);
        c->y = cut(immediate(&r, size), r.bytes);
        return true;
    }
    uint8_t modrm = *r.at++;
    if (number && (modrm >> 3 & 7) != CMP)
        return false;
    c->x = register_or_memory(&r, modrm, number ? size : 0);
    c->y = number ? cut(immediate(&r, size), r.bytes)
                  : register_of(&r, (modrm >> 3 & 7) | (r.rex & 4) << 1);
    return true;
}

#else

bool compares_at(const ucontext_t *context, compared *c)
{
    (void)context, (void)c;
    return false;
}

#endif
