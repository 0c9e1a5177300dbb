#include "explore/target/classes.h"

#include <string.h>

#define ORIGIN(name, is_box, text) {is_box, text},
static const struct {
    bool is_box;
    const char *text;
} origins[] = {
#include "runtime/origins.def"
};
#undef ORIGIN

const char *explore_origin_text(tandem_origin origin)
{
    return origins[origin < TANDEM_ORIGIN_COUNT ? origin : TANDEM_ORIGIN_NONE].text;
}

static uint32_t count_of(const tandem_shared *shared)
{
    uint32_t n = ((const volatile tandem_shared *)shared)->n_classes;
    return n < TANDEM_MAX_CLASSES ? n : TANDEM_MAX_CLASSES;
}

void classes_read(const tandem_shared *shared, explore_classes *out)
{
    uint32_t n = count_of(shared);
    vec_clear(out);
    for (uint32_t i = 0; i < n; i++) {
        tandem_class k;
        memcpy(&k, &shared->classes[i], sizeof k);
        if (k.origin >= TANDEM_ORIGIN_COUNT || !k.concrete || origins[k.origin].is_box)
            continue;
        explore_class one = {
            .origin = (tandem_origin)k.origin, .detail = k.detail, .calls = k.concrete};
        memcpy(one.name, k.name, sizeof one.name - 1);
        vec_push(out, one);
    }
}

void classes_demote(tandem_shared *shared, const char *name, tandem_origin why)
{
    uint32_t n = count_of(shared);
    for (uint32_t i = 0; i < n; i++)
        if (!strncmp(shared->classes[i].name, name, TANDEM_NAME_BYTES - 1)) {
            shared->classes[i].origin = why;
            shared->classes[i].detail = 0;
            shared->classes[i].concrete++; /* the call that showed it */
        }
}
