#include "cli/prove/prove_job.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/files.h"
#include "cli/prove/prove_files.h"
#include "cli/prove/prove_tell.h"
#include "prove/ctext/c_text.h"
#include "prove/ctext/inv_grammar.h"
#include "prove/native/hunt.h"
#include "prove/opened.h"
#include "prove/run/violation.h"

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

static int unknown(const prove_options *o, const prove_job_limits *l, const char *file,
                   const char *reason)
{
    return report(o, &(prove_report){.limits = &l->set,
                                     .file = file,
                                     .model = prove_model_of(o),
                                     .sandbox = o->sandbox,
                                     .reason = reason});
}

/* ---- Native runs ----------------------------------------------------------------------------- */

/* NULL: they are not wanted, or a function may return anything. */
static hunt *hunt_of(const prove_options *o, const char *file, const sandbox_choice *choice)
{
    hunt_config config = {.path = file,
                          .entry = o->entry,
                          .model = prove_model_of(o),
                          .ilp32 = !strcmp(o->data_model, "ILP32"),
                          .libraries = (const char *const *)o->lib.at,
                          .n_libraries = o->lib.n,
                          .sandbox = *choice,
                          .seed = o->seed};
    for (int kind = 0; kind < IR_FAULT_KINDS; kind++)
        if (prove_property_has(prove_property_of(o), (ir_fault_kind)kind))
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
static int conclude(const prove_options *o, const prove_job_limits *l, const char *file,
                    const ir_system *s, prove_result *result)
{
    prove_report r = {.limits = &l->set,
                      .file = file,
                      .system = s,
                      .result = result,
                      .model = prove_model_of(o),
                      .property = prove_property_of(o),
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
static int prove_by_runs(const prove_options *o, const prove_job_limits *l, const char *file,
                         hunt *h, const char *reason)
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
        prove_program(s, config, prove_property_of(o), conjuncts, result);
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

static int prove_with(opened *p, const prove_options *o, const prove_job_limits *l,
                      const char *file, const inv_grammar *g, hunt *h)
{
    const ir_system *s = p->system;
    prove_config config = {.listener = prove_tell(o->explain, o->json),
                           .limits = &l->prove,
                           .solve_limits = &l->solve,
                           .fuzz_limits = &l->fuzz,
                           .seconds = o->timeout,
                           .teacher = prove_teacher_of(o),
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
    external_config outside = {.fuzzer = prove_fuzzer_of(o),
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
        prove_program(s, &config, prove_property_of(o), NULL, &result);
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
        cli_complain("prove", "%s: %s", path, strerror(errno));
    else if (!(g = inv_grammar_read(text.text, &error)))
        cli_complain("prove", "%s: %s", path, error);
    free(error);
    strbuf_free(&text);
    return g;
}

static int prove_system(opened *p, const prove_options *o, const prove_job_limits *l,
                        const char *file, hunt *h)
{
    const ir_system *s = p->system;
    if (!s->n_assertions && (!s->undefined.n || prove_property_of(o) == PROVE_UNREACH) &&
        prove_property_of(o) <= PROVE_UNREACH)
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
        if (!cli_may_read("prove", o->lib.at[i]))
            return false;
    return true;
}

int prove_file(const prove_options *o, const prove_job_limits *l, const char *file,
               const sandbox_choice *choice)
{
    if (!cli_may_read("prove", file) || !libraries_readable(o) ||
        (o->grammar && !cli_may_read("prove", o->grammar)))
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
                          .model = prove_model_of(o),
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
                                     prove_property_of(o) != PROVE_UNREACH, &failure, &error);
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
