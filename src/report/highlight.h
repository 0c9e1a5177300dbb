/* SMT-LIB in colours: text becomes markup with a class for each kind of word. Any text will do: what is no
 * SMT-LIB comes out as it is, escaped. */
#ifndef TANDEM_REPORT_HIGHLIGHT_H
#define TANDEM_REPORT_HIGHLIGHT_H

#include "base/strbuf.h"

/* Classes: c comments, s strings, n numbers, k keywords and commands, f what is applied. */
void highlight_smt(strbuf *out, const char *text);

#endif
