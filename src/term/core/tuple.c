/* Tuples: datatypes that need no declaration, one parametric family for each length. */
#include <stdio.h>

#include "base/vec.h"
#include "term/core/bank_impl.h"
#include "term/core/decl.h"

static datatype_id declare_tuple(term_bank *b, uint32_t n)
{
    vec_u32 parameters = {0}, selectors = {0};
    char text[32];
    for (uint32_t i = 0; i < n; i++) {
        snprintf(text, sizeof text, "T!%u", i);
        vec_push(&parameters, sort_parameter(b, symbol_make(b, text)));
        snprintf(text, sizeof text, "tuple.select%u", i);
        vec_push(&selectors, symbol_make(b, text));
    }
    datatype_id d =
        datatype_declare(b, symbol_make(b, n ? "Tuple" : "UnitTuple"), parameters.at, n);
    datatype_add_constructor(b, d, symbol_make(b, n ? "tuple" : "tuple.unit"), selectors.at,
                             parameters.at, n);
    datatype_finish(b, &d, 1);
    vec_free(&parameters);
    vec_free(&selectors);
    return d;
}

sort_id sort_tuple(term_bank *b, const sort_id *sorts, uint32_t n)
{
    if (n > BANK_MAX_TUPLE)
        return bank_fail(b, "a tuple of %u elements is over the limit of %u", n, BANK_MAX_TUPLE);
    if (!b->tuples[n])
        b->tuples[n] = declare_tuple(b, n);
    return sort_datatype(b, b->tuples[n], sorts, n);
}

bool sort_is_tuple(const term_bank *b, sort_id s)
{
    if (sort_kind_of(b, s) != SORT_DATATYPE)
        return false;
    uint32_t n = sort_parameter_count(b, s);
    return n <= BANK_MAX_TUPLE && b->tuples[n] == sort_datatype_of(b, s);
}

bool sort_is_relation(const term_bank *b, sort_id s)
{
    return sort_kind_of(b, s) == SORT_SET && sort_is_tuple(b, sort_element(b, s));
}
