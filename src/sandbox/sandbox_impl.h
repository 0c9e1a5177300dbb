/* What the files of src/sandbox share; for no one else. */
#ifndef TANDEM_SANDBOX_SANDBOX_IMPL_H
#define TANDEM_SANDBOX_SANDBOX_IMPL_H

#include "sandbox/filter.h"

struct sandbox {
    sandbox_profile profile;
    sandbox_grants grants;
    sandbox_places places;
    int landlock;
    const sandbox_filter *whole; /* of the profile *call*: without the rest */
    const sandbox_filter
        *rest; /* of the profile *call*: what one of its processes has in addition */
    sandbox_filter own_whole, own_rest; /* where those of the build do not do */
};

/* In the process that is to be confined; true also where there is no Landlock. */
bool landlock_enter(const sandbox *s);

#endif
