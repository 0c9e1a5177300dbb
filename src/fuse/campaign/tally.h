/* What a unit of work adds to the numbers of a campaign, and what its schedule learns from it. */
#ifndef TANDEM_FUSE_CAMPAIGN_TALLY_H
#define TANDEM_FUSE_CAMPAIGN_TALLY_H

#include "fuse/campaign/campaign.h"

/* The status has room for the answers of all solvers. */
void tally_unit(fuse_status *s, const unit_report *report);
/* Points into the report. */
schedule_lesson tally_lesson(const unit_report *report);

#endif
