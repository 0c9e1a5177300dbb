#include "fuse/seeds/prepared.h"

#include "term/core/subst.h"
#include "term/core/walk.h"

void prepared_init(prepared *p, seed_set *seeds, uint64_t literals, uint64_t compound)
{
    *p = (prepared){.seeds = seeds,
                    .suffix = renamer_suffix(seeds->bank),
                    .literals = literals,
                    .compound = compound};
    p->all = base_alloc_zero(seeds->seeds.n + 1, sizeof *p->all);
    for (int d = 0; d < DIALECT_COUNT; d++)
        term_texts_init(&p->terms[d]);
}

static void free_one(prepared_seed *s)
{
    for (int role = 0; role < ROLE_COUNT; role++) {
        eval_free(s->values[role]);
        vec_free(&s->truths[role]);
    }
    for (int role = 0; role < ROLE_COUNT; role++)
        if (s->ready[role]) {
            formula_free(&s->formula[role]);
            side_free(&s->sides[role]);
            for (int i = 0; i < DIALECT_COUNT * FRAME_COUNT; i++) {
                side_text *t = s->texts[role][i / FRAME_COUNT][i % FRAME_COUNT];
                if (t)
                    side_text_free(t);
                free(t);
            }
        }
    renamer_free(&s->names);
    model_free(s->second);
}

void prepared_free(prepared *p)
{
    for (size_t i = 0; i < p->seeds->seeds.n; i++)
        free_one(&p->all[i]);
    free(p->all);
    for (int d = 0; d < DIALECT_COUNT; d++)
        term_texts_free(&p->terms[d]);
    free(p->suffix);
}

/* Definitions stay as they are, unless free constants hide in them: those must be in reach. */
static bool has_open_definition(const term_bank *b, const term_vec *assertions)
{
    bool found = false;
    term_vec order = {0};
    vec_u32 decls = {0};
    term_postorder(b, assertions->at, assertions->n, &order);
    for (size_t i = 0; i < order.n && !found; i++) {
        if (term_op_of(b, order.at[i]) != OP_APP)
            continue;
        decl_id d = term_decl(b, order.at[i]);
        if (decl_kind_of(b, d) != DECL_DEFINED)
            continue;
        term_id body = decl_body(b, d);
        vec_clear(&decls);
        term_free_decls(b, &body, 1, &decls);
        found = decls.n > 0;
    }
    vec_free(&order);
    vec_free(&decls);
    return found;
}

static void make_ready(prepared *p, size_t number, seed_role role)
{
    prepared_seed *s = &p->all[number];
    term_bank *b = p->seeds->bank;
    const seed *origin = &p->seeds->seeds.at[number];
    formula *f = &s->formula[role];
    formula_copy(f, &origin->formula);
    if (has_open_definition(b, &f->assertions)) {
        for (size_t i = 0; i < f->assertions.n; i++)
            f->assertions.at[i] = term_expand_definitions(b, f->assertions.at[i]);
    }
    if (role == ROLE_SECOND) {
        renamer_init(&s->names, b, p->suffix);
        for (size_t i = 0; i < f->assertions.n; i++)
            f->assertions.at[i] = renamer_term(&s->names, f->assertions.at[i]);
    }
    side_init(&s->sides[role], b, f, p->literals, p->compound);
    s->ready[role] = true;
}

side *prepared_side(prepared *p, size_t number, seed_role role)
{
    if (!p->all[number].ready[role])
        make_ready(p, number, role);
    return &p->all[number].sides[role];
}

const formula *prepared_formula(prepared *p, size_t number, seed_role role)
{
    prepared_side(p, number, role);
    return &p->all[number].formula[role];
}

const term_model *prepared_model(prepared *p, size_t number, seed_role role)
{
    prepared_seed *s = &p->all[number];
    const term_model *own = seeds_model(p->seeds, number, false);
    if (!own || role == ROLE_FIRST)
        return own;
    prepared_side(p, number, role);
    if (!s->second) {
        s->second = model_new(p->seeds->bank);
        renamer_model(&s->names, own, s->second);
    }
    return s->second;
}

static void find_truths(const side *s, evaluator *e, term_vec *out)
{
    for (size_t i = 0; i < s->nodes.n; i++) {
        term_id t = s->nodes.at[i];
        if (term_op_of(s->bank, t) != OP_PATTERN && term_sort(s->bank, t) == SORT_ID_BOOL &&
            !term_has_var(s->bank, t) && eval_term(e, t))
            vec_push(out, t);
    }
}

const evaluator *prepared_values(prepared *p, size_t number, seed_role role)
{
    prepared_seed *s = &p->all[number];
    const term_model *m = prepared_model(p, number, role);
    if (m && !s->values[role]) {
        const term_vec *assertions = &prepared_formula(p, number, role)->assertions;
        eval_config config = {.complete = true};
        s->values[role] = eval_new(m, &config);
        s->holds[role] = true;
        for (size_t i = 0; i < assertions->n; i++)
            s->holds[role] &= value_is_true(eval_term(s->values[role], assertions->at[i]));
        find_truths(&s->sides[role], s->values[role], &s->truths[role]);
        eval_freeze(s->values[role]);
    }
    return s->values[role];
}

const term_vec *prepared_truths(prepared *p, size_t number, seed_role role)
{
    return &p->all[number].truths[role];
}

bool prepared_holds(prepared *p, size_t number, seed_role role)
{
    return prepared_values(p, number, role) && p->all[number].holds[role];
}

const side_text *prepared_text(prepared *p, size_t number, seed_role role, smt_dialect dialect,
                               text_frame frame)
{
    side_text **place = &p->all[number].texts[role][dialect][frame];
    if (!*place) {
        *place = base_alloc_zero(1, sizeof **place);
        side_text_init(*place, &p->all[number].sides[role], dialect, frame);
    }
    return *place;
}
