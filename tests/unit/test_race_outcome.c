/* What came of races, as bytes and brought together; bytes may be anybody's. */
#include "base/rng.h"
#include "race/outcome.h"
#include "test.h"

enum { SOLVERS = 2, ARMS = 3 };

static race_input input_of(const char *text, double score)
{
    race_input i = {.text = base_strdup(text), .score = score, .step = 7, .saturated = true};
    i.times = base_alloc_zero(SOLVERS, sizeof *i.times);
    i.times[0] = (race_time){RUNNER_TIMEOUT, 1.5, 1000};
    i.times[1] = (race_time){RUNNER_SAT, 0.25, 2000};
    return i;
}

static race_outcome outcome_of(const char *first, double score)
{
    race_outcome o = {.margin = score, .solver_seconds = 2, .steps = 10, .measured = 11};
    race_input one = input_of(first, score), two = input_of("(assert true)", 0.5);
    vec_push(&o.best, one);
    vec_push(&o.best, two);
    for (int i = 0; i < ARMS; i++) {
        agent_arm arm = {.successes = i, .failures = 1, .pulls = 2, .ties = 0.5};
        vec_push(&o.arms, arm);
    }
    finding f;
    finding_init(&f);
    f.kind = FINDING_SOUNDNESS;
    finding_set(&f.solver, "z3");
    vec_push(&o.findings, f);
    return o;
}

TEST(round_trip)
{
    race_outcome o = outcome_of("(assert false)", 3), read;
    strbuf bytes = STRBUF_INIT;
    race_outcome_put(&o, SOLVERS, &bytes);
    CHECK(race_outcome_read(bytes.text, bytes.n, SOLVERS, &read));
    CHECK(read.margin == 3 && read.solver_seconds == 2 && read.steps == 10 && read.measured == 11);
    CHECK(read.best.n == 2 && read.arms.n == ARMS && read.findings.n == 1);
    CHECK_STR(read.best.at[0].text, "(assert false)");
    CHECK(read.best.at[0].score == 3 && read.best.at[0].step == 7 && read.best.at[0].saturated);
    CHECK(read.best.at[0].times[0].verdict == RUNNER_TIMEOUT);
    CHECK(read.best.at[0].times[1].seconds == 0.25 && read.best.at[0].times[1].memory == 2000);
    CHECK(read.arms.at[2].successes == 2 && read.arms.at[2].ties == 0.5);
    CHECK_STR(read.findings.at[0].solver, "z3");
    race_outcome_free(&read);
    race_outcome_free(&o);
    strbuf_free(&bytes);
}

/* Cut short it is refused; changed, it is refused or read: nothing else happens. */
TEST(damaged_bytes)
{
    race_outcome o = outcome_of("(assert false)", 3), read;
    strbuf bytes = STRBUF_INIT;
    race_outcome_put(&o, SOLVERS, &bytes);
    for (size_t n = 0; n < bytes.n; n++) {
        char *torn = base_alloc(n + 1);
        memcpy(torn, bytes.text, n);
        CHECK_MSG(!race_outcome_read(torn, n, SOLVERS, &read), "%zu bytes", n);
        free(torn);
    }
    rng r;
    rng_seed(&r, 1);
    for (uint64_t i = 0; i < test_count(2000); i++) {
        size_t at = rng_below(&r, bytes.n);
        char was = bytes.text[at];
        bytes.text[at] = (char)rng_below(&r, 256);
        if (race_outcome_read(bytes.text, bytes.n, SOLVERS, &read))
            race_outcome_free(&read);
        bytes.text[at] = was;
    }
    race_outcome_free(&o);
    strbuf_free(&bytes);
}

TEST(brought_together)
{
    agent_arm arms[ARMS] = {{0}};
    agent a = {.n = ARMS, .arms = arms};
    race sum = {.agent = &a, .config = {.keep = 3}};
    race_outcome one = outcome_of("(assert false)", 3), two = outcome_of("(assert (not true))", 4);
    CHECK(race_outcome_add(&sum, &one));
    CHECK(race_outcome_add(&sum, &two));
    CHECK(sum.steps == 20 && sum.measured == 22);
    CHECK(sum.best.n == 3); /* what both have is there once */
    CHECK(sum.best.at[0].score == 4 && sum.best.at[1].score == 3 && sum.best.at[2].score == 0.5);
    CHECK(arms[2].successes == 4 && arms[2].failures == 2 && arms[2].pulls == 4);
    CHECK(sum.margins.n == 2 && sum.margins.at[0] == 3 && sum.margins.at[1] == 4);
    race_outcome_free(&one);
    race_outcome_free(&two);
    race_outcome three = outcome_of("(assert (and))", 5);
    CHECK(race_outcome_add(&sum, &three));
    CHECK(sum.best.n == 3 && sum.best.at[0].score == 5 && sum.best.at[2].score == 3);
    race_outcome_free(&three);
    three = outcome_of("(assert (and))", 5);
    three.arms.n--; /* of another grammar */
    CHECK(!race_outcome_add(&sum, &three));
    race_outcome_free(&three);
    for (size_t i = 0; i < sum.best.n; i++) {
        free(sum.best.at[i].text);
        free(sum.best.at[i].times);
    }
    vec_free(&sum.best);
    vec_free(&sum.margins);
    vec_free(&sum.spent);
}
