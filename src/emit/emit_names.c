/* C names and C types for what a formula has. */
#include <ctype.h>
#include <stdlib.h>

#include "emit/emit_array.h"

#include "base/text.h"

/* Words that no constant of a formula may be called in the text: keywords, macros of the headers
 * that are included, names of the text itself. */
static const char *const TAKEN[] = {
    "auto",     "break",  "case",        "char",     "const",    "continue", "default",  "do",
    "double",   "else",   "enum",        "extern",   "float",    "for",      "goto",     "if",
    "inline",   "int",    "long",        "register", "restrict", "return",   "short",    "signed",
    "sizeof",   "static", "struct",      "switch",   "typedef",  "union",    "unsigned", "void",
    "volatile", "while",  "bool",        "true",     "false",    "errno",    "stdin",    "stdout",
    "stderr",   "unix",   "linux",       "asm",      "typeof",   "input",    "ok",       "main",
    "found",    "size",   "constraints",
};

bool emit_is_plain_name(const char *text)
{
    static const char *const prefixes[] = {"si_", "sa_",     "sigev_", "smt_",
                                           "bv",  "signed_", "box_",   "array_"};
    if (!isalpha((unsigned char)*text) || strlen(text) > 40)
        return false;
    for (const char *c = text; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_')
            return false;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (text_begins(text, prefixes[i]))
            return false;
    bool lower = false; /* names in capitals may be macros */
    for (const char *c = text; *c; c++)
        lower |= islower((unsigned char)*c) || (isdigit((unsigned char)*c) && c[1] == '\0');
    for (size_t i = 0; i < sizeof TAKEN / sizeof *TAKEN; i++)
        if (!strcmp(text, TAKEN[i]))
            return false;
    return lower;
}

/* The name, or the name with the first number behind it that makes it new. */
static const char *unique(emitter *e, const char *stem)
{
    symbol_id symbol = symbol_make(e->bank, stem);
    for (unsigned k = 2; map_get(&e->names, symbol, 0); k++) {
        strbuf text = STRBUF_INIT;
        strbuf_printf(&text, "%s_%u", stem, k);
        symbol = symbol_make(e->bank, text.text);
        strbuf_free(&text);
    }
    map_put(&e->names, symbol, 1);
    return symbol_text(e->bank, symbol);
}

const char *emit_fresh(emitter *e, const char *stem)
{
    strbuf text = STRBUF_INIT;
    strbuf_printf(&text, "%s%u", stem, ++e->temporaries);
    const char *name = unique(e, text.text);
    strbuf_free(&text);
    return name;
}

const char *emit_variable(emitter *e, decl_id d)
{
    symbol_id known = (symbol_id)map_get(&e->variables, d, 0);
    if (known)
        return symbol_text(e->bank, known);
    const char *text = symbol_text(e->bank, decl_name(e->bank, d));
    strbuf name = STRBUF_INIT;
    if (!emit_is_plain_name(text))
        strbuf_puts(&name, "v_");
    for (size_t i = 0; text[i] && i < 40; i++)
        strbuf_putc(&name, isalnum((unsigned char)text[i]) ? text[i] : '_');
    const char *chosen = unique(e, name.text);
    strbuf_free(&name);
    map_put(&e->variables, d, symbol_make(e->bank, chosen));
    return chosen;
}

static bool fits_float(const term_bank *b, sort_id s)
{
    uint32_t e = sort_fp_exponent(b, s), m = sort_fp_significand(b, s);
    return (e == 8 && m == 24) || (e == 11 && m == 53);
}

bool emit_sort_fits(const term_bank *b, sort_id s)
{
    switch (sort_kind_of(b, s)) {
    case SORT_BOOL:
    case SORT_INT:
    case SORT_ROUNDING_MODE:
    case SORT_BV:
    case SORT_STRING:
        return true;
    case SORT_FP:
        return fits_float(b, s);
    case SORT_ARRAY:
        return emit_array_fits(b, s);
    default:
        return false;
    }
}

static const char *wide_ctype(emitter *e, uint32_t width)
{
    strbuf text = STRBUF_INIT;
    strbuf_printf(&text, "bv%u", width);
    symbol_id name = symbol_make(e->bank, text.text);
    strbuf_free(&text);
    size_t i = 0;
    while (i < e->wide.n && e->wide.at[i] != width)
        i++;
    if (i == e->wide.n)
        vec_push(&e->wide, width);
    return symbol_text(e->bank, name);
}

const char *emit_ctype(emitter *e, sort_id s)
{
    const term_bank *b = e->bank;
    if (!emit_sort_fits(b, s)) {
        strbuf text = STRBUF_INIT;
        sort_print(b, s, &text);
        emit_decline(e, "sort %s has no C form", text.text);
        strbuf_free(&text);
        return "int";
    }
    switch (sort_kind_of(b, s)) {
    case SORT_BOOL:
        return "bool";
    case SORT_INT:
        emit_need(e, EMIT_INT);
        return "smt_int";
    case SORT_ARRAY:
        return emit_array_ctype(e, s);
    case SORT_STRING:
        emit_need(e, EMIT_STRING);
        return "smt_string";
    case SORT_FP:
        return sort_fp_exponent(b, s) == 8 ? "float" : "double";
    case SORT_BV: {
        uint32_t width = sort_bv_width(b, s);
        return width <= 8    ? "uint8_t"
               : width <= 16 ? "uint16_t"
               : width <= 32 ? "uint32_t"
               : width <= 64 ? "uint64_t"
                             : wide_ctype(e, width);
    }
    default:
        return "int";
    }
}
