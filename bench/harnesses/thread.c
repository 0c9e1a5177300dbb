/* A thread is started that goes on. */
#include <stddef.h>
#include <stdint.h>
#include <pthread.h>
#include <unistd.h>

static volatile int sink;

static volatile int alive;

static void *work(void *argument)
{
    (void)argument;
    alive = 1;
    for (;;)
        usleep(1000);
    return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    pthread_t id;
    if (n > 3 && data[0] == '2' && !pthread_create(&id, NULL, work, NULL))
        sink = 1;
    if (n > 3 && data[0] == '3' && alive)
        sink = 2;
    return 0;
}
