#include "judge/proof/proof_hearing.h"

#include <string.h>

#include "base/text.h"

/* Models and cores begin otherwise. */
static bool is_proof(const char *output)
{
    static const char *const beginnings[] = {"(assume", "(step", "(anchor"};
    const char *reply = script_reply(output);
    const char *in = reply + (*reply == '(');
    in += strspn(in, " \t\r\n");
    const char *first = *in == '(' ? in : reply;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (text_begins(first, beginnings[i]))
            return true;
    return false;
}

/* "step t7, rule resolution does not…": what is the same where the defect is. */
static void sign(finding *f, const char *why)
{
    const char *rule = strstr(why, ", rule ");
    strbuf text = STRBUF_INIT;
    if (rule)
        strbuf_printf(&text, "rule %.*s", (int)strcspn(rule + 7, " "), rule + 7);
    else
        strbuf_puts(&text, "an assumption");
    finding_set(&f->message, why);
    finding_set(&f->signature, text.text);
    strbuf_free(&text);
}

bool proof_accuses(const hearing *h, const char *script, const char *output, finding *f)
{
    proof_report report;
    if (!output || !is_proof(output))
        return false;
    proof_check(script, output, h->limits->hearing, h->limits->interrupt, &report);
    bool wrong = report.verdict == PROOF_WRONG;
    if (wrong)
        sign(f, report.why.text);
    proof_report_free(&report);
    return wrong;
}

bool proof_comes_again(const hearing *h, solver *s, const char *options, finding *f)
{
    runner_result r;
    strbuf script = STRBUF_INIT;
    hearing_ask(h, s, options, h->c->text, SCRIPT_PROOF, &r);
    hearing_note_run(h, s, "for a proof: ", &r);
    if (h->c->text)
        strbuf_puts(&script, h->c->text);
    else
        script_print(h->c->bank, h->c->formula, solver_dialect(s), SCRIPT_ANSWER, &script);
    bool wrong = r.verdict == RUNNER_UNSAT && proof_accuses(h, script.text, r.output, f);
    if (wrong)
        hearing_note(h, NULL, "checked by meaning: %s", f->message);
    strbuf_free(&script);
    runner_result_free(&r);
    return wrong;
}
