#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "smtlib/read/reader.h"
#include "solve/closed/closed.h"
#include "test.h"

/* The boxes of these tests, as a user would write them. */
static const char BOXES[] =
    "#include <stdint.h>\n#include <stdlib.h>\n#include <unistd.h>\n"
    "uint32_t product(uint32_t a, uint32_t b) { return a * b; }\n"
    "uint8_t scramble(uint8_t x) { return (uint8_t)(x * 7 + 3); }\n"
    "uint32_t picky(uint32_t x) { if (x & 1) abort(); return x / 2; }\n"
    "uint32_t endless(uint32_t x) { while (x > 10) ; return x; }\n"
    "uint32_t quits(uint32_t x) { if (x > 5) exit(0); return x; }\n"
    "uint32_t moody(uint32_t x) { static uint32_t n; return x + n++; }\n"
    "double half(double x) { return x / 2; }\n"
    "uint32_t hash(uint32_t x) { x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; return x; }\n";

typedef struct outcome {
    engine_answer answer;
    char reason[200];
    closed_counters counts;
    bool rests;
} outcome;

static void note(void *context, const char *line)
{
    if (getenv("TEST_EXPLAIN"))
        fprintf(stderr, "%s\n", line);
    (void)context;
}

static outcome solve(const char *text, closed_mode mode, double seconds)
{
    char path[] = "/tmp/tandem-boxes-XXXXXX.c";
    int file = mkstemps(path, 2);
    CHECK(file >= 0 && write(file, BOXES, sizeof BOXES - 1) == (ssize_t)sizeof BOXES - 1);
    close(file);
    term_bank *b = bank_new(true);
    const char *libraries[] = {path};
    box_config box_settings = {.libraries = libraries, .n_libraries = 1, .timeout_seconds = 0.2};
    box_set *boxes = boxes_new(b, &box_settings);
    symtab *table = symtab_new(b);
    smt_reader *reader = smt_reader_text(table, "test", text, strlen(text));
    smt_command command = {0};
    term_vec assertions = {0};
    smt_status status;
    while ((status = smt_reader_next(reader, &command)) != SMT_END) {
        CHECK_MSG(status == SMT_OK, "%s", smt_reader_error(reader));
        if (command.kind == CMD_ASSERT)
            vec_push(&assertions, command.term);
        if (command.kind == CMD_DECLARE_CB) {
            box_declaration d = {.decl = command.decls.at[0], .symbol = command.box.symbol};
            char *error = NULL;
            CHECK_MSG(boxes_bind(boxes, &d, &error), "%s", error);
        }
    }
    closed_config config = {.mode = mode,
                            .engine = {.command = "z3"},
                            .seed = 1,
                            .deadline = clock_wall() + seconds,
                            .explain = note};
    term_model *model = model_new(b);
    closed_result r =
        closed_solve(&(closed_problem){b, boxes, assertions.at, assertions.n, model}, &config);
    outcome o = {.answer = r.answer, .counts = r.counts, .rests = r.rests_on_boxes};
    snprintf(o.reason, sizeof o.reason, "%s", r.reason ? r.reason : "");
    closed_result_free(&r);
    model_free(model);
    smt_command_free(&command);
    smt_reader_free(reader);
    symtab_free(table);
    vec_free(&assertions);
    boxes_free(boxes);
    bank_free(b);
    unlink(path);
    return o;
}

#define WANT(expected, text, mode)                                                            \
    do {                                                                                      \
        outcome o_ = solve(text, mode, 20);                                                   \
        CHECK_MSG(o_.answer == (expected), "answer %d (%s) after %llu iterations", o_.answer, \
                  o_.reason, (unsigned long long)o_.counts.iterations);                       \
    } while (0)

static const char MOTIVATING[] =
    "(declare-const x (_ BitVec 32))(declare-const y (_ BitVec 32))(declare-const z (_ BitVec 32))"
    "(declare-const p (_ BitVec 32))(declare-const q (_ BitVec 32))(declare-const r (_ BitVec 32))"
    "(declare-cb product ((_ BitVec 32) (_ BitVec 32)) (_ BitVec 32))"
    "(define-fun ispow2 ((x (_ BitVec 32))) Bool (= #x00000000 (bvand x (bvsub x #x00000001))))"
    "(assert (bvugt x y))(assert (and (bvult #x000000ff z) (bvult z #x00010000)))"
    "(assert (= z (product x y)))(assert (and (ispow2 p) (ispow2 q) (ispow2 r)))"
    "(assert (and (bvugt p #x00000001) (bvugt q #x00000001) (bvugt r #x00000001)))"
    "(assert (= #x00000040 (bvmul p q r)))";

TEST(the_motivating_example_in_every_mode)
{
    WANT(ENGINE_SAT, MOTIVATING, CLOSED_AUTO);
    WANT(ENGINE_SAT, MOTIVATING, CLOSED_CDFL);
    WANT(ENGINE_SAT, MOTIVATING, CLOSED_FUZZ);
    outcome o = solve(MOTIVATING, CLOSED_CDFL, 20);
    CHECK_MSG(o.counts.iterations <= 6, "%llu iterations", (unsigned long long)o.counts.iterations);
}

TEST(unsat_by_congruence_alone)
{
    static const char text[] = "(declare-cb hash ((_ BitVec 32)) (_ BitVec 32))"
                               "(declare-const x (_ BitVec 32))(declare-const y (_ BitVec 32))"
                               "(assert (= x y))(assert (not (= (hash x) (hash y))))";
    WANT(ENGINE_UNSAT, text, CLOSED_AUTO);
    WANT(ENGINE_UNSAT, text, CLOSED_CDFL);
    WANT(ENGINE_UNSAT, text, CLOSED_ACTIVE);
    CHECK(!solve(text, CLOSED_AUTO, 20).rests);
}

TEST(unsat_through_a_complete_table)
{
    static const char text[] = "(declare-cb scramble ((_ BitVec 8)) (_ BitVec 8))"
                               "(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))"
                               "(assert (= (scramble x) (scramble y)))(assert (distinct x y))";
    outcome o = solve(text, CLOSED_AUTO, 20); /* 7 is odd: scramble is injective */
    CHECK(o.answer == ENGINE_UNSAT && o.rests);
}

TEST(a_point_of_a_hash_is_found)
{
    WANT(ENGINE_SAT,
         "(declare-cb hash ((_ BitVec 32)) (_ BitVec 32))(declare-const x (_ BitVec 32))"
         "(assert (= ((_ extract 15 0) (hash x)) #xbeef))(assert (bvult x #x00ffffff))",
         CLOSED_AUTO);
}

TEST(a_box_that_crashes_on_half_of_its_inputs)
{
    WANT(ENGINE_SAT,
         "(declare-cb picky ((_ BitVec 32)) (_ BitVec 32))(declare-const x (_ BitVec 32))"
         "(assert (bvugt (picky x) #x00000100))(assert (bvult x #x00010000))",
         CLOSED_AUTO);
    outcome o = solve("(declare-cb picky ((_ BitVec 32)) (_ BitVec 32))"
                      "(declare-const x (_ BitVec 32))(assert (= x #x00000003))"
                      "(assert (= (picky x) (picky x)))(assert (bvuge (picky x) #x00000001))",
                      CLOSED_AUTO, 2); /* its value at 3 is unknown: neither sat nor unsat */
    CHECK_MSG(o.answer == ENGINE_UNKNOWN, "answer %d", o.answer);
}

TEST(an_ite_may_skip_a_crash)
{
    WANT(ENGINE_SAT,
         "(declare-cb picky ((_ BitVec 32)) (_ BitVec 32))(declare-const x (_ BitVec 32))"
         "(assert (= x #x00000003))"
         "(assert (= (ite (= x #x00000003) #x00000001 (picky x)) #x00000001))",
         CLOSED_AUTO);
}

TEST(boxes_that_hang_exit_or_lie_are_survived)
{
    WANT(ENGINE_SAT,
         "(declare-cb endless ((_ BitVec 32)) (_ BitVec 32))(declare-const x (_ BitVec 32))"
         "(assert (= (endless x) #x00000007))",
         CLOSED_AUTO);
    WANT(ENGINE_SAT,
         "(declare-cb quits ((_ BitVec 32)) (_ BitVec 32))(declare-const x (_ BitVec 32))"
         "(assert (= (quits x) #x00000004))",
         CLOSED_AUTO);
    outcome o = solve("(declare-cb moody ((_ BitVec 32)) (_ BitVec 32))"
                      "(declare-const x (_ BitVec 32))(assert (= (moody x) #x00000100))",
                      CLOSED_AUTO, 2);
    CHECK_MSG(o.answer == ENGINE_UNKNOWN, "answer %d", o.answer);
    CHECK_STR(o.reason, "closed box 'moody' answers differently on equal inputs");
    WANT(ENGINE_UNSAT, /* whatever it answers */
         "(declare-cb moody ((_ BitVec 32)) (_ BitVec 32))(declare-const x (_ BitVec 32))"
         "(assert (bvult (moody x) #x00000100))(assert (bvugt (moody x) #x00000200))",
         CLOSED_AUTO);
}

TEST(floats_go_through_boxes)
{
    WANT(ENGINE_SAT,
         "(declare-cb half ((_ FloatingPoint 11 53)) (_ FloatingPoint 11 53))"
         "(declare-const x (_ FloatingPoint 11 53))"
         "(assert (fp.eq (half x) ((_ to_fp 11 53) RNE 21.25)))",
         CLOSED_AUTO);
}
