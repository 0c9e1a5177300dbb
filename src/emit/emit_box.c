/* Calls of closed boxes in C, and the prototypes they need. */
#include <inttypes.h>
#include <stdlib.h>

#include "box/bind/library.h"
#include "emit/emit_array.h"

static const char *integer_ctype(const box_parameter *p)
{
    static const char *const names[2][4] = {{"uint8_t", "uint16_t", "uint32_t", "uint64_t"},
                                            {"int8_t", "int16_t", "int32_t", "int64_t"}};
    return names[p->is_signed][p->size == 1 ? 0 : p->size == 2 ? 1 : p->size == 4 ? 2 : 3];
}

static const char *parameter_ctype(const box_parameter *p)
{
    switch (p->class) {
    case BOX_CLASS_ARRAY:
        return p->size == 1   ? "uint8_t *"
               : p->size == 2 ? "uint16_t *"
               : p->size == 4 ? "uint32_t *"
                              : "uint64_t *";
    case BOX_CLASS_STRING:
        return "const char *";
    case BOX_CLASS_FLOAT:
        return "float";
    case BOX_CLASS_DOUBLE:
        return "double";
    case BOX_CLASS_MODE:
        return "int";
    case BOX_CLASS_BOOL:
    case BOX_CLASS_BITS:
    case BOX_CLASS_INT:
        return integer_ctype(p);
    default:
        return NULL;
    }
}

/* How the text calls it: by its own name where that cannot clash with what C has. */
static void put_name(const box *x, strbuf *out)
{
    bool plain = emit_is_plain_name(x->symbol) && !libraries_find_system(x->symbol);
    strbuf_printf(out, "%s%s", plain ? "" : "box_", x->symbol);
}

void emit_prototypes(emitter *e, strbuf *out)
{
    for (size_t i = 0; i < e->called.n; i++) {
        const box *x = boxes_find(e->boxes, e->called.at[i]);
        strbuf name = STRBUF_INIT;
        put_name(x, &name);
        strbuf_printf(out, "%s %s(", parameter_ctype(&x->result), name.text);
        for (uint32_t k = 0; k < x->arity; k++)
            strbuf_printf(out, "%s%s", k ? ", " : "", parameter_ctype(&x->parameters[k]));
        strbuf_puts(out, x->arity ? ")" : "void)");
        if (strcmp(name.text, x->symbol))
            strbuf_printf(out, " __asm__(\"%s\")", x->symbol);
        strbuf_puts(out, ";\n");
        strbuf_free(&name);
    }
}

static bool is_c_symbol(const char *text)
{
    for (const char *c = text; *c; c++)
        if (!(*c == '_' || (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
              (c > text && *c >= '0' && *c <= '9')))
            return false;
    return *text;
}

/* Whether a C program can be linked with it and call it. */
static bool callable(emitter *e, const box *x, decl_id d)
{
    const char *name = symbol_text(e->bank, decl_name(e->bank, d));
    if (!x) {
        emit_decline(e, "'%s' is an uninterpreted function", name);
        return false;
    }
    if (x->kind != BOX_FUNCTION) {
        emit_decline(e, "closed box '%s' is no C function", name);
        return false;
    }
    bool good =
        parameter_ctype(&x->result) && x->result.class != BOX_CLASS_ARRAY && is_c_symbol(x->symbol);
    for (uint32_t i = 0; i < x->arity; i++)
        good &= parameter_ctype(&x->parameters[i]) != NULL;
    if (!good) {
        emit_decline(e, "closed box '%s' takes or returns what is no plain C value here", name);
        return false;
    }
    for (size_t i = 0; i < e->called.n; i++) {
        const box *y = boxes_find(e->boxes, e->called.at[i]);
        if (e->called.at[i] == d)
            return true;
        if (!strcmp(x->symbol, y->symbol)) {
            emit_decline(e, "closed boxes '%s' and '%s' are the same C symbol", x->name, y->name);
            return false;
        }
    }
    vec_push(&e->called, d);
    return true;
}

static bool put_argument(emitter *e, const box_parameter *p, term_id argument, const emit_expr *x,
                         strbuf *out)
{
    switch (p->class) {
    case BOX_CLASS_BITS:
        if (p->is_signed && p->width < p->size * 8)
            emit_signed(e, argument, out);
        else
            strbuf_puts(out, x->text);
        return false;
    case BOX_CLASS_FLOAT: /* NaN in its one form; inputs and literals have it already */
    case BOX_CLASS_DOUBLE: {
        bool single = p->class == BOX_CLASS_FLOAT;
        if (!term_arity(e->bank, argument)) {
            strbuf_puts(out, x->text);
            return false;
        }
        emit_need(e, single ? EMIT_FLOAT32 : EMIT_FLOAT64);
        emit_need(e, single ? EMIT_BITS32 : EMIT_BITS64);
        strbuf_printf(out, single ? "smt_float32(smt_bits32(%s))" : "smt_float64(smt_bits64(%s))",
                      x->text);
        return false;
    }
    case BOX_CLASS_STRING:
        strbuf_putc(out, '(');
        strbuf_printf(out, "%s).at", x->text);
        return false;
    case BOX_CLASS_ARRAY:
        emit_array_argument(e, p->sort, x, out);
        return false;
    case BOX_CLASS_INT: {
        unsigned bits = p->size * 8;
        emit_need(e, EMIT_INT_FITS);
        strbuf_printf(out, "(%s)smt_fits(%s, ", integer_ctype(p), x->text);
        if (p->is_signed)
            strbuf_printf(out, "INT%u_MIN, INT%u_MAX, &%c)", bits, bits, EMIT_OK);
        else
            strbuf_printf(out, "0, UINT%u_MAX, &%c)", bits, EMIT_OK);
        return true;
    }
    default:
        strbuf_puts(out, x->text);
        return false;
    }
}

/* The call in what checks and converts its answer. */
static emit_level wrap_answer(emitter *e, const box *x, strbuf *call, bool *partial)
{
    const box_parameter *p = &x->result;
    strbuf text = STRBUF_INIT;
    emit_level level = EMIT_ATOM;
    const char *type = emit_ctype(e, p->sort);
    switch (p->class) {
    case BOX_CLASS_BOOL:
        if (p->size == 1) {
            emit_need(e, EMIT_ANSWER_BOOL);
            strbuf_printf(&text, "smt_answer_bool(%s, &%c)", call->text, EMIT_OK);
            *partial = true;
        } else {
            strbuf_printf(&text, "%s != 0", call->text);
            level = EMIT_BINARY;
        }
        break;
    case BOX_CLASS_BITS:
        if (p->width < p->size * 8) {
            emit_need(e, p->is_signed ? EMIT_ANSWER_SIGNED : EMIT_ANSWER_BITS);
            strbuf_printf(&text, "(%s)smt_answer_%s(%s, ", type, p->is_signed ? "signed" : "bits",
                          call->text);
            if (p->is_signed)
                strbuf_printf(&text, "%u, &%c)", p->width, EMIT_OK);
            else
                strbuf_printf(&text, "0x%" PRIx64 ", &%c)", UINT64_MAX >> (64 - p->width), EMIT_OK);
            *partial = true;
        } else {
            strbuf_printf(&text, p->is_signed ? "(%s)%s" : "%.0s%s", type, call->text);
        }
        level = p->width < p->size * 8 || p->is_signed ? EMIT_UNARY : EMIT_ATOM;
        break;
    case BOX_CLASS_STRING:
        strbuf_printf(&text, "smt_answer_string(%s, &%c)", call->text, EMIT_OK);
        *partial = true;
        break;
    case BOX_CLASS_MODE:
        emit_need(e, EMIT_ANSWER_MODE);
        strbuf_printf(&text, "smt_answer_mode(%s, &%c)", call->text, EMIT_OK);
        *partial = true;
        break;
    case BOX_CLASS_INT:
        strbuf_printf(&text, "(%s)%s", type, call->text);
        level = EMIT_UNARY;
        break;
    default:
        strbuf_puts(&text, call->text);
    }
    strbuf_free(call);
    *call = text;
    return level;
}

void emit_call(emitter *e, term_id t)
{
    decl_id d = term_decl(e->bank, t);
    const box *x = e->boxes ? boxes_find(e->boxes, d) : NULL;
    strbuf text = STRBUF_INIT;
    bool partial = false;
    emit_level level = EMIT_ATOM;
    if (callable(e, x, d)) {
        put_name(x, &text);
        strbuf_putc(&text, '(');
        for (uint32_t i = 0; i < x->arity; i++) {
            const emit_expr *argument = emit_arg(e, t, i);
            strbuf_puts(&text, i ? ", " : "");
            partial |= argument->partial;
            partial |= put_argument(e, &x->parameters[i], term_arg(e->bank, t, i), argument, &text);
        }
        strbuf_putc(&text, ')');
        level = wrap_answer(e, x, &text, &partial);
    }
    emit_result(e, t, level, &text, partial);
}
