/* `tandem prove`: loop invariants that prove the assertions of a C program. */
#include <stdlib.h>

#include "cli/box_may.h"
#include "cli/cli.h"
#include "cli/limits.h"
#include "cli/presets.h"
#include "cli/prove/prove_job.h"

#define OPTIONS_LIST "cli/prove/prove_options.def"
#define OPTIONS_STRUCT prove_options
#define OPTIONS_TABLE_ONLY
#include "base/options_define.h"

static const option_example prove_examples[] = {
    {"Prove the assertions of a program and show the invariants of its loops:",
     "tandem prove examples/sum.c"},
    {"Is this an invariant that proves it?", "tandem prove --check \"s == 2 * i\" examples/sum.c"},
};

static const limit_table *const prove_limit_tables[] = {&ir_limits_table, &prove_limits_table,
                                                        &solve_limits_table, &fuzz_limits_table};

static const option_page prove_page = {
    .program = "tandem",
    .command = "prove",
    .summary = "find loop invariants that prove the assertions of a C program",
    .usage = "[OPTION]... FILE",
    .description =
        "Reads the function main of a C FILE through clang and looks for loop invariants that "
        "prove its assertions, or for a run that breaks one. Declared beforehand are assume(c), "
        "assert(c), unknown(), which may give any number, and the names of SV-COMP "
        "(__VERIFIER_assume, __VERIFIER_nondet_int, reach_error, ...).\n\nThe verdict is 'proved' "
        "(every condition was refuted by SMT, and no run has undefined behaviour; partial "
        "correctness, in the integer model that is printed with it), 'proved, if ...' with what it "
        "depends on, 'almost correct' (no counterexample in executions; which conditions "
        "were proved is said), 'violated' (with a run that was executed), or 'unknown' with what "
        "was tried. Functions of other files, inline assembly and builtins are opaque: they are "
        "run and not looked into, after a trial whether they depend on their arguments only. "
        "Integers, floats, arrays, structs, pointers that are one of a few, calls of functions in "
        "the file, and loops of all kinds are understood; programs with other memory or recursion "
        "are run natively, and are 'violated', or 'unknown' with the line.",
    .options = prove_options_table,
    .n_options = sizeof prove_options_table / sizeof *prove_options_table,
    .presets = &presets_prove,
    .limits = prove_limit_tables,
    .n_limits = sizeof prove_limit_tables / sizeof *prove_limit_tables,
    .notes = EXIT_CODES_HELP,
    .examples = prove_examples,
    .n_examples = sizeof prove_examples / sizeof *prove_examples,
};

static void limits_open(prove_job_limits *l)
{
    l->groups[0] = (limit_group){&ir_limits_table, &l->program};
    l->groups[1] = (limit_group){&prove_limits_table, &l->prove};
    l->groups[2] = (limit_group){&solve_limits_table, &l->solve};
    l->groups[3] = (limit_group){&fuzz_limits_table, &l->fuzz};
    l->set = (limit_set){l->groups, 4};
}

/* Compilers and opaque operations are confined, or nothing is run. */
static int prove_confined(const prove_options *o, const prove_job_limits *l, const char *file)
{
    box_may may;
    char *error = NULL;
    int code = CLI_EXIT_USAGE;
    if (box_may_read("prove", &o->box_may, &may)) {
        sandbox_choice choice = {.off = !o->sandbox, .may = may.grants};
        sandbox *s = choice.off ? NULL : sandbox_new(SANDBOX_CALL, &choice.may, NULL, &error);
        if (s || choice.off) {
            code = prove_file(o, l, file, &choice);
        } else {
            cli_complain("prove",
                         "refused: foreign code would run without a sandbox (%s); "
                         "--sandbox off is for that",
                         error);
            code = CLI_EXIT_REFUSED;
        }
        sandbox_free(s);
    }
    free(error);
    box_may_free(&may);
    return code;
}

static int main_prove(int argc, char **argv)
{
    prove_options options = {0};
    prove_job_limits limits;
    option_operands files = {0};
    int code = CLI_EXIT_USAGE;
    limits_open(&limits);
    if (cli_parse(&prove_page, argc, argv, &options, &files, &code) &&
        cli_limits("prove", &limits.set, &options.limit, options.help_limits, &code)) {
        if (files.n != 1)
            cli_complain("prove", "which FILE? Exactly one is needed");
        bool usable = files.n == 1 && prove_choices_fit(&options);
        code = usable ? prove_confined(&options, &limits, files.at[0]) : CLI_EXIT_USAGE;
    }
    vec_free(&options.check);
    vec_free(&options.lib);
    vec_free(&options.limit);
    vec_free(&options.box_may);
    vec_free(&files);
    return code;
}

const cli_command cmd_prove = {
    .name = "prove", .page = &prove_page, .run = main_prove, .starts_programs = true};
