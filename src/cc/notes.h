/* What becomes part of a program without instrumentation is named once, so that nobody wonders later why it is not
 * explored. */
#ifndef TANDEM_CC_NOTES_H
#define TANDEM_CC_NOTES_H

#include "cc/arguments.h"

/* An input that is compiled by others, or an object that was. */
void cc_note_input(const cc_word *input);

#endif
