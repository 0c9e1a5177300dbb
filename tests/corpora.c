#include "corpora.h"

#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

static int by_name(const FTSENT **x, const FTSENT **y)
{
    return strcmp((*x)->fts_name, (*y)->fts_name);
}

void corpora_each(const char *root, void (*visit)(const char *path, void *context), void *context)
{
    static const char *const folders[] = {"fusion-seeds", "jfs", "known-bugs"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", root, folders[i]);
        char *roots[] = {path, NULL};
        FTS *walk = fts_open(roots, FTS_LOGICAL | FTS_NOCHDIR, by_name);
        CHECK(walk);
        for (FTSENT *e; (e = fts_read(walk));) {
            size_t n = strlen(e->fts_name);
            if (e->fts_info == FTS_F && n > 5 && !strcmp(e->fts_name + n - 5, ".smt2"))
                visit(e->fts_path, context);
        }
        fts_close(walk);
    }
}

char *corpora_read(const char *path, size_t *n)
{
    FILE *file = fopen(path, "rb");
    CHECK_MSG(file, "cannot open %s", path);
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *text = malloc((size_t)size + 1);
    CHECK(text);
    *n = fread(text, 1, (size_t)size, file);
    text[*n] = 0;
    fclose(file);
    return text;
}
