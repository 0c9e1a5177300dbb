/* A program in a jail. Its world is a read-only system without a network: it may write to one
 * folder, and reaches no processes but its own. There are two kinds that hold. One has namespaces
 * of its own (processes, mounts, network, users); where the system gives none, the other one has a
 * filter of system calls, Landlock, and, if we are root, a user of its own. A system that gives
 * neither gets a clear no: nothing is ever run outside a jail but by JAIL_OFF, which is the user's
 * word.
 *
 * The first process of each is a warden of ours, with which all others end, also when this process
 * is killed; it also kills what runs leave behind. What the program prints is appended to the files
 * `out` and `err` in its folder.
 *
 * Reading files is possible in all of them, and so is using up time: limits are the caller's. */
#ifndef TANDEM_EXPLORE_TARGET_JAIL_H
#define TANDEM_EXPLORE_TARGET_JAIL_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/strbuf.h"
#include "base/text.h"

/* JAIL(name, word): what `--jail` calls them. */
#define JAIL_KINDS(JAIL)                                                    \
    JAIL(JAIL_AUTO, "auto") /* the first of the next two that can be had */ \
    JAIL(JAIL_NAMESPACES, "namespaces")                                     \
    JAIL(JAIL_FILTER, "filter")                                             \
    JAIL(JAIL_OFF, "off") /* process groups to kill, and an ordinary user */

typedef enum jail_kind {
#define JAIL(name, word) name,
    JAIL_KINDS(JAIL)
#undef JAIL
} jail_kind;
const char *jail_kind_word(jail_kind kind);
/* The kind with this word, which is one of them. */
jail_kind jail_kind_of(const char *word);

typedef struct jail {
    pid_t warden; /* 0: none */
    int socket;   /* to the warden */
    jail_kind kind;
} jail;

typedef struct jail_config {
    jail_kind kind;     /* not JAIL_AUTO */
    const char *path;   /* the program; without arguments. NULL: only whether the jail holds */
    char *const *envp;  /* its environment */
    const char *folder; /* the one it may write to */
    uid_t user;         /* whose process it is: the folder's (jail_scratch) */
    /* With namespaces: */
    unsigned
        places; /* folders for temporary files that are its own, as bits (TANDEM_PLACE_NAMES) */
    const text_list *shown; /* entries of them that it finds there, to be read; may be NULL */
    int descriptors[2];     /* kept open, as numbers 3 and 4; unused without a program */
} jail_config;

/* False with the step that failed in `why`: no such jail can be had. The program's own failure to
 * start shows in its silence. */
bool jail_start(jail *j, const jail_config *config, strbuf *why);
/* Kills a process group (as the jail numbers processes), or with 0 everything but the program. */
void jail_kill(jail *j, pid_t group);
/* Whether the program itself still runs. */
bool jail_alive(jail *j);
void jail_end(jail *j);

/* Tries which jail this system gives; never JAIL_AUTO, and JAIL_OFF only if that is wanted. False
 * with what stands in the way in `why`, one clause for each kind that was tried. */
bool jail_choose(jail_kind wanted, jail_kind *kind, strbuf *why);
/* The version of Landlock that the kernel has and lets us use; 0: none. */
int jail_landlock(void);

/* A scratch folder for a jail of this kind: of limited size, and gone with this process however it
 * ends, where this process may have mounts of its own (it then has them from here on). False with
 * errno set. */
typedef struct jail_scratch {
    char *path;
    uid_t user; /* that files have to belong to, so that the jail's program may change them */
    bool mounted;
} jail_scratch;
bool jail_scratch_make(jail_scratch *s, jail_kind kind);
void jail_scratch_remove(jail_scratch *s);

#endif
