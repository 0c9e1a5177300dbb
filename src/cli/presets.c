#include "cli/presets.h"

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define LIMIT(setting) "--limit", setting
#define PRESETS(command)                                                                    \
    const option_presets presets_##command = {command##_presets, sizeof command##_presets / \
                                                                     sizeof *command##_presets}

#define CLOSED_ONLY                                                                  \
    "--models", "off", "--no-compared", "--no-trail", "--no-lemmas", "--no-implied", \
        "--no-disjuncts", LIMIT("core-minimised=0"), LIMIT("mode-sweeps=0"),         \
        LIMIT("first-points=0"), LIMIT("first-calls=0"), LIMIT("table-points=0"),    \
        LIMIT("round-guesses=0")

static const option_preset solve_presets[] = {
    {"sadhak", "the conflict-driven fuzz loop as published, with its lazy start",
     WORDS("--mode", "cdfl", "--lazy-start", CLOSED_ONLY)},
    {"delphi", "the SMT engine proposes values, the functions refute them, and nothing else",
     WORDS("--mode", "active", CLOSED_ONLY)},
};
PRESETS(solve);

#define PATHS_ONLY                                                                      \
    "--models", "off", "--mutation-share", "0", "--no-optimistic", LIMIT("tables=0"),   \
        LIMIT("cache-refuted=0"), LIMIT("cache-answers=0"), LIMIT("box-first-tries=0"), \
        LIMIT("box-refuted=0")

static const option_preset explore_presets[] = {
    {"ifse", "fuzz solving of path conditions with library functions closed, without mutation",
     WORDS(PATHS_ONLY)},
    {"klee-like", "arguments of library functions are made concrete at once, without mutation",
     WORDS("--no-deferred", "--no-fuzz", PATHS_ONLY)},
};
PRESETS(explore);

static const option_preset prove_presets[] = {
    {"achar", "the hybrid teacher with K = 64, one counterexample at a time and no native runs",
     WORDS("--teacher", "hybrid", "--k", "64", "--single", "--native", "off",
           LIMIT("closed-rounds=0"))},
};
PRESETS(prove);

#define UNIFORM                                                                   \
    "--no-models", "--no-cores", LIMIT("weight-least=1"), LIMIT("weight-most=1"), \
        LIMIT("partner-draws=1")

static const option_preset fuse_presets[] = {
    {"yinyang", "sat and unsat fusion of one pair of variables, seeds and functions drawn alike",
     WORDS("--strategy", "sat-fusion", "--strategy", "unsat-fusion", "--triplets", "1", UNIFORM,
           LIMIT("function-classes=0"), LIMIT("inverse-constraints=0"),
           LIMIT("constrained-one-in=0"), LIMIT("literal-handles=0"), LIMIT("compound-handles=0"))},
    {"concatfuzz", "seeds side by side, nothing fused", WORDS("--strategy", "concat", UNIFORM)},
};
PRESETS(fuse);

static const option_preset race_presets[] = {
    {"banditfuzz", "one bandit over constructs, a tie is a loss, every solver on every input once",
     WORDS("--assertions", "5", "--variables", "5", "--depth", "3", "--prune", "none",
           "--measurements", "1", LIMIT("tie-weight=1"), LIMIT("tie-doubt=0"), LIMIT("grafts=0"),
           LIMIT("stride=0"), LIMIT("autopsies=0"), LIMIT("rank-by-mean=1"), LIMIT("wall-time=1"),
           LIMIT("others-weight=0"), LIMIT("fresh-weight=0"), LIMIT("aside-ordinary=0"),
           LIMIT("aside-slow=0"), LIMIT("opening=1"), LIMIT("grow-one-in=1000000"),
           LIMIT("wrap-one-in=1000000"))},
};
PRESETS(race);
