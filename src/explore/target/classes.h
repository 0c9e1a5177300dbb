/* Which functions of other libraries are closed boxes, and why; which are none, and why not
 * (runtime/origins.def). The target finds it out when it meets them (runtime/boxes/classify.h) and
 * keeps it in the shared memory, which is not trusted. */
#ifndef TANDEM_EXPLORE_TARGET_CLASSES_H
#define TANDEM_EXPLORE_TARGET_CLASSES_H

#include "base/vec.h"
#include "explore/target/target.h"

/* A function that is no box. */
typedef struct explore_class {
    char name[TANDEM_NAME_BYTES];
    tandem_origin origin; /* why */
    uint32_t detail;      /* SYSTEM: the number of the system call, 0: not known */
    uint64_t calls;       /* with inputs in them, that were made concrete */
} explore_class;
typedef VEC(explore_class) explore_classes;

/* The functions that were made concrete so far, in the order in which they were met. */
void classes_read(const tandem_shared *shared, explore_classes *out);
/* A function that was taken for a box after its trial is none: from the next run on. */
void classes_demote(tandem_shared *shared, const char *name, tandem_origin why);

/* "trial", "made a system call", … */
const char *explore_origin_text(tandem_origin origin);

#endif
