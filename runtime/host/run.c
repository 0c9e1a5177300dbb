#include "runtime/host/run.h"

#include "runtime/core/locals.h"
#include "runtime/core/log.h"
#include "runtime/core/objects.h"
#include "runtime/host/inputs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static tandem_request_parts current;

/* Takes a string of the request; NULL behind its end. */
static const char *take(const tandem_request *q, size_t *at)
{
    const char *s = q->data + *at;
    const char *end = *at < q->bytes ? memchr(s, 0, q->bytes - *at) : NULL;
    if (!end)
        return NULL;
    *at += (size_t)(end - s) + 1;
    return s;
}

/* A copy with `room` bytes for the text, zeroed behind it, in memory of the program's own. */
static char *copy_string(const char *s, size_t room)
{
    size_t n = strlen(s);
    char *p = tandem_alloc((n > room ? n : room) + 1);
    return p ? memcpy(p, s, n) : NULL;
}

/* The room of string `i` of a list. */
typedef size_t room_of(const tandem_request *q, uint32_t i, const char *s);

static size_t at_most_64k(size_t n)
{
    return n < 1 << 16 ? n : 1 << 16;
}

static size_t arg_room(const tandem_request *q, uint32_t i, const char *s)
{
    (void)s;
    return i ? at_most_64k(q->arg_bytes) : 0;
}

static size_t env_room(const tandem_request *q, uint32_t i, const char *s)
{
    return i < q->symbolic_env ? strcspn(s, "=") + 1 + at_most_64k(q->env_bytes) : 0;
}

static char **take_list(const tandem_request *q, size_t *at, uint32_t n, room_of *room)
{
    if (n > q->bytes)
        return NULL;
    char **list = tandem_alloc((n + 1) * sizeof(*list));
    for (uint32_t i = 0; list && i < n; i++) {
        const char *s = take(q, at);
        list[i] = s ? copy_string(s, room(q, i, s)) : NULL;
        if (!list[i])
            return NULL;
    }
    return list;
}

static bool read_request(const tandem_request *q, tandem_request_parts *p)
{
    size_t at = 0;
    if (q->bytes > TANDEM_REQUEST_BYTES || !q->argc)
        return false;
    p->argv = take_list(q, &at, q->argc, arg_room);
    p->envp = p->argv ? take_list(q, &at, q->n_env, env_room) : NULL;
    p->files = p->envp ? tandem_alloc((q->n_files + 1) * sizeof(*p->files)) : NULL;
    for (uint32_t i = 0; p->files && i < q->n_files; i++) {
        p->files[i] = take(q, &at);
        if (!p->files[i] || !take(q, &at))
            return false;
    }
    p->folder = take(q, &at);
    p->standard_input = p->folder ? take(q, &at) : NULL;
    p->objects = (const uint8_t *)q->data + at;
    p->object_bytes = q->bytes - at;
    return p->files && p->standard_input;
}

static uint64_t bytes_at_start; /* what the program has before it starts does not count */

static void limit(int what, uint64_t soft, uint64_t hard)
{
    struct rlimit r = {soft, hard};
    setrlimit(what, &r);
}

static void limit_memory(const tandem_request *q)
{
    uint64_t most = q->memory_bytes + bytes_at_start;
    if (q->memory_bytes)
        limit(RLIMIT_AS, most, most);
}

static void set_limits(const tandem_request *q)
{
    struct rlimit cpu;
    if (q->cpu_seconds && getrlimit(RLIMIT_CPU, &cpu) == 0) /* keepers get the hard one back */
        limit(RLIMIT_CPU, q->cpu_seconds, cpu.rlim_max);
    if (q->file_bytes)
        limit(RLIMIT_FSIZE, q->file_bytes, q->file_bytes);
    limit_memory(q);
    limit(RLIMIT_CORE, 0, 0);
}

void tandem_run_prepare(void)
{
    char text[64] = "";
    int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, text, sizeof(text) - 1) : 0;
    if (n > 0)
        bytes_at_start = strtoull(text, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE);
    if (fd >= 0)
        close(fd);
}

static int outputs[3]; /* where they went before tandem_run_stay; 0: there still */

static bool reopen(int fd, const char *path, int flags)
{
    int opened = open(path, flags);
    if (opened < 0)
        return false;
    if (opened != fd) {
        dup2(opened, fd);
        close(opened);
    }
    return true;
}

static bool set_files(const tandem_request *q, const tandem_request_parts *p)
{
    if (*p->folder && chdir(p->folder) != 0) {
        dprintf(2, "tandem: cannot enter %s: %s\n", p->folder, strerror(errno));
        return false;
    }
    const char *in = *p->standard_input ? p->standard_input : "/dev/null";
    if (!reopen(0, in, O_RDONLY)) {
        dprintf(2, "tandem: cannot open %s: %s\n", in, strerror(errno));
        return false;
    }
    for (int fd = 1; fd < 3; fd++)
        if ((q->flags & TANDEM_RUN_KEEP_OUTPUT) && outputs[fd] && dup2(outputs[fd], fd) < 0)
            return false;
    if (!(q->flags & TANDEM_RUN_KEEP_OUTPUT))
        return reopen(1, "/dev/null", O_WRONLY) && reopen(2, "/dev/null", O_WRONLY);
    return true;
}

/* Tells of an input whose bytes lie in memory already, with as much room as was made for them. */
static void add_string(tandem_input_kind kind, uint32_t index, const char *text, size_t room,
                       const char *name)
{
    size_t n = strlen(text), bytes = n > room ? n : room;
    int input = tandem_input_add(kind, index, bytes, text, name);
    tandem_object_add(text, bytes + 1);
    if (input >= 0)
        tandem_input_shadow(input, 0, text, bytes);
}

static void add_inputs(const tandem_request *q, const tandem_request_parts *p)
{
    char name[32];
    for (uint32_t i = q->n_fixed + 1; i > q->n_fixed && i < q->argc; i++) {
        snprintf(name, sizeof(name), "arg%u", i - q->n_fixed);
        add_string(TANDEM_ARG, i - q->n_fixed, p->argv[i], at_most_64k(q->arg_bytes), name);
    }
    for (uint32_t i = 0; i < q->symbolic_env && i < q->n_env; i++) {
        char *value = strchr(p->envp[i], '=');
        snprintf(name, sizeof(name), "%.*s", value ? (int)(value - p->envp[i]) : 0, p->envp[i]);
        if (value)
            add_string(TANDEM_ENV, i, value + 1, at_most_64k(q->env_bytes), name);
    }
    if (*p->standard_input)
        tandem_input_file(TANDEM_STDIN, 0, p->standard_input, "stdin");
    for (uint32_t i = 0; i < q->n_files; i++)
        tandem_input_file(TANDEM_FILE, i, p->files[i], p->files[i]);
}

static void reset_results(tandem_shared *s)
{
    s->n_records = 1;
    s->n_inputs = s->n_functions = s->n_keepers = s->full = 0;
    s->finding = s->finding_site = s->n_compares = s->outside = 0;
    /* the classes stay: what was found out about functions is true of the next run too */
    memset(s->concretized, 0, sizeof(s->concretized));
    memset(s->coverage, 0, s->n_guards < TANDEM_MAX_GUARDS ? s->n_guards : TANDEM_MAX_GUARDS);
}

bool tandem_run_start(tandem_request_parts *parts)
{
    tandem_shared *s = tandem_rt.shared;
    const tandem_request *q = &s->request;
    reset_results(s);
    if (!read_request(q, parts)) {
        dprintf(2, "tandem: a request that cannot be read\n");
        return false;
    }
    current = *parts;
    if (!set_files(q, parts))
        return false;
    set_limits(q);
    tandem_rt.over = !q->symbolic;
    if (q->symbolic) {
        uint32_t room = s->log_records;
        tandem_log_start(s->log, q->max_records && q->max_records < room ? q->max_records : room);
        add_inputs(q, parts);
        tandem_locals_start();
    }
    return true;
}

bool tandem_run_stay(tandem_request_parts *parts)
{
    static const int flags[] = {O_RDONLY, O_WRONLY, O_WRONLY};
    const tandem_request *q = &tandem_rt.shared->request;
    bool good = read_request(q, parts);
    for (int fd = 0; good && fd < 3; fd++) {
        outputs[fd] = fd ? fcntl(fd, F_DUPFD_CLOEXEC, TANDEM_HIGH_DESCRIPTOR) : 0;
        good = outputs[fd] >= 0 && reopen(fd, "/dev/null", flags[fd]);
    }
    if (good)
        limit_memory(q);
    return good;
}

const uint8_t *tandem_run_object(size_t *bytes)
{
    static uint32_t next;
    uint32_t n;
    const tandem_request *q = &tandem_rt.shared->request;
    if (next >= q->n_objects || current.object_bytes < sizeof(n))
        return NULL;
    memcpy(&n, current.objects, sizeof(n));
    const uint8_t *data = current.objects + sizeof(n);
    if (n > current.object_bytes - sizeof(n))
        return NULL;
    current.objects = data + n;
    current.object_bytes -= sizeof(n) + n;
    next++;
    *bytes = n;
    return data;
}
