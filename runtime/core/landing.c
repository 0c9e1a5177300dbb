#include "runtime/core/landing.h"

#include <string.h>
#include <sys/mman.h>

#include "runtime/inline_kinds.h"

/* ---- Stack maps (version 3; the LLVM project's document StackMaps describes them) */

typedef struct map_header {
    uint8_t version, reserved[3];
    uint32_t functions, constants, records;
} map_header;

typedef struct map_function {
    uint64_t address, stack, records;
} map_function;

typedef struct map_record {
    uint64_t id; /* where the program begins, in words */
    uint32_t offset;
    uint16_t flags, locations;
} map_record; /* followed by its locations, padding to 8 bytes, then registers that are alive */

typedef enum map_kind { IN_REGISTER = 1, ADDRESS, IN_MEMORY, SMALL, LARGE } map_kind;

typedef struct map_location {
    uint8_t kind, reserved;
    uint16_t size, reg, reserved2; /* the second as DWARF numbers them */
    int32_t offset;
} map_location;

enum {
    VERSION = 3,
    OF_LLVM = 3, /* locations before ours: constants of no interest */
    RSP = 7,
    FIRST_XMM = 17,
    MOST_WORDS = 2 * TANDEM_FIRST_CONSTANT
};

static const map_record *behind(const map_record *r)
{
    uintptr_t at = (uintptr_t)(r + 1) + r->locations * sizeof(map_location);
    at = (at + 7) & ~(uintptr_t)7;
    uint16_t alive;
    memcpy(&alive, (const char *)at + 2, sizeof alive);
    return (const map_record *)((at + 4 + 4u * alive + 7) & ~(uintptr_t)7);
}

/* ---- Places by the addresses that calls return to */

typedef struct place {
    uintptr_t back; /* 0: none */
    const map_record *record;
    const tandem_module_info *module;
} place;

/* Replaced as a whole: other threads may be looking. */
typedef struct index {
    size_t size, used; /* size: a power of two */
    place at[];
} index_;

static index_ *known;

static place *find(index_ *x, uintptr_t back)
{
    size_t i = (size_t)(back * UINT64_C(0x9e3779b97f4a7c15) >> 20);
    while (x->at[i & (x->size - 1)].back && x->at[i & (x->size - 1)].back != back)
        i++;
    return &x->at[i & (x->size - 1)];
}

static index_ *with_room_for(index_ *old, size_t more)
{
    size_t used = old ? old->used : 0, size = 1024;
    while (size < 2 * (used + more))
        size *= 2;
    if (old && old->size >= size)
        return old;
    index_ *made = mmap(NULL, sizeof *made + size * sizeof(place), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (made == MAP_FAILED)
        return NULL;
    made->size = size;
    made->used = used;
    for (size_t i = 0; old && i < old->size; i++)
        if (old->at[i].back)
            *find(made, old->at[i].back) = old->at[i];
    return made;
}

static const map_function *functions_of(const map_header *h)
{
    return (const map_function *)(h + 1);
}

static const uint64_t *constants_of(const map_header *h)
{
    return (const uint64_t *)(functions_of(h) + h->functions);
}

void tandem_landing_add(const tandem_module_info *m)
{
    const map_header *h = (const map_header *)m->maps;
    if (!h || h->version != VERSION)
        return;
    index_ *x = with_room_for(known, h->records);
    if (!x)
        return;
    const map_record *r = (const map_record *)(constants_of(h) + h->constants);
    for (uint32_t f = 0; f < h->functions; f++)
        for (uint64_t i = 0; i < functions_of(h)[f].records; i++, r = behind(r)) {
            uintptr_t back = functions_of(h)[f].address + r->offset;
            place *p = find(x, back);
            x->used += !p->back;
            *p = (place){back, r, m};
        }
    __atomic_store_n(&known, x, __ATOMIC_RELEASE);
}

/* ---- A landing */

/* What tandem_landing saves, from its lowest address on; general registers as DWARF numbers them. */
typedef struct landed {
    uint64_t xmm[16][2], filler, general[16];
    uintptr_t back;
} landed;

static uint64_t in_register(const landed *s, uint32_t reg)
{
    return reg == RSP        ? (uintptr_t)(&s->back + 1)
           : reg < FIRST_XMM ? s->general[reg & 15]
                             : s->xmm[(reg - FIRST_XMM) & 15][0];
}

static uint64_t value_at(const landed *s, const map_location *l, const uint64_t *constants)
{
    uint64_t v = 0;
    switch ((map_kind)l->kind) {
    case IN_REGISTER: /* the offset: of the second byte of a register */
        return in_register(s, l->reg) >> (l->offset & 63);
    case ADDRESS:
        return in_register(s, l->reg) + (uint64_t)(int64_t)l->offset;
    case IN_MEMORY:
        memcpy(&v, (const char *)in_register(s, l->reg) + l->offset, l->size < 8 ? l->size : 8);
        return v;
    case SMALL:
        return (uint64_t)(int64_t)l->offset;
    case LARGE:
        return constants[l->offset];
    }
    return 0;
}

tandem_expr tandem_landed(const landed *s);

tandem_expr tandem_landed(const landed *s)
{
    index_ *x = __atomic_load_n(&known, __ATOMIC_ACQUIRE);
    const place *p = x ? find(x, s->back) : NULL;
    if (!p || !p->back) { /* a module of another version: nothing of it can be trusted */
        tandem_stop(0);
        return 0;
    }
    uint64_t words[MOST_WORDS];
    const uint64_t *constants = constants_of((const map_header *)p->module->maps);
    const map_location *l = (const map_location *)(p->record + 1) + OF_LLVM;
    uint32_t n = p->record->locations - OF_LLVM - 1u;
    for (uint32_t i = 0; i < n && i < MOST_WORDS; i++)
        words[i] = value_at(s, l + 1 + i, constants);
    return tandem_stretch(p->module->programs + p->record->id, words,
                          (tandem_expr *)(uintptr_t)value_at(s, l, constants), *p->module->base);
}

/* All general registers are as they were when it returns, except for the result. */
__asm__(
    ".text\n"
    ".globl tandem_landing\n"
    ".type tandem_landing, @function\n"
    "tandem_landing:\n"
    ".cfi_startproc\n"
    "push %r15\n push %r14\n push %r13\n push %r12\n push %r11\n push %r10\n push %r9\n push %r8\n"
    "push %rsp\n push %rbp\n push %rdi\n push %rsi\n push %rbx\n push %rcx\n push %rdx\n push "
    "%rax\n"
    "sub $264, %rsp\n"
    ".cfi_def_cfa_offset 400\n"
    "movups %xmm0, (%rsp)\n movups %xmm1, 16(%rsp)\n"
    "movups %xmm2, 32(%rsp)\n movups %xmm3, 48(%rsp)\n"
    "movups %xmm4, 64(%rsp)\n movups %xmm5, 80(%rsp)\n"
    "movups %xmm6, 96(%rsp)\n movups %xmm7, 112(%rsp)\n"
    "movups %xmm8, 128(%rsp)\n movups %xmm9, 144(%rsp)\n"
    "movups %xmm10, 160(%rsp)\n movups %xmm11, 176(%rsp)\n"
    "movups %xmm12, 192(%rsp)\n movups %xmm13, 208(%rsp)\n"
    "movups %xmm14, 224(%rsp)\n movups %xmm15, 240(%rsp)\n"
    "mov %rsp, %rdi\n"
    "call tandem_landed\n"
    "add $272, %rsp\n"
    "pop %rdx\n pop %rcx\n pop %rbx\n pop %rsi\n pop %rdi\n pop %rbp\n add $8, %rsp\n"
    "pop %r8\n pop %r9\n pop %r10\n pop %r11\n pop %r12\n pop %r13\n pop %r14\n pop %r15\n"
    ".cfi_def_cfa_offset 8\n"
    "ret\n"
    ".cfi_endproc\n"
    ".size tandem_landing, .-tandem_landing\n");
