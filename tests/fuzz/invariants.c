#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "fuzz/targets.h"
#include "prove/ctext/inv_grammar.h"

/* One grammar of so many derives, since that takes long. */
enum { DERIVED = 8, FEW_TEXTS = 24, FEW_SENTENCES = 4, FEW_STEPS = 300 };

static void add(ir_program *p, const char *name)
{
    term_bank *b = p->bank;
    decl_id decl = decl_constant(b, symbol_make(b, name), SORT_ID_INT);
    ir_variable v = {.name = base_strdup(name),
                     .type = {.width = 32},
                     .term = term_app(b, decl, NULL, 0),
                     .range = TERM_ID_TRUE,
                     .shown = true};
    vec_push(&p->variables, v);
}

/* What the grammar derives for a program of two variables. */
static void derive(const inv_grammar *g)
{
    ir_program *p = base_alloc_zero(1, sizeof *p);
    p->bank = fuzz_bank();
    p->model = IR_MATH;
    add(p, "x");
    add(p, "n");
    ir_system s = {.program = p};
    term_vec conditions = {0};
    inv_sentences sentences = {0};
    prove_limits few = prove_limits_default; /* what goes wrong does so with few texts, too */
    few.grammar_texts = FEW_TEXTS;
    few.grammar_derived = FEW_STEPS;
    inv_grammar_words(g, &s, &few, &conditions, &sentences);
    for (size_t i = 0; i < conditions.n; i++)
        MUST(term_sort(p->bank, conditions.at[i]) == SORT_ID_BOOL);
    for (size_t i = 0; i < sentences.n; i++) {
        term_vec conjuncts = {0};
        for (size_t k = 0; k < sentences.at[i].n; k++)
            vec_push(&conjuncts, conditions.at[sentences.at[i].at[k]]);
        MUST(i > FEW_SENTENCES || inv_grammar_derives(g, &s, &few, &conjuncts));
        vec_free(&conjuncts);
        vec_free(&sentences.at[i]);
    }
    PLANTED(conditions.n > 2);
    vec_free(&sentences);
    vec_free(&conditions);
    ir_program_free(p);
}

void fuzz_invariants_one(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), *error = NULL;
    inv_grammar *g = inv_grammar_read(text, &error);
    MUST(g || error);
    if (g && hash_bytes(data, size) % DERIVED == 0)
        derive(g);
    free(error);
    inv_grammar_free(g);
    free(text);
}
