/* Datatypes: families of constructors, and their declarations for each instance. */
#include <assert.h>
#include <string.h>

#include "base/vec.h"
#include "term/core/bank_impl.h"
#include "term/core/codatatype.h"
#include "term/core/decl.h"

/* A constructor record in sort_words: next record, name, number of fields, selectors, sorts. */
enum { RECORD_NEXT, RECORD_NAME, RECORD_FIELDS, RECORD_SELECTORS };

datatype_id datatype_declare(term_bank *b, symbol_id name, const sort_id *parameters, uint32_t n)
{
    uint32_t offset = bank_add_words(&b->sort_words, parameters, n);
    datatype_id d = bank_add_node(&b->datatypes, sizeof(datatype_node));
    *bank_datatype(b, d) = (datatype_node){.name = name, .parameters = offset, .n_parameters = n};
    return d;
}

void datatype_add_constructor(term_bank *b, datatype_id d, symbol_id name,
                              const symbol_id *selectors, const sort_id *sorts, uint32_t n)
{
    uint32_t head[] = {0, name, n};
    uint32_t record = bank_add_words(&b->sort_words, head, 3);
    bank_add_words(&b->sort_words, selectors, n);
    bank_add_words(&b->sort_words, sorts, n);
    datatype_node *node = bank_datatype(b, d);
    if (node->last)
        bank_words(&b->sort_words, node->last)[RECORD_NEXT] = record;
    else
        node->first = record;
    node->last = record;
    node->n_constructors++;
}

static const uint32_t *next_record(const term_bank *b, const uint32_t *record)
{
    return record[RECORD_NEXT] ? bank_words(&b->sort_words, record[RECORD_NEXT]) : NULL;
}

static const uint32_t *first_record(const term_bank *b, datatype_id d)
{
    uint32_t first = bank_datatype(b, d)->first;
    return first ? bank_words(&b->sort_words, first) : NULL;
}

/* Whether a field of this sort can be filled, given the datatypes known to have elements. */
static bool inhabited_field(const term_bank *b, sort_id s)
{
    if (sort_kind_of(b, s) == SORT_DATATYPE)
        return bank_datatype(b, sort_datatype_of(b, s))->finished;
    return true;
}

static bool has_base_constructor(const term_bank *b, datatype_id d)
{
    for (const uint32_t *r = first_record(b, d); r; r = next_record(b, r)) {
        const uint32_t *sorts = r + RECORD_SELECTORS + r[RECORD_FIELDS];
        bool good = true;
        for (uint32_t i = 0; i < r[RECORD_FIELDS] && good; i++)
            good = inhabited_field(b, sorts[i]);
        if (good)
            return true;
    }
    return false;
}

void datatype_mark_infinite(term_bank *b, datatype_id d)
{
    bank_datatype(b, d)->infinite = true;
}

bool datatype_is_infinite(const term_bank *b, datatype_id d)
{
    return bank_datatype(b, d)->infinite;
}

bool datatype_finish(term_bank *b, const datatype_id *family, uint32_t n)
{
    bool changed = true;
    for (uint32_t i = 0; i < n; i++)
        bank_datatype(b, family[i])->finished |= bank_datatype(b, family[i])->infinite;
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < n; i++) {
            datatype_node *node = bank_datatype(b, family[i]);
            if (!node->finished && has_base_constructor(b, family[i]))
                node->finished = changed = true;
        }
    }
    for (uint32_t i = 0; i < n; i++)
        if (!bank_datatype(b, family[i])->finished) {
            bank_fail(b, "datatype '%s' has no finite element",
                      symbol_text(b, bank_datatype(b, family[i])->name));
            return false;
        }
    return true;
}

uint32_t datatype_constructor_count(const term_bank *b, datatype_id d)
{
    return bank_datatype(b, d)->n_constructors;
}

static decl_id new_relative(term_bank *b, decl_kind kind, symbol_id name, const sort_id *domain,
                            uint32_t arity, sort_id range, decl_id constructor, uint32_t index,
                            uint32_t field)
{
    decl_id d = decl_new(b, name, domain, arity, range);
    decl_node *node = bank_decl(b, d);
    node->kind = kind;
    node->body = constructor;
    node->constructor_index = index;
    node->field_index = field;
    return d;
}

/* Makes a constructor with its tester, selectors and updaters; the constructor's `parameters` is
 * the offset of the list: tester, selectors, updaters. */
static decl_id new_constructor(term_bank *b, sort_id s, const uint32_t *record, uint32_t index)
{
    datatype_node node = *bank_datatype(b, sort_datatype_of(b, s));
    uint32_t n = record[RECORD_FIELDS];
    const symbol_id *selectors = record + RECORD_SELECTORS;
    const sort_id *generic = selectors + n;
    vec_u32 domain = {0}, relatives = {0};
    for (uint32_t i = 0; i < n; i++)
        vec_push(&domain,
                 sort_substitute(b, generic[i], bank_words(&b->sort_words, node.parameters),
                                 bank_words(&b->sort_words, bank_sort(b, s)->words) + 1,
                                 node.n_parameters));
    decl_id c =
        new_relative(b, DECL_CONSTRUCTOR, record[RECORD_NAME], domain.at, n, s, 0, index, 0);
    bank_decl(b, c)->body = c;
    sort_id own = s;
    vec_push(&relatives,
             new_relative(b, DECL_TESTER, record[RECORD_NAME], &own, 1, SORT_ID_BOOL, c, index, 0));
    for (uint32_t i = 0; i < n; i++)
        vec_push(&relatives,
                 new_relative(b, DECL_SELECTOR, selectors[i], &own, 1, domain.at[i], c, index, i));
    for (uint32_t i = 0; i < n; i++) {
        sort_id both[] = {s, domain.at[i]};
        vec_push(&relatives, new_relative(b, DECL_UPDATER, selectors[i], both, 2, s, c, index, i));
    }
    bank_decl(b, c)->parameters = bank_add_words(&b->decl_words, relatives.at, relatives.n);
    vec_free(&domain);
    vec_free(&relatives);
    return c;
}

decl_id sort_constructor(term_bank *b, sort_id s, uint32_t i)
{
    if (!bank_sort(b, s)->constructors) {
        vec_u32 made = {0};
        for (const uint32_t *r = first_record(b, sort_datatype_of(b, s)); r; r = next_record(b, r))
            vec_push(&made, new_constructor(b, s, r, (uint32_t)made.n));
        bank_sort(b, s)->constructors = bank_add_words(&b->sort_words, made.at, made.n);
        vec_free(&made);
    }
    return bank_words(&b->sort_words, bank_sort(b, s)->constructors)[i];
}
