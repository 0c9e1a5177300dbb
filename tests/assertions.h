/* The assertions of a script, for tests that need nothing else of it. */
#ifndef TANDEM_TESTS_ASSERTIONS_H
#define TANDEM_TESTS_ASSERTIONS_H

#include <string.h>

#include "smtlib/read/reader.h"
#include "test.h"

/* Appends them; what is declared goes into `table`. */
static inline void read_assertions_into(symtab *table, const char *text, term_vec *assertions)
{
    smt_reader *reader = smt_reader_text(table, "test", text, strlen(text));
    smt_command command = {0};
    smt_status status;
    while ((status = smt_reader_next(reader, &command)) != SMT_END) {
        CHECK_MSG(status == SMT_OK, "%s", smt_reader_error(reader));
        if (command.kind == CMD_ASSERT)
            vec_push(assertions, command.term);
    }
    smt_command_free(&command);
    smt_reader_free(reader);
}

static inline void read_assertions(term_bank *b, const char *text, term_vec *assertions)
{
    symtab *table = symtab_new(b);
    read_assertions_into(table, text, assertions);
    symtab_free(table);
}

#endif
