/* Quantifiers over calls of closed boxes, written out.
 *
 * A box can be called at values only. A quantifier whose variables can make a difference at few
 * values (a small sort, or bounds in its body) is the conjunction or disjunction of its instances
 * there. */
#ifndef TANDEM_SOLVE_PREPARE_EXPAND_H
#define TANDEM_SOLVE_PREPARE_EXPAND_H

#include "box/box.h"
#include "fuzz/limits.h"
#include "solve/limits.h"
#include "term/core/term.h"

/* The term with every such quantifier expanded that binds an argument of a box; those over more
 * values stay. */
term_id expand_box_quantifiers(term_bank *b, const box_set *boxes, const solve_limits *limits,
                               const fuzz_limits *fuzz, term_id t);

#endif
