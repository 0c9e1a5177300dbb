/* Limits from tables: names, ranges, errors, what stores and programs get to read. And of
 * all tables: defaults lie in their ranges. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "explore/limits.h"
#include "fuse/limits.h"
#include "fuzz/limits.h"
#include "judge/limits.h"
#include "program/limits.h"
#include "prove/limits.h"
#include "race/limits/limits.h"
#include "reduce/limits.h"
#include "solve/limits.h"

#define LIMITS_LIST "unit/sample_limits.def"
#define LIMITS_STRUCT sample_limits
#include "base/limits/limits_declare.h"
#define LIMITS_LIST "unit/sample_limits.def"
#define LIMITS_STRUCT sample_limits
#include "base/limits/limits_define.h"

static sample_limits values;
static const limit_group groups[] = {{&sample_limits_table, &values}};
static const limit_set set = {groups, 1};

static void refuses(const char *assignment, const char *wanted)
{
    char *error = NULL;
    sample_limits before = values;
    CHECK_MSG(!limits_assign(&set, assignment, &error), "accepted: %s", assignment);
    CHECK_MSG(error && strstr(error, wanted), "%s: %s", assignment, error);
    CHECK(before.sample_rounds == values.sample_rounds);
    CHECK(before.sample_share == values.sample_share);
    free(error);
}

static void takes(const char *assignment)
{
    char *error = NULL;
    CHECK_MSG(limits_assign(&set, assignment, &error), "%s: %s", assignment, error);
}

TEST(defaults)
{
    CHECK(sample_limits_default.sample_rounds == 12);
    CHECK(sample_limits_default.sample_budget == 70000);
    CHECK(sample_limits_default.sample_share == 0.125);
    memset(&values, 0xff, sizeof values);
    limits_defaults(&set);
    CHECK(values.sample_rounds == 12 && values.sample_share == 0.125);
}

TEST(set_by_name)
{
    limits_defaults(&set);
    takes("sample-rounds=7");
    takes("sample_share=0.5");
    CHECK(values.sample_rounds == 7 && values.sample_share == 0.5);
    CHECK(values.sample_budget == 70000);
    takes("sample-rounds=1");
    takes("sample-rounds=1000");
    CHECK(values.sample_rounds == 1000); /* the last value counts */
    takes("sample-share=1e-3");
    CHECK(values.sample_share == 1e-3);
}

TEST(what_is_refused)
{
    limits_defaults(&set);
    refuses("sample-round=7", "no limit 'sample-round'; did you mean 'sample-rounds'?");
    refuses("sample_ruonds=7", "did you mean 'sample-rounds'?");
    refuses("zzzzzzzzzzzz=7", "--help-limits");
    refuses("=7", "--help-limits");
    refuses("sample-rounds", "NAME=VALUE");
    refuses("", "NAME=VALUE");
    refuses("sample-rounds=0", "from 1 to 1000, and 0 is outside");
    refuses("sample-rounds=1001", "from 1 to 1000, and 1001 is outside");
    refuses("sample-share=1.5", "from 0 to 1, and 1.5 is outside");
    static const char *const none[] = {"sample-rounds=",      "sample-rounds=x",
                                       "sample-rounds=-1",    "sample-rounds=1.5",
                                       "sample-rounds=0x10",  "sample-rounds=7 ",
                                       "sample-share=nan",    "sample-share=inf",
                                       "sample-share=-0.5",   "sample-share=0x1p-2",
                                       "sample-share=0.5.5",  "sample-share=",
                                       "sample-share=1e9999", "sample-budget=99999999999999999999"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        refuses(none[i], "a whole number from" + (strstr(none[i], "share") ? 8 : 0));
}

TEST(stores_get_what_was_changed)
{
    strbuf text = STRBUF_INIT, again = STRBUF_INIT;
    char *error = NULL;
    limits_defaults(&set);
    limits_print_changed(&set, &text);
    CHECK_STR(text.text, "");
    takes("sample-share=0.3");
    takes("sample-budget=1000000000000");
    limits_print_changed(&set, &text);
    CHECK_STR(text.text, "sample-budget=1000000000000 sample-share=0.3");
    limits_defaults(&set);
    takes("sample-rounds=5"); /* is not in the text: the default again */
    CHECK(limits_read_changed(&set, text.text, &error));
    limits_print_changed(&set, &again);
    CHECK_STR(again.text, text.text);
    CHECK(!limits_read_changed(&set, "sample-share=0.3 gone=4", &error));
    CHECK(strstr(error, "'gone'"));
    free(error);
    strbuf_free(&text);
    strbuf_free(&again);
}

TEST(programs_get_what_was_changed)
{
    strbuf text = STRBUF_INIT;
    json_writer j;
    limits_defaults(&set);
    takes("sample-rounds=3");
    takes("sample-share=0.25");
    json_init(&j, &text);
    limits_json(&set, &j);
    CHECK_STR(text.text, "{\"sample-rounds\":3,\"sample-share\":0.25}");
    strbuf_free(&text);
}

TEST(the_list)
{
    strbuf text = STRBUF_INIT;
    limits_help(&set, 60, &text);
    CHECK_STR(text.text, "Some:\n"
                         "  sample-rounds=12  (1 to 1000)\n"
                         "      rounds of the sample, with a help text that is so long\n"
                         "      that it takes more than one line of the list\n"
                         "  sample-budget=70000  (0 to 1000000000000)\n"
                         "      steps\n"
                         "\nOthers:\n"
                         "  sample-share=0.125  (0 to 1)\n"
                         "      of the time\n");
    strbuf_free(&text);
}

TEST(random_ones_are_in_range)
{
    rng r;
    rng_seed(&r, 1);
    bool low = false, high = false;
    for (int i = 0; i < 1000; i++) {
        limits_randomise(&set, &r);
        CHECK(values.sample_rounds >= 1 && values.sample_rounds <= 1000);
        CHECK(values.sample_share >= 0 && values.sample_share <= 1);
        low |= values.sample_rounds == 1;
        high |= values.sample_rounds == 1000;
    }
    CHECK(low && high);
}

/* Limits of a table hold what it says, and all its numbers are exact in both ways of storing. */
static void check_table(const limit_table *t, const void *defaults)
{
    for (size_t i = 0; i < t->n; i++) {
        const limit_spec *x = &t->specs[i];
        CHECK(x->help && *x->help);
        if (!x->name)
            continue;
        const char *at = (const char *)defaults + x->offset;
        double value = x->whole ? (double)*(const uint64_t *)at : *(const double *)at;
        CHECK_MSG(x->low <= x->initial && x->initial <= x->high, "%s", x->name);
        CHECK_MSG(value == x->initial, "%s", x->name);
        CHECK_MSG(x->offset + sizeof(uint64_t) <= t->size, "%s", x->name);
        CHECK_MSG(x->low >= 0 && x->high <= 0x1p53, "%s", x->name);
        CHECK_MSG(!x->whole || (uint64_t)x->initial == x->initial, "%s", x->name);
    }
}

TEST(tables_of_all_layers)
{
    check_table(&explore_limits_table, &explore_limits_default);
    check_table(&fuse_limits_table, &fuse_limits_default);
    check_table(&fuzz_limits_table, &fuzz_limits_default);
    check_table(&hearing_limits_table, &hearing_limits_default);
    check_table(&ir_limits_table, &ir_limits_default);
    check_table(&prove_limits_table, &prove_limits_default);
    check_table(&race_limits_table, &race_limits_default);
    check_table(&reduce_limits_table, &reduce_limits_default);
    check_table(&solve_limits_table, &solve_limits_default);
}
