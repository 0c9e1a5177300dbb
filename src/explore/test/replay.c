#include "explore/test/replay.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/map.h"
#include "explore/target/target.h"
#include "explore/test/output.h"

/* What is counted: a line of a file, or a way of one of its branches (from 1). */
enum { LINE_BITS = 24, WAY_BITS = 20 };

static uint64_t place_of(uint64_t file, uint64_t line, uint64_t way)
{
    return file << (LINE_BITS + WAY_BITS) | way << LINE_BITS | line;
}

typedef struct replaying {
    const replay_config *config;
    replay_result *r;
    explore_target *target;
    VEC(uint64_t) places;
    VEC(uint32_t) counter; /* of each place */
    map tests_of;          /* place to the number of tests that reached it */
    map last_test;         /* place to the number of the last one, so that it counts once */
    char *error;
} replaying;

/* ---- What is counted ------------------------------------------------------------------------- */

static uint32_t file_of(replaying *x, map *known, const char *path, size_t n)
{
    bool is_new;
    uint64_t *index = map_insert(known, hash_bytes(path, n) >> 1, &is_new);
    if (!is_new)
        return (uint32_t)*index;
    /* One file has many names: src/../lib/x.h. */
    char *name = base_strndup(path, n), *real = realpath(name, NULL);
    replay_file f = {.path = base_strdup(real ? real : name)};
    free(name);
    free(real);
    size_t i = 0;
    while (i < x->r->files.n && strcmp(x->r->files.at[i].path, f.path))
        i++;
    *index = i;
    if (i < x->r->files.n)
        free(f.path);
    else
        vec_push(&x->r->files, f);
    return (uint32_t)i;
}

/* "COUNTER LINE WAY FILE" for each counter and line, and for each way of a branch. */
static bool read_lines(replaying *x)
{
    strbuf path = STRBUF_INIT, text = STRBUF_INIT;
    map files = {0};
    strbuf_printf(&path, "%s.lines", x->config->program);
    bool good = file_read(path.text, &text);
    for (const char *at = text.text, *end; good && *at; at = *end ? end + 1 : end) {
        end = at + strcspn(at, "\n");
        char *after;
        unsigned long counter = strtoul(at, &after, 10), line = strtoul(after, &after, 10),
                      way = strtoul(after, &after, 10);
        if (*after != ' ' || after >= end || counter >= TANDEM_MAX_GUARDS ||
            line >= 1ul << LINE_BITS || way >= 1ul << WAY_BITS)
            continue;
        uint64_t file = file_of(x, &files, after + 1, (size_t)(end - after - 1));
        vec_push(&x->places, place_of(file, line, way));
        vec_push(&x->counter, (uint32_t)counter);
        map_insert(&x->tests_of, place_of(file, line, way), NULL);
    }
    if (!good)
        x->error = base_strdup(strerror(errno));
    map_free(&files);
    strbuf_free(&path);
    strbuf_free(&text);
    return good;
}

/* ---- Runs ------------------------------------------------------------------------------------ */

static void note_run(replaying *x, const uint8_t *coverage)
{
    for (size_t i = 0; i < x->places.n; i++) {
        if (!coverage[x->counter.at[i]])
            continue;
        uint64_t *last = map_insert(&x->last_test, x->places.at[i], NULL);
        if (*last != x->r->tests) {
            *last = x->r->tests;
            ++*map_insert(&x->tests_of, x->places.at[i], NULL);
        }
    }
}

static void replay_test(void *context, const explore_test *t)
{
    replaying *x = context;
    const replay_config *c = x->config;
    target_result r;
    target_options o = {.seconds = c->run_seconds};
    if (x->error || (c->interrupt && *c->interrupt) || !target_run(x->target, t, &o, &r, &x->error))
        return;
    x->r->tests++;
    x->r->hung += r.outcome == TARGET_HUNG;
    x->r->crashed += r.outcome == TARGET_SIGNALED;
    if (r.outcome == TARGET_LOST)
        return;
    /* These counters are no guards: nobody but us clears them. */
    note_run(x, r.shared->coverage);
    memset((void *)(uintptr_t)r.shared->coverage, 0, sizeof r.shared->coverage);
}

/* ---- Results --------------------------------------------------------------------------------- */

static int by_number(const void *a, const void *b)
{
    const replay_line *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const replay_file *)a)->path, ((const replay_file *)b)->path);
}

/* To the lines, which are in order. */
static void add_ways(replaying *x)
{
    for (size_t i = 0; i < x->tests_of.capacity; i++) {
        const map_entry *e = &x->tests_of.slots[i];
        if (e->key == MAP_NO_KEY || !(e->key >> LINE_BITS & ((1u << WAY_BITS) - 1)))
            continue;
        replay_file *f = &x->r->files.at[e->key >> (LINE_BITS + WAY_BITS)];
        replay_line wanted = {.number = e->key & ((1u << LINE_BITS) - 1)};
        replay_line *line =
            f->lines.n ? bsearch(&wanted, f->lines.at, f->lines.n, sizeof wanted, by_number) : NULL;
        bool taken = e->value > 0;
        if (line)
            line->ways++, line->taken += taken;
        f->ways++, f->taken += taken;
        x->r->ways++, x->r->taken += taken;
    }
}

static void sum_up(replaying *x)
{
    replay_result *r = x->r;
    for (size_t i = 0; i < x->tests_of.capacity; i++) {
        const map_entry *e = &x->tests_of.slots[i];
        if (e->key == MAP_NO_KEY)
            continue;
        uint32_t number = e->key & ((1u << LINE_BITS) - 1);
        if (e->key >> LINE_BITS & ((1u << WAY_BITS) - 1))
            continue;
        replay_file *f = &r->files.at[e->key >> (LINE_BITS + WAY_BITS)];
        replay_line line = {.number = number, .tests = (uint32_t)e->value};
        vec_push(&f->lines, line);
        f->reached += line.tests > 0;
    }
    for (size_t i = 0; i < r->files.n; i++) {
        replay_file *f = &r->files.at[i];
        if (f->lines.n)
            qsort(f->lines.at, f->lines.n, sizeof *f->lines.at, by_number);
        r->lines += f->lines.n;
        r->reached += f->reached;
    }
    add_ways(x);
    if (r->files.n)
        qsort(r->files.at, r->files.n, sizeof *r->files.at, by_path);
}

bool explore_replay(const replay_config *config, replay_result *r, char **error)
{
    *r = (replay_result){0};
    replaying x = {.config = config, .r = r};
    target_config target = {.path = config->program,
                            .jail = config->jail,
                            .given = config->given,
                            .interrupt = config->interrupt};
    if (read_lines(&x) && (x.target = target_start(&target, &x.error))) {
        output_each_test(config->folder, replay_test, &x);
        sum_up(&x);
    }
    target_free(x.target);
    vec_free(&x.places);
    vec_free(&x.counter);
    map_free(&x.tests_of);
    map_free(&x.last_test);
    *error = x.error;
    return !x.error;
}

void replay_free(replay_result *r)
{
    for (size_t i = 0; i < r->files.n; i++) {
        free(r->files.at[i].path);
        vec_free(&r->files.at[i].lines);
    }
    vec_free(&r->files);
}
