#include <sys/stat.h>

#include "base/folder.h"
#include "base/strbuf.h"
#include "explore/test/test.h"
#include "fuzz/targets.h"

/* The parts of a folder, one after the other: a byte for which, one for its length, and its bytes. */
static void write_parts(const char *folder, const uint8_t *data, size_t size)
{
    static const char *const parts[] = {"argv",    "stdin",   "env",           "fail",
                                        "files/A", "files/B", "objects/000-x", "objects/001-y"};
    enum { PARTS = sizeof parts / sizeof *parts };
    strbuf path = STRBUF_INIT;
    static const char *const below[] = {"", "/files", "/objects"};
    for (size_t i = 0; i < sizeof below / sizeof *below; i++) {
        strbuf_clear(&path);
        strbuf_printf(&path, "%s%s", folder, below[i]);
        mkdir(path.text, 0777);
    }
    while (size >= 2) {
        size_t n = data[1] < size - 2 ? data[1] : size - 2;
        strbuf_clear(&path);
        strbuf_printf(&path, "%s/%s", folder, parts[data[0] % PARTS]);
        MUST(folder_write(path.text, data + 2, n));
        data += 2 + n;
        size -= 2 + n;
    }
    strbuf_free(&path);
}

void fuzz_test_folder_one(const uint8_t *data, size_t size)
{
    strbuf folder = STRBUF_INIT;
    strbuf_printf(&folder, "%s/test", fuzz_folder());
    write_parts(folder.text, data, size);
    explore_test t;
    char *error = NULL;
    if (explore_test_read(&t, folder.text, &error)) {
        PLANTED(t.args.n == 2 && t.max_fail == 3);
        explore_test_free(&t);
    }
    free(error);
    folder_remove(folder.text);
    strbuf_free(&folder);
}
