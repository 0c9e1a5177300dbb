/* What the compiler does by intrinsic functions, of numbers that are likely to be an edge: whoever compiles it, the
 * same is printed. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t random_state = 88172645463325252u, sum;

static uint64_t random_bits(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static void add(uint64_t value)
{
    sum = (sum ^ value) * 0x100000001b3u;
}

/* Few bits set, few not set, or any; exponents are often all or none. */
static uint64_t edge(void)
{
    uint64_t kind = random_bits(), x = random_bits(),
             hole = random_bits() & random_bits() & random_bits();
    switch (kind % 6) {
    case 0:
        return x;
    case 1:
        return hole;
    case 2:
        return ~hole;
    case 3:
        return UINT64_C(1) << x % 64;
    case 4:
        return -(UINT64_C(1) << x % 64);
    default:
        return (UINT64_C(1) << x % 64) - 1;
    }
}

#define CLASSES(x)                            \
    add(__builtin_isfpclass(x, 0x003));       \
    add(__builtin_isfpclass(x, 0x204) << 1);  \
    add(__builtin_isfpclass(x, 0x108) << 2);  \
    add(__builtin_isfpclass(x, 0x090) << 3);  \
    add(__builtin_isfpclass(x, 0x060) << 4);  \
    add(__builtin_isfpclass(x, 0x1f8) << 5);  \
    add(__builtin_isfpclass(x, 0x007) << 6);  \
    add(__builtin_isfpclass(x, 0x240) << 7);  \
    add(__builtin_isfpclass(x, 0x128) << 8);  \
    add(__builtin_isfpclass(x, 0x3ff) << 9);  \
    add(__builtin_isfpclass(x, 0x002) << 10); \
    add(__builtin_isfpclass(x, 0x001) << 11)

__attribute__((noinline)) static void short_classes(uint64_t bits)
{
    float f;
    double d;
    uint32_t part = (uint32_t)bits;
    memcpy(&f, &part, 4);
    memcpy(&d, &bits, 8);
    CLASSES(f);
    CLASSES(d);
}

/* Its first digit is what the exponent says: of others compilers say this and that. */
__attribute__((noinline)) static void long_classes(uint64_t low, uint64_t high)
{
    long double l = 0;
    uint16_t top = (uint16_t)high;
    low = top & 0x7fff ? low | UINT64_C(1) << 63 : low & INT64_MAX;
    memcpy(&l, &low, 8);
    memcpy((char *)&l + 8, &top, 2);
    CLASSES(l);
}

#define SATURATED(type)                                             \
    add((uint64_t)__builtin_elementwise_add_sat((type)a, (type)b)); \
    add((uint64_t)__builtin_elementwise_sub_sat((type)a, (type)b))

__attribute__((noinline)) static void integers(uint64_t a, uint64_t b)
{
    add(__builtin_bitreverse8((uint8_t)a));
    add(__builtin_bitreverse16((uint16_t)a));
    add(__builtin_bitreverse32((uint32_t)a));
    add(__builtin_bitreverse64(a));
    SATURATED(int8_t);
    SATURATED(int16_t);
    SATURATED(int32_t);
    SATURATED(int64_t);
}

int main(void)
{
    for (int i = 0; i < 20000; i++) {
        short_classes(edge());
        long_classes(edge(), edge());
        integers(edge(), edge());
        if (i % 1000 == 0)
            printf("%016lx\n", (unsigned long)sum);
    }
    return 0;
}
