#include "process/sweep.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/descendants.h"

enum {
    HIGHEST_PRIORITY = -20,
    ALARM_PROCESSES = 200, /* so many more in the whole system are looked at */
    ORPHAN_ROUNDS = 4,     /* looks between looks for orphans */
    STOP_PASSES = 100,     /* some may start others faster than we stop them */
    PAUSE_MICROSECONDS = 1000,
    CHILDREN_TEXT = 1 << 16
};

/* Sets `chosen` of those that are to go. */
typedef void chooser(descendants *all, const void *context);

static void choose_all(descendants *all, const void *context)
{
    (void)context;
    for (uint32_t i = 0; i < all->n; i++)
        all->at[i].chosen = true;
}

/* First all are stopped, so that none starts another or notices that one is gone; then killed. */
static void end_chosen(chooser *choose, const void *context)
{
    descendants all;
    for (int pass = 0; pass < STOP_PASSES; pass++) {
        bool moving = false;
        descendants_find(getpid(), &all);
        choose(&all, context);
        for (uint32_t i = 0; i < all.n; i++)
            if (all.at[i].chosen && !all.at[i].still)
                moving |= !kill(all.at[i].pid, SIGSTOP);
        if (!moving)
            break;
    }
    for (uint32_t i = 0; i < all.n; i++)
        if (all.at[i].chosen)
            kill(all.at[i].pid, SIGKILL);
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
static void find_owners(descendants *all)
{
    struct stat ours;
    bool known = !stat("/proc/self/exe", &ours);
    for (uint32_t i = 0; known && i < all->n; i++) {
        descendant *d = &all->at[i];
        d->owner = all->at[d->above].owner;
        if (!d->owner && is_foreign(d->pid, &ours))
            d->owner = d->pid;
    }
    for (uint32_t i = 0; i < all->n; i++)
        if (!all->at[i].owner)
            all->at[i].owner = all->at[i].group;
}

typedef struct crowd {
    pid_t owner; /* 0: free */
    uint32_t n;
} crowd;
enum { CROWDS = 2 * DESCENDANTS_MOST };

static crowd *crowd_of(crowd *all, pid_t owner)
{
    uint32_t at = (uint32_t)owner * UINT32_C(2654435761) % CROWDS;
    while (all[at].owner && all[at].owner != owner)
        at = (at + 1) % CROWDS;
    all[at].owner = owner;
    return &all[at];
}

static void choose_crowds(descendants *all)
{
    crowd crowds[CROWDS];
    memset(crowds, 0, sizeof crowds);
    find_owners(all);
    for (uint32_t i = 0; i < all->n; i++)
        crowd_of(crowds, all->at[i].owner)->n++;
    for (uint32_t i = 0; i < all->n; i++)
        if (crowd_of(crowds, all->at[i].owner)->n > SWEEP_MOST_PROCESSES)
            all->at[i].chosen = true;
}

static void choose_wrong(descendants *all, const void *context)
{
    const sweep_watch *watch = context;
    for (uint32_t i = 0; i < all->n; i++) {
        pid_t pid = all->at[i].pid;
        all->at[i].chosen = all->at[i].above == i && pid != watch->command && has_slipped_away(pid);
    }
    if (all->n > SWEEP_MOST_PROCESSES)
        choose_crowds(all);
    for (uint32_t i = 0; i < all->n; i++)
        all->at[i].chosen |= all->at[all->at[i].above].chosen;
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
