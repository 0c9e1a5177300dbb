#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "explore/target/jail_impl.h"

enum { ROUNDS = 5000, CHILDREN_BYTES = 8192 };

void jail_kill_others(pid_t program)
{
    DIR *all = opendir("/proc");
    for (struct dirent *one; all && (one = readdir(all));) {
        int pid = atoi(one->d_name);
        if (pid > 1 && pid != program)
            kill(pid, SIGKILL);
    }
    if (all)
        closedir(all);
}

/* ---- Descendants ----------------------------------------------------------------------------- */

/* A process that goes from fork to fork is faster than we are, its group is not: the kernel kills
 * it in one piece. */
static void kill_with_group(pid_t pid, pid_t program)
{
    pid_t group = getpgid(pid);
    if (group > 1 && group != getpgid(0) && group != getpgid(program))
        kill(-group, SIGKILL);
    kill(pid, SIGKILL);
}

/* The state and parent of a process; false: it is gone. */
static bool read_stat(pid_t pid, char *state, pid_t *parent)
{
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    int f = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = f < 0 ? -1 : read(f, text, sizeof text - 1);
    if (f >= 0)
        close(f);
    text[n > 0 ? n : 0] = 0;
    const char *behind_name = strrchr(text, ')');
    return behind_name && sscanf(behind_name + 1, " %c %d", state, parent) == 2;
}

static bool kill_child(pid_t pid, pid_t program)
{
    char state;
    pid_t parent;
    if (pid <= 1 || pid == program || !read_stat(pid, &state, &parent) || state == 'Z')
        return false;
    kill_with_group(pid, program);
    return true;
}

/* Kills the children of a process but `program`; how many there were, -1: this kernel has no list
 * of them. */
static int kill_listed(pid_t parent, pid_t program)
{
    char path[64], text[CHILDREN_BYTES];
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", parent, parent);
    int f = open(path, O_RDONLY | O_CLOEXEC), found = 0;
    if (f < 0)
        return -1;
    ssize_t n = read(f, text, sizeof text - 1);
    close(f);
    text[n > 0 ? n : 0] = 0;
    for (char *at = text, *end; *at; at = end) {
        long pid = strtol(at, &end, 10);
        if (end == at)
            break;
        found += kill_child((pid_t)pid, program);
    }
    return found;
}

/* The same for the children of two processes, by looking at all processes. */
static int kill_searched(pid_t one, pid_t other, pid_t program)
{
    int found = 0;
    DIR *all = opendir("/proc");
    for (struct dirent *entry; all && (entry = readdir(all));) {
        char state;
        pid_t pid = atoi(entry->d_name), parent;
        if (pid > 1 && read_stat(pid, &state, &parent) && (parent == one || parent == other))
            found += kill_child(pid, program);
    }
    if (all)
        closedir(all);
    return found;
}

/* Children of those that are killed become this process's own, and are met in the next round. */
void jail_kill_descendants(pid_t program)
{
    for (int i = 0; i < ROUNDS; i++) {
        int ours = kill_listed(getpid(), program);
        int theirs = program ? kill_listed(program, program) : 0;
        int found =
            ours < 0 ? kill_searched(getpid(), program, program) : ours + (theirs > 0 ? theirs : 0);
        if (!found)
            return;
        /* Not the program, whose end is news for others. */
        for (siginfo_t info = {0}; !waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) &&
                                   info.si_pid && info.si_pid != program;
             info.si_pid = 0)
            waitpid(info.si_pid, NULL, WNOHANG);
    }
}

unsigned jail_count_tasks(uid_t user)
{
    unsigned n = 0;
    DIR *all = opendir("/proc");
    for (struct dirent *entry; all && (entry = readdir(all));) {
        struct stat process, tasks;
        char path[300];
        snprintf(path, sizeof path, "/proc/%s/task", entry->d_name);
        if (atoi(entry->d_name) > 0 && !stat(path, &tasks) &&
            !fstatat(dirfd(all), entry->d_name, &process, 0) && process.st_uid == user)
            n += tasks.st_nlink > 2 ? (unsigned)tasks.st_nlink - 2 : 1;
    }
    if (all)
        closedir(all);
    return n;
}
