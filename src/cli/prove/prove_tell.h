/* What `tandem prove` says while it works: lines of --explain, or on a terminal one line that changes. */
#ifndef TANDEM_CLI_PROVE_PROVE_TELL_H
#define TANDEM_CLI_PROVE_PROVE_TELL_H

#include <stdbool.h>

#include "prove/listener.h"

/* Nobody listens where neither is wanted: `quiet` is for no line on a terminal. */
listener prove_tell(bool explain, bool quiet);
/* Before anything else is printed: the line of a terminal goes. */
void prove_tell_end(const listener *l);

#endif
