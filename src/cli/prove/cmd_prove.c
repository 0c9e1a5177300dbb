/* `tandem prove`: loop invariants that prove the assertions of a C program. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/box_may.h"
#include "cli/cli.h"
#include "cli/files.h"
#include "cli/limits.h"
#include "cli/presets.h"
#include "cli/prove/prove_files.h"
#include "cli/prove/prove_tell.h"
#include "program/limits.h"
#include "prove/ctext/c_text.h"
#include "prove/ctext/inv_grammar.h"
#include "prove/native/hunt.h"
#include "prove/opened.h"
#include "prove/run/violation.h"
#include "prove/undefined.h"
#include "solve/closed/closed.h"

#define OPTIONS_LIST "cli/prove/prove_options.def"
#define OPTIONS_STRUCT prove_options
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

/* The limits of the job. */
typedef struct job_limits {
    ir_limits program;
    prove_limits prove;
    solve_limits solve;
    fuzz_limits fuzz;
    limit_group groups[4];
    limit_set set; /* the four above */
} job_limits;

static void limits_open(job_limits *l)
{
    l->groups[0] = (limit_group){&ir_limits_table, &l->program};
    l->groups[1] = (limit_group){&prove_limits_table, &l->prove};
    l->groups[2] = (limit_group){&solve_limits_table, &l->solve};
    l->groups[3] = (limit_group){&fuzz_limits_table, &l->fuzz};
    l->set = (limit_set){l->groups, 4};
}

static ir_model model_of(const prove_options *o)
{
    return strcmp(o->int_model, "machine") ? IR_MATH : IR_MACHINE;
}

typedef VEC(char *) name_vec;

static prove_property property_of(const prove_options *o)
{
    return !strcmp(o->property, "unreach-call")  ? PROVE_UNREACH
           : !strcmp(o->property, "no-overflow") ? PROVE_NO_OVERFLOW
           : !strcmp(o->property, "valid-deref") ? PROVE_DEREF
                                                 : PROVE_ALL;
}

static prove_teacher teacher_named(const prove_options *o)
{
    if (o->opaque && !strcmp(o->opaque, "all"))
        return PROVE_FUZZ;
    return !strcmp(o->teacher, "smt")      ? PROVE_SMT
           : !strcmp(o->teacher, "fuzz")   ? PROVE_FUZZ
           : !strcmp(o->teacher, "hybrid") ? PROVE_HYBRID
                                           : PROVE_AUTO;
}

static external_fuzzer fuzzer_of(const prove_options *o)
{
    return !strcmp(o->fuzzer, "libfuzzer") ? EXTERNAL_LIBFUZZER
           : !strcmp(o->fuzzer, "afl++")   ? EXTERNAL_AFL
                                           : EXTERNAL_NONE;
}

/* What --exit-code ends with. */
static cli_exit code_of_verdict(const prove_report *r)
{
    static const cli_exit codes[] = {[PROVE_PROVED] = CLI_EXIT_OK,
                                     [PROVE_ALMOST] = CLI_EXIT_ALMOST,
                                     [PROVE_VIOLATED] = CLI_EXIT_FOUND,
                                     [PROVE_UNKNOWN] = CLI_EXIT_UNKNOWN};
    return codes[r->result ? r->result->verdict : PROVE_UNKNOWN];
}

static int report(const prove_options *o, const prove_report *r)
{
    if (o->json)
        prove_report_json(r);
    else
        prove_report_text(r);
    return cli_finish(o->exit_code ? code_of_verdict(r) : CLI_EXIT_OK);
}

static int unknown(const prove_options *o, const job_limits *l, const char *file,
                   const char *reason)
{
    return report(o, &(prove_report){.limits = &l->set,
                                     .file = file,
                                     .model = model_of(o),
                                     .sandbox = o->sandbox,
                                     .reason = reason});
}

/* ---- Native runs ----------------------------------------------------------------------------- */

/* NULL: they are not wanted, or a function may return anything. */
static hunt *hunt_of(const prove_options *o, const char *file, const sandbox_choice *choice)
{
    hunt_config config = {.path = file,
                          .entry = o->entry,
                          .model = model_of(o),
                          .ilp32 = !strcmp(o->data_model, "ILP32"),
                          .libraries = (const char *const *)o->lib.at,
                          .n_libraries = o->lib.n,
                          .sandbox = *choice,
                          .seed = o->seed};
    for (int kind = 0; kind < IR_FAULT_KINDS; kind++)
        if (prove_property_has(property_of(o), (ir_fault_kind)kind))
            config.faults |= 1u << kind;
    return o->native && !o->check.n && !o->arbitrary ? hunt_new(&config) : NULL;
}

static bool write_files(const prove_options *o, const prove_report *r)
{
    const char *bad = NULL;
    bool ends = r->result->verdict == PROVE_PROVED || r->result->verdict == PROVE_VIOLATED;
    if (o->annotate && !prove_annotate(r, !strcmp(o->annotate_as, "acsl"), o->annotate))
        bad = o->annotate;
    if (o->witness && ends && !prove_witness(r, o->witness))
        bad = o->witness;
    if (o->replay_c && r->result->verdict == PROVE_VIOLATED && !prove_replay(r, o->replay_c))
        bad = o->replay_c;
    if (r->result->unwritten)
        bad = o->emit_c;
    if (bad)
        cli_complain("prove", "%s: cannot be written", bad);
    return !bad;
}

/* Says and writes what came out; the result is freed. `s` may be NULL: there is no translation. */
static int conclude(const prove_options *o, const job_limits *l, const char *file,
                    const ir_system *s, prove_result *result)
{
    prove_report r = {.limits = &l->set,
                      .file = file,
                      .system = s,
                      .result = result,
                      .model = model_of(o),
                      .property = property_of(o),
                      .ilp32 = !strcmp(o->data_model, "ILP32"),
                      .entry = o->entry,
                      .libraries = (const char *const *)o->lib.at,
                      .n_libraries = o->lib.n,
                      .witness_version = o->witness_version,
                      .sandbox = o->sandbox};
    bool late = result->verdict == PROVE_UNKNOWN && o->timeout > 0 && result->seconds >= o->timeout;
    int code = report(o, &r);
    if ((!code || code == CLI_EXIT_UNKNOWN) && late)
        code = CLI_EXIT_LIMIT;
    if (!write_files(o, &r))
        code = CLI_EXIT_FILE;
    prove_result_free(result);
    return code;
}

/* Of a program that has something without a translation, only runs are left. */
static int prove_by_runs(const prove_options *o, const job_limits *l, const char *file, hunt *h,
                         const char *reason)
{
    prove_config config = {
        .limits = &l->prove, .hunt = h, .listener = prove_tell(o->explain, o->json)};
    double start = clock_wall();
    prove_result result = {.verdict = PROVE_UNKNOWN,
                           .needs = STRBUF_INIT,
                           .reason = STRBUF_INIT,
                           .crash = STRBUF_INIT};
    if (violation_hunt_on(&config, o->timeout > 0 ? start + o->timeout : 0, &result))
        result.undefined =
            hunt_found(h)->kind == IR_ASSERTION ? PROVE_UNDEFINED_NO_PLACE : PROVE_UNDEFINED_FOUND;
    result.seconds = clock_wall() - start;
    strbuf_puts(&result.reason, reason);
    prove_tell_end(&config.listener);
    if (h && hunt_runs(h))
        strbuf_printf(&result.reason, "; no fault in %" PRIu64 " native runs", hunt_runs(h));
    return conclude(o, l, file, NULL, &result);
}

/* ---- Work ------------------------------------------------------------------------------------ */

/* "12: i <= n" is for one loop. */
static bool read_given(const ir_system *s, const char *text, term_vec *conjuncts)
{
    char *end = NULL, *error = NULL;
    unsigned long line = strtoul(text, &end, 10);
    bool one = end != text && *end == ':';
    term_id t = c_text_read(s->program, one ? end + 1 : text, &error);
    if (!t) {
        cli_complain("prove", "--check \"%s\": %s", text, error);
        free(error);
        return false;
    }
    bool used = !one;
    for (uint32_t cut = 1; cut < s->cuts.n; cut++)
        if (!one || ir_system_line(s, cut) == line) {
            vec_push(&conjuncts[cut], t);
            used = true;
        }
    if (!used)
        cli_complain("prove", "--check \"%s\": no loop begins in line %lu", text, line);
    return used;
}

static int check_given(const ir_system *s, const prove_options *o, const prove_config *config,
                       prove_result *result)
{
    term_vec *conjuncts = base_alloc_zero(s->cuts.n, sizeof *conjuncts);
    bool good = true;
    for (size_t i = 0; i < o->check.n && good; i++)
        good = read_given(s, o->check.at[i], conjuncts);
    if (good)
        prove_program(s, config, property_of(o), conjuncts, result);
    for (size_t cut = 0; cut < s->cuts.n; cut++)
        vec_free(&conjuncts[cut]);
    free(conjuncts);
    return good ? CLI_EXIT_OK : CLI_EXIT_USAGE;
}

/* What kept the answer from being another one. */
static void explain_unknown(const opened *p, prove_result *r)
{
    if (p->impure.n)
        strbuf_printf(&r->reason, "%s%s", r->reason.n ? "; " : "", p->impure.text);
    for (size_t i = 0; i < p->code.missing.n; i++)
        strbuf_printf(&r->reason, "%s'%s'%s", i ? ", " : "; there is no code to run for ",
                      p->code.missing.at[i],
                      i + 1 == p->code.missing.n ? ": give it with --lib" : "");
    if (p->code.missing.n && p->code.trouble)
        strbuf_printf(&r->reason, "; %s", p->code.trouble);
}

static int prove_with(opened *p, const prove_options *o, const job_limits *l, const char *file,
                      const inv_grammar *g, hunt *h)
{
    const ir_system *s = p->system;
    prove_config config = {.listener = prove_tell(o->explain, o->json),
                           .limits = &l->prove,
                           .solve_limits = &l->solve,
                           .fuzz_limits = &l->fuzz,
                           .seconds = o->timeout,
                           .teacher = teacher_named(o),
                           .boxes = p->program->opaques.n ? p->code.boxes : NULL,
                           .real = opened_real(p),
                           .hunt = h,
                           .ideal = p->ideal,
                           .exact = o->learners ? NULL : p->exact,
                           .grammar = g,
                           .seed = o->seed,
                           .k = (unsigned)o->k,
                           .single = o->single,
                           .effort = o->effort,
                           .call_seconds = o->call_timeout};
    config.learners = o->learners;
    external_config outside = {.fuzzer = fuzzer_of(o),
                               .emit_path = o->emit_c,
                               .title = file,
                               .attempts = l->solve.external_attempts,
                               .box_timeout = o->call_timeout};
    if (o->emit_c || outside.fuzzer != EXTERNAL_NONE)
        config.outside = &outside;
    prove_result result;
    if (o->check.n) {
        int wrong = check_given(s, o, &config, &result);
        if (wrong) {
            prove_tell_end(&config.listener);
            return wrong;
        }
    } else {
        prove_program(s, &config, property_of(o), NULL, &result);
    }
    if (result.verdict == PROVE_UNKNOWN)
        explain_unknown(p, &result);
    opened_weigh(p, &config, &result);
    prove_tell_end(&config.listener);
    return conclude(o, l, file, s, &result);
}

/* NULL with a message to the user when the file is not good. */
static inv_grammar *read_grammar(const char *path)
{
    strbuf text = STRBUF_INIT;
    char *error = NULL;
    inv_grammar *g = NULL;
    if (!file_read(path, &text))
        cli_complain("prove", "%s: cannot be read", path);
    else if (!(g = inv_grammar_read(text.text, &error)))
        cli_complain("prove", "%s: %s", path, error);
    free(error);
    strbuf_free(&text);
    return g;
}

static int prove_system(opened *p, const prove_options *o, const job_limits *l, const char *file,
                        hunt *h)
{
    const ir_system *s = p->system;
    if (!s->n_assertions && (!s->undefined.n || property_of(o) == PROVE_UNREACH) &&
        property_of(o) <= PROVE_UNREACH)
        return unknown(o, l, file, "there is no assertion to prove");
    inv_grammar *g = o->grammar ? read_grammar(o->grammar) : NULL;
    if (o->grammar && !g)
        return CLI_EXIT_INPUT;
    int code = prove_with(p, o, l, file, g, h);
    inv_grammar_free(g);
    return code;
}

typedef VEC(unsigned) line_vec;

/* "sum.c:12" among the names is a line of the file. False after a complaint. */
static bool split_lines(const char *file, text_list *names, line_vec *lines)
{
    const char *slash = strrchr(file, '/');
    size_t kept = 0;
    bool good = true;
    for (size_t i = 0; i < names->n; i++) {
        char *colon = strrchr(names->at[i], ':');
        char *end = NULL;
        unsigned long line = colon ? strtoul(colon + 1, &end, 10) : 0;
        if (!colon) {
            names->at[kept++] = names->at[i];
            continue;
        }
        *colon = 0;
        bool ours = !strcmp(names->at[i], file) || (slash && !strcmp(names->at[i], slash + 1));
        if (!ours || !line || line > UINT32_MAX || *end) {
            cli_complain("prove", "--opaque %s:%s: give a line of the program as %s:LINE",
                         names->at[i], colon + 1, slash ? slash + 1 : file);
            good = false;
        }
        vec_push(lines, (unsigned)line);
        free(names->at[i]);
    }
    names->n = kept;
    return good;
}

/* "f,g" as names; "all" is none. */
static void split_names(const char *text, text_list *names)
{
    while (text && *text && strcmp(text, "all")) {
        size_t n = strcspn(text, ", ");
        char *name = base_strndup(text, n);
        vec_push(names, name);
        text += n;
        text += strspn(text, ", ");
    }
}

static bool libraries_readable(const prove_options *o)
{
    for (size_t i = 0; i < o->lib.n; i++)
        if (access(o->lib.at[i], R_OK)) {
            cli_complain("prove", "%s: cannot be read", o->lib.at[i]);
            return false;
        }
    return true;
}

static int prove_file(const prove_options *o, const job_limits *l, const char *file,
                      const sandbox_choice *choice)
{
    if (access(file, R_OK)) {
        cli_complain("prove", "%s: cannot be read", file);
        return CLI_EXIT_FILE;
    }
    if (!libraries_readable(o) || (o->grammar && !cli_may_read("prove", o->grammar)))
        return CLI_EXIT_FILE;
    text_list names = {0};
    text_list arbitrary = {0};
    split_names(o->opaque, &names);
    split_names(o->arbitrary, &arbitrary);
    line_vec lines = {0};
    if (!split_lines(file, &names, &lines)) {
        text_list_free(&names);
        text_list_free(&arbitrary);
        vec_free(&lines);
        return CLI_EXIT_USAGE;
    }
    term_bank *b = bank_new(true);
    ir_failure failure;
    char *error = NULL;
    int code;
    ir_options options = {.limits = &l->program,
                          .entry = o->entry,
                          .model = model_of(o),
                          .ilp32 = !strcmp(o->data_model, "ILP32"),
                          .opaque = (const char *const *)names.at,
                          .n_opaque = names.n,
                          .opaque_lines = lines.at,
                          .n_opaque_lines = lines.n,
                          .arbitrary = (const char *const *)arbitrary.at,
                          .n_arbitrary = arbitrary.n,
                          .sandbox = *choice};
    opaque_config code_of = {.limits = &l->prove,
                             .libraries = (const char *const *)o->lib.at,
                             .n_libraries = o->lib.n,
                             .named = (const char *const *)names.at,
                             .n_named = names.n,
                             .seed = o->seed,
                             .call_seconds = o->call_timeout,
                             .sandbox = *choice};
    opened p;
    hunt *h = hunt_of(o, file, choice);
    opened_state state = opened_open(&p, b, file, &options, &code_of,
                                     property_of(o) != PROVE_UNREACH, &failure, &error);
    if (state == OPENED) {
        code = prove_system(&p, o, l, file, h);
    } else if (state == OPENED_NO_CODE) {
        cli_complain("prove", "%s", error ? error : "the opaque operations cannot be run");
        code = CLI_EXIT_INPUT;
    } else if (failure == IR_NOT_COVERED) {
        code = prove_by_runs(o, l, file, h, error);
    } else if (failure == IR_NO_MAIN) {
        cli_complain("prove", "%s: %s", file, error);
        code = CLI_EXIT_INPUT;
    } else {
        cli_complain("prove", "%s does not compile:\n%s", file, error);
        code = CLI_EXIT_INPUT;
    }
    free(error);
    opened_close(&p);
    hunt_free(h);
    bank_free(b);
    text_list_free(&names);
    text_list_free(&arbitrary);
    vec_free(&lines);
    return code;
}

/* Compilers and opaque operations are confined, or nothing is run. */
static int prove_confined(const prove_options *o, const job_limits *l, const char *file)
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

/* Executions for invariants are of mathematical integers. False after a complaint. */
static bool teacher_fits(const prove_options *o)
{
    prove_teacher t = teacher_named(o);
    bool fits = model_of(o) == IR_MATH || (t != PROVE_FUZZ && t != PROVE_HYBRID && !o->grammar &&
                                           !o->emit_c && fuzzer_of(o) == EXTERNAL_NONE);
    if (!fits)
        cli_complain("prove",
                     "--opaque all, --grammar, --emit-c, --fuzzer and --teacher %s learn from "
                     "executions with "
                     "mathematical integers: they need --int-model math",
                     t == PROVE_HYBRID ? "hybrid" : "fuzz");
    return fits;
}

/* False after a complaint. */
static bool learners_known(const prove_options *o)
{
    char *unknown_one = o->learners ? prove_unknown_learner(o->learners) : NULL;
    if (unknown_one)
        cli_complain("prove",
                     "--learners: there is no learner '%s'; there are equations, octagons, arrays, "
                     "remainders, "
                     "clauses, cases, polynomials and Horn",
                     unknown_one);
    bool good = !unknown_one;
    free(unknown_one);
    return good;
}

static int main_prove(int argc, char **argv)
{
    prove_options options = {0};
    job_limits limits;
    option_operands files = {0};
    int code = CLI_EXIT_USAGE;
    limits_open(&limits);
    if (cli_parse(&prove_page, argc, argv, &options, &files, &code) &&
        cli_limits("prove", &limits.set, &options.limit, options.help_limits, &code)) {
        if (files.n != 1)
            cli_complain("prove", "which FILE? Exactly one is needed");
        const char *missing = external_missing(fuzzer_of(&options));
        if (missing)
            cli_complain("prove", "%s", missing);
        bool usable =
            files.n == 1 && !missing && learners_known(&options) && teacher_fits(&options);
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
