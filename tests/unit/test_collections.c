/* Sequences, sets, relations, bags, tuples, and integers as bits: values by hand, and random terms against libz3
 * and cvc5. */
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "engine/engine.h"
#include "generate/generate.h"
#include "smtlib/print/printer.h"
#include "smtlib/read/reader.h"
#include "term/eval/eval.h"
#include "test.h"

typedef struct fixture {
    term_bank *b;
    symtab *table;
    term_model *model;
} fixture;

static fixture start(void)
{
    fixture x = {.b = bank_new(true)};
    x.table = symtab_new(x.b);
    x.model = model_new(x.b);
    return x;
}

static void end(fixture *x)
{
    model_free(x->model);
    symtab_free(x->table);
    bank_free(x->b);
}

static term_id read_term(fixture *x, const char *text)
{
    char *error = NULL;
    term_id t = smt_read_term(x->table, text, &error);
    CHECK_MSG(t, "%s: %s", text, error ? error : "no message");
    free(error);
    return t;
}

/* 0: undetermined. */
static value_id value_of(fixture *x, term_id t)
{
    evaluator *e = eval_new(x->model, &(eval_config){0});
    value_id v = eval_term(e, t);
    eval_free(e);
    return v;
}

static void equal(fixture *x, const char *left, const char *right)
{
    value_id v = value_of(x, read_term(x, left)), w = value_of(x, read_term(x, right));
    CHECK_MSG(v, "no value: %s", left);
    CHECK_MSG(v == w, "%s is not %s", left, right);
}

#define SET(elements) "(set.insert " elements " (as set.empty (Set Int)))"

TEST(sequences)
{
    fixture x = start();
    const char *q = "(seq.++ (seq.unit 1) (seq.unit 2) (seq.unit 1) (seq.unit 3))";
    strbuf text = STRBUF_INIT;
    static const char *const cases[][2] = {
        {"(seq.len %)", "4"},
        {"(seq.nth % 3)", "3"},
        {"(seq.at % 1)", "(seq.unit 2)"},
        {"(seq.at % 4)", "(as seq.empty (Seq Int))"},
        {"(seq.extract % 1 2)", "(seq.++ (seq.unit 2) (seq.unit 1))"},
        {"(seq.extract % 3 9)", "(seq.unit 3)"},
        {"(seq.extract % (- 1) 2)", "(as seq.empty (Seq Int))"},
        {"(seq.prefixof (seq.unit 1) %)", "true"},
        {"(seq.suffixof (seq.unit 1) %)", "false"},
        {"(seq.contains % (seq.++ (seq.unit 1) (seq.unit 3)))", "true"},
        {"(seq.indexof % (seq.unit 1) 1)", "2"},
        {"(seq.indexof % (seq.unit 7) 0)", "(- 1)"},
        {"(seq.replace % (seq.unit 1) (seq.unit 9))",
         "(seq.++ (seq.unit 9) (seq.unit 2) (seq.unit 1) (seq.unit 3))"},
        {"(seq.replace_all % (seq.unit 1) (as seq.empty (Seq Int)))",
         "(seq.++ (seq.unit 2) (seq.unit 3))"},
        {"(seq.rev %)", "(seq.++ (seq.unit 3) (seq.unit 1) (seq.unit 2) (seq.unit 1))"},
        {"(seq.update % 3 (seq.++ (seq.unit 8) (seq.unit 9)))",
         "(seq.++ (seq.unit 1) (seq.unit 2) (seq.unit 1) (seq.unit 8))"},
        {"(seq.update % 4 (seq.unit 8))", "%"},
        {"(str.len %)", "4"}, /* either spelling */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        strbuf sides[2] = {STRBUF_INIT, STRBUF_INIT};
        for (int k = 0; k < 2; k++)
            for (const char *c = cases[i][k]; *c; c++)
                if (*c == '%')
                    strbuf_puts(&sides[k], q);
                else
                    strbuf_putc(&sides[k], *c);
        equal(&x, sides[0].text, sides[1].text);
        strbuf_free(&sides[0]);
        strbuf_free(&sides[1]);
    }
    CHECK(!value_of(&x, read_term(&x, "(seq.nth (as seq.empty (Seq Int)) 0)")));
    strbuf_free(&text);
    end(&x);
}

TEST(strings_of_cvc5)
{
    fixture x = start();
    equal(&x, "(str.rev \"abc\")", "\"cba\"");
    equal(&x, "(str.to_lower \"aBZ[\")", "\"abz[\"");
    equal(&x, "(str.to_upper \"aBz{\")", "\"ABZ{\"");
    equal(&x, "(str.update \"abcd\" 2 \"xyz\")", "\"abxy\"");
    equal(&x, "(str.update \"abcd\" (- 1) \"xyz\")", "\"abcd\"");
    equal(&x, "(str.indexof_re \"aab\" (str.to_re \"b\") 0)", "2");
    equal(&x, "(str.indexof_re \"aab\" (re.* (str.to_re \"b\")) 1)", "1");
    equal(&x, "(str.indexof_re \"aab\" (str.to_re \"a\") 2)", "(- 1)");
    equal(&x, "(str.indexof_re \"aab\" re.all 4)", "(- 1)");
    end(&x);
}

TEST(sets)
{
    fixture x = start();
    equal(&x, SET("1 2 1"), "(set.union (set.singleton 2) (set.singleton 1))");
    equal(&x, "(set.inter " SET("1 2") " " SET("2 3") ")", "(set.singleton 2)");
    equal(&x, "(set.minus " SET("1 2") " " SET("2 3") ")", "(set.singleton 1)");
    equal(&x, "(set.card " SET("1 2 1") ")", "2");
    equal(&x, "(set.member 2 " SET("1 2") ")", "true");
    equal(&x, "(set.member 3 " SET("1 2") ")", "false");
    equal(&x, "(set.subset " SET("1") " " SET("1 2") ")", "true");
    equal(&x, "(set.subset " SET("1 2") " " SET("1") ")", "false");
    equal(&x, "(set.choose (set.singleton 4))", "4");
    equal(&x, "(set.is_singleton " SET("4 4") ")", "true");
    equal(&x, "(set.is_empty " SET("4") ")", "false");
    equal(&x, "(set.filter (lambda ((e Int)) (> e 1)) " SET("1 2 3") ")", SET("2 3"));
    equal(&x, "(set.map (lambda ((e Int)) (mod e 2)) " SET("1 2 3") ")", SET("0 1"));
    equal(&x, "(set.all (lambda ((e Int)) (> e 1)) " SET("1 2 3") ")", "false");
    equal(&x, "(set.some (lambda ((e Int)) (> e 2)) " SET("1 2 3") ")", "true");
    CHECK(!value_of(&x, read_term(&x, "(set.choose " SET("1 2") ")")));
    CHECK(!value_of(&x, read_term(&x, "(set.complement " SET("1 2") ")")));
    end(&x);
}

#define REL "(set.insert (tuple 1 2) (tuple 2 3) (as set.empty (Relation Int Int)))"

TEST(relations_and_tuples)
{
    fixture x = start();
    equal(&x, "(rel.transpose " REL ")", "(set.insert (tuple 3 2) (set.singleton (tuple 2 1)))");
    equal(&x, "(rel.join " REL " " REL ")", "(set.singleton (tuple 1 3))");
    equal(&x, "(rel.tclosure " REL ")", "(set.insert (tuple 1 3) " REL ")");
    equal(&x, "(set.card (rel.product " REL " " REL "))", "4");
    equal(&x, "(rel.iden (set.singleton (tuple 5)))", "(set.singleton (tuple 5 5))");
    equal(&x, "(rel.join_image (set.insert (tuple 1 9) " REL ") 2)", "(set.singleton (tuple 1))");
    equal(&x, "((_ rel.project 1) " REL ")", "(set.insert (tuple 2) (set.singleton (tuple 3)))");
    equal(&x, "((_ tuple.select 1) (tuple 1 \"a\"))", "\"a\"");
    equal(&x, "((_ tuple.update 0) (tuple 1 \"a\") 7)", "(tuple 7 \"a\")");
    equal(&x, "((_ tuple.project 1 1 0) (tuple 1 \"a\"))", "(tuple \"a\" \"a\" 1)");
    end(&x);
}

TEST(bags)
{
    fixture x = start();
    equal(&x, "(bag.union_disjoint (bag 1 2) (bag 1 3))", "(bag 1 5)");
    equal(&x, "(bag.union_max (bag 1 2) (bag 1 3))", "(bag 1 3)");
    equal(&x, "(bag.inter_min (bag 1 2) (bag 1 3))", "(bag 1 2)");
    equal(&x, "(bag.difference_subtract (bag 1 5) (bag 1 3))", "(bag 1 2)");
    equal(&x, "(bag.difference_remove (bag 1 5) (bag 1 3))", "(as bag.empty (Bag Int))");
    equal(&x, "(bag 1 (- 3))", "(as bag.empty (Bag Int))");
    equal(&x, "(bag.count 1 (bag.union_disjoint (bag 2 2) (bag 1 3)))", "3");
    equal(&x, "(bag.card (bag.union_disjoint (bag 2 2) (bag 1 3)))", "5");
    equal(&x, "(bag.setof (bag 2 9))", "(bag 2 1)");
    equal(&x, "(bag.subbag (bag 2 2) (bag 2 3))", "true");
    equal(&x, "(bag.member 3 (bag 2 3))", "false");
    equal(&x, "(bag.all (lambda ((e Int)) (> e 1)) (bag 2 3))", "true");
    equal(&x, "(bag.union_disjoint (bag 1 1) (bag 2 1) (bag 1 1))",
          "(bag.union_disjoint (bag 1 2) (bag 2 1))");
    equal(&x, "(bag.map (lambda ((e Int)) 0) (bag.union_disjoint (bag 2 2) (bag 1 3)))",
          "(bag 0 5)");
    equal(&x, "(table.product (bag (tuple 1) 2) (bag (tuple 2) 3))", "(bag (tuple 1 2) 6)");
    end(&x);
}

TEST(integers_as_bits)
{
    fixture x = start();
    equal(&x, "(^ 2 10)", "1024");
    equal(&x, "(^ 0 0)", "1");
    equal(&x, "(^ 2.0 (- 2))", "0.25");
    equal(&x, "(int.pow2 5)", "32");
    equal(&x, "(int.pow2 (- 5))", "0");
    equal(&x, "(int.log2 9)", "3");
    equal(&x, "(int.ispow2 8)", "true");
    equal(&x, "((_ iand 4) 13 (- 1))", "13");
    equal(&x, "((_ iand 4) 29 7)", "5");
    equal(&x, "(piand 3 29 15)", "5");
    equal(&x, "(ext_rotate_left #b1001 #b0101)", "#b0011");
    equal(&x, "(bvsmul_noovfl #x7f #x02)", "false");
    equal(&x, "(bvsmul_noudfl #x80 #x02)", "false");
    equal(&x, "(bvsmul_noovfl #x80 #x02)", "true");
    CHECK(!value_of(&x, read_term(&x, "(^ 2 (- 1))")));
    CHECK(!value_of(&x, read_term(&x, "(^ 2.0 0.5)")));
    end(&x);
}

/* What a solver has for a set is an array: only one with a default outside is a finite set. */
TEST(casts)
{
    fixture x = start();
    term_bank *b = x.b;
    sort_id set = sort_collection(b, SORT_SET, SORT_ID_INT);
    sort_id array = sort_array(b, SORT_ID_INT, SORT_ID_BOOL);
    value_id none = value_array_constant(b, array, VALUE_ID_FALSE), one = value_int(b, 1);
    value_id v = value_array_store(b, none, one, VALUE_ID_TRUE);
    CHECK(value_cast(b, v, set) == value_set(b, set, &one, 1));
    CHECK(value_cast(b, value_set(b, set, &one, 1), array) == v);
    CHECK(!value_cast(b, value_array_constant(b, array, VALUE_ID_TRUE), set));
    sort_id bag = sort_collection(b, SORT_BAG, SORT_ID_INT);
    sort_id counts = sort_array(b, SORT_ID_INT, SORT_ID_INT);
    value_id negative = value_array_store(b, value_array_constant(b, counts, value_int(b, 0)), one,
                                          value_int(b, -2));
    CHECK(!value_cast(b, negative, bag));
    CHECK(!value_casts(b, SORT_ID_INT, set));
    end(&x);
}

/* Random ground terms: the evaluator's value, printed and read again, and the word of another solver that it is
 * no other. */
static void compare(const char *command, unsigned theory, const term_op *without, uint64_t count)
{
    fixture x = start();
    term_bank *b = x.b;
    rng r;
    rng_seed(&r, theory + 7);
    vec_u32 sorts = {0};
    generate_sorts(b, GENERATE_INT | theory, &sorts);
    bool forbidden[OP_COUNT] = {false};
    for (; *without; without++)
        forbidden[*without] = true;
    generate_config config = {
        .sorts = sorts.at, .n_sorts = sorts.n, .constants = 100, .forbidden = forbidden};
    char *error = NULL;
    engine *e = engine_new(b, &(engine_config){.command = command, .want_models = true}, &error);
    free(error);
    if (!e)
        test_skip("%s is not there", command);
    uint64_t decided = 0;
    for (uint64_t i = 0; i < count; i++) {
        term_id t = generate_term(b, &r, &config, sorts.at[rng_below(&r, sorts.n)], 3);
        value_id v = t ? value_of(&x, t) : 0;
        if (!v)
            continue;
        strbuf text = STRBUF_INIT;
        smt_print_value(b, v, DIALECT_STANDARD, &text);
        CHECK_MSG(value_of(&x, read_term(&x, text.text)) == v, "not read again: %s", text.text);
        strbuf_free(&text);
        engine_push(e);
        engine_assert(e, term_not(b, term_eq(b, t, term_const(b, v))));
        engine_answer answer = engine_check(e, NULL, 0, &(engine_limits){.seconds = 1});
        smt_print_term(b, t, NULL, &text);
        CHECK_MSG(answer != ENGINE_SAT, "%s has another value for %s", command, text.text);
        strbuf_free(&text);
        decided += answer == ENGINE_UNSAT;
        engine_pop(e, 1);
    }
    CHECK_MSG(decided > count / 4, "only %llu of %llu", (unsigned long long)decided,
              (unsigned long long)count);
    engine_free(e);
    vec_free(&sorts);
    end(&x);
}

static const term_op nothing[] = {OP_NONE};

TEST(sequences_as_libz3)
{
    static const term_op lacks[] = {OP_SEQ_REPLACE_ALL, OP_SEQ_REV, OP_IDIV, OP_MOD, OP_NONE};
    compare(ENGINE_LIBZ3, GENERATE_SEQ, lacks, test_count(400));
}

TEST(sets_as_libz3)
{
    static const term_op lacks[] = {OP_SET_CARD, OP_REL_TCLOSURE, OP_IDIV, OP_MOD, OP_NONE};
    compare(ENGINE_LIBZ3, GENERATE_SET, lacks, test_count(300));
}

TEST(bags_as_libz3)
{
    static const term_op lacks[] = {OP_BAG_CARD, OP_IDIV, OP_MOD, OP_NONE};
    compare(ENGINE_LIBZ3, GENERATE_BAG, lacks, test_count(300));
}

TEST(sequences_as_cvc5)
{
    static const term_op lacks[] = {OP_IDIV, OP_MOD, OP_NONE};
    compare("cvc5 --incremental --strings-exp", GENERATE_SEQ, lacks, test_count(300));
}

TEST(sets_as_cvc5)
{
    static const term_op lacks[] = {OP_IDIV, OP_MOD, OP_NONE};
    compare("cvc5 --incremental --sets-ext", GENERATE_SET, lacks, test_count(300));
}

TEST(bags_as_cvc5)
{
    compare("cvc5 --incremental", GENERATE_BAG, nothing, test_count(200));
}
