/* The pool of workers: every request is answered or lost, whatever workers do. */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "campaign/message.h"
#include "campaign/pool.h"
#include "test.h"

/* Numbers that tell a worker to misbehave. */
enum { DIE = 13, HANG = 17, EXIT = 19 };

static void square(void *context, pool_line *line, const char *request, size_t n)
{
    message_reader r = {.at = request, .end = request + n};
    uint64_t number = message_u64(&r);
    if (number == DIE)
        raise(SIGKILL);
    if (number == EXIT)
        _exit(0);
    while (number == HANG)
        pause();
    strbuf out = STRBUF_INIT;
    for (uint64_t i = 0; i < number % 3; i++) { /* several messages, or none */
        strbuf_clear(&out);
        message_put_u64(&out, number * number);
        pool_say(line, &out);
    }
    strbuf_free(&out);
}

static void give(pool *p, uint64_t number, uint64_t *held)
{
    strbuf request = STRBUF_INIT;
    message_put_u64(&request, number);
    char *error = NULL;
    int worker = pool_give(p, &request, &error);
    CHECK(worker >= 0 && !error);
    held[worker] = number;
    strbuf_free(&request);
}

TEST(requests_are_answered_or_lost)
{
    enum { JOBS = 3, REQUESTS = 200 };
    pool_config config = {.jobs = JOBS, .work = square, .silence = 0.3};
    pool *p = pool_new(&config);
    uint64_t held[JOBS] = {0}, next = 0, done = 0, lost = 0, messages = 0, expected = 0;
    strbuf message = STRBUF_INIT;
    while (done + lost < REQUESTS) {
        for (; next < REQUESTS && pool_idle(p); next++)
            give(p, next, held);
        int worker = -1;
        switch (pool_wait(p, clock_wall() + 10, &worker, &message)) {
        case POOL_MESSAGE: {
            message_reader r = {.at = message.text, .end = message.text + message.n};
            CHECK(message_u64(&r) == held[worker] * held[worker] && !r.failed);
            messages++;
            break;
        }
        case POOL_DONE:
            done++;
            expected += held[worker] % 3;
            break;
        case POOL_LOST:
            lost++;
            CHECK(held[worker] == DIE || held[worker] == HANG || held[worker] == EXIT);
            break;
        default:
            test_fail(__FILE__, __LINE__, "no event within ten seconds");
        }
    }
    CHECK(lost == 3);
    CHECK(messages == expected);
    CHECK(pool_idle(p) == JOBS);
    strbuf_free(&message);
    pool_free(p);
}

TEST(a_pool_with_running_workers_can_be_freed)
{
    pool_config config = {.jobs = 2, .work = square};
    pool *p = pool_new(&config);
    uint64_t held[2];
    give(p, HANG, held);
    give(p, HANG, held);
    int worker;
    strbuf message = STRBUF_INIT;
    CHECK(pool_wait(p, clock_wall() + 0.05, &worker, &message) == POOL_DEADLINE);
    strbuf_free(&message);
    pool_free(p);
}

TEST(a_message_that_is_cut_short_is_noticed)
{
    strbuf out = STRBUF_INIT;
    finding f, g;
    finding_init(&f);
    finding_set(&f.message, "broken");
    f.kind = FINDING_CRASH;
    message_put_finding(&out, &f);
    for (size_t cut = 0; cut <= out.n; cut++) {
        message_reader r = {.at = out.text, .end = out.text + cut};
        finding_init(&g);
        message_finding(&r, &g);
        CHECK(r.failed == (cut < out.n));
        if (!r.failed)
            CHECK_STR(g.message, "broken");
        finding_free(&g);
    }
    finding_free(&f);
    strbuf_free(&out);
}
