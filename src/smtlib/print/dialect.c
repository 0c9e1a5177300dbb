#include "smtlib/print/dialect.h"

#include <string.h>

#include "base/text.h"

typedef struct entry {
    smt_support support;
    const char *spelling; /* NULL: the standard's */
} entry;

#define HAS {SUPPORT_FULL, NULL}
#define SPELT(text) {SUPPORT_FULL, text}
#define LOWER {SUPPORT_LOWER, NULL}
#define BINARY {SUPPORT_BINARY, NULL}
#define LACKS {SUPPORT_NONE, NULL}
static const entry table[OP_COUNT][4] = {
#define DIFFERS(op, z3, cvc5, cvc4) [OP_##op] = {HAS, z3, cvc5, cvc4},
#include "smtlib/print/dialect.def"
#undef DIFFERS
};

smt_support smt_dialect_support(term_op op, smt_dialect dialect)
{
    return table[op][dialect].support;
}

const char *smt_dialect_spelling(term_op op, smt_dialect dialect)
{
    const char *spelling = table[op][dialect].spelling;
    return spelling ? spelling : term_op_text(op);
}

smt_dialect smt_dialect_of(const char *command)
{
    size_t n = strcspn(command, " \t");
    size_t start = n;
    while (start && command[start - 1] != '/')
        start--;
    static const struct {
        const char *name;
        smt_dialect dialect;
    } known[] = {{"z3", DIALECT_Z3}, {"cvc5", DIALECT_CVC5}, {"cvc4", DIALECT_CVC4}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (text_begins(command + start, known[i].name))
            return known[i].dialect;
    return DIALECT_STANDARD;
}
