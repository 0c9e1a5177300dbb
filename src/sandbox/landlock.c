/* Landlock: where files may be changed, and, for compilers, read. An addition to the filter of
 * system calls: it knows paths, which that does not, but older kernels lack it. */
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox/sandbox_impl.h"

/* Newer than the headers of Debian 12. */
#define RIGHT_REFER (UINT64_C(1) << 13)
#define RIGHT_TRUNCATE (UINT64_C(1) << 14)
#define RIGHT_IOCTL_DEV (UINT64_C(1) << 15)
#define SCOPES UINT64_C(3) /* abstract sockets, signals */
#define NET_RIGHTS UINT64_C(3)

#define READING \
    (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define CHANGING                                                                                   \
    (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |                               \
     LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | \
     LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |   \
     LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM)
#define OF_FILES                                                                                 \
    (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | \
     RIGHT_TRUNCATE | RIGHT_IOCTL_DEV)

typedef struct ruleset {
    uint64_t files, net, scopes;
} ruleset;

int sandbox_landlock(void)
{
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    return version > 0 ? (int)version : 0;
}

/* A place that is not there needs no rule. */
static bool add_rule(int rules, const char *path, uint64_t rights)
{
    struct landlock_path_beneath_attr rule = {.allowed_access = rights,
                                              .parent_fd = open(path, O_PATH | O_CLOEXEC)};
    if (rule.parent_fd < 0)
        return true;
    int added = (int)syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    if (added && errno == EINVAL) { /* a file has fewer rights than a folder */
        rule.allowed_access &= OF_FILES;
        added = (int)syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    }
    close(rule.parent_fd);
    return !added;
}

static bool add_all(int rules, const char *const *paths, uint32_t n, uint64_t rights)
{
    bool good = true;
    for (uint32_t i = 0; i < n; i++)
        good &= add_rule(rules, paths[i], rights);
    return good;
}

static bool add_places(int rules, const sandbox *s, uint64_t handled)
{
    uint64_t reading = handled & READING,
             changing = handled & ~(uint64_t)LANDLOCK_ACCESS_FS_EXECUTE;
    return add_all(rules, s->grants.write, s->grants.n_write, changing) &&
           (!reading || add_all(rules, s->grants.read, s->grants.n_read, reading)) &&
           add_all(rules, s->places.read, s->places.n_read, reading) &&
           add_all(rules, s->places.write, s->places.n_write, handled);
}

bool landlock_enter(const sandbox *s)
{
    if (!s->landlock)
        return true;
    bool compiler = s->profile == SANDBOX_COMPILER;
    ruleset wanted = {.files = CHANGING | (compiler ? READING : 0)};
    if (s->landlock >= 2)
        wanted.files |= RIGHT_REFER;
    if (s->landlock >= 3)
        wanted.files |= RIGHT_TRUNCATE;
    if (s->landlock >= 4 && !s->grants.net)
        wanted.net = NET_RIGHTS;
    if (s->landlock >= 6)
        wanted.scopes = SCOPES;
    size_t size = s->landlock >= 6   ? sizeof wanted
                  : s->landlock >= 4 ? offsetof(ruleset, scopes)
                                     : offsetof(ruleset, net);
    int rules = (int)syscall(SYS_landlock_create_ruleset, &wanted, size, 0);
    bool good = rules >= 0 && add_places(rules, s, wanted.files) &&
                !syscall(SYS_landlock_restrict_self, rules, 0);
    if (rules >= 0)
        close(rules);
    return good;
}
