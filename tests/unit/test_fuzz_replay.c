/* The stored inputs of the fuzz targets, run once each without a fuzzer; and cut short anywhere. */
#include "test.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/strbuf.h"
#include "fuzz/fuzz_reader.h"

static void load(const char *path, strbuf *out)
{
    FILE *file = fopen(path, "rb");
    CHECK_MSG(file, "cannot open %s", path);
    char block[4096];
    size_t n;
    while ((n = fread(block, 1, sizeof block, file)) > 0)
        strbuf_add(out, block, n);
    fclose(file);
}

TEST(reader_corpus)
{
    char folder[4096], path[8192];
    snprintf(folder, sizeof folder, "%s/tests/fuzz/corpus/reader", test_source_root());
    DIR *d = opendir(folder);
    CHECK_MSG(d, "cannot open %s", folder);
    size_t files = 0;
    rng random;
    rng_seed(&random, 1);
    for (struct dirent *e; (e = readdir(d));) {
        if (e->d_name[0] == '.')
            continue;
        files++;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        strbuf text = STRBUF_INIT;
        load(path, &text);
        fuzz_reader_one((const uint8_t *)text.text, text.n);
        for (uint64_t i = 0; i < test_count(40) && text.n; i++)
            fuzz_reader_one((const uint8_t *)text.text, rng_below(&random, text.n));
        for (uint64_t i = 0; i < test_count(40) && text.n; i++) {
            size_t at = rng_below(&random, text.n);
            char saved = text.text[at];
            text.text[at] = "()|\"!_x0 :;#"[rng_below(&random, 12)];
            fuzz_reader_one((const uint8_t *)text.text, text.n);
            text.text[at] = saved;
        }
        strbuf_free(&text);
    }
    closedir(d);
    CHECK_MSG(files >= 10, "only %zu files", files);
}
