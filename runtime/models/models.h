/* Exact models of common functions: the result as one expression over the bytes, instead of a
 * closed box. A model never branches; one query can find a whole string. */
#ifndef TANDEM_RUNTIME_MODELS_MODELS_H
#define TANDEM_RUNTIME_MODELS_MODELS_H

#include "runtime/boxes/box.h"

enum { TANDEM_MODEL_BYTES = 256 }; /* of one string that a model looks at */

typedef struct tandem_model_known {
    const char *name;
    bool (*run)(tandem_call *c);
    uint32_t fixed; /* arguments that the model takes as they are in this run, a bit for each … */
    uint32_t pointers; /* … and which of these point to something */
} tandem_model_known;
/* The model of the function; NULL: there is none. */
const tandem_model_known *tandem_model_of(const tandem_call *c);

/* Before the call: true if there is a model and it has the answer in c->answer (0: concrete). */
bool tandem_model(tandem_call *c);
/* The same where an argument that has to be fixed varies among few values. Before anything has been
 * fixed. */
bool tandem_model_varied(tandem_call *c);
/* After the call of a box for which the model was asked: what it says of the results, as facts of
 * the record of the box. `fresh` are the expressions of result, errno and changed bytes. */
void tandem_model_facts(const tandem_call *c, uint32_t record, const tandem_expr *fresh,
                        const tandem_reach *changed);
/* After the call: the expression of the result. What the call wrote gets its expressions. */
tandem_expr tandem_model_result(tandem_call *c, uint32_t width, uint64_t result);

/* The models: false if they cannot say (a pointer that varies, a string too long). */
#define MODEL_LIST(_) \
    _(strlen)         \
    _(compare)        \
    _(find)           \
    _(find_raw)       \
    _(find_last)      \
    _(span)           \
    _(find_text)      \
    _(copy)           \
    _(ctype)          \
    _(abs)            \
    _(number)         \
    _(scan)           \
    _(character)      \
    _(magnitude)      \
    _(root)           \
    _(rounding)
#define DECLARE(model) bool tandem_model_##model(tandem_call *c);
MODEL_LIST(DECLARE)
#undef DECLARE

/* ---- for models: bytes and their values */
typedef struct tandem_text {
    const uint8_t *at;
    size_t n;    /* bytes that may be looked at */
    bool closed; /* the last one is an end, whatever the input on this path */
} tandem_text;

/* The string in argument i, of which at most `most` bytes are looked at; false: cannot say. */
bool tandem_model_string(const tandem_call *c, uint32_t i, size_t most, tandem_text *t);
/* The expression of a byte, a constant if it is none. */
tandem_expr tandem_model_byte(const tandem_text *t, size_t i);
/* The last 8 bits of argument i. */
tandem_expr tandem_model_char(const tandem_call *c, uint32_t i);
/* c ? a : b, folded. */
tandem_expr tandem_model_ite(tandem_expr c, tandem_expr a, tandem_expr b);
tandem_expr tandem_model_equal(tandem_expr a, tandem_expr b);

#endif
