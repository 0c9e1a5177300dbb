#include "explore/target/target.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/folder.h"
#include "explore/target/target_impl.h"

static const double GRACE_SECONDS = 2;

/* ---- Shared memory and folders --------------------------------------------------------------- */

static bool make_shared(explore_target *t, char **error)
{
    t->shared_bytes = sizeof(tandem_shared) + (size_t)t->config.log_records * sizeof(tandem_record);
    t->shared_fd = memfd_create("tandem", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    void *at = MAP_FAILED;
    if (t->shared_fd >= 0 && !ftruncate(t->shared_fd, (off_t)t->shared_bytes))
        at = mmap(NULL, t->shared_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, t->shared_fd, 0);
    if (at == MAP_FAILED) {
        target_complain(error, "%s: no shared memory: %s", t->path, strerror(errno));
        return false;
    }
    /* A target that shrinks the file would end us by SIGBUS at the next look. */
    fcntl(t->shared_fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW);
    t->shared = at;
    t->shared->abi = TANDEM_ABI;
    t->shared->size_of_this = sizeof *t->shared;
    t->shared->log_records = t->config.log_records;
    static const char *const places[] = {TANDEM_PLACE_NAMES};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct stat info;
        t->shared->places[i] = stat(places[i], &info) ? 0 : info.st_dev;
    }
    return true;
}

static bool own(const explore_target *t, const char *path)
{
    return geteuid() || !lchown(path, t->scratch.user, t->scratch.user);
}

/* A new, empty folder of the jail's user. */
static bool fresh_folder(const explore_target *t, const char *path)
{
    if (rmdir(path) && errno != ENOENT)
        folder_remove(path);
    return !mkdir(path, 0755) && own(t, path);
}

static bool make_folders(explore_target *t, char **error)
{
    if (!jail_scratch_make(&t->scratch, t->config.jail)) {
        target_complain(error, "no scratch folder%s: %s", "", strerror(errno));
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
        target_complain(error, "%s: %s", t->control.text, strerror(errno));
    return good;
}

bool target_put_files(explore_target *t, const explore_test *test)
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
        if (target_receive(t, &m, deadline)) {
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

void target_read_result(explore_target *t, const tandem_message *end, target_result *r)
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

/* Nothing in which it differs from other runs is there when the program begins. */
static bool may_begin_late(const explore_target *t, const explore_test *test,
                           const target_options *o)
{
    return t->config.late && !t->never_late && !o->symbolic && !o->tell && !o->flags &&
           !o->max_fail && !test->max_fail && !test->args.n && !test->has_env && !test->objects.n &&
           !target_is_harness(t);
}

bool target_run(explore_target *t, const explore_test *test, const target_options *options,
                target_result *result, char **error)
{
    *result = (target_result){.outcome = TARGET_LOST};
    *error = NULL;
    target_loop_end(t);
    bool late = may_begin_late(t, test, options);
    if (t->is_late && !late) {
        t->never_late = true;
        target_stop(t);
    }
    if (!target_ensure(t, error))
        return false;
    if (options->keep_output)
        empty_output(t);
    if (options->tell)
        target_forget_broken(t);
    if (!target_put_files(t, test) || !target_request(t, test, options)) {
        target_complain(error, "%s: a test cannot be set up: %s", t->path, strerror(errno));
        return false;
    }
    t->is_late = late;
    if (late)
        t->shared->request.flags |= TANDEM_RUN_LATE;
    tandem_message m = {.command = TANDEM_RUN};
    if (send(t->socket, &m, sizeof m, MSG_NOSIGNAL) == (ssize_t)sizeof m)
        result->outcome = await(t, options->seconds > 0 ? options->seconds : t->config.seconds, &m);
    target_read_result(t, &m, result);
    if (result->outcome == TARGET_LOST) {
        target_stop(t);
        t->never_late = true;
        if (late && !target_interrupted(t))
            return target_run(t, test, options, result, error);
    }
    return !target_interrupted(t);
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
        target_complain(error, "%s: no jail: %s", t->path, why.text);
    strbuf_free(&why);
    return good;
}

explore_target *target_start(const target_config *config, char **error)
{
    *error = NULL;
    char *path = realpath(config->path, NULL);
    if (!path || access(path, X_OK)) {
        target_complain(error, "%s: %s", config->path, strerror(errno));
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
    explore_test_init(&t->loop.first);
    if (choose_jail(t, error) && make_shared(t, error) && make_folders(t, error) &&
        target_start_server(t, error) && target_read_description(t, error))
        return t;
    target_free(t);
    return NULL;
}

void target_free(explore_target *t)
{
    if (!t)
        return;
    target_stop(t);
    if (t->shared)
        munmap(t->shared, t->shared_bytes);
    if (t->shared_fd >= 0)
        close(t->shared_fd);
    jail_scratch_remove(&t->scratch);
    strbuf_free(&t->cwd);
    strbuf_free(&t->input);
    strbuf_free(&t->control);
    strbuf_free(&t->signatures);
    explore_test_free(&t->loop.first);
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

bool target_is_late(const explore_target *t)
{
    return t->is_late;
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
