/* The main of an instrumented program. Alone it runs the program's own main and nothing else; under
 * `tandem explore` it is a fork server (part 4 of the interface). */
#include "runtime/calls/failures.h"
#include "runtime/calls/functions.h"
#include "runtime/core/elf.h"
#include "runtime/core/modules.h"
#include "runtime/host/broken.h"
#include "runtime/host/late.h"
#include "runtime/host/libraries.h"
#include "runtime/host/nature.h"
#include "runtime/host/places.h"
#include "runtime/host/run.h"
#include "runtime/host/watch.h"
#include "runtime/loop/loop.h"

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
#include <unistd.h>

enum { EXIT_CANNOT_RUN = 125, FORK_TRIES = 50, FORK_PAUSE_US = 10000 };

/* The number in an environment variable as a descriptor out of the program's way; -1: none. */
static int take_descriptor(const char *name)
{
    const char *text = getenv(name);
    char *end;
    long fd = text ? strtol(text, &end, 10) : -1;
    if (fd < 0 || *end || fcntl((int)fd, F_GETFD) < 0)
        return -1;
    int high = fcntl((int)fd, F_DUPFD_CLOEXEC, TANDEM_HIGH_DESCRIPTOR);
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

/* There in programs that have no main but a harness (harness.c). */
extern const bool tandem_is_harness __attribute__((weak));

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

/* ---- Runs */

static void enter_run(tandem_request_parts *parts)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if ((tandem_rt.shared->request.flags & TANDEM_RUN_WATCH) && !tandem_watch_begin())
        _exit(EXIT_CANNOT_RUN);
    if (!tandem_run_start(parts))
        _exit(EXIT_CANNOT_RUN);
}

/* What a program finds when it begins. */
static void prepare_program(const tandem_request_parts *parts)
{
    pthread_atfork(NULL, NULL, detach);
    char *slash = strrchr(parts->argv[0], '/');
    program_invocation_name = parts->argv[0];
    program_invocation_short_name = slash ? slash + 1 : parts->argv[0];
    environ = parts->envp;
    errno = 0;
}

/* Variables that nobody has set have what is left over on the stack: of start-up there are random bytes of the system among it, and of the
 * server numbers of processes. The same run shall have the same log. */
enum { STARTED_BYTES = 1 << 17, SERVED_BYTES = 1 << 13 };

static __attribute__((noinline)) void clear_behind_start(void)
{
    char left[STARTED_BYTES];
    explicit_bzero(left, sizeof left);
}

static __attribute__((noinline)) void clear_behind_server(void)
{
    char left[SERVED_BYTES];
    explicit_bzero(left, sizeof left);
}

/* Does not return. */
static void run_child(void)
{
    tandem_request_parts parts;
    enter_run(&parts);
    prepare_program(&parts);
    tandem_broken_watch();
    errno = 0;
    tandem_failures_start();
    tandem_nature_start();
    tandem_traced = true;
    tandem_mode = tandem_rt.over ? TANDEM_OFF : TANDEM_ON;
    clear_behind_server();
    if (tandem_rt.shared->request.flags & TANDEM_RUN_LOOP && !&tandem_is_harness) {
        tandem_program_loop(&parts);
        _exit(EXIT_CANNOT_RUN);
    }
    exit(tandem_target_main((int)tandem_rt.shared->request.argc, parts.argv, parts.envp));
}

/* ---- The server */

typedef enum served { SERVED, OVER, IN_CHILD } served;

/* In the child it returns at once. OVER: the host has to start us again. */
static served serve_run(void)
{
    uint64_t start = tandem_nature_ms();
    bool watched = tandem_rt.shared->request.flags & TANDEM_RUN_WATCH;
    pid_t child = fork_patiently();
    if (child <= 0)
        return child ? OVER : IN_CHILD;
    setpgid(child, child);
    if (!send_message((tandem_message){.command = TANDEM_STARTED, .pid = child})) {
        kill(-child, SIGKILL);
        return OVER;
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
                                         .wall_ms = (uint32_t)(tandem_nature_ms() - start)})
               ? SERVED
               : OVER;
}

static void begin_late(void);

static served serve(void)
{
    for (;;) {
        tandem_message m;
        ssize_t n = recv(tandem_rt.control, &m, sizeof(m), 0);
        if ((n < 0 && errno == EINTR) || (n == sizeof(m) && m.command == TANDEM_GO))
            continue; /* the latter was for a run that has ended meanwhile */
        if (n != sizeof(m) || m.command != TANDEM_RUN)
            return OVER;
        if (tandem_places_touched())
            tandem_places_empty();
        if (tandem_rt.shared->request.flags & TANDEM_RUN_LATE)
            begin_late();
        served s = serve_run();
        if (s != SERVED)
            return s;
    }
}

/* ---- Runs that begin behind the program's start-up */

/* What the start-up has covered, which all runs have. */
static uint8_t start_coverage[TANDEM_MAX_GUARDS];

static void serve_late(void)
{
    served s = serve_run(); /* the one for which all this was done */
    s = s == SERVED ? serve() : s;
    if (s == OVER)
        _exit(0);
    tandem_request_parts parts;
    enter_run(&parts);
    tandem_modules_count(tandem_rt.shared->coverage);
    memcpy(tandem_coverage, start_coverage, tandem_rt.shared->n_guards);
    tandem_traced = true;
}

/* Returns only if the server stands there already. Where it is not possible the host goes without. */
static void begin_late(void)
{
    static bool begun;
    tandem_request_parts parts;
    if (begun)
        return;
    begun = true;
    if (!tandem_run_stay(&parts))
        _exit(EXIT_CANNOT_RUN);
    tandem_modules_count(start_coverage);
    prepare_program(&parts);
    tandem_nature_start();
    if (!tandem_late_watch(serve_late))
        _exit(EXIT_CANNOT_RUN);
    exit(tandem_target_main((int)tandem_rt.shared->request.argc, parts.argv, parts.envp));
}

/* Tells the host what the program is; false: it is not there any more. */
static bool say_hello(void)
{
    tandem_elf_start();
    tandem_functions_start();
    tandem_run_prepare();
    tandem_modules_publish(tandem_rt.shared);
    tandem_rt.shared->loops = &tandem_is_harness    ? TANDEM_LOOPS_HARNESS
                              : tandem_program_loop ? TANDEM_LOOPS_PROGRAM
                                                    : 0;
    if (tandem_rt.folder &&
        !(tandem_modules_describe(tandem_rt.folder) && tandem_libraries_describe(tandem_rt.folder)))
        dprintf(2, "tandem: cannot write to %s: %s\n", tandem_rt.folder, strerror(errno));
    fflush(NULL); /* what constructors have printed must not come out again */
    return send_message((tandem_message){.command = TANDEM_HELLO, .pid = getpid()});
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

int tandem_main(int argc, char **argv, char **envp)
{
    if (!getenv("TANDEM_SHARED"))
        return tandem_target_main(argc, argv, envp);
    fix_addresses(argv, envp);
    if (!attach() || !say_hello())
        _exit(EXIT_CANNOT_RUN);
    clear_behind_start();
    tandem_modules_count(tandem_rt.shared->coverage);
    if (serve() == IN_CHILD)
        run_child();
    _exit(0);
}
