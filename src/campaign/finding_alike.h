/* Findings that are the same defect although their signatures differ a little. */
#ifndef TANDEM_CAMPAIGN_FINDING_ALIKE_H
#define TANDEM_CAMPAIGN_FINDING_ALIKE_H

#include "store/store.h"

/* *same is an earlier reduced finding whose shape is a little larger or smaller than that of `f`,
 * where the signature is a shape; 0: there is none. False: the store cannot be read. */
bool finding_alike(store *s, const finding *f, int64_t *same);

#endif
