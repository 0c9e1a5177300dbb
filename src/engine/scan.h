/* What an engine must know of the terms it is given, before a solver sees them.
 *
 * Scanning a term expands its definitions, collects the free declarations and recursive definitions
 * in it, completes the datatypes it uses (a forked child cannot), and gives declarations whose
 * names a solver would mix up (two of one name, or a name that solvers use themselves) an alias.
 * Everything is scoped: what was found since a push is forgotten at its pop, so that the bank may
 * be released to the same point. */
#ifndef TANDEM_ENGINE_SCAN_H
#define TANDEM_ENGINE_SCAN_H

#include "term/core/term.h"
#include "term/value/model.h"

typedef struct engine_scan engine_scan;

engine_scan *scan_new(term_bank *b);
void scan_free(engine_scan *s);
void scan_push(engine_scan *s);
void scan_pop(engine_scan *s, size_t levels);
void scan_reset(engine_scan *s);

/* The term that solvers are given for `t`. Recursive functions that were not met before are
 * appended to `recursive` (scan_body has their bodies). */
term_id scan_term(engine_scan *s, term_id t, vec_u32 *recursive);
/* The body of a recursive function as solvers are given it. */
term_id scan_body(const engine_scan *s, decl_id recursive);
/* The free declarations met so far, as solvers know them: aliases in place of what they stand for.
 */
const vec_u32 *scan_decls(const engine_scan *s);
/* Gives the declarations behind the aliases the meaning that the model has for the aliases. */
void scan_resolve_model(const engine_scan *s, term_model *m);

#endif
