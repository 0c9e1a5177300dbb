/* What calls showed of the code of boxes (trail.h), for those who search. */
#ifndef TANDEM_BOX_WORKER_NEWS_H
#define TANDEM_BOX_WORKER_NEWS_H

#include <stdbool.h>
#include <stdint.h>

enum { BOX_PAIRS = 64 };

typedef struct box_pair {
    uint64_t x, y; /* were compared, and are not equal */
    uint32_t bytes;
    bool constant; /* y stands in the code */
} box_pair;

typedef struct box_news {
    uint64_t count; /* of all that was never seen before, ever */
    uint32_t steps; /* instructions of boxes, and … */
    uint32_t n;     /* … pairs since someone set these to 0 */
    box_pair pairs[BOX_PAIRS];
} box_news;

#endif
