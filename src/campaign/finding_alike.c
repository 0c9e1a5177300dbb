#include "campaign/finding_alike.h"

#include <string.h>

#include "smtlib/script/shape.h"

/* Is the signature the shape of the formula? Not where the solver said something. */
static bool goes_by_shape(const finding *f)
{
    return f->kind == FINDING_SOUNDNESS || f->kind == FINDING_MODEL || f->kind == FINDING_CORE ||
           f->kind == FINDING_PERFORMANCE ||
           (f->kind == FINDING_UNKNOWN && f->got == ANSWER_UNKNOWN);
}

bool finding_alike(store *s, const finding *f, int64_t *same)
{
    *same = 0;
    if (!goes_by_shape(f))
        return true;
    store_ids ids = {0};
    bool good = store_findings(s, FINDING_REDUCED, &ids);
    for (size_t i = 0; good && i < ids.n && !*same; i++) {
        finding other;
        good = store_get_finding(s, ids.at[i], &other);
        if (!good)
            break;
        if (other.id != f->id && other.kind == f->kind && other.got == f->got &&
            !strcmp(other.solver, f->solver) && finding_shapes_alike(other.signature, f->signature))
            *same = other.id;
        finding_free(&other);
    }
    vec_free(&ids);
    return good;
}
