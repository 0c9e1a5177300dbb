#include "fuse/seeds/logic.h"

#include <string.h>

#include "base/text.h"
#include "smtlib/print/sort_closure.h"
#include "term/core/walk.h"

static const unsigned EVERYTHING = 2 * LOGIC_OTHER - 1;

/* Standard logics that the common solvers know, narrow ones first. */
static const char *const logics[] = {
    "QF_UF",    "QF_IDL",   "QF_RDL",    "QF_LIA",   "QF_LRA",    "QF_BV",    "QF_FP",    "QF_BVFP",
    "QF_AX",    "QF_DT",    "QF_S",      "QF_SLIA",  "QF_UFIDL",  "QF_NIA",   "QF_NRA",   "QF_UFBV",
    "QF_UFLIA", "QF_UFLRA", "QF_UFDT",   "QF_LIRA",  "QF_NIRA",   "QF_UFNIA", "QF_UFNRA", "QF_ALIA",
    "QF_ANIA",  "QF_ABV",   "QF_AUFLIA", "QF_AUFBV", "QF_AUFNIA", "LIA",      "LRA",      "BV",
    "FP",       "NIA",      "NRA",       "UF",       "UFBV",      "ALIA",     "UFLIA",    "UFLRA",
    "UFNIA",    "UFNRA",    "AUFLIA",    "AUFLIRA",  "AUFNIA",    "AUFNIRA"};

/* Pieces of names and what they stand for; tried in this order. */
static const struct {
    const char *text;
    unsigned needs;
} pieces[] = {{"UF", LOGIC_UF | LOGIC_SORTS},
              {"AX", LOGIC_ARRAYS | LOGIC_SORTS},
              {"A", LOGIC_ARRAYS},
              {"DT", LOGIC_DATATYPES},
              {"BV", LOGIC_BV},
              {"FP", LOGIC_FP}, /* z3's QF_FP has no bit-vector sorts */
              {"IDL", LOGIC_INT},
              {"RDL", LOGIC_REAL},
              {"LIA", LOGIC_INT | LOGIC_LINEAR},
              {"LRA", LOGIC_REAL | LOGIC_LINEAR},
              {"LIRA", LOGIC_INT | LOGIC_REAL | LOGIC_LINEAR},
              {"NIA", LOGIC_INT | LOGIC_LINEAR | LOGIC_NONLINEAR},
              {"NRA", LOGIC_REAL | LOGIC_LINEAR | LOGIC_NONLINEAR},
              {"NIRA", LOGIC_INT | LOGIC_REAL | LOGIC_LINEAR | LOGIC_NONLINEAR},
              {"S", LOGIC_STRINGS | LOGIC_INT}};

unsigned logic_allows(const char *name)
{
    unsigned allowed = LOGIC_QUANTIFIERS;
    if (text_begins(name, "QF_")) {
        allowed = 0;
        name += 3;
    }
    if (!*name)
        return EVERYTHING;
    while (*name) {
        size_t i = 0, count = sizeof pieces / sizeof *pieces;
        while (i < count && !text_begins(name, pieces[i].text))
            i++;
        if (i == count)
            return EVERYTHING;
        allowed |= pieces[i].needs;
        name += strlen(pieces[i].text);
    }
    /* Where there are arrays and bit-vectors, the arrays are of bit-vectors; elsewhere solvers take
     * any. */
    if ((allowed & LOGIC_ARRAYS) && (!(allowed & LOGIC_BV) || (allowed & LOGIC_INT)))
        allowed |= LOGIC_MIXED_ARRAYS;
    return allowed;
}

static bool is_bits(const term_bank *b, sort_id s)
{
    return sort_kind_of(b, s) == SORT_BV;
}

/* What sorts need that have no parts; the bit LOOK: it has some. */
enum { LOOK = 1 << 30 };
static const unsigned needs_of_kind[] = {[SORT_BOOL] = 0,
                                         [SORT_INT] = LOGIC_INT,
                                         [SORT_REAL] = LOGIC_REAL,
                                         [SORT_STRING] = LOGIC_STRINGS,
                                         [SORT_REGLAN] = LOGIC_STRINGS,
                                         [SORT_ROUNDING_MODE] = LOGIC_FP,
                                         [SORT_BV] = LOGIC_BV,
                                         [SORT_FP] = LOGIC_FP,
                                         [SORT_NONE] = LOOK,
                                         [SORT_ARRAY] = LOOK,
                                         [SORT_DECLARED] = LOOK,
                                         [SORT_DATATYPE] = LOOK,
                                         [SORT_PARAMETER] = LOOK,
                                         [SORT_SEQ] = LOOK,
                                         [SORT_SET] = LOOK,
                                         [SORT_BAG] = LOOK};

unsigned logic_of_sort(const term_bank *b, sort_id s)
{
    unsigned needs = needs_of_kind[sort_kind_of(b, s)];
    if (!(needs & LOOK)) /* most have no parts, and nothing is allocated for them */
        return needs;
    needs = 0;
    vec_u32 stack = {0};
    vec_push(&stack, s);
    while (stack.n) {
        sort_id top = vec_pop(&stack);
        switch (sort_kind_of(b, top)) {
        case SORT_INT:
            needs |= LOGIC_INT;
            break;
        case SORT_REAL:
            needs |= LOGIC_REAL;
            break;
        case SORT_STRING:
        case SORT_REGLAN:
            needs |= LOGIC_STRINGS;
            break;
        case SORT_BV:
            needs |= LOGIC_BV;
            break;
        case SORT_FP:
        case SORT_ROUNDING_MODE:
            needs |= LOGIC_FP;
            break;
        case SORT_ARRAY:
            needs |= LOGIC_ARRAYS;
            if (!is_bits(b, sort_array_index(b, top)) || !is_bits(b, sort_array_element(b, top)))
                needs |= LOGIC_MIXED_ARRAYS;
            break;
        case SORT_DECLARED:
            needs |= LOGIC_SORTS;
            break;
        case SORT_DATATYPE:
            needs |= LOGIC_DATATYPES;
            break;
        case SORT_SEQ:
            needs |= LOGIC_SEQUENCES;
            break;
        case SORT_SET:
            needs |= LOGIC_SETS;
            break;
        case SORT_BAG:
            needs |= LOGIC_BAGS;
            break;
        default:
            break;
        }
        sort_push_parts(b, top, &stack);
    }
    vec_free(&stack);
    return needs;
}

static uint32_t unknowns(const term_bank *b, term_id t)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < term_arity(b, t); i++)
        count += term_op_of(b, term_arg(b, t, i)) != OP_CONST;
    return count;
}

/* What operators need beyond their arguments; the bit LOOK: that of a term says more. */
static const unsigned needs_of_operator[OP_COUNT] = {
    [OP_FORALL] = LOGIC_QUANTIFIERS,
    [OP_EXISTS] = LOGIC_QUANTIFIERS,
    [OP_LAMBDA] = LOGIC_OTHER,
    [OP_CONST_ARRAY] = LOGIC_CONSTANT_ARRAYS,
    [OP_APP] = LOOK,
    [OP_ADD] = LOGIC_LINEAR,
    [OP_NEG] = LOGIC_LINEAR,
    [OP_ABS] = LOGIC_LINEAR,
    [OP_DIVISIBLE] = LOGIC_LINEAR,
    [OP_SUB] = LOGIC_LINEAR,
    [OP_TO_INT] = LOGIC_LINEAR | LOGIC_INT | LOGIC_REAL,
    [OP_IS_INT] = LOGIC_LINEAR | LOGIC_INT | LOGIC_REAL,
    [OP_TO_REAL] = LOGIC_LINEAR | LOGIC_INT | LOGIC_REAL,
    [OP_MUL] = LOGIC_LINEAR | LOOK,
    [OP_DIV] = LOGIC_LINEAR | LOOK,
    [OP_IDIV] = LOGIC_LINEAR | LOOK,
    [OP_MOD] = LOGIC_LINEAR | LOOK,
    [OP_STR_LEN] = LOGIC_INT,
    [OP_STR_INDEXOF] = LOGIC_INT,
    [OP_STR_TO_INT] = LOGIC_INT,
    [OP_STR_TO_CODE] = LOGIC_INT,
};

static unsigned needs_of_application(const term_bank *b, term_id t)
{
    switch (decl_kind_of(b, term_decl(b, t))) {
    case DECL_FREE:
        return term_arity(b, t) ? LOGIC_UF : 0;
    case DECL_RECURSIVE:
        return LOGIC_OTHER;
    case DECL_DEFINED:
        return 0;
    default:
        return LOGIC_DATATYPES;
    }
}

/* What a term with that operator needs beside what its operator does. */
static unsigned needs_of_look(const term_bank *b, term_id t, term_op op)
{
    switch (op) {
    case OP_APP:
        return needs_of_application(b, t);
    case OP_MUL:
        return unknowns(b, t) > 1 ? LOGIC_NONLINEAR : 0;
    default: { /* a division */
        bool by_constant = term_op_of(b, term_arg(b, t, 1)) == OP_CONST && term_arity(b, t) == 2;
        return by_constant ? 0 : LOGIC_NONLINEAR;
    }
    }
}

/* What one node needs, beyond its arguments. */
static unsigned needs_of_node(const term_bank *b, term_id t)
{
    term_op op = term_op_of(b, t);
    unsigned needs = needs_of_operator[op] | (op >= OP_SQRT ? LOGIC_OTHER : 0);
    return needs & LOOK ? (needs & ~LOOK) | needs_of_look(b, t, op) : needs;
}

/* A sort with parts is not looked at again if it was that of the last term with one. */
static unsigned needs_of_term(const term_bank *b, term_id t, sort_id *last)
{
    sort_id sort = term_sort(b, t);
    unsigned needs = needs_of_node(b, t);
    if (term_op_of(b, t) == OP_PATTERN) /* has no sort */
        return needs;
    sort_kind kind = sort_kind_of(b, sort);
    unsigned more = needs_of_kind[kind];
    if (!(more & LOOK))
        return needs | more;
    if (kind == SORT_ARRAY && term_op_of(b, t) == OP_CONST)
        needs |= LOGIC_CONSTANT_ARRAYS;
    if (sort == *last)
        return needs;
    *last = sort;
    return needs | logic_of_sort(b, sort);
}

unsigned logic_of_terms(const term_bank *b, const term_id *roots, size_t n)
{
    unsigned needs = 0;
    term_vec order = {0};
    sort_id last = 0;
    term_postorder(b, roots, n, &order);
    for (size_t i = 0; i < order.n; i++)
        needs |= needs_of_term(b, order.at[i], &last);
    vec_free(&order);
    return needs;
}

/* Arguments are older than what they are in. What is new is little, and may be seen twice; not where it is much. */
size_t logic_of_small_terms(const term_bank *b, const term_id *roots, size_t n, term_id first,
                            unsigned *needs)
{
    enum { MOST = LOGIC_SMALL };
    term_id stack[MOST];
    sort_id last = 0;
    size_t top = 0, seen = 0;
    *needs = 0;
    if (n > MOST)
        return n;
    for (; top < n; top++)
        stack[top] = roots[top];
    while (top) {
        term_id t = stack[--top];
        if (t < first)
            continue;
        uint32_t arity = term_arity(b, t);
        if (top + arity > MOST || ++seen > MOST)
            return MOST + 1;
        *needs |= needs_of_term(b, t, &last);
        for (uint32_t i = 0; i < arity; i++)
            stack[top++] = term_arg(b, t, i);
    }
    return seen;
}

unsigned logic_of_terms_since(const term_bank *b, const term_id *roots, size_t n, term_id first)
{
    unsigned needs;
    return logic_of_small_terms(b, roots, n, first, &needs) <= LOGIC_SMALL
               ? needs
               : logic_of_terms(b, roots, n);
}

static bool has(unsigned allowed, unsigned needs)
{
    return (allowed & needs) == needs;
}

symbol_id logic_for(term_bank *b, unsigned needs, symbol_id first, symbol_id second)
{
    if ((needs & LOGIC_STRINGS) && (needs & LOGIC_INT)) /* with QF_S, cvc has not even a minus */
        needs |= LOGIC_LINEAR;
    if (first && has(logic_allows(symbol_text(b, first)), needs))
        return first;
    if (second && has(logic_allows(symbol_text(b, second)), needs))
        return second;
    for (size_t i = 0; i < sizeof logics / sizeof *logics; i++)
        if (has(logic_allows(logics[i]), needs))
            return symbol_make(b, logics[i]);
    return symbol_make(b, "ALL");
}

void logic_names(term_bank *b)
{
    for (size_t i = 0; i < sizeof logics / sizeof *logics; i++)
        symbol_make(b, logics[i]);
    symbol_make(b, "ALL");
}
