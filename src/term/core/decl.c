#include "term/core/decl.h"

#include <assert.h>

#include "term/core/bank_impl.h"

decl_id decl_new(term_bank *b, symbol_id name, const sort_id *domain, uint32_t arity, sort_id range)
{
    uint32_t offset = bank_add_words(&b->decl_words, domain, arity);
    decl_id d = bank_add_node(&b->decls, sizeof(decl_node));
    *bank_decl(b, d) = (decl_node){
        .kind = DECL_FREE, .name = name, .arity = arity, .domain = offset, .range = range};
    return d;
}

decl_id decl_constant(term_bank *b, symbol_id name, sort_id sort)
{
    return decl_new(b, name, NULL, 0, sort);
}

void decl_define(term_bank *b, decl_id d, const term_id *parameters, term_id body, bool recursive)
{
    decl_node *node = bank_decl(b, d);
    node->kind = recursive ? DECL_RECURSIVE : DECL_DEFINED;
    node->parameters = bank_add_words(&b->decl_words, parameters, node->arity);
    node->body = body;
}

decl_kind decl_kind_of(const term_bank *b, decl_id d)
{
    return (decl_kind)bank_decl(b, d)->kind;
}

symbol_id decl_name(const term_bank *b, decl_id d)
{
    return bank_decl(b, d)->name;
}

uint32_t decl_arity(const term_bank *b, decl_id d)
{
    return bank_decl(b, d)->arity;
}

sort_id decl_domain(const term_bank *b, decl_id d, uint32_t i)
{
    assert(i < bank_decl(b, d)->arity);
    return bank_words(&b->decl_words, bank_decl(b, d)->domain)[i];
}

sort_id decl_range(const term_bank *b, decl_id d)
{
    return bank_decl(b, d)->range;
}

static bool is_definition(const term_bank *b, decl_id d)
{
    return decl_kind_of(b, d) == DECL_DEFINED || decl_kind_of(b, d) == DECL_RECURSIVE;
}

term_id decl_body(const term_bank *b, decl_id d)
{
    assert(is_definition(b, d));
    return bank_decl(b, d)->body;
}

term_id decl_parameter(const term_bank *b, decl_id d, uint32_t i)
{
    assert(is_definition(b, d) && i < bank_decl(b, d)->arity);
    return bank_words(&b->decl_words, bank_decl(b, d)->parameters)[i];
}

decl_id decl_constructor(const term_bank *b, decl_id d)
{
    assert(bank_decl(b, d)->kind >= DECL_CONSTRUCTOR);
    return bank_decl(b, d)->body;
}

uint32_t decl_constructor_index(const term_bank *b, decl_id d)
{
    return bank_decl(b, d)->constructor_index;
}

uint32_t decl_field_index(const term_bank *b, decl_id d)
{
    return bank_decl(b, d)->field_index;
}

static decl_id relative(const term_bank *b, decl_id constructor, uint32_t i)
{
    assert(decl_kind_of(b, constructor) == DECL_CONSTRUCTOR);
    return bank_words(&b->decl_words, bank_decl(b, constructor)->parameters)[i];
}

decl_id decl_tester(const term_bank *b, decl_id constructor)
{
    return relative(b, constructor, 0);
}

decl_id decl_selector(const term_bank *b, decl_id constructor, uint32_t field)
{
    return relative(b, constructor, 1 + field);
}

decl_id decl_updater(const term_bank *b, decl_id constructor, uint32_t field)
{
    return relative(b, constructor, 1 + decl_arity(b, constructor) + field);
}
