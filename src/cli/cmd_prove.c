/* `tandem prove`: loop invariants that prove the assertions of a C program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "cli/cli.h"
#include "prove/c_text.h"
#include "prove/prove.h"

#define OPTIONS_LIST "cli/prove_options.def"
#define OPTIONS_STRUCT prove_options
#include "base/options_define.h"

static const option_example prove_examples[] = {
    {"Prove the assertions of a program and show the invariants of its loops:",
     "tandem prove examples/sum.c"},
    {"Is this an invariant that proves it?", "tandem prove --check \"s == 2 * i\" examples/sum.c"},
};

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
        "(every condition was refuted by SMT; partial correctness, in the integer model that is "
        "printed with it), 'violated' (with a run that was executed), or 'unknown' with what was "
        "tried. Scalar integer variables, calls of functions in the file, and loops of all kinds "
        "are understood; arrays, pointers, recursion, floating point and calls of other functions "
        "are answered 'unknown' with their line.",
    .options = prove_options_table,
    .n_options = sizeof prove_options_table / sizeof *prove_options_table,
    .notes = EXIT_CODES_HELP,
    .examples = prove_examples,
    .n_examples = sizeof prove_examples / sizeof *prove_examples,
};

static const char MODEL[] = "math";

static const char *verdict_word(prove_verdict v)
{
    return v == PROVE_PROVED ? "proved" : v == PROVE_VIOLATED ? "violated" : "unknown";
}

/* ---- Texts -------------------------------------------------------------------------------------
 */

static void invariant_text(const ir_system *s, const term_vec *conjuncts, strbuf *out)
{
    for (size_t i = 0; i < conjuncts->n; i++) {
        strbuf_puts(out, i ? " && " : "");
        bool clause = conjuncts->n > 1 && term_op_of(s->program->bank, conjuncts->at[i]) == OP_OR;
        strbuf_puts(out, clause ? "(" : "");
        c_text_print(s->program, conjuncts->at[i], out);
        strbuf_puts(out, clause ? ")" : "");
    }
    if (!conjuncts->n)
        strbuf_puts(out, "1");
}

static void value_text(const ir_system *s, value_id v, strbuf *out)
{
    c_text_print(s->program, term_const(s->program->bank, v), out);
}

static void state_text(const ir_system *s, const run_step *step, strbuf *out)
{
    bool any = false;
    for (size_t v = 0; v < step->values.n; v++) {
        if (!s->program->variables.at[v].shown || !step->values.at[v])
            continue;
        strbuf_printf(out, "%s%s = ", any ? ", " : "", s->program->variables.at[v].name);
        value_text(s, step->values.at[v], out);
        any = true;
    }
}

/* In the order of the program's text, as its reader knows them. */
static void inputs_text(const ir_system *s, const run_step *step, strbuf *out)
{
    size_t before = out->n;
    for (size_t k = 0; k < s->program->locations.n; k++) {
        const ir_location *l = &s->program->locations.at[k];
        for (size_t i = 0; i < l->inputs.n; i++)
            for (size_t m = 0; m < step->inputs.n; m++) {
                const ir_input *input = &l->inputs.at[i];
                if (input->term != step->taken->inputs.at[m])
                    continue;
                strbuf_printf(out, "%s%s%s = ", out->n > before ? ", " : "", input->name,
                              input->called ? "()" : " (uninitialised)");
                value_text(s, step->inputs.at[m], out);
                if (input->line)
                    strbuf_printf(out, " in line %u", input->line);
            }
    }
}

/* ---- Reports -----------------------------------------------------------------------------------
 */

static void print_run(const ir_system *s, const run *r)
{
    for (size_t i = 0; i < r->steps.n; i++) {
        const run_step *step = &r->steps.at[i];
        strbuf state = STRBUF_INIT, inputs = STRBUF_INIT;
        state_text(s, step, &state);
        inputs_text(s, step, &inputs);
        if (step->cut)
            printf("  loop of line %u: %s\n", ir_system_line(s, step->cut), state.text);
        if (inputs.n)
            printf("  inputs: %s\n", inputs.text);
        strbuf_free(&state);
        strbuf_free(&inputs);
    }
    printf("  the assertion of line %u fails\n", vec_last(&r->steps).taken->line);
}

static void print_result(const ir_system *s, const prove_result *r)
{
    if (r->verdict == PROVE_UNKNOWN) {
        printf("unknown: %s\n", r->reason.text);
        return;
    }
    puts(verdict_word(r->verdict));
    if (r->verdict == PROVE_VIOLATED) {
        print_run(s, &r->run);
        return;
    }
    for (uint32_t cut = 1; cut < s->cuts.n; cut++) {
        strbuf text = STRBUF_INIT;
        invariant_text(s, &r->invariants[cut], &text);
        printf("  loop of line %u: %s\n", ir_system_line(s, cut), text.text);
        strbuf_free(&text);
    }
    printf("  signed numbers are mathematical integers%s; termination is not part of it\n",
           s->program->divides ? ", no division is by zero" : "");
}

static void json_run(json_writer *j, const ir_system *s, const run *r)
{
    json_key(j, "run");
    json_array(j);
    for (size_t i = 0; i < r->steps.n; i++) {
        const run_step *step = &r->steps.at[i];
        strbuf text = STRBUF_INIT;
        json_object(j);
        if (step->cut) {
            state_text(s, step, &text);
            json_key(j, "line");
            json_uint(j, ir_system_line(s, step->cut));
            json_key(j, "state");
            json_string(j, text.text);
        }
        strbuf_clear(&text);
        inputs_text(s, step, &text);
        json_key(j, "inputs");
        json_string(j, text.text);
        json_end(j);
        strbuf_free(&text);
    }
    json_end(j);
    json_key(j, "assertion_line");
    json_uint(j, vec_last(&r->steps).taken->line);
}

static void json_invariants(json_writer *j, const ir_system *s, const prove_result *r)
{
    json_key(j, "invariants");
    json_array(j);
    for (uint32_t cut = 1; cut < s->cuts.n; cut++) {
        strbuf text = STRBUF_INIT;
        invariant_text(s, &r->invariants[cut], &text);
        json_object(j);
        json_key(j, "line");
        json_uint(j, ir_system_line(s, cut));
        json_key(j, "invariant");
        json_string(j, text.text);
        json_end(j);
        strbuf_free(&text);
    }
    json_end(j);
    json_key(j, "learner");
    json_string(j, r->learner);
}

/* `s` and `r` may be NULL: then it is unknown for `reason`. */
static void print_json(const char *file, const ir_system *s, const prove_result *r,
                       const char *reason)
{
    strbuf out = STRBUF_INIT;
    json_writer j;
    json_init(&j, &out);
    json_object(&j);
    json_key(&j, "file");
    json_string(&j, file);
    json_key(&j, "verdict");
    json_string(&j, r ? verdict_word(r->verdict) : "unknown");
    json_key(&j, "int_model");
    json_string(&j, MODEL);
    if (!r || r->verdict == PROVE_UNKNOWN) {
        json_key(&j, "reason");
        json_string(&j, r ? r->reason.text : reason);
    } else if (r->verdict == PROVE_VIOLATED) {
        json_run(&j, s, &r->run);
    } else {
        json_invariants(&j, s, r);
    }
    if (r) {
        json_key(&j, "questions");
        json_uint(&j, r->questions);
        json_key(&j, "seconds");
        json_double(&j, r->seconds);
    }
    json_end(&j);
    puts(out.text);
    strbuf_free(&out);
}

static int unknown(const prove_options *o, const char *file, const char *reason)
{
    if (o->json)
        print_json(file, NULL, NULL, reason);
    else
        printf("unknown: %s\n", reason);
    return cli_finish(CLI_EXIT_OK);
}

/* ---- Work --------------------------------------------------------------------------------------
 */

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
        prove_check(s, config, conjuncts, result);
    for (size_t cut = 0; cut < s->cuts.n; cut++)
        vec_free(&conjuncts[cut]);
    free(conjuncts);
    return good ? CLI_EXIT_OK : CLI_EXIT_USAGE;
}

static int prove_system(const ir_system *s, const prove_options *o, const char *file)
{
    prove_config config = {.seconds = o->timeout};
    prove_result result;
    if (!s->n_assertions)
        return unknown(o, file, "there is no assertion to prove");
    if (o->check.n) {
        int code = check_given(s, o, &config, &result);
        if (code)
            return code;
    } else {
        prove(s, &config, &result);
    }
    if (o->json)
        print_json(file, s, &result, NULL);
    else
        print_result(s, &result);
    prove_result_free(&result);
    return cli_finish(CLI_EXIT_OK);
}

static int prove_file(const prove_options *o, const char *file)
{
    if (access(file, R_OK)) {
        cli_complain("prove", "%s: cannot be read", file);
        return CLI_EXIT_FILE;
    }
    term_bank *b = bank_new(true);
    ir_failure failure;
    char *error = NULL;
    int code;
    ir_program *p = ir_read_c(b, file, NULL, &failure, &error);
    if (p) {
        ir_system *s = ir_system_new(p);
        code = prove_system(s, o, file);
        ir_system_free(s);
    } else if (failure == IR_NOT_COVERED) {
        code = unknown(o, file, error);
    } else if (failure == IR_NO_MAIN) {
        cli_complain("prove", "%s: %s", file, error);
        code = CLI_EXIT_INPUT;
    } else {
        cli_complain("prove", "%s does not compile:\n%s", file, error);
        code = CLI_EXIT_INPUT;
    }
    free(error);
    ir_program_free(p);
    bank_free(b);
    return code;
}

static int main_prove(int argc, char **argv)
{
    prove_options options;
    option_operands files = {0};
    int code = CLI_EXIT_USAGE;
    if (cli_parse(&prove_page, argc, argv, &options, &files, &code)) {
        if (files.n != 1)
            cli_complain("prove", "which FILE? Exactly one is needed");
        else if (strcmp(options.int_model, MODEL))
            cli_complain("prove", "--int-model machine is not there yet; math is");
        else
            code = prove_file(&options, files.at[0]);
        if (files.n != 1 || strcmp(options.int_model, MODEL))
            code = CLI_EXIT_USAGE;
        vec_free(&options.check);
    }
    vec_free(&files);
    return code;
}

const cli_command cmd_prove = {.name = "prove", .page = &prove_page, .run = main_prove};
