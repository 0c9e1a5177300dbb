/* Random ground terms of the theory of strings: our value against Z3's. str.replace_re and its
 * sibling are left out, Z3 does not evaluate them. */
#include <string.h>
#include <z3.h>

#include "base/rng.h"
#include "base/strbuf.h"
#include "smtlib/print/printer.h"
#include "term/eval/eval.h"
#include "test.h"

typedef struct generator {
    term_bank *b;
    rng r;
} generator;

static term_id random_int(generator *g, unsigned depth);
static term_id random_bool(generator *g, unsigned depth);
static term_id random_regex(generator *g, unsigned depth);

static term_id random_literal(generator *g)
{
    static const uint32_t letters[] = {'a', 'b', '0', '1', '9', 'z', 0x100, 0x2FFFF};
    uint32_t points[4];
    size_t n = rng_below(&g->r, 5);
    for (size_t i = 0; i < n; i++)
        points[i] = letters[rng_below(&g->r, rng_one_in(&g->r, 10) ? 8 : 5)];
    return term_const(g->b, value_string(g->b, points, n));
}

static term_id random_string(generator *g, unsigned depth)
{
    static const term_op ternary[] = {OP_STR_REPLACE, OP_STR_REPLACE_ALL};
    term_id x;
    if (!depth || rng_one_in(&g->r, 4))
        return random_literal(g);
    switch (rng_below(&g->r, 7)) {
    case 0:
        return term_make1(g->b, OP_STR_FROM_INT, random_int(g, depth - 1));
    case 1:
        return term_make1(g->b, OP_STR_FROM_CODE, random_int(g, depth - 1));
    case 2:
        x = random_string(g, depth - 1);
        return term_make2(g->b, OP_STR_AT, x, random_int(g, depth - 1));
    case 3:
        x = random_string(g, depth - 1);
        return term_make3(g->b, OP_STR_SUBSTR, x, random_int(g, depth - 1),
                          random_int(g, depth - 1));
    case 4:
        x = random_bool(g, depth - 1);
        return term_make3(g->b, OP_ITE, x, random_string(g, depth - 1),
                          random_string(g, depth - 1));
    case 5:
        x = random_string(g, depth - 1);
        return term_make2(g->b, OP_STR_CONCAT, x, random_string(g, depth - 1));
    default:
        x = random_string(g, depth - 1);
        return term_make3(g->b, ternary[rng_below(&g->r, 2)], x, random_string(g, depth - 1),
                          random_string(g, depth - 1));
    }
}

static term_id random_int(generator *g, unsigned depth)
{
    static const int64_t numbers[] = {-1, 0, 1, 2, 3, 4, 5, 48, 97, 0x2FFFF, 0x30000, 12345};
    static const term_op unary[] = {OP_STR_LEN, OP_STR_TO_INT, OP_STR_TO_CODE};
    term_id x;
    if (!depth || rng_one_in(&g->r, 4))
        return term_const(g->b, value_int(g->b, numbers[rng_below(&g->r, 12)]));
    switch (rng_below(&g->r, 5)) {
    case 0:
        x = random_string(g, depth - 1);
        return term_make3(g->b, OP_STR_INDEXOF, x, random_string(g, depth - 1),
                          random_int(g, depth - 1));
    case 1:
        x = random_int(g, depth - 1);
        return term_make2(g->b, OP_SUB, x, random_int(g, depth - 1));
    default:
        return term_make1(g->b, unary[rng_below(&g->r, 3)], random_string(g, depth - 1));
    }
}

static term_id random_bool(generator *g, unsigned depth)
{
    static const term_op binary[] = {OP_STR_LT,       OP_STR_LE,       OP_EQ,
                                     OP_STR_PREFIXOF, OP_STR_SUFFIXOF, OP_STR_CONTAINS};
    if (!depth)
        return term_bool(rng_one_in(&g->r, 2));
    term_id x = random_string(g, depth - 1);
    if (rng_one_in(&g->r, 3))
        return term_make2(g->b, OP_STR_IN_RE, x, random_regex(g, depth - 1));
    if (rng_one_in(&g->r, 8))
        return term_make1(g->b, OP_STR_IS_DIGIT, x);
    return term_make2(g->b, binary[rng_below(&g->r, 6)], x, random_string(g, depth - 1));
}

static term_id random_regex_leaf(generator *g)
{
    static const term_op constants[] = {OP_RE_NONE, OP_RE_ALL, OP_RE_ALLCHAR};
    if (rng_one_in(&g->r, 3))
        return term_make(g->b, constants[rng_below(&g->r, 3)], NULL, 0, NULL, 0);
    if (rng_one_in(&g->r, 2))
        return term_make1(g->b, OP_STR_TO_RE, random_literal(g));
    uint32_t ends[2] = {"0a9bz"[rng_below(&g->r, 5)], "0a9bz"[rng_below(&g->r, 5)]};
    return term_make2(g->b, OP_RE_RANGE, term_const(g->b, value_string(g->b, &ends[0], 1)),
                      term_const(g->b, value_string(g->b, &ends[1], 1)));
}

static term_id random_regex(generator *g, unsigned depth)
{
    static const term_op unary[] = {OP_RE_STAR, OP_RE_PLUS,  OP_RE_OPT,
                                    OP_RE_COMP, OP_RE_POWER, OP_RE_LOOP};
    static const term_op binary[] = {OP_RE_CONCAT, OP_RE_UNION, OP_RE_INTER, OP_RE_DIFF};
    if (!depth || rng_one_in(&g->r, 5))
        return random_regex_leaf(g);
    term_id x = random_regex(g, depth - 1);
    if (rng_one_in(&g->r, 2))
        return term_make2(g->b, binary[rng_below(&g->r, 4)], x, random_regex(g, depth - 1));
    term_op op = unary[rng_below(&g->r, 6)];
    uint32_t indices[2] = {(uint32_t)rng_below(&g->r, 4), (uint32_t)rng_below(&g->r, 4)};
    return term_make(g->b, op, indices, term_op_indices(op), &x, 1);
}

static term_id random_term(generator *g)
{
    switch (rng_below(&g->r, 3)) {
    case 0:
        return random_bool(g, 4);
    case 1:
        return random_int(g, 3);
    default:
        return random_string(g, 3);
    }
}

/* Whether Z3 agrees that the closed formula is true. */
static bool z3_agrees(Z3_context z3, const char *formula, strbuf *command)
{
    strbuf_clear(command);
    strbuf_printf(command, "(simplify %s)", formula);
    if (!strcmp(Z3_eval_smtlib2_string(z3, command->text), "true\n"))
        return true;
    /* not simplified to a value, or false: let it be solved */
    strbuf_clear(command);
    strbuf_printf(command, "(push)(assert (not %s))(check-sat)(pop)", formula);
    return !strcmp(Z3_eval_smtlib2_string(z3, command->text), "unsat\n");
}

TEST(values_of_string_terms_agree_with_z3)
{
    generator g = {.b = bank_new(false)};
    rng_seed(&g.r, 31);
    bank_marks mark = bank_mark(g.b);
    Z3_config config = Z3_mk_config();
    Z3_context z3 = Z3_mk_context(config);
    Z3_del_config(config);
    term_model *m = model_new(g.b);
    smt_print_options options = {.dialect = DIALECT_Z3, .no_let = true};
    strbuf formula = STRBUF_INIT, command = STRBUF_INIT;
    for (uint64_t i = 0; i < test_count(100000); i++) {
        evaluator *e = eval_new(m, NULL);
        term_id t = random_term(&g);
        value_id v = eval_term(e, t);
        eval_free(e);
        strbuf_clear(&formula);
        smt_print_term(g.b, v ? term_eq(g.b, t, term_const(g.b, v)) : t, &options, &formula);
        CHECK_MSG(v, "no value: %s", formula.text);
        CHECK_MSG(z3_agrees(z3, formula.text, &command), "%s", formula.text);
        bank_release(g.b, &mark);
    }
    strbuf_free(&formula);
    strbuf_free(&command);
    model_free(m);
    Z3_del_context(z3);
    bank_free(g.b);
}
