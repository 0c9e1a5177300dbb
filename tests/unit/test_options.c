/* The option tables: values, spellings, errors, help and manual page. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OPTIONS_LIST "unit/sample_options.def"
#define OPTIONS_STRUCT sample
#include "base/options_define.h"

static const option_example sample_examples[] = {{"Do it.", "tandem sample --flag x"}};
static const option_preset sample_presets[] = {
    {"old", "the old way",
     (const char *const[]){"--engine", "cvc4", "--also", "past", "--guard=off", NULL}},
    {"broken", "an option that is none", (const char *const[]){"--nonsense", NULL}},
};
static const option_presets sample_preset_table = {sample_presets, 2};
static const option_page page = {
    .program = "tandem",
    .command = "sample",
    .summary = "an example of a command",
    .usage = "[OPTION]... FILE...",
    .description =
        "First paragraph with some words.\n\nSecond paragraph, with many words that must "
        "be wrapped because they do not fit into one line of the help text.",
    .options = sample_table,
    .n_options = sizeof sample_table / sizeof *sample_table,
    .presets = &sample_preset_table,
    .notes = "Exit codes:\n  0  well\n  1  -not- well\n",
    .examples = sample_examples,
    .n_examples = 1,
};

typedef struct outcome {
    options_status status;
    sample values;
    option_operands operands;
    char *error;
} outcome;

/* Parses the words of `line`, which are separated by single spaces. */
static outcome parse(const char *line)
{
    static char text[512];
    static char *argv[64];
    int argc = 0;
    snprintf(text, sizeof text, "%s", line);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    outcome o = {0};
    options_defaults(&page, &o.values);
    o.status = options_parse(&page, argc, argv, &o.values, &o.operands, &o.error);
    return o;
}

static void drop(outcome *o)
{
    vec_free(&o->operands);
    vec_free(&o->values.also);
    vec_free(&o->values.grant);
    free(o->error);
}

static void expect_error(const char *line, const char *wanted)
{
    outcome o = parse(line);
    CHECK_MSG(o.status == OPTIONS_ERROR, "accepted: %s", line);
    CHECK_STR(o.error, wanted);
    drop(&o);
}

TEST(defaults_come_from_the_table)
{
    outcome o = parse("");
    CHECK(o.status == OPTIONS_OK && !o.values.flag && o.values.verbose == 0);
    CHECK_STR(o.values.engine, "z3");
    CHECK_STR(o.values.colour, "red");
    CHECK(!o.values.output);
    CHECK(o.values.jobs == 1 && o.values.timeout == 0 && o.values.memory == 0);
    drop(&o);
}

TEST(every_spelling_of_an_option)
{
    outcome o =
        parse("-fvv --engine=cvc5 a --jobs 3 -t1.5 - -m 2K --colour blue --verb -- -f --flag");
    CHECK_MSG(o.status == OPTIONS_OK, "%s", o.error);
    CHECK(o.values.flag && o.values.verbose == 3 && o.values.jobs == 3);
    CHECK(o.values.timeout == 1.5 && o.values.memory == 2048);
    CHECK_STR(o.values.engine, "cvc5");
    CHECK_STR(o.values.colour, "blue");
    CHECK(o.operands.n == 4);
    CHECK_STR(o.operands.at[0], "a");
    CHECK_STR(o.operands.at[1], "-");
    CHECK_STR(o.operands.at[2], "-f");
    CHECK_STR(o.operands.at[3], "--flag");
    drop(&o);
}

TEST(empty_and_attached_arguments)
{
    outcome o = parse("--engine= -ecvc4");
    CHECK_STR(o.values.engine, "cvc4");
    drop(&o);
    o = parse("--output=a=b");
    CHECK_STR(o.values.output, "a=b");
    drop(&o);
}

TEST(errors_say_what_to_do)
{
    expect_error("--tiemout 3", "unknown option --tiemout; did you mean --timeout?");
    expect_error("--xyzzy", "unknown option --xyzzy");
    expect_error("--colr=red", "unknown option --colr; did you mean --colour?");
    expect_error("-q", "unknown option -q");
    expect_error("--flag=yes", "--flag takes no argument");
    expect_error("--engine", "--engine needs an argument: SOLVER");
    expect_error("--colour mauve", "--colour takes one of red|green|blue, not 'mauve'");
    expect_error("--colour re", "--colour takes one of red|green|blue, not 're'");
    expect_error("--jobs 0", "--jobs takes a natural number from 1 to 64, not 0");
    expect_error("--jobs 65", "--jobs takes a natural number from 1 to 64, not 65");
    expect_error("--jobs -1", "--jobs takes a natural number, not '-1'");
    expect_error("-t soon", "--timeout takes a duration such as 10, 500ms, 2m or 1h, not 'soon'");
    expect_error("-m 12Q", "--memory takes a size such as 512M or 4G, not '12Q'");
    expect_error("--help-me", "unknown option --help-me; did you mean --help?");
}

TEST(help_is_asked_for_in_both_ways)
{
    outcome o = parse("--flag --help --nonsense");
    CHECK(o.status == OPTIONS_HELP);
    drop(&o);
    o = parse("-fh");
    CHECK(o.status == OPTIONS_HELP);
    drop(&o);
    o = parse("-- --help");
    CHECK(o.status == OPTIONS_OK && o.operands.n == 1);
    drop(&o);
}

TEST(durations_and_sizes)
{
    static const struct {
        const char *text;
        double seconds; /* negative: an error */
    } durations[] = {{"10", 10},    {"0", 0},      {"500ms", 0.5}, {"2m", 120}, {"1h", 3600},
                     {"1.5s", 1.5}, {"1d", 86400}, {"", -1},       {"ms", -1},  {"-1", -1},
                     {"1.", -1},    {".5", -1},    {"1 s", -1},    {"1sm", -1}, {"inf", -1},
                     {"nan", -1},   {"0x10", -1},  {"1e3", -1}};
    for (size_t i = 0; i < sizeof durations / sizeof *durations; i++) {
        double seconds = -1;
        bool good = options_read_duration(durations[i].text, &seconds);
        CHECK_MSG(good == (durations[i].seconds >= 0), "%s", durations[i].text);
        double off = seconds - durations[i].seconds;
        CHECK_MSG(!good || (off < 1e-9 && off > -1e-9), "%s: %g", durations[i].text, seconds);
    }
    uint64_t bytes = 0;
    CHECK(options_read_size("4096", &bytes) && bytes == 4096);
    CHECK(options_read_size("64k", &bytes) && bytes == 65536);
    CHECK(options_read_size("512M", &bytes) && bytes == 536870912);
    CHECK(options_read_size("1.5G", &bytes) && bytes == 1610612736);
    CHECK(options_read_size("4GiB", &bytes) && bytes == 4294967296);
    CHECK(!options_read_size("9999999T", &bytes) && !options_read_size("M", &bytes));
    uint64_t number = 0;
    CHECK(options_read_number("18446744073709551615", &number) && number == UINT64_MAX);
    CHECK(!options_read_number("18446744073709551616", &number));
    CHECK(!options_read_number("+1", &number) && !options_read_number("1 ", &number));
}

TEST(nearest_word)
{
    static const char *const words[] = {"solve", "fmt", "help"};
    CHECK_STR(options_nearest("slove", words, 3), "solve");
    CHECK_STR(options_nearest("sovle", words, 3), "solve");
    CHECK_STR(options_nearest("frmt", words, 3), "fmt");
    CHECK(!options_nearest("dinner", words, 3));
    CHECK(!options_nearest("", words, 0));
    static const char *const options[] = {"merge", "limit", "terms"};
    CHECK(!options_nearest("verbse", options, 3) && !options_nearest("timeot", options, 3));
}

TEST(help_names_every_option_and_fits)
{
    strbuf out = STRBUF_INIT;
    options_help(&page, 80, &out);
    for (size_t i = 0; i < page.n_options; i++)
        CHECK_MSG(strstr(out.text, sample_table[i].name), "%s", sample_table[i].name);
    CHECK(!strncmp(out.text, "Usage: tandem sample [OPTION]... FILE...\n", 41));
    CHECK(strstr(out.text, "  -e, --engine SOLVER     the solver [z3]\n"));
    CHECK(strstr(out.text, "\n      $ tandem sample --flag x\n"));
    CHECK(strstr(out.text, "\nExit codes:\n  0  well\n"));
    for (const char *line = out.text; *line;) {
        size_t n = strcspn(line, "\n");
        CHECK_MSG(n <= 80, "%.*s", (int)n, line);
        CHECK_MSG(!n || line[n - 1] != ' ', "trailing space: %.*s", (int)n, line);
        line += n + 1;
    }
    strbuf_free(&out);
}

TEST(manual_page_has_the_same_parts)
{
    strbuf out = STRBUF_INIT;
    options_man(&page, "1.2", &out);
    CHECK(!strncmp(out.text, ".TH TANDEM\\-SAMPLE 1 ", 21));
    static const char *const parts[] = {
        ".SH NAME\ntandem\\-sample \\- an example of a command\n",
        ".SH SYNOPSIS\n",
        ".SS Limits\n",
        "\\fB\\-e\\fR, \\fB\\-\\-engine\\fR \\fISOLVER\\fR\nthe solver (default: z3)\n",
        ".SH EXIT CODES\n",
        "  1  \\-not\\- well\n",
        ".SH EXAMPLES\n"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        CHECK_MSG(strstr(out.text, parts[i]), "missing: %s", parts[i]);
    strbuf_free(&out);
}

TEST(lists_collect_in_order)
{
    outcome o = parse("--also one x -a two --also=three");
    CHECK(o.status == OPTIONS_OK && o.operands.n == 1 && o.values.also.n == 3);
    CHECK_STR(o.values.also.at[0], "one");
    CHECK_STR(o.values.also.at[1], "two");
    CHECK_STR(o.values.also.at[2], "three");
    drop(&o);
    o = parse("x");
    CHECK(o.status == OPTIONS_OK && o.values.also.n == 0);
    drop(&o);
}

TEST(grants_and_switches)
{
    outcome o = parse("--grant x --grant=y");
    CHECK(o.status == OPTIONS_OK && o.values.grant.n == 2 && o.operands.n == 1);
    CHECK(!*o.values.grant.at[0] && !strcmp(o.values.grant.at[1], "y") && o.values.guard);
    drop(&o);
    static const struct {
        const char *line;
        bool on;
        size_t operands;
    } cases[] = {{"--guard x", true, 1},
                 {"--guard", true, 0},
                 {"--guard off", false, 0},
                 {"--guard=off x", false, 1},
                 {"--guard on x", true, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        o = parse(cases[i].line);
        CHECK_MSG(o.status == OPTIONS_OK && o.values.guard == cases[i].on &&
                      o.operands.n == cases[i].operands,
                  "%s", cases[i].line);
        drop(&o);
    }
    expect_error("--guard=maybe", "--guard takes on or off, not 'maybe'");
    expect_error("--grant=", "--grant= needs DIR behind it");
    strbuf text = STRBUF_INIT;
    options_help(&page, 80, &text);
    CHECK(strstr(text.text, "--grant[=DIR]") && strstr(text.text, "--guard[=on|off]"));
    strbuf_free(&text);
}

TEST(presets_stand_for_options)
{
    outcome o = parse("--preset old x");
    CHECK(o.status == OPTIONS_OK && o.operands.n == 1 && !o.values.guard && o.values.also.n == 1);
    CHECK_STR(o.values.engine, "cvc4");
    CHECK_STR(o.values.preset, "old");
    drop(&o);
    o = parse("--preset=old --engine z3 --also now"); /* what follows wins, lists add up */
    CHECK(o.status == OPTIONS_OK && o.values.also.n == 2 && !strcmp(o.values.engine, "z3"));
    drop(&o);
    o = parse("--engine z3 --preset old");
    CHECK(o.status == OPTIONS_OK && !strcmp(o.values.engine, "cvc4"));
    drop(&o);
    expect_error("--preset odl", "there is no preset odl; did you mean old?");
    expect_error("--preset zzzzzz", "there is no preset zzzzzz; --help lists them");
    expect_error("--preset broken", "unknown option --nonsense");
    strbuf text = STRBUF_INIT;
    options_help(&page, 200, &text);
    CHECK(strstr(text.text, "the old way: --engine cvc4 --also past --guard=off"));
    strbuf_clear(&text);
    options_man(&page, "1", &text);
    CHECK(strstr(text.text, ".SH PRESETS\n") &&
          strstr(text.text, "the old way: \\-\\-engine cvc4"));
    strbuf_free(&text);
}
