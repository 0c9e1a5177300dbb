#include "cli/interrupt.h"

#include <stddef.h>

#include "cli/exit_codes.h"

static volatile sig_atomic_t interrupted; /* a signal handler can only reach a global */

static void on_signal(int number)
{
    interrupted = number;
}

void interrupt_watch(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESETHAND | SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

const volatile sig_atomic_t *interrupt_flag(void)
{
    return &interrupted;
}

int interrupt_code(int otherwise)
{
    if (!interrupted)
        return otherwise;
    return interrupted == SIGTERM ? CLI_EXIT_TERMINATED : CLI_EXIT_INTERRUPT;
}
