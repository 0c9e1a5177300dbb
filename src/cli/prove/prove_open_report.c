#include "cli/prove/prove_open_report.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/cli.h"

/* What a condition of an invariant is about. */
static void condition_text(const ir_system *s, const ir_transition *t, strbuf *out)
{
    if (t->to == IR_FAULT)
        strbuf_printf(out, "the assertion of line %u", t->line);
    else if (!t->from)
        strbuf_printf(out, "the way to the loop of line %u", ir_system_line(s, t->to));
    else if (t->from == t->to)
        strbuf_printf(out, "the loop of line %u", ir_system_line(s, t->to));
    else
        strbuf_printf(out, "the way from the loop of line %u to that of line %u",
                      ir_system_line(s, t->from), ir_system_line(s, t->to));
}

static const char *const sureness_words[] = {[PROVE_BY_SMT] = "proved for any opaque operations",
                                             [PROVE_BY_VALUES] =
                                                 "proved with observed values of opaque operations",
                                             [PROVE_BY_EXECUTION] = "only executed"};

static void sureness_text(const ir_system *s, const prove_result *r, prove_sureness sure,
                          strbuf *out)
{
    for (size_t i = 0; i < r->sureness.n; i++) {
        if (r->sureness.at[i] != sure)
            continue;
        strbuf_puts(out, out->n ? ", " : "");
        condition_text(s, &s->transitions.at[i], out);
    }
}

static void opaque_text(const ir_system *s, strbuf *out)
{
    for (size_t i = 0; i < s->program->opaques.n; i++)
        strbuf_printf(out, "%s%s", i ? ", " : "", s->program->opaques.at[i].name);
}

static void print_sureness(const ir_system *s, const prove_result *r)
{
    for (int sure = PROVE_BY_SMT; sure <= PROVE_BY_EXECUTION; sure++) {
        strbuf text = STRBUF_INIT;
        sureness_text(s, r, (prove_sureness)sure, &text);
        if (text.n)
            cli_print("  %s: %s\n", sureness_words[sure], text.text);
        strbuf_free(&text);
    }
    cli_print("  %" PRIu64 " executions of steps, %" PRIu64 " states in the last check, %" PRIu64
              " counterexamples, %.2f s\n",
              r->executions, r->states, r->counterexamples, r->seconds);
    cli_print("  no fault in runs of up to %" PRIu64 " steps\n", r->deepest);
    if (r->unanswered)
        cli_print("  opaque calls that did not return or ended the program, and count for nothing: "
                  "%" PRIu64 "\n",
                  r->unanswered);
}

void prove_open_print(const ir_system *s, const prove_result *r)
{
    if (r->verdict == PROVE_ALMOST && r->sureness.n)
        print_sureness(s, r);
    strbuf text = STRBUF_INIT;
    opaque_text(s, &text);
    if (text.n)
        cli_print("  %s%s: taken to depend on nothing but %s arguments, which are numbers of their "
                  "types, and to change nothing\n",
                  r->verdict == PROVE_PROVED ? "for any " : "", text.text,
                  s->program->opaques.n > 1 ? "their" : "its");
    strbuf_free(&text);
}

void prove_open_json(json_writer *j, const ir_system *s, const prove_result *r)
{
    if (r->verdict == PROVE_ALMOST) {
        json_key(j, "conditions");
        json_array(j);
        for (size_t i = 0; i < r->sureness.n; i++) {
            strbuf text = STRBUF_INIT;
            condition_text(s, &s->transitions.at[i], &text);
            json_object(j);
            json_key(j, "of");
            json_string(j, text.text);
            json_key(j, "sureness");
            json_string(j, sureness_words[r->sureness.at[i]]);
            json_end(j);
            strbuf_free(&text);
        }
        json_end(j);
        json_key(j, "states");
        json_uint(j, r->states);
    }
    if (s->program->opaques.n) {
        strbuf text = STRBUF_INIT;
        opaque_text(s, &text);
        json_key(j, "opaque");
        json_string(j, text.text);
        strbuf_free(&text);
    }
    if (r->executions) {
        json_key(j, "executions");
        json_uint(j, r->executions);
        json_key(j, "counterexamples");
        json_uint(j, r->counterexamples);
        json_key(j, "unanswered");
        json_uint(j, r->unanswered);
    }
}
