/* Arrays on the stack as the runtime knows them: this program tells of its own as instrumented code
 * would. They come from alloca, which sanitizers leave on the stack. */
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/core/locals.h"
#include "runtime_run.h"

static bool found(const void *p, const void *base, size_t bytes)
{
    tandem_range r;
    return tandem_object_find(p, &r) && r.base == (uintptr_t)base && r.bytes == bytes;
}

static bool known(const void *p)
{
    tandem_range r;
    return tandem_object_find(p, &r);
}

TEST(arrays_are_found_while_their_function_lives)
{
    start(RECORDS);
    tandem_locals_start();
    char *a = __builtin_alloca(64), *b = __builtin_alloca(64);
    CHECK(!known(a));
    tandem_local *outer = tandem_locals_enter(1);
    outer[0] = (tandem_local){a, 40};
    CHECK(found(a, a, 40) && found(a + 39, a, 40) && !known(a + 40) && !known(a - 1));
    tandem_local *inner = tandem_locals_enter(2);
    CHECK(inner == outer + 1 && !inner[0].bytes && !inner[1].bytes);
    inner[1] = (tandem_local){b, 24};
    CHECK(found(b + 23, b, 24) && found(a + 1, a, 40));
    inner[0] = (tandem_local){b, 16}; /* where two overlap, the one that came last in the frame */
    CHECK(found(b + 3, b, 24));
    inner[1].bytes = 0;
    CHECK(found(b + 3, b, 16) && !known(b + 16));
    tandem_locals = inner;
    CHECK(!known(b) && found(a, a, 40));
    CHECK(tandem_locals_enter(2) == inner && !inner[0].bytes); /* nothing is left there */
    tandem_locals = outer;
    CHECK(!known(a));
    tandem_locals = NULL; /* another thread */
    CHECK(!known(a));
}

TEST(no_more_entries_than_there_is_room_for)
{
    start(RECORDS);
    tandem_locals_start();
    uint32_t n = 0;
    tandem_local *first = tandem_locals_enter(1), *frame = first, *last = first;
    for (; frame && n < 1u << 20; n++)
        frame = tandem_locals_enter(3), last = frame ? frame : last;
    CHECK(n > 1000 && n < 1u << 20 && tandem_locals == last + 3);
    char *a = __builtin_alloca(64);
    first[0] = (tandem_local){a, 64};
    CHECK(!known(a)); /* so far out nobody looks */
    last[0] = (tandem_local){a, 64};
    CHECK(known(a));
    tandem_locals = NULL;
}

static char *asked;
static volatile sig_atomic_t answer;

static void ask(int number)
{
    answer = known(asked);
}

/* What is told of may not be there any more. Asked from a stack below it, as from this one nobody
 * takes it for alive. */
TEST(dead_arrays_do_no_harm)
{
    enum { STACK = 1 << 18 };
    start(RECORDS);
    tandem_locals_start();
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *stack =
        mmap(NULL, STACK + 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(stack != MAP_FAILED);
    char *array = stack + STACK;
    tandem_local *frame = tandem_locals_enter(1);
    frame[0] = (tandem_local){array, 3 * page};
    asked = array + page - 1;
    CHECK(!known(asked));
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = STACK}, NULL);
    sigaction(SIGUSR1, &(struct sigaction){.sa_handler = ask, .sa_flags = SA_ONSTACK}, NULL);
    raise(SIGUSR1);
    CHECK(answer);
    CHECK(munmap(array + page, page) == 0);
    raise(SIGUSR1);
    CHECK(!answer);
    sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
    munmap(stack, STACK + 3 * page);
    tandem_locals = NULL;
}

TEST(symbolic_sizes_and_indices_in_arrays)
{
    tandem_shared *s = start(RECORDS);
    uint8_t in[9] = {3, 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'}, *to = __builtin_alloca(16),
            *from = __builtin_alloca(16);
    memcpy(from, in + 1, 8);
    memset(to, 'z', 16);
    symbolic(in, 9);
    tandem_locals_start();
    tandem_local *frame = tandem_locals_enter(2);
    frame[0] = (tandem_local){to, 10};
    frame[1] = (tandem_local){from, 8};
    tandem_memcpy(from, in + 1, 8, 0, 0, 0);
    tandem_expr n = tandem_unary(TANDEM_ZEXT, 8, 64, load(in, 1));
    tandem_memcpy(to, from, 3, 0, 0, n);
    memcpy(to, from, 3);
    tandem_expr end = tandem_binary(TANDEM_ADD, 64, n, 0, 3, (uintptr_t)to);
    tandem_store(to + 3, 1, end, 0, 0);
    to[3] = 0;
    CHECK(!s->concretized[TANDEM_WHY_SIZE] && !s->concretized[TANDEM_WHY_ADDRESS]);
    for (uint8_t k = 0; k <= 8; k++) {
        uint8_t other[9] = {k, 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'};
        for (uint8_t i = 0; i < 10; i++) {
            tandem_expr e = load(to + i, 1);
            uint64_t wanted = i < k ? 'A' + i : i == k ? 0 : 'z';
            CHECK((e ? value_of(s, e, other) : to[i]) == wanted);
        }
    }
    tandem_locals = NULL;
}
