/* Logics that a solver does not take: it is not asked about formulas in them, which is said once. */
#include <string.h>

#include "cli/cli.h"
#include "cli/fuse/fuse.h"

#define PROBE_SECONDS 2.0 /* who has not complained until then does not complain */

/* The logics of the seeds, and ALL, each once. */
static void list_logics(const seed_set *seeds, text_list *out)
{
    vec_push(out, base_strdup("ALL"));
    for (size_t i = 0; i < seeds->seeds.n; i++) {
        symbol_id logic = seeds->seeds.at[i].formula.logic;
        const char *name = logic ? symbol_text(seeds->bank, logic) : "ALL";
        bool there = false;
        for (size_t k = 0; k < out->n; k++)
            there |= !strcmp(out->at[k], name);
        if (!there)
            vec_push(out, base_strdup(name));
    }
}

/* A formula that needs nothing of the logic; an error can only be about its name. */
static runner_verdict ask(fuse_setting *s, solver *one, const char *logic, strbuf *message)
{
    strbuf script = STRBUF_INIT;
    strbuf_printf(&script, "(set-logic %s)\n(declare-fun p () Bool)\n(assert p)\n(check-sat)\n",
                  logic);
    solver_question q = {
        .text = script.text,
        .length = script.n,
        .limits = {.wall_seconds = PROBE_SECONDS, .memory_bytes = s->limits.run.memory_bytes},
        .interrupt = s->limits.interrupt};
    runner_result r;
    solver_ask(one, &q, &r);
    runner_verdict verdict = r.not_run ? RUNNER_UNKNOWN : r.verdict;
    if (verdict == RUNNER_ERROR && !message->n)
        strbuf_puts(message, r.excerpt);
    runner_result_free(&r);
    strbuf_free(&script);
    return verdict;
}

/* False: it takes none of them. */
static bool probe(fuse_setting *s, solver *one, const text_list *logics, bool quiet)
{
    strbuf names = STRBUF_INIT, message = STRBUF_INIT;
    size_t left = 0;
    bool asked = !solver_is_known(one);
    for (size_t i = 0; i < logics->n; i++) {
        const char *logic = logics->at[i];
        bool taken = solver_takes_logic(one, logic);
        runner_verdict verdict = taken && asked ? ask(s, one, logic, &message) : RUNNER_UNKNOWN;
        asked &= verdict != RUNNER_TIMEOUT && verdict != RUNNER_STOPPED;
        if (verdict == RUNNER_ERROR) {
            solver_refuse_logic(one, logic);
            taken = false;
        }
        left += taken;
        if (!taken)
            strbuf_printf(&names, " %s", logic);
    }
    if (!left)
        cli_complain("fuse", "%s takes no logic of these seeds%s%s", solver_text(one),
                     message.n ? ": " : "", message.text);
    else if (names.n && !quiet)
        cli_complain("fuse", "%s is not asked about formulas in%s%s%s", solver_text(one),
                     names.text, message.n ? ": " : "", message.text);
    strbuf_free(&names);
    strbuf_free(&message);
    return left;
}

bool fuse_probe_logics(fuse_setting *s, bool quiet)
{
    text_list logics = {0};
    bool good = true;
    list_logics(s->seeds, &logics);
    for (size_t i = 0; i < s->solvers.n; i++)
        good &= probe(s, s->solvers.at[i], &logics, quiet);
    text_list_free(&logics);
    return good;
}
