/* Terms of few nodes without binders, printed by recursion: nothing is allocated for them. */
#include "smtlib/print/print_impl.h"

void smt_print_small(term_bank *b, term_id t, const smt_print_options *options, strbuf *out)
{
    const smt_known_texts *known = options->known;
    term_op op = term_op_of(b, t);
    if (known && known->put(known->context, t, out))
        return;
    if (share_is_leaf(b, t) || op == OP_CAST || op == OP_CONST_ARRAY || term_is_binder(op)) {
        smt_print_term(b, t, options, out);
        return;
    }
    strbuf_putc(out, '(');
    if (op == OP_APP) {
        smt_print_head(b, term_decl(b, t), options->dialect, out);
    } else {
        uint32_t n_indices;
        const uint32_t *indices = term_index_words(b, t, &n_indices);
        smt_print_operator(op, indices, n_indices, options->dialect, out);
    }
    for (uint32_t i = 0; i < term_arity(b, t); i++) {
        strbuf_putc(out, ' ');
        smt_print_small(b, term_arg(b, t, i), options, out);
    }
    strbuf_putc(out, ')');
}
