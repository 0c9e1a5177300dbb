/* Printing SMT-LIB: sorts, terms, declarations, whole scripts; for the standard or for the dialect
 * of one solver, with operators that it lacks lowered to ones it has. Sharing is kept with `let`
 * where that makes the text shorter. What is printed reads back as the same term (in a dialect: as
 * a term that means the same). */
#ifndef TANDEM_SMTLIB_PRINT_PRINTER_H
#define TANDEM_SMTLIB_PRINT_PRINTER_H

#include "base/strbuf.h"
#include "term/core/term.h"
#include "term/value/model.h"

typedef enum smt_dialect { DIALECT_STANDARD, DIALECT_Z3, DIALECT_CVC5, DIALECT_CVC4 } smt_dialect;

/* By the name of a solver's executable; DIALECT_STANDARD if it is none we know. */
smt_dialect smt_dialect_of(const char *command);

/* Somebody who has the texts of some terms already: puts one, or says no. */
typedef struct smt_known_texts {
    bool (*put)(void *context, term_id t, strbuf *out);
    void *context;
} smt_known_texts;

typedef struct smt_print_options {
    smt_dialect dialect;
    bool no_let;                  /* print as a tree */
    const smt_known_texts *known; /* is asked for each subterm of a tree; NULL: nobody */
    uint32_t indent; /* 0: on one line; else break lines that are longer than `width` */
    uint32_t width;
} smt_print_options;

/* `options` may be NULL: standard, let, one line. */
void smt_print_symbol(const term_bank *b, symbol_id s, strbuf *out);
void smt_print_value(term_bank *b, value_id v, smt_dialect dialect, strbuf *out);
void smt_print_term(term_bank *b, term_id t, const smt_print_options *options, strbuf *out);
/* As a tree, by recursion: for terms of few nodes, none of them lowered in the dialect (print/lower.h) or a binder that
 * hides a name or has triggers. */
void smt_print_small(term_bank *b, term_id t, const smt_print_options *options, strbuf *out);
/* As smt_print_term on one line, and where in the text the arguments of its subterms stand: what stands
 * there may be exchanged for another term without free variables, by exchanging the text. A place
 * whose subterm is printed several times is there several times; triggers have none. They come as they begin, outer ones first. False, and
 * nothing is printed, if the text would be that of another term (one that the dialect needs, or
 * with other names). */
typedef struct smt_place {
    term_id parent; /* 0: the term itself */
    uint32_t argument;
    size_t start, end; /* from the beginning of `out` */
} smt_place;
typedef VEC(smt_place) smt_places;
bool smt_print_places(term_bank *b, term_id t, smt_dialect dialect, strbuf *out,
                      smt_places *places);
/* (declare-fun …), (declare-const …) or (define-fun …). */
void smt_print_decl(term_bank *b, decl_id d, const smt_print_options *options, strbuf *out);
/* Everything that the roots need, in an order that can be read: sorts, datatypes, declarations,
 * definitions. `known` (may be NULL) holds what was printed before and is added to. */
typedef struct smt_printed smt_printed;
smt_printed *smt_printed_new(void);
void smt_printed_free(smt_printed *known);
/* For push: what a solver will know again after the pop. */
smt_printed *smt_printed_copy(const smt_printed *known);
void smt_print_declarations(term_bank *b, const term_id *roots, size_t n, smt_printed *known,
                            const smt_print_options *options, strbuf *out);
/* Declarations, assertions and (check-sat). `logic` may be 0. */
void smt_print_script(term_bank *b, symbol_id logic, const term_id *assertions, size_t n,
                      const smt_print_options *options, strbuf *out);
/* Whether the bytes are a word that SMT-LIB or a theory here gives a meaning to. */
bool smt_is_reserved(const char *text, size_t n);
/* (define-fun …) for everything in the model, inside one pair of parentheses. */
void smt_print_model(term_bank *b, const term_model *m, const vec_u32 *decls, strbuf *out);

#endif
