#include "explore/target/target.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/folder.h"
#include "explore/target/target_impl.h"

static const double HELLO_SECONDS = 10, GRACE_SECONDS = 2, POLL_SECONDS = 0.1;

/* For builds with AddressSanitizer. It reports wrong accesses only: what ends by a signal is a
 * crash as always. Names are looked up later, outside the jail. */
static char ASAN_OPTIONS[] = "ASAN_OPTIONS=abort_on_error=1:detect_leaks=0:symbolize=0:"
                             "allocator_may_return_null=1:detect_odr_violation=0:handle_segv=0:"
                             "handle_sigbus=0:handle_sigfpe=0:handle_sigill=0";

static void complain(char **error, const char *format, const char *what, const char *why)
{
    strbuf message = STRBUF_INIT;
    strbuf_printf(&message, format, what, why);
    *error = strbuf_detach(&message);
}

/* ---- The server ------------------------------------------------------------------------------ */

static void stop_server(explore_target *t)
{
    jail_end(&t->jail);
    if (t->socket >= 0)
        close(t->socket);
    t->socket = -1;
}

static bool interrupted(const explore_target *t)
{
    return t->config.interrupt && *t->config.interrupt;
}

/* The next message; false when the deadline passes, the server is gone or the user wants an end. */
static bool receive(explore_target *t, tandem_message *m, double deadline)
{
    while (!interrupted(t)) {
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
        complain(error, "%s: no jail: %s", t->path, refused);
    else if (*said.text)
        complain(error, "%s does not start: %s", t->path, said.text);
    else
        complain(error, "%s: %s", t->path,
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
    strbuf folder = STRBUF_INIT, signatures = STRBUF_INIT;
    strbuf_printf(&folder, "TANDEM_FOLDER=%s", t->control.text);
    strbuf_printf(&signatures, "TANDEM_SIGNATURES=%s", t->signatures.text);
    char *environment[] = {"PATH=/usr/bin:/bin", "LC_ALL=C", "TANDEM_SHARED=3", "TANDEM_CONTROL=4",
                           ASAN_OPTIONS,
                           /* so that to call a function first changes no memory */
                           t->binds_late ? "LD_BIND_NOW=" : "LD_BIND_NOW=1", folder.text,
                           t->signatures.n ? signatures.text : NULL, NULL};
    t->socket = -1;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair)) {
        complain(error, "%s: %s", t->path, strerror(errno));
        strbuf_free(&folder);
        strbuf_free(&signatures);
        return false;
    }
    strbuf refused = STRBUF_INIT;
    jail_config config = {.kind = t->config.jail,
                          .path = t->path,
                          .envp = environment,
                          .folder = t->scratch.path,
                          .user = t->scratch.user,
                          .descriptors = {t->shared_fd, pair[1]}};
    bool started = jail_start(&t->jail, &config, &refused);
    close(pair[1]);
    strbuf_free(&folder);
    strbuf_free(&signatures);
    t->socket = pair[0];
    tandem_message m = {.command = TANDEM_QUIT};
    if (started && receive(t, &m, clock_wall() + HELLO_SECONDS) && m.command == TANDEM_HELLO) {
        strbuf_free(&refused);
        return took_signatures(t, error);
    }
    if (!interrupted(t))
        explain_silence(t, refused.text, error);
    strbuf_free(&refused);
    stop_server(t);
    return false;
}

/* A program may lack functions that it never calls: then they are looked for when they are called.
 */
static bool start_server(explore_target *t, char **error)
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
static bool read_description(explore_target *t, char **error)
{
    const volatile tandem_shared *s = t->shared;
    uint32_t guards = s->n_guards;
    t->n_guards = guards < TANDEM_MAX_GUARDS ? guards : TANDEM_MAX_GUARDS;
    if (s->abi == TANDEM_ABI && s->size_of_this == sizeof *s)
        return true;
    complain(error, "%s: %s", t->path,
             "was made by another version of tandem-cc: compile it again");
    return false;
}

/* ---- Shared memory and folders --------------------------------------------------------------- */

static bool make_shared(explore_target *t, char **error)
{
    t->shared_bytes = sizeof(tandem_shared) + (size_t)t->config.log_records * sizeof(tandem_record);
    t->shared_fd = memfd_create("tandem", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    void *at = MAP_FAILED;
    if (t->shared_fd >= 0 && !ftruncate(t->shared_fd, (off_t)t->shared_bytes))
        at = mmap(NULL, t->shared_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, t->shared_fd, 0);
    if (at == MAP_FAILED) {
        complain(error, "%s: no shared memory: %s", t->path, strerror(errno));
        return false;
    }
    /* A target that shrinks the file would end us by SIGBUS at the next look. */
    fcntl(t->shared_fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW);
    t->shared = at;
    t->shared->abi = TANDEM_ABI;
    t->shared->size_of_this = sizeof *t->shared;
    t->shared->log_records = t->config.log_records;
    return true;
}

static bool own(const explore_target *t, const char *path)
{
    return geteuid() || !lchown(path, t->scratch.user, t->scratch.user);
}

/* A new, empty folder of the jail's user. */
static bool fresh_folder(const explore_target *t, const char *path)
{
    if (rmdir(path) && errno != ENOENT) {
        chmod(path, 0700);
        folder_remove(path);
    }
    return !mkdir(path, 0755) && own(t, path);
}

static bool make_folders(explore_target *t, char **error)
{
    if (!jail_scratch_make(&t->scratch, t->config.jail)) {
        complain(error, "no scratch folder%s: %s", "", strerror(errno));
        return false;
    }
    strbuf_printf(&t->cwd, "%s/run", t->scratch.path);
    strbuf_printf(&t->input, "%s/stdin", t->scratch.path);
    strbuf_printf(&t->control, "%s/control", t->scratch.path);
    bool good = fresh_folder(t, t->control.text);
    if (good && t->config.signatures) {
        strbuf_printf(&t->signatures, "%s/signatures", t->scratch.path);
        good = folder_write(t->signatures.text, t->config.signatures, strlen(t->config.signatures));
    }
    if (!good)
        complain(error, "%s: %s", t->control.text, strerror(errno));
    return good;
}

/* Leaves the working folder as the test wants it. */
static bool put_files(explore_target *t, const explore_test *test)
{
    bool good =
        fresh_folder(t, t->cwd.text) && explore_test_put_files(test, t->cwd.text, t->scratch.user);
    return good && folder_write(t->input.text, test->input.text, test->input.n);
}

/* ---- Runs ------------------------------------------------------------------------------------ */

/* Waits for the end of a run that was asked for. */
static target_outcome await(explore_target *t, double seconds, tandem_message *end)
{
    double deadline = clock_wall() + seconds;
    tandem_message m;
    pid_t pid = 0;
    bool killed = false;
    for (;;) {
        if (receive(t, &m, deadline)) {
            if (m.command == TANDEM_STARTED)
                pid = m.pid;
            else if (m.command == TANDEM_ENDED) {
                *end = m;
                return killed ? TARGET_HUNG : TARGET_EXITED;
            }
        } else if (killed || pid <= 1 || !jail_alive(&t->jail) || clock_wall() < deadline) {
            return killed ? TARGET_HUNG : TARGET_LOST; /* and the server with it */
        } else {
            jail_kill(&t->jail, pid);
            killed = true;
            deadline = clock_wall() + GRACE_SECONDS;
        }
    }
}

static void read_result(explore_target *t, const tandem_message *end, target_result *r)
{
    uint32_t finding = ((volatile tandem_shared *)t->shared)->finding;
    r->finding =
        finding <= TANDEM_FINDING_SILENT_EXIT ? (tandem_finding)finding : TANDEM_FINDING_NONE;
    r->finding_site = t->shared->finding_site;
    r->outside = ((volatile tandem_shared *)t->shared)->outside;
    r->user_ms = end->user_ms;
    r->wall_ms = end->wall_ms;
    r->coverage = t->shared->coverage;
    r->n_guards = t->n_guards;
    r->shared = t->shared;
    if (r->outcome == TARGET_EXITED && WIFSIGNALED(end->status)) {
        r->outcome = TARGET_SIGNALED;
        r->status = WTERMSIG(end->status);
    } else if (r->outcome == TARGET_EXITED) {
        r->status = WEXITSTATUS(end->status);
    }
}

static bool ensure_server(explore_target *t, char **error)
{
    if (t->socket >= 0 && jail_alive(&t->jail)) {
        jail_kill(&t->jail, 0); /* keepers and other left-overs of the last run */
        if (t->jail.warden)
            return true;
    }
    stop_server(t);
    t->restarts++;
    return start_server(t, error) && read_description(t, error);
}

static void empty_output(const explore_target *t)
{
    static const char *const names[] = {"out", "err"};
    strbuf path = STRBUF_INIT;
    for (int i = 0; i < 2; i++) {
        strbuf_clear(&path);
        strbuf_printf(&path, "%s/%s", t->scratch.path, names[i]);
        if (truncate(path.text, 0))
            break; /* then there is nothing in it */
    }
    strbuf_free(&path);
}

bool target_run(explore_target *t, const explore_test *test, const target_options *options,
                target_result *result, char **error)
{
    *result = (target_result){.outcome = TARGET_LOST};
    *error = NULL;
    if (!ensure_server(t, error))
        return false;
    if (options->keep_output)
        empty_output(t);
    if (options->tell)
        target_forget_broken(t);
    if (!put_files(t, test) || !target_request(t, test, options)) {
        complain(error, "%s: a test cannot be set up: %s", t->path, strerror(errno));
        return false;
    }
    tandem_message m = {.command = TANDEM_RUN};
    if (send(t->socket, &m, sizeof m, MSG_NOSIGNAL) == (ssize_t)sizeof m)
        result->outcome = await(t, options->seconds > 0 ? options->seconds : t->config.seconds, &m);
    read_result(t, &m, result);
    if (result->outcome == TARGET_LOST)
        stop_server(t);
    return !interrupted(t);
}

int target_keeper(explore_target *t, uint32_t i)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    int length = snprintf(name.sun_path, sizeof name.sun_path, "%s/keeper.%u", t->control.text, i);
    if (length >= (int)sizeof name.sun_path)
        return -1;
    int s = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (s >= 0 && connect(s, (struct sockaddr *)&name, sizeof name)) {
        close(s);
        return -1;
    }
    return s;
}

/* Which jail it is, where that is left to us. */
static bool choose_jail(explore_target *t, char **error)
{
    strbuf why = STRBUF_INIT;
    bool good = t->config.jail != JAIL_AUTO || jail_choose(JAIL_AUTO, &t->config.jail, &why);
    if (!good)
        complain(error, "%s: no jail: %s", t->path, why.text);
    strbuf_free(&why);
    return good;
}

explore_target *target_start(const target_config *config, char **error)
{
    *error = NULL;
    char *path = realpath(config->path, NULL);
    if (!path || access(path, X_OK)) {
        complain(error, "%s: %s", config->path, strerror(errno));
        free(path);
        return NULL;
    }
    explore_target *t = base_alloc_zero(1, sizeof *t);
    t->config = *config;
    t->config.seconds = config->seconds > 0 ? config->seconds : 1;
    t->config.cpu_seconds = config->cpu_seconds ? config->cpu_seconds : 2;
    t->config.file_bytes = config->file_bytes ? config->file_bytes : 16u << 20;
    t->config.memory_bytes = config->memory_bytes ? config->memory_bytes : UINT64_C(2) << 30;
    t->path = path;
    t->config.path = path;
    t->shared_fd = t->socket = -1;
    strbuf_init(&t->cwd);
    strbuf_init(&t->input);
    strbuf_init(&t->control);
    strbuf_init(&t->signatures);
    if (choose_jail(t, error) && make_shared(t, error) && make_folders(t, error) &&
        start_server(t, error) && read_description(t, error))
        return t;
    target_free(t);
    return NULL;
}

void target_free(explore_target *t)
{
    if (!t)
        return;
    stop_server(t);
    if (t->shared)
        munmap(t->shared, t->shared_bytes);
    if (t->shared_fd >= 0)
        close(t->shared_fd);
    jail_scratch_remove(&t->scratch);
    strbuf_free(&t->cwd);
    strbuf_free(&t->input);
    strbuf_free(&t->control);
    strbuf_free(&t->signatures);
    free(t->path);
    free(t);
}

uint32_t target_guards(const explore_target *t)
{
    return t->n_guards;
}

uint64_t target_restarts(const explore_target *t)
{
    return t->restarts;
}

const char *target_path(const explore_target *t)
{
    return t->path;
}

tandem_shared *target_shared(explore_target *t)
{
    return t->shared;
}

const char *target_folder(const explore_target *t)
{
    return t->scratch.path;
}
