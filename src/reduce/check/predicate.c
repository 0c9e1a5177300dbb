#include "reduce/check/predicate.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/options.h"
#include "reduce/check/predicate_impl.h"

/* Limits for runs when the user gives none. */
static const struct {
    const char *name, *argument;
    size_t solvers;
} kinds[] = {
#define PREDICATE(id, name, argument, solvers, help) {name, argument, solvers},
    PREDICATES(PREDICATE)
#undef PREDICATE
};

/* ---- Making one ------------------------------------------------------------------------------ */

static bool refuse(char **error, const char *format, const char *a, const char *b)
{
    strbuf message = STRBUF_INIT;
    strbuf_printf(&message, format, a, b);
    *error = strbuf_detach(&message);
    return false;
}

/* "2x", "1.5x": above 1. */
static bool read_factor(const char *text, double *factor)
{
    char *end;
    *factor = strtod(text, &end);
    bool good = end != text && !strcmp(end, "x") && *factor > 1 && *factor < 1e6;
    if (!good)
        *factor = 0;
    return good;
}

static bool read_argument(one_check *c, const char *given, char **error)
{
    const char *argument = kinds[c->kind].argument, *name = kinds[c->kind].name;
    c->text = given ? given : "";
    if (given && !*argument)
        return refuse(error, "--check %s takes no argument ('%s')", name, given);
    if (!given && *argument == '=')
        return refuse(error, "--check %s needs an argument: %s", name, argument + 1);
    if (c->kind == PREDICATE_SLOWER && !read_factor(c->text, &c->factor) &&
        (!options_read_duration(c->text, &c->seconds) || c->seconds <= 0))
        return refuse(
            error,
            "--check %s takes a time such as 10, 500ms or 2m, or a factor such as 2x, not '%s'",
            name, given);
    if (c->kind == PREDICATE_ANSWER && !runner_verdict_read(c->text, &c->verdict))
        return refuse(error, "--check %s: '%s' is no verdict of a solver", name, given);
    return true;
}

static bool add_check(predicate *p, const char *text, char **error)
{
    size_t n = strcspn(text, "=");
    const char *names[PREDICATE_COUNT];
    for (int i = 0; i < PREDICATE_COUNT; i++) {
        names[i] = kinds[i].name;
        if (strlen(names[i]) != n || strncmp(names[i], text, n))
            continue;
        one_check c = {.kind = (predicate_kind)i};
        if (!read_argument(&c, text[n] ? text + n + 1 : NULL, error))
            return false;
        if (p->n_solvers < kinds[i].solvers)
            return refuse(error, "--check %s needs %s", names[i],
                          kinds[i].solvers == 1 ? "a --solver" : "two --solver");
        vec_push(&p->checks, c);
        return true;
    }
    char *word = base_strndup(text, n);
    const char *near = options_nearest(word, names, PREDICATE_COUNT);
    refuse(error, near ? "there is no check '%s'; did you mean '%s'?" : "there is no check '%s'",
           word, near);
    free(word);
    return false;
}

static bool add_parts(predicate *p, char **error)
{
    const predicate_config *c = &p->config;
    if (c->command) {
        p->command = solver_command_new(c->command, error);
        return p->command && solver_command_find(p->command, error);
    }
    for (size_t i = 0; i < c->n_solvers; i++) {
        solver *s = solver_new(c->solvers[i], error);
        if (!s)
            return false;
        vec_push(&p->solvers, s);
    }
    p->n_solvers = c->n_solvers;
    for (size_t i = c->n_solvers; i < c->n_solvers * c->jobs; i++)
        vec_push(&p->solvers, solver_fresh(p->solvers.at[i - c->n_solvers]));
    for (size_t i = 0; i < c->n_checks; i++)
        if (!add_check(p, c->checks[i], error))
            return false;
    return c->n_checks || add_check(p, p->n_solvers > 1 ? "differ" : "crash", error);
}

char *predicate_misuse(const predicate_config *config)
{
    predicate p = {.n_solvers = config->n_solvers};
    char *error = NULL;
    for (size_t i = 0; !error && i < config->n_checks; i++)
        add_check(&p, config->checks[i], &error);
    vec_free(&p.checks);
    return error;
}

predicate *predicate_new(const predicate_config *config, char **error)
{
    predicate *p = base_alloc_zero(1, sizeof *p);
    p->config = *config;
    strbuf_init(&p->signature);
    if (add_parts(p, error))
        return p;
    predicate_free(p);
    return NULL;
}

void predicate_free(predicate *p)
{
    if (!p)
        return;
    solver_command_free(p->command);
    for (size_t i = 0; i < p->solvers.n; i++)
        solver_free(p->solvers.at[i]);
    vec_free(&p->solvers);
    vec_free(&p->checks);
    vec_free(&p->seen);
    strbuf_free(&p->signature);
    free(p);
}

smt_dialect predicate_dialect(const predicate *p)
{
    if (p->solvers.n)
        return solver_dialect(p->solvers.at[0]);
    return smt_dialect_of(solver_command_program(p->command));
}

/* ---- One script ------------------------------------------------------------------------------ */

bool predicate_learn(predicate *p, const char *text, size_t n, char **why)
{
    look l = {.p = p,
              .interrupt = p->config.interrupt,
              .text = text,
              .n = n,
              .learning = true,
              .why = STRBUF_INIT};
    const reduce_limits *b = LIMITS_OR(p->config.bounds, reduce_limits_default);
    bool automatic = p->config.limits.wall_seconds <= 0;
    if (automatic)
        p->config.limits.wall_seconds = b->check_first_seconds;
    bool good = predicate_look(&l);
    if (automatic) {
        double limit = b->check_times_longer * l.slowest;
        p->config.limits.wall_seconds =
            limit > b->check_least_seconds ? limit : b->check_least_seconds;
    }
    *why = good ? NULL : base_strdup(l.why.text);
    strbuf_free(&l.why);
    return good;
}

static reduce_verdict verdict_for(predicate *p, const strbuf *script, size_t job,
                                  const volatile sig_atomic_t *interrupt)
{
    look l = {.p = p,
              .job = job,
              .interrupt = interrupt,
              .text = script->text,
              .n = script->n,
              .why = STRBUF_INIT};
    bool good = predicate_look(&l);
    strbuf_free(&l.why);
    return l.stopped ? REDUCE_STOP : good ? REDUCE_YES : REDUCE_NO;
}

reduce_verdict predicate_holds(predicate *p, const strbuf *script)
{
    return verdict_for(p, script, 0, p->config.interrupt);
}

/* ---- Several at a time ----------------------------------------------------------------------- */

/* One script in a thread of its own. */
typedef struct worker {
    predicate *p;
    const strbuf *script;
    size_t job;
    volatile sig_atomic_t stop;
    reduce_verdict verdict;
    atomic_bool done;
    pthread_t thread;
    bool started;
} worker;

static void *work(void *context)
{
    worker *w = context;
    w->verdict = verdict_for(w->p, w->script, w->job, &w->stop);
    atomic_store(&w->done, true);
    return NULL;
}

/* Passes the user's interrupt on, and stops what stands behind a script that holds. True when all
 * are done. */
static bool supervise(predicate *p, worker *workers, size_t n)
{
    bool all = true, decided = p->config.interrupt && *p->config.interrupt;
    for (size_t i = 0; i < n; i++) {
        bool done = atomic_load(&workers[i].done);
        all &= done;
        if (decided)
            workers[i].stop = 1;
        decided |= done && workers[i].verdict == REDUCE_YES;
    }
    return all;
}

void predicate_hold(predicate *p, const strbuf *scripts, size_t n, reduce_verdict *verdicts)
{
    static const struct timespec pause = {.tv_nsec = 1000000};
    worker *workers = base_alloc_zero(n, sizeof *workers);
    for (size_t i = 0; i < n; i++) {
        worker *w = &workers[i];
        w->p = p;
        w->script = &scripts[i];
        w->job = i;
        w->started = !pthread_create(&w->thread, NULL, work, w);
        if (!w->started) /* the system gives no more threads */
            work(w);
    }
    while (!supervise(p, workers, n))
        nanosleep(&pause, NULL);
    for (size_t i = 0; i < n; i++) {
        if (workers[i].started)
            pthread_join(workers[i].thread, NULL);
        verdicts[i] = workers[i].verdict;
    }
    free(workers);
}
