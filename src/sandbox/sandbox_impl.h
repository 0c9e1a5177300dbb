/* What the files of src/sandbox share; for no one else. */
#ifndef TANDEM_SANDBOX_SANDBOX_IMPL_H
#define TANDEM_SANDBOX_SANDBOX_IMPL_H

#include "sandbox/sandbox.h"

struct sandbox {
    sandbox_profile profile;
    sandbox_grants grants;
    sandbox_places places;
    int landlock;
    struct sock_filter *code; /* the filter … */
    unsigned short n;         /* … and its length */
};

/* In the process that is to be confined; true also where there is no Landlock. */
bool landlock_enter(const sandbox *s);

#endif
