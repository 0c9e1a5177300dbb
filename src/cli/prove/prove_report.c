#include "cli/prove/prove_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "cli/box_may.h"
#include "cli/cli.h"
#include "cli/prove/prove_native_report.h"
#include "cli/prove/prove_open_report.h"
#include "cli/prove/prove_verdict.h"
#include "prove/ctext/c_text.h"

/* ---- Texts ----------------------------------------------------------------------------------- */

static void state_text(const ir_system *s, const run_step *step, strbuf *out)
{
    bool any = false;
    for (size_t v = 0; v < step->values.n; v++) {
        if (!s->program->variables.at[v].shown || !step->values.at[v])
            continue;
        strbuf_printf(out, "%s%s = ", any ? ", " : "", s->program->variables.at[v].name);
        c_text_value(s->program, &s->program->variables.at[v].type, step->values.at[v], out);
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
                              input->given    ? ""
                              : input->called ? "()"
                                              : " (uninitialised)");
                c_text_value(s->program, &input->type, step->inputs.at[m], out);
                if (input->line)
                    strbuf_printf(out, " in line %u", input->line);
            }
    }
}

static const ir_system *run_system(const prove_report *r)
{
    return r->result->run_system ? r->result->run_system : r->system;
}

/* ---- Reports --------------------------------------------------------------------------------- */

/* Steps of a long run that are shown, and iterations of one loop. */
enum { SHOWN_FIRST = 12, SHOWN_LAST = 12, SHOWN_ROUNDS = 3 };

/* In the middle of many iterations of one loop, one after the other. */
static bool is_folded(const run *r, size_t i)
{
    uint32_t cut = r->steps.at[i].cut;
    if (!cut || i < SHOWN_ROUNDS || i + SHOWN_ROUNDS >= r->steps.n || r->steps.n <= SHOWN_FIRST)
        return false;
    for (size_t k = i - SHOWN_ROUNDS; k <= i + SHOWN_ROUNDS; k++)
        if (r->steps.at[k].cut != cut)
            return false;
    return true;
}

/* What is not shown of a run before its step number *i, which is the next that is. */
static uint64_t left_out(const run *r, size_t *i)
{
    uint64_t n = r->steps.at[*i].skipped;
    while (is_folded(r, *i) ||
           (*i >= SHOWN_FIRST && *i + SHOWN_LAST < r->steps.n && r->steps.n > SHOWN_FIRST * 3))
        n += 1 + r->steps.at[++*i].skipped;
    return n;
}

/* All steps from one to another are of its loop. */
static bool is_one_loop(const run *r, size_t from, size_t to)
{
    for (size_t k = from; k <= to; k++)
        if (r->steps.at[k].cut != r->steps.at[to].cut || (k > from && r->steps.at[k].skipped))
            return false;
    return r->steps.at[to].cut != 0;
}

static void print_run(const ir_system *s, const run *r)
{
    for (size_t i = 0; i < r->steps.n; i++) {
        size_t from = i;
        uint64_t skipped = left_out(r, &i);
        const run_step *step = &r->steps.at[i];
        if (skipped)
            cli_print("  ... %" PRIu64 " %s later\n", skipped,
                      is_one_loop(r, from ? from - 1 : 0, i) ? "iterations" : "steps");
        strbuf state = STRBUF_INIT, inputs = STRBUF_INIT;
        state_text(s, step, &state);
        inputs_text(s, step, &inputs);
        if (step->cut)
            cli_print("  loop of line %u: %s\n", ir_system_line(s, step->cut), state.text);
        if (inputs.n)
            cli_print("  inputs: %s\n", inputs.text);
        for (size_t k = 0; step->taken && k < s->undefined.n; k++)
            if (run_is_undefined(s, step, &s->undefined.at[k])) {
                cli_print("  %s in line %u\n", prove_fault_word(s->undefined.at[k].kind),
                          s->undefined.at[k].line);
                break; /* what follows is without meaning */
            }
        strbuf_free(&state);
        strbuf_free(&inputs);
    }
}

const ir_system *prove_report_proof(const prove_report *r)
{
    return r->result->proof ? r->result->proof : r->system;
}

static bool is_trivial(const prove_result *r)
{
    for (size_t cut = 1; cut < r->n_cuts; cut++)
        if (r->invariants[cut].n)
            return false;
    return r->n_cuts > 1;
}

static void print_complete(const prove_result *r)
{
    const char *steps = r->complete == 1 ? "step" : "steps";
    if (!strcmp(r->learner, PROVE_ONLY_RUN))
        cli_print("  there is one run only, and it was executed to its end: %" PRIu64 " %s\n",
                  r->complete, steps);
    else
        cli_print("  no run is longer than %" PRIu64 " %s, and all of them were looked at\n",
                  r->complete, steps);
}

static void print_proved(const prove_report *r)
{
    const ir_system *s = prove_report_proof(r);
    bool trivial = is_trivial(r->result);
    if (r->result->complete)
        print_complete(r->result);
    for (uint32_t cut = 1; !r->result->complete && cut < s->cuts.n; cut++) {
        strbuf text = STRBUF_INIT;
        c_text_conjunction(s->program, &r->result->invariants[cut], &text);
        cli_print("  loop of line %u: %s%s\n", ir_system_line(s, cut), text.text,
                  trivial ? " (nothing about the loop is needed)" : "");
        strbuf_free(&text);
    }
    prove_open_print(s, r->result);
    if (r->result->proof && !r->result->complete)
        cli_print("  invariants are of integers that are not wrapped around; that this makes no "
                  "difference is part of the proof\n");
    cli_print("  %s; termination is not part of it\n",
              r->model == IR_MATH ? "signed numbers are mathematical integers"
                                  : "numbers are machine integers, which wrap around");
}

/* The kinds of undefined behaviour that the program has places for. */
static void undefined_kinds(const prove_report *r, strbuf *out)
{
    const ir_system *s = r->system;
    for (int kind = IR_OVERFLOW; kind < IR_FAULT_KINDS; kind++)
        for (size_t i = 0; i < s->undefined.n; i++)
            if ((int)s->undefined.at[i].kind == kind &&
                (r->property <= PROVE_UNREACH ||
                 prove_property_has(r->property, (ir_fault_kind)kind))) {
                strbuf_printf(out, "%s%s", out->n ? " or " : "",
                              prove_fault_word((ir_fault_kind)kind));
                break;
            }
}

static void print_undefined(const prove_report *r)
{
    strbuf kinds = STRBUF_INIT;
    undefined_kinds(r, &kinds);
    if (r->result->undefined == PROVE_UNDEFINED_EXCLUDED && kinds.n)
        cli_print("  undefined behaviour: no run has %s\n", kinds.text);
    if (r->result->undefined == PROVE_UNDEFINED_NOT_MET)
        cli_print("  undefined behaviour: no execution had %s\n", kinds.text);
    for (size_t i = 0; i < r->result->open.n; i++)
        cli_print("  undefined behaviour: %s in line %u is not excluded; runs that have it are not "
                  "looked at\n",
                  prove_fault_word(r->result->open.at[i]->kind), r->result->open.at[i]->line);
    strbuf_free(&kinds);
}

void prove_report_text(const prove_report *r)
{
    strbuf first = STRBUF_INIT;
    prove_verdict_text(r, &first);
    cli_print("%s\n", first.text);
    strbuf_free(&first);
    if (!r->result || r->result->verdict == PROVE_UNKNOWN)
        return;
    if (r->result->verdict == PROVE_VIOLATED && r->result->hunted) {
        prove_native_print(r->result->hunted);
        return;
    }
    if (r->result->verdict == PROVE_VIOLATED) {
        print_run(run_system(r), &r->result->run);
        if (r->result->crash.n)
            cli_print("  %s\n", r->result->crash.text);
        else if (r->result->undefined != PROVE_UNDEFINED_FOUND)
            cli_print("  the assertion of line %u fails\n",
                      vec_last(&r->result->run.steps).taken->line);
    } else {
        print_proved(r);
    }
    print_undefined(r);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void json_run(json_writer *j, const ir_system *s, const run *r)
{
    json_key(j, "run");
    json_array(j);
    for (size_t i = 0; i < r->steps.n; i++) {
        const run_step *step = &r->steps.at[i];
        strbuf text = STRBUF_INIT;
        json_object(j);
        if (step->skipped) {
            json_key(j, "skipped");
            json_uint(j, step->skipped);
        }
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
        for (size_t k = 0; step->taken && k < s->undefined.n; k++)
            if (run_is_undefined(s, step, &s->undefined.at[k])) {
                json_key(j, "undefined");
                strbuf_clear(&text);
                strbuf_printf(&text, "%s in line %u", prove_fault_word(s->undefined.at[k].kind),
                              s->undefined.at[k].line);
                json_string(j, text.text);
                break;
            }
        json_end(j);
        strbuf_free(&text);
    }
    json_end(j);
}

static void json_invariants(json_writer *j, const ir_system *s, const prove_result *r)
{
    json_key(j, "invariants");
    json_array(j);
    for (uint32_t cut = 1; cut < s->cuts.n; cut++) {
        strbuf text = STRBUF_INIT;
        c_text_conjunction(s->program, &r->invariants[cut], &text);
        json_object(j);
        json_key(j, "line");
        json_uint(j, ir_system_line(s, cut));
        json_key(j, "invariant");
        json_string(j, text.text);
        json_end(j);
        strbuf_free(&text);
    }
    json_end(j);
    json_key(j, "trivial");
    json_bool(j, is_trivial(r));
    json_key(j, "learner");
    json_string(j, r->learner);
    if (r->complete) {
        json_key(j, "complete");
        json_uint(j, r->complete);
    }
}

static void json_undefined(json_writer *j, const prove_result *r)
{
    static const char *const words[] = {[PROVE_UNDEFINED_EXCLUDED] = "excluded",
                                        [PROVE_UNDEFINED_FOUND] = "found",
                                        [PROVE_UNDEFINED_NOT_MET] = "not met",
                                        [PROVE_UNDEFINED_OPEN] = "not excluded"};
    if (!words[r->undefined])
        return;
    json_key(j, "undefined");
    json_object(j);
    json_key(j, "verdict");
    json_string(j, words[r->undefined]);
    if (r->undefined == PROVE_UNDEFINED_FOUND && !r->crash.n) {
        const hunt_fault *f = hunt_found(r->hunted);
        const ir_transition *last = f ? NULL : vec_last(&r->run.steps).taken;
        json_key(j, "what");
        json_string(j, prove_fault_word(f ? f->kind : last->kind));
        json_key(j, "line");
        json_uint(j, f ? f->line : last->line);
    }
    json_end(j);
}

void prove_report_json(const prove_report *r)
{
    strbuf out = STRBUF_INIT;
    json_writer j;
    json_init(&j, &out);
    json_object(&j);
    json_key(&j, "file");
    json_string(&j, r->file);
    box_may_report(&j, r->sandbox);
    json_key(&j, "limits");
    limits_json(r->limits, &j);
    prove_verdict_json(r, &j);
    if (!r->result || r->result->verdict == PROVE_UNKNOWN) {
        json_key(&j, "reason");
        json_string(&j, r->result ? r->result->reason.text : r->reason);
    } else if (r->result->verdict == PROVE_VIOLATED && r->result->hunted) {
        prove_native_json(&j, r->result->hunted);
    } else if (r->result->verdict == PROVE_VIOLATED) {
        json_run(&j, run_system(r), &r->result->run);
        if (r->result->crash.n) {
            json_key(&j, "crash");
            json_string(&j, r->result->crash.text);
        } else if (r->result->undefined != PROVE_UNDEFINED_FOUND) {
            json_key(&j, "assertion_line");
            json_uint(&j, vec_last(&r->result->run.steps).taken->line);
        }
    } else {
        json_invariants(&j, prove_report_proof(r), r->result);
    }
    if (r->result) {
        json_undefined(&j, r->result);
        if (r->system)
            prove_open_json(&j, r->system, r->result);
        json_key(&j, "questions");
        json_uint(&j, r->result->questions);
        json_key(&j, "seconds");
        json_double(&j, r->result->seconds);
    }
    json_end(&j);
    strbuf_putc(&out, '\n');
    cli_put(&out);
    strbuf_free(&out);
}
