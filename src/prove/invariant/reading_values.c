/* States as values of terms. */
#include <stdlib.h>

#include "prove/invariant/arrays.h"
#include "prove/invariant/reading.h"

static reading_values *self(reading *r)
{
    return (reading_values *)r;
}

static read_result read_column(reading *r, size_t i, word *value)
{
    const term_bank *b = r->v->system->program->bank;
    value_id v = eval_term(self(r)->evaluator, r->v->columns.at[i]);
    uint64_t bits;
    if (!v)
        return READ_NONE;
    if (!r->v->ring_width)
        return value_small_int(b, v, value) ? READ_VALUE : READ_LARGE;
    if (!value_small_bits(b, v, &bits))
        return READ_NONE;
    *value = (word)bits;
    return READ_VALUE;
}

static void read_large(reading *r, size_t i, mpz_t value)
{
    mpz_t number;
    value_scratch scratch;
    value_mpz(r->v->system->program->bank, eval_term(self(r)->evaluator, r->v->columns.at[i]),
              number, &scratch);
    mpz_set(value, number);
}

static read_result read_number(reading *r, size_t i, word *value)
{
    const term_bank *b = r->v->system->program->bank;
    const vocabulary_number *x = &r->v->numbers.at[i];
    value_id v = eval_term(self(r)->evaluator, x->term);
    uint64_t bits;
    if (!v)
        return READ_NONE;
    if (!x->width)
        return value_small_int(b, v, value) ? READ_VALUE : READ_LARGE;
    if (!value_small_bits(b, v, &bits) || (x->is_unsigned && x->width == 64 && bits > INT64_MAX))
        return READ_LARGE;
    unsigned unused = 64 - x->width;
    *value = x->is_unsigned ? (word)bits : (word)(bits << unused) >> unused;
    return READ_VALUE;
}

/* Statements about all elements, at each index that matters. False: undetermined. */
static bool look_at_elements(reading_values *r)
{
    const vocabulary *v = r->base.v;
    decl_id index = term_decl(v->system->program->bank, v->index);
    vec_u32 indices = {0};
    bool good = true;
    r->truths = base_alloc_zero(v->conditions.n + 1, sizeof *r->truths);
    for (size_t i = v->first_of_all; i < v->conditions.n; i++)
        r->truths[i] = true;
    arrays_indices_of(v->system, v->limits, r->values, &indices);
    if (r->indices)
        vec_append(&indices, r->indices->at, r->indices->n);
    for (size_t k = 0; k < indices.n && good; k++) {
        model_set_value(r->model, index, indices.at[k]);
        evaluator *e = eval_new(r->model, &(eval_config){.complete = true});
        for (size_t i = v->first_of_all; i < v->conditions.n && good; i++) {
            value_id value = r->truths[i] ? eval_term(e, v->tests.at[i]) : VALUE_ID_FALSE;
            good = value != 0;
            r->truths[i] = value_is_true(value);
        }
        eval_free(e);
    }
    vec_free(&indices);
    return good;
}

static read_result read_condition(reading *r, size_t i, bool *truth)
{
    reading_values *x = self(r);
    if (i >= r->v->first_of_all) {
        if (!x->truths && !look_at_elements(x))
            return READ_NONE;
        *truth = x->truths[i];
        return READ_VALUE;
    }
    value_id v = eval_term(x->evaluator, r->v->tests.at[i]);
    *truth = v && value_is_true(v);
    return v ? READ_VALUE : READ_NONE;
}

void reading_values_init(reading_values *r, const vocabulary *v, const value_id *values,
                         const vec_u32 *indices)
{
    static const reading_kind kind = {read_column, read_number, read_condition, read_large};
    const ir_program *p = v->system->program;
    *r = (reading_values){.base = {.kind = &kind, .v = v}, .values = values, .indices = indices};
    r->model = model_new(p->bank);
    for (size_t i = 0; i < p->variables.n; i++)
        model_set_value(r->model, term_decl(p->bank, p->variables.at[i].term), values[i]);
    r->evaluator = eval_new(r->model, &(eval_config){.complete = true});
}

void reading_values_free(reading_values *r)
{
    eval_free(r->evaluator);
    model_free(r->model);
    free(r->truths);
}
