/* The program's server: started, asked, ended. */
#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "explore/target/target_impl.h"

static const double HELLO_SECONDS = 10, POLL_SECONDS = 0.1;

/* For builds with AddressSanitizer. It reports wrong accesses only: what ends by a signal is a
 * crash as always. Names are looked up later, outside the jail. */
static char ASAN_OPTIONS[] = "ASAN_OPTIONS=abort_on_error=1:detect_leaks=0:symbolize=0:"
                             "allocator_may_return_null=1:detect_odr_violation=0:handle_segv=0:"
                             "handle_sigbus=0:handle_sigfpe=0:handle_sigill=0";

void target_complain(char **error, const char *format, const char *what, const char *why)
{
    strbuf message = STRBUF_INIT;
    strbuf_printf(&message, format, what, why);
    *error = strbuf_detach(&message);
}

void target_stop(explore_target *t)
{
    t->loop.pid = 0;
    t->is_late = false;
    jail_end(&t->jail);
    if (t->socket >= 0)
        close(t->socket);
    t->socket = -1;
}

bool target_interrupted(const explore_target *t)
{
    return t->config.interrupt && *t->config.interrupt;
}

bool target_receive(explore_target *t, tandem_message *m, double deadline)
{
    while (!target_interrupted(t)) {
        double left = deadline - clock_wall();
        if (left <= 0)
            return false;
        struct pollfd watched = {.fd = t->socket, .events = POLLIN};
        int ready =
            poll(&watched, 1, (int)((left < POLL_SECONDS ? left : POLL_SECONDS) * 1000) + 1);
        if (ready < 0 && errno != EINTR)
            return false;
        if (ready <= 0) {
            if (!jail_alive(&t->jail))
                return false;
            continue;
        }
        ssize_t n = recv(t->socket, m, sizeof *m, MSG_DONTWAIT);
        if (n == (ssize_t)sizeof *m)
            return true;
        if (n >= 0 || (errno != EINTR && errno != EAGAIN))
            return false;
    }
    return false;
}

/* Why the program did not say HELLO: its jail, or what it printed last, if anything. */
static void explain_silence(const explore_target *t, const char *refused, char **error)
{
    strbuf path = STRBUF_INIT, said = STRBUF_INIT;
    strbuf_printf(&path, "%s/err", t->scratch.path);
    file_read(path.text, &said);
    said.text[strcspn(said.text, "\n")] = 0;
    if (*refused)
        target_complain(error, "%s: no jail: %s", t->path, refused);
    else if (*said.text)
        target_complain(error, "%s does not start: %s", t->path, said.text);
    else
        target_complain(error, "%s: %s", t->path,
                        "does not answer: it was not made by tandem-cc, or ends before its main");
    strbuf_free(&path);
    strbuf_free(&said);
}

/* False with a message: the program has said at its start that it cannot read a signature. */
static bool took_signatures(const explore_target *t, char **error)
{
    static const char complaint[] = "tandem: line ", of[] = " of the signatures: ";
    strbuf path = STRBUF_INIT, said = STRBUF_INIT, message = STRBUF_INIT;
    strbuf_printf(&path, "%s/err", t->scratch.path);
    if (t->signatures.n)
        file_read(path.text, &said);
    char *line = t->signatures.n ? strstr(said.text, complaint) : NULL;
    char *behind = line ? strstr(line, of) : NULL;
    if (behind) {
        behind[0] = 0;
        behind += sizeof of - 1;
        behind[strcspn(behind, "\n")] = 0;
        strbuf_printf(&message, "%s:%s: %s; docs/explore.md says what a signature is",
                      t->config.signatures_name ? t->config.signatures_name : "signatures",
                      line + sizeof complaint - 1, behind);
        *error = strbuf_detach(&message);
    }
    strbuf_free(&path);
    strbuf_free(&said);
    return !behind;
}

static bool start_once(explore_target *t, char **error)
{
    int pair[2];
    strbuf folder = STRBUF_INIT, signatures = STRBUF_INIT, libraries = STRBUF_INIT;
    const char *path =
        getenv("LD_LIBRARY_PATH"); /* the loader's, where the program's libraries are */
    strbuf_printf(&libraries, "LD_LIBRARY_PATH=%s", path ? path : "");
    strbuf_printf(&folder, "TANDEM_FOLDER=%s", t->control.text);
    strbuf_printf(&signatures, "TANDEM_SIGNATURES=%s", t->signatures.text);
    char *environment[] = {"PATH=/usr/bin:/bin", "LC_ALL=C", "TANDEM_SHARED=3", "TANDEM_CONTROL=4",
                           ASAN_OPTIONS,
                           /* so that to call a function first changes no memory */
                           t->binds_late ? "LD_BIND_NOW=" : "LD_BIND_NOW=1", folder.text,
                           libraries.text, t->signatures.n ? signatures.text : NULL, NULL};
    t->socket = -1;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair)) {
        target_complain(error, "%s: %s", t->path, strerror(errno));
        strbuf_free(&folder);
        strbuf_free(&signatures);
        strbuf_free(&libraries);
        return false;
    }
    strbuf refused = STRBUF_INIT;
    jail_config config = {.kind = t->config.jail,
                          .path = t->path,
                          .envp = environment,
                          .folder = t->scratch.path,
                          .user = t->scratch.user,
                          .places = t->config.jail == JAIL_NAMESPACES ? t->config.given.places : 0,
                          .shown = t->config.given.shown,
                          .descriptors = {t->shared_fd, pair[1]}};
    bool started = jail_start(&t->jail, &config, &refused);
    close(pair[1]);
    strbuf_free(&folder);
    strbuf_free(&signatures);
    strbuf_free(&libraries);
    t->socket = pair[0];
    tandem_message m = {.command = TANDEM_QUIT};
    if (started && target_receive(t, &m, clock_wall() + HELLO_SECONDS) &&
        m.command == TANDEM_HELLO) {
        strbuf_free(&refused);
        return took_signatures(t, error);
    }
    if (!target_interrupted(t))
        explain_silence(t, refused.text, error);
    strbuf_free(&refused);
    target_stop(t);
    return false;
}

/* A program may lack functions that it never calls: then they are looked for when they are called.
 */
bool target_start_server(explore_target *t, char **error)
{
    if (start_once(t, error))
        return true;
    if (t->binds_late || !*error || !strstr(*error, "symbol lookup error"))
        return false;
    free(*error);
    *error = NULL;
    t->binds_late = true;
    return start_once(t, error);
}

/* What the program says about itself; false with a message. */
bool target_read_description(explore_target *t, char **error)
{
    const volatile tandem_shared *s = t->shared;
    uint32_t guards = s->n_guards;
    t->n_guards = guards < TANDEM_MAX_GUARDS ? guards : TANDEM_MAX_GUARDS;
    if (s->abi == TANDEM_ABI && s->size_of_this == sizeof *s)
        return true;
    target_complain(
        error, "%s: %s", t->path,
        "was made by another version of tandem-cc, or a part of it was: compile all of it again");
    return false;
}

bool target_ensure(explore_target *t, char **error)
{
    if (t->socket >= 0 && jail_alive(&t->jail)) {
        jail_kill(&t->jail, 0); /* keepers and other left-overs of the last run */
        if (t->jail.warden)
            return true;
    }
    target_stop(t);
    t->restarts++;
    return target_start_server(t, error) && target_read_description(t, error);
}
