#include <assert.h>
#include <ctype.h>
#include <stdlib.h>

#include "emit/emit_impl.h"

static emit_expr *expr_of(const emitter *e, term_id t)
{
    uint64_t number = map_get(&e->of_term, t, 0);
    assert(number);
    return &e->exprs.at[number - 1];
}

const emit_expr *emit_arg(const emitter *e, term_id t, uint32_t i)
{
    return expr_of(e, term_arg(e->bank, t, i));
}

void emit_operand(const emit_expr *x, strbuf *out)
{
    if (x->level == EMIT_BINARY)
        strbuf_printf(out, "(%s)", x->text);
    else
        strbuf_puts(out, x->text);
}

void emit_signed(emitter *e, term_id argument, strbuf *out)
{
    uint32_t width = sort_bv_width(e->bank, term_sort(e->bank, argument));
    const emit_expr *x = expr_of(e, argument);
    if (width == 8 || width == 16 || width == 32 || width == 64) {
        strbuf_printf(out, "(int%u_t)", width);
        emit_operand(x, out);
    } else if (width <= 64) {
        emit_need(e, EMIT_SIGNED);
        strbuf_printf(out, "smt_signed(%s, %u)", x->text, width);
    } else {
        strbuf_printf(out, "(signed_bv%u)", width);
        emit_operand(x, out);
    }
}

static uint32_t width_of(const term_bank *b, sort_id s)
{
    return sort_kind_of(b, s) == SORT_BV ? sort_bv_width(b, s) : 0;
}

static void put_mask(uint32_t width, strbuf *out)
{
    strbuf_printf(out, "0x%llx", (unsigned long long)(UINT64_MAX >> (64 - width)));
}

/* The part of a pattern behind a '%'. */
static void put_property(emitter *e, term_id t, char what, strbuf *out)
{
    term_bank *b = e->bank;
    sort_id own = term_sort(b, t), first = term_arity(b, t) ? term_sort(b, term_arg(b, t, 0)) : own;
    switch (what) {
    case 'T':
        strbuf_puts(out, emit_ctype(e, own));
        break;
    case 'U':
        strbuf_puts(out, emit_ctype(e, first));
        break;
    case 'w':
        strbuf_printf(out, "%u", width_of(b, own));
        break;
    case 'W':
        strbuf_printf(out, "%u", width_of(b, first));
        break;
    case 'M':
        put_mask(width_of(b, first), out);
        break;
    case 'A':
    case 'B':
        emit_signed(e, term_arg(b, t, what == 'B'), out);
        break;
    default:
        strbuf_putc(out, what);
    }
}

void emit_pattern(emitter *e, term_id t, emit_level level, const char *pattern)
{
    strbuf text = STRBUF_INIT;
    bool partial = false;
    for (const char *p = pattern; *p; p++) {
        if ((*p == '$' || *p == '@') && isdigit((unsigned char)p[1])) {
            const emit_expr *x = emit_arg(e, t, (uint32_t)(p[1] - '0'));
            if (*p == '$')
                emit_operand(x, &text);
            else
                strbuf_puts(&text, x->text);
            p++;
        } else if (*p == '%') {
            put_property(e, t, *++p, &text);
        } else if (*p == '!' && p[1] == ')') {
            strbuf_printf(&text, "&%c", EMIT_OK);
            partial = true;
        } else {
            strbuf_putc(&text, *p);
        }
    }
    for (uint32_t i = 0; i < term_arity(e->bank, t); i++)
        partial |= emit_arg(e, t, i)->partial;
    emit_result(e, t, level, &text, partial);
}

void emit_result(emitter *e, term_id t, emit_level level, strbuf *text, bool partial)
{
    bool is_new;
    uint64_t *number = map_insert(&e->of_term, t, &is_new);
    emit_expr x = {.text = strbuf_detach(text), .level = level, .partial = partial};
    assert(is_new);
    (void)is_new;
    vec_push(&e->exprs, x);
    *number = e->exprs.n;
}

/* The text with the flag in place of its mark. */
void emit_put_with_flag(const char *text, const char *flag, strbuf *out)
{
    for (; *text; text++) {
        if (*text == EMIT_OK)
            strbuf_puts(out, flag);
        else
            strbuf_putc(out, *text);
    }
}

void emit_hoist(emitter *e, term_id t)
{
    emit_expr *x = expr_of(e, t);
    if (x->value || (x->level == EMIT_ATOM && !x->partial && !strchr(x->text, '(')))
        return;
    const char *type = emit_ctype(e, term_sort(e->bank, t));
    char *name = base_strdup(emit_fresh(e, "t")), *flag = NULL;
    if (x->partial) {
        flag = base_strdup(emit_fresh(e, "ok"));
        strbuf_printf(&e->statements, "bool %s = true;\n", flag);
    }
    strbuf_printf(&e->statements, "const %s %s = ", type, name);
    emit_put_with_flag(x->text, flag, &e->statements);
    strbuf_puts(&e->statements, ";\n");
    strbuf text = STRBUF_INIT;
    if (flag) {
        emit_need(e, EMIT_DEFINED);
        strbuf_printf(&text, "SMT_DEFINED(%s, %s, &%c)", name, flag, EMIT_OK);
    } else {
        strbuf_puts(&text, name);
    }
    free(x->text);
    *x = (emit_expr){.text = strbuf_detach(&text),
                     .level = EMIT_ATOM,
                     .partial = x->partial,
                     .value = name,
                     .flag = flag};
}

bool emit_all_or_nothing(emitter *e, term_id t, strbuf *out)
{
    uint32_t n = term_arity(e->bank, t);
    bool partial = false;
    for (uint32_t i = 0; i < n; i++) {
        if (n > 2)
            emit_hoist(e, term_arg(e->bank, t, i));
        const emit_expr *x = emit_arg(e, t, i);
        partial |= x->partial;
        if (x->flag && n > 2)
            strbuf_printf(out, "(%c &= %s, true) && ", EMIT_OK, x->flag);
    }
    return partial;
}

void emit_chain(emitter *e, term_id t, const char *operator)
{
    uint32_t n = term_arity(e->bank, t);
    strbuf text = STRBUF_INIT;
    bool partial = emit_all_or_nothing(e, t, &text);
    for (uint32_t i = 1; i < n; i++) {
        strbuf_puts(&text, i > 1 ? " && " : "");
        emit_operand(emit_arg(e, t, i - 1), &text);
        strbuf_puts(&text, operator);
        emit_operand(emit_arg(e, t, i), &text);
    }
    emit_result(e, t, EMIT_BINARY, &text, partial);
}
