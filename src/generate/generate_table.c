#include "generate/generate_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/map.h"
#include "generate/generate_plan.h"
#include "generate/signature.h"

const signature generate_signatures[OP_COUNT] = {
#define OP(name, text, indices, signature) [OP_##name] = signature,
#include "term/core/ops.def"
#undef OP
};

enum {
    BOOL = 1 << SORT_BOOL,
    INT = 1 << SORT_INT,
    REAL = 1 << SORT_REAL,
    BV = 1 << SORT_BV,
    FP = 1 << SORT_FP,
    STRING = 1 << SORT_STRING,
    REGLAN = 1 << SORT_REGLAN,
    ARRAY = 1 << SORT_ARRAY,
    COLLECTIONS = 1 << SORT_SEQ | 1 << SORT_SET | 1 << SORT_BAG,
    ANY = -1
};

/* What sorts a signature can result in, and which the palette must have one of for it (0: none). */
static const struct {
    int makes, needs;
} kinds[] = {
    [BOOL_1] = {BOOL, 0},
    [BOOL_N] = {BOOL, 0},
    [SAME_N_BOOL] = {BOOL, 0},
    [ARITH_N_BOOL] = {BOOL, INT | REAL},
    [DIVISIBLE] = {BOOL, INT},
    [REAL_BOOL] = {BOOL, REAL},
    [BV_2_BOOL] = {BOOL, BV},
    [BV_1_BOOL] = {BOOL, BV},
    [FP_N_BOOL] = {BOOL, FP},
    [FP_1_BOOL] = {BOOL, FP},
    [STR_N_BOOL] = {BOOL, STRING},
    [STR_2_BOOL] = {BOOL, STRING},
    [STR_1_BOOL] = {BOOL, STRING},
    [STR_IN_RE] = {BOOL, REGLAN},
    [ARITH_1] = {INT | REAL, 0},
    [ARITH_N] = {INT | REAL, 0},
    [REAL_N] = {REAL, 0},
    [INT_REAL] = {REAL, INT},
    [FP_REAL] = {REAL, FP},
    [INT_N] = {INT, 0},
    [INT_2] = {INT, 0},
    [REAL_INT] = {INT, REAL},
    [BV_INT] = {INT, BV},
    [STR_INT] = {INT, STRING},
    [STR_INDEXOF] = {INT, STRING},
    [BV_1] = {BV, 0},
    [BV_N] = {BV, 0},
    [BV_2] = {BV, 0},
    [BVCOMP] = {BV, BV},
    [CONCAT] = {BV, 0},
    [EXTRACT] = {BV, 0},
    [REPEAT] = {BV, 0},
    [EXTEND] = {BV, 0},
    [INT_BV] = {BV, INT},
    [FP_TO_BV] = {BV, FP},
    [FP_BITS] = {BV, FP},
    [FP_TRIPLE] = {FP, 0},
    [FP_1] = {FP, 0},
    [FP_2] = {FP, 0},
    [RM_FP_1] = {FP, 0},
    [RM_FP_2] = {FP, 0},
    [RM_FP_3] = {FP, 0},
    [FP_FROM_BITS] = {FP, 0},
    [FP_FROM_FP] = {FP, FP},
    [FP_FROM_REAL] = {FP, REAL},
    [FP_FROM_BV] = {FP, 0},
    [STR_N] = {STRING, 0},
    [STR_AT] = {STRING, INT},
    [STR_SUBSTR] = {STRING, INT},
    [STR_3] = {STRING, 0},
    [STR_RE_STR] = {STRING, REGLAN},
    [INT_STR] = {STRING, INT},
    [STR_RE] = {REGLAN, 0},
    [RE_0] = {REGLAN, 0},
    [RE_1] = {REGLAN, 0},
    [RE_N] = {REGLAN, 0},
    [RE_RANGE] = {REGLAN, 0},
    [STORE] = {ARRAY, 0},
    [SELECT] = {ANY, ARRAY},
    [ITE] = {ANY, 0},
    [COLLECTION] = {ANY, 0},
};

bool generate_makes(term_op op, sort_kind kind)
{
    return op >= OP_FIRST_EXTENSION || kinds[generate_signatures[op]].makes >> kind & 1;
}

struct generate_table {
    const bool *forbidden;
    map numbers;                        /* palette and kind -> number in the list + 1 */
    unsigned last;                      /* the palette that was asked for last */
    const op_list *row[GENERATE_KINDS]; /* its lists, by kind */
    VEC(op_list *) lists;
};

generate_table *generate_table_new(const bool *forbidden)
{
    generate_table *t = base_alloc_zero(1, sizeof *t);
    t->forbidden = forbidden;
    return t;
}

void generate_table_free(generate_table *t)
{
    if (!t)
        return;
    for (size_t i = 0; i < t->lists.n; i++) {
        vec_free(t->lists.at[i]);
        free(t->lists.at[i]);
    }
    vec_free(&t->lists);
    map_free(&t->numbers);
    free(t);
}

static bool suits(term_op op, unsigned palette, sort_kind kind)
{
    if (op >= OP_FIRST_EXTENSION)
        return (palette & COLLECTIONS || op < OP_SEQ_UNIT) && op < OP_CAST;
    int needs = kinds[generate_signatures[op]].needs;
    return generate_is_ordinary(op) && generate_makes(op, kind) &&
           (!needs || palette & (unsigned)needs);
}

static const op_list *find(generate_table *t, unsigned palette, sort_kind kind)
{
    uint64_t *number = map_insert(&t->numbers, (uint64_t)palette * GENERATE_KINDS + kind, NULL);
    if (!*number) {
        op_list *list = base_alloc_zero(1, sizeof *list);
        for (int op = 1; op < OP_COUNT; op++)
            if (suits((term_op)op, palette, kind) && !t->forbidden[op])
                vec_push(list, (uint16_t)op);
        vec_push(&t->lists, list);
        *number = t->lists.n;
    }
    return t->lists.at[*number - 1];
}

const op_list *const *generate_table_row(generate_table *t, unsigned palette)
{
    if (palette != t->last)
        memset(t->row, 0, sizeof t->row);
    t->last = palette;
    return t->row;
}

const op_list *generate_table_find(generate_table *t, unsigned palette, sort_kind kind)
{
    generate_table_row(t, palette);
    if (!t->row[kind])
        t->row[kind] = find(t, palette, kind);
    return t->row[kind];
}
