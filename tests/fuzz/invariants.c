#include <string.h>

#include "fuzz/targets.h"
#include "prove/ctext/inv_grammar.h"

void fuzz_invariants_one(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), *error = NULL;
    inv_grammar *g = inv_grammar_read(text, &error);
    MUST(g || error);
    PLANTED(g && strstr(text, "\"||\""));
    free(error);
    inv_grammar_free(g);
    free(text);
}
