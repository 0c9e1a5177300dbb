/* Opaque operations in vocabularies: applied to variables they are columns. */
#include "prove/invariant/vocabulary.h"

#include "term/core/walk.h"

enum { MAX_ARITY = 8 };

static term_id number(term_bank *b, int64_t n)
{
    return term_const(b, value_int(b, n));
}

static bool add_unique(term_vec *list, term_id t)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i] == t)
            return false;
    vec_push(list, t);
    return true;
}

bool vocabulary_opaque(const ir_program *p, term_id t)
{
    term_vec order = {0};
    bool found = false;
    term_postorder(p->bank, &t, 1, &order);
    for (size_t i = 0; i < order.n && !found; i++)
        found = term_op_of(p->bank, order.at[i]) == OP_APP && term_arity(p->bank, order.at[i]) &&
                ir_opaque_find(p, term_decl(p->bank, order.at[i]));
    vec_free(&order);
    return found;
}

/* ---- Opaque operations applied to variables -------------------------------------------------- */

static bool is_shown(const ir_program *p, term_id t)
{
    for (size_t v = 0; v < p->variables.n; v++)
        if (p->variables.at[v].term == t)
            return p->variables.at[v].shown;
    return false;
}

/* Every constant in it is a shown variable. */
static bool only_shown(const ir_program *p, term_id t)
{
    term_vec order = {0};
    bool good = true;
    term_postorder(p->bank, &t, 1, &order);
    for (size_t i = 0; i < order.n && good; i++)
        good = term_op_of(p->bank, order.at[i]) != OP_APP || term_arity(p->bank, order.at[i]) ||
               is_shown(p, order.at[i]);
    vec_free(&order);
    return good;
}

/* The applications that are in the program's text. */
static void calls_of_text(const ir_system *s, term_vec *calls)
{
    const term_bank *b = s->program->bank;
    term_vec order = {0};
    atoms_terms_of_system(s, &order);
    for (size_t i = 0; i < order.n; i++)
        if (term_op_of(b, order.at[i]) == OP_APP && term_arity(b, order.at[i]))
            vec_push(calls, order.at[i]);
    vec_free(&order);
}

/* All tuples of variables as arguments. */
static void all_tuples(const vocabulary *v, const ir_opaque *o, term_vec *calls)
{
    term_bank *b = v->system->program->bank;
    uint32_t arity = decl_arity(b, o->decl);
    size_t digits[MAX_ARITY] = {0};
    term_id args[MAX_ARITY];
    for (;;) {
        for (uint32_t k = 0; k < arity; k++)
            args[k] = v->numbers.at[digits[k]].term;
        if (calls->n < v->limits->calls)
            add_unique(calls, term_app(b, o->decl, args, arity));
        uint32_t k = 0;
        while (k < arity && ++digits[k] == v->n_plain)
            digits[k++] = 0;
        if (k == arity)
            return;
    }
}

/* One argument of a call in the text replaced by a variable. */
static void replace_one(const vocabulary *v, term_id call, term_vec *calls)
{
    term_bank *b = v->system->program->bank;
    uint32_t arity = term_arity(b, call);
    term_id args[MAX_ARITY];
    /* Other numbers in memory would be another memory. */
    const ir_opaque *o = ir_opaque_find(v->system->program, term_decl(b, call));
    for (uint32_t k = 0; k < (o && o->behind ? o->memory : arity); k++)
        for (size_t x = 0; x < v->n_plain && calls->n < v->limits->calls; x++) {
            memcpy(args, term_args(b, call), arity * sizeof *args);
            args[k] = v->numbers.at[x].term;
            term_id t = term_app(b, term_decl(b, call), args, arity);
            if (only_shown(v->system->program, t))
                add_unique(calls, t);
        }
}

static void neighbours(const vocabulary *v, const ir_opaque *o, term_vec *calls)
{
    term_bank *b = v->system->program->bank;
    for (size_t x = 0; x < v->n_plain; x++)
        for (int64_t d = -1; d <= 1 && calls->n < v->limits->calls; d++) {
            term_id arg =
                d ? term_make2(b, d < 0 ? OP_SUB : OP_ADD, v->numbers.at[x].term, number(b, 1))
                  : v->numbers.at[x].term;
            add_unique(calls, term_app(b, o->decl, &arg, 1));
        }
}

static bool numbers_only(const term_bank *b, decl_id d)
{
    bool good = decl_range(b, d) == SORT_ID_INT && decl_arity(b, d) <= MAX_ARITY;
    for (uint32_t k = 0; good && k < decl_arity(b, d); k++)
        good = decl_domain(b, d, k) == SORT_ID_INT;
    return good;
}

static void find_calls(const vocabulary *v, term_vec *calls)
{
    const ir_program *p = v->system->program;
    term_vec text = {0};
    calls_of_text(v->system, &text);
    for (size_t i = 0; i < text.n; i++)
        if (numbers_only(p->bank, term_decl(p->bank, text.at[i])) && only_shown(p, text.at[i]))
            add_unique(calls, text.at[i]);
    for (size_t i = 0; i < p->opaques.n; i++) {
        const ir_opaque *o = &p->opaques.at[i];
        uint32_t arity = decl_arity(p->bank, o->decl);
        size_t tuples = 1;
        for (uint32_t k = 0; k < arity && tuples <= v->limits->call_tuples; k++)
            tuples *= v->n_plain;
        if (o->nullary || o->behind || !v->n_plain || !numbers_only(p->bank, o->decl))
            continue;
        if (arity == 1)
            neighbours(v, o, calls);
        else if (tuples <= v->limits->call_tuples)
            all_tuples(v, o, calls);
    }
    for (size_t i = 0; i < text.n; i++)
        if (numbers_only(p->bank, term_decl(p->bank, text.at[i])))
            replace_one(v, text.at[i], calls);
    vec_free(&text);
}

void vocabulary_add_calls(vocabulary *v, bool products)
{
    term_bank *b = v->system->program->bank;
    term_vec calls = {0};
    find_calls(v, &calls);
    size_t n_plain = v->n_plain;
    for (size_t i = 0; i < calls.n; i++) {
        if (i < v->limits->linear_calls && v->n_linear == v->columns.n &&
            v->n_linear < v->limits->linear_columns)
            v->n_linear++;
        vec_push(&v->columns, calls.at[i]);
    }
    for (size_t i = 0; products && i < calls.n; i++)
        for (size_t x = 0; x < n_plain && v->columns.n < v->limits->columns; x++)
            vec_push(&v->columns, term_make2(b, OP_MUL, v->numbers.at[x].term, calls.at[i]));
    v->matches = calls.n > 0;
    vec_free(&calls);
}

void vocabulary_add_opaque_conditions(vocabulary *v)
{
    const ir_program *p = v->system->program;
    term_vec order = {0};
    atoms_terms_of_system(v->system, &order);
    for (size_t i = 0; i < order.n && v->conditions.n < v->limits->opaque_conditions; i++) {
        term_id t = order.at[i];
        bool atom = atoms_is_comparison(p->bank, t) ||
                    (term_op_of(p->bank, t) == OP_APP && term_arity(p->bank, t));
        if (!atom || term_sort(p->bank, t) != SORT_ID_BOOL || !vocabulary_opaque(p, t) ||
            !only_shown(p, t))
            continue;
        add_unique(&v->conditions, t);
        add_unique(&v->conditions, term_not(p->bank, t));
    }
    vec_free(&order);
}
