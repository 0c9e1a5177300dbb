/* Where runs broke: what they tell is read, whatever it is, and told apart. */
#include <string.h>

#include "base/rng.h"
#include "explore/finding/broken.h"
#include "test.h"

static const char REPORT[] =
    "=================================================================\n"
    "==22==ERROR: AddressSanitizer: heap-use-after-free on address 0x5020 at pc 0x55 bp 0x7f\n"
    "READ of size 1 at 0x502000000014 thread T0\n"
    "    #0 0x55555566958e  (/tmp/a (b)+c/prog+0x11558e) (BuildId: 8744f5c8)\n"
    "    #1 0x7ffff7ce9249  (/lib/libc.so.6+0x27249) (BuildId: 93ac61ec)\n"
    "    #2 0x555555669429  (/tmp/a (b)+c/prog+0x115429) (BuildId: 8744f5c8)\n"
    "\n"
    "0x502000000014 is located 0 bytes inside of 4-byte region [0x502000000010,0x502000000014)\n"
    "freed by thread T0 here:\n"
    "    #0 0x555555628d4f  (/tmp/a (b)+c/prog+0xd4d4f) (BuildId: 8744f5c8)\n"
    "\n"
    "previously allocated by thread T0 here:\n"
    "    #0 0x555555628d4f  (/tmp/a (b)+c/prog+0xd4d50) (BuildId: 8744f5c8)\n"
    "\n"
    "Something else here:\n"
    "    #0 0x555555628d4f  (/tmp/a (b)+c/prog+0xd4d51) (BuildId: 8744f5c8)\n"
    "SUMMARY: AddressSanitizer: heap-use-after-free\n";
static const char PROGRAM[] = "/tmp/a (b)+c/prog";

TEST(reports_are_read)
{
    explore_broken b;
    broken_read(&b, REPORT, PROGRAM);
    CHECK_STR(b.error, "heap-use-after-free");
    CHECK_STR(b.access, "read of 1 byte");
    CHECK(b.frames.n == 5 && !b.sections[0]);
    CHECK_STR(b.sections[1], "freed by thread T0 here");
    CHECK_STR(b.sections[2], "previously allocated by thread T0 here");
    CHECK_STR(b.frames.at[0].module, PROGRAM);
    CHECK(b.frames.at[0].own && b.frames.at[0].offset == 0x11558e && !b.frames.at[0].section);
    CHECK(!b.frames.at[1].own && b.frames.at[1].offset == 0x27249);
    CHECK(b.frames.at[3].section == 1 && b.frames.at[4].section == 2);
    CHECK(b.frames.at[4].offset == 0xd4d50);
    broken_free(&b);
}

static void expect_error(const char *line, const char *wanted)
{
    explore_broken b;
    strbuf text = STRBUF_INIT;
    strbuf_printf(&text, "==1==ERROR: AddressSanitizer: %s\n", line);
    broken_read(&b, text.text, PROGRAM);
    CHECK_STR(b.error, wanted);
    broken_free(&b);
    strbuf_free(&text);
}

TEST(errors_have_names)
{
    expect_error("attempting double-free on 0x602000000010 in thread T0:",
                 "attempting double-free");
    expect_error("attempting free on address which was not malloc()-ed: 0x7ffe in thread T0",
                 "attempting free on address which was not malloc()-ed");
    expect_error("memcpy-param-overlap: memory ranges [0x1,0x2) and [0x1,0x2) overlap",
                 "memcpy-param-overlap");
    expect_error("negative-size-param: (size=-1)", "negative-size-param");
    expect_error("calloc-overflow (thread T0)", "calloc-overflow");
}

static uint64_t key_of(const char *text)
{
    explore_broken b;
    broken_read(&b, text, "/p");
    uint64_t key = broken_key(&b);
    broken_free(&b);
    return key;
}

TEST(keys_are_of_the_innermost_frames)
{
    uint64_t key = key_of("    #0 0x1 (/p+0x1)\n    #1 0x2 (/p+0x2)\n    #2 0x3 (/p+0x3)\n");
    CHECK(key);
    CHECK(key == key_of("    #0 0x1 (/p+0x1)\n    #1 0x2 (/p+0x2)\n    #2 0x3 (/p+0x3)\n"
                        "    #3 0x4 (/p+0x4)\n"));
    CHECK(key == key_of("    #0 0x9 (/lib/libc.so.6+0x9)\n    #1 0x1 (/proc/self/exe+0x1)\n"
                        "    #2 0x2 (/proc/self/exe+0x2)\n    #3 0x3 (/proc/self/exe+0x3)\n"));
    CHECK(key != key_of("    #0 0x1 (/p+0x1)\n    #1 0x2 (/p+0x2)\n    #2 0x3 (/p+0x4)\n"));
    CHECK(key != key_of("    #0 0x1 (/p+0x1)\n"));
    CHECK(key_of("    #0 0x1 (/lib/x.so+0x1)\n") != key_of("    #0 0x1 (/lib/x.so+0x2)\n"));
    CHECK(!key_of("") && !key_of("\n#\n # (\n"));
    CHECK(key_of("ERROR: AddressSanitizer: a\n") != key_of("ERROR: AddressSanitizer: b\n"));
}

TEST(descriptions_are_compared_by_three_frames)
{
    uint64_t key = broken_description_key("crash\n  #0 a\n  #1 b\n  #2 c\n  #3 d\n");
    CHECK(key == broken_description_key("crash\n  #0 a\n  #1 b\n  #2 c\n  #3 x\nsanitizer: y\n"));
    CHECK(key != broken_description_key("crash\n  #0 a\n  #1 b\n  #2 x\n"));
    CHECK(key != broken_description_key("hang\n  #0 a\n  #1 b\n  #2 c\n"));
    CHECK(broken_description_key("hang\n") == broken_description_key("hang"));
}

/* Frames that addr2line knows nothing of are a module and an offset. */
TEST(frames_without_names)
{
    explore_broken b;
    strbuf out = STRBUF_INIT;
    broken_read(&b, "    #0 0x1 (/lib/x.so+0x1f)\n    #1 0x1 (/nowhere/p+0x20)\n", "/nowhere/p");
    broken_describe(&b, "/nowhere/p", NULL, &out);
    CHECK_STR(out.text, " at x.so+0x1f\n  #0 x.so+0x1f\n  #1 p+0x20\n");
    broken_free(&b);
    strbuf_clear(&out);
    broken_read(&b, "", "/nowhere/p");
    broken_describe(&b, "/nowhere/p", NULL, &out);
    CHECK_STR(out.text, "\n");
    broken_free(&b);
    strbuf_free(&out);
}

TEST(anything_may_be_told)
{
    rng r;
    rng_seed(&r, 5);
    for (uint64_t i = test_count(20000); i; i--) {
        char text[sizeof REPORT];
        memcpy(text, REPORT, sizeof text);
        for (uint64_t n = rng_below(&r, 8); n; n--)
            text[rng_below(&r, sizeof text - 1)] = "\n #(+0x:)\0here"[rng_below(&r, 14)];
        explore_broken b;
        broken_read(&b, text + rng_below(&r, sizeof text), PROGRAM);
        (void)broken_key(&b);
        broken_free(&b);
    }
}
