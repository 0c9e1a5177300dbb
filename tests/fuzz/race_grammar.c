#include <string.h>

#include "base/alloc.h"
#include "fuzz/targets.h"
#include "race/grammar.h"

/* One grammar for all inputs, set back to how it began by each: making one takes far longer than
 * reading a file. */
typedef struct fuzz_state {
    term_bank *bank;
    grammar *grammar, start;
    construct *constructs; /* as they were */
    bank_marks mark;
} fuzz_state;

static fuzz_state state;

static void free_state(void)
{
    free(state.constructs);
    grammar_free(state.grammar);
    bank_free(state.bank);
}

static void make_state(void)
{
    char *error = NULL;
    grammar_config config = {.theories = "BV,Int", .variables = 2, .assertions = 2, .depth = 2};
    state.bank = bank_new(false);
    state.grammar = grammar_new(state.bank, &config, &error);
    MUST(state.grammar);
    state.start = *state.grammar;
    size_t bytes = state.start.constructs.n * sizeof *state.constructs;
    state.constructs = base_alloc(bytes);
    memcpy(state.constructs, state.start.constructs.at, bytes);
    state.mark = bank_mark(state.bank);
    atexit(free_state);
}

static grammar *fresh_grammar(void)
{
    if (!state.bank)
        make_state();
    *state.grammar = state.start;
    memcpy(state.grammar->constructs.at, state.constructs,
           state.start.constructs.n * sizeof *state.constructs);
    bank_release(state.bank, &state.mark);
    return state.grammar;
}

/* Whatever a grammar says, formulas can be made with it, or it was refused. */
void fuzz_race_grammar_one(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), *error = NULL;
    grammar *g = fresh_grammar();
    if (grammar_parse(g, "f", text, &error)) {
        if (g->assertions <= 4 && g->depth <= 4) {
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
    free(text);
}
