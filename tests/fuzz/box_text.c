#include "box/program/text.h"
#include "fuzz/targets.h"

static void read_one(term_bank *b, sort_id sort, const char *text)
{
    char *error = NULL;
    value_id v = text_read_value(b, sort, text, &error);
    MUST(v || error);
    MUST(!v || value_sort(b, v) == sort);
    PLANTED(v && sort == SORT_ID_REAL && text[0] == '(');
    free(error);
}

void fuzz_box_text_one(const uint8_t *data, size_t size)
{
    term_bank *b = fuzz_bank();
    sort_id sorts[] = {SORT_ID_BOOL,  SORT_ID_INT, SORT_ID_REAL,      SORT_ID_STRING,
                       sort_bv(b, 8), SORT_ID_RM,  sort_fp(b, 5, 11), sort_bv(b, 100)};
    char *text = fuzz_text(data, size);
    for (size_t i = 0; i < sizeof sorts / sizeof *sorts; i++)
        read_one(b, sorts[i], text);
    free(text);
}
