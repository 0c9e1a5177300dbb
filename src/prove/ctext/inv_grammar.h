/* A user's own grammar of invariants, in the notation of the paper on almost correct invariants:
 *
 *     S    ::= ( p ) | ( p && p ) | ( p "||" p )
 *     p    ::= var cmp expr
 *     expr ::= opaque ( var , var ) | ( var op const ) | var
 *     cmp  ::= < | > | == | <= | >=
 *     op   ::= + | - | *
 *
 * Tokens are separated by spaces, and quoted where they are signs of the notation. `var` stands for
 * the program's variables, `const` for constants of its text, `opaque` for its opaque operations;
 * their names stand for themselves.
 *
 * What the learner takes from it: the numbers that are compared with each other become columns (so
 * equations are found among them), and the orders that it derives become conditions. How many of
 * them are joined, and by which connectives, is the learner's choice. */
#ifndef TANDEM_PROVE_CTEXT_INV_GRAMMAR_H
#define TANDEM_PROVE_CTEXT_INV_GRAMMAR_H

#include "program/system.h"
#include "prove/limits.h"

typedef struct inv_grammar inv_grammar;

/* NULL with *error set (caller frees). */
inv_grammar *inv_grammar_read(const char *text, char **error);
void inv_grammar_free(inv_grammar *g);
/* The numbers and orders that it derives for this program, appended; finitely many. */
void inv_grammar_words(const inv_grammar *g, const ir_system *s, const prove_limits *limits,
                       term_vec *columns, term_vec *conditions);

#endif
