/* Models with random ground terms as values, one a file, for the fuzz targets that read terms and evaluate them:
 * random_models FOLDER [COUNT [SEED]]. What mutation of texts hardly makes is there from the beginning: terms of
 * fitting sorts, with each operator. */
#include <stdio.h>
#include <stdlib.h>

#include "random_terms.h"
#include "smtlib/print/printer.h"

enum { LONGEST = 500, DEPTH = 3 };

/* Constants that the targets know, each once; what is of another sort is compared. */
static const struct known {
    const char *name, *sort;
    sort_id of;
} known[] = {{"p", "Bool", 0},
             {"x", "Int", SORT_ID_INT},
             {"s", "String", SORT_ID_STRING},
             {"r", "Real", SORT_ID_REAL}};

static size_t name_for(sort_id sort)
{
    size_t i = sizeof known / sizeof *known - 1;
    while (i && known[i].of != sort)
        i--;
    return i;
}

static void put_definition(random_terms *g, const struct known *k, sort_id sort, strbuf *out)
{
    term_id t = random_term(g, sort, 1 + (unsigned)rng_below(&g->random, DEPTH));
    bool compared = !k->of && sort != SORT_ID_BOOL;
    strbuf_printf(out, "(define-fun %s () %s ", k->name, k->sort);
    smt_print_term(g->bank, compared ? term_eq(g->bank, t, random_term(g, sort, 1)) : t, NULL, out);
    strbuf_puts(out, ")\n");
}

static void put_model(random_terms *g, strbuf *out)
{
    bool done[sizeof known / sizeof *known] = {false};
    strbuf_puts(out, "(\n");
    for (int tries = 0; tries < 6; tries++) {
        sort_id sort = random_sort(g);
        size_t k = name_for(sort), before = out->n;
        if (!done[k])
            put_definition(g, &known[k], sort, out);
        done[k] = true;
        if (out->n > LONGEST)
            out->n = before;
    }
    strbuf_puts(out, ")\n");
}

static void write_file(const char *folder, uint64_t number, const strbuf *text)
{
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/random-%llu", folder, (unsigned long long)number);
    FILE *file = fopen(path.text, "w");
    if (!file || fwrite(text->text, 1, text->n, file) != text->n || fclose(file)) {
        perror(path.text);
        exit(4);
    }
    strbuf_free(&path);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: random_models FOLDER [COUNT [SEED]]\n");
        return 2;
    }
    uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 10) : 5000;
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    term_bank *b = bank_new(false);
    bank_marks start = bank_mark(b);
    for (uint64_t i = 0; i < count; i++) {
        random_terms g;
        random_terms_init(&g, b, i % 2 ? 127 : THEORY_CORE | 1u << (i / 2 % 7), seed + i);
        strbuf text = STRBUF_INIT;
        put_model(&g, &text);
        write_file(argv[1], i, &text);
        strbuf_free(&text);
        random_terms_free(&g);
        bank_release(b, &start);
    }
    bank_free(b);
    return 0;
}
