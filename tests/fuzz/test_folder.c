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

/* What is in a file of the folder; NULL: there is none. */
typedef struct part {
    const uint8_t *bytes;
    size_t n;
} part;

/* The parts of a folder, one after the other: a byte for which, one for its length, and its bytes; the
 * last of a kind counts. */
static void read_parts(const uint8_t *data, size_t size, part found[PARTS])
{
    while (size >= 2) {
        size_t n = data[1] < size - 2 ? data[1] : size - 2;
        found[data[0] % PARTS] = (part){data + 2, n};
        data += 2 + n;
        size -= 2 + n;
    }
}

/* Makes the files those of this input; most are those of the last one. */
static void write_parts(const char *folder, const part wanted[PARTS])
{
    static struct {
        uint8_t bytes[UINT8_MAX];
        size_t n;
        bool there;
    } last[PARTS];
    strbuf path = STRBUF_INIT;
    for (unsigned i = 0; i < PARTS; i++) {
        const part *w = &wanted[i];
        if (w->bytes ? last[i].there && last[i].n == w->n && !memcmp(last[i].bytes, w->bytes, w->n)
                     : !last[i].there)
            continue;
        strbuf_clear(&path);
        strbuf_printf(&path, "%s/%s", folder, parts[i]);
        MUST(w->bytes ? folder_write(path.text, w->bytes, w->n) : !unlink(path.text));
        last[i].there = w->bytes;
        last[i].n = w->n;
        if (w->bytes)
            memcpy(last[i].bytes, w->bytes, w->n);
    }
    strbuf_free(&path);
}

void fuzz_test_folder_one(const uint8_t *data, size_t size)
{
    const char *folder = test_folder();
    part wanted[PARTS] = {0};
    read_parts(data, size, wanted);
    write_parts(folder, wanted);
    explore_test t;
    char *error = NULL;
    if (explore_test_read(&t, folder, &error)) {
        PLANTED(t.args.n == 2 && t.max_fail == 3);
        explore_test_free(&t);
    }
    free(error);
}
