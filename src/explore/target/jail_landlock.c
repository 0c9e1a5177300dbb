/* Landlock, by its system calls: headers of the oldest system that this is built on lack most of
 * it. What it does not know (changing modes, owners and times, sockets by path) is the filter's. */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "explore/target/jail_impl.h"

enum {
    CREATE = 444, /* the numbers are the same on all machines */
    ADD = 445,
    RESTRICT = 446,
    GIVE_VERSION = 1,
    BENEATH_PATH = 1,
    WRITE_FILE = 1 << 1,
    REMOVE_AND_MAKE = 0x1ff << 4, /* folders, files, sockets, pipes, links, devices */
    REFER = 1 << 13,              /* from version 2: to another folder */
    TRUNCATE = 1 << 14,           /* 3 */
    BIND_AND_CONNECT_TCP = 3,     /* 4 */
    SCOPE_SOCKETS_AND_SIGNALS = 3 /* 6 */
};

typedef struct ruleset {
    uint64_t files, net, scoped;
} ruleset;

typedef struct beneath_path {
    uint64_t allowed;
    int32_t folder;
} __attribute__((packed)) beneath_path;

int jail_landlock(void)
{
    long version = syscall(CREATE, NULL, 0, GIVE_VERSION);
    return version > 0 ? (int)version : 0;
}

/* How much of the structure this version knows: it refuses what it does not. */
static size_t size_for(int version)
{
    return version >= JAIL_LANDLOCK_SIGNALS ? sizeof(ruleset)
           : version >= 4                   ? 2 * sizeof(uint64_t)
                                            : sizeof(uint64_t);
}

static bool allow(int rules, const char *path, uint64_t rights)
{
    beneath_path rule = {rights, open(path, O_PATH | O_CLOEXEC)};
    if (rule.folder < 0)
        return false;
    bool good = !syscall(ADD, rules, BENEATH_PATH, &rule, 0);
    close(rule.folder);
    return good;
}

bool jail_restrict(const char *folder, unsigned places, int version)
{
    static const char *const sinks[] = {"/dev/null", "/dev/zero", "/dev/full"};
    uint64_t for_files = WRITE_FILE | (version >= 3 ? TRUNCATE : 0);
    uint64_t all = for_files | REMOVE_AND_MAKE | (version >= 2 ? REFER : 0);
    ruleset set = {.files = all, .net = BIND_AND_CONNECT_TCP, .scoped = SCOPE_SOCKETS_AND_SIGNALS};
    int rules = (int)syscall(CREATE, &set, size_for(version), 0);
    if (rules < 0)
        return false;
    for (size_t i = 0; i < sizeof sinks / sizeof *sinks; i++)
        allow(rules, sinks[i], for_files); /* one that is not there is not written to */
    for (size_t i = 0; i < JAIL_PLACES; i++)
        if (places >> i & 1)
            allow(rules, jail_place_names[i], all);
    bool good = allow(rules, folder, all) && !syscall(RESTRICT, rules, 0);
    int why = errno;
    close(rules);
    errno = why;
    return good;
}
