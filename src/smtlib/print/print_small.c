/* Terms of few nodes in which no name is hidden, printed by recursion: nothing is allocated for them. */
#include "smtlib/print/print_impl.h"

#include <assert.h>

void smt_print_leaf(term_bank *b, term_id t, smt_dialect dialect, strbuf *out)
{
    switch (term_op_of(b, t)) {
    case OP_CONST:
        smt_print_value(b, term_value(b, t), dialect, out);
        break;
    case OP_VAR:
        smt_print_symbol(b, term_symbol(b, t), out);
        break;
    case OP_APP:
        smt_print_head(b, term_decl(b, t), dialect, out);
        break;
    default:
        smt_print_operator(term_op_of(b, t), NULL, 0, dialect, out);
        break;
    }
}

void smt_print_function(term_bank *b, term_id t, smt_dialect dialect, strbuf *out)
{
    term_op op = term_op_of(b, t);
    if (op == OP_APP) {
        smt_print_head(b, term_decl(b, t), dialect, out);
    } else if (op == OP_CONST_ARRAY) {
        strbuf_puts(out, "(as const ");
        sort_print(b, term_sort(b, t), out);
        strbuf_putc(out, ')');
    } else {
        uint32_t n_indices;
        const uint32_t *indices = term_index_words(b, t, &n_indices);
        smt_print_operator(op, indices, n_indices, dialect, out);
    }
}

void smt_print_vars(const term_bank *b, const term_id *vars, uint32_t n, strbuf *out)
{
    strbuf_putc(out, '(');
    for (uint32_t i = 0; i < n; i++) {
        strbuf_puts(out, i ? " (" : "(");
        smt_print_symbol(b, term_symbol(b, vars[i]), out);
        strbuf_putc(out, ' ');
        sort_print(b, term_sort(b, vars[i]), out);
        strbuf_putc(out, ')');
    }
    strbuf_putc(out, ')');
}

static void print_binder(term_bank *b, term_id t, const smt_print_options *options, strbuf *out)
{
    uint32_t n = term_var_count(b, t);
    assert(term_arity(b, t) == n + 1);
    strbuf_puts(out, term_op_text(term_op_of(b, t)));
    strbuf_putc(out, ' ');
    smt_print_vars(b, term_args(b, t), n, out);
    strbuf_putc(out, ' ');
    smt_print_small(b, term_body(b, t), options, out);
    strbuf_putc(out, ')');
}

void smt_print_small(term_bank *b, term_id t, const smt_print_options *options, strbuf *out)
{
    const smt_known_texts *known = options->known;
    if (known && known->put(known->context, t, out))
        return;
    if (share_is_leaf(b, t)) {
        smt_print_leaf(b, t, options->dialect, out);
        return;
    }
    if (term_op_of(b, t) == OP_CAST) { /* see print_term.c */
        smt_print_small(b, term_arg(b, t, 0), options, out);
        return;
    }
    strbuf_putc(out, '(');
    if (term_is_binder(term_op_of(b, t))) {
        print_binder(b, t, options, out);
        return;
    }
    smt_print_function(b, t, options->dialect, out);
    for (uint32_t i = 0; i < term_arity(b, t); i++) {
        strbuf_putc(out, ' ');
        smt_print_small(b, term_arg(b, t, i), options, out);
    }
    strbuf_putc(out, ')');
}
