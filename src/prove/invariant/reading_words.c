/* States as frames of machine words. */
#include <stdlib.h>

#include "prove/invariant/reading.h"

static reading_words *self(reading *r)
{
    return (reading_words *)r;
}

static read_result read_term(const reading_words *r, size_t term, word *value)
{
    bool failed;
    if (machine_term(r->machine, term, value, &failed))
        return READ_VALUE;
    return failed ? READ_CRASHED : READ_NONE;
}

static read_result read_column(reading *r, size_t i, word *value)
{
    return read_term(self(r), i, value);
}

static read_result read_number(reading *r, size_t i, word *value)
{
    const vocabulary_number *x = &r->v->numbers.at[i];
    read_result result = read_term(self(r), r->v->columns.n + i, value);
    unsigned unused = 64 - x->width;
    if (x->width && !x->is_unsigned)
        *value = (word)((uint64_t)*value << unused) >> unused;
    if (result == READ_VALUE && x->width == 64 && x->is_unsigned && *value < 0)
        return READ_LARGE;
    return result;
}

/* Statements about all elements, at each index that there is. */
static void look_at_elements(reading_words *r)
{
    const vocabulary *v = r->base.v;
    r->looked_at = true;
    for (size_t i = v->first_of_all; i < v->conditions.n; i++) {
        r->results[i] = READ_VALUE;
        r->truths[i] = true;
    }
    for (size_t k = 0; k < r->indices; k++) {
        machine_look_at(r->machine, (word)k);
        for (size_t i = v->first_of_all; i < v->conditions.n; i++) {
            word holds;
            if (r->results[i] != READ_VALUE || !r->truths[i])
                continue;
            r->results[i] = read_term(r, r->first_condition + i, &holds);
            r->truths[i] = r->results[i] == READ_VALUE && holds;
        }
    }
}

static read_result read_condition(reading *r, size_t i, bool *truth)
{
    reading_words *x = self(r);
    if (i >= r->v->first_of_all) {
        if (!x->looked_at)
            look_at_elements(x);
        *truth = x->truths[i];
        return x->results[i];
    }
    word holds;
    read_result result = read_term(x, x->first_condition + i, &holds);
    *truth = result == READ_VALUE && holds;
    return result;
}

void reading_words_terms(const vocabulary *v, term_vec *terms, machine_config *config)
{
    vec_append(terms, v->columns.at, v->columns.n);
    for (size_t i = 0; i < v->numbers.n; i++)
        vec_push(terms, v->numbers.at[i].term);
    config->terms = terms;
    config->index = v->first_of_all < v->tests.n ? v->index : 0;
    config->first_of_all = terms->n + v->first_of_all;
    vec_append(terms, v->tests.at, v->tests.n);
}

void reading_words_init(reading_words *r, const vocabulary *v, machine *m)
{
    static const reading_kind kind = {read_column, read_number, read_condition, NULL};
    const frame_layout *l = machine_layout(m);
    *r = (reading_words){.base = {.kind = &kind, .v = v, .partial = true}, .machine = m};
    r->first_condition = v->columns.n + v->numbers.n;
    for (size_t i = 0; i < l->arrays.n; i++)
        r->indices = l->arrays.at[i].n > r->indices ? l->arrays.at[i].n : r->indices;
    r->results = base_alloc_zero(v->conditions.n + 1, sizeof *r->results);
    r->truths = base_alloc_zero(v->conditions.n + 1, sizeof *r->truths);
}

void reading_words_free(reading_words *r)
{
    free(r->results);
    free(r->truths);
}

void reading_words_look(reading_words *r, const word *frame)
{
    r->looked_at = false;
    machine_look(r->machine, frame);
}
