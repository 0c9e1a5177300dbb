#include "cli/interrupt.h"

#include <math.h>
#include <stddef.h>
#include <sys/time.h>

#include "base/clock.h"
#include "cli/exit_codes.h"

#define LEAST_TIMER 0.001

static volatile sig_atomic_t interrupted; /* a signal handler can only reach a global */
static double interrupted_at;

/* The first one asks for an orderly end, the next one ends us as if there were no handler. */
static void on_signal(int number)
{
    double now = clock_wall();
    if (!interrupted || interrupted == SIGALRM) {
        interrupted_at = now;
        interrupted = number;
    } else if (now > interrupted_at + INTERRUPT_ONE_ACTION) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

void interrupt_watch(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

static void on_alarm(int number)
{
    if (!interrupted)
        interrupted = number;
}

static void set_timer(double seconds)
{
    double whole = floor(seconds);
    struct itimerval timer = {
        .it_value = {.tv_sec = (time_t)whole, .tv_usec = (suseconds_t)((seconds - whole) * 1e6)}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

void interrupt_after(double seconds)
{
    struct sigaction action = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    set_timer(seconds < LEAST_TIMER ? LEAST_TIMER : seconds);
}

void interrupt_go_on(void)
{
    set_timer(0);
    if (interrupted == SIGALRM)
        interrupted = 0;
}

const volatile sig_atomic_t *interrupt_flag(void)
{
    return &interrupted;
}

int interrupt_code(int otherwise)
{
    if (!interrupted || interrupted == SIGALRM)
        return otherwise;
    return interrupted == SIGTERM ? CLI_EXIT_TERMINATED : CLI_EXIT_INTERRUPT;
}
