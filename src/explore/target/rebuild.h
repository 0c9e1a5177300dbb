/* Other builds of a program, from the bitcode that it carries: a light one, with coverage and
 * comparisons but without expressions, for the mutation stage; and one with AddressSanitizer, which
 * judges findings; and one that counts source lines. All speak the protocol of runtime/abi.h,
 * part 4. */
#ifndef TANDEM_EXPLORE_TARGET_REBUILD_H
#define TANDEM_EXPLORE_TARGET_REBUILD_H

#include <signal.h>
#include <stdbool.h>

typedef enum rebuild_kind {
    REBUILD_LIGHT,
    REBUILD_ASAN,
    REBUILD_LINES /* counts lines and ways of branches: the file PATH.lines has a line "COUNTER LINE WAY FILE" for
                     each counter and line, where WAY is 0, and for each way of a branch */
} rebuild_kind;

typedef struct rebuild_config {
    const char *program;  /* made by tandem-cc */
    const char *compiler; /* tandem-cc: it links */
    const char *folder;   /* where builds are kept, under names that the program's bytes decide */
    rebuild_kind kind;
    const volatile sig_atomic_t *interrupt; /* may be NULL */
} rebuild_config;

/* The path of the build (caller frees); one that is there already is not made again. NULL with
 * *error set (caller frees): the program itself has to serve. */
char *explore_rebuild(const rebuild_config *config, char **error);

/* The same beside other work. The texts of the config are not needed afterwards. */
typedef struct rebuild rebuild;
rebuild *explore_rebuild_start(const rebuild_config *config);
/* Waits for its end until then (clock_wall; 0: without limit). False: it is still at work. Else *path is as above. */
bool explore_rebuild_wait(rebuild *b, double deadline, char **path, char **error);
/* Ends it if it is still at work; takes NULL. */
void explore_rebuild_free(rebuild *b);

#endif
