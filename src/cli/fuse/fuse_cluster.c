#include "cli/fuse/fuse_cluster.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

void fuse_name_seeds(const campaign_link *l, seed_set *seeds)
{
    for (size_t i = 0; i < seeds->seeds.n; i++) {
        seed *one = &seeds->seeds.at[i];
        const char *name = campaign_link_home(l, one->path);
        if (name) {
            free(one->path);
            one->path = base_strdup(name);
        }
    }
}

bool fuse_keep_solvers(store *s, const fuse_setting *setting)
{
    strbuf lines = STRBUF_INIT;
    for (size_t i = 0; i < setting->solvers.n; i++)
        strbuf_printf(&lines, "%s\n", solver_text(setting->solvers.at[i]));
    bool good = store_set(s, CAMPAIGN_SOLVERS_FACT, lines.text);
    strbuf_free(&lines);
    return good;
}
