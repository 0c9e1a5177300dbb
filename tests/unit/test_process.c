#include "process/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "process/descendants.h"
#include "test.h"

#define LONG 60.0 /* a deadline that is never reached by a test that passes */

static process *start_sh(const char *script, process_config config)
{
    char *argv[] = {"sh", "-c", (char *)script, NULL};
    config.argv = argv;
    char *error = NULL;
    process *p = process_start(&config, &error);
    CHECK_MSG(p, "%s", error ? error : "no message");
    return p;
}

static process *start_function(int (*run)(void *, int, int), process_config config)
{
    config.run = run;
    char *error = NULL;
    process *p = process_start(&config, &error);
    CHECK_MSG(p, "%s", error ? error : "no message");
    return p;
}

/* The first event that is not output. */
static process_event finish(process *p)
{
    double deadline = clock_wall() + LONG;
    process_event event;
    while ((event = process_wait(p, deadline)) == PROCESS_OUTPUT)
        ;
    return event;
}

static unsigned count_descriptors(void)
{
    DIR *all = opendir("/proc/self/fd");
    CHECK(all);
    unsigned n = 0;
    while (readdir(all))
        n++;
    closedir(all);
    return n;
}

/* Waits until the process is gone or a zombie of someone else's. */
static bool is_gone(long pid)
{
    char path[64], state = 'R';
    for (int i = 0; i < 2000; i++) {
        snprintf(path, sizeof path, "/proc/%ld/stat", pid);
        FILE *f = fopen(path, "r");
        if (!f)
            return true;
        if (fscanf(f, "%*d %*s %c", &state) != 1)
            state = 'Z';
        fclose(f);
        if (state == 'Z' || state == 'X')
            return true;
        usleep(10000);
    }
    return false;
}

/* A killed child may be reaped a little later. */
static bool no_children(void)
{
    for (int i = 0; i < 2000; i++) {
        siginfo_t info;
        if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) < 0 && errno == ECHILD)
            return true;
        usleep(10000);
    }
    return false;
}

TEST(output_errors_and_status)
{
    process *p = start_sh("echo out; echo err >&2; exit 3", (process_config){0});
    CHECK(finish(p) == PROCESS_EXIT);
    CHECK_STR(process_output(p)->text, "out\n");
    CHECK_STR(process_errors(p)->text, "err\n");
    CHECK(process_status(p) == 3 && process_signal(p) == 0);
    CHECK(!process_running(p));
    CHECK(process_peak_memory(p) > 0);
    CHECK(process_wait(p, clock_wall() + LONG) == PROCESS_EXIT);
    process_free(p);
    CHECK(no_children());
}

TEST(exec_failure_is_a_message)
{
    char *argv[] = {"/no/such/program", NULL};
    process_config config = {.argv = argv};
    unsigned before = count_descriptors();
    char *error = NULL;
    CHECK(!process_start(&config, &error));
    CHECK(error && strstr(error, "/no/such/program"));
    free(error);
    CHECK(count_descriptors() == before);
    CHECK(no_children());
}

TEST(crash_is_a_signal)
{
    process *p = start_sh("kill -SEGV $$", (process_config){0});
    CHECK(finish(p) == PROCESS_EXIT);
    CHECK(process_signal(p) == SIGSEGV && process_status(p) == 128 + SIGSEGV);
    process_free(p);
}

TEST(deadline_leaves_it_running)
{
    process *p = start_sh("exec sleep 1000", (process_config){0});
    CHECK(process_wait(p, clock_wall() + 0.05) == PROCESS_DEADLINE);
    CHECK(process_running(p));
    CHECK(process_wait(p, clock_wall() - 1) == PROCESS_DEADLINE);
    long pid = process_pid(p);
    process_kill(p);
    CHECK(!process_running(p) && process_signal(p) == SIGKILL);
    process_free(p);
    CHECK(is_gone(pid));
    CHECK(no_children());
}

TEST(trickling_output_does_not_hide_the_deadline)
{
    process *p = start_sh("while :; do echo x; done", (process_config){0});
    double deadline = clock_wall() + 0.1;
    process_event event;
    do {
        event = process_wait(p, deadline);
        process_consume(p, process_output(p)->n);
    } while (event == PROCESS_OUTPUT);
    CHECK(event == PROCESS_DEADLINE);
    process_free(p);
}

TEST(grandchildren_die_with_the_group)
{
    process *p =
        start_sh("sleep 1000 & a=$!; (sleep 1000 & echo $a $!; wait)", (process_config){0});
    long first = 0, second = 0;
    while (sscanf(process_output(p)->text, "%ld %ld", &first, &second) != 2 ||
           !strchr(process_output(p)->text, '\n'))
        CHECK(process_wait(p, clock_wall() + LONG) == PROCESS_OUTPUT);
    process_kill(p);
    CHECK(is_gone(first) && is_gone(second));
    process_free(p);
}

TEST(grandchild_that_holds_the_pipe_does_not_hold_us)
{
    process *p = start_sh("sleep 1000 & echo $!", (process_config){0});
    CHECK(finish(p) == PROCESS_EXIT);
    long pid = atol(process_output(p)->text);
    CHECK(pid > 0 && is_gone(pid));
    CHECK(process_status(p) == 0);
    process_free(p);
}

TEST(flood_is_stopped)
{
    process *p = start_sh("exec yes", (process_config){.output_bytes = 1 << 20});
    CHECK(finish(p) == PROCESS_FLOOD);
    CHECK(!process_running(p));
    CHECK(process_output(p)->n < 2 << 20);
    process_free(p);
    p = start_sh("exec yes >&2", (process_config){.output_bytes = 1 << 20});
    CHECK(finish(p) == PROCESS_FLOOD);
    process_free(p);
}

TEST(consumed_output_is_no_flood)
{
    process *p = start_sh("head -c 3000000 /dev/zero", (process_config){.output_bytes = 1 << 20});
    size_t total = 0;
    process_event event;
    do {
        event = process_wait(p, clock_wall() + LONG);
        total += process_output(p)->n;
        process_consume(p, process_output(p)->n);
    } while (event == PROCESS_OUTPUT);
    CHECK(event == PROCESS_EXIT && total == 3000000);
    process_free(p);
}

static int eat_memory(void *context, int input, int output)
{
    volatile char *sink = NULL;
    for (;;) {
        char *block =
            mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (block == MAP_FAILED)
            return 71;
        memset(block, 1, 1 << 20);
        sink = block;
        (void)sink;
        usleep(1000);
    }
}

TEST(memory_of_a_forked_function)
{
    process *p = start_function(eat_memory, (process_config){.memory_bytes = 64 << 20});
    CHECK(finish(p) == PROCESS_MEMORY);
    CHECK(!process_running(p));
    CHECK(process_peak_memory(p) >= 64 << 20);
    process_free(p);
}

static int leap(void *context, int input, int output)
{
    return mmap(NULL, (size_t)1 << 32, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                0) == MAP_FAILED
               ? 71
               : 0;
}

TEST(memory_leap_is_refused)
{
    process *p = start_function(leap, (process_config){.memory_bytes = 64 << 20});
    CHECK(finish(p) == PROCESS_EXIT);
    CHECK(process_status(p) == 71);
    process_free(p);
}

TEST(memory_of_the_whole_group_counts)
{
    /* Eight children with 20 MB each: only together they are too many. */
    process *p = start_sh("for i in 1 2 3 4 5 6 7 8; do"
                          " perl -e '$x = \"y\" x 20000000; sleep 1000' & done; wait",
                          (process_config){.memory_bytes = 100 << 20});
    CHECK(finish(p) == PROCESS_MEMORY);
    process_free(p);
}

TEST(descendants_in_other_groups_count_and_die)
{
    /* A child that makes a session of its own: not of the group, but of the family. */
    const char *script =
        "setsid perl -e '$x = \"y\" x 60000000; print \"$$\\n\"; $| = 1; sleep 1000' & wait";
    process *p = start_sh(script, (process_config){.memory_bytes = 50 << 20});
    CHECK(finish(p) == PROCESS_MEMORY);
    process_free(p);
    p = start_sh("setsid sh -c 'echo $$; exec sleep 1000' & wait", (process_config){0});
    CHECK(process_wait(p, clock_wall() + LONG) == PROCESS_OUTPUT);
    long pid = strtol(process_output(p)->text, NULL, 10);
    CHECK(pid > 0 && !kill((pid_t)pid, 0));
    process_free(p);
    CHECK(is_gone(pid));
}

TEST(child_without_pipes)
{
    process *p = start_sh("exec <&- >&- 2>&-; sleep 0.1; exit 5", (process_config){0});
    char line[4096] = {0};
    for (int i = 0; i < 100; i++)
        process_send(p, line, sizeof line); /* no SIGPIPE for us */
    CHECK(finish(p) == PROCESS_EXIT);
    CHECK(process_status(p) == 5);
    process_free(p);
}

TEST(large_input_and_output_do_not_block)
{
    process *p = start_sh("exec cat", (process_config){0});
    size_t n = 5000000;
    char *text = malloc(n);
    for (size_t i = 0; i < n; i++)
        text[i] = (char)('a' + i % 23);
    process_send(p, text, n);
    process_close_input(p);
    CHECK(finish(p) == PROCESS_EXIT);
    CHECK(process_output(p)->n == n && !memcmp(process_output(p)->text, text, n));
    free(text);
    process_free(p);
}

static volatile sig_atomic_t flag;

static void raise_flag(int number)
{
    flag = 1;
}

TEST(interrupt_flag_ends_waiting)
{
    flag = 0;
    struct sigaction action = {.sa_handler = raise_flag}, old;
    sigaction(SIGALRM, &action, &old);
    process *p = start_sh("exec sleep 1000", (process_config){.interrupt = &flag});
    alarm(1);
    CHECK(finish(p) == PROCESS_INTERRUPT);
    CHECK(process_running(p));
    process_free(p);
    sigaction(SIGALRM, &old, NULL);
    CHECK(no_children());
}

static int echo_twice(void *context, int input, int output)
{
    char buffer[256];
    printf("to the errors"); /* libraries print: that must not reach the protocol */
    fflush(stdout);
    ssize_t n = read(input, buffer, sizeof buffer);
    if (n < 0 || write(output, buffer, (size_t)n) != n)
        return 1;
    /* Everything of ours but the five standard places is closed. */
    int open = 0;
    for (int i = 5; i < 1024; i++)
        open += fcntl(i, F_GETFD) >= 0;
    return open ? 2 : *(int *)context;
}

TEST(forked_function_talks)
{
    int wanted = 9;
    process *p = start_function(echo_twice, (process_config){.context = &wanted});
    process_send(p, "hello", 5);
    CHECK(finish(p) == PROCESS_EXIT);
    CHECK_STR(process_output(p)->text, "hello");
    CHECK_STR(process_errors(p)->text, "to the errors");
    CHECK(process_status(p) == 9);
    process_free(p);
}

TEST(input_closes_although_another_child_was_forked_later)
{
    process *reader = start_sh("exec cat", (process_config){0});
    process *other = start_sh("exec sleep 1000", (process_config){0});
    process *third = start_function(echo_twice, (process_config){.context = &(int){0}});
    process_close_input(reader);
    CHECK(finish(reader) == PROCESS_EXIT);
    process_free(reader);
    process_free(other);
    process_free(third);
}

static int hold_a_child(void *context, int input, int output)
{
    char *argv[] = {"sleep", "1000", NULL};
    process_config config = {.argv = argv};
    char *error = NULL;
    process *p = process_start(&config, &error);
    if (!p)
        return 1;
    long pid = process_pid(p);
    if (write(output, &pid, sizeof pid) != sizeof pid)
        return 1;
    for (;;)
        pause();
}

TEST(children_die_when_we_are_killed)
{
    process *p = start_function(hold_a_child, (process_config){0});
    while (process_output(p)->n < sizeof(long))
        CHECK(process_wait(p, clock_wall() + LONG) == PROCESS_OUTPUT);
    long pid;
    memcpy(&pid, process_output(p)->text, sizeof pid);
    kill(process_pid(p), SIGKILL);
    CHECK(finish(p) == PROCESS_EXIT);
    CHECK(is_gone(pid));
    process_free(p);
}

TEST(cpu_limit_ends_a_busy_child)
{
    process *p = start_sh("while :; do :; done", (process_config){.cpu_seconds = 1});
    CHECK(finish(p) == PROCESS_EXIT);
    CHECK(process_signal(p) == SIGXCPU || process_signal(p) == SIGKILL);
    CHECK(process_cpu(p) > 0.5);
    process_free(p);
}

TEST(many_starts_leave_no_descriptor)
{
    unsigned before = count_descriptors();
    uint64_t n = test_count(1000);
    for (uint64_t i = 0; i < n; i++) {
        char *argv[] = {i % 3 ? "true" : "cat", NULL};
        process_config config = {.argv = argv};
        char *error = NULL;
        process *p = process_start(&config, &error);
        CHECK_MSG(p, "%s", error ? error : "no message");
        if (i % 3)
            CHECK(finish(p) == PROCESS_EXIT && process_status(p) == 0);
        process_free(p);
    }
    CHECK(count_descriptors() == before);
    CHECK(no_children());
}

/* A child with a stopped child and a child that has ended, which says when they are there. */
static int be_family(void *context, int input, int output)
{
    (void)context;
    pid_t stopped = fork();
    if (stopped == 0)
        for (;;)
            raise(SIGSTOP);
    pid_t ended = fork();
    if (ended == 0)
        _exit(0);
    siginfo_t info;
    waitid(P_PID, (id_t)stopped, &info, WSTOPPED | WNOWAIT);
    waitid(P_PID, (id_t)ended, &info, WEXITED | WNOWAIT);
    if (write(output, "x", 1) == 1 && read(input, &info, 1) >= 0)
        kill(stopped, SIGKILL);
    return 0;
}

TEST(descendants_without_memory)
{
    static descendants found;
    process *p = start_function(be_family, (process_config){0});
    CHECK(process_wait(p, clock_wall() + LONG) == PROCESS_OUTPUT);
    descendants_find(getpid(), &found);
    CHECK_MSG(found.n == 3, "%u found", found.n);
    CHECK(found.at[0].pid == process_pid(p) && found.at[0].above == 0 && !found.at[0].still);
    for (uint32_t i = 1; i < found.n; i++)
        CHECK(found.at[i].above == 0 && found.at[i].still && !found.at[i].chosen &&
              found.at[i].group == process_pid(p));
    descendants_find(process_pid(p), &found);
    CHECK(found.n == 2 && found.at[0].above == 0 && found.at[1].above == 1);
    process_free(p);
}
