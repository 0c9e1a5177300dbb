#include "term/core/op.h"

#include <assert.h>

static const struct {
    const char *text, *name;
    unsigned indices;
} table[OP_COUNT] = {
    [OP_NONE] = {"", "NONE", 0},
#define OP(name, text, indices, signature) [OP_##name] = {text, #name, indices},
#include "term/core/ops.def"
#undef OP
};

const char *term_op_text(term_op op)
{
    assert(op < OP_COUNT);
    return table[op].text;
}

const char *term_op_name(term_op op)
{
    assert(op < OP_COUNT);
    return table[op].name;
}

unsigned term_op_indices(term_op op)
{
    assert(op < OP_COUNT);
    return table[op].indices;
}
