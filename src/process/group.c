#include "process/group.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/map.h"
#include "base/vec.h"

static uint64_t page_size(void)
{
    return (uint64_t)sysconf(_SC_PAGESIZE);
}

/* The file's beginning as text; false when the process is gone. */
static bool read_proc(const char *process, const char *file, char *text, size_t size)
{
    char path[300];
    snprintf(path, sizeof path, "/proc/%s/%s", process, file);
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    ssize_t n = read(descriptor, text, size - 1);
    close(descriptor);
    if (n <= 0)
        return false;
    text[n] = '\0';
    return true;
}

static uint64_t resident_of(const char *process, bool anonymous)
{
    char text[256];
    unsigned long long size, resident, shared;
    if (!read_proc(process, "statm", text, sizeof text) ||
        sscanf(text, "%llu %llu %llu", &size, &resident, &shared) != 3)
        return 0;
    if (anonymous)
        resident = resident > shared ? resident - shared : 0;
    return resident * page_size();
}

uint64_t group_resident_one(pid_t pid, bool anonymous)
{
    char name[24];
    snprintf(name, sizeof name, "%ld", (long)pid);
    return resident_of(name, anonymous);
}

/* What stands behind "pid (name)" in its stat; the name may hold anything, also a ')'. */
static const char *read_stat(const char *process, char *text, size_t size)
{
    if (!read_proc(process, "stat", text, size))
        return NULL;
    const char *behind = strrchr(text, ')');
    return behind ? behind + 1 : NULL;
}

double group_cpu_one(pid_t pid)
{
    char name[24], text[512];
    snprintf(name, sizeof name, "%ld", (long)pid);
    const char *fields = read_stat(name, text, sizeof text);
    unsigned long user, system;
    if (!fields ||
        sscanf(fields, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2)
        return 0;
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

/* A process of the system. */
typedef struct relative {
    long pid, parent, group;
    char state;
    double ticks; /* with those of the children that it has waited for */
    bool ours;
} relative;
typedef VEC(relative) relative_vec;

static bool read_relative(const char *process, relative *r)
{
    char text[512];
    const char *fields = read_stat(process, text, sizeof text);
    unsigned long long user, system;
    long long children_user, children_system;
    *r = (relative){.pid = strtol(process, NULL, 10)};
    if (!fields ||
        sscanf(fields, " %c %ld %ld %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %lld %lld", &r->state,
               &r->parent, &r->group, &user, &system, &children_user, &children_system) != 7)
        return false;
    r->ticks = (double)(user + system) + (double)(children_user + children_system);
    return true;
}

/* Index of the parent of i, or i. */
static size_t parent_of(const relative_vec *all, const map *places, size_t i)
{
    return (size_t)map_get(places, (uint64_t)all->at[i].parent, i);
}

/* Marks the children of what is marked, until there are no more. Pids mostly grow from parent to
 * child and /proc is in their order, so that few rounds do. */
static void mark_descendants(relative_vec *all, const map *places)
{
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < all->n; i++)
            if (!all->at[i].ours && all->at[parent_of(all, places, i)].ours)
                all->at[i].ours = again = true;
    }
}

/* All processes of the system; `places` has their indices. */
static void read_all(relative_vec *all, map *places)
{
    DIR *proc = opendir("/proc");
    for (struct dirent *entry; proc && (entry = readdir(proc));) {
        relative r;
        if (entry->d_name[0] < '1' || entry->d_name[0] > '9' || !read_relative(entry->d_name, &r))
            continue;
        map_put(places, (uint64_t)r.pid, all->n);
        vec_push(all, r);
    }
    if (proc)
        closedir(proc);
}

/* The processes of the group and all that descend from them, whatever group they have now. */
static void find_family(pid_t group, relative_vec *family)
{
    relative_vec all = {0};
    map places = {0};
    read_all(&all, &places);
    for (size_t i = 0; i < all.n; i++)
        all.at[i].ours = all.at[i].group == group || all.at[i].pid == group;
    mark_descendants(&all, &places);
    for (size_t i = 0; i < all.n; i++)
        if (all.at[i].ours)
            vec_push(family, all.at[i]);
    vec_free(&all);
    map_free(&places);
}

uint64_t group_resident(pid_t group, bool anonymous)
{
    relative_vec family = {0};
    uint64_t total = 0;
    find_family(group, &family);
    for (size_t i = 0; i < family.n; i++)
        total += group_resident_one((pid_t)family.at[i].pid, anonymous);
    vec_free(&family);
    return total;
}

double group_cpu(pid_t group)
{
    relative_vec family = {0};
    double total = 0;
    find_family(group, &family);
    for (size_t i = 0; i < family.n; i++)
        total += family.at[i].ticks;
    vec_free(&family);
    return total / (double)sysconf(_SC_CLK_TCK);
}

bool group_is_alone(pid_t pid)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", (long)pid, (long)pid);
    int children = open(path, O_RDONLY | O_CLOEXEC);
    if (children < 0)
        return false;
    char one;
    ssize_t n = read(children, &one, 1);
    close(children);
    return n == 0;
}

bool group_cpu_alone(pid_t pid, double *seconds)
{
    char name[24];
    relative r;
    snprintf(name, sizeof name, "%ld", (long)pid);
    if (!group_is_alone(pid) || !read_relative(name, &r))
        return false;
    *seconds = r.ticks / (double)sysconf(_SC_CLK_TCK);
    return true;
}

void group_kill(pid_t group)
{
    relative_vec family = {0};
    find_family(group, &family);
    kill(-group, SIGKILL);
    for (size_t i = 0; i < family.n; i++)
        if (family.at[i].group != group)
            kill((pid_t)family.at[i].pid, SIGKILL);
    vec_free(&family);
}

uint64_t group_own_data(void)
{
    char text[256];
    unsigned long long data;
    if (!read_proc("self", "statm", text, sizeof text) ||
        sscanf(text, "%*u %*u %*u %*u %*u %llu", &data) != 1)
        return 0;
    return data * page_size();
}
