/* Between the files of the jail. All of these are called in processes of the jail itself. */
#ifndef TANDEM_EXPLORE_TARGET_JAIL_IMPL_H
#define TANDEM_EXPLORE_TARGET_JAIL_IMPL_H

#include "explore/target/jail.h"

/* What the warden says when the jail stands, or why it does not. */
typedef struct jail_report {
    const char *step; /* NULL: it stands. A text of this program: parent and child have the same */
    int error;        /* errno */
} jail_report;

/* What the first process hands on. */
typedef struct jail_inside {
    int program;     /* opened before anything was mounted over it; -1: none */
    unsigned places; /* folders for temporary files that are the jail's own, as bits */
} jail_inside;

/* jail_warden.c: the first process of a jail, which waits for a byte on `commands` first. */
_Noreturn void jail_warden(const jail_config *config, int commands);
/* jail_program.c: becomes the program; `report` is told when that fails before it runs, and is
 * closed when it runs. */
_Noreturn void jail_become_program(const jail_config *config, jail_inside inside, int report);

/* jail_namespaces.c: the users of a new user namespace, from outside; everything read-only but the
 * folder, from inside, and those places (below) that are the jail's own. */
void jail_map_users(pid_t pid);
bool jail_close_mounts(const jail_config *config, unsigned *places);

/* jail_places.c: makes folders for temporary files (TANDEM_PLACE_NAMES, as bits) the jail's own, empty but for what is
 * shown; bits of those that are not there, or where that cannot be shown, go. The folder stays where it is. The jail's other
 * mounts come later. */
bool jail_make_places(const jail_config *config, unsigned *places);
extern const char *const jail_place_names[];
enum { JAIL_PLACES = 3 };

/* jail_filter.c: a filter of system calls for this process and its children, which needs
 * PR_SET_NO_NEW_PRIVS. `owner`: files elsewhere may be of the same user. False with errno set. */
bool jail_filter_calls(jail_kind kind, bool owner, int landlock);
/* jail_landlock.c: nothing can be changed outside the folder and the places, and as far as version `landlock`
 * of it goes, no process outside be reached. False with errno set. */
bool jail_restrict(const char *folder, unsigned places, int landlock);
/* The first version that keeps signals in. */
enum { JAIL_LANDLOCK_SIGNALS = 6 };

/* jail_kill.c: ends all other processes of this namespace but `program`; ends all descendants of
 * this process, which is a subreaper, but `program` (0: without exception). */
void jail_kill_others(pid_t program);
void jail_kill_descendants(pid_t program);
/* How many processes and threads a user has. */
unsigned jail_count_tasks(uid_t user);

#endif
