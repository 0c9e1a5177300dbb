/* What the files of src/sandbox share; for no one else. */
#ifndef TANDEM_SANDBOX_SANDBOX_IMPL_H
#define TANDEM_SANDBOX_SANDBOX_IMPL_H

#include "sandbox/sandbox.h"

/* Instructions for the kernel. */
typedef struct sandbox_filter {
    struct sock_filter *code;
    unsigned short n;
} sandbox_filter;

struct sandbox {
    sandbox_profile profile;
    sandbox_grants grants;
    sandbox_places places;
    int landlock;
    sandbox_filter whole; /* of the profile *call*: without the rest */
    sandbox_filter rest;  /* of the profile *call*: what one of its processes has in addition */
};

/* In the process that is to be confined; true also where there is no Landlock. */
bool landlock_enter(const sandbox *s);

#endif
