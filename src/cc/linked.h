/* The instrumented shared objects that a program is linked with are noted in it. The loader may take others of
 * the same name, the system's for instance, and `tandem explore` can then say so. */
#ifndef TANDEM_CC_LINKED_H
#define TANDEM_CC_LINKED_H

#include "base/strbuf.h"
#include "cc/arguments.h"

/* Assembly to be linked in; nothing: there are none. Libraries are looked for in the folders that the command names. */
void cc_linked_note(const cc_arguments *a, strbuf *assembly);

#endif
