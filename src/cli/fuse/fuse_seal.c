/* Are the seeds of a campaign what they were when it began? */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "cli/fuse/fuse.h"

static const char seal_name[] = "seeds";

static void put_seal(const seed_set *seeds, strbuf *text)
{
    uint64_t h = seeds->seeds.n;
    strbuf script = STRBUF_INIT;
    for (size_t i = 0; i < seeds->seeds.n; i++) {
        strbuf_clear(&script);
        formula_print(seeds->bank, &seeds->seeds.at[i].formula, DIALECT_STANDARD, NULL, NULL,
                      &script);
        h = hash_mix(h, hash_bytes(script.text, script.n));
    }
    strbuf_printf(text, "%zu %016" PRIx64, seeds->seeds.n, h);
    strbuf_free(&script);
}

bool fuse_seal_seeds(store *s, const seed_set *seeds)
{
    strbuf seal = STRBUF_INIT;
    put_seal(seeds, &seal);
    bool good = store_set(s, seal_name, seal.text);
    strbuf_free(&seal);
    return good;
}

bool fuse_same_seeds(store *s, const seed_set *seeds)
{
    char *was = store_get(s, seal_name);
    if (!was) /* the campaign was ended before it began */
        return fuse_seal_seeds(s, seeds);
    strbuf seal = STRBUF_INIT;
    put_seal(seeds, &seal);
    bool same = !strcmp(was, seal.text);
    strbuf_free(&seal);
    free(was);
    return same;
}
