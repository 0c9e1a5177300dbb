/* Units whose formula has a closed box for the solvers that know boxes (boxed.c). */
#ifndef TANDEM_FUSE_CAMPAIGN_UNIT_BOX_H
#define TANDEM_FUSE_CAMPAIGN_UNIT_BOX_H

#include "fuse/campaign/unit.h"

/* Was the accused given the formula with the box? */
bool unit_got_box(const fuse_setting *s, const fused *f, const finding *one);
/* Suspicions from `first` on: they are about what the solver was given, and a solver may well not
 * know what it cannot look into. */
void unit_adapt_to_box(fuse_setting *s, fused *f, finding_list *findings, size_t first);
/* A confirmed finding that shows without the box, too, becomes one about the formula without. */
void unit_try_without_box(fuse_setting *s, const judge_case *c, finding *f);

#endif
