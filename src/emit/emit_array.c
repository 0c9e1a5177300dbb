/* Arrays of bit-vectors in C: a buffer. Up to 256 elements are all there; of larger arrays the
 * first 64, and one value for the rest: storing behind them has no value. */
#include "emit/emit_array.h"

#include <stdlib.h>

enum { ALL_BITS = 8, SHOWN = 64 };

static sort_id element_of(const term_bank *b, sort_id s)
{
    return sort_array_element(b, s);
}

static uint32_t index_width(const term_bank *b, sort_id s)
{
    return sort_bv_width(b, sort_array_index(b, s));
}

static bool is_whole(const term_bank *b, sort_id s)
{
    return index_width(b, s) <= ALL_BITS;
}

static uint32_t element_count(const term_bank *b, sort_id s)
{
    return is_whole(b, s) ? UINT32_C(1) << index_width(b, s) : SHOWN;
}

static uint32_t element_bytes(const term_bank *b, sort_id s)
{
    uint32_t width = sort_bv_width(b, element_of(b, s));
    return width <= 8 ? 1 : width <= 16 ? 2 : width <= 32 ? 4 : 8;
}

bool emit_array_fits(const term_bank *b, sort_id s)
{
    return sort_kind_of(b, s) == SORT_ARRAY && sort_kind_of(b, sort_array_index(b, s)) == SORT_BV &&
           sort_kind_of(b, element_of(b, s)) == SORT_BV && index_width(b, s) <= 64 &&
           sort_bv_width(b, element_of(b, s)) <= 64;
}

const char *emit_array_ctype(emitter *e, sort_id s)
{
    strbuf text = STRBUF_INIT;
    size_t i = 0;
    strbuf_printf(&text, "array_%u_%u", index_width(e->bank, s),
                  sort_bv_width(e->bank, element_of(e->bank, s)));
    symbol_id name = symbol_make(e->bank, text.text);
    strbuf_free(&text);
    while (i < e->arrays.n && e->arrays.at[i] != s)
        i++;
    if (i == e->arrays.n)
        vec_push(&e->arrays, s);
    return symbol_text(e->bank, name);
}

/* ---- Operators ------------------------------------------------------------------------------- */

/* The address of an array, which has a name. */
static void put_address(const emit_expr *x, strbuf *out)
{
    if (x->flag)
        strbuf_printf(out, "SMT_DEFINED(&%s, %s, &%c)", x->value, x->flag, EMIT_OK);
    else
        strbuf_printf(out, "&%s", x->text);
}

void emit_array_same(emitter *e, sort_id s, const emit_expr *x, const emit_expr *y, strbuf *out)
{
    strbuf_printf(out, "%s_same(", emit_array_ctype(e, s));
    put_address(x, out);
    strbuf_puts(out, ", ");
    put_address(y, out);
    strbuf_puts(out, ")");
}

void emit_array_argument(emitter *e, sort_id s, const emit_expr *x, strbuf *out)
{
    /* a copy: the box may write to it */
    strbuf_printf(out, "((%s[1]){%s})->at", emit_array_ctype(e, s), x->text);
}

bool emit_array(emitter *e, term_id t)
{
    term_bank *b = e->bank;
    term_op op = term_op_of(b, t);
    strbuf text = STRBUF_INIT;
    if (op != OP_SELECT && op != OP_STORE && op != OP_CONST_ARRAY)
        return false;
    sort_id s = op == OP_SELECT ? term_sort(b, term_arg(b, t, 0)) : term_sort(b, t);
    const char *type = emit_array_ctype(e, s);
    bool partial = op == OP_STORE && !is_whole(b, s);
    for (uint32_t i = 0; i < term_arity(b, t); i++)
        partial |= emit_arg(e, t, i)->partial;
    if (op == OP_CONST_ARRAY) {
        strbuf_printf(&text, "%s_fill(%s)", type, emit_arg(e, t, 0)->text);
    } else {
        strbuf_printf(&text, "%s_%s(", type, op == OP_SELECT ? "select" : "store");
        put_address(emit_arg(e, t, 0), &text);
        strbuf_printf(&text, ", %s", emit_arg(e, t, 1)->text);
        if (op == OP_STORE)
            strbuf_printf(&text, ", %s", emit_arg(e, t, 2)->text);
        if (op == OP_STORE && !is_whole(b, s))
            strbuf_printf(&text, ", &%c", EMIT_OK);
        strbuf_puts(&text, ")");
    }
    emit_result(e, t, EMIT_ATOM, &text, partial);
    return true;
}

void emit_array_literal(emitter *e, term_id t, value_id v)
{
    const term_bank *b = e->bank;
    sort_id s = value_sort(b, v);
    const char *type = emit_array_ctype(e, s), *name = emit_fresh(e, "t");
    uint64_t word = 0, index = 0;
    strbuf text = STRBUF_INIT;
    value_small_bits(b, value_array_default(b, v), &word);
    strbuf_printf(&e->statements, "%s %s = %s_fill(0x%llx);\n", type, name, type,
                  (unsigned long long)word);
    for (uint32_t i = 0; i < value_array_size(b, v); i++) {
        value_small_bits(b, value_array_element_at(b, v, i), &word);
        if (!value_small_bits(b, value_array_index_at(b, v, i), &index) ||
            index >= element_count(b, s))
            emit_decline(e, "an array with elements behind the first %u", element_count(b, s));
        strbuf_printf(&e->statements, "%s.at[%llu] = 0x%llx;\n", name, (unsigned long long)index,
                      (unsigned long long)word);
    }
    strbuf_puts(&text, name);
    emit_result(e, t, EMIT_ATOM, &text, false);
}

/* ---- The type -------------------------------------------------------------------------------- */

static void put_type(emitter *e, sort_id s, strbuf *out)
{
    const char *type = emit_array_ctype(e, s), *element = emit_ctype(e, element_of(e->bank, s));
    uint32_t n = element_count(e->bank, s), width = sort_bv_width(e->bank, element_of(e->bank, s));
    bool whole = is_whole(e->bank, s);
    strbuf_printf(out, "typedef struct %s {\n    %s at[%u]%s;\n} %s;\n", type, element, n,
                  whole ? "" : ", rest", type);
    strbuf_printf(out,
                  "__attribute__((unused)) static %s %s_select(const %s *a, uint64_t index)\n"
                  "{\n    return %s;\n}\n",
                  element, type, type,
                  whole ? "a->at[index]" : "index < 64 ? a->at[index] : a->rest");
    strbuf_printf(
        out,
        "__attribute__((unused)) static %s %s_store(const %s *a, uint64_t index, %s x%s)\n"
        "{\n    %s b = *a;\n%s    b.at[index%s] = x;\n    return b;\n}\n",
        type, type, type, element, whole ? "" : ", bool *ok", type,
        whole ? "" : "    *ok &= index < 64;\n", whole ? "" : " % 64");
    strbuf_printf(out,
                  "__attribute__((unused)) static %s %s_fill(%s x)\n"
                  "{\n    %s a;\n    for (unsigned i = 0; i < %u; i++)\n        a.at[i] = x;\n"
                  "%s    return a;\n}\n",
                  type, type, element, type, n, whole ? "" : "    a.rest = x;\n");
    strbuf_printf(out,
                  "__attribute__((unused)) static bool %s_same(const %s *a, const %s *b)\n"
                  "{\n    return !memcmp(a, b, sizeof *a);\n}\n",
                  type, type, type);
    strbuf_printf(out,
                  "__attribute__((unused)) static %s %s_read(const unsigned char *input)\n"
                  "{\n    %s a;\n    memcpy(&a, input, sizeof a);\n",
                  type, type, type);
    if (width != element_bytes(e->bank, s) * 8) {
        unsigned long long mask = UINT64_MAX >> (64 - width);
        strbuf_printf(out, "    for (unsigned i = 0; i < %u; i++)\n        a.at[i] &= 0x%llx;\n", n,
                      mask);
        if (!whole)
            strbuf_printf(out, "    a.rest &= 0x%llx;\n", mask);
    }
    strbuf_puts(out, "    return a;\n}\n\n");
}

void emit_array_types(emitter *e, strbuf *out)
{
    for (size_t i = 0; i < e->arrays.n; i++)
        put_type(e, e->arrays.at[i], out);
}

/* ---- Inputs ---------------------------------------------------------------------------------- */

uint32_t emit_array_bytes(const term_bank *b, sort_id s)
{
    return (element_count(b, s) + !is_whole(b, s)) * element_bytes(b, s);
}

static uint64_t word_at(const uint8_t *bytes, size_t n, size_t at, uint32_t size)
{
    uint64_t word = 0;
    for (uint32_t k = size; k-- > 0;)
        word = word << 8 | (at + k < n ? bytes[at + k] : 0);
    return word;
}

value_id emit_array_value(term_bank *b, sort_id s, const uint8_t *bytes, size_t n, size_t at)
{
    uint32_t count = element_count(b, s), size = element_bytes(b, s);
    uint32_t width = sort_bv_width(b, element_of(b, s)), index = index_width(b, s);
    uint64_t mask = UINT64_MAX >> (64 - width);
    uint64_t rest =
        is_whole(b, s) ? word_at(bytes, n, at, size) : word_at(bytes, n, at + count * size, size);
    value_id a = value_array_constant(b, s, value_bv_u64(b, width, rest & mask));
    vec_u32 pairs = {0};
    for (uint32_t i = 0; i < count; i++) {
        vec_push(&pairs, value_bv_u64(b, index, i));
        vec_push(&pairs, value_bv_u64(b, width, word_at(bytes, n, at + i * size, size) & mask));
    }
    a = value_array_store_all(b, a, pairs.at, count);
    vec_free(&pairs);
    return a;
}

static void put_word(uint8_t *bytes, uint64_t word, uint32_t size)
{
    for (uint32_t k = 0; k < size; k++)
        bytes[k] = (uint8_t)(word >> (8 * k));
}

void emit_array_encode(const term_bank *b, sort_id s, value_id v, uint8_t *bytes)
{
    uint32_t count = element_count(b, s), size = element_bytes(b, s);
    uint64_t word = 0, index = 0;
    value_small_bits(b, value_array_default(b, v), &word);
    for (uint32_t i = 0; i < count + !is_whole(b, s); i++)
        put_word(bytes + i * size, word, size);
    for (uint32_t i = 0; i < value_array_size(b, v); i++)
        if (value_small_bits(b, value_array_index_at(b, v, i), &index) && index < count &&
            value_small_bits(b, value_array_element_at(b, v, i), &word))
            put_word(bytes + index * size, word, size);
}
