/* From terms of the bank to terms of libz3; runs in the child of the z3 engine, on a sealed bank.
 *
 * Results are remembered by term id. Everything is scoped like the assertion stack: what was made
 * since a push is forgotten at its pop, because the parent may then give the ids out again. No
 * failure ends the process: a translation that fails is NULL with a message. */
#ifndef TANDEM_ENGINE_Z3_Z3_TRANSLATE_H
#define TANDEM_ENGINE_Z3_Z3_TRANSLATE_H

#include <z3.h>

#include "base/strbuf.h"
#include "term/core/term.h"

typedef struct z3_translator z3_translator;

typedef VEC(Z3_ast) z3_ast_vec;

z3_translator *z3t_new(term_bank *b, Z3_context c);
/* Before the context is deleted. (The engine's child just ends.) */
void z3t_free(z3_translator *z);
void z3t_push(z3_translator *z);
void z3t_pop(z3_translator *z, size_t levels);

/* The result lives until the scope in which it was made is popped. */
Z3_ast z3t_term(z3_translator *z, term_id t);
/* Gives a recursive function its body; false with a message. */
bool z3t_define(z3_translator *z, decl_id d, term_id body);
/* Facts that the translated values need (elements of a sort differ): to be asserted first. The
 * caller clears the list. */
z3_ast_vec *z3t_facts(z3_translator *z);
/* Why the last translation failed. */
const char *z3t_error(const z3_translator *z);
/* Text that libz3 printed, with the names of sorts that had to be changed as they were. */
void z3t_restore_names(const z3_translator *z, const char *text, strbuf *out);

#endif
