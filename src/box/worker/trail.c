#include "box/worker/trail.h"

#include <signal.h>
#include <string.h>

#include "base/hash.h"
#include "box/box_impl.h"
#include "box/worker/compares.h"
#include "box/worker/sighting.h"

#ifdef __x86_64__

enum {
    TRAP_FLAG = 0x100,
    FEATURES = 1 << 17, /* bits of what was seen */
    SITES = 4096,       /* places whose visits in one call are counted */
    EACH_COUNTS = 32,   /* visits, of which each is something new; then powers of two */
    MOST_MEETINGS = 12, /* numbers of one call that were compared and are equal, in their order */
    MOST_STEPS = 20000  /* of one call: what follows is done at full speed */
};

/* What a feature is about. */
enum { OF_WAY, OF_BITS, OF_DISTANCE, OF_MEETINGS };

/* One process is one worker. */
static struct {
    const box_libraries *libraries;
    struct sigaction before;
    box_news news;
    uint64_t seen[FEATURES / 64];
    struct {
        uint32_t call, visits;
    } sites[SITES];
    uint32_t call, steps;
    uint32_t meetings;
    uint64_t met; /* where, one after the other */
    uintptr_t last;
} here;

/* Doors between our code and that of libraries, which is run in steps: trail_start goes to the box, trail_resume
 * goes back to it from a function that it called elsewhere, which was run at full speed. */
uintptr_t trail_entry, trail_back;
void trail_start(void);
void trail_resume(void);
__asm__(".pushsection .text\n"
        ".globl trail_start\n"
        ".globl trail_resume\n"
        "trail_resume:\n\t"
        "pushq trail_back(%rip)\n\t"
        "pushfq\n\t"
        "orq $0x100, (%rsp)\n\t"
        "popfq\n\t"
        "ret\n"
        "trail_start:\n\t"
        "pushfq\n\t"
        "orq $0x100, (%rsp)\n\t"
        "popfq\n\t"
        "jmp *trail_entry(%rip)\n"
        ".popsection\n");

static void feature(uint64_t place, uint64_t kind, uint64_t level)
{
    uint64_t h = hash_mix(hash_mix(place, kind), level) % FEATURES;
    if (here.seen[h / 64] >> h % 64 & 1)
        return;
    here.seen[h / 64] |= UINT64_C(1) << h % 64;
    here.news.count++;
}

static unsigned bits_of(uint64_t x)
{
    return x ? 64u - (unsigned)__builtin_clzll(x) : 0;
}

/* How often something was met in this call, with this time. */
static uint32_t visit(uint64_t what)
{
    uint64_t site = hash_mix(what, OF_WAY) % SITES;
    if (here.sites[site].call != here.call) {
        here.sites[site].call = here.call;
        here.sites[site].visits = 0;
    }
    return ++here.sites[site].visits;
}

static void note_way(uint64_t way)
{
    uint32_t n = visit(way);
    if (n <= EACH_COUNTS || !(n & (n - 1)))
        feature(way, OF_WAY, n);
}

static void note_compared(uintptr_t place, const compared *c)
{
    if (c->x ==
        c->y) { /* a way that matches more, or in another order, is new even where all of it is known */
        here.met = hash_mix(here.met, place);
        if (here.meetings++ < MOST_MEETINGS)
            feature(here.met, OF_MEETINGS, here.meetings);
        return;
    }
    /* in each round of a loop anew */
    uint64_t round = visit(place);
    uint64_t where = hash_mix(place, round < EACH_COUNTS ? round : EACH_COUNTS);
    feature(where, OF_BITS, (uint64_t)__builtin_popcountll(c->x ^ c->y));
    feature(where, OF_DISTANCE, bits_of(c->x > c->y ? c->x - c->y : c->y - c->x));
    if (here.news.n < BOX_PAIRS)
        here.news.pairs[here.news.n++] = (box_pair){c->x, c->y, c->bytes, c->constant};
    if (c->constant && c->bytes > 1 && c->y > UINT8_MAX)
        sighting_note(&c->y, c->bytes);
}

/* Whether the instruction there returns. */
static bool is_return(uintptr_t place)
{
    const uint8_t *code = (const uint8_t *)place; /* NOLINT */
    code += *code == 0xf3 || *code == 0xf2;
    return *code == 0xc3 || *code == 0xc2;
}

/* Outside of the libraries nothing is looked at. A function that one of them calls comes back by way of our door. */
static void leave(ucontext_t *context)
{
    uintptr_t *top = (uintptr_t *)context->uc_mcontext.gregs[REG_RSP]; /* NOLINT */
    if (!here.last)
        return; /* on the way to the box */
    context->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP_FLAG;
    if (is_return(here.last) || !libraries_hold(here.libraries, *top))
        return; /* the call is over */
    trail_back = *top;
    *top = (uintptr_t)trail_resume;
}

static void on_step(int number, siginfo_t *info, void *given)
{
    ucontext_t *context = given;
    if (info->si_code != TRAP_TRACE) { /* a crash of the box */
        here.before.sa_sigaction(number, info, given);
        return;
    }
    uintptr_t place = (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
    compared c;
    if (++here.steps > MOST_STEPS) {
        context->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP_FLAG;
        return;
    }
    if (!libraries_hold(here.libraries, place)) {
        leave(context);
        return;
    }
    here.news.steps++;
    note_way(hash_mix(here.last, place));
    here.last = place;
    if (compares_at(context, &c))
        note_compared(place, &c);
}

bool trail_possible(void)
{
    return true;
}

box_news *trail_begin(const box_set *set)
{
    if (!here.libraries) {
        here.libraries = &set->libraries;
        sigaction(SIGTRAP, NULL, &here.before);
        struct sigaction action = here.before;
        action.sa_sigaction = on_step;
        sigaction(SIGTRAP, &action, NULL);
    }
    memset(here.seen, 0, sizeof here.seen);
    here.news = (box_news){0};
    return &here.news;
}

bool trail_invoke(const box *x, const uint64_t *args, uint64_t *result)
{
    box stepped = *x;
    trail_entry = (uintptr_t)x->address;
    stepped.address = trail_start;
    here.call++;
    here.steps = 0;
    here.meetings = 0;
    here.met = 0;
    here.last = 0;
    return box_invoke(&stepped, args, result);
}

#else

bool trail_possible(void)
{
    return false;
}

box_news *trail_begin(const box_set *set)
{
    (void)set;
    return NULL;
}

bool trail_invoke(const box *x, const uint64_t *args, uint64_t *result)
{
    return box_invoke(x, args, result);
}

#endif
