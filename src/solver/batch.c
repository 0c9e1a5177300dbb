#include "solver/batch.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/vec.h"

enum { TICK_NANOSECONDS = 100000000, SECOND = 1000000000 };

typedef struct finished {
    size_t i;
    runner_result result;
} finished;

typedef struct pool {
    const batch *b;
    pthread_mutex_t lock;
    pthread_cond_t news;
    size_t next;    /* the run that is started next */
    size_t working; /* threads that have not ended */
    VEC(finished) queue;
} pool;

static bool take(pool *p, size_t *i)
{
    const batch *b = p->b;
    pthread_mutex_lock(&p->lock);
    bool some = p->next < b->n && !(b->interrupt && *b->interrupt);
    if (some)
        *i = p->next++;
    pthread_mutex_unlock(&p->lock);
    return some;
}

static void *work(void *context)
{
    pool *p = context;
    finished f;
    while (take(p, &f.i)) {
        runner_job job = {0};
        p->b->job(p->b->context, f.i, &job);
        runner_run(&job, &f.result);
        pthread_mutex_lock(&p->lock);
        vec_push(&p->queue, f);
        pthread_cond_signal(&p->news);
        pthread_mutex_unlock(&p->lock);
    }
    pthread_mutex_lock(&p->lock);
    p->working--;
    pthread_cond_signal(&p->news);
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/* Waits for news or a tick; called and left with the lock held. */
static void wait_a_while(pool *p)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += TICK_NANOSECONDS;
    until.tv_sec += until.tv_nsec / SECOND;
    until.tv_nsec %= SECOND;
    pthread_cond_clockwait(&p->news, &p->lock, CLOCK_MONOTONIC, &until);
}

static void collect(pool *p)
{
    pthread_mutex_lock(&p->lock);
    while (p->working || p->queue.n) {
        if (!p->queue.n)
            wait_a_while(p);
        finished *some = p->queue.at;
        size_t n = p->queue.n;
        p->queue.at = NULL;
        p->queue.n = p->queue.capacity = 0;
        pthread_mutex_unlock(&p->lock);
        for (size_t i = 0; i < n; i++)
            p->b->done(p->b->context, some[i].i, &some[i].result);
        free(some);
        if (p->b->tick)
            p->b->tick(p->b->context);
        pthread_mutex_lock(&p->lock);
    }
    pthread_mutex_unlock(&p->lock);
}

void batch_run(const batch *b)
{
    pool p = {.b = b};
    pthread_mutex_init(&p.lock, NULL);
    pthread_cond_init(&p.news, NULL);
    VEC(pthread_t) threads = {0};
    size_t wanted = b->jobs < b->n ? b->jobs : b->n;
    p.working = wanted;
    for (size_t i = 0; i < wanted; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, work, &p)) {
            /* The system gives no more threads: those that exist do the work. */
            pthread_mutex_lock(&p.lock);
            p.working -= wanted - i;
            pthread_mutex_unlock(&p.lock);
            break;
        }
        vec_push(&threads, thread);
    }
    if (!threads.n && wanted) {
        p.working = 1;
        work(&p);
    }
    collect(&p);
    for (size_t i = 0; i < threads.n; i++)
        pthread_join(threads.at[i], NULL);
    vec_free(&threads);
    pthread_cond_destroy(&p.news);
    pthread_mutex_destroy(&p.lock);
}
