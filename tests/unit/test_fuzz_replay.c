/* The stored inputs of the fuzz targets, run once each without a fuzzer; cut short anywhere, and with
 * a byte changed. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/rng.h"
#include "base/strbuf.h"
#include "fuzz/targets.h"

typedef struct replay {
    void (*one)(const uint8_t *data, size_t size);
    rng random;
    size_t files;
} replay;

static void run(const replay *r, const strbuf *bytes, size_t n)
{
    r->one((const uint8_t *)bytes->text, n);
}

static void replay_file(void *context, const char *path)
{
    replay *r = context;
    strbuf bytes = STRBUF_INIT;
    CHECK_MSG(file_read(path, &bytes), "cannot read %s", path);
    r->files++;
    run(r, &bytes, bytes.n);
    for (uint64_t i = 0; i < test_count(20) && bytes.n; i++)
        run(r, &bytes, rng_below(&r->random, bytes.n));
    for (uint64_t i = 0; i < test_count(20) && bytes.n; i++) {
        size_t at = rng_below(&r->random, bytes.n);
        char saved = bytes.text[at];
        bytes.text[at] = rng_one_in(&r->random, 2) ? "()|\"!_x0 :;#"[rng_below(&r->random, 12)]
                                                   : (char)rng_below(&r->random, 256);
        run(r, &bytes, bytes.n);
        bytes.text[at] = saved;
    }
    strbuf_free(&bytes);
}

static void replay_corpus(const char *name, void (*one)(const uint8_t *data, size_t size))
{
    replay r = {.one = one};
    strbuf folder = STRBUF_INIT;
    rng_seed(&r.random, 1);
    strbuf_printf(&folder, "%s/tests/fuzz/corpus/%s", test_source_root(), name);
    folder_each(folder.text, replay_file, &r);
    CHECK_MSG(r.files >= 2, "%s has only %zu files", folder.text, r.files);
    strbuf_free(&folder);
}

/* libFuzzer cannot guess names that are looked up by their hash. */
TEST(reader_dictionary)
{
    static const char *const names[] = {
#define OP(id, name, indices, signature) name,
#include "term/core/ops.def"
#undef OP
    };
    strbuf path = STRBUF_INIT, words = STRBUF_INIT, word = STRBUF_INIT;
    strbuf_printf(&path, "%s/tests/fuzz/reader.dict", test_source_root());
    CHECK_MSG(file_read(path.text, &words), "cannot read %s", path.text);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        strbuf_clear(&word);
        strbuf_printf(&word, "\"%s\"\n", names[i]);
        CHECK_MSG(!*names[i] || strstr(words.text, word.text), "%s lacks %s", path.text, word.text);
    }
    strbuf_free(&path);
    strbuf_free(&words);
    strbuf_free(&word);
}

#define FUZZ_TARGET(name, change, help)          \
    TEST(name##_corpus)                          \
    {                                            \
        replay_corpus(#name, fuzz_##name##_one); \
    }
#include "fuzz/targets.def"
#undef FUZZ_TARGET
