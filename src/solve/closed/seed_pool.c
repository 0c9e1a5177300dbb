#include "solve/closed/seed_pool.h"

#include <string.h>

void seed_pool_free(seed_pool *p)
{
    for (size_t i = 0; i < POOL_ROWS; i++)
        map_free(&p->at[i]);
}

map *seed_pool_add(seed_pool *p)
{
    map last = p->at[p->rows - 1];
    memmove(p->at + 1, p->at, (p->rows - 1) * sizeof *p->at);
    p->at[0] = last;
    map_clear(&p->at[0]);
    return &p->at[0];
}

void seed_pool_add_model(seed_pool *p, const term_model *m)
{
    map *row = seed_pool_add(p);
    for (size_t i = 0; i < model_size(m); i++) {
        decl_id d = model_decl_at(m, i);
        value_id v = decl_arity(p->bank, d) ? 0 : model_value(m, d);
        if (v)
            map_put(row, d, v);
    }
}

/* The value of a constant in a row, where it has one of the sort; else 0. */
static value_id pooled(const seed_pool *p, size_t row, decl_id d, sort_id sort)
{
    value_id v = (value_id)map_get(&p->at[row], d, 0);
    return v && value_sort(p->bank, v) == sort ? v : 0;
}

/* Numbers that boxes compare with, each for one input. */
static size_t sighted(const seed_pool *p, const box_set *boxes, const fuzz_bytecode *program,
                      seed_words *words)
{
    const box_sighting_vec *seen = boxes_sightings(boxes);
    size_t rows = 0;
    for (size_t k = 0; k < seen->n; k++) {
        uint64_t word = 0;
        if (seen->at[k].n > sizeof word)
            continue;
        memcpy(&word, seen->at[k].bytes, seen->at[k].n);
        for (size_t i = 0; i < program->inputs.n; i++) {
            sort_id sort = program->inputs.at[i].sort;
            if (sort_kind_of(p->bank, sort) != SORT_BV || !fuzz_sort_is_word(program, sort) ||
                sort_bv_width(p->bank, sort) < 8u * seen->at[k].n)
                continue;
            for (size_t other = 0; other < program->inputs.n; other++)
                vec_push(words, other == i ? word : 0);
            rows++;
        }
    }
    return rows;
}

size_t seed_pool_words(const seed_pool *p, const box_set *boxes, const fuzz_bytecode *program,
                       seed_words *words)
{
    size_t rows = 0;
    for (size_t k = 0; k < p->rows; k++) {
        if (!p->at[k].count)
            continue;
        for (size_t i = 0; i < program->inputs.n; i++) {
            const fuzz_input *in = &program->inputs.at[i];
            value_id v = pooled(p, k, in->decl, in->sort);
            bool is_word = v && fuzz_sort_is_word(program, in->sort);
            vec_push(words, is_word ? word_of_value(p->bank, v) : v);
        }
        rows++;
    }
    return rows + sighted(p, boxes, program, words);
}

void seed_pool_models(const seed_pool *p, const vec_u32 *decls, seed_models *models)
{
    for (size_t k = 0; k < p->rows; k++) {
        if (!p->at[k].count)
            continue;
        term_model *m = model_new(p->bank);
        for (size_t i = 0; i < decls->n; i++) {
            value_id v = pooled(p, k, decls->at[i], decl_range(p->bank, decls->at[i]));
            if (v)
                model_set_value(m, decls->at[i], v);
        }
        vec_push(models, m);
    }
}
