#include <string.h>

#include "base/hash.h"
#include "fuzz/targets.h"
#include "smtlib/read/model_reader.h"

static const char *const names[] = {"x", "y", "s", "a", "f", "p", "r", "d", "e", "l", "x"};
/* One text of so many is read as values as well as a model, since each of both takes its time. */
enum { NAMES = sizeof names / sizeof *names, AS_VALUES = 3 };

/* Lists of integers: nil, and cons with head and tail. */
static sort_id list_of_integers(term_bank *b)
{
    datatype_id d = datatype_declare(b, symbol_make(b, "List"), NULL, 0);
    sort_id list = sort_datatype(b, d, NULL, 0), sorts[] = {SORT_ID_INT, list};
    symbol_id selectors[] = {symbol_make(b, "head"), symbol_make(b, "tail")};
    datatype_add_constructor(b, d, symbol_make(b, "nil"), NULL, NULL, 0);
    datatype_add_constructor(b, d, symbol_make(b, "cons"), selectors, sorts, 2);
    MUST(datatype_finish(b, &d, 1));
    return list;
}

/* A bank with a constant or function of each kind, as the solver was told of them. */
static term_bank *bank_with_names(vec_u32 *decls)
{
    term_bank *b = fuzz_bank();
    sort_id ints = SORT_ID_INT, bits = sort_bv(b, 8), array = sort_array(b, ints, bits);
    sort_id sorts[NAMES] = {ints,
                            bits,
                            SORT_ID_STRING,
                            array,
                            ints,
                            SORT_ID_BOOL,
                            SORT_ID_REAL,
                            sort_fp(b, 5, 11),
                            sort_declared(b, symbol_make(b, "U"), NULL, 0),
                            list_of_integers(b),
                            bits};
    for (size_t i = 0; i < NAMES; i++) {
        symbol_id name = symbol_make(b, names[i]);
        vec_push(decls, !strcmp(names[i], "f") ? decl_new(b, name, &ints, 1, ints)
                                               : decl_constant(b, name, sorts[i]));
    }
    return b;
}

void fuzz_model_one(const uint8_t *data, size_t size)
{
    vec_u32 decls = {0};
    term_bank *b = bank_with_names(&decls);
    char *text = fuzz_text(data, size), *error = NULL;
    term_model *m = model_new(b);
    value_id values[2] = {0};
    if (smt_read_model(b, &decls, text, m, &error)) {
        size_t defined = 0;
        for (size_t i = 0; i < decls.n; i++)
            defined += model_value(m, decls.at[i]) != 0;
        PLANTED(defined >= 2 && strstr(text, "store"));
    }
    free(error);
    error = NULL;
    if (hash_bytes(data, size) % AS_VALUES == 0)
        smt_read_values(b, &decls, text, values, 2, &error);
    free(error);
    free(text);
    model_free(m);
    vec_free(&decls);
}
