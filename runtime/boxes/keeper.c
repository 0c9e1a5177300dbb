#include "runtime/boxes/keeper.h"

#include "runtime/boxes/confine.h"
#include "runtime/boxes/invoke.h"
#include "runtime/host/nature.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MESSAGE = 1 << 20, CALL_MILLISECONDS = 1500, ARMED_MILLISECONDS = 500 };

/* A call that does not end is ended, after a second at the least: setting the timer for each would
 * cost more than most calls do. */
static uint64_t armed; /* when, in milliseconds; 0: it is not */

static void arm(void)
{
    uint64_t ms = tandem_nature_utc_ms();
    if (armed && ms - armed < ARMED_MILLISECONDS)
        return;
    armed = ms;
    struct itimerval t = {.it_value = {CALL_MILLISECONDS / 1000, CALL_MILLISECONDS % 1000 * 1000}};
    setitimer(ITIMER_REAL, &t, NULL);
}

static void disarm(void)
{
    struct itimerval t = {0};
    if (armed)
        setitimer(ITIMER_REAL, &t, NULL);
    armed = 0;
}

/* The parts of a call request. */
typedef struct call {
    tandem_keeper_call head;
    const uint64_t *args;
    const tandem_keeper_write *writes;
    const uint64_t *reads;
} call;

/* The call at the front of the bytes; how many belong to it, 0: it is not whole. */
static size_t read_call(const uint8_t *message, size_t bytes, call *c)
{
    if (bytes < sizeof(c->head))
        return 0;
    memcpy(&c->head, message, sizeof(c->head));
    const tandem_keeper_call *h = &c->head;
    if (h->n_args > MESSAGE || h->n_writes > MESSAGE || h->n_reads > MESSAGE)
        return 0;
    c->args = (const void *)(message + sizeof(*h));
    c->writes = (const void *)(c->args + h->n_args);
    c->reads = (const void *)(c->writes + h->n_writes);
    size_t length = (size_t)((const uint8_t *)(c->reads + h->n_reads) - message);
    return length <= bytes ? length : 0;
}

/* What a function may write, for all that is known, may be memory that nobody can write. */
static void put(uint8_t *p, uint8_t value)
{
    if (*p != value)
        *p = value;
}

/* Does the call in this process and puts the bytes it wrote, and those it may have changed, back.
 * Gives the size of the reply. */
static size_t perform(const call *c, uint8_t *reply)
{
    static uint8_t before[MESSAGE / sizeof(tandem_keeper_write)],
        changed[MESSAGE / sizeof(uint64_t)];
    tandem_keeper_reply r = {0};
    const tandem_keeper_call *h = &c->head;
    for (uint32_t i = 0; i < h->n_reads; i++)
        changed[i] = *(const uint8_t *)(uintptr_t)c->reads[i];
    for (uint32_t i = 0; i < h->n_writes; i++) {
        uint8_t *p = (uint8_t *)(uintptr_t)c->writes[i].address;
        before[i] = *p;
        put(p, c->writes[i].value);
    }
    arm();
    errno = 0;
    r.result = tandem_invoke(h->function, h->n_args, h->floats, c->args, h->result_float);
    r.error = (uint32_t)errno;
    for (uint32_t i = 0; i < h->n_reads; i++)
        reply[sizeof(r) + i] = *(const uint8_t *)(uintptr_t)c->reads[i];
    for (uint32_t i = h->n_reads; i-- > 0;)
        put((uint8_t *)(uintptr_t)c->reads[i], changed[i]);
    for (uint32_t i = h->n_writes; i-- > 0;)
        put((uint8_t *)(uintptr_t)c->writes[i].address, before[i]);
    memcpy(reply, &r, sizeof(r));
    return sizeof(r) + h->n_reads;
}

/* Calls that are to be made and replies that are not sent yet: both go many in a message, as each
 * message wakes somebody. The process that waits finds them here when a call has ended the other
 * one. */
typedef struct work {
    size_t bytes, next; /* of the message, and where its next call begins */
    uint8_t message[MESSAGE];
    size_t used;
    uint8_t replies[MESSAGE + sizeof(tandem_keeper_reply)];
} work;

typedef struct service {
    int connection;
    bool fresh; /* a process for each call */
    work *work;
} service;

static bool send_replies(const service *s)
{
    work *w = s->work;
    size_t bytes = w->used;
    w->used = 0;
    return !bytes || send(s->connection, w->replies, bytes, MSG_NOSIGNAL) == (ssize_t)bytes;
}

/* The next message, after all replies; false: there is none any more. */
static bool next_message(const service *s)
{
    work *w = s->work;
    if (!send_replies(s))
        return false;
    ssize_t n = recv(s->connection, w->message, MESSAGE, MSG_DONTWAIT);
    if (n < 0) {
        disarm();
        n = recv(s->connection, w->message, MESSAGE, 0);
    }
    w->next = 0;
    w->bytes = n > 0 ? (size_t)n : 0;
    return n > 0;
}

/* Answers one request; false when there are no more. */
static bool answer(const service *s)
{
    work *w = s->work;
    call c;
    if (w->next == w->bytes && !next_message(s))
        return false;
    size_t length = read_call(w->message + w->next, w->bytes - w->next, &c);
    w->next += length;
    if (!length || (w->used + sizeof(tandem_keeper_reply) + c.head.n_reads > sizeof(w->replies) &&
                    !send_replies(s)))
        return false;
    w->used += perform(&c, w->replies + w->used);
    return true;
}

/* The process that waits here keeps the memory as it was; its child does the calls, and when one of
 * them kills it the next child goes on. Does not return. */
static void serve(const service *s)
{
    work *w = s->work;
    for (;;) {
        struct pollfd p = {.fd = s->connection, .events = POLLIN};
        if (w->next == w->bytes && (!send_replies(s) || (poll(&p, 1, -1) < 0 && errno == EINTR)))
            continue;
        pid_t child = _Fork();
        if (child == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            tandem_confine();
            bool more = answer(s);
            while (more && !s->fresh)
                more = answer(s);
            _exit(more ? 1 : 0);
        }
        int status = 0;
        while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
            ;
        if (child < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 0))
            _exit(0);
        if (WIFEXITED(status) && s->fresh && WEXITSTATUS(status) == 1)
            continue;
        tandem_keeper_reply r = {.crashed = WIFSIGNALED(status) ? (uint32_t)WTERMSIG(status) : 1};
        if (!send_replies(s) || send(s->connection, &r, sizeof(r), MSG_NOSIGNAL) != sizeof(r))
            _exit(0);
    }
}

/* Waits for the host; ends with it. Does not return. */
static void keep(int listening, bool fresh)
{
    struct rlimit cpu;
    tandem_mode = TANDEM_OFF;
    tandem_rt.over = true;
    setpgid(0, 0);
    tandem_plain_signals();
    if (getrlimit(RLIMIT_CPU, &cpu) == 0) {
        cpu.rlim_cur = cpu.rlim_max;
        setrlimit(RLIMIT_CPU, &cpu);
    }
    int null = open("/dev/null", O_RDWR);
    for (int fd = 0; null >= 0 && fd < 3; fd++)
        dup2(null, fd);
    struct pollfd p[2] = {{.fd = listening, .events = POLLIN}, {.fd = tandem_rt.control}};
    while (poll(p, 2, -1) < 0 && errno == EINTR)
        ;
    int connection = p[0].revents & POLLIN ? accept4(listening, NULL, NULL, SOCK_CLOEXEC) : -1;
    if (connection < 0)
        _exit(0);
    close(listening);
    service s = {
        connection, fresh,
        mmap(NULL, sizeof(work), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)};
    if (s.work == MAP_FAILED)
        _exit(0);
    serve(&s);
}

/* The socket that a keeper waits at: before the fork, so that the host finds it when the run ends.
 */
static int listen_at(uint32_t number)
{
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    int n = snprintf(a.sun_path, sizeof(a.sun_path), "%s/keeper.%u", tandem_rt.folder, number);
    if (n < 0 || (size_t)n >= sizeof(a.sun_path))
        return -1;
    unlink(a.sun_path);
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (fd >= 0 && bind(fd, (struct sockaddr *)&a, sizeof(a)) == 0 && listen(fd, 1) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

/* The program must not see a child that it did not make: the keeper is a grandchild, and the child
 * between sends no signal when it ends. */
static bool start_keeper(int fd, bool fresh, int *status)
{
    long between = syscall(SYS_clone, 0, 0, 0, 0, 0);
    if (between == 0) {
        pid_t pid = _Fork();
        if (pid == 0)
            keep(fd, fresh);
        if (pid > 0) /* before the run can end, and its group with it */
            setpgid(pid, pid);
        _exit(pid < 0);
    }
    return between > 0 && waitpid((pid_t)between, status, __WALL) == between;
}

uint32_t tandem_keeper_fork(bool fresh)
{
    tandem_shared *s = tandem_rt.shared;
    if (!tandem_rt.folder || s->n_keepers >= s->request.keep_boxes)
        return 0;
    int saved = errno;
    uint32_t number = 0;
    int fd = listen_at(s->n_keepers), status = 1;
    if (fd >= 0 && start_keeper(fd, fresh, &status) && status == 0)
        number = ++s->n_keepers;
    if (fd >= 0)
        close(fd);
    errno = saved;
    return number;
}
