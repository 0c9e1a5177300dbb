#include "runtime/core/modules.h"

#include "runtime/core/landing.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MAX_MODULES = 4096 };
static struct {
    const tandem_module_info *module;
    uint32_t base;
} modules[MAX_MODULES];
static uint32_t n_modules, n_landings, n_sites,
    n_guards; /* the second: modules whose landings are known */

uint8_t tandem_nobody[TANDEM_MAX_GUARDS];
uint8_t *tandem_coverage = tandem_nobody;

/* Counters of modules: the variable that says where they are, and their place in the coverage. */
static struct {
    uint8_t **where;
    uint32_t first;
} counted[MAX_MODULES];
static uint32_t n_counted;

static bool others; /* some are of another tandem-cc: nothing would be known of what they do */

void tandem_modules_publish(tandem_shared *s)
{
    if (others)
        s->abi = 0;
    while (n_landings < n_modules)
        tandem_landing_add(modules[n_landings++].module);
    s->n_modules = n_modules;
    s->n_sites = n_sites;
    s->n_guards = n_guards ? n_guards + 1 : 0;
}

void tandem_modules_count(uint8_t *coverage)
{
    tandem_coverage = coverage;
    for (uint32_t i = 0; i < n_counted; i++)
        *counted[i].where = coverage + counted[i].first;
}

void tandem_modules_detach(void)
{
    tandem_modules_count(tandem_nobody);
}

/* Where there are too many, nobody looks at them. */
void tandem_counts(uint8_t **where, uint32_t n)
{
    uint32_t first = n_guards + 1; /* 0 is no guard's number */
    if (n_counted == MAX_MODULES || n >= TANDEM_MAX_GUARDS - first)
        return;
    n_guards += n;
    counted[n_counted].where = where;
    counted[n_counted++].first = first;
    *where = tandem_coverage + first;
    if (tandem_rt.shared)
        tandem_modules_publish(tandem_rt.shared);
}

void tandem_module(const tandem_module_info *m)
{
    if (m->abi != TANDEM_ABI || n_modules == MAX_MODULES) {
        static const char text[] = "tandem: this module was compiled by another tandem-cc; its "
                                   "places have no names\n";
        others |= m->abi != TANDEM_ABI && !tandem_rt.shared; /* later ones are loaded in a run */
        if (tandem_rt.shared)
            (void)!write(2, text, sizeof(text) - 1);
        return;
    }
    modules[n_modules].module = m;
    modules[n_modules++].base = n_sites;
    *m->base = n_sites;
    n_sites += m->n_sites;
    if (tandem_rt.shared)
        tandem_modules_publish(tandem_rt.shared);
}

bool tandem_modules_in(uintptr_t base, size_t bytes)
{
    for (uint32_t i = 0; i < n_modules; i++)
        if ((uintptr_t)modules[i].module - base < bytes)
            return true;
    return false;
}

const tandem_site *tandem_site_at(uint32_t site)
{
    for (uint32_t i = 0; i < n_modules; i++)
        if (site - modules[i].base < modules[i].module->n_sites)
            return &modules[i].module->sites[site - modules[i].base];
    return NULL;
}

static const tandem_prototype *find_prototype(const tandem_module_info *m, const char *name)
{
    uint32_t low = 0, high = m->n_prototypes;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = strcmp(m->prototypes[middle].name, name);
        if (!order)
            return &m->prototypes[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* One with a signature is preferred: some modules may have been compiled without types. */
const tandem_prototype *tandem_modules_prototype(const char *name)
{
    const tandem_prototype *best = NULL;
    for (uint32_t i = 0; i < n_modules && !(best && best->signature); i++) {
        const tandem_prototype *p = find_prototype(modules[i].module, name);
        best = p ? p : best;
    }
    return best;
}

__attribute__((visibility("default"))) void __sanitizer_cov_trace_pc_guard_init(uint32_t *start,
                                                                                uint32_t *stop)
{
    if (start == stop || *start)
        return;
    for (uint32_t *g = start; g < stop; g++) /* with too many, some share the last one */
        *g = n_guards + 1 < TANDEM_MAX_GUARDS ? ++n_guards : TANDEM_MAX_GUARDS - 1;
    if (tandem_rt.shared)
        tandem_modules_publish(tandem_rt.shared);
}

static void describe_reasons(int fd)
{
    static const char *const names[] = {
#define REASON(name, text) #name,
#include "runtime/reasons.def"
#undef REASON
    };
    for (uint32_t r = 0; r < TANDEM_REASON_COUNT; r++) {
        uint64_t sum = 0;
        for (uint32_t i = 0; i < n_modules; i++)
            sum += modules[i].module->concretized[r];
        dprintf(fd, "# %s %llu\n", names[r], (unsigned long long)sum);
    }
}

bool tandem_modules_describe(const char *folder)
{
    char path[PATH_MAX], out[1 << 16];
    size_t used = 0;
    int length = snprintf(path, sizeof(path), "%s/sites", folder);
    if (length < 0 || (size_t)length >= sizeof(path))
        return false;
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return false;
    describe_reasons(fd);
    bool ok = true;
    for (uint32_t i = 0; i < n_modules; i++)
        for (uint32_t k = 0; k < modules[i].module->n_sites; k++) {
            const tandem_site *s = &modules[i].module->sites[k];
            int n = snprintf(out + used, sizeof(out) - used, "%.1000s\t%.1000s\t%u\n",
                             s->file ? s->file : "", s->function ? s->function : "", s->line);
            used += n > 0 ? (size_t)n : 0;
            if (used > sizeof(out) - 2200) {
                ok &= write(fd, out, used) == (ssize_t)used;
                used = 0;
            }
        }
    ok &= write(fd, out, used) == (ssize_t)used;
    close(fd);
    return ok;
}
