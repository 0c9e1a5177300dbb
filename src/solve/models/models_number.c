/* Characters, absolute values, roundings. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "solve/models/models_impl.h"

/* The only argument; 0: there are others, or it is of another sort. */
static term_id argument(const model_call *c, sort_kind kind)
{
    const box_original *s = c->original;
    if (s->n_arguments != 1 || s->arguments[0].argument == BOX_CELL_FIXED)
        return 0;
    term_id t = c->parameters[s->arguments[0].argument];
    return sort_kind_of(c->bank, term_sort(c->bank, t)) == kind ? t : 0;
}

static const struct {
    const char *name;
    int (*function)(int);
} characters[] = {{"isalnum", isalnum}, {"isalpha", isalpha}, {"isblank", isblank},
                  {"iscntrl", iscntrl}, {"isdigit", isdigit}, {"isgraph", isgraph},
                  {"islower", islower}, {"isprint", isprint}, {"ispunct", ispunct},
                  {"isspace", isspace}, {"isupper", isupper}, {"isxdigit", isxdigit},
                  {"tolower", tolower}, {"toupper", toupper}};

/* From what this process has in its tables: each run of characters that are treated alike is one
 * choice. */
static term_id character(const model_call *c, const char *name)
{
    term_bank *b = c->bank;
    term_id x = argument(c, SORT_BV);
    int (*f)(int) = NULL;
    for (size_t i = 0; i < sizeof characters / sizeof *characters; i++)
        if (!strcmp(name, characters[i].name))
            f = characters[i].function;
    if (!x || !f || sort_bv_width(b, term_sort(b, x)) != 32)
        return 0;
    bool to = name[0] == 't';
    term_id e = to ? x : model_word(c, 32, 0);
    for (int first = 0, last; first < 256; first = last + 1) {
        int differs = f(first) - (to ? first : 0);
        for (last = first; last < 255 && f(last + 1) - (to ? last + 1 : 0) == differs;)
            last++;
        if (!differs)
            continue;
        term_id inside =
            term_make2(b, OP_BVULE, term_make2(b, OP_BVSUB, x, model_word(c, 32, (uint32_t)first)),
                       model_word(c, 32, (uint32_t)(last - first)));
        term_id value = model_word(c, 32, (uint32_t)differs);
        e = model_ite(c, inside, to ? term_make2(b, OP_BVADD, x, value) : value, e);
    }
    return e;
}

static term_id absolute(const model_call *c, const char *name)
{
    term_bank *b = c->bank;
    term_id x = argument(c, SORT_BV);
    uint32_t bits = !strcmp(name, "abs") ? 32 : 64;
    if (!x || sort_bv_width(b, term_sort(b, x)) != bits)
        return 0;
    return model_ite(c, term_make2(b, OP_BVSLT, x, model_word(c, bits, 0)),
                     term_make1(b, OP_BVNEG, x), x);
}

/* A function with an `f` behind its name is that of float. */
static const struct {
    const char *name;
    term_op op;
    fp_rounding mode;
} roundings[] = {{"fabs", OP_FP_ABS, 0},
                 {"sqrt", OP_FP_SQRT, RM_RNE},
                 {"floor", OP_FP_ROUND, RM_RTN},
                 {"ceil", OP_FP_ROUND, RM_RTP},
                 {"trunc", OP_FP_ROUND, RM_RTZ},
                 {"rint", OP_FP_ROUND, RM_RNE},
                 {"nearbyint", OP_FP_ROUND, RM_RNE},
                 {"roundeven", OP_FP_ROUND, RM_RNE},
                 {"round", OP_FP_ROUND, RM_RNA}};

static int rounding_of(const char *name, bool *narrow)
{
    for (size_t i = 0; i < sizeof roundings / sizeof *roundings; i++) {
        size_t n = strlen(roundings[i].name);
        *narrow = !strcmp(name + (strlen(name) < n ? 0 : n), "f");
        if (!strncmp(name, roundings[i].name, n) && (!name[n] || *narrow))
            return (int)i;
    }
    return -1;
}

static term_id rounding(const model_call *c, const char *name)
{
    term_bank *b = c->bank;
    bool narrow;
    int i = rounding_of(name, &narrow);
    term_id x = argument(c, SORT_FP);
    if (!x || sort_fp_significand(b, term_sort(b, x)) != (narrow ? 24u : 53u))
        return 0;
    if (roundings[i].op == OP_FP_ABS)
        return term_make1(b, OP_FP_ABS, x);
    return term_make2(b, roundings[i].op, term_const(b, value_rm(b, roundings[i].mode)), x);
}

known_function models_of_number(const char *name)
{
    bool narrow;
    for (size_t i = 0; i < sizeof characters / sizeof *characters; i++)
        if (!strcmp(name, characters[i].name))
            return character;
    if (!strcmp(name, "abs") || !strcmp(name, "labs") || !strcmp(name, "llabs"))
        return absolute;
    return rounding_of(name, &narrow) >= 0 ? rounding : NULL;
}
