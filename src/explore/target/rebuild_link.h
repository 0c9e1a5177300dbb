/* How an executable was linked: its libraries and where they are, as words for a compiler. */
#ifndef TANDEM_EXPLORE_TARGET_REBUILD_LINK_H
#define TANDEM_EXPLORE_TARGET_REBUILD_LINK_H

#include "base/strbuf.h"
#include "base/vec.h"

typedef VEC(char *) argument_vec;

/* Adds -l, -L and -rpath for what the dynamic section of `file` names; `program` is where it is
 * from. The C library is not among them; a file that is no ELF executable has none. */
void rebuild_link(const char *program, const strbuf *file, argument_vec *words);

#endif
