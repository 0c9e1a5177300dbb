/* Declarations: everything that a symbol can be applied as. */
#ifndef TANDEM_TERM_CORE_DECL_H
#define TANDEM_TERM_CORE_DECL_H

#include "term/core/bank.h"
#include "term/core/sort.h"

typedef enum decl_kind {
    DECL_NONE,
    DECL_FREE,        /* uninterpreted constant or function */
    DECL_DEFINED,     /* define-fun: parameters and body */
    DECL_RECURSIVE,   /* define-fun-rec: the same, body set later */
    DECL_CONSTRUCTOR, /* of a datatype instance */
    DECL_SELECTOR,
    DECL_TESTER, /* (_ is C) */
    DECL_UPDATER /* (_ update-field s) */
} decl_kind;

/* Each call makes a new declaration, also for a name that is in use: scopes are the reader's. */
decl_id decl_new(term_bank *b, symbol_id name, const sort_id *domain, uint32_t arity,
                 sort_id range);
/* A free constant. */
decl_id decl_constant(term_bank *b, symbol_id name, sort_id sort);
/* Turns a declaration into a definition. `parameters` are OP_VAR terms of the domain's sorts. */
void decl_define(term_bank *b, decl_id d, const term_id *parameters, term_id body, bool recursive);

decl_kind decl_kind_of(const term_bank *b, decl_id d);
symbol_id decl_name(const term_bank *b, decl_id d);
uint32_t decl_arity(const term_bank *b, decl_id d);
sort_id decl_domain(const term_bank *b, decl_id d, uint32_t i);
sort_id decl_range(const term_bank *b, decl_id d);
/* Of a definition. */
term_id decl_body(const term_bank *b, decl_id d);
term_id decl_parameter(const term_bank *b, decl_id d, uint32_t i);
/* Of constructors, selectors, testers and updaters: the constructor, and its position in the
 * datatype; of selectors and updaters also the position of the field. */
decl_id decl_constructor(const term_bank *b, decl_id d);
uint32_t decl_constructor_index(const term_bank *b, decl_id d);
uint32_t decl_field_index(const term_bank *b, decl_id d);
decl_id decl_selector(const term_bank *b, decl_id constructor, uint32_t field);
decl_id decl_tester(const term_bank *b, decl_id constructor);
decl_id decl_updater(const term_bank *b, decl_id constructor, uint32_t field);

#endif
