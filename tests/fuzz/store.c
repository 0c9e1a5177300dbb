#include "store/store.h"

#include <string.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/strbuf.h"
#include "fuzz/targets.h"

static void look_at_all(store *s)
{
    store_ids ids = {0};
    free(store_get(s, "arguments"));
    free(store_seed_note(s, "seed.smt2"));
    MUST(store_first_open(s) <= UINT64_MAX && store_done_count(s) <= UINT64_MAX);
    store_is_done(s, 3);
    if (store_findings(s, -1, &ids))
        for (size_t i = 0; i < ids.n; i++) {
            finding f;
            if (store_get_finding(s, ids.at[i], &f)) {
                MUST(f.kind < FINDING_KIND_COUNT && f.solver);
                PLANTED(f.kind == FINDING_CRASH && f.unit == 7);
                finding_free(&f);
            }
        }
    void *bytes;
    size_t n;
    if (store_decision(s, 0, &bytes, &n))
        free(bytes);
    vec_free(&ids);
}

void fuzz_store_one(const uint8_t *data, size_t size)
{
    strbuf path = STRBUF_INIT;
    char *error = NULL;
    strbuf_printf(&path, "%s/store", fuzz_folder());
    MUST(folder_make(path.text, &error));
    size_t folder = path.n;
    strbuf_puts(&path, "/campaign.db");
    MUST(folder_write(path.text, data, size));
    store *s = store_open(path.text, false, &error);
    MUST(s || error);
    if (s)
        look_at_all(s);
    store_close(s);
    free(error);
    path.text[folder] = '\0';
    folder_remove(path.text);
    strbuf_free(&path);
}
