/* Which folders for temporary files a program may have for itself, in a jail that can give them. */
#ifndef TANDEM_EXPLORE_TARGET_PLACES_H
#define TANDEM_EXPLORE_TARGET_PLACES_H

#include "explore/target/target.h"

/* Those of TANDEM_PLACE_NAMES, as bits, in which nothing lies that the program is known to want: itself, what it is given as
 * arguments and environment, its libraries. The others stay as they are, to be read. */
unsigned target_places(const char *program, const target_given *given);

#endif
