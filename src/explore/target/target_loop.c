#include "explore/target/target_loop.h"

#include <string.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "explore/target/target_impl.h"

static const double READY_SECONDS = 10, GRACE_SECONDS = 2;

/* A process is worth its start for so many runs; that is asked after so many of them. */
enum { FEW_RUNS = 8, MANY_PROCESSES = 64 };
/* Inputs that ended their process, but not alone. */
enum { MOST_INNOCENT = 16 };

bool target_is_harness(const explore_target *t)
{
    return ((const volatile tandem_shared *)t->shared)->loops == TANDEM_LOOPS_HARNESS;
}

bool target_loop_program(explore_target *t, bool file)
{
    if (((const volatile tandem_shared *)t->shared)->loops != TANDEM_LOOPS_PROGRAM)
        return false;
    explore_test *first = &t->loop.first;
    explore_test_init(first);
    if (file)
        explore_test_add_file(first, "A", "", 0);
    else
        explore_test_set_input(first, "", 0);
    t->loop.restores = TANDEM_RESTORE_ALWAYS; /* libc's own state, if nothing else */
    return true;
}

void target_loop_restores(explore_target *t, uint32_t restores)
{
    t->loop.restores = restores;
}

/* ---- Batches --------------------------------------------------------------------------------- */

void target_batch_clear(explore_target *t)
{
    t->loop.n = t->loop.next = 0;
}

void target_batch_again(explore_target *t)
{
    t->loop.next = 0;
}

bool target_batch_add(explore_target *t, const void *bytes, size_t n)
{
    target_loop *l = &t->loop;
    size_t from = l->n ? l->end[l->n - 1] : 0;
    if (l->n == TANDEM_BATCH_INPUTS || n > TANDEM_BATCH_BYTES - from)
        return false;
    memcpy(t->shared->batch.bytes + from, bytes, n);
    l->end[l->n] = t->shared->batch.end[l->n] = (uint32_t)(from + n);
    l->n++;
    return true;
}

const char *target_batch_input(const explore_target *t, uint32_t i, size_t *n)
{
    size_t from = i ? t->loop.end[i - 1] : 0;
    *n = t->loop.end[i] - from;
    return (const char *)t->shared->batch.bytes + from;
}

/* ---- The process ----------------------------------------------------------------------------- */

static bool send_command(explore_target *t, tandem_command command)
{
    tandem_message m = {.command = command};
    return send(t->socket, &m, sizeof m, MSG_NOSIGNAL) == (ssize_t)sizeof m;
}

/* Waits for the server's word that the process has ended; false: the server is gone, too. */
static bool await_end(explore_target *t, tandem_message *m)
{
    double deadline = clock_wall() + GRACE_SECONDS;
    t->loop.pid = 0;
    while (target_receive(t, m, deadline))
        if (m->command == TANDEM_ENDED)
            return true;
    target_stop(t);
    return false;
}

void target_loop_end(explore_target *t)
{
    tandem_message m;
    if (!t->loop.pid)
        return;
    jail_kill(&t->jail, t->loop.pid);
    await_end(t, &m);
}

/* LOOP_DONE: it is there. */
static loop_event begin(explore_target *t, char **error)
{
    if (t->is_late) /* that server stands in the program already */
        target_stop(t);
    if (!target_ensure(t, error))
        return LOOP_FAILED;
    if (t->loop.begun++ >= MANY_PROCESSES && t->loop.begun > t->shared->batch.runs / FEW_RUNS)
        return LOOP_UNFIT;
    bool good = target_put_files(t, &t->loop.first) &&
                target_request(t, &t->loop.first, &(target_options){.flags = TANDEM_RUN_LOOP});
    t->shared->request.cpu_seconds = 0;
    t->shared->batch.restores = t->loop.restores;
    tandem_message m;
    double deadline = clock_wall() + READY_SECONDS;
    good = good && send_command(t, TANDEM_RUN);
    while (good && target_receive(t, &m, deadline)) {
        if (m.command == TANDEM_STARTED || m.command == TANDEM_PAUSE)
            t->loop.pid = m.pid; /* it may be ready before the server says that it was started */
        if (m.command == TANDEM_STARTED)
            continue;
        if (m.command == TANDEM_PAUSE && m.status == TANDEM_PAUSE_READY) {
            t->never_late = true; /* else each run between two batches would move the server */
            return LOOP_DONE;
        }
        if (m.command == TANDEM_ENDED)
            t->loop.pid = 0;
        good = false;
    }
    target_loop_end(t);
    return target_interrupted(t) ? LOOP_FAILED : LOOP_UNFIT;
}

/* The number of the input that is being run, among those that were to be. */
static uint32_t current(const explore_target *t)
{
    uint32_t at = ((const volatile tandem_shared *)t->shared)->batch.at;
    return at < t->loop.next ? t->loop.next : at < t->loop.n ? at : t->loop.n - 1;
}

/* Its next message; false after `seconds` without progress, or if there will be none. */
static bool await_pause(explore_target *t, double seconds, tandem_message *m)
{
    const volatile tandem_batch *b = &t->shared->batch;
    uint64_t runs = b->runs;
    for (;;) {
        if (target_receive(t, m, clock_wall() + seconds)) {
            if (m->command == TANDEM_PAUSE || m->command == TANDEM_ENDED)
                return true;
            continue;
        }
        if (target_interrupted(t) || !jail_alive(&t->jail) || b->runs == runs)
            return false;
        runs = b->runs;
    }
}

/* ---- Going on -------------------------------------------------------------------------------- */

/* An input ended its process where it is not known whether earlier ones have a part in it: it is run
 * alone first. If it ends again, it is its own doing; else runs need to be kept apart from now on. */
static loop_event judge_end(explore_target *t, double seconds, uint32_t at, tandem_message *m,
                            target_outcome *outcome, char **error)
{
    uint32_t began = ((const volatile tandem_shared *)t->shared)->batch.began, n = t->loop.n;
    if (began >= at || began < t->loop.next)
        return LOOP_BROKE;
    loop_event e = begin(t, error);
    if (e != LOOP_DONE)
        return e;
    t->shared->batch.next = at;
    t->shared->batch.n = at + 1;
    bool answered = send_command(t, TANDEM_GO) && await_pause(t, seconds, m);
    if (answered && m->command == TANDEM_ENDED) {
        t->loop.pid = 0;
        *outcome = TARGET_EXITED;
        return LOOP_BROKE;
    }
    if (!answered) {
        target_loop_end(t);
        *outcome = TARGET_HUNG;
        return target_interrupted(t) ? LOOP_FAILED : LOOP_BROKE;
    }
    t->loop.restores = t->loop.restores ? t->loop.restores : TANDEM_RESTORE_ALWAYS;
    t->loop.next = began;
    t->loop.n = n;
    target_loop_end(t);
    return t->loop.innocent++ < MOST_INNOCENT ? LOOP_DONE : LOOP_UNFIT; /* it may go on */
}

static loop_event broke(explore_target *t, double seconds, target_outcome outcome,
                        tandem_message *m, uint32_t *at, target_result *result, char **error)
{
    *at = current(t);
    loop_event e = judge_end(t, seconds, *at, m, &outcome, error);
    if (e != LOOP_BROKE)
        return e;
    result->outcome = outcome;
    target_read_result(t, m, result);
    t->loop.next = *at + 1;
    return e;
}

/* One exchange; LOOP_DONE with inputs left: once more. */
static loop_event step(explore_target *t, double seconds, uint32_t *at, target_result *result,
                       char **error)
{
    tandem_message m = {0};
    loop_event e = t->loop.pid ? LOOP_DONE : begin(t, error);
    if (e != LOOP_DONE)
        return e;
    t->shared->batch.n = t->loop.n;
    t->shared->batch.next = t->loop.next;
    t->shared->batch.at = t->shared->batch.began = t->loop.next;
    if (!send_command(t, TANDEM_GO) || !await_pause(t, seconds, &m)) {
        target_loop_end(t);
        if (target_interrupted(t))
            return LOOP_FAILED;
        return broke(t, seconds, TARGET_HUNG, &m, at, result, error);
    }
    if (m.command == TANDEM_ENDED) {
        t->loop.pid = 0;
        return broke(t, seconds, TARGET_EXITED, &m, at, result, error);
    }
    switch (m.status) {
    case TANDEM_PAUSE_NEWS:
        *at = current(t);
        t->loop.next = *at + 1;
        result->outcome = TARGET_EXITED;
        target_read_result(t, &(tandem_message){0}, result);
        return LOOP_NEWS;
    case TANDEM_PAUSE_DONE:
        t->loop.next = t->loop.n;
        return LOOP_DONE;
    case TANDEM_PAUSE_RENEW:
        t->loop.next = ((const volatile tandem_shared *)t->shared)->batch.at >= t->loop.n
                           ? t->loop.n
                           : current(t);
        await_end(t, &m);
        return LOOP_DONE;
    default:
        target_loop_end(t);
        return LOOP_UNFIT;
    }
}

loop_event target_batch_run(explore_target *t, double seconds, uint32_t *at, target_result *result,
                            char **error)
{
    loop_event e = LOOP_DONE;
    *error = NULL;
    *at = 0;
    *result = (target_result){.outcome = TARGET_LOST};
    while (e == LOOP_DONE && t->loop.next < t->loop.n)
        e = step(t, seconds > 0 ? seconds : t->config.seconds, at, result, error);
    return e;
}
