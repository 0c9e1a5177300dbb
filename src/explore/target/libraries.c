#include "explore/target/libraries.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "instrument/embedded.h"

enum { NAMED = 3 }; /* the rest is counted */

/* Their functions are known by name (runtime/calls/functions.def). */
static const char *const of_the_language[] = {
    "ld-linux", "libc.so",    "libm.so",      "libmvec.so",  "libpthread.so", "libdl.so",
    "librt.so", "libutil.so", "libresolv.so", "libgcc_s.so", "libasan.so"};

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_of_the_language(const char *path)
{
    for (size_t i = 0; i < sizeof of_the_language / sizeof *of_the_language; i++)
        if (text_begins(name_of(path), of_the_language[i]))
            return true;
    return false;
}

/* Two versions of one library: libz.so.1 and libz.so.1.2.13. */
static bool same_library(const char *a, const char *b)
{
    const char *x = name_of(a), *y = name_of(b), *end = strstr(x, ".so");
    size_t n = end ? (size_t)(end - x) + 3 : strlen(x) + 1;
    return !strncmp(x, y, n);
}

void explore_libraries_read(const explore_target *t, explore_libraries *out)
{
    strbuf path = STRBUF_INIT, loaded = STRBUF_INIT;
    text_list linked = {0};
    strbuf_printf(&path, "%s/control/libraries", target_folder(t));
    file_read(path.text, &loaded);
    ir_linked_read(target_path(t), &linked);
    for (const char *at = loaded.text, *end = at + loaded.n; at < end; at += strlen(at) + 1) {
        explore_library one = {0};
        for (size_t i = 0; i < linked.n && !one.wanted; i++)
            if (same_library(linked.at[i], at))
                one.wanted = base_strdup(linked.at[i]);
        if (!one.wanted && is_of_the_language(at))
            continue;
        one.path = base_strdup(at);
        vec_push(out, one);
    }
    text_list_free(&linked);
    strbuf_free(&path);
    strbuf_free(&loaded);
}

void explore_libraries_free(explore_libraries *l)
{
    for (size_t i = 0; i < l->n; i++) {
        free(l->at[i].path);
        free(l->at[i].wanted);
    }
    vec_free(l);
}

/* The line is about the most surprising thing: another library than the one that was linked. */
void explore_libraries_print(const explore_libraries *l, strbuf *out)
{
    for (size_t i = 0; i < l->n; i++)
        if (l->at[i].wanted) {
            strbuf_printf(out,
                          "the program loads %s, which is not instrumented, and not %s, which it "
                          "was linked with: set LD_LIBRARY_PATH",
                          l->at[i].path, l->at[i].wanted);
            return;
        }
    for (size_t i = 0; i < l->n && i < NAMED; i++)
        strbuf_printf(out, "%s%s", i ? ", " : "", name_of(l->at[i].path));
    if (l->n > NAMED)
        strbuf_printf(out, " and %zu more", l->n - NAMED);
    if (l->n)
        strbuf_printf(out, " %s not instrumented: what happens there is not traced",
                      l->n > 1 ? "are" : "is");
}
