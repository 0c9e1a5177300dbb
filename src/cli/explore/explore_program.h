/* The program that `tandem explore` runs: compiled where the user names a source, tried where it is
 * an executable; and other builds of it. */
#ifndef TANDEM_CLI_EXPLORE_EXPLORE_PROGRAM_H
#define TANDEM_CLI_EXPLORE_EXPLORE_PROGRAM_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "explore/target/jail.h"
#include "explore/target/rebuild.h"

/* Who builds, and where to. To be made before anything runs: a jail's scratch folder gives this
 * process mounts of its own, and below a chroot it does not find itself any more. */
typedef struct explore_builder {
    strbuf compiler; /* tandem-cc */
    const char *out; /* the folder of results */
} explore_builder;

void explore_builder_init(explore_builder *b, const char *out);
void explore_builder_free(explore_builder *b);

/* The path of the program for `target`; a C file or bitcode is compiled first, with the options `flags`,
 * and tried in a jail of that kind. False: there is none, and the user has been told why. Libraries that
 * are not instrumented are named, unless quiet. */
bool explore_program_find(const explore_builder *b, const char *target, const char *flags,
                          jail_kind kind, bool quiet, strbuf *path);
/* Another build; NULL (the user may have been told why). The caller frees it. */
char *explore_program_light(const explore_builder *b, const char *program, bool quiet);
/* The same, beside other work. */
rebuild *explore_program_asan(const explore_builder *b, const char *program);
char *explore_program_lines(const explore_builder *b, const char *program);

#endif
