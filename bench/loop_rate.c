/* loop_rate: runs of a libFuzzer harness, or of a main, in one process (runtime/loop).
 *
 *   loop_rate check PROGRAM             are they as in a process each?
 *   loop_rate rate MODE SECONDS PROGRAM FILE...   how many a second?
 *
 * PROGRAM was made by tandem-cc; for `check` it may also be one that reads standard input. `check` makes short inputs from few letters, runs each in a process of
 * its own and all in one process, and compares how they ended and which edges they took: for each
 * input, and, when the loop has learned what to put back, over all of them without a stop. MODE is
 * auto (what runs change is put back), always (also where they seem to change nothing) or pages; it
 * runs the files again and again, on the build for mutation, and prints runs a second and the bytes
 * that were put back after each run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/hash.h"
#include "base/rng.h"
#include "explore/target/rebuild.h"
#include "explore/target/target_loop.h"

enum { INPUTS = 300, LONGEST = 9 };
static const double RUN_SECONDS = 2;

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "loop_rate: %s: %s\n", what, why ? why : "it was interrupted");
    exit(2);
}

static explore_target *start(const char *program)
{
    char *error;
    explore_target *t = target_start(&(target_config){.path = program}, &error);
    if (!t)
        fail(program, error);
    return t;
}

static char *build(const char *program, const char *folder)
{
    strbuf compiler = STRBUF_INIT;
    char *error, *self = realpath("/proc/self/exe", NULL);
    *strrchr(self, '/') = 0;
    strbuf_printf(&compiler, "%s/../tandem-cc", self);
    char *light = explore_rebuild(
        &(rebuild_config){.program = program, .compiler = compiler.text, .folder = folder}, &error);
    if (!light)
        fail(program, error);
    strbuf_free(&compiler);
    free(self);
    return light;
}

/* ---- Equal to processes of their own --------------------------------------------------------- */

typedef struct seen {
    target_outcome outcome;
    int status;
    uint64_t edges; /* a hash of the magnitudes */
} seen;

static seen see(const target_result *r)
{
    seen s = {.outcome = r->outcome, .status = r->status};
    for (uint32_t i = 0; i < r->n_guards; i++)
        s.edges = hash_mix(s.edges, tandem_magnitude(r->coverage[i]));
    return s;
}

static void make_inputs(strbuf *inputs)
{
    static const char letters[] = "ABCDEF0123\n";
    rng random;
    rng_seed(&random, 1);
    for (int i = 0; i < INPUTS; i++) {
        strbuf_init(&inputs[i]);
        for (uint64_t n = rng_below(&random, LONGEST + 1); n; n--)
            strbuf_putc(&inputs[i], letters[rng_below(&random, sizeof letters - 1)]);
    }
}

static void run_alone(explore_target *t, const strbuf *input, target_result *r)
{
    explore_test test;
    char *error;
    explore_test_init(&test);
    if (target_is_harness(t))
        explore_test_add_object(&test, "data", input->text, input->n);
    else
        explore_test_set_input(&test, input->text, input->n);
    if (!target_run(t, &test, &(target_options){0}, r, &error))
        fail("a run", error);
    explore_test_free(&test);
}

/* The next event of a batch; LOOP_UNFIT is right, too: then each run has its process. */
static loop_event go_on(explore_target *t, uint32_t *at, target_result *r)
{
    char *error;
    loop_event e = target_batch_run(t, RUN_SECONDS, at, r, &error);
    if (e == LOOP_FAILED)
        fail("a batch", error);
    return e;
}

/* The loop does not tell the status of a main. */
static bool differ(const explore_target *t, seen a, seen b)
{
    bool status = target_is_harness(t) || a.outcome == TARGET_SIGNALED;
    return a.outcome != b.outcome || (status && a.status != b.status) || a.edges != b.edges;
}

static int check(const char *program)
{
    char *folder = folder_temporary(), *light = NULL;
    explore_target *t = start(program);
    bool harness = target_is_harness(t);
    if (!harness) {
        target_free(t);
        light = build(program, folder);
        t = start(light);
        if (!target_loop_program(t, false))
            fail(program, "it is no harness, and its main cannot be called again");
    }
    strbuf inputs[INPUTS];
    seen alone[INPUTS];
    uint32_t wrong = 0, told = 0, at, *hits = base_alloc_zero(target_guards(t) + 1, sizeof *hits);
    target_result r;
    make_inputs(inputs);
    for (int i = 0; i < INPUTS; i++) {
        run_alone(t, &inputs[i], &r);
        alone[i] = see(&r);
        for (uint32_t k = 0; r.outcome == TARGET_EXITED && !(harness && r.status) && k < r.n_guards;
             k++)
            hits[k] += r.coverage[k] > 0;
    }
    loop_event e = LOOP_DONE;
    uint64_t redone = 0;
    tandem_batch *b = &target_shared(t)->batch;
    for (int pass = 0; pass < 3 && e != LOOP_UNFIT; pass++) {
        /* Everything is new first, so that each run is told; then nothing is. */
        memset(b->seen, pass ? 255 : 0, sizeof b->seen);
        memset(b->hits, 0, sizeof b->hits);
        redone = b->redone;
        target_batch_clear(t);
        for (int i = 0; i < INPUTS; i++)
            target_batch_add(t, inputs[i].text, inputs[i].n);
        while ((e = go_on(t, &at, &r)) == LOOP_NEWS || e == LOOP_BROKE) {
            wrong += differ(t, see(&r), alone[at]);
            told++;
        }
        bool steady = pass == 2 && e == LOOP_DONE && b->redone == redone;
        for (uint32_t k = 0; steady && k < target_guards(t); k++)
            wrong += b->hits[k] != hits[k];
    }
    printf("%s%u %u %u %u\n", e == LOOP_UNFIT ? "unfit " : "", wrong, told, b->restored, b->paged);
    for (int i = 0; i < INPUTS; i++)
        strbuf_free(&inputs[i]);
    free(hits);
    free(light);
    target_free(t);
    folder_remove(folder);
    free(folder);
    return wrong > 0;
}

/* ---- Rate ------------------------------------------------------------------------------------ */

static int rate(const char *mode, double seconds, const char *program, char **files, int n)
{
    char *folder = folder_temporary(), *light = build(program, folder);
    explore_target *t = start(light);
    target_result r;
    uint32_t at;
    target_loop_restores(t, !strcmp(mode, "pages")    ? TANDEM_RESTORE_PAGES
                            : !strcmp(mode, "always") ? TANDEM_RESTORE_ALWAYS
                                                      : TANDEM_RESTORE_AUTO);
    target_batch_clear(t);
    for (int i = 0; i < n; i++) {
        strbuf bytes = STRBUF_INIT;
        if (!file_read(files[i], &bytes) || !target_batch_add(t, bytes.text, bytes.n))
            fail(files[i], "cannot be used");
        strbuf_free(&bytes);
    }
    tandem_batch *b = &target_shared(t)->batch;
    memset(b->seen, 255, sizeof b->seen);
    loop_event e = go_on(t, &at, &r); /* learns what has to be learned */
    uint64_t before = b->runs;
    double begun = clock_wall(), now = begun;
    while (e != LOOP_UNFIT && (now = clock_wall()) < begun + seconds) {
        target_batch_again(t);
        e = go_on(t, &at, &r);
    }
    if (e == LOOP_UNFIT)
        fail(program, "needs a process for each run");
    printf("%.0f %u %u\n", (double)(b->runs - before) / (now - begun), b->restored, b->paged);
    target_free(t);
    folder_remove(folder);
    free(folder);
    free(light);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 3 && !strcmp(argv[1], "check"))
        return check(argv[2]);
    if (argc > 5 && !strcmp(argv[1], "rate"))
        return rate(argv[2], strtod(argv[3], NULL), argv[4], argv + 5, argc - 5);
    fprintf(stderr, "usage: loop_rate check PROGRAM | rate MODE SECONDS PROGRAM FILE...\n");
    return 2;
}
