/* Published systems as options: what of ours each did not have is left out, and its choices are taken, so that every
 * addition can be measured against the original. What has no switch is in docs/papers.md. */
#ifndef TANDEM_CLI_PRESETS_H
#define TANDEM_CLI_PRESETS_H

#include "base/options.h"

extern const option_presets presets_solve, presets_explore, presets_prove, presets_fuse,
    presets_race;

#endif
