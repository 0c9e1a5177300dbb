/* The rewriter: constant folding and cheap normal forms.
 *
 * Every rule preserves the value under every model, also where operators are underspecified (x/x is
 * left alone). The rules are tables, one file for each theory (rewrite_*.c); each has a name and is
 * tested on random instances. What was rewritten once does not change when it is rewritten again.
 */
#ifndef TANDEM_TERM_REWRITE_REWRITE_H
#define TANDEM_TERM_REWRITE_REWRITE_H

#include "term/core/term.h"

typedef struct rewriter rewriter;
rewriter *rewriter_new(term_bank *b);
void rewriter_free(rewriter *r);
/* Bottom-up, with a memo that lives as long as the rewriter (so it must not outlive a bank_release
 * of terms it has seen). Bodies of binders are rewritten, their patterns are not. */
term_id rewrite_term(rewriter *r, term_id t);
/* One application of the rules at the root, arguments taken as they are; `t` if none applies. */
term_id rewrite_node(term_bank *b, term_id t);

/* The rules, and how often each was applied by this rewriter: for tests and statistics. */
size_t rewrite_rule_count(void);
const char *rewrite_rule_name(size_t i);
/* The operator at whose applications the rule looks; OP_NONE: any. */
term_op rewrite_rule_op(size_t i);
uint64_t rewriter_applied(const rewriter *r, size_t i);

#endif
