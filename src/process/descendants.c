#include "process/descendants.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { NAMES_BYTES = 1 << 15, PLACES = 2 * DESCENDANTS_MOST };

/* What getdents64 writes. */
typedef struct entry {
    uint64_t inode, next;
    uint16_t size;
    uint8_t kind;
    char name[];
} entry;

typedef struct relation {
    long pid, parent, group;
    char state;
} relation;

static uint16_t *place_of(descendants *d, long pid)
{
    uint32_t at = (uint32_t)pid * UINT32_C(2654435761) % PLACES;
    while (d->places[at] && d->at[d->places[at] - 1].pid != (pid_t)pid)
        at = (at + 1) % PLACES;
    return &d->places[at];
}

/* Of a folder of /proc; false when the process is gone. The program's name may hold anything. */
static bool read_relation(int proc, const char *name, relation *r)
{
    char path[64], text[512];
    if (snprintf(path, sizeof path, "%s/stat", name) >= (int)sizeof path)
        return false;
    int file = openat(proc, path, O_RDONLY | O_CLOEXEC);
    ssize_t n = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (file >= 0)
        close(file);
    if (n <= 0)
        return false;
    text[n] = '\0';
    const char *behind = strrchr(text, ')');
    *r = (relation){.pid = strtol(name, NULL, 10)};
    return behind && sscanf(behind + 1, " %c %ld %ld", &r->state, &r->parent, &r->group) == 3;
}

static void add(descendants *d, const relation *r, pid_t root)
{
    uint32_t i = d->n++;
    uint16_t above = r->parent == root ? 0 : *place_of(d, r->parent);
    d->at[i] = (descendant){.pid = (pid_t)r->pid,
                            .group = (pid_t)r->group,
                            .above = above ? above - 1u : i,
                            .still = strchr("TtZXx", r->state)};
    *place_of(d, r->pid) = (uint16_t)(i + 1);
}

/* True when one was passed by that may belong to a parent that came behind it: /proc is in the
 * order of pids, and few children have smaller ones than their parents. */
static bool look_at(int proc, const char *name, pid_t root, descendants *d)
{
    relation r;
    if (*name < '1' || *name > '9' || !read_relation(proc, name, &r) || r.pid == root ||
        *place_of(d, r.pid) || d->n == DESCENDANTS_MOST)
        return false;
    if (r.parent != root && !*place_of(d, r.parent))
        return r.parent > r.pid;
    add(d, &r, root);
    return false;
}

static bool look_at_all(int proc, pid_t root, descendants *d)
{
    _Alignas(entry) char names[NAMES_BYTES];
    bool again = false;
    long n;
    lseek(proc, 0, SEEK_SET);
    while ((n = syscall(SYS_getdents64, proc, names, sizeof names)) > 0)
        for (long at = 0; at < n;) {
            const entry *e = (const entry *)(names + at);
            again |= look_at(proc, e->name, root, d);
            at += e->size;
        }
    return again;
}

void descendants_find(pid_t root, descendants *found)
{
    found->n = 0;
    memset(found->places, 0, sizeof found->places);
    int proc = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (proc < 0)
        return;
    for (uint32_t before = UINT32_MAX; found->n != before;) {
        before = found->n;
        if (!look_at_all(proc, root, found))
            break;
    }
    close(proc);
}
