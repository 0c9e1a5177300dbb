#include <string.h>

#include "fuzz/targets.h"
#include "smtlib/format/format.h"

/* What is formatted stays as it is when it is formatted again. */
void fuzz_format_one(const uint8_t *data, size_t size)
{
    smt_format_options options = {.width = 80};
    strbuf once = STRBUF_INIT, twice = STRBUF_INIT;
    char *error = NULL;
    if (smt_format((const char *)data, size, &options, &once, &error)) {
        MUST(smt_format(once.text, once.n, &options, &twice, &error));
        MUST(once.n == twice.n && !memcmp(once.text, twice.text, once.n));
        PLANTED(strstr(once.text, "(assert (=> "));
    }
    free(error);
    strbuf_free(&once);
    strbuf_free(&twice);
}
