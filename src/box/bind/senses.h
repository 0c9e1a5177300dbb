/* What a box can see besides its arguments (senses.def), as far as its library's imports tell. For the
 * user's information: an answer then holds for what the box saw. A library that hides what it does
 * is not found out. */
#ifndef TANDEM_BOX_BIND_SENSES_H
#define TANDEM_BOX_BIND_SENSES_H

#include <stdint.h>

#include "base/strbuf.h"
#include "box/bind/library.h"

/* Of a function of libc or libm, by its name: a bit for each line of senses.def. */
uint32_t senses_of_name(const char *symbol);
/* In a child process that has opened the library of the function. */
uint32_t senses_of(library_function f);
/* "the time, random numbers"; nothing for 0. */
void senses_text(uint32_t senses, strbuf *out);

#endif
