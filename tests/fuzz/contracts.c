#include <string.h>

#include "fuzz/targets.h"
#include "program/contracts.h"

static size_t lines_of(const char *text)
{
    size_t n = 0;
    for (; (text = strchr(text, '\n')); text++)
        n++;
    return n;
}

/* Lines stay where they are. */
void fuzz_contracts_one(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    strbuf out = STRBUF_INIT;
    if (ir_contracts_apply(text, &out)) {
        MUST(lines_of(text) == lines_of(out.text));
        PLANTED(strstr(out.text, "assume(") && strstr(out.text, "assert("));
    }
    strbuf_free(&out);
    free(text);
}
