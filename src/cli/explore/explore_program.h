/* The program that `tandem explore` runs: compiled where the user names a source, tried where it is
 * an executable; and other builds of it. */
#ifndef TANDEM_CLI_EXPLORE_EXPLORE_PROGRAM_H
#define TANDEM_CLI_EXPLORE_EXPLORE_PROGRAM_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "explore/target/jail.h"
#include "explore/target/rebuild.h"

/* The path of the program for `target`; a C file or bitcode is compiled, with the options `flags`,
 * into the folder `out`, an executable tried in a
 * jail of that kind. False: there is none, and the user has been told why. */
bool explore_program_find(const char *target, const char *out, const char *flags, jail_kind kind,
                          strbuf *path);
/* Another build below the folder `out`; NULL (the user may have been told why). The caller frees
 * it. */
char *explore_program_light(const char *program, const char *out, bool quiet);
char *explore_program_asan(const char *program, const char *out, bool quiet);
char *explore_program_lines(const char *program, const char *out);

#endif
