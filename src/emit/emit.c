#include "emit/emit.h"

#include <stdarg.h>
#include <stdlib.h>

#include "emit/emit_array.h"
#include "emit/emit_string.h"
#include "term/core/subst.h"
#include "term/core/walk.h"
#include "term/eval/eval.h"

enum { LONG_TEXT = 120, DEEPEST_LADDER = 24 };

void emit_decline(emitter *e, const char *format, ...)
{
    if (e->reason)
        return;
    strbuf text = STRBUF_INIT;
    va_list arguments;
    va_start(arguments, format);
    strbuf_vprintf(&text, format, arguments);
    va_end(arguments);
    e->reason = strbuf_detach(&text);
}

/* ---- Terms ----------------------------------------------------------------------------------- */

/* Whether an argument has been written; a constant array is, now that it is used. */
static bool has_form(emitter *e, term_id t)
{
    value_id v = (value_id)map_get(&e->values, t, 0);
    if (map_get(&e->of_term, t, 0))
        return true;
    emit_ctype(e, term_sort(e->bank, t));
    if (!e->reason && v && value_kind_of(e->bank, v) == VALUE_ARRAY)
        emit_array_literal(e, t, v);
    else
        emit_decline(e, "a constant without a C form");
    return !e->reason;
}

bool emit_term(emitter *e, term_id t)
{
    const term_bank *b = e->bank;
    term_op op = term_op_of(b, t);
    value_id v = eval_fold(e->bank, t, &e->values);
    if (v) { /* one that has no C form may still be folded into its user */
        map_put(&e->values, t, v);
        if (value_kind_of(b, v) == VALUE_STRING)
            emit_string_literal(e, t, v);
        else if (value_kind_of(b, v) != VALUE_ARRAY && emit_sort_fits(b, value_sort(b, v)))
            emit_literal(e, t, v);
        return !e->reason;
    }
    for (uint32_t i = 0; i < term_arity(b, t); i++)
        if (!has_form(e, term_arg(b, t, i)))
            return false;
    emit_ctype(e, term_sort(b, t));
    if (e->reason)
        return false;
    if (emit_by_table(e, t))
        return !e->reason;
    if (op == OP_APP && decl_kind_of(b, term_decl(b, t)) == DECL_FREE) {
        if (term_arity(b, t) || (e->boxes && boxes_find(e->boxes, term_decl(b, t))))
            emit_call(e, t);
        else
            emit_add_input(e, t);
    } else if (!emit_core(e, t) && !emit_array(e, t) && !emit_string(e, t) && !emit_integer(e, t) &&
               !emit_float(e, t) && !emit_bits(e, t)) {
        emit_decline(e, "'%s' has no C form",
                     *term_op_text(op) ? term_op_text(op) : "this operator");
    }
    return !e->reason;
}

static bool is_leaf(const term_bank *b, term_id t)
{
    return term_op_of(b, t) == OP_CONST || (term_op_of(b, t) == OP_APP && !term_arity(b, t));
}

void emit_shorten(emitter *e, term_id t, bool is_root)
{
    uint64_t number = map_get(&e->of_term, t, 0);
    bool array = sort_kind_of(e->bank, term_sort(e->bank, t)) == SORT_ARRAY;
    if (!number || is_leaf(e->bank, t) || map_get(&e->values, t, 0))
        return;
    uint64_t uses = map_get(&e->uses, t, 0);
    if (uses > 1 || array || (!is_root && strlen(e->exprs.at[number - 1].text) > LONG_TEXT))
        emit_hoist(e, t);
}

void emit_count_uses(emitter *e, const term_vec *order, const term_id *roots, size_t n)
{
    for (size_t i = 0; i < order->n; i++)
        for (uint32_t k = 0; k < term_arity(e->bank, order->at[i]); k++)
            ++*map_insert(&e->uses, term_arg(e->bank, order->at[i], k), NULL);
    for (size_t i = 0; i < n; i++)
        ++*map_insert(&e->uses, roots[i], NULL);
}

/* ---- The ladder ------------------------------------------------------------------------------ */

typedef struct emit_ladder {
    strbuf text;
    unsigned depth;                      /* of indentation */
    unsigned braces[DEEPEST_LADDER + 1]; /* the depths at which one was opened */
    unsigned open;
    bool deep; /* nested ifs; else: leave at the first that fails */
} emit_ladder;

static void indent(emit_ladder *l)
{
    for (unsigned i = 0; i < l->depth; i++)
        strbuf_puts(&l->text, "    ");
}

/* The statements that wait, each on its line. */
static void put_statements(emitter *e, emit_ladder *l)
{
    if (!e->statements.n)
        return;
    if (l->deep && l->depth > 1) {
        l->text.text[--l->text.n] = '\0';
        strbuf_puts(&l->text, " {\n");
        l->braces[l->open++] = l->depth - 1;
    }
    for (char *line = e->statements.text; *line;) {
        char *end = strchr(line, '\n');
        indent(l);
        strbuf_add(&l->text, line, (size_t)(end + 1 - line));
        line = end + 1;
    }
    strbuf_clear(&e->statements);
}

static void put_rung(emitter *e, emit_ladder *l, term_id constraint)
{
    const emit_expr *x = &e->exprs.at[map_get(&e->of_term, constraint, 0) - 1];
    strbuf text = STRBUF_INIT;
    put_statements(e, l);
    indent(l);
    if (x->partial) {
        e->flag = true;
        emit_operand(x, &text);
        strbuf_puts(&text, " && ok");
    } else {
        strbuf_puts(&text, x->text);
    }
    strbuf_puts(&l->text, l->deep ? "if (" : "if (!(");
    emit_put_with_flag(text.text, "ok", &l->text);
    strbuf_puts(&l->text, l->deep ? ")\n" : "))\n");
    l->depth++;
    if (!l->deep) {
        indent(l);
        strbuf_puts(&l->text, "return;\n");
        l->depth--;
    }
    strbuf_free(&text);
}

/* All constraints; false when some part has no C form. */
static bool put_ladder(emitter *e, const term_vec *roots, emit_ladder *l)
{
    term_vec order = {0};
    map root_set = {0};
    size_t next = 0;
    term_postorder(e->bank, roots->at, roots->n, &order);
    emit_count_uses(e, &order, roots->at, roots->n);
    for (size_t i = 0; i < roots->n; i++)
        map_put(&root_set, roots->at[i], 1);
    for (size_t i = 0; i < order.n && emit_term(e, order.at[i]); i++) {
        emit_shorten(e, order.at[i], map_get(&root_set, order.at[i], 0));
        while (next < roots->n && map_get(&e->of_term, roots->at[next], 0))
            put_rung(e, l, roots->at[next++]);
    }
    vec_free(&order);
    map_free(&root_set);
    indent(l);
    strbuf_puts(&l->text, "FOUND();\n");
    while (l->open) {
        l->depth = l->braces[--l->open];
        indent(l);
        strbuf_puts(&l->text, "}\n");
    }
    return !e->reason;
}

static void emitter_free(emitter *e)
{
    for (size_t i = 0; i < e->exprs.n; i++) {
        free(e->exprs.at[i].text);
        free(e->exprs.at[i].value);
        free(e->exprs.at[i].flag);
    }
    vec_free(&e->exprs);
    map_free(&e->of_term);
    map_free(&e->values);
    map_free(&e->uses);
    map_free(&e->names);
    map_free(&e->variables);
    vec_free(&e->wide);
    vec_free(&e->arrays);
    vec_free(&e->called);
    strbuf_free(&e->statements);
}

emit_program *emit_finish(emitter *e, strbuf *text, char **reason)
{
    emit_program *program = e->program;
    if (e->reason) {
        *reason = e->reason;
        emit_program_free(program);
        program = NULL;
        strbuf_free(text);
    } else {
        program->text = strbuf_detach(text);
    }
    emitter_free(e);
    return program;
}

emit_program *emit_c(term_bank *b, const box_set *boxes, const term_id *constraints, size_t n,
                     const emit_config *config, char **reason)
{
    emitter e = {.bank = b,
                 .boxes = boxes,
                 .operators = config->operators,
                 .program = base_alloc_zero(1, sizeof *e.program)};
    emit_ladder l = {.depth = 1, .deep = n <= DEEPEST_LADDER};
    term_vec roots = {0};
    strbuf file = STRBUF_INIT;
    strbuf_init(&e.statements);
    strbuf_init(&l.text);
    for (size_t i = 0; i < n; i++)
        vec_push(&roots, term_expand_definitions(b, constraints[i]));
    if (put_ladder(&e, &roots, &l))
        emit_file(&e, config, l.text.text, &file);
    strbuf_free(&l.text);
    vec_free(&roots);
    return emit_finish(&e, &file, reason);
}

void emit_program_free(emit_program *p)
{
    if (!p)
        return;
    free(p->text);
    vec_free(&p->inputs);
    free(p);
}
