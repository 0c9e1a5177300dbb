/* Does a finding show in another build of its solver? What is asked is what the finding is about: an
 * answer, a model, a core, a crash. Nobody is accused here: that the finding is true is known. */
#ifndef TANDEM_JUDGE_BUILDS_REPLAY_H
#define TANDEM_JUDGE_BUILDS_REPLAY_H

#include "judge/judge.h"

typedef enum replay_outcome {
    REPLAY_SHOWS,
    REPLAY_RIGHT, /* it answers as it should */
    REPLAY_OTHER  /* neither: it crashes elsewhere, has no answer, does not read it */
} replay_outcome;

const char *replay_outcome_name(replay_outcome o);

typedef struct replay {
    replay_outcome outcome;
    double seconds;
    char *what; /* what it said, on one line; the caller's to free */
} replay;

/* `f` needs kind, answers, options, signature and formula. */
void judge_replay(const finding *f, solver *build, const judge_limits *limits, replay *out);

#endif
