/* Confinement of foreign code: boxes, programs, compilers.
 *
 * A sandbox is made once, in the supervisor, and entered by processes of ours before the first
 * foreign instruction: a seccomp filter that lets through the calls of calls.def and no others, no
 * new privileges, and, where the kernel has it, Landlock. Reading files stays possible; what
 * changes files, reaches the network or touches other processes is refused. A refused call is no
 * reply: in the profile *call* it raises SIGSYS, which cannot be caught by the box; a *program* and
 * all its children end (guard.h); in a *compiler* it ends the process.
 *
 * Tested on x86-64; elsewhere there is none, and sandbox_new says so. */
#ifndef TANDEM_SANDBOX_SANDBOX_H
#define TANDEM_SANDBOX_SANDBOX_H

#include <linux/filter.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum sandbox_profile {
    SANDBOX_CALL,    /* functions of libraries: threads, but no processes */
    SANDBOX_PROGRAM, /* programs and their children, which stay in their process group */
    SANDBOX_COMPILER /* changes files and reads them where Landlock lets it */
} sandbox_profile;

/* What the user opened: --box-may. */
typedef struct sandbox_grants {
    bool fork, net;
    const char *const *write; /* folders in which files may be changed */
    uint32_t n_write;
    const char *const *read; /* folders that compilers may read, too */
    uint32_t n_read;
} sandbox_grants;

/* What the user chose: --sandbox and --box-may. All zero is the default: on, nothing opened. */
typedef struct sandbox_choice {
    bool off;
    sandbox_grants may;
} sandbox_choice;

/* Folders and files of the profile *compiler*: all that it may read, all that it may write. */
typedef struct sandbox_places {
    const char *const *read, *const *write;
    uint32_t n_read, n_write;
} sandbox_places;

typedef struct sandbox sandbox;

/* NULL with *error set (caller frees) when the machine cannot do it. Texts of `grants` and `places`
 * (may be NULL) have to stay. */
sandbox *sandbox_new(sandbox_profile profile, const sandbox_grants *grants,
                     const sandbox_places *places, char **error);
void sandbox_free(sandbox *s);
/* In the process that is to be confined, for good, also for its children. False: it is not. */
bool sandbox_enter(const sandbox *s);
/* The same in two steps, for the profile *call* and a process of ours that starts many: it prepares
 * once, and can then do what they can and start, wait for and end them; each of them then enters,
 * which costs it little. */
bool sandbox_prepare(const sandbox *s);
bool sandbox_enter_prepared(const sandbox *s);
/* The same for guard.c: the descriptor at which refused calls arrive, or -1. */
int sandbox_enter_watched(const sandbox *s);
/* Version of Landlock's interface that the kernel has; 0: none. */
int sandbox_landlock(void);

/* "the sandbox refuses its system call 'socket' (--box-may net allows it)"; -1: an unknown one. Caller frees. */
char *sandbox_explain(int call);

#endif
