/* Inputs on their ways through a program: at each place it is said whether something symbolic is
 * expected. Compiled without names of its own being known: some functions are in flows_other.c. */
#include "flows.h"

#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SYMBOLIC(v) expect_symbolic((long)(v), __LINE__)
#define CONCRETE(v) expect_concrete((long)(v), __LINE__)
#define OWN static __attribute__((noinline))

static char global[64];
static const int table[4] = {5, 6, 7, 8};

OWN int add(int a, int b)
{
    CONCRETE(b);
    return a + b;
}

OWN void arithmetic(int x, unsigned char c)
{
    SYMBOLIC(x * 3 + 1);
    SYMBOLIC(x / 7);
    SYMBOLIC((unsigned)x % 10);
    SYMBOLIC(x << 3 ^ x >> 5);
    SYMBOLIC(c & 15);
    SYMBOLIC((short)x);
    SYMBOLIC(x == 5);
    SYMBOLIC(x > 10 ? x : 3);
    SYMBOLIC(abs(x));
    SYMBOLIC(__builtin_popcount(x));
    SYMBOLIC(__builtin_clz(x | 1));
    SYMBOLIC(__builtin_bswap32(x));
    SYMBOLIC(__builtin_bitreverse32(x));
    SYMBOLIC(__builtin_bitreverse8(c));
    SYMBOLIC(__builtin_elementwise_add_sat(x, 77777));
    SYMBOLIC(__builtin_elementwise_sub_sat((short)x, (short)-30000));
    SYMBOLIC((unsigned)x << 7 | (unsigned)x >> 25);
    int r;
    SYMBOLIC(__builtin_mul_overflow(x, 77777, &r));
    SYMBOLIC(r);
    long l;
    SYMBOLIC(__builtin_add_overflow((long)x << 40, 1L << 62, &l));
    SYMBOLIC(l);
    CONCRETE(table[2]);
    SYMBOLIC(table[x & 3]);
}

OWN void floats(double d, float f)
{
    SYMBOLIC(d * 2);
    SYMBOLIC(f + 1);
    SYMBOLIC((float)d);
    SYMBOLIC(-d);
    SYMBOLIC(fabs(d));
    SYMBOLIC(sqrt(d));
    SYMBOLIC(floor(d + 0.5));
    SYMBOLIC(d > 10);
    SYMBOLIC(d != d);
    SYMBOLIC(copysign(d, -1.0));
    SYMBOLIC(other_float(f, 1.0));
    SYMBOLIC(other_float(1.0f, d));
    uint64_t bits;
    memcpy(&bits, &d, 8);
    SYMBOLIC(bits >> 52);
    long double longer = (long double)d * 2;
    SYMBOLIC(longer);
    SYMBOLIC(longer > 3);
    SYMBOLIC((float)(longer - 1));
    SYMBOLIC(isinf(f) + 2 * isnormal(f) + 4 * isfinite(f));
    SYMBOLIC(isinf(d) + 2 * isnormal(d) + 4 * isfinite(d));
    SYMBOLIC(isinf(longer) + 2 * isnormal(longer) + 4 * isfinite(longer));
}

typedef unsigned char bytes __attribute__((vector_size(16)));
typedef int words __attribute__((vector_size(16)));

OWN unsigned __int128 turned(unsigned __int128 v, int by)
{
    return v << by | v >> (128 - by);
}

OWN void wide(long x, unsigned char c)
{
    unsigned __int128 v = (unsigned __int128)(unsigned long)x * 0x9e3779b97f4a7c15u + c, kept[2];
    SYMBOLIC(v >> 64);
    SYMBOLIC(v > 1000);
    SYMBOLIC((__int128)x >> 100);
    SYMBOLIC(v / 10 % 10);
    SYMBOLIC(turned(v, 70) >> 64);
    kept[1] = v;
    SYMBOLIC(kept[1] >> 80);
    SYMBOLIC((long)((unsigned char *)kept)[20]);
    SYMBOLIC((double)v);
    CONCRETE((unsigned __int128)table[1] * 3);
    SYMBOLIC((c ? v : 1) >> 64);
}

OWN void vectors(int x, unsigned char c)
{
    words a = {x, 2, 3, 4}, b = {5, 6, 7, 8};
    words sum = a * b + 1;
    SYMBOLIC(sum[0]);
    CONCRETE(sum[2]);
    bytes parts = (bytes)sum;
    SYMBOLIC(parts[3]);
    CONCRETE(parts[9]);
    bytes all = {c, 1, 2, 3};
    SYMBOLIC((all == 7)[0]);
    words moved = __builtin_shufflevector(a, b, 4, 0, 1, 2);
    CONCRETE(moved[0]);
    SYMBOLIC(moved[1]);
    static words there;
    there = moved;
    SYMBOLIC(((int *)&there)[1]);
}

OWN void atomics(int x)
{
    static _Atomic int at, other;
    at = x;
    SYMBOLIC(at);
    SYMBOLIC(__c11_atomic_fetch_add(&at, 3, __ATOMIC_SEQ_CST));
    SYMBOLIC(at);
    CONCRETE(__c11_atomic_fetch_xor(&other, x, __ATOMIC_SEQ_CST));
    SYMBOLIC(other);
    SYMBOLIC(__c11_atomic_exchange(&other, 4, __ATOMIC_SEQ_CST));
    CONCRETE(other);
    int expected = 4;
    CONCRETE(__c11_atomic_compare_exchange_strong(&other, &expected, x, __ATOMIC_SEQ_CST,
                                                  __ATOMIC_SEQ_CST));
    SYMBOLIC(other);
    SYMBOLIC(__c11_atomic_compare_exchange_strong(&other, &expected, x, __ATOMIC_SEQ_CST,
                                                  __ATOMIC_SEQ_CST));
}

OWN void memory(int x, char c)
{
    char local[32] = {0};
    local[3] = c;
    SYMBOLIC(local[3]);
    CONCRETE(local[4]);
    memcpy(global, local, sizeof local);
    SYMBOLIC(global[3]);
    memmove(global + 1, global, 8);
    SYMBOLIC(global[4]);
    memset(global, c, 3);
    SYMBOLIC(global[2]);
    memset(global, 0, sizeof global);
    CONCRETE(global[2]);
    int *heap = malloc(40);
    heap[9] = x;
    SYMBOLIC(heap[9]);
    SYMBOLIC(((char *)heap)[37]);
    heap[9] = 4;
    CONCRETE(heap[9]);
    free(heap);
    other_write(&local[7], c);
    SYMBOLIC(local[7]);
    union {
        int i;
        float f;
        unsigned char b[4];
    } u = {.i = x};
    SYMBOLIC(u.b[2]);
    struct {
        unsigned a : 5, b : 9;
    } field = {.a = 3};
    field.b = (unsigned)x;
    SYMBOLIC(field.b);
    _Bool truth = c;
    static _Bool kept;
    kept = truth;
    SYMBOLIC(kept);
    struct two pair = {1, x}, copy = pair;
    CONCRETE(copy.a);
    SYMBOLIC(copy.b);
}

OWN int deeper(int n, int x)
{
    char space[300];
    memset(space, n ? x : 0, sizeof space);
    if (!n)
        CONCRETE(space[n + 17]);
    return n ? deeper(n - 1, x) : space[n + 1];
}

OWN int one_more(int x)
{
    return x + 1;
}

OWN int compare(const void *a, const void *b)
{
    SYMBOLIC(*(const char *)a);
    return *(const char *)a - *(const char *)b;
}

OWN void calls(int x, char c)
{
    SYMBOLIC(add(x, 2));
    SYMBOLIC(other_add(2, x));
    CONCRETE(other_add(2, 3));
    two t = other_two(x);
    SYMBOLIC(t.a);
    CONCRETE(t.b);
    mixed m = other_mixed(x);
    SYMBOLIC(m.d);
    SYMBOLIC(m.i);
    big b = {.a = x, .b = x};
    b.c[12] = c;
    SYMBOLIC(other_big(1, b, x));
    huge h = {{0}};
    h.v[3] = h.v[29] = h.v[30] = x;
    SYMBOLIC(other_huge(h, x));
    SYMBOLIC(other_many(x, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
                        21, 22, 23, 24, 25, 26, 27, 28, x, x, 31, x));
    SYMBOLIC(other_variable(2, x, (double)x, 3L, x, (double)c, 4L));
    SYMBOLIC(other_variable(4, x, (double)x, 1L, x, x * 2.0, 2L, x, x * 3.0, 3L, x, x * 4.0, 4L));
    SYMBOLIC(other_pointer(1)(x, 2));
    SYMBOLIC(other_pointer(0)(x, 2));
    CONCRETE(other_pointer(0)(3, 2));
    SYMBOLIC(other_callback(one_more, x));
    CONCRETE(other_callback(one_more, 5));
    char text[4] = {'d', 'b', 'c', 'a'};
    input_fill(text, sizeof text);
    qsort(text, sizeof text, 1, compare);
    CONCRETE(deeper(3, x));
}

static jmp_buf landing;

OWN void jump(int x)
{
    add(x, 1);
    longjmp(landing, 2);
}

OWN void jumps(int x)
{
    int y = x + 1;
    if (!setjmp(landing))
        jump(x);
    SYMBOLIC(y);
    SYMBOLIC(add(x, 2));
    CONCRETE(other_add(1, 2));
}

/* ---- Arrays on the stack */

#define BOUNDS(p, before, bytes) expect_bounds(p, before, bytes, __LINE__)

OWN void use(char *p)
{
    *p = 1;
}

/* Each call has its own; those of callers stay. */
OWN void nested(int depth, const char *outer, int size)
{
    char here[40];
    use(here);
    BOUNDS(here + 39, 39, 40);
    BOUNDS(here + 40, 0, 0);
    BOUNDS(outer, 0, size);
    if (depth)
        nested(depth - 1, here, sizeof here);
    BOUNDS(here, 0, 40);
}

OWN const char *leave(void)
{
    char gone[48];
    char *volatile p = gone;
    use(p);
    BOUNDS(p, 0, 48);
    return p;
}

OWN void scopes(int n)
{
    if (n & 1) {
        char one[24];
        use(one);
        BOUNDS(one + 23, 23, 24);
    } else {
        char other[80];
        use(other);
        BOUNDS(other + 23, 23, 80);
    }
    for (int i = 1; i < 4; i++) {
        char turn[56];
        use(turn);
        BOUNDS(turn + i, i, 56);
        char sized[n * i];
        use(sized);
        BOUNDS(sized, 0, n * i);
        BOUNDS(turn, 0, 56);
    }
    char behind[n + 100];
    use(behind);
    BOUNDS(behind, 0, n + 100);
}

OWN void by_value(big b)
{
    use(b.c);
    BOUNDS(&b, 0, sizeof b);
}

OWN void jump_over(int n)
{
    char lost[64];
    use(lost);
    BOUNDS(lost, 0, 64);
    if (n)
        jump_over(n - 1);
    longjmp(landing, 1);
}

/* Others stand where those were that did not return. */
OWN void jumped(void)
{
    char own[72];
    use(own);
    if (!setjmp(landing))
        jump_over(3);
    BOUNDS(own, 0, 72);
    BOUNDS(own - 72, 0, 0);
    nested(2, own, 72);
}

static const char *interrupted;

static void handler(int number)
{
    char own[88];
    use(own);
    BOUNDS(own, 0, 88);
    BOUNDS(interrupted, 0, 16);
}

OWN void signals(void)
{
    static char stack[65536];
    char own[16];
    use(own);
    interrupted = own;
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    BOUNDS(own, 0, 16);
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    sigaction(SIGUSR1, &(struct sigaction){.sa_handler = handler, .sa_flags = SA_ONSTACK}, NULL);
    raise(SIGUSR1);
    BOUNDS(own, 0, 16);
}

OWN void bounds(void)
{
    volatile int n = 21;
    char outer[32];
    struct {
        int before;
        char text[20];
        long behind;
    } inside;
    int pairs[6][2];
    use(outer);
    use(inside.text);
    use((char *)pairs);
    BOUNDS(inside.text + 1, 5, sizeof inside);
    BOUNDS(&pairs[5][1], 44, 48);
    nested(5, outer, sizeof outer);
    BOUNDS(leave(), 0, 0);
    scopes(n);
    scopes(n + 1);
    by_value((big){.a = n});
    jumped();
    jumped();
    signals();
    BOUNDS(outer, 0, 32);
}

/* Stores wait for the end of their stretch: loads that may meet them do not pass. */
OWN long through(two *p, two *q, int *r, int x)
{
    p->a = x;
    long first = q->a; /* p and q are the same */
    p->b = first + 1;
    long second = q->a + r[0]; /* neither is the store before it */
    r[0] = x + 2;
    r[1] = 5;
    SYMBOLIC(first);
    SYMBOLIC(second);
    CONCRETE(r[1]);
    return q->b + r[0] - second;
}

OWN void order(int x)
{
    two t = {3, 4};
    int r[2] = {7, 8};
    int *volatile hidden = r;
    two *volatile same = &t;
    SYMBOLIC(through(&t, same, hidden, x));
    SYMBOLIC(t.b);
    if (t.a != x || t.b != (long)x + 1 || r[0] != x + 2 || r[1] != 5)
        abort();
}

int main(void)
{
    int x;
    input_fill(&x, sizeof x);
    char c = (char)input_byte();
    SYMBOLIC(x);
    SYMBOLIC(c);
    arithmetic(x, (unsigned char)c);
    floats(c * 0.5, c * 0.25f);
    wide(((long)x << 32) + c, (unsigned char)c);
    vectors(x, (unsigned char)c);
    atomics(x);
    memory(x, c);
    order(x);
    calls(x, c);
    jumps(x);
    bounds();
    puts("all as expected");
    return 0;
}
