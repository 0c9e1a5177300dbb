#include "process/sweep.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/map.h"
#include "process/group.h"

enum {
    HIGHEST_PRIORITY = -20,
    ALARM_PROCESSES = 200, /* so many more in the whole system are looked at */
    ORPHAN_ROUNDS = 4,     /* looks between looks for orphans */
    STOP_PASSES = 100,     /* some may start others faster than we stop them */
    PAUSE_MICROSECONDS = 1000,
    CHILDREN_TEXT = 1 << 16
};

/* Sets `chosen` of those that are to go. */
typedef void chooser(group_descendant_vec *all, const void *context);

static void choose_all(group_descendant_vec *all, const void *context)
{
    (void)context;
    for (size_t i = 0; i < all->n; i++)
        all->at[i].chosen = true;
}

/* First all are stopped, so that none starts another or notices that one is gone; then killed. */
static void end_chosen(chooser *choose, const void *context)
{
    group_descendant_vec all = {0};
    for (int pass = 0; pass < STOP_PASSES; pass++) {
        bool moving = false;
        group_descendants(getpid(), &all);
        choose(&all, context);
        for (size_t i = 0; i < all.n; i++)
            if (all.at[i].chosen && !all.at[i].still)
                moving |= !kill(all.at[i].pid, SIGSTOP);
        if (!moving)
            break;
    }
    for (size_t i = 0; i < all.n; i++)
        if (all.at[i].chosen)
            kill(all.at[i].pid, SIGKILL);
    vec_free(&all);
}

void sweep_all(void)
{
    pid_t got;
    setpriority(PRIO_PROCESS, 0, HIGHEST_PRIORITY); /* where we may: they may be many */
    for (;;) {
        do
            got = waitpid(-1, NULL, WNOHANG);
        while (got > 0 || (got < 0 && errno == EINTR));
        if (got < 0)
            return; /* there is no child, and so no descendant */
        end_chosen(choose_all, NULL);
        usleep(PAUSE_MICROSECONDS);
    }
}

/* ---- What slipped away, and what is too much ------------------------------------------------- */

static bool has_slipped_away(pid_t orphan)
{
    pid_t group = getpgid(orphan);
    return group == orphan || (group > 0 && kill(group, 0) && errno == ESRCH);
}

static bool is_foreign(pid_t pid, const struct stat *ours)
{
    char path[64];
    struct stat program;
    snprintf(path, sizeof path, "/proc/%ld/exe", (long)pid);
    return !stat(path, &program) &&
           (program.st_dev != ours->st_dev || program.st_ino != ours->st_ino);
}

/* Whom each process belongs to: the topmost process above it that is another program, or else its
 * group. */
static void find_owners(const group_descendant_vec *all, map *owners)
{
    struct stat ours;
    if (stat("/proc/self/exe", &ours))
        return;
    for (size_t i = 0; i < all->n; i++)
        if (is_foreign(all->at[i].pid, &ours))
            map_put(owners, i, (uint64_t)all->at[i].pid);
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < all->n; i++) {
            const uint64_t *above = map_find(owners, all->at[i].above);
            if (above && map_get(owners, i, 0) != *above) {
                map_put(owners, i, *above);
                again = true;
            }
        }
    }
}

static void choose_crowds(group_descendant_vec *all)
{
    map owners = {0}, counts = {0};
    find_owners(all, &owners);
    for (size_t i = 0; i < all->n; i++) {
        uint64_t owner = *map_insert(&owners, i, NULL);
        owner = owner ? owner : (uint64_t)all->at[i].group;
        map_put(&owners, i, owner);
        map_put(&counts, owner, map_get(&counts, owner, 0) + 1);
    }
    for (size_t i = 0; i < all->n; i++)
        if (map_get(&counts, map_get(&owners, i, 0), 0) > SWEEP_MOST_PROCESSES)
            all->at[i].chosen = true;
    map_free(&owners);
    map_free(&counts);
}

static void choose_wrong(group_descendant_vec *all, const void *context)
{
    const sweep_watch *watch = context;
    for (size_t i = 0; i < all->n; i++) {
        pid_t pid = all->at[i].pid;
        all->at[i].chosen = all->at[i].above == i && pid != watch->command && has_slipped_away(pid);
    }
    if (all->n > SWEEP_MOST_PROCESSES)
        choose_crowds(all);
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < all->n; i++)
            if (!all->at[i].chosen && all->at[all->at[i].above].chosen)
                all->at[i].chosen = again = true;
    }
}

/* Whether a child of ours should be no child of ours; where the system does not tell: no. */
static bool has_slipped_orphan(const sweep_watch *watch)
{
    char path[64], text[CHILDREN_TEXT];
    snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = file < 0 ? 0 : read(file, text, sizeof text - 1);
    if (file >= 0)
        close(file);
    text[n > 0 ? n : 0] = '\0';
    char *next = text;
    for (long pid; (pid = strtol(next, &next, 10)) > 0;)
        if (pid != watch->command && has_slipped_away((pid_t)pid))
            return true;
    return false;
}

void sweep_look(sweep_watch *watch)
{
    struct sysinfo system;
    bool wrong = false;
    if (!sysinfo(&system)) {
        wrong = watch->before && system.procs > watch->before + ALARM_PROCESSES;
        if (!watch->before || wrong || system.procs < watch->before)
            watch->before = system.procs;
    }
    if (!wrong && ++watch->rounds % ORPHAN_ROUNDS == 0)
        wrong = has_slipped_orphan(watch);
    if (wrong)
        end_chosen(choose_wrong, watch);
}
