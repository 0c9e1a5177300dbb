/* Which folders for temporary files a program may have for itself, in a jail that can give them. */
#ifndef TANDEM_EXPLORE_TARGET_PLACES_H
#define TANDEM_EXPLORE_TARGET_PLACES_H

#include "base/text.h"
#include "explore/target/target.h"

/* Those of TANDEM_PLACE_NAMES, as bits; the others stay as they are, to be read: they are folders in which the program or
 * a library of its lies itself. What it is known to want of the former (the folder in them that leads to itself, what its
 * arguments and environment speak of) is added to `shown`. */
unsigned target_places(const char *program, const target_given *given, text_list *shown);

#endif
