/* The runtime's own reader: it is linked into targets, so its code is taken in here. */
#include "runtime/boxes/signature.c"

#include "fuzz/targets.h"

void fuzz_signature_one(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    tandem_signature s;
    const char *bad = NULL;
    if (tandem_signature_read(text, &s, &bad)) {
        MUST(s.n <= TANDEM_MAX_ARGS);
        for (uint32_t i = 0; i < s.n; i++)
            MUST(s.arg[i].size.n <= TANDEM_SIZE_TERMS);
        PLANTED(s.n == 3 && s.arg[1].kind == TANDEM_ARG_OUT && s.arg[1].size.n == 2);
    } else {
        MUST(bad >= text && bad <= text + strlen(text));
    }
    free(text);
}
