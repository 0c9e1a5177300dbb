/* The main of an instrumented program. Alone it runs the program's own main and nothing else; under
 * `tandem explore` it is a fork server (part 4 of the interface). */
#include "runtime/calls/failures.h"
#include "runtime/calls/functions.h"
#include "runtime/core/elf.h"
#include "runtime/core/modules.h"
#include "runtime/host/broken.h"
#include "runtime/host/libraries.h"
#include "runtime/host/run.h"
#include "runtime/host/watch.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv, char **envp);

enum {
    HIGH = 900, /* descriptors that a program would not guess */
    EXIT_CANNOT_RUN = 125,
    FORK_TRIES = 50,
    FORK_PAUSE_US = 10000
};

static uint64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* The number in an environment variable as a descriptor out of the program's way; -1: none. */
static int take_descriptor(const char *name)
{
    const char *text = getenv(name);
    char *end;
    long fd = text ? strtol(text, &end, 10) : -1;
    if (fd < 0 || *end || fcntl((int)fd, F_GETFD) < 0)
        return -1;
    int high = fcntl((int)fd, F_DUPFD_CLOEXEC, HIGH);
    if (high < 0)
        return fcntl((int)fd, F_SETFD, FD_CLOEXEC) == 0 ? (int)fd : -1;
    close((int)fd);
    return high;
}

static tandem_shared *map_shared(int fd)
{
    struct stat st;
    if (fstat(fd, &st) != 0 || (size_t)st.st_size < sizeof(tandem_shared))
        return NULL;
    tandem_shared *s = mmap(NULL, (size_t)st.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (s == MAP_FAILED)
        return NULL;
    if (s->abi != TANDEM_ABI || s->size_of_this != sizeof(*s)) {
        dprintf(2, "tandem: the program was compiled by another version of tandem-cc\n");
        return NULL;
    }
    size_t room = ((size_t)st.st_size - sizeof(*s)) / sizeof(tandem_record);
    if (s->log_records > room)
        s->log_records = (uint32_t)room;
    return s;
}

static bool attach(void)
{
    int shared = take_descriptor("TANDEM_SHARED");
    tandem_rt.control = take_descriptor("TANDEM_CONTROL");
    const char *folder = getenv("TANDEM_FOLDER");
    tandem_rt.folder = folder ? strdup(folder) : NULL;
    if (shared < 0 || tandem_rt.control < 0)
        return false;
    tandem_rt.shared = map_shared(shared);
    close(shared);
    return tandem_rt.shared != NULL;
}

/* A child that the program made itself is not part of the run. */
static void detach(void)
{
    tandem_stop(0);
    tandem_modules_detach();
    tandem_rt.shared = NULL;
}

/* Does not return. */
static void run_child(bool watched)
{
    tandem_request_parts parts;
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (watched && !tandem_watch_begin())
        _exit(EXIT_CANNOT_RUN);
    if (!tandem_run_start(&parts))
        _exit(EXIT_CANNOT_RUN);
    pthread_atfork(NULL, NULL, detach);
    char *slash = strrchr(parts.argv[0], '/');
    program_invocation_name = parts.argv[0];
    program_invocation_short_name = slash ? slash + 1 : parts.argv[0];
    environ = parts.envp;
    tandem_coverage = tandem_rt.shared->coverage;
    tandem_broken_watch();
    errno = 0;
    tandem_failures_start();
    tandem_traced = true;
    tandem_mode = tandem_rt.over ? TANDEM_OFF : TANDEM_ON;
    exit(tandem_target_main((int)tandem_rt.shared->request.argc, parts.argv, parts.envp));
}

static bool send_message(tandem_message m)
{
    return send(tandem_rt.control, &m, sizeof(m), MSG_NOSIGNAL) == sizeof(m);
}

/* Forks; when there are too many processes they may become fewer soon. */
static pid_t fork_patiently(void)
{
    pid_t child = _Fork();
    for (int tries = 0; child < 0 && errno == EAGAIN && tries < FORK_TRIES; tries++) {
        usleep(FORK_PAUSE_US);
        child = _Fork();
    }
    return child;
}

static bool serve_run(void)
{
    uint64_t start = now_ms();
    fflush(NULL); /* what constructors have printed must not come out again */
    bool watched = tandem_rt.shared->request.flags & TANDEM_RUN_WATCH;
    pid_t child = fork_patiently();
    if (child == 0)
        run_child(watched);
    if (child < 0)
        return false; /* the host starts us again */
    setpgid(child, child);
    if (!send_message((tandem_message){.command = TANDEM_STARTED, .pid = child})) {
        kill(-child, SIGKILL);
        return false;
    }
    int status = 0;
    struct rusage used = {0};
    if (watched)
        status = tandem_watch(child, &used);
    else
        while (wait4(child, &status, 0, &used) < 0 && errno == EINTR)
            ;
    kill(-child, SIGKILL); /* what it left behind */
    uint64_t user = (uint64_t)used.ru_utime.tv_sec * 1000 + (uint64_t)used.ru_utime.tv_usec / 1000;
    return send_message((tandem_message){.command = TANDEM_ENDED,
                                         .pid = child,
                                         .status = status,
                                         .user_ms = (uint32_t)user,
                                         .wall_ms = (uint32_t)(now_ms() - start)});
}

/* There in programs that have no main but a harness (harness.c). */
extern const bool tandem_is_harness __attribute__((weak));

static int serve(void)
{
    tandem_elf_start();
    tandem_functions_start();
    tandem_run_prepare();
    tandem_modules_publish(tandem_rt.shared);
    tandem_rt.shared->harness = &tandem_is_harness != NULL;
    if (tandem_rt.folder &&
        !(tandem_modules_describe(tandem_rt.folder) && tandem_libraries_describe(tandem_rt.folder)))
        dprintf(2, "tandem: cannot write to %s: %s\n", tandem_rt.folder, strerror(errno));
    if (!send_message((tandem_message){.command = TANDEM_HELLO, .pid = getpid()}))
        return EXIT_CANNOT_RUN;
    for (;;) {
        tandem_message m;
        ssize_t n = recv(tandem_rt.control, &m, sizeof(m), 0);
        if ((n < 0 && errno == EINTR) || (n == sizeof(m) && m.command == TANDEM_GO))
            continue; /* the latter was for a run that has ended meanwhile */
        if (n != sizeof(m) || m.command != TANDEM_RUN || !serve_run())
            return 0;
    }
}

/* Addresses are part of logs: the same run shall have the same log. Starts the program again where
 * the system chose them at random and lets us say otherwise. */
static void fix_addresses(char **argv, char **envp)
{
    int now = personality(0xffffffff);
    if (now != -1 && !(now & ADDR_NO_RANDOMIZE) &&
        personality((unsigned long)now | ADDR_NO_RANDOMIZE) != -1 &&
        (personality(0xffffffff) & ADDR_NO_RANDOMIZE))
        execve("/proc/self/exe", argv, envp);
}

int main(int argc, char **argv, char **envp)
{
    if (!getenv("TANDEM_SHARED"))
        return tandem_target_main(argc, argv, envp);
    fix_addresses(argv, envp);
    if (!attach())
        return EXIT_CANNOT_RUN;
    _exit(serve());
}
