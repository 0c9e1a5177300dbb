/* A program in a jail: namespaces of its own (processes, mounts, network), everything read-only but
 * one folder, an ordinary user. Its first process is a warden of ours, with which all others end;
 * it also kills what runs leave behind. Where the system gives no namespaces the warden still has
 * process groups to kill, and `closed` says that it is all there is. What the program prints is
 * appended to the files `out` and `err` in its folder. */
#ifndef TANDEM_EXPLORE_TARGET_JAIL_H
#define TANDEM_EXPLORE_TARGET_JAIL_H

#include <stdbool.h>
#include <sys/types.h>

typedef struct jail {
    pid_t warden; /* 0: none */
    int socket;   /* to the warden */
    bool closed;  /* namespaces could be had */
} jail;

typedef struct jail_config {
    const char *path;   /* the program; without arguments */
    char *const *envp;  /* its environment */
    const char *folder; /* the one it may write to */
    int descriptors[2]; /* kept open, as numbers 3 and 4 */
} jail_config;

/* False with errno set. The program's own failure to start shows in its silence. */
bool jail_start(jail *j, const jail_config *config);
/* Kills a process group (as the jail numbers processes), or with 0 everything but the program. */
void jail_kill(jail *j, pid_t group);
/* Whether the program itself still runs. */
bool jail_alive(jail *j);
void jail_end(jail *j);

/* The user and group that files have to belong to, so that the jail's program may change them. */
uid_t jail_user(void);

/* A scratch folder for a jail: of limited size, and gone with this process however it ends, where
 * this process may have mounts of its own (it then has them from here on). Caller frees the name.
 * NULL with errno set. */
typedef struct jail_scratch {
    char *path;
    bool mounted;
} jail_scratch;
bool jail_scratch_make(jail_scratch *s);
void jail_scratch_remove(jail_scratch *s);

#endif
