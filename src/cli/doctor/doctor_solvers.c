#include "cli/doctor/doctor_solvers.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "solver/family.h"
#include "solver/solver.h"

/* One that stands beside its file has no command before that is named. */
void doctor_usual_solvers(text_list *commands)
{
    family_list all = {0};
    families_shipped(&all);
    for (size_t i = 0; i < all.n; i++)
        if (*all.at[i]->command && !strstr(all.at[i]->command, "{folder}"))
            vec_push(commands, base_strdup(all.at[i]->command));
    families_free(&all);
}

const char *doctor_trial_name(doctor_trial t)
{
    static const char *const names[] = {
#define TRIAL(id, name) name,
        DOCTOR_TRIALS(TRIAL)
#undef TRIAL
    };
    return names[t];
}

#define DECLARED "(set-logic QF_BV)\n(declare-fun x () (_ BitVec 8))\n"
static const char sat_script[] = DECLARED "(assert (= (bvadd x #x01) #x03))\n(check-sat)\n";
static const char unsat_script[] = DECLARED "(assert (bvult x x))\n(check-sat)\n";
static const char model_script[] = "(set-option :produce-models true)\n" DECLARED
                                   "(assert (= (bvadd x #x01) #x03))\n(check-sat)\n(get-model)\n";
static const char core_script[] =
    "(set-option :produce-unsat-cores true)\n" DECLARED
    "(assert (! (bvult x #x03) :named low))\n(assert (! (bvult #x05 x) :named high))\n"
    "(check-sat)\n(get-unsat-core)\n";

/* The verdict, and (`part` not NULL) that text in its output. */
static bool says(doctor_solver *d, solver *s, const char *script, runner_verdict verdict,
                 const char *part)
{
    solver_question q = {.text = script,
                         .length = strlen(script),
                         .limits = {.wall_seconds = 10, .memory_bytes = UINT64_C(1) << 30}};
    runner_result r;
    solver_ask(s, &q, &r);
    bool good = r.verdict == verdict && (!part || strstr(r.output, part));
    if (!good && !*d->message) {
        strbuf message = STRBUF_INIT;
        if (*r.excerpt)
            strbuf_puts(&message, r.excerpt);
        else
            strbuf_printf(&message, "%s where it is %s%s%s", runner_verdict_name(r.verdict),
                          runner_verdict_name(verdict), part ? ", with " : "", part ? part : "");
        free(d->message);
        d->message = strbuf_detach(&message);
    }
    runner_result_free(&r);
    return good;
}

/* Whether its file says that it can be asked for that. libz3 is asked in another way. */
static bool may(doctor_solver *d, const solver *s, solver_ability ability)
{
    if (solver_has(s, ability) || solver_mode_of(s) == SOLVER_LIBRARY)
        return true;
    if (!*d->message) {
        free(d->message);
        d->message = base_strdup("its solver file says that it has none");
    }
    return false;
}

static bool is_kept(doctor_solver *d, const char *command)
{
    strbuf text = STRBUF_INIT;
    char *error = NULL;
    strbuf_printf(&text, "keep:%s", command);
    solver *s = solver_new(text.text, &error);
    bool good = s;
    if (!s && !*d->message) {
        free(d->message);
        d->message = error;
        error = NULL;
    }
    for (int i = 0; good && i < 2; i++)
        good = says(d, s, unsat_script, RUNNER_UNSAT, NULL) &&
               says(d, s, sat_script, RUNNER_SAT, NULL);
    solver_free(s);
    strbuf_free(&text);
    free(error);
    return good;
}

void doctor_try_solver(const char *command, doctor_solver *d)
{
    char *error = NULL;
    *d = (doctor_solver){.command = base_strdup(command)};
    solver *s = solver_new(command, &error);
    d->found = s;
    d->version = base_strdup(s ? solver_version(s) : "");
    d->message = error ? error : base_strdup("");
    d->untested = s && solver_is_untested(s);
    if (!s)
        return;
    d->works[DOCTOR_ANSWERS] =
        says(d, s, sat_script, RUNNER_SAT, NULL) && says(d, s, unsat_script, RUNNER_UNSAT, NULL);
    if (d->works[DOCTOR_ANSWERS]) {
        d->works[DOCTOR_MODELS] =
            may(d, s, SOLVER_MODELS) && says(d, s, model_script, RUNNER_SAT, "x");
        d->works[DOCTOR_CORES] =
            may(d, s, SOLVER_CORES) && says(d, s, core_script, RUNNER_UNSAT, "high");
        d->works[DOCTOR_KEPT] =
            solver_mode_of(s) == SOLVER_PROCESS ? is_kept(d, command) : d->works[DOCTOR_ANSWERS];
    }
    solver_free(s);
}

void doctor_solver_free(doctor_solver *s)
{
    free(s->command);
    free(s->version);
    free(s->message);
    *s = (doctor_solver){0};
}
