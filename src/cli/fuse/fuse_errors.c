/* Solvers that only complained: a campaign with them has tested nothing. */
#include <string.h>

#include "cli/cli.h"
#include "cli/fuse/fuse.h"

enum { UNITS = 20, MESSAGES = 3 };

static bool only_errors(const uint64_t *counts)
{
    uint64_t others = 0;
    for (int i = 0; i < RUNNER_VERDICT_COUNT; i++)
        others += i == RUNNER_ERROR || i == RUNNER_STOPPED ? 0 : counts[i];
    return counts[RUNNER_ERROR] && !others;
}

/* Asks once more; appends what is said if it is new. Whether it was. */
static bool ask_again(fuse_setting *s, fused *f, solver *one, strbuf *messages)
{
    strbuf text = STRBUF_INIT;
    unit_print(s, f, solver_dialect(one), &text);
    solver_question q = {.text = text.text,
                         .length = text.n,
                         .checks = f->expected.n,
                         .limits = s->limits.run,
                         .interrupt = s->limits.interrupt};
    runner_result result;
    solver_ask(one, &q, &result);
    bool news = result.excerpt && *result.excerpt && !strstr(messages->text, result.excerpt);
    if (news)
        strbuf_printf(messages, "\n  %s", result.excerpt);
    runner_result_free(&result);
    strbuf_free(&text);
    return news;
}

static void tell(fuse_setting *s, solver *one, uint64_t errors)
{
    strbuf messages = STRBUF_INIT;
    int told = 0;
    for (uint64_t unit = 0; unit < UNITS && told < MESSAGES; unit++) {
        fused f;
        unit_report report = {0};
        if (unit_make(s, unit, &f, &report)) {
            told += ask_again(s, &f, one, &messages);
            fuse_release(s->maker, &f);
        }
        unit_report_free(&report);
    }
    cli_complain("fuse", "%s answered nothing but errors, to %llu formulas%s%s", solver_text(one),
                 (unsigned long long)errors, told ? ":" : "", messages.text);
    strbuf_free(&messages);
}

bool fuse_tell_errors(fuse_setting *s, const fuse_status *status)
{
    bool found = false;
    for (size_t i = 0; i < s->solvers.n; i++)
        if (only_errors(status->answers[i])) {
            tell(s, s->solvers.at[i], status->answers[i][RUNNER_ERROR]);
            found = true;
        }
    return found;
}
