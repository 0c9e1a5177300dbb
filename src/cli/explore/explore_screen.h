/* What `tandem explore` shows while it runs. */
#ifndef TANDEM_CLI_EXPLORE_EXPLORE_SCREEN_H
#define TANDEM_CLI_EXPLORE_EXPLORE_SCREEN_H

#include "cli/screen.h"
#include "explore/search/explore.h"

enum { EXPLORE_SAMPLES = 32 };

typedef struct explore_screen {
    cli_screen screen;
    const char *program, *jail;
    double seconds; /* the limit; 0: none */
    bool utf8;
    /* Edges over time, each of `step` seconds; when all places are used every other one goes. */
    uint64_t samples[EXPLORE_SAMPLES];
    size_t n_samples;
    double step;
} explore_screen;

/* `kind`: what `--jail` calls the one that the program is in. */
void explore_screen_open(explore_screen *s, const char *program, const char *kind, double seconds,
                         bool quiet);
/* For explore_config: `context` is the screen. */
void explore_screen_tick(void *context, const explore_progress *p);
/* A line of block characters (of ASCII without `utf8`), the largest number at full height. */
void explore_screen_put_curve(strbuf *out, const uint64_t *numbers, size_t n, bool utf8);

#endif
