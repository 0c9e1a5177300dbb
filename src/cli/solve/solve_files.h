/* Files that options of `tandem solve` name: whether they are there, before anything is done. A message has been printed
 * where the answer is false. */
#ifndef TANDEM_CLI_SOLVE_SOLVE_FILES_H
#define TANDEM_CLI_SOLVE_SOLVE_FILES_H

#include "base/strbuf.h"
#include "box/box.h"

bool solve_libraries_there(const char *const *libraries, size_t n);
/* Of --header; `confined` and `may` are for the compiler that is asked for what is no file here. */
bool solve_headers_there(const char *const *headers, size_t n, bool confined,
                         const sandbox_grants *may);
/* The text of --operators; NULL: there is none. */
bool solve_read_operators(const char *path, strbuf *text);

#endif
