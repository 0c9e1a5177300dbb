#include "random_terms.h"

#include <string.h>

#include "random_values.h"

/* Which operators make a result of a kind, and from what. Kinds: b Bool, i Int, r Real, v BitVec,
 * f FloatingPoint, m RoundingMode, s String, e RegLan. v and f of arguments are of the result's
 * sort, or of one sort chosen for the application. A star: two to four of the last kind. */
typedef struct production {
    term_op op;
    unsigned theory;
    char result;
    const char *args;
    bool partial; /* has no value somewhere */
} production;

static const production productions[] = {
    {OP_NOT, THEORY_CORE, 'b', "b", 0},
    {OP_AND, THEORY_CORE, 'b', "b*", 0},
    {OP_OR, THEORY_CORE, 'b', "b*", 0},
    {OP_XOR, THEORY_CORE, 'b', "b*", 0},
    {OP_IMPLIES, THEORY_CORE, 'b', "b*", 0},
    {OP_NEG, THEORY_ARITH, 'i', "i", 0},
    {OP_SUB, THEORY_ARITH, 'i', "i*", 0},
    {OP_ADD, THEORY_ARITH, 'i', "i*", 0},
    {OP_MUL, THEORY_ARITH, 'i', "i*", 0},
    {OP_ABS, THEORY_ARITH, 'i', "i", 0},
    {OP_IDIV, THEORY_ARITH, 'i', "ii", 1},
    {OP_IDIV, THEORY_ARITH, 'i', "i*", 1},
    {OP_MOD, THEORY_ARITH, 'i', "ii", 1},
    {OP_TO_INT, THEORY_ARITH, 'i', "r", 0},
    {OP_NEG, THEORY_ARITH, 'r', "r", 0},
    {OP_SUB, THEORY_ARITH, 'r', "r*", 0},
    {OP_ADD, THEORY_ARITH, 'r', "r*", 0},
    {OP_MUL, THEORY_ARITH, 'r', "r*", 0},
    {OP_ABS, THEORY_ARITH, 'r', "r", 0},
    {OP_DIV, THEORY_ARITH, 'r', "rr", 1},
    {OP_DIV, THEORY_ARITH, 'r', "r*", 1},
    {OP_TO_REAL, THEORY_ARITH, 'r', "i", 0},
    {OP_LE, THEORY_ARITH, 'b', "i*", 0},
    {OP_LT, THEORY_ARITH, 'b', "i*", 0},
    {OP_GE, THEORY_ARITH, 'b', "i*", 0},
    {OP_GT, THEORY_ARITH, 'b', "i*", 0},
    {OP_LE, THEORY_ARITH, 'b', "rr", 0},
    {OP_LT, THEORY_ARITH, 'b', "rr", 0},
    {OP_GE, THEORY_ARITH, 'b', "r*", 0},
    {OP_GT, THEORY_ARITH, 'b', "r*", 0},
    {OP_IS_INT, THEORY_ARITH, 'b', "r", 0},
    {OP_BVNOT, THEORY_BV, 'v', "v", 0},
    {OP_BVNEG, THEORY_BV, 'v', "v", 0},
    {OP_BVAND, THEORY_BV, 'v', "v*", 0},
    {OP_BVOR, THEORY_BV, 'v', "v*", 0},
    {OP_BVXOR, THEORY_BV, 'v', "v*", 0},
    {OP_BVNAND, THEORY_BV, 'v', "vv", 0},
    {OP_BVNOR, THEORY_BV, 'v', "vv", 0},
    {OP_BVXNOR, THEORY_BV, 'v', "v*", 0},
    {OP_BVADD, THEORY_BV, 'v', "v*", 0},
    {OP_BVMUL, THEORY_BV, 'v', "v*", 0},
    {OP_BVSUB, THEORY_BV, 'v', "v*", 0},
    {OP_BVUDIV, THEORY_BV, 'v', "vv", 0},
    {OP_BVUREM, THEORY_BV, 'v', "vv", 0},
    {OP_BVSDIV, THEORY_BV, 'v', "vv", 0},
    {OP_BVSREM, THEORY_BV, 'v', "vv", 0},
    {OP_BVSMOD, THEORY_BV, 'v', "vv", 0},
    {OP_BVSHL, THEORY_BV, 'v', "vv", 0},
    {OP_BVLSHR, THEORY_BV, 'v', "vv", 0},
    {OP_BVASHR, THEORY_BV, 'v', "vv", 0},
    {OP_BVULT, THEORY_BV, 'b', "vv", 0},
    {OP_BVULE, THEORY_BV, 'b', "vv", 0},
    {OP_BVUGT, THEORY_BV, 'b', "vv", 0},
    {OP_BVUGE, THEORY_BV, 'b', "vv", 0},
    {OP_BVSLT, THEORY_BV, 'b', "vv", 0},
    {OP_BVSLE, THEORY_BV, 'b', "vv", 0},
    {OP_BVSGT, THEORY_BV, 'b', "vv", 0},
    {OP_BVSGE, THEORY_BV, 'b', "vv", 0},
    {OP_BVNEGO, THEORY_BV, 'b', "v", 0},
    {OP_BVUADDO, THEORY_BV, 'b', "vv", 0},
    {OP_BVSADDO, THEORY_BV, 'b', "vv", 0},
    {OP_BVUMULO, THEORY_BV, 'b', "vv", 0},
    {OP_BVSMULO, THEORY_BV, 'b', "vv", 0},
    {OP_BVUSUBO, THEORY_BV, 'b', "vv", 0},
    {OP_BVSSUBO, THEORY_BV, 'b', "vv", 0},
    {OP_BVSDIVO, THEORY_BV, 'b', "vv", 0},
    {OP_UBV_TO_INT, THEORY_BV | THEORY_ARITH, 'i', "v", 0},
    {OP_SBV_TO_INT, THEORY_BV | THEORY_ARITH, 'i', "v", 0},
    {OP_FP_ABS, THEORY_FP, 'f', "f", 0},
    {OP_FP_NEG, THEORY_FP, 'f', "f", 0},
    {OP_FP_ADD, THEORY_FP, 'f', "mff", 0},
    {OP_FP_SUB, THEORY_FP, 'f', "mff", 0},
    {OP_FP_MUL, THEORY_FP, 'f', "mff", 0},
    {OP_FP_DIV, THEORY_FP, 'f', "mff", 0},
    {OP_FP_FMA, THEORY_FP, 'f', "mfff", 0},
    {OP_FP_SQRT, THEORY_FP, 'f', "mf", 0},
    {OP_FP_REM, THEORY_FP, 'f', "ff", 0},
    {OP_FP_ROUND, THEORY_FP, 'f', "mf", 0},
    {OP_FP_MIN, THEORY_FP, 'f', "ff", 1},
    {OP_FP_MAX, THEORY_FP, 'f', "ff", 1},
    {OP_FP_LEQ, THEORY_FP, 'b', "f*", 0},
    {OP_FP_LT, THEORY_FP, 'b', "f*", 0},
    {OP_FP_GEQ, THEORY_FP, 'b', "f*", 0},
    {OP_FP_GT, THEORY_FP, 'b', "f*", 0},
    {OP_FP_EQ, THEORY_FP, 'b', "f*", 0},
    {OP_FP_IS_NORMAL, THEORY_FP, 'b', "f", 0},
    {OP_FP_IS_SUBNORMAL, THEORY_FP, 'b', "f", 0},
    {OP_FP_IS_ZERO, THEORY_FP, 'b', "f", 0},
    {OP_FP_IS_INFINITE, THEORY_FP, 'b', "f", 0},
    {OP_FP_IS_NAN, THEORY_FP, 'b', "f", 0},
    {OP_FP_IS_NEGATIVE, THEORY_FP, 'b', "f", 0},
    {OP_FP_IS_POSITIVE, THEORY_FP, 'b', "f", 0},
    {OP_FP_TO_REAL, THEORY_FP, 'r', "f", 1},
    {OP_STR_CONCAT, THEORY_STRING, 's', "s*", 0},
    {OP_STR_AT, THEORY_STRING, 's', "si", 0},
    {OP_STR_SUBSTR, THEORY_STRING, 's', "sii", 0},
    {OP_STR_REPLACE, THEORY_STRING, 's', "sss", 0},
    {OP_STR_REPLACE_ALL, THEORY_STRING, 's', "sss", 0},
    {OP_STR_REPLACE_RE, THEORY_REGEX, 's', "ses", 0},
    {OP_STR_REPLACE_RE_ALL, THEORY_REGEX, 's', "ses", 0},
    {OP_STR_FROM_CODE, THEORY_STRING, 's', "i", 0},
    {OP_STR_FROM_INT, THEORY_STRING, 's', "i", 0},
    {OP_STR_LEN, THEORY_STRING, 'i', "s", 0},
    {OP_STR_INDEXOF, THEORY_STRING, 'i', "ssi", 0},
    {OP_STR_TO_CODE, THEORY_STRING, 'i', "s", 0},
    {OP_STR_TO_INT, THEORY_STRING, 'i', "s", 0},
    {OP_STR_LT, THEORY_STRING, 'b', "s*", 0},
    {OP_STR_LE, THEORY_STRING, 'b', "s*", 0},
    {OP_STR_PREFIXOF, THEORY_STRING, 'b', "ss", 0},
    {OP_STR_SUFFIXOF, THEORY_STRING, 'b', "ss", 0},
    {OP_STR_CONTAINS, THEORY_STRING, 'b', "ss", 0},
    {OP_STR_IS_DIGIT, THEORY_STRING, 'b', "s", 0},
    {OP_STR_IN_RE, THEORY_REGEX, 'b', "se", 0},
    {OP_STR_IN_RE, THEORY_REGEX, 'b', "se", 0},
    {OP_STR_TO_RE, THEORY_REGEX, 'e', "s", 0},
    {OP_STR_TO_RE, THEORY_REGEX, 'e', "s", 0},
    {OP_STR_TO_RE, THEORY_REGEX, 'e', "s", 0},
    {OP_RE_NONE, THEORY_REGEX, 'e', "", 0},
    {OP_RE_ALL, THEORY_REGEX, 'e', "", 0},
    {OP_RE_ALLCHAR, THEORY_REGEX, 'e', "", 0},
    {OP_RE_CONCAT, THEORY_REGEX, 'e', "e*", 0},
    {OP_RE_CONCAT, THEORY_REGEX, 'e', "e*", 0},
    {OP_RE_UNION, THEORY_REGEX, 'e', "e*", 0},
    {OP_RE_UNION, THEORY_REGEX, 'e', "e*", 0},
    {OP_RE_INTER, THEORY_REGEX, 'e', "e*", 0},
    {OP_RE_DIFF, THEORY_REGEX, 'e', "e*", 0},
    {OP_RE_STAR, THEORY_REGEX, 'e', "e", 0},
    {OP_RE_STAR, THEORY_REGEX, 'e', "e", 0},
    {OP_RE_PLUS, THEORY_REGEX, 'e', "e", 0},
    {OP_RE_OPT, THEORY_REGEX, 'e', "e", 0},
    {OP_RE_COMP, THEORY_REGEX, 'e', "e", 0},
    {OP_RE_RANGE, THEORY_REGEX, 'e', "ss", 0},
};

enum { N_PRODUCTIONS = sizeof productions / sizeof *productions };

void random_terms_init(random_terms *g, term_bank *b, unsigned theories, uint64_t seed)
{
    *g = (random_terms){.bank = b, .theories = theories};
    rng_seed(&g->random, seed);
}

void random_terms_free(random_terms *g)
{
    vec_free(&g->leaves);
    vec_free(&g->pool);
}

static bool has(const random_terms *g, unsigned theory)
{
    return (g->theories & theory) == theory;
}

static uint64_t below(random_terms *g, uint64_t n)
{
    return rng_below(&g->random, n);
}

/* Mostly one width and one format for each generator, so that terms of one sort meet. */
static sort_id random_bv(random_terms *g)
{
    static const uint8_t widths[] = {1, 2, 3, 4, 5, 8, 8, 16, 32, 33, 64, 65, 128};
    uint8_t width = widths[below(g, sizeof widths)];
    if (!g->favourite_bv)
        g->favourite_bv = sort_bv(g->bank, width);
    return below(g, 3) ? g->favourite_bv : sort_bv(g->bank, width);
}

static sort_id random_fp(random_terms *g)
{
    static const uint8_t formats[][2] = {{2, 3},   {3, 5},   {4, 4},    {5, 11}, {8, 24}, {8, 24},
                                         {11, 53}, {11, 53}, {15, 113}, {8, 8},  {5, 2}};
    const uint8_t *f = formats[below(g, sizeof formats / sizeof *formats)];
    if (!g->favourite_fp)
        g->favourite_fp = sort_fp(g->bank, f[0], f[1]);
    return below(g, 3) ? g->favourite_fp : sort_fp(g->bank, f[0], f[1]);
}

sort_id random_sort(random_terms *g)
{
    for (;;)
        switch (below(g, 9)) {
        case 0:
            if (has(g, THEORY_CORE))
                return SORT_ID_BOOL;
            break;
        case 1:
            if (has(g, THEORY_BV))
                return random_bv(g);
            break;
        case 2:
            if (has(g, THEORY_ARITH) || has(g, THEORY_STRING))
                return SORT_ID_INT;
            break;
        case 3:
            if (has(g, THEORY_ARITH))
                return SORT_ID_REAL;
            break;
        case 4:
        case 5:
            if (has(g, THEORY_FP))
                return random_fp(g);
            break;
        case 6:
            if (has(g, THEORY_STRING))
                return SORT_ID_STRING;
            break;
        case 7:
            if (has(g, THEORY_ARRAY)) { /* few sorts, so that they meet */
                sort_id index = below(g, 2) ? sort_bv(g->bank, 2) : SORT_ID_INT;
                sort_id element = below(g, 2) ? SORT_ID_INT : sort_bv(g->bank, 3);
                return sort_array(g->bank, index, element);
            }
            break;
        default:
            break;
        }
}

value_id random_value(random_terms *g, sort_id sort)
{
    return random_value_of(g->bank, &g->random, sort);
}

static term_id random_leaf(random_terms *g, sort_id sort)
{
    term_id found = 0;
    uint64_t seen = 0;
    for (size_t i = 0; i < g->leaves.n; i++)
        if (term_sort(g->bank, g->leaves.at[i]) == sort && below(g, ++seen) == 0)
            found = g->leaves.at[i];
    if (found && below(g, 5) < 3)
        return found;
    if (sort == SORT_ID_REGLAN)
        return term_make1(g->bank, OP_STR_TO_RE,
                          term_const(g->bank, random_value(g, SORT_ID_STRING)));
    return term_const(g->bank, random_value(g, sort));
}

static char kind_letter(const term_bank *b, sort_id sort)
{
    switch (sort_kind_of(b, sort)) {
    case SORT_BOOL:
        return 'b';
    case SORT_INT:
        return 'i';
    case SORT_REAL:
        return 'r';
    case SORT_BV:
        return 'v';
    case SORT_FP:
        return 'f';
    case SORT_ROUNDING_MODE:
        return 'm';
    case SORT_STRING:
        return 's';
    case SORT_REGLAN:
        return 'e';
    default:
        return 0;
    }
}

static sort_id letter_sort(random_terms *g, char letter, sort_id result)
{
    char mine = kind_letter(g->bank, result);
    switch (letter) {
    case 'b':
        return SORT_ID_BOOL;
    case 'i':
        return SORT_ID_INT;
    case 'r':
        return SORT_ID_REAL;
    case 'v':
        return mine == 'v' ? result : random_bv(g);
    case 'f':
        return mine == 'f' ? result : random_fp(g);
    case 'm':
        return SORT_ID_RM;
    case 's':
        return SORT_ID_STRING;
    default:
        return SORT_ID_REGLAN;
    }
}

static term_id random_production(random_terms *g, const production *p, sort_id result,
                                 unsigned depth)
{
    term_vec args = {0};
    sort_id bits = letter_sort(g, 'v', result), floats = letter_sort(g, 'f', result), sort = 0;
    for (const char *c = p->args; *c; c++) {
        size_t times = 1;
        if (*c == '*')
            times = 1 + below(g, 3) * below(g, 2); /* mostly two in all */
        else
            sort = *c == 'v' ? bits : *c == 'f' ? floats : letter_sort(g, *c, result);
        for (size_t i = 0; i < times; i++)
            vec_push(&args, random_term(g, sort, depth - 1));
    }
    term_id t = term_make(g->bank, p->op, NULL, 0, args.at, (uint32_t)args.n);
    vec_free(&args);
    return t;
}

static term_id indexed(random_terms *g, term_op op, uint32_t i, uint32_t k, const term_id *args,
                       uint32_t n)
{
    uint32_t indices[] = {i, k};
    return term_make(g->bank, op, indices, term_op_indices(op), args, n);
}

static term_id indexed1(random_terms *g, term_op op, uint32_t i, uint32_t k, term_id x)
{
    return indexed(g, op, i, k, &x, 1);
}

static term_id random_bits_of(random_terms *g, uint32_t width, unsigned depth)
{
    return random_term(g, sort_bv(g->bank, width), depth);
}

/* Bit-vector operators whose argument sorts depend on the width. 0: not this time. */
static term_id special_bv(random_terms *g, sort_id sort, unsigned depth)
{
    term_bank *b = g->bank;
    uint32_t width = sort_bv_width(b, sort), cut, i;
    switch (below(g, 10)) {
    case 0:
    case 1:
        if (width == 1)
            return 0;
        cut = 1 + (uint32_t)below(g, width - 1);
        return term_make2(b, OP_CONCAT, random_bits_of(g, width - cut, depth),
                          random_bits_of(g, cut, depth));
    case 2:
    case 3:
        cut = (uint32_t)below(g, 4);
        i = (uint32_t)below(g, 4);
        return indexed1(g, OP_EXTRACT, width - 1 + i, i, random_bits_of(g, width + i + cut, depth));
    case 4:
        cut = (uint32_t)below(g, width);
        return indexed1(g, below(g, 2) ? OP_ZERO_EXTEND : OP_SIGN_EXTEND, cut, 0,
                        random_bits_of(g, width - cut, depth));
    case 5:
        return indexed1(g, below(g, 2) ? OP_ROTATE_LEFT : OP_ROTATE_RIGHT,
                        (uint32_t)below(g, 2 * (uint64_t)width + 1), 0,
                        random_bits_of(g, width, depth));
    case 6:
        i = 1 + (uint32_t)below(g, 4);
        return width % i ? 0 : indexed1(g, OP_REPEAT, i, 0, random_bits_of(g, width / i, depth));
    case 7:
        if (width != 1)
            return 0;
        cut = sort_bv_width(b, random_bv(g));
        return term_make2(b, OP_BVCOMP, random_bits_of(g, cut, depth),
                          random_bits_of(g, cut, depth));
    case 8:
        return has(g, THEORY_ARITH)
                   ? indexed1(g, OP_INT_TO_BV, width, 0, random_term(g, SORT_ID_INT, depth))
                   : 0;
    default:
        if (!has(g, THEORY_FP) || g->total)
            return 0;
        sort_id format = random_fp(g);
        if (sort_fp_exponent(b, format) + sort_fp_significand(b, format) == width)
            return term_make1(b, OP_FP_TO_BITS, random_term(g, format, depth));
        term_id args[] = {random_term(g, SORT_ID_RM, depth), random_term(g, random_fp(g), depth)};
        return indexed(g, below(g, 2) ? OP_FP_TO_UBV : OP_FP_TO_SBV, width, 0, args, 2);
    }
}

static term_id special_fp(random_terms *g, sort_id sort, unsigned depth)
{
    term_bank *b = g->bank;
    uint32_t e = sort_fp_exponent(b, sort), s = sort_fp_significand(b, sort);
    term_id args[] = {random_term(g, SORT_ID_RM, depth), 0};
    switch (below(g, 6)) {
    case 0:
        return term_make3(b, OP_FP, random_bits_of(g, 1, depth), random_bits_of(g, e, depth),
                          random_bits_of(g, s - 1, depth));
    case 1:
        return indexed1(g, OP_FP_FROM_BITS, e, s, random_bits_of(g, e + s, depth));
    case 2:
        args[1] = random_term(g, random_fp(g), depth);
        return indexed(g, OP_FP_FROM_FP, e, s, args, 2);
    case 3:
        args[1] = term_const(b, random_real_near(b, &g->random, sort));
        return indexed(g, OP_FP_FROM_REAL, e, s, args, 2);
    case 4:
        args[1] = random_term(g, random_bv(g), depth);
        return indexed(g, OP_FP_FROM_SBV, e, s, args, 2);
    default:
        args[1] = random_term(g, random_bv(g), depth);
        return indexed(g, OP_FP_FROM_UBV, e, s, args, 2);
    }
}

static term_id special_bool(random_terms *g, unsigned depth)
{
    term_bank *b = g->bank;
    if (has(g, THEORY_ARITH) && below(g, 8) == 0)
        return indexed1(g, OP_DIVISIBLE, 1 + (uint32_t)below(g, 9), 0,
                        random_term(g, SORT_ID_INT, depth));
    sort_id sort = random_sort(g);
    term_vec args = {0};
    uint64_t n = 2 + below(g, 3) * below(g, 2);
    for (uint64_t i = 0; i < n; i++)
        vec_push(&args, random_term(g, sort, depth));
    term_id t = term_make(b, below(g, 3) ? OP_EQ : OP_DISTINCT, NULL, 0, args.at, (uint32_t)n);
    vec_free(&args);
    return t;
}

static term_id special_array(random_terms *g, sort_id sort, unsigned depth)
{
    term_bank *b = g->bank;
    sort_id element = sort_array_element(b, sort);
    if (below(g, 4) == 0)
        return term_const_array(b, sort, random_term(g, element, depth));
    return term_make3(b, OP_STORE, random_term(g, sort, depth),
                      random_term(g, sort_array_index(b, sort), depth),
                      random_term(g, element, depth));
}

/* Operators that the table cannot say. 0: not this time. */
static term_id special(random_terms *g, sort_id sort, unsigned depth)
{
    term_bank *b = g->bank;
    uint64_t i = below(g, 4);
    if (i == 0 && sort != SORT_ID_REGLAN)
        return term_make3(b, OP_ITE, random_term(g, SORT_ID_BOOL, depth),
                          random_term(g, sort, depth), random_term(g, sort, depth));
    if (i == 1 && has(g, THEORY_ARRAY) && (sort == SORT_ID_INT || sort == sort_bv(b, 3))) {
        sort_id index = below(g, 2) ? sort_bv(b, 2) : SORT_ID_INT;
        return term_make2(b, OP_SELECT, random_term(g, sort_array(b, index, sort), depth),
                          random_term(g, index, depth));
    }
    switch (sort_kind_of(b, sort)) {
    case SORT_BOOL:
        return special_bool(g, depth);
    case SORT_BV:
        return has(g, THEORY_BV) ? special_bv(g, sort, depth) : 0;
    case SORT_FP:
        return special_fp(g, sort, depth);
    case SORT_ARRAY:
        return special_array(g, sort, depth);
    case SORT_REGLAN:
        i = below(g, 4);
        return below(g, 2) ? indexed1(g, OP_RE_POWER, (uint32_t)i, 0, random_term(g, sort, depth))
                           : indexed1(g, OP_RE_LOOP, (uint32_t)i, (uint32_t)below(g, 5),
                                      random_term(g, sort, depth));
    default:
        return 0;
    }
}

static const production *pick(random_terms *g, char result)
{
    const production *found = NULL;
    uint64_t seen = 0;
    for (size_t i = 0; i < N_PRODUCTIONS; i++) {
        const production *p = &productions[i];
        if (p->result == result && has(g, p->theory) && !(g->total && p->partial) &&
            below(g, ++seen) == 0)
            found = p;
    }
    return found;
}

static term_id again(random_terms *g, sort_id sort)
{
    for (size_t tries = 0; g->pool.n && tries < 4; tries++) {
        term_id t = g->pool.at[below(g, g->pool.n)];
        if (term_sort(g->bank, t) == sort)
            return t;
    }
    return 0;
}

term_id random_term(random_terms *g, sort_id sort, unsigned depth)
{
    term_id t = 0;
    if (below(g, 8) == 0)
        t = again(g, sort);
    if (!t && (depth == 0 || below(g, 6) == 0))
        t = random_leaf(g, sort);
    for (unsigned tries = 0; !t && tries < 4; tries++) {
        const production *p = below(g, 3) ? pick(g, kind_letter(g->bank, sort)) : NULL;
        t = p ? random_production(g, p, sort, depth) : special(g, sort, depth - 1);
    }
    if (!t)
        t = random_leaf(g, sort);
    vec_push(&g->pool, t);
    return t;
}
