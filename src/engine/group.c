#include "engine/group.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t page_size(void)
{
    return (uint64_t)sysconf(_SC_PAGESIZE);
}

/* The file's beginning as text; false when the process is gone. */
static bool read_proc(const char *process, const char *file, char *text, size_t size)
{
    char path[64];
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

static bool in_group(const char *process, pid_t group)
{
    char text[512];
    const char *fields = read_stat(process, text, sizeof text);
    long found;
    return fields && sscanf(fields, " %*c %*d %ld", &found) == 1 && found == group;
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

uint64_t group_resident(pid_t group, bool anonymous)
{
    DIR *all = opendir("/proc");
    if (!all)
        return group_resident_one(group, anonymous);
    uint64_t total = 0;
    for (struct dirent *entry; (entry = readdir(all));)
        if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9' && in_group(entry->d_name, group))
            total += resident_of(entry->d_name, anonymous);
    closedir(all);
    return total;
}

/* CPU seconds of the process and its waited-for children if it is of the group, else 0. */
static double cpu_in_group(const char *process, pid_t group)
{
    char text[512];
    if (!read_proc(process, "stat", text, sizeof text))
        return 0;
    const char *behind = strrchr(text, ')');
    long found;
    unsigned long long user, system;
    long long children_user, children_system;
    if (!behind ||
        sscanf(behind + 1, " %*c %*d %ld %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %lld %lld",
               &found, &user, &system, &children_user, &children_system) != 5 ||
        found != group)
        return 0;
    return ((double)(user + system) + (double)(children_user + children_system)) /
           (double)sysconf(_SC_CLK_TCK);
}

double group_cpu(pid_t group)
{
    DIR *all = opendir("/proc");
    double total = 0;
    for (struct dirent *entry; all && (entry = readdir(all));)
        if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9')
            total += cpu_in_group(entry->d_name, group);
    if (all)
        closedir(all);
    return total;
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
