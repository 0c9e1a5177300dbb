/* The rewriter: constant folding and cheap normal forms. Every rule preserves the value under every
 * model (rules are listed in rewrite.c, and each is tested on random instances). */
#ifndef TANDEM_TERM_REWRITE_H
#define TANDEM_TERM_REWRITE_H

#include "term/term.h"

typedef struct rewriter rewriter;
rewriter *rewriter_new(term_bank *b);
void rewriter_free(rewriter *r);
/* Bottom-up, with a memo that lives as long as the rewriter. */
term_id rewrite_term(rewriter *r, term_id t);
/* One application of the rules at the root, arguments taken as they are. */
term_id rewrite_node(term_bank *b, term_id t);

#endif
