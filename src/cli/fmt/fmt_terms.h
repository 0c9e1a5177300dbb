/* `tandem fmt --terms`: a script printed from what was understood of it. */
#ifndef TANDEM_CLI_FMT_FMT_TERMS_H
#define TANDEM_CLI_FMT_FMT_TERMS_H

#include "smtlib/print/printer.h"
#include "smtlib/read/reader.h"

typedef struct fmt_terms fmt_terms;

fmt_terms *fmt_terms_new(term_bank *b, const smt_print_options *options);
void fmt_terms_free(fmt_terms *f);
/* Appends the command, after the declarations that it is the first to need. */
void fmt_terms_add(fmt_terms *f, const smt_command *command, strbuf *out);

#endif
