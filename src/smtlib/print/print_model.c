#include "smtlib/print/print_impl.h"
#include "term/core/subst.h"

/* A constant by its value, a function by its body. */
static bool print_meaning(smt_printer *p, const term_model *m, decl_id d, strbuf *out)
{
    term_bank *b = p->bank;
    const term_id *parameters = NULL;
    value_id v = model_value(m, d);
    term_id body = v ? 0 : model_function(m, d, &parameters);
    if (!v && !body)
        return false;
    strbuf_puts(out, "  (define-fun ");
    smt_print_symbol(b, decl_name(b, d), out);
    strbuf_putc(out, ' ');
    if (v) {
        strbuf_puts(out, "() ");
        sort_print(b, decl_range(b, d), out);
        strbuf_putc(out, ' ');
        smt_print_value(b, v, p->options.dialect, out);
    } else {
        /* Helper functions of the solver are no part of what we print. */
        body = term_expand_definitions(b, body);
        smt_printer_definition(p, parameters, decl_arity(b, d), decl_range(b, d), body, out);
    }
    strbuf_puts(out, ")\n");
    return true;
}

void smt_print_model(term_bank *b, const term_model *m, const vec_u32 *decls, strbuf *out)
{
    smt_printer p;
    smt_printer_init(&p, b, NULL);
    strbuf_puts(out, "(\n");
    size_t n = decls ? decls->n : model_size(m);
    for (size_t i = 0; i < n; i++)
        print_meaning(&p, m, decls ? decls->at[i] : model_decl_at(m, i), out);
    strbuf_puts(out, ")\n");
    smt_printer_free(&p);
}
