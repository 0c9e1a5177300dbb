#include <string.h>

#include "base/alloc.h"
#include "box/worker/marshal.h"
#include "fuzz/targets.h"
#include "fuzz/values/vpack.h"

static void read_result(term_bank *b, box_parameter p, const uint8_t *data, size_t size)
{
    uint8_t *copy = base_alloc(size + 1);
    if (size)
        memcpy(copy, data, size);
    char *error = NULL;
    marshal_area a = {.bytes = copy, .size = size, .good = true};
    value_id v = marshal_result(b, &p, &a, &error);
    MUST(v || error);
    MUST(!v || value_sort(b, v) == p.sort);
    PLANTED(v && p.class == BOX_CLASS_STRING && a.at == 24);
    free(error);
    vpack pack = {.bytes = copy, .size = size, .good = true};
    v = vpack_get(&pack, b, p.sort);
    MUST(!v || value_sort(b, v) == p.sort);
    free(copy);
}

/* What a worker left in shared memory, as results of all kinds of C types. */
void fuzz_box_reply_one(const uint8_t *data, size_t size)
{
    term_bank *b = fuzz_bank();
    sort_id bits = sort_bv(b, 8);
    const box_parameter kinds[] = {
        {.class = BOX_CLASS_BOOL, .sort = SORT_ID_BOOL, .width = 1, .size = 1},
        {.class = BOX_CLASS_BITS, .sort = sort_bv(b, 13), .width = 13, .size = 2},
        {.class = BOX_CLASS_DOUBLE, .sort = sort_fp(b, 11, 53), .width = 64, .size = 8},
        {.class = BOX_CLASS_INT, .sort = SORT_ID_INT, .width = 64, .size = 8},
        {.class = BOX_CLASS_REAL, .sort = SORT_ID_REAL, .width = 64, .size = 8},
        {.class = BOX_CLASS_MODE, .sort = SORT_ID_RM, .width = 32, .size = 4},
        {.class = BOX_CLASS_STRING, .sort = SORT_ID_STRING, .size = 8},
        {.class = BOX_CLASS_TEXT, .sort = SORT_ID_REAL, .size = 8},
        {.class = BOX_CLASS_WIDE, .sort = sort_bv(b, 100), .width = 100, .size = 8},
        {.class = BOX_CLASS_ARRAY,
         .sort = sort_array(b, sort_bv(b, 4), bits),
         .width = 8,
         .size = 1},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        read_result(b, kinds[i], data, size);
}
