#include "fuzz/targets.h"
#include "judge/known.h"

void fuzz_known_one(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), *error = NULL;
    known_list *k = known_parse("f", text, &error);
    MUST(k || error);
    if (k) {
        finding f = {0};
        finding_init(&f);
        finding_set(&f.solver, "z3");
        finding_set(&f.version, "4.8.12");
        finding_set(&f.message, "ASSERTION VIOLATION in bv_rewriter.cpp");
        size_t line = known_match(k, &f, "(and x y)");
        PLANTED(line == 2);
        finding_free(&f);
    }
    free(error);
    known_free(k);
    free(text);
}
