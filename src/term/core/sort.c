#include "term/core/sort.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "base/vec.h"
#include "term/core/bank_impl.h"
#include "term/core/decl.h"

static sort_id intern(term_bank *b, sort_kind kind, const uint32_t *words, uint32_t n)
{
    uint32_t hash = hash_fold(hash_words(hash_mix(kind, n), words, n));
    for (uint32_t s = b->sort_table.buckets[hash & b->sort_table.mask]; s;
         s = bank_sort(b, s)->next) {
        const sort_node *node = bank_sort(b, s);
        if (node->hash == hash && node->kind == kind && node->n == n &&
            (!n || !memcmp(bank_words(&b->sort_words, node->words), words, n * sizeof *words)))
            return s;
    }
    uint32_t offset = bank_add_words(&b->sort_words, words, n);
    sort_id s = bank_add_node(&b->sorts, sizeof(sort_node));
    *bank_sort(b, s) = (sort_node){.kind = kind, .words = offset, .n = n};
    BANK_INSERT(b, sort_table, sorts, sort_node, s, hash);
    return s;
}

void bank_init_sorts(term_bank *b)
{
    static const sort_kind first[] = {SORT_BOOL,   SORT_INT,    SORT_REAL,
                                      SORT_STRING, SORT_REGLAN, SORT_ROUNDING_MODE};
    for (uint32_t i = 0; i < sizeof first / sizeof *first; i++) {
        sort_id s = intern(b, first[i], NULL, 0);
        assert(s == i + 1);
        (void)s;
    }
}

sort_id sort_bv(term_bank *b, uint64_t width)
{
    if (!width)
        return bank_fail(b, "a bit-vector cannot have width 0");
    if (width > BANK_MAX_BV_WIDTH)
        return bank_fail(b, "bit-vector width %llu is over the limit of %u",
                         (unsigned long long)width, BANK_MAX_BV_WIDTH);
    uint32_t word = (uint32_t)width;
    return intern(b, SORT_BV, &word, 1);
}

sort_id sort_fp(term_bank *b, uint64_t exponent, uint64_t significand)
{
    if (exponent < 2 || significand < 2)
        return bank_fail(b,
                         "a floating-point sort needs at least 2 exponent and 2 significand bits");
    if (exponent > BANK_MAX_FP_EXPONENT || significand > BANK_MAX_FP_SIGNIFICAND)
        return bank_fail(b,
                         "(_ FloatingPoint %llu %llu) is over the limit of (_ FloatingPoint %u %u)",
                         (unsigned long long)exponent, (unsigned long long)significand,
                         BANK_MAX_FP_EXPONENT, BANK_MAX_FP_SIGNIFICAND);
    uint32_t words[2] = {(uint32_t)exponent, (uint32_t)significand};
    return intern(b, SORT_FP, words, 2);
}

sort_id sort_array(term_bank *b, sort_id index, sort_id element)
{
    uint32_t words[2] = {index, element};
    return intern(b, SORT_ARRAY, words, 2);
}

static sort_id intern_family(term_bank *b, sort_kind kind, uint32_t head, const sort_id *args,
                             uint32_t n)
{
    vec_u32 words = {0};
    vec_push(&words, head);
    vec_append(&words, args, n);
    sort_id s = intern(b, kind, words.at, n + 1);
    vec_free(&words);
    return s;
}

sort_id sort_collection(term_bank *b, sort_kind kind, sort_id element)
{
    assert(sort_is_collection(kind));
    return intern_family(b, kind, 0, &element, 1);
}

sort_id sort_declared(term_bank *b, symbol_id name, const sort_id *parameters, uint32_t n)
{
    return intern_family(b, SORT_DECLARED, name, parameters, n);
}

sort_id sort_parameter(term_bank *b, symbol_id name)
{
    return intern(b, SORT_PARAMETER, &name, 1);
}

sort_id sort_datatype(term_bank *b, datatype_id d, const sort_id *arguments, uint32_t n)
{
    if (n != bank_datatype(b, d)->n_parameters)
        return bank_fail(b, "datatype '%s' takes %u sorts, not %u",
                         symbol_text(b, bank_datatype(b, d)->name),
                         bank_datatype(b, d)->n_parameters, n);
    return intern_family(b, SORT_DATATYPE, d, arguments, n);
}

sort_id datatype_sort(term_bank *b, datatype_id d)
{
    const datatype_node *node = bank_datatype(b, d);
    return intern_family(b, SORT_DATATYPE, d, bank_words(&b->sort_words, node->parameters),
                         node->n_parameters);
}

sort_kind sort_kind_of(const term_bank *b, sort_id s)
{
    return (sort_kind)bank_sort(b, s)->kind;
}

static uint32_t word_of(const term_bank *b, sort_id s, sort_kind kind, uint32_t i)
{
    assert(bank_sort(b, s)->kind == kind);
    (void)kind;
    return bank_words(&b->sort_words, bank_sort(b, s)->words)[i];
}

uint32_t sort_bv_width(const term_bank *b, sort_id s)
{
    return word_of(b, s, SORT_BV, 0);
}

uint32_t sort_fp_exponent(const term_bank *b, sort_id s)
{
    return word_of(b, s, SORT_FP, 0);
}

uint32_t sort_fp_significand(const term_bank *b, sort_id s)
{
    return word_of(b, s, SORT_FP, 1);
}

sort_id sort_array_index(const term_bank *b, sort_id s)
{
    return word_of(b, s, SORT_ARRAY, 0);
}

sort_id sort_array_element(const term_bank *b, sort_id s)
{
    return word_of(b, s, SORT_ARRAY, 1);
}

sort_id sort_element(const term_bank *b, sort_id s)
{
    assert(sort_is_collection(sort_kind_of(b, s)));
    return sort_parameter_at(b, s, 0);
}

datatype_id sort_datatype_of(const term_bank *b, sort_id s)
{
    return word_of(b, s, SORT_DATATYPE, 0);
}

symbol_id sort_name(const term_bank *b, sort_id s)
{
    uint32_t head = *bank_words(&b->sort_words, bank_sort(b, s)->words);
    return sort_kind_of(b, s) == SORT_DATATYPE ? bank_datatype(b, head)->name : head;
}

uint32_t sort_parameter_count(const term_bank *b, sort_id s)
{
    sort_kind kind = sort_kind_of(b, s);
    bool family = kind == SORT_DECLARED || kind == SORT_DATATYPE || sort_is_collection(kind);
    return family ? bank_sort(b, s)->n - 1 : 0;
}

sort_id sort_parameter_at(const term_bank *b, sort_id s, uint32_t i)
{
    return bank_words(&b->sort_words, bank_sort(b, s)->words)[i + 1];
}

/* Recursion here is on the depth of a sort expression, which the reader bounds. */
sort_id sort_substitute(term_bank *b, sort_id s, const sort_id *parameters,
                        const sort_id *arguments, uint32_t n)
{
    sort_kind kind = sort_kind_of(b, s);
    if (kind == SORT_PARAMETER) {
        for (uint32_t i = 0; i < n; i++)
            if (parameters[i] == s)
                return arguments[i];
        return s;
    }
    if (kind == SORT_ARRAY)
        return sort_array(b, sort_substitute(b, sort_array_index(b, s), parameters, arguments, n),
                          sort_substitute(b, sort_array_element(b, s), parameters, arguments, n));
    uint32_t count = sort_parameter_count(b, s);
    if (!count)
        return s;
    vec_u32 args = {0};
    for (uint32_t i = 0; i < count; i++)
        vec_push(&args, sort_substitute(b, sort_parameter_at(b, s, i), parameters, arguments, n));
    sort_id result = intern_family(b, kind, word_of(b, s, kind, 0), args.at, count);
    vec_free(&args);
    return result;
}

static uint64_t multiply(uint64_t x, uint64_t y, uint64_t limit)
{
    return x && y && x <= limit / y ? x * y : 0;
}

static uint64_t power(uint64_t base, uint64_t exponent, uint64_t limit)
{
    uint64_t result = 1;
    for (uint64_t i = 0; i < exponent && result; i++) {
        if (base == 1)
            return 1;
        result = multiply(result, base, limit);
    }
    return result;
}

/* Datatypes: only those that are not recursive below `depth` levels. */
static uint64_t cardinality(term_bank *b, sort_id s, uint64_t limit, unsigned depth)
{
    switch (sort_kind_of(b, s)) {
    case SORT_BOOL:
        return limit >= 2 ? 2 : 0;
    case SORT_ROUNDING_MODE:
        return limit >= 5 ? 5 : 0;
    case SORT_BV:
        return power(2, sort_bv_width(b, s), limit);
    case SORT_FP: {
        uint32_t e = sort_fp_exponent(b, s), m = sort_fp_significand(b, s);
        uint64_t all = power(2, (uint64_t)e + m, UINT64_MAX / 2);
        uint64_t nans = power(2, m, UINT64_MAX / 2); /* one stands for 2^m - 2 patterns */
        uint64_t count = all && nans ? all - nans + 3 : 0;
        return count <= limit ? count : 0;
    }
    case SORT_ARRAY: {
        if (!depth)
            return 0;
        uint64_t element = cardinality(b, sort_array_element(b, s), limit, depth - 1);
        uint64_t index = cardinality(b, sort_array_index(b, s), 64, depth - 1);
        return element && index ? power(element, index, limit) : 0;
    }
    case SORT_SET: {
        uint64_t element = depth ? cardinality(b, sort_element(b, s), 64, depth - 1) : 0;
        return element ? power(2, element, limit) : 0;
    }
    case SORT_DATATYPE: {
        if (!depth)
            return 0;
        uint64_t sum = 0;
        uint32_t constructors = datatype_constructor_count(b, sort_datatype_of(b, s));
        for (uint32_t i = 0; i < constructors; i++) {
            decl_id c = sort_constructor(b, s, i);
            uint64_t product = 1;
            for (uint32_t j = 0; j < decl_arity(b, c) && product; j++)
                product = multiply(product, cardinality(b, decl_domain(b, c, j), limit, depth - 1),
                                   limit);
            if (!product || product > limit - sum)
                return 0;
            sum += product;
        }
        return sum;
    }
    default:
        return 0;
    }
}

uint64_t sort_cardinality(term_bank *b, sort_id s, uint64_t limit)
{
    return cardinality(b, s, limit, 8);
}

static bool is_simple_symbol(const char *text)
{
    if (!*text || (*text >= '0' && *text <= '9'))
        return false;
    for (const char *p = text; *p; p++)
        if (!((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9') ||
              strchr("~!@$%^&*_-+=<>.?/", *p)))
            return false;
    return true;
}

static void print_name(const term_bank *b, symbol_id name, strbuf *out)
{
    const char *text = symbol_text(b, name);
    strbuf_printf(out, is_simple_symbol(text) ? "%s" : "|%s|", text);
}

void sort_print(const term_bank *b, sort_id s, strbuf *out)
{
    static const char *const simple[] = {
        [SORT_BOOL] = "Bool",     [SORT_INT] = "Int",       [SORT_REAL] = "Real",
        [SORT_STRING] = "String", [SORT_REGLAN] = "RegLan", [SORT_ROUNDING_MODE] = "RoundingMode"};
    switch (sort_kind_of(b, s)) {
    case SORT_BV:
        strbuf_puts(out, "(_ BitVec ");
        strbuf_put_u64(out, sort_bv_width(b, s));
        strbuf_putc(out, ')');
        break;
    case SORT_FP:
        strbuf_puts(out, "(_ FloatingPoint ");
        strbuf_put_u64(out, sort_fp_exponent(b, s));
        strbuf_putc(out, ' ');
        strbuf_put_u64(out, sort_fp_significand(b, s));
        strbuf_putc(out, ')');
        break;
    case SORT_ARRAY:
        strbuf_puts(out, "(Array ");
        sort_print(b, sort_array_index(b, s), out);
        strbuf_putc(out, ' ');
        sort_print(b, sort_array_element(b, s), out);
        strbuf_putc(out, ')');
        break;
    case SORT_SEQ:
    case SORT_SET:
    case SORT_BAG:
        strbuf_puts(out, sort_kind_of(b, s) == SORT_SEQ   ? "(Seq "
                         : sort_kind_of(b, s) == SORT_SET ? "(Set "
                                                          : "(Bag ");
        sort_print(b, sort_element(b, s), out);
        strbuf_putc(out, ')');
        break;
    case SORT_DECLARED:
    case SORT_DATATYPE:
    case SORT_PARAMETER: {
        uint32_t n = sort_parameter_count(b, s);
        if (n)
            strbuf_putc(out, '(');
        print_name(b, sort_name(b, s), out);
        for (uint32_t i = 0; i < n; i++) {
            strbuf_putc(out, ' ');
            sort_print(b, sort_parameter_at(b, s, i), out);
        }
        if (n)
            strbuf_putc(out, ')');
        break;
    }
    default:
        strbuf_puts(out, simple[sort_kind_of(b, s)]);
    }
}
