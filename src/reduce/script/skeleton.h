/* An incremental script as a formula in a frame of commands: the terms of its assertions and
 * assumptions can then be reduced like those of a formula.
 *
 * Each term stands in an application of a function of its own, called @ and a number; the frame
 * knows which command has which number. A term whose function is gone leaves its command out, or
 * the list of assumptions. Declarations are written anew, before everything else. */
#ifndef TANDEM_REDUCE_SCRIPT_SKELETON_H
#define TANDEM_REDUCE_SCRIPT_SKELETON_H

#include "smtlib/script/formula.h"

typedef struct skeleton_line {
    char *text;        /* a command as it is; or NULL: */
    bool assumptions;  /* check-sat-assuming, else assert */
    uint32_t first, n; /* numbers of its terms */
} skeleton_line;

typedef struct skeleton {
    term_bank *bank;
    formula formula;
    VEC(skeleton_line) lines;
} skeleton;

/* False: the script has commands that depend on names or that we do not understand; nothing needs
 * to be freed. */
bool skeleton_read(skeleton *s, const char *text, size_t n);
void skeleton_free(skeleton *s);
/* The script with the terms of a formula that was made from that of the skeleton; false: a term
 * has lost its function. */
bool skeleton_print(const skeleton *s, const formula *f, strbuf *out);

#endif
