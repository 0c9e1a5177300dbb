#include "reduce/predicate.h"

#include <stdlib.h>
#include <string.h>

#include "base/options.h"
#include "campaign/crash_signature.h"
#include "campaign/scratch.h"

typedef enum predicate_kind {
#define PREDICATE(id, name, argument, solvers, help) PREDICATE_##id,
    PREDICATES(PREDICATE)
#undef PREDICATE
        PREDICATE_COUNT
} predicate_kind;

static const struct {
    const char *name, *argument;
    size_t solvers;
} kinds[] = {
#define PREDICATE(id, name, argument, solvers, help) {name, argument, solvers},
    PREDICATES(PREDICATE)
#undef PREDICATE
};

typedef struct one_check {
    predicate_kind kind;
    const char *text; /* "": none */
    double seconds;
    runner_verdict verdict;
} one_check;

struct predicate {
    predicate_config config;
    solver_command *command;
    VEC(solver *) solvers;
    VEC(one_check) checks;
    bool learned;
    VEC(answer) seen; /* of each solver for the original, where answers differ */
    strbuf signature; /* of the crash of the original */
};

/* ---- Making one --------------------------------------------------------------------------------
 */

static bool refuse(char **error, const char *format, const char *a, const char *b)
{
    strbuf message = STRBUF_INIT;
    strbuf_printf(&message, format, a, b);
    *error = strbuf_detach(&message);
    return false;
}

static bool read_argument(one_check *c, const char *given, char **error)
{
    const char *argument = kinds[c->kind].argument, *name = kinds[c->kind].name;
    c->text = given ? given : "";
    if (given && !*argument)
        return refuse(error, "--check %s takes no argument ('%s')", name, given);
    if (!given && *argument == '=')
        return refuse(error, "--check %s needs an argument: %s", name, argument + 1);
    if (c->kind == PREDICATE_SLOWER &&
        (!options_read_duration(c->text, &c->seconds) || c->seconds <= 0))
        return refuse(error, "--check %s takes a time such as 10, 500ms or 2m, not '%s'", name,
                      given);
    if (c->kind == PREDICATE_ANSWER && !runner_verdict_read(c->text, &c->verdict))
        return refuse(error, "--check %s: '%s' is no verdict of a solver", name, given);
    return true;
}

static bool add_check(predicate *p, const char *text, char **error)
{
    size_t n = strcspn(text, "=");
    const char *names[PREDICATE_COUNT];
    for (int i = 0; i < PREDICATE_COUNT; i++) {
        names[i] = kinds[i].name;
        if (strlen(names[i]) != n || strncmp(names[i], text, n))
            continue;
        one_check c = {.kind = (predicate_kind)i};
        if (!read_argument(&c, text[n] ? text + n + 1 : NULL, error))
            return false;
        if (p->solvers.n < kinds[i].solvers)
            return refuse(error, "--check %s needs %s", names[i],
                          kinds[i].solvers == 1 ? "a --solver" : "two --solver");
        vec_push(&p->checks, c);
        return true;
    }
    char *word = base_strndup(text, n);
    const char *near = options_nearest(word, names, PREDICATE_COUNT);
    refuse(error, near ? "there is no check '%s'; did you mean '%s'?" : "there is no check '%s'",
           word, near);
    free(word);
    return false;
}

static bool add_parts(predicate *p, char **error)
{
    const predicate_config *c = &p->config;
    if (c->command) {
        p->command = solver_command_new(c->command, error);
        return p->command && solver_command_find(p->command, error);
    }
    for (size_t i = 0; i < c->n_solvers; i++) {
        solver *s = solver_new(c->solvers[i], error);
        if (!s)
            return false;
        vec_push(&p->solvers, s);
    }
    for (size_t i = 0; i < c->n_checks; i++)
        if (!add_check(p, c->checks[i], error))
            return false;
    return c->n_checks || add_check(p, p->solvers.n > 1 ? "differ" : "crash", error);
}

predicate *predicate_new(const predicate_config *config, char **error)
{
    predicate *p = base_alloc_zero(1, sizeof *p);
    p->config = *config;
    strbuf_init(&p->signature);
    if (add_parts(p, error))
        return p;
    predicate_free(p);
    return NULL;
}

void predicate_free(predicate *p)
{
    if (!p)
        return;
    solver_command_free(p->command);
    for (size_t i = 0; i < p->solvers.n; i++)
        solver_free(p->solvers.at[i]);
    vec_free(&p->solvers);
    vec_free(&p->checks);
    vec_free(&p->seen);
    strbuf_free(&p->signature);
    free(p);
}

smt_dialect predicate_dialect(const predicate *p)
{
    if (p->solvers.n)
        return solver_dialect(p->solvers.at[0]);
    return smt_dialect_of(solver_command_program(p->command));
}

/* ---- Asking ------------------------------------------------------------------------------------
 */

/* One look at one script. Solvers are asked when a check first wants to know. */
typedef struct look {
    predicate *p;
    const char *text;
    size_t n;
    size_t checks; /* answers that the script asks for */
    VEC(runner_result) results;
    VEC(bool) asked;
    bool learning, stopped;
    strbuf why;
} look;

static size_t count_checks(const char *text, size_t n)
{
    static const char word[] = "(check-sat";
    size_t count = 0;
    for (const char *at = text; (at = memmem(at, n - (size_t)(at - text), word, sizeof word - 1));
         at++)
        count++;
    return count;
}

static const runner_result *ask(look *l, size_t i, double seconds)
{
    predicate *p = l->p;
    if (l->asked.at[i])
        return &l->results.at[i];
    solver_question q = {.text = l->text,
                         .length = l->n,
                         .checks = l->checks,
                         .limits = p->config.limits,
                         .interrupt = p->config.interrupt};
    if (seconds > 0 && (q.limits.wall_seconds <= 0 || seconds < q.limits.wall_seconds))
        q.limits.wall_seconds = seconds;
    solver_ask(p->solvers.at[i], &q, &l->results.at[i]);
    l->asked.at[i] = true;
    l->stopped |= l->results.at[i].verdict == RUNNER_STOPPED;
    return &l->results.at[i];
}

static void explain(look *l, const char *who, const runner_result *r)
{
    strbuf_printf(&l->why, "%s%s: %s%s%s", l->why.n ? "; " : "", who,
                  runner_verdict_name(r->verdict), *r->excerpt ? ", " : "", r->excerpt);
}

/* The answers of two solvers at the first check where one says sat and the other unsat. */
static bool contradict(const runner_result *r, const runner_result *s, answer *a, answer *b)
{
    for (size_t i = 0; i < r->answers.n && i < s->answers.n; i++) {
        *a = (answer)r->answers.at[i];
        *b = (answer)s->answers.at[i];
        if ((*a == ANSWER_SAT && *b == ANSWER_UNSAT) || (*a == ANSWER_UNSAT && *b == ANSWER_SAT))
            return true;
    }
    return false;
}

static bool learn_difference(look *l)
{
    predicate *p = l->p;
    answer a, b;
    for (size_t i = 0; i < p->solvers.n; i++)
        explain(l, solver_name(p->solvers.at[i]), ask(l, i, 0));
    for (size_t i = 0; i < p->solvers.n; i++)
        for (size_t j = i + 1; j < p->solvers.n; j++)
            if (contradict(&l->results.at[i], &l->results.at[j], &a, &b)) {
                vec_resize(&p->seen, p->solvers.n);
                for (size_t k = 0; k < p->solvers.n; k++)
                    if (k == i || k == j)
                        p->seen.at[k] = k == i ? a : b;
                /* the others' sides too: who was right must not change sides unnoticed */
                for (size_t k = 0; k < p->solvers.n && l->checks == 1; k++)
                    if (k != i && k != j && l->results.at[k].answers.n)
                        p->seen.at[k] = (answer)l->results.at[k].answers.at[0];
                return true;
            }
    return false;
}

/* The two sides are still there, and nobody has changed to the other one. */
static bool still_differs(look *l)
{
    predicate *p = l->p;
    bool sat = false, unsat = false;
    if (l->checks != 1) { /* incremental: any contradiction between the two will do */
        answer a, b;
        for (size_t i = 0; i < p->solvers.n; i++)
            for (size_t j = i + 1; j < p->solvers.n; j++)
                if (p->seen.at[i] && p->seen.at[j] &&
                    contradict(ask(l, i, 0), ask(l, j, 0), &a, &b))
                    return true;
        return false;
    }
    for (size_t i = 0; i < p->solvers.n; i++) {
        answer wanted = p->seen.at[i];
        if (wanted != ANSWER_SAT && wanted != ANSWER_UNSAT)
            continue;
        const runner_result *r = ask(l, i, 0);
        answer got = r->answers.n ? (answer)r->answers.at[0] : ANSWER_NONE;
        if (got == wanted) {
            sat |= got == ANSWER_SAT;
            unsat |= got == ANSWER_UNSAT;
        } else if (got == ANSWER_SAT || got == ANSWER_UNSAT) {
            return false;
        }
        if (i == 0 && got != wanted)
            return false;
    }
    return sat && unsat;
}

static bool crashes(look *l, const one_check *c)
{
    predicate *p = l->p;
    const runner_result *r = ask(l, 0, 0);
    explain(l, solver_name(p->solvers.at[0]), r);
    if (crash_of(r) == CRASH_NONE)
        return false;
    if (*c->text)
        return strstr(r->output, c->text) || strstr(r->errors, c->text);
    strbuf signature = STRBUF_INIT;
    crash_signature(r, &signature);
    bool same = l->learning || !strcmp(signature.text, p->signature.text);
    if (l->learning) {
        strbuf_clear(&p->signature);
        strbuf_puts(&p->signature, signature.text);
    }
    strbuf_free(&signature);
    return same;
}

static bool is_answer(runner_verdict v)
{
    return v == RUNNER_SAT || v == RUNNER_UNSAT;
}

static bool slower(look *l, const one_check *c)
{
    predicate *p = l->p;
    const runner_result *r = ask(l, 0, c->seconds);
    explain(l, solver_name(p->solvers.at[0]), r);
    if (r->verdict != RUNNER_TIMEOUT && r->wall < c->seconds)
        return false;
    for (size_t i = 1; i < p->solvers.n; i++) {
        r = ask(l, i, c->seconds);
        explain(l, solver_name(p->solvers.at[i]), r);
        if (!is_answer(r->verdict))
            return false;
    }
    return true;
}

static bool check_holds(look *l, const one_check *c)
{
    const runner_result *r;
    switch (c->kind) {
    case PREDICATE_DIFFER:
        return l->learning ? learn_difference(l) : still_differs(l);
    case PREDICATE_CRASH:
        return crashes(l, c);
    case PREDICATE_SLOWER:
        return slower(l, c);
    default:
        break;
    }
    r = ask(l, 0, 0);
    explain(l, solver_name(l->p->solvers.at[0]), r);
    if (c->kind == PREDICATE_ANSWER)
        return r->verdict == c->verdict;
    return strstr(r->output, c->text) || strstr(r->errors, c->text);
}

/* The user's command ends with 0. */
static bool command_holds(look *l)
{
    predicate *p = l->p;
    scratch file;
    char *error = NULL;
    if (!scratch_open(&file, l->text, l->n, true, &error)) {
        strbuf_puts(&l->why, error);
        free(error);
        return false;
    }
    runner_job job = {.command = p->command,
                      .file = file.path,
                      .limits = p->config.limits,
                      .want_output = true,
                      .interrupt = p->config.interrupt};
    runner_result r;
    runner_run(&job, &r);
    bool ended = r.verdict != RUNNER_TIMEOUT || r.wall < p->config.limits.wall_seconds;
    bool good = r.status == 0 && r.verdict != RUNNER_STOPPED && ended;
    l->stopped |= r.verdict == RUNNER_STOPPED;
    strbuf_printf(&l->why, "the command ended with code %d%s%s", r.status,
                  r.errors && *r.errors ? ": " : "", r.errors ? r.errors : "");
    runner_result_free(&r);
    scratch_close(&file);
    return good;
}

static bool look_at(look *l)
{
    predicate *p = l->p;
    if (p->command)
        return command_holds(l);
    l->checks = count_checks(l->text, l->n);
    vec_resize(&l->results, p->solvers.n);
    vec_resize(&l->asked, p->solvers.n);
    bool good = true;
    for (size_t i = 0; i < p->checks.n && good && !l->stopped; i++)
        good = check_holds(l, &p->checks.at[i]);
    for (size_t i = 0; i < p->solvers.n; i++)
        if (l->asked.at[i])
            runner_result_free(&l->results.at[i]);
    vec_free(&l->results);
    vec_free(&l->asked);
    return good && !l->stopped;
}

bool predicate_learn(predicate *p, const char *text, size_t n, char **why)
{
    look l = {.p = p, .text = text, .n = n, .learning = true, .why = STRBUF_INIT};
    bool good = look_at(&l);
    *why = good ? NULL : base_strdup(l.why.text);
    strbuf_free(&l.why);
    return good;
}

reduce_verdict predicate_holds(predicate *p, const char *text, size_t n)
{
    look l = {.p = p, .text = text, .n = n, .why = STRBUF_INIT};
    bool good = look_at(&l);
    strbuf_free(&l.why);
    return l.stopped ? REDUCE_STOP : good ? REDUCE_YES : REDUCE_NO;
}
