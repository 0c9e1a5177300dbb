/* Formats of printf as closed boxes: what they read and how much they write. */
#include <stdio.h>

#include "runtime/calls/print.h"
#include "runtime_run.h"
#include "test.h"

static tandem_call call_of(const char *format, uint32_t n, const uint64_t *args, uint64_t floats)
{
    tandem_call c = {.name = "sprintf", .n = n + 2, .floats = floats << 2};
    c.value[1] = (uintptr_t)format;
    for (uint32_t i = 0; i < n; i++)
        c.value[i + 2] = args[i];
    return c;
}

/* The bytes that it prints, and those that it reads. */
static size_t printed(const char *format, uint32_t n, const uint64_t *args, uint64_t floats,
                      size_t *reads)
{
    tandem_call c = call_of(format, n, args, floats);
    tandem_footprint f = {0};
    start(RECORDS);
    tandem_print_inputs(&c, 1, &f);
    *reads = f.reached.full ? SIZE_MAX : f.reached.bytes;
    size_t most;
    return tandem_print_bytes(&c, 1, &most);
}

#define PRINTED(floats, reads, format, ...)                                \
    printed(format, (uint32_t)(sizeof((uint64_t[]){__VA_ARGS__}) / 8) - 1, \
            (uint64_t[]){__VA_ARGS__} + 1, floats, reads)

TEST(formats)
{
    size_t reads;
    double half = 0.5;
    uint64_t bits;
    memcpy(&bits, &half, sizeof(bits));
    uint64_t text = (uintptr_t)"hello";
    CHECK(PRINTED(0, &reads, "plain %% text", 0) == sizeof("plain % text") && reads == 0);
    CHECK(PRINTED(0, &reads, "%s", 0, text) == 6 && reads == 6);
    CHECK(PRINTED(0, &reads, "%-8s|%c", 0, text, 'x') == 11 && reads == 6);
    CHECK(PRINTED(0, &reads, "%.2s", 0, text) == 3 && reads == 2);
    CHECK(PRINTED(0, &reads, "%.*s,%d", 0, 3, text, 7) == 6 && reads == 3);
    CHECK(PRINTED(0, &reads, "%*.*s", 0, 9, 1, text) == 10 && reads == 1);
    CHECK(PRINTED(0, &reads, "%.*s", 0, (uint64_t)-1, text) == 6 && reads == 6);
    CHECK(PRINTED(0, &reads, "%5ld%#llx", 0, 1, 255) == 10 && reads == 0);
    CHECK(PRINTED(1, &reads, "%.3f %s", 0, bits, text) == 12 && reads == 6);
    CHECK(PRINTED(0, &reads, "%%%s%%%%", 0, text) == 9 && reads == 6);
    CHECK(PRINTED(0, &reads, "%s", 0, 0) == sizeof("(null)") && reads == 0);
}

TEST(formats_that_are_not_known)
{
    size_t reads;
    int count;
    uint64_t text = (uintptr_t)"hello";
    static const char *const strange[] = {"%n", "%Lf", "%ls", "%lc", "%1$s", "%m", "%"};
    for (size_t i = 0; i < sizeof(strange) / sizeof(*strange); i++) {
        tandem_call c = call_of(strange[i], 1, (uint64_t[]){(uintptr_t)&count}, 0);
        tandem_footprint f = {0};
        start(RECORDS);
        tandem_print_inputs(&c, 1, &f);
        CHECK_MSG(f.reached.full || strcmp(strange[i], "%") == 0, "%s", strange[i]);
    }
    (void)PRINTED(0, &reads, "%s%s", 0, text); /* an argument is missing */
    CHECK(reads == SIZE_MAX);
}

/* An input may become longer than it is. */
TEST(room_for_inputs)
{
    tandem_shared *s = start(RECORDS);
    static char in[8] = "ab", out[64];
    symbolic(in, 7);
    CHECK(CALLING("sprintf", none, (uintptr_t)out, (uintptr_t)"<%s>", (uintptr_t)in));
    int n = sprintf(out, "<%s>", in);
    tandem_expr e = tandem_called(32, (uint64_t)n);
    CHECK(e && s->log[e].op == TANDEM_FRESH && find_record(s, TANDEM_BOX));
    for (int i = 0; i < 9; i++)
        CHECK(load(out + i, 1));
    CHECK(!load(out + 16, 1));
    uint32_t assumed = find_record(s, TANDEM_ASSUME); /* <, >, the end and what the text can be */
    CHECK(assumed && s->log[s->log[assumed].a].op == TANDEM_ULT);
    CHECK(s->log[s->log[s->log[assumed].a].b].a == 10);
}
