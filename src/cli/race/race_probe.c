/* References that cannot do the theory: each input would be refused by them, and none would count. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/race/race.h"
#include "smtlib/script/script.h"

enum { PROBES = 6 };
#define PROBE_SECONDS 2.0 /* who has not complained until then does not complain */

/* Nothing but errors; `why` is the first. */
static bool is_unusable(const race_probe *p, solver *s, strbuf *why)
{
    rng r;
    rng_seed(&r, 1);
    bool only_errors = true;
    for (int i = 0; i < PROBES && only_errors; i++) {
        formula f = {0};
        strbuf script = STRBUF_INIT;
        grammar_generate(p->grammar, &r, &f);
        script_print(p->grammar->bank, &f, solver_dialect(s), SCRIPT_ANSWER, &script);
        solver_question q = {
            .text = script.text,
            .length = script.n,
            .limits = {.wall_seconds = fmin(p->seconds, PROBE_SECONDS), .memory_bytes = p->memory},
            .interrupt = p->interrupt};
        runner_result result;
        solver_ask(s, &q, &result);
        only_errors = result.verdict == RUNNER_ERROR && !result.not_run;
        if (only_errors && !why->n)
            strbuf_puts(why, result.excerpt);
        runner_result_free(&result);
        strbuf_free(&script);
        formula_free(&f);
    }
    return only_errors;
}

size_t race_drop_unusable(const race_probe *p, solver **solvers, size_t first, size_t n,
                          text_list *dropped)
{
    size_t kept = first;
    for (size_t i = first; i < n; i++) {
        strbuf why = STRBUF_INIT;
        if (is_unusable(p, solvers[i], &why)) {
            cli_complain("race", "%s is left out, it cannot do these inputs: %s",
                         solver_text(solvers[i]), why.text);
            vec_push(dropped, base_strdup(solver_text(solvers[i])));
            solver_free(solvers[i]);
        } else {
            solvers[kept++] = solvers[i];
        }
        strbuf_free(&why);
    }
    return kept;
}

/* "-R X", "-RX", "--reference X" or "--reference=X" at `at`: its value, and how many words it is. */
static const char *reference_at(char **at, int left, int *words)
{
    static const char *const names[] = {"-R", "--reference"};
    for (size_t i = 0; i < 2; i++) {
        size_t n = strlen(names[i]);
        if (strncmp(*at, names[i], n) != 0)
            continue;
        const char *rest = *at + n;
        *words = *rest ? 1 : 2;
        if (!*rest)
            return left > 1 ? at[1] : NULL;
        if (i == 0 || *rest == '=')
            return rest + i;
    }
    return NULL;
}

void race_without(int argc, char **argv, const text_list *dropped, race_arguments *out)
{
    for (int i = 0; i < argc;) {
        int words = 1;
        const char *value = reference_at(&argv[i], argc - i, &words);
        bool out_of_it = false;
        for (size_t k = 0; value && k < dropped->n; k++)
            out_of_it |= !strcmp(value, dropped->at[k]);
        for (int k = 0; k < (value ? words : 1); k++, i++)
            if (!out_of_it)
                vec_push(out, argv[i]);
    }
    vec_push(out, NULL);
    out->n--;
}
