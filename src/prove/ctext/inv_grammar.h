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
 * It binds: an invariant of a loop is a sentence of it, that is a text that its first rule derives
 * (in any order of its conjuncts). The learner knows the conditions that sentences are conjunctions
 * of; where not all sentences can be written down, it joins conditions, and asks in the end. */
#ifndef TANDEM_PROVE_CTEXT_INV_GRAMMAR_H
#define TANDEM_PROVE_CTEXT_INV_GRAMMAR_H

#include "program/system.h"
#include "prove/limits.h"

typedef struct inv_grammar inv_grammar;

/* NULL with *error set (caller frees). */
inv_grammar *inv_grammar_read(const char *text, char **error);
void inv_grammar_free(inv_grammar *g);
typedef VEC(vec_u32) inv_sentences; /* each: which conditions it is the conjunction of */

/* The conditions of its sentences for this program, and the sentences if these are all; else none. */
void inv_grammar_words(const inv_grammar *g, const ir_system *s, const prove_limits *limits,
                       term_vec *conditions, inv_sentences *sentences);
/* Whether the conjunction is a sentence. */
bool inv_grammar_derives(const inv_grammar *g, const ir_system *s, const prove_limits *limits,
                         const term_vec *conjuncts);

#endif
