/* `tandem doctor`: what is there of what the commands need. */
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "cli/cli.h"
#include "cli/doctor/doctor_jobs.h"
#include "cli/doctor/doctor_solvers.h"
#include "cli/doctor/doctor_system.h"

#define OPTIONS_LIST "cli/doctor/doctor_options.def"
#define OPTIONS_STRUCT doctor_options
#include "base/options_define.h"

static const option_example doctor_examples[] = {
    {"What works here?", "tandem doctor"},
    {"Do all jobs work?", "tandem doctor --jobs"},
    {"Does fuse get on with my solver?", "tandem doctor --solver 'z3 -T:10'"},
    {"Is my solver file right?", "tandem doctor --no-solvers --solver ./mine.solver"},
};

static const option_page doctor_page = {
    .program = "tandem",
    .command = "doctor",
    .summary = "say which solvers and which parts of this system work",
    .usage = "[OPTION]...",
    .description =
        "Looks for what the commands need (a sandbox, a jail, compilers) and for solvers, and "
        "tries "
        "each: answers from a file, models, cores, and whether one process can be kept for many "
        "formulas (keep:). What is missing is named with what is lost by it.",
    .options = doctor_options_table,
    .n_options = sizeof doctor_options_table / sizeof *doctor_options_table,
    .notes = EXIT_CODES_HELP,
    .examples = doctor_examples,
    .n_examples = sizeof doctor_examples / sizeof *doctor_examples,
};

typedef VEC(doctor_solver) doctor_solvers;

static void print_facts(const doctor_facts *facts)
{
    for (size_t i = 0; i < facts->n; i++)
        cli_print("%-4s %-14s %s\n",
                  facts->at[i].good     ? "ok"
                  : facts->at[i].needed ? "NO"
                                        : "-",
                  facts->at[i].name, facts->at[i].detail);
}

static void print_solver(const doctor_solver *s)
{
    bool all = s->found;
    for (int t = 0; t < DOCTOR_TRIAL_COUNT; t++)
        all &= s->works[t];
    cli_print("%-4s %-14s",
              all                        ? "ok"
              : s->works[DOCTOR_ANSWERS] ? "part"
              : s->found                 ? "NO"
                                         : "-",
              s->command);
    if (!s->found) {
        cli_print(" not there\n");
        return;
    }
    cli_print(" %s%s", s->version, *s->version ? ":" : "");
    for (int t = 0; t < DOCTOR_TRIAL_COUNT; t++)
        if (s->works[t])
            cli_print(" %s", doctor_trial_name((doctor_trial)t));
    if (!all)
        cli_print("; %s", s->message);
    if (s->untested)
        cli_print("; how it is run was read, not tried by us");
    cli_print("\n");
}

static void member(json_writer *j, const char *key, const char *text)
{
    json_key(j, key);
    json_string(j, text);
}

static void truth(json_writer *j, const char *key, bool value)
{
    json_key(j, key);
    json_bool(j, value);
}

static void json_facts(json_writer *j, const char *key, const doctor_facts *facts)
{
    json_key(j, key);
    json_array(j);
    for (size_t i = 0; i < facts->n; i++) {
        json_object(j);
        member(j, "name", facts->at[i].name);
        truth(j, "good", facts->at[i].good);
        member(j, "detail", facts->at[i].detail);
        json_end(j);
    }
    json_end(j);
}

static void print_json(const doctor_facts *facts, const doctor_solvers *solvers,
                       const doctor_facts *jobs)
{
    strbuf out = STRBUF_INIT;
    json_writer j;
    json_init(&j, &out);
    json_object(&j);
    json_facts(&j, "system", facts);
    json_facts(&j, "jobs", jobs);
    json_key(&j, "solvers");
    json_array(&j);
    for (size_t i = 0; i < solvers->n; i++) {
        const doctor_solver *s = &solvers->at[i];
        json_object(&j);
        member(&j, "command", s->command);
        member(&j, "version", s->version);
        truth(&j, "found", s->found);
        for (int t = 0; t < DOCTOR_TRIAL_COUNT; t++)
            truth(&j, doctor_trial_name((doctor_trial)t), s->works[t]);
        member(&j, "message", s->message);
        json_end(&j);
    }
    json_end(&j);
    json_end(&j);
    strbuf_putc(&out, '\n');
    cli_put(&out);
    strbuf_free(&out);
}

static bool try_one(const doctor_options *o, const char *command, doctor_solvers *solvers)
{
    doctor_solver s;
    doctor_try_solver(command, &s);
    if (!o->json)
        print_solver(&s);
    vec_push(solvers, s);
    return s.works[DOCTOR_ANSWERS];
}

/* A solver that was named has to work; one of the usual ones may be missing. */
static int examine(const doctor_options *o)
{
    doctor_facts facts = {0}, jobs = {0};
    doctor_solvers solvers = {0};
    bool bad = false, unusable = false;
    doctor_look(&facts);
    for (size_t i = 0; i < facts.n; i++)
        bad |= facts.at[i].needed && !facts.at[i].good;
    if (!o->json)
        print_facts(&facts);
    text_list usual = {0};
    if (!o->no_solvers)
        doctor_usual_solvers(&usual);
    for (size_t i = 0; i < usual.n; i++)
        try_one(o, usual.at[i], &solvers);
    text_list_free(&usual);
    for (size_t i = 0; i < o->solver.n; i++)
        unusable |= !try_one(o, o->solver.at[i], &solvers);
    if (o->jobs)
        doctor_try_jobs(&jobs);
    for (size_t i = 0; i < jobs.n; i++)
        bad |= !jobs.at[i].good;
    if (o->json)
        print_json(&facts, &solvers, &jobs);
    else
        print_facts(&jobs);
    for (size_t i = 0; i < solvers.n; i++)
        doctor_solver_free(&solvers.at[i]);
    vec_free(&solvers);
    doctor_facts_free(&facts);
    doctor_facts_free(&jobs);
    return bad ? CLI_EXIT_FOUND : unusable ? CLI_EXIT_ENGINE : CLI_EXIT_OK;
}

static int main_doctor(int argc, char **argv)
{
    doctor_options o;
    option_operands operands = {0};
    int code = CLI_EXIT_USAGE;
    if (cli_parse(&doctor_page, argc, argv, &o, &operands, &code)) {
        if (operands.n)
            cli_complain("doctor", "unexpected argument '%s'", operands.at[0]);
        else
            code = examine(&o);
        vec_free(&o.solver);
    }
    vec_free(&operands);
    return cli_finish(code);
}

const cli_command cmd_doctor = {"doctor", &doctor_page, main_doctor, true};
