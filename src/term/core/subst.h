/* Substitution and definition expansion. */
#ifndef TANDEM_TERM_CORE_SUBST_H
#define TANDEM_TERM_CORE_SUBST_H

#include "term/core/term.h"

/* `t` with every free occurrence of from[i] replaced by to[i], all at once. A `from` is any term
 * (a constant, a bound variable, a whole subterm). Capture-avoiding: binders whose variable occurs
 * free in a replacement are renamed. Sorts of from[i] and to[i] must agree. */
term_id term_substitute(term_bank *b, term_id t, const term_id *from, const term_id *to, size_t n);
/* The same with a shared memo for many terms: */
typedef struct term_subst term_subst;
term_subst *term_subst_new(term_bank *b, const term_id *from, const term_id *to, size_t n);
term_id term_subst_apply(term_subst *s, term_id t);
void term_subst_free(term_subst *s);

/* `t` with all DECL_DEFINED applications replaced by their bodies (recursive ones stay). */
term_id term_expand_definitions(term_bank *b, term_id t);
/* The meaning of a declaration, if it has one: its body, and its parameters unless they are those of a
 * definition. */
typedef bool term_meaning(void *context, decl_id d, const term_id **parameters, term_id *body);
/* `t` with all applications of declarations that have a meaning replaced by it. No meaning may rest on
 * itself. */
term_id term_expand(term_bank *b, term_id t, term_meaning *meaning, void *context);
/* `t` rebuilt with other arguments (same operator and indices); 0 if that is ill-sorted. */
term_id term_rebuild(term_bank *b, term_id t, const term_id *args);

#endif
