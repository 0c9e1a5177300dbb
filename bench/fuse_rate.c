/* fuse_rate [--models SECONDS] [--strategy NAME] [--cache FILE] [--count N] [--dialect SOLVER]
 * [--print] PATH…: fused and printed
 * formulas a second of CPU time, with no solver at all, and where the time goes.
 *
 * For each strategy, seeds are drawn at random among those that suit it; a formula that comes to
 * nothing (no pair, not certified) costs its time and is not counted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "fuse/make/maker.h"

typedef struct setting {
    double model_seconds;
    const char *strategy, *cache;
    uint64_t count;
    smt_dialect dialect;
    bool print;
} setting;

static void by_label(const seed_set *s, answer label, vec_u32 *out)
{
    for (size_t i = 0; i < s->seeds.n; i++)
        if (s->seeds.at[i].label == label)
            vec_push(out, (uint32_t)i);
}

static void print_one(fuse_maker *m, fused *f, const char *text)
{
    printf("; expect");
    for (size_t i = 0; i < f->expected.n; i++)
        printf(" %s", answer_name((answer)f->expected.at[i]));
    printf(" (%s)\n", f->certain == CERTAIN_MODEL ? "model" : "construction");
    for (const char *line = fuse_story(m, f); *line; line = strchr(line, '\n') + 1)
        printf("; %.*s\n", (int)(strchr(line, '\n') - line), line);
    puts(text);
}

enum { TIMED_ONE_IN = 16 };

static void measure(fuse_maker *m, seed_set *seeds, fuse_strategy strategy, const setting *set)
{
    vec_u32 labelled[2] = {{0}, {0}};
    by_label(seeds, ANSWER_SAT, &labelled[0]);
    by_label(seeds, ANSWER_UNSAT, &labelled[1]);
    int first = strategy == FUSE_UNSAT, second = strategy != FUSE_SAT && strategy != FUSE_RECOMBINE;
    if (!labelled[first].n || !labelled[second].n)
        return;
    uint64_t outcomes[FUSE_OUTCOME_COUNT] = {0}, bytes = 0, certified = 0;
    strbuf text = STRBUF_INIT;
    rng r;
    rng_seed(&r, 1);
    double start = clock_cpu(), printing = 0;
    for (uint64_t i = 0; i < set->count; i++) {
        fuse_plan plan = {.strategy = strategy,
                          .number = i,
                          .first = labelled[first].at[rng_below(&r, labelled[first].n)],
                          .second = labelled[second].at[rng_below(&r, labelled[second].n)]};
        fused f;
        fuse_outcome o = fuse_make(m, &plan, &r, &f);
        outcomes[o]++;
        if (o == FUSE_MADE) {
            bool timed =
                outcomes[FUSE_MADE] % TIMED_ONE_IN == 0; /* asking for the time takes time */
            double before = timed ? clock_cpu() : 0;
            strbuf_clear(&text);
            fuse_print(m, &f, set->dialect, NULL, NULL, &text);
            bytes += text.n;
            certified += f.certain == CERTAIN_MODEL;
            printing += timed ? TIMED_ONE_IN * (clock_cpu() - before) : 0;
            if (set->print)
                print_one(m, &f, text.text);
        }
        fuse_release(m, &f);
    }
    double seconds = clock_cpu() - start;
    uint64_t made = outcomes[FUSE_MADE];
    fprintf(stderr,
            "%-12s %8.0f formulas a CPU second (%.0f%% of the time printing); made %.1f%%, no pair "
            "%.1f%%, not certified %.1f%%, too large %.1f%%; by model %.0f%%; %.0f bytes\n",
            fuse_strategy_name(strategy), (double)made / seconds, 100 * printing / seconds,
            100.0 * (double)made / (double)set->count,
            100.0 * (double)outcomes[FUSE_NO_PAIR] / (double)set->count,
            100.0 * (double)outcomes[FUSE_UNCERTIFIED] / (double)set->count,
            100.0 * (double)outcomes[FUSE_TOO_LARGE] / (double)set->count,
            made ? 100.0 * (double)certified / (double)made : 0.0,
            made ? (double)bytes / (double)made : 0.0);
    strbuf_free(&text);
    vec_free(&labelled[0]);
    vec_free(&labelled[1]);
}

/* Each seed in both roles with a random partner of its label: which ones never come to a formula?
 */
static void take_part(fuse_maker *m, seed_set *seeds)
{
    enum { TRIES = 20 };
    vec_u32 labelled[2] = {{0}, {0}};
    by_label(seeds, ANSWER_SAT, &labelled[0]);
    by_label(seeds, ANSWER_UNSAT, &labelled[1]);
    size_t missing = 0;
    rng r;
    rng_seed(&r, 1);
    for (size_t i = 0; i < seeds->seeds.n; i++) {
        bool unsat = seeds->seeds.at[i].label == ANSWER_UNSAT;
        for (int role = 0; role < 2; role++) {
            bool made = false;
            for (int try = 0; try < TRIES && !made; try++) {
                size_t partner = labelled[unsat].at[rng_below(&r, labelled[unsat].n)];
                fuse_plan plan = {.strategy = unsat ? FUSE_UNSAT : FUSE_SAT,
                                  .first = role ? partner : i,
                                  .second = role ? i : partner};
                fused f;
                made = fuse_make(m, &plan, &r, &f) == FUSE_MADE;
                fuse_release(m, &f);
            }
            missing += !made;
            if (!made)
                fprintf(stderr, "takes no part: %s\n", seeds->seeds.at[i].path);
        }
    }
    fprintf(stderr, "%zu of %zu seeds and roles take part\n", 2 * seeds->seeds.n - missing,
            2 * seeds->seeds.n);
    vec_free(&labelled[0]);
    vec_free(&labelled[1]);
}

static int read_arguments(int argc, char **argv, setting *set)
{
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        if (!strcmp(argv[i], "--print"))
            set->print = true;
        else if (i + 1 < argc && !strcmp(argv[i], "--models"))
            set->model_seconds = strtod(argv[++i], NULL);
        else if (i + 1 < argc && !strcmp(argv[i], "--strategy"))
            set->strategy = argv[++i];
        else if (i + 1 < argc && !strcmp(argv[i], "--dialect"))
            set->dialect = smt_dialect_of(argv[++i]);
        else if (i + 1 < argc && !strcmp(argv[i], "--cache"))
            set->cache = argv[++i];
        else if (i + 1 < argc && !strcmp(argv[i], "--count"))
            set->count = strtoull(argv[++i], NULL, 10);
        else
            return 0;
    }
    return i < argc ? i : 0;
}

int main(int argc, char **argv)
{
    setting set = {.model_seconds = 2, .count = 20000};
    int at = read_arguments(argc, argv, &set);
    suite files = {0};
    char *error = NULL;
    bool good = at > 0;
    for (; good && at < argc; at++)
        good = suite_add(&files, argv[at], &error);
    if (!good) {
        fprintf(stderr, "%s\n", error ? error : "usage: fuse_rate [OPTIONS] PATH…");
        free(error);
        return 2;
    }
    double start = clock_wall();
    seed_set *seeds = seeds_load(&files, ANSWER_NONE);
    for (size_t i = 0; i < seeds->messages.n; i++)
        fprintf(stderr, "%s\n", seeds->messages.at[i]);
    double read = clock_wall();
    seeds_search(seeds, &(seed_search){.seconds = set.model_seconds, .caches = {.own = set.cache}});
    seeds_find_models(seeds, NULL, NULL);
    size_t models = 0;
    for (size_t i = 0; i < seeds->seeds.n; i++)
        models += seeds->seeds.at[i].model != NULL;
    fprintf(stderr, "%zu seeds read in %.2f s, %zu models found in %.2f s\n", seeds->seeds.n,
            read - start, models, clock_wall() - read);
    fuse_config config = {0};
    fuse_maker *m = fuse_maker_new(seeds, &config, &error);
    take_part(m, seeds);
    for (int s = 0; s < FUSE_STRATEGY_COUNT; s++)
        if (!set.strategy || !strcmp(set.strategy, fuse_strategy_name((fuse_strategy)s)))
            measure(m, seeds, (fuse_strategy)s, &set);
    fuse_maker_free(m);
    seeds_free(seeds);
    suite_free(&files);
    return 0;
}
