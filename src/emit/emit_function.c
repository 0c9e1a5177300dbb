/* One term as a C function of its constants. */
#include "emit/emit_impl.h"
#include "term/core/subst.h"
#include "term/core/walk.h"

static bool is_word(const term_bank *b, sort_id s)
{
    return s == SORT_ID_BOOL || (sort_kind_of(b, s) == SORT_BV && sort_bv_width(b, s) <= 64);
}

static void put_function(emitter *e, const char *name, term_id t, const decl_id *parameters,
                         size_t n, strbuf *out)
{
    const emit_expr *x = &e->exprs.at[map_get(&e->of_term, t, 0) - 1];
    const char *type = emit_ctype(e, term_sort(e->bank, t));
    strbuf_puts(out, "#include <stdbool.h>\n#include <stdint.h>\n\n");
    emit_put_helpers(e, out);
    strbuf_printf(out, "%s %s(", type, name);
    for (size_t i = 0; i < n; i++)
        strbuf_printf(out, "%s%s %s", i ? ", " : "",
                      emit_ctype(e, decl_range(e->bank, parameters[i])),
                      emit_variable(e, parameters[i]));
    strbuf_printf(out, "%s)\n{\n", n ? "" : "void");
    for (char *line = e->statements.text; line && *line;) {
        char *end = strchr(line, '\n') + 1;
        strbuf_printf(out, "    %.*s", (int)(end - line), line);
        line = end;
    }
    strbuf_printf(out, "    return %s;\n}\n", x->text);
}

/* Constants of the term are parameters. */
static void check_inputs(emitter *e, const decl_id *parameters, size_t n)
{
    for (size_t i = 0; i < e->program->inputs.n; i++) {
        size_t k = 0;
        while (k < n && parameters[k] != e->program->inputs.at[i].decl)
            k++;
        if (k == n)
            emit_decline(e, "a constant is no parameter");
    }
}

char *emit_c_function(term_bank *b, term_id t, const char *name, const decl_id *parameters,
                      size_t n, char **reason)
{
    emitter e = {.bank = b, .program = base_alloc_zero(1, sizeof *e.program)};
    term_vec order = {0};
    strbuf text = STRBUF_INIT;
    strbuf_init(&e.statements);
    term_id whole = term_expand_definitions(b, t);
    term_postorder(b, &whole, 1, &order);
    emit_count_uses(&e, &order, &whole, 1);
    for (size_t i = 0; i < order.n && !e.reason; i++) {
        if (!is_word(b, term_sort(b, order.at[i])))
            emit_decline(&e, "a function of words has no other sorts in it");
        else if (emit_term(&e, order.at[i]))
            emit_shorten(&e, order.at[i], order.at[i] == whole);
    }
    vec_free(&order);
    if (!e.reason && e.exprs.at[map_get(&e.of_term, whole, 0) - 1].partial)
        emit_decline(&e, "it does not always have a value");
    check_inputs(&e, parameters, n);
    if (!e.reason)
        put_function(&e, name, whole, parameters, n, &text);
    emit_program *program = emit_finish(&e, &text, reason);
    char *result = program ? program->text : NULL;
    if (program)
        program->text = NULL;
    emit_program_free(program);
    return result;
}
