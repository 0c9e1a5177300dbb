/* Programs that have one run only: nothing that decides where it goes comes from an input, or from a
 * variable that was not initialised. Cells of arrays are not followed: whoever runs it has to watch
 * that none is read that was not written (machine.h does). */
#ifndef TANDEM_PROVE_WALK_ONLY_RUN_H
#define TANDEM_PROVE_WALK_ONLY_RUN_H

#include "program/system.h"

/* `opaque`: opaque operations are functions of their arguments; else a program that has some does
 * not count. */
bool only_run(const ir_system *s, bool opaque);

#endif
