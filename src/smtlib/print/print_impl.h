/* What the files of the printer share. Not for others: use smtlib/printer.h. */
#ifndef TANDEM_SMTLIB_PRINT_PRINT_IMPL_H
#define TANDEM_SMTLIB_PRINT_PRINT_IMPL_H

#include "smtlib/print/printer.h"
#include "smtlib/print/share.h"

/* A step of printing that is still to be done; see print_term.c. */
typedef struct print_task {
    uint32_t kind, a, b;
} print_task;

/* "(_ name i j)" or the bare name, for an operator with its indices. */
void smt_print_operator(term_op op, const uint32_t *indices, uint32_t n, smt_dialect dialect,
                        strbuf *out);
/* The head of an application: a name, (as name sort), (_ is c), (_ update-field s). */
void smt_print_head(term_bank *b, decl_id d, smt_dialect dialect, strbuf *out);

/* A number; an integer and what comes behind its digits (".0"); a real. */
void smt_put_number(const mpz_t number, strbuf *out);
void smt_print_int(const term_bank *b, value_id v, const char *after, strbuf *out);
void smt_print_real(const term_bank *b, value_id v, strbuf *out);
/* A term without arguments; what stands before the arguments of one that has some. Not for binders and casts. */
void smt_print_leaf(term_bank *b, term_id t, smt_dialect dialect, strbuf *out);
/* "((x Int) (y Int))". */
void smt_print_vars(const term_bank *b, const term_id *vars, uint32_t n, strbuf *out);
void smt_print_function(term_bank *b, term_id t, smt_dialect dialect, strbuf *out);

/* One printing job: the memory it needs, used again from term to term. */
typedef struct smt_printer {
    term_bank *bank;
    smt_print_options options;
    share_graph graph;
    VEC(print_task) tasks;
    smt_places *places;   /* where arguments stand is recorded here; NULL: nowhere */
    VEC(size_t) openings; /* numbers of places that are being printed */
    bool in_pattern;      /* no place of a trigger is recorded */
} smt_printer;

void smt_printer_init(smt_printer *p, term_bank *b, const smt_print_options *options);
void smt_printer_free(smt_printer *p);
void smt_printer_term(smt_printer *p, term_id t, strbuf *out);
/* What follows the name in a definition: parameters, sort, body. */
void smt_printer_definition(smt_printer *p, const term_id *parameters, uint32_t n, sort_id range,
                            term_id body, strbuf *out);
/* "((x Int) (y Int)) S": only that. */
void smt_printer_signature(smt_printer *p, const term_id *parameters, uint32_t n, sort_id range,
                           strbuf *out);
void smt_printer_decl(smt_printer *p, decl_id d, strbuf *out);
/* Breaks the text from `start` on into lines, if the options say so. */
void smt_printer_layout(const smt_printer *p, strbuf *out, size_t start);

#endif
