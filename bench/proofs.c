/* proofs [--count N] [--seconds S] PATH…: proofs that cvc5 prints of scripts, checked, and the same with wrong steps put
 * in.
 *
 * Each file is asked as it is (its first check); proofs of an `unsat` are counted: accepted, open (and why), wrong. Into the
 * first of those that were accepted one wrong step of each kind is planted; one that is not rejected is printed.
 * (The negation of an assertion may be another one in other words, and is right then.) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/rng.h"
#include "base/text.h"
#include "campaign/suite.h"
#include "judge/proof/proof.h"
#include "smtlib/script/script.h"
#include "solver/solver.h"

typedef struct tally {
    size_t asked, accepted, open, wrong, steps;
    size_t planted, rejected, passed;
} tally;

/* Where the step with this number begins; NULL: there are fewer. */
static const char *find_step(const char *proof, size_t number)
{
    const char *at = strstr(proof, "\n(step ");
    for (; at && number; number--)
        at = strstr(at + 1, "\n(step ");
    return at ? at + 1 : NULL;
}

static size_t count_steps(const char *proof)
{
    size_t n = 0;
    for (const char *at = proof; (at = strstr(at, "\n(step ")); at++)
        n++;
    return n;
}

enum { MOST_PLANTED = 200 };
typedef enum plant {
    EMPTY_CLAUSE,
    NEGATION_ASSUMED,
    NO_END,
    UNKNOWN_PREMISE,
    FALSE_LEMMA,
    PLANTS
} plant;
static const char *const plant_names[] = {"an empty clause out of nothing",
                                          "the negation of an assertion assumed", "the end cut off",
                                          "a premise that is not there", "a lemma that is false"};

/* The proof with a wrong step; false: it has no place for one. */
static bool spoil(const char *proof, plant kind, rng *r, strbuf *out)
{
    size_t n = count_steps(proof);
    const char *step = n ? find_step(proof, rng_below(r, n)) : NULL;
    if (!step)
        return false;
    if (kind == NO_END) {
        const char *last = find_step(proof, n - 1);
        strbuf_add(out, proof, (size_t)(last - proof));
        strbuf_puts(out, "(step wrong.0 (cl true) :rule true)\n");
        return true;
    }
    strbuf_add(out, proof, (size_t)(step - proof));
    switch (kind) {
    case EMPTY_CLAUSE:
        strbuf_puts(out, "(step wrong.0 (cl) :rule hole)\n");
        break;
    case FALSE_LEMMA:
        strbuf_puts(out, "(step wrong.0 (cl (= 1 2) (not true)) :rule all_simplify)\n");
        break;
    case UNKNOWN_PREMISE:
        strbuf_puts(out, "(step wrong.0 (cl true) :rule resolution :premises (wrong.1))\n");
        break;
    default:
        break;
    }
    if (kind ==
        NEGATION_ASSUMED) { /* outside of all subproofs: the negation of the first assumption */
        strbuf_clear(out);
        const char *first = strstr(proof, "(assume "), *term = first ? first + 8 : NULL;
        size_t line = first ? strcspn(first, "\n") : 0;
        if (!first || first[line - 1] != ')')
            return false;
        term += strcspn(term, " ") + 1;
        strbuf_add(out, proof, (size_t)(first - proof));
        strbuf_printf(out, "(assume wrong.0 (not %.*s))\n", (int)(first + line - 1 - term), term);
        step = first;
    }
    strbuf_puts(out, step);
    return true;
}

static void plant_all(const char *script, const char *proof, const hearing_limits *limits, rng *r,
                      const char *path, tally *t)
{
    for (int kind = 0; kind < PLANTS; kind++) {
        strbuf spoiled = STRBUF_INIT;
        proof_report report;
        if (spoil(proof, (plant)kind, r, &spoiled)) {
            proof_check(script, spoiled.text, limits, NULL, &report);
            t->planted++;
            t->rejected += report.verdict == PROOF_WRONG;
            t->passed += report.verdict == PROOF_GOOD && kind != NEGATION_ASSUMED;
            if (report.verdict != PROOF_WRONG)
                printf("%s: %s was not rejected: %s\n", path, plant_names[kind], report.why.text);
            proof_report_free(&report);
        }
        strbuf_free(&spoiled);
    }
}

static void try_file(solver *s, const char *path, const hearing_limits *limits, rng *r, tally *t)
{
    strbuf text = STRBUF_INIT, script = STRBUF_INIT, options = STRBUF_INIT;
    if (file_read(path, &text) && script_extend(text.text, 1, SCRIPT_PROOF, &script) &&
        solver_proof_options(s, &options)) {
        solver_question q = {.text = script.text,
                             .length = script.n,
                             .limits = {.wall_seconds = 5, .memory_bytes = UINT64_C(1) << 30},
                             .options = options.text};
        runner_result result;
        proof_report report;
        solver_ask(s, &q, &result);
        if (result.verdict == RUNNER_UNSAT) {
            proof_check(script.text, result.output, limits, NULL, &report);
            t->asked++;
            t->accepted += report.verdict == PROOF_GOOD;
            t->open += report.verdict == PROOF_OPEN || report.verdict == PROOF_NONE;
            t->wrong += report.verdict == PROOF_WRONG;
            t->steps += report.decided;
            if (report.verdict != PROOF_GOOD)
                printf("%s: %s: %.200s\n", path, report.verdict == PROOF_WRONG ? "WRONG" : "open",
                       report.verdict == PROOF_NONE ? result.excerpt : report.why.text);
            else if (t->planted < MOST_PLANTED)
                plant_all(script.text, result.output, limits, r, path, t);
            proof_report_free(&report);
        }
        runner_result_free(&result);
    }
    strbuf_free(&text);
    strbuf_free(&script);
    strbuf_free(&options);
}

int main(int argc, char **argv)
{
    suite files = {0};
    char *error = NULL;
    size_t count = 200;
    hearing_limits limits = hearing_limits_default;
    for (int i = 1; i < argc && !error; i++) {
        if (i + 1 < argc && !strcmp(argv[i], "--count"))
            count = strtoul(argv[++i], NULL, 10);
        else if (i + 1 < argc && !strcmp(argv[i], "--seconds"))
            limits.proof_seconds = strtod(argv[++i], NULL);
        else
            suite_add(&files, argv[i], &error);
    }
    solver *s = error ? NULL : solver_new("cvc5", &error);
    if (!s || !files.n) {
        fprintf(stderr, "%s\n", error ? error : "usage: proofs [--count N] [--seconds S] PATH…");
        free(error);
        return 2;
    }
    tally t = {0};
    setvbuf(stdout, NULL, _IOLBF, 0);
    rng r;
    rng_seed(&r, 1);
    for (size_t i = 0; i < files.n && t.accepted < count; i++)
        try_file(s, files.at[i].path, &limits, &r, &t);
    printf(
        "%zu proofs: %zu accepted (%zu steps decided in all), %zu open, %zu wrong; %zu wrong steps "
        "planted, %zu rejected, %zu accepted\n",
        t.asked, t.accepted, t.steps, t.open, t.wrong, t.planted, t.rejected, t.passed);
    solver_free(s);
    suite_free(&files);
    return t.passed != 0;
}
