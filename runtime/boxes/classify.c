#include "runtime/boxes/classify.h"

#include "runtime/boxes/choices.h"
#include "runtime/boxes/trial.h"
#include "runtime/core/modules.h"

#include <string.h>

const tandem_known *tandem_prototyped(const char *name)
{
    const tandem_prototype *p = tandem_modules_prototype(name);
    tandem_known *k = p ? tandem_alloc(sizeof(*k)) : NULL;
    if (k)
        *k = (tandem_known){.name = p->name,
                            .before = p->signature ? tandem_before_box : tandem_before_refused,
                            .after = tandem_after_box,
                            .signature = p->signature,
                            .origin = p->origin,
                            .prototype = p};
    return k;
}

/* The entry of the function, which may be a new one; NULL: there is no room. */
static tandem_class *class_of(const tandem_call *c)
{
    tandem_shared *s = tandem_rt.shared;
    uint32_t n = s->n_classes < TANDEM_MAX_CLASSES ? s->n_classes : TANDEM_MAX_CLASSES;
    for (uint32_t i = 0; i < n; i++)
        if (strncmp(s->classes[i].name, c->name, TANDEM_NAME_BYTES - 1) == 0)
            return &s->classes[i];
    if (n == TANDEM_MAX_CLASSES)
        return NULL;
    tandem_class *k = &s->classes[n];
    memset(k, 0, sizeof(*k));
    strncpy(k->name, c->name, sizeof(k->name) - 1);
    s->n_classes = n + 1;
    return k;
}

void tandem_refused(const tandem_call *c, tandem_origin why)
{
    tandem_class *k = class_of(c);
    if (!k)
        return;
    if (!k->origin)
        k->origin = why;
    k->concrete++;
}

/* What the trial has seen to be written is what the signature says from here on. What was not
 * written may be so in another call; but memory with inputs in it would lose what is known of
 * them. */
static void use_extents(const tandem_class *k, tandem_signature *s)
{
    for (uint32_t i = 0; i < s->n && i < TANDEM_EXTENTS; i++) {
        s->arg[i].quiet = !k->extent[i];
        if (k->extent[i] > s->arg[i].size.term[0].number[0])
            s->arg[i].size.term[0].number[0] = k->extent[i];
    }
}

bool tandem_admit(tandem_call *c, tandem_signature *s)
{
    if (tandem_chosen_by_name(c) || tandem_choices_all()) {
        c->origin = TANDEM_ORIGIN_NAMED;
        return true;
    }
    c->origin = c->known->origin;
    if (c->origin != TANDEM_ORIGIN_UNTRIED)
        return true;
    tandem_class *k = class_of(c);
    if (!k)
        return false;
    if (!k->origin)
        tandem_try(c, s, k);
    c->origin = k->origin;
    if (k->origin == TANDEM_ORIGIN_TRIAL)
        use_extents(k, s);
    else
        k->concrete++;
    return k->origin == TANDEM_ORIGIN_TRIAL;
}

bool tandem_before_refused(struct tandem_call *c)
{
    if (tandem_choices_all())
        return tandem_before_any(c);
    for (uint32_t i = 0; i < c->n; i++)
        if (c->expr[i]) {
            tandem_refused(c, c->known->origin);
            break;
        }
    return tandem_concretize_args(c);
}
