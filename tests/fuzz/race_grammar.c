#include "fuzz/targets.h"
#include "race/grammar.h"

/* Whatever a grammar says, formulas can be made with it, or it was refused. */
void fuzz_race_grammar_one(const uint8_t *data, size_t size)
{
    term_bank *b = bank_new(false);
    char *error = NULL;
    grammar_config config = {.theories = "BV,Int", .variables = 2, .assertions = 2, .depth = 2};
    grammar *g = grammar_new(b, &config, &error);
    MUST(g);
    if (grammar_read(g, fuzz_file(data, size), &error)) {
        if (g->assertions <= 8 && g->depth <= 6) {
            rng r;
            formula f = {0};
            rng_seed(&r, size);
            grammar_generate(g, &r, &f);
            MUST(f.assertions.n == g->assertions);
            formula_free(&f);
        }
        PLANTED(g->assertions == 3 && g->depth == 4);
    }
    free(error);
    grammar_free(g);
    bank_free(b);
}
