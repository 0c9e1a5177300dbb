/* Functions that nobody has listed: what a trial finds out about them, in copies of this program.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "instrument/dfsan_list.h"
#include "runtime/boxes/classify.h"
#include "runtime/boxes/reach.h"
#include "runtime/boxes/signature.h"
#include "runtime/boxes/trial.h"
#include "runtime/core/modules.h"
#include "runtime_run.h"

#define UNLISTED __attribute__((noinline, noclone)) static

UNLISTED uint64_t add(uint64_t a, uint64_t b)
{
    return a * 3 + b;
}

UNLISTED double halve(double d)
{
    return d / 2;
}

UNLISTED int fill(uint8_t *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = (uint8_t)(i + 1);
    errno = n > 4 ? ERANGE : 0;
    return n;
}

UNLISTED int count(int n)
{
    static int calls;
    return n + ++calls;
}

static int state;
UNLISTED int remember(int n)
{
    return state = n;
}

UNLISTED int write_file(int n)
{
    int fd = open("written", O_WRONLY | O_CREAT, 0600);
    return fd >= 0 && !close(fd) ? n : 0;
}

UNLISTED int look_at_clock(int n)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return n ^ (int)t.tv_sec;
}

UNLISTED int peek(int *p)
{
    return *p + 1;
}

UNLISTED int keep_number(int n, void *user)
{
    return n + (int)(uintptr_t)user;
}

/* A sanitizer would print something first, which is a system call. */
__attribute__((no_sanitize("address", "undefined"))) UNLISTED int crash(int n)
{
    volatile int *nowhere = (volatile int *)((uintptr_t)n * sizeof(int));
    return *nowhere;
}

UNLISTED int loop(int n)
{
    volatile int again = 1;
    unsigned turns = (unsigned)n; /* it may come round */
    while (again)
        turns++;
    return (int)turns;
}

/* A page that is no private memory of the program: what is counted there is not seen. */
static int *shared_page;
UNLISTED int differ(int n)
{
    return n + ++*shared_page;
}

static tandem_class class;
static tandem_origin try_with(const void *f, const char *text, uint32_t n, uint64_t floats,
                              const uint64_t *values)
{
    tandem_call c = {.function = f, .name = "f", .n = n, .floats = floats};
    tandem_signature s;
    const char *bad;
    CHECK(tandem_signature_read(text, &s, &bad));
    memcpy(c.value, values, n * sizeof(*values));
    class = (tandem_class){.name = "f"};
    errno = EDOM;
    tandem_try(&c, &s, &class);
    CHECK(errno == EDOM);
    CHECK(!strcmp(class.name, "f"));
    return (tandem_origin) class.origin;
}
#define TRY(f, text, ...)                                                                  \
    try_with((const void *)(uintptr_t)(f), text, sizeof((uint64_t[]){__VA_ARGS__}) / 8, 0, \
             (uint64_t[]){__VA_ARGS__})

TEST(functions_of_their_arguments_are_boxes)
{
    CHECK(TRY(add, "i64 i64 i64", 5, 6) == TANDEM_ORIGIN_TRIAL);
    CHECK(!class.extent[0] && !class.extent[1]);
    double d = 81;
    uint64_t bits;
    memcpy(&bits, &d, sizeof(bits));
    CHECK(try_with((const void *)(uintptr_t)halve, "f64 f64", 1, 1, &bits) == TANDEM_ORIGIN_TRIAL);
    CHECK(TRY(strlen, "i64 str", (uintptr_t)"some text") == TANDEM_ORIGIN_TRIAL);
}

TEST(what_is_written_is_measured)
{
    uint8_t on_stack[64] = {0};
    uint8_t *block = calloc(1, 64);
    tandem_object_add(block, 10);
    CHECK(TRY(fill, "i32 inout[1..] i32 errno", (uintptr_t)on_stack, 12) == TANDEM_ORIGIN_TRIAL);
    CHECK(class.extent[0] == 12);
    CHECK(TRY(fill, "i32 inout[8..] i32 errno", (uintptr_t)on_stack, 12) == TANDEM_ORIGIN_TRIAL);
    CHECK(class.extent[0] == 16);
    CHECK(TRY(fill, "i32 inout[1..] i32 errno", (uintptr_t)block, 10) == TANDEM_ORIGIN_TRIAL);
    CHECK(class.extent[0] == 10);
    tandem_object_add(block + 16, 32);
    CHECK(TRY(fill, "i32 inout[1..] i32 errno", (uintptr_t)block, 30) == TANDEM_ORIGIN_STATE);
    tandem_object_remove(block + 16);
    CHECK(TRY(fill, "i32 inout[1..] i32 errno", 0, 0) == TANDEM_ORIGIN_TRIAL);
    CHECK(TRY(fill, "i32 ptr i32 errno", (uintptr_t)on_stack, 12) == TANDEM_ORIGIN_STATE);
    for (size_t i = 0; i < sizeof(on_stack); i++) /* all that was in copies */
        CHECK(!on_stack[i] && !block[i]);
    tandem_object_remove(block);
    free(block);
}

TEST(others_are_not_and_it_is_said_why)
{
    CHECK(TRY(count, "i32 i32", 5) == TANDEM_ORIGIN_STATE);
    CHECK(TRY(remember, "i32 i32", 5) == TANDEM_ORIGIN_STATE && !state);
    CHECK(TRY(write_file, "i32 i32", 5) == TANDEM_ORIGIN_SYSTEM && class.detail);
    CHECK(access("written", F_OK) != 0);
    CHECK(TRY(look_at_clock, "i32 i32", 5) == TANDEM_ORIGIN_CLOCK);
    CHECK(TRY(crash, "i32 i32", 5) == TANDEM_ORIGIN_CRASHED);
    CHECK(TRY(loop, "i32 i32", 5) == TANDEM_ORIGIN_SLOW);
    shared_page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK(shared_page != MAP_FAILED);
    CHECK(TRY(differ, "i32 i32", 5) == TANDEM_ORIGIN_UNSTEADY);
    munmap(shared_page, 4096);
    CHECK(TRY(getppid, "i32 i32", 5) == TANDEM_ORIGIN_SYSTEM);
}

#ifndef __SANITIZE_ADDRESS__ /* whose heap is another one */
UNLISTED int borrow(int n)
{
    char *p = malloc(100 + (size_t)n);
    memset(p, n, 100);
    __asm__ volatile("" ::"r"(p) : "memory");
    int sum = p[0] + p[99];
    free(p);
    return sum;
}

UNLISTED int leak(int n)
{
    char *p = malloc(40);
    __asm__ volatile("" ::"r"(p) : "memory");
    return p ? n : 0;
}

TEST(memory_may_be_borrowed)
{
    CHECK(borrow(5) == 10); /* what it calls is bound now */
    CHECK(TRY(borrow, "i32 i32", 5) == TANDEM_ORIGIN_TRIAL);
    CHECK(TRY(leak, "i32 i32", 5) == TANDEM_ORIGIN_ALLOCATES);
}
#endif

/* ---- Through a call that the program makes */

static uint32_t base;
static const tandem_prototype prototypes[] = {
    {"t_add", "i64 i64 i64", TANDEM_ORIGIN_UNTRIED},
    {"t_count", "i32 i32", TANDEM_ORIGIN_UNTRIED},
    {"t_fill", "i32 inout[1..] i32 errno", TANDEM_ORIGIN_UNTRIED},
    {"t_list", "i32 i32", TANDEM_ORIGIN_DFSAN},
    {"t_none", NULL, TANDEM_ORIGIN_VARIADIC},
    {"t_peek", "i32 inout[4..] errno", TANDEM_ORIGIN_UNTRIED},
    {"t_user", "i32 i32 inout[1..] errno", TANDEM_ORIGIN_UNTRIED},
};
static const tandem_module_info module = {
    TANDEM_ABI, 0,  sizeof prototypes / sizeof *prototypes, NULL, prototypes, &base, NULL,
    NULL,       {0}};

/* Both halves of a call come from the same function; the first argument has the expression. */
#define CALL(f, name, e, ...)                                            \
    tandem_calling((const void *)(uintptr_t)(f), name, 0,                \
                   (uint32_t)(sizeof((uint64_t[]){__VA_ARGS__}) / 8), 0, \
                   (uint64_t[]){__VA_ARGS__}, (tandem_expr[TANDEM_MAX_ARGS]){e})

TEST(a_call_is_classified_once)
{
    tandem_shared *s = start(RECORDS);
    uint8_t in[32] = {7};
    tandem_module(&module);
    s->n_classes = s->n_functions = 0;
    symbolic(in, sizeof(in));
    CHECK(!CALL(add, "t_add", 0, 7, 1)); /* nothing depends on inputs */
    CHECK(!s->n_classes);
    CHECK(CALL(add, "t_add", load(in, 8), 7, 1));
    CHECK(tandem_called(64, add(7, 1)));
    CHECK(s->n_classes == 1 && s->classes[0].origin == TANDEM_ORIGIN_TRIAL);
    CHECK(s->n_functions == 1 && s->functions[0].origin == TANDEM_ORIGIN_TRIAL);
    CHECK(!CALL(count, "t_count", load(in, 4), 7));
    CHECK(!CALL(count, "t_count", load(in + 8, 4), 0));
    CHECK(s->n_classes == 2 && s->classes[1].origin == TANDEM_ORIGIN_STATE &&
          s->classes[1].concrete == 2);
    s->classes[0].origin = TANDEM_ORIGIN_UNSTEADY; /* as the host does it */
    CHECK(!CALL(add, "t_add", load(in + 12, 8), 0, 1));
    CHECK(CALL(crash, "t_list", load(in + 20, 4), 0));
    CHECK(tandem_called(32, 0));
    CHECK(s->functions[s->n_functions - 1].origin == TANDEM_ORIGIN_DFSAN);
    CHECK(!CALL(count, "t_none", load(in + 24, 2), 0));
    CHECK(s->classes[2].origin == TANDEM_ORIGIN_VARIADIC && s->classes[2].concrete == 1);
    CHECK(!CALL(add, "t_add", load(in + 26, 2), 0)); /* not as it was declared */
}

TEST(written_bytes_become_results)
{
    tandem_shared *s = start(RECORDS);
    uint8_t in[2] = {3, 0}, out[16] = {0};
    s->n_classes = s->n_functions = 0;
    symbolic(in, 2);
    memcpy(out + 1, in, 2);
    tandem_memcpy(out + 1, in, 2, 0, 0, 0);
    CHECK(CALL(fill, "t_fill", 0, (uintptr_t)out, 6));
    CHECK(s->classes[0].origin == TANDEM_ORIGIN_TRIAL && s->classes[0].extent[0] == 6);
    CHECK(tandem_called(32, (uint64_t)fill(out, 6)));
    for (int i = 0; i < 6; i++)
        CHECK(load(out + i, 1));
    CHECK(!load(out + 6, 1));
}

TEST(memory_with_inputs_stays_what_it_was)
{
    tandem_shared *s = start(RECORDS);
    uint8_t in[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    s->n_classes = s->n_functions = 0;
    symbolic(in, 8);
    tandem_expr before = load(in, 4);
    CHECK(CALL(peek, "t_peek", 0, (uintptr_t)in));
    CHECK(s->classes[0].origin == TANDEM_ORIGIN_TRIAL && !s->classes[0].extent[0]);
    CHECK(tandem_called(32, (uint64_t)peek((int *)(void *)in)));
    CHECK(load(in, 4) == before);
}

TEST(pointers_may_be_numbers)
{
    start(RECORDS);
    uint8_t in[8] = {0};
    char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(page != MAP_FAILED && munmap(page + 4096, 4096) == 0);
    CHECK(tandem_readable(in, 8) && tandem_readable(page, 4096) && tandem_readable(page + 4095, 1));
    CHECK(!tandem_readable(page, 4097) && !tandem_readable((void *)5, 1) &&
          !tandem_readable((void *)UINTPTR_MAX, 1) && !tandem_readable(NULL, 1));
    memset(page, 'x', 4096);
    CHECK(tandem_string_reach(page + 4000, SIZE_MAX, 1) == 96); /* a string without an end */
    symbolic(in, 8);
    CHECK(CALL(keep_number, "t_user", load(in, 4), 0, 5));
    CHECK(tandem_called(32, 0));
    CHECK(CALL(keep_number, "t_user", load(in + 4, 4), 0, (uintptr_t)(page + 4096)));
    CHECK(tandem_called(32, 0));
    munmap(page, 4096);
}

TEST(inputs_behind_a_pointer_are_reached)
{
    start(RECORDS);
    uint8_t in[100] = {0};
    CHECK(tandem_input_reach(in, 4) == 4);
    symbolic(in + 10, 5);
    CHECK(tandem_input_reach(in, 4) == 15);
    CHECK(tandem_input_reach(in, 40) == 40);
    symbolic(in + 60, 1); /* too far away */
    CHECK(tandem_input_reach(in, 4) == 15);
    tandem_signature s;
    const char *bad;
    CHECK(tandem_signature_read("i32 in[4..] inout[a1*2..]", &s, &bad));
    CHECK(s.arg[0].size.more && s.arg[1].size.more && s.n == 2);
    CHECK(!tandem_signature_read("i32 in[..]", &s, &bad));
    CHECK(!tandem_signature_read("i32 in[4.]", &s, &bad));
}

TEST(the_dfsan_list_is_read)
{
    strbuf text = STRBUF_INIT;
    ir_dfsan_list list;
    strbuf_puts(&text, "# fun:comment=functional\nfun:cube=functional\nfun:cube=uninstrumented\n"
                       "fun:puts=discard\nfun:broken\nfun:=\n=functional\nsrc:x=discard\n\n"
                       "fun:last=functional");
    ir_dfsan_read(&list, &text);
    CHECK(ir_dfsan_of(&list, "cube", 4) == IR_DFSAN_FUNCTIONAL);
    CHECK(ir_dfsan_of(&list, "puts", 4) == IR_DFSAN_DISCARD);
    CHECK(ir_dfsan_of(&list, "last", 4) == IR_DFSAN_FUNCTIONAL);
    CHECK(ir_dfsan_of(&list, "broken", 6) == IR_DFSAN_UNKNOWN);
    CHECK(ir_dfsan_of(&list, "comment", 7) == IR_DFSAN_UNKNOWN);
    ir_dfsan_free(&list);
    strbuf_free(&text);
}
