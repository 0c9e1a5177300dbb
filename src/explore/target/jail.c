#include "explore/target/jail.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "explore/target/jail_impl.h"

enum { PATIENCE_SECONDS = 5 };

static const char *const words[] = {
#define JAIL(name, word) word,
    JAIL_KINDS(JAIL)
#undef JAIL
};

const char *jail_kind_word(jail_kind kind)
{
    return words[kind];
}

jail_kind jail_kind_of(const char *word)
{
    unsigned i = 0;
    while (strcmp(words[i], word))
        i++;
    return (jail_kind)i;
}

/* ---- A jail ---------------------------------------------------------------------------------- */

static pid_t fork_into(unsigned long spaces)
{
    return (pid_t)syscall(SYS_clone, spaces | SIGCHLD, NULL, NULL, NULL, NULL);
}

static void explain(strbuf *why, const char *step, int error)
{
    strbuf_printf(why, "%s: %s", step, strerror(error));
}

/* What the warden says first. */
static bool await_report(jail *j, strbuf *why)
{
    jail_report r = {"the first process", ETIMEDOUT};
    ssize_t n;
    do
        n = recv(j->socket, &r, sizeof r, 0);
    while (n < 0 && errno == EINTR);
    if (n == (ssize_t)sizeof r && !r.step)
        return true;
    if (n == (ssize_t)sizeof r)
        explain(why, r.step, r.error);
    else
        explain(why, "the first process", n < 0 ? errno : ECHILD);
    jail_end(j);
    return false;
}

bool jail_start(jail *j, const jail_config *c, strbuf *why)
{
    int pair[2];
    bool spaces = c->kind == JAIL_NAMESPACES;
    *j = (jail){0};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair)) {
        explain(why, "a socket", errno);
        return false;
    }
    pid_t pid = fork_into(
        spaces ? CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWNET : 0);
    if (!pid) {
        close(pair[0]);
        jail_warden(c, pair[1]);
    }
    int error = errno;
    close(pair[1]);
    if (pid < 0) {
        close(pair[0]);
        explain(why, spaces ? "new namespaces" : "a process", error);
        return false;
    }
    if (spaces)
        jail_map_users(pid);
    struct timeval patience = {.tv_sec = PATIENCE_SECONDS};
    setsockopt(pair[0], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    ssize_t sent = send(pair[0], "", 1, MSG_NOSIGNAL);
    (void)sent; /* if it has ended already there is no report */
    *j = (jail){.warden = pid, .socket = pair[0], .kind = c->kind};
    return await_report(j, why);
}

void jail_kill(jail *j, pid_t group)
{
    int32_t command = group;
    char reply;
    if (!j->warden)
        return;
    if (send(j->socket, &command, sizeof command, MSG_NOSIGNAL) != (ssize_t)sizeof command ||
        recv(j->socket, &reply, 1, 0) != 1)
        jail_end(j);
}

bool jail_alive(jail *j)
{
    if (j->warden && waitpid(j->warden, NULL, WNOHANG) == j->warden) {
        close(j->socket);
        *j = (jail){0};
    }
    return j->warden;
}

/* A warden without a namespace ends the others first. */
static void await_warden(const jail *j)
{
    for (int i = 0; i < PATIENCE_SECONDS * 1000; i++) {
        if (waitpid(j->warden, NULL, WNOHANG) == j->warden)
            return;
        poll(NULL, 0, 1);
    }
    kill(j->warden, SIGKILL);
    waitpid(j->warden, NULL, 0);
}

void jail_end(jail *j)
{
    if (!j->warden)
        return;
    shutdown(j->socket, SHUT_RDWR); /* forks of this process may have it as well */
    if (j->kind == JAIL_NAMESPACES) {
        kill(j->warden, SIGKILL);
        waitpid(j->warden, NULL, 0);
    } else {
        await_warden(j);
    }
    close(j->socket);
    *j = (jail){0};
}

/* ---- Which one ------------------------------------------------------------------------------- */

static bool can_be_had(jail_kind kind, strbuf *why)
{
    jail_scratch scratch;
    if (!jail_scratch_make(&scratch, kind)) {
        explain(why, "a scratch folder", errno);
        return false;
    }
    jail j;
    bool good = jail_start(
        &j,
        &(jail_config){
            .kind = kind, .folder = scratch.path, .user = scratch.user, .descriptors = {-1, -1}},
        why);
    jail_end(&j);
    jail_scratch_remove(&scratch);
    return good;
}

bool jail_choose(jail_kind wanted, jail_kind *kind, strbuf *why)
{
    static const jail_kind holding[] = {JAIL_NAMESPACES, JAIL_FILTER};
    *kind = wanted;
    if (wanted == JAIL_OFF)
        return true;
    for (size_t i = 0; i < sizeof holding / sizeof *holding; i++) {
        if (wanted != JAIL_AUTO && wanted != holding[i])
            continue;
        *kind = holding[i];
        strbuf_printf(why, "%s%s (", why->n ? "; " : "", jail_kind_word(*kind));
        if (can_be_had(*kind, why)) {
            strbuf_clear(why);
            return true;
        }
        strbuf_putc(why, ')');
    }
    return false;
}
