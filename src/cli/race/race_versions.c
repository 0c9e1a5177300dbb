/* `tandem race --versions`: has the new build become slower? */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "campaign/suite.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/race/race_job.h"
#include "race/versions/compare.h"
#include "smtlib/script/script.h"

enum { RANDOM_INPUTS = 20 };

typedef struct versions_job {
    race_job *job;
    solver *builds[2];
    compare_inputs inputs;
} versions_job;

static int add_file(versions_job *v, const char *path)
{
    strbuf text = STRBUF_INIT;
    if (!file_read(path, &text)) {
        cli_complain("race", "%s: cannot be read: %s", path, strerror(errno));
        strbuf_free(&text);
        return CLI_EXIT_FILE;
    }
    vec_push(&v->inputs,
             ((compare_input){.name = base_strdup(path), .text = strbuf_detach(&text)}));
    return CLI_EXIT_OK;
}

static int add_files(versions_job *v)
{
    suite files = {0};
    char *error = NULL;
    int code = CLI_EXIT_OK;
    for (size_t i = 2; i < v->job->operands.n && !code; i++)
        if (!suite_add(&files, v->job->operands.at[i], &error))
            code = race_fail(CLI_EXIT_FILE, error);
    for (size_t i = 0; i < files.n && !code; i++)
        code = add_file(v, files.at[i].path);
    suite_free(&files);
    return code;
}

static int add_random(versions_job *v)
{
    char *error = NULL;
    grammar *g = race_make_grammar(v->job, &error);
    if (!g)
        return race_fail(CLI_EXIT_USAGE, error);
    rng r;
    rng_seed(&r, v->job->o.seed);
    uint64_t n = v->job->o.steps ? v->job->o.steps : RANDOM_INPUTS;
    for (uint64_t i = 0; i < n; i++) {
        formula f = {0};
        strbuf text = STRBUF_INIT, name = STRBUF_INIT;
        grammar_generate(g, &r, &f);
        script_print(g->bank, &f, solver_dialect(v->builds[0]), SCRIPT_ANSWER, &text);
        strbuf_printf(&name, "random %llu", (unsigned long long)i + 1);
        vec_push(&v->inputs,
                 ((compare_input){.name = strbuf_detach(&name), .text = strbuf_detach(&text)}));
        formula_free(&f);
    }
    race_free_grammar(g);
    return CLI_EXIT_OK;
}

static int open_builds(versions_job *v)
{
    const option_operands *o = &v->job->operands;
    if (o->n < 2)
        return race_fail(
            CLI_EXIT_USAGE,
            base_strdup("--versions wants two commands: OLD and NEW, and then inputs"));
    for (size_t i = 0; i < 2; i++) {
        char *error = NULL;
        if (!(v->builds[i] = solver_new(o->at[i], &error)))
            return race_fail(CLI_EXIT_ENGINE, error);
        strbuf words = STRBUF_INIT;
        solver_seed_options(v->builds[i], 0, &words);
        if (!words.n)
            cli_complain("race",
                         "%s: no option for random seeds is known (docs/solvers.md), its "
                         "runs are repeated as they are",
                         o->at[i]);
        strbuf_free(&words);
    }
    return o->n > 2 ? add_files(v) : add_random(v);
}

static void show_progress(void *context, size_t done, size_t of)
{
    const cli_screen *screen = context;
    if (screen->terminal)
        fprintf(stderr, "\r\033[K%zu of %zu pairs of runs", done, of);
}

/* ---- What came of it ------------------------------------------------------------------------- */

/* Inputs that count come first; how many they are. */
static size_t sort_out(compare_inputs *list)
{
    size_t n = 0;
    for (size_t i = 0; i < list->n; i++)
        if (!list->at[i].excluded) {
            compare_input one = list->at[i];
            memmove(&list->at[n + 1], &list->at[n], (i - n) * sizeof one);
            list->at[n++] = one;
        }
    return n;
}

static void print_effect(const char *name, const effect *e)
{
    cli_print("%-40s %9.3f %9.3f %8.2f  [%.2f, %.2f]  p = %.4f  %s\n", name, e->old, e->new,
              e->ratio, e->low, e->high, e->p, effect_verdict_name(e->verdict));
}

static void print_text(const versions_job *v, const effect *each, size_t n, const effect *all)
{
    for (int i = 0; i < 2; i++)
        cli_print("%s: %s %s\n", i ? "new" : "old", solver_text(v->builds[i]),
                  solver_version(v->builds[i]));
    cli_print("%-40s %9s %9s %8s  95 %% interval\n", "input", "old", "new", "new/old");
    for (size_t i = 0; i < n; i++)
        print_effect(v->inputs.at[i].name, &each[i]);
    for (size_t i = n; i < v->inputs.n; i++)
        cli_print("%-40s left out: %s\n", v->inputs.at[i].name, v->inputs.at[i].excluded);
    if (n)
        print_effect("all", all);
}

static void put_effect(json_writer *w, const effect *e)
{
    const struct {
        const char *key;
        double value;
    } numbers[] = {{"old", e->old}, {"new", e->new},   {"ratio", e->ratio},
                   {"low", e->low}, {"high", e->high}, {"p", e->p}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        json_key(w, numbers[i].key);
        json_double(w, numbers[i].value);
    }
    json_key(w, "verdict");
    json_string(w, effect_verdict_name(e->verdict));
}

static void print_json(const versions_job *v, const effect *each, size_t n, const effect *all)
{
    strbuf out = STRBUF_INIT;
    json_writer w;
    json_init(&w, &out);
    json_object(&w);
    json_key(&w, "builds");
    json_array(&w);
    for (int i = 0; i < 2; i++)
        json_string(&w, solver_text(v->builds[i]));
    json_end(&w);
    json_key(&w, "inputs");
    json_array(&w);
    for (size_t i = 0; i < v->inputs.n; i++) {
        json_object(&w);
        json_key(&w, "name");
        json_string(&w, v->inputs.at[i].name);
        if (i < n) {
            put_effect(&w, &each[i]);
        } else {
            json_key(&w, "left_out");
            json_string(&w, v->inputs.at[i].excluded);
        }
        json_end(&w);
    }
    json_end(&w);
    json_key(&w, "all");
    json_object(&w);
    if (n)
        put_effect(&w, all);
    json_end(&w);
    json_end(&w);
    cli_print("%s\n", out.text);
    strbuf_free(&out);
}

static int tell(versions_job *v)
{
    size_t n = sort_out(&v->inputs);
    effect all = {0}, *each = base_alloc_zero(n + 1, sizeof *each);
    effect_times *times = base_alloc_zero(n + 1, sizeof *times);
    for (size_t i = 0; i < n; i++)
        times[i] = v->inputs.at[i].times;
    effect_of_each(times, n, each);
    if (n)
        effect_of_all(times, n, &all);
    (v->job->o.json ? print_json : print_text)(v, each, n, &all);
    bool worse = n && all.verdict == EFFECT_SLOWER;
    for (size_t i = 0; i < v->inputs.n; i++)
        worse |= i < n ? each[i].verdict == EFFECT_SLOWER : v->inputs.at[i].broken;
    free(times);
    free(each);
    if (!n && !worse)
        return race_fail(CLI_EXIT_ENGINE, base_strdup("there is no input that both builds take"));
    return worse ? CLI_EXIT_FOUND : CLI_EXIT_OK;
}

int race_run_versions(race_job *j)
{
    versions_job v = {.job = j};
    cli_screen screen = {0};
    int code = open_builds(&v);
    screen_open(&screen, "race", j->o.quiet);
    compare_setting setting = {.old = v.builds[0],
                               .new = v.builds[1],
                               .seeds = j->o.seeds,
                               .timeout = j->o.timeout,
                               .memory = j->o.memory,
                               .interrupt = interrupt_flag(),
                               .tick = show_progress,
                               .context = &screen};
    if (!code) {
        bool whole = compare_run(&setting, &v.inputs);
        screen_clear(&screen);
        code = whole ? tell(&v) : interrupt_code(CLI_EXIT_OK);
    }
    for (int i = 0; i < 2; i++)
        solver_free(v.builds[i]);
    compare_inputs_free(&v.inputs);
    return code;
}
