#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/strbuf.h"
#include "explore/test/test.h"
#include "fuzz/targets.h"

static const char *const parts[] = {"argv",    "stdin",   "env",           "fail",
                                    "files/A", "files/B", "objects/000-x", "objects/001-y"};
enum { PARTS = sizeof parts / sizeof *parts };

/* The folder, made at the first call; it and those below are kept, and only files change. */
static const char *test_folder(void)
{
    static const char *const below[] = {"", "/files", "/objects"};
    static char made[256];
    strbuf path = STRBUF_INIT;
    for (size_t i = 0; i < sizeof below / sizeof *below && (i || !*made); i++) {
        strbuf_clear(&path);
        strbuf_printf(&path, "%s/test%s", fuzz_folder(), below[i]);
        MUST(path.n < sizeof made && !mkdir(path.text, 0777));
        if (i == 0)
            memcpy(made, path.text, path.n + 1);
    }
    strbuf_free(&path);
    return made;
}

/* The parts of a folder, one after the other: a byte for which, one for its length, and its bytes.
 * Returns which of them there are, a bit each. */
static unsigned write_parts(const char *folder, const uint8_t *data, size_t size)
{
    strbuf path = STRBUF_INIT;
    unsigned written = 0;
    while (size >= 2) {
        size_t n = data[1] < size - 2 ? data[1] : size - 2;
        strbuf_clear(&path);
        strbuf_printf(&path, "%s/%s", folder, parts[data[0] % PARTS]);
        MUST(folder_write(path.text, data + 2, n));
        written |= 1u << data[0] % PARTS;
        data += 2 + n;
        size -= 2 + n;
    }
    strbuf_free(&path);
    return written;
}

static void remove_parts(const char *folder, unsigned written)
{
    strbuf path = STRBUF_INIT;
    for (unsigned i = 0; i < PARTS; i++)
        if (written >> i & 1) {
            strbuf_clear(&path);
            strbuf_printf(&path, "%s/%s", folder, parts[i]);
            MUST(!unlink(path.text));
        }
    strbuf_free(&path);
}

void fuzz_test_folder_one(const uint8_t *data, size_t size)
{
    const char *folder = test_folder();
    unsigned written = write_parts(folder, data, size);
    explore_test t;
    char *error = NULL;
    if (explore_test_read(&t, folder, &error)) {
        PLANTED(t.args.n == 2 && t.max_fail == 3);
        explore_test_free(&t);
    }
    free(error);
    remove_parts(folder, written);
}
