/* Runs that have left a database: fuse and race. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "report/run.h"
#include "solver/solver_command.h"
#include "store/store.h"

/* Arguments, one a line, as a command line. */
static void put_command(strbuf *out, const char *job, const char *arguments)
{
    strbuf_printf(out, "tandem %s", job);
    for (size_t n; *arguments; arguments += n + (arguments[n] != '\0')) {
        n = strcspn(arguments, "\n");
        char *word = base_strndup(arguments, n);
        strbuf_putc(out, ' ');
        if (*word && !strpbrk(word, " \t'\"\\$`|&;<>()*?[]{}!#~"))
            strbuf_puts(out, word);
        else
            solver_command_quote(out, word);
        free(word);
    }
}

/* The argument of the option at the front of `lines`, one a line, as a text of its own; NULL: it is another option. */
static char *argument_of(const char *lines, const char *letter, const char *name)
{
    size_t n = strcspn(lines, "\n"), long_n = strlen(name);
    const char *next = lines + n + (lines[n] != '\0');
    if ((n == 2 && !memcmp(lines, letter, 2)) || (n == long_n && !memcmp(lines, name, n)))
        return base_strndup(next, strcspn(next, "\n"));
    if (n > 2 && !memcmp(lines, letter, 2))
        return base_strndup(lines + 2, n - 2);
    if (n > long_n && !memcmp(lines, name, long_n) && lines[long_n] == '=')
        return base_strndup(lines + long_n + 1, n - long_n - 1);
    return NULL;
}

/* The solvers that the command line names, in the order of their numbers. */
static void find_solvers(const char *arguments, const char *job, text_list *names)
{
    static const char *const options[][2] = {
        {"-s", "--solver"}, {"-T", "--target"}, {"-R", "--reference"}};
    bool race = !strcmp(job, "race");
    for (size_t k = race ? 1 : 0; k < (race ? 3 : 1); k++)
        for (const char *at = arguments; *at;) {
            char *found = argument_of(at, options[k][0], options[k][1]);
            if (found)
                vec_push(names, found);
            at += strcspn(at, "\n");
            at += *at != '\0';
        }
}

static void add_facts(report_run *r, store *s)
{
    char *job = store_get(s, "job"), *arguments = store_get(s, "arguments");
    if (job && !strcmp(job, "race"))
        r->job = "race";
    else if (job && !strcmp(job, "fuse"))
        r->job = "fuse";
    if (arguments && *r->job) { /* with the seed, which the note in the folder may lack */
        strbuf command = STRBUF_INIT;
        put_command(&command, r->job, arguments);
        size_t i = 0;
        while (i < r->facts.n && strcmp(r->facts.at[i].name, "command"))
            i++;
        if (i < r->facts.n) {
            free(r->facts.at[i].value);
            r->facts.at[i].value = base_strdup(command.text);
        } else {
            report_run_fact(r, "command", command.text);
        }
        strbuf_free(&command);
    }
    free(job);
    free(arguments);
    if (store_done_count(s))
        report_run_number(r, "units of work", "%llu", (unsigned long long)store_done_count(s));
}

typedef struct summing {
    report_run *run;
    text_list solvers;
} summing;

static void add_sum(void *context, const store_sum *sum)
{
    const summing *s = context;
    strbuf name = STRBUF_INIT;
    if (sum->solver < s->solvers.n)
        strbuf_puts(&name, s->solvers.at[sum->solver]);
    else
        strbuf_printf(&name, "solver %u", sum->solver + 1);
    report_answers told = {strbuf_detach(&name), base_strdup(sum->verdict), sum->runs, sum->wall};
    vec_push(&s->run->answers, told);
}

static void add_sums(report_run *r, store *s)
{
    summing sums = {.run = r};
    char *arguments = store_get(s, "arguments");
    if (arguments)
        find_solvers(arguments, r->job, &sums.solvers);
    store_each_sum(s, add_sum, &sums);
    text_list_free(&sums.solvers);
    free(arguments);
}

/* Graver ones first, and those that are settled before the others. */
static int rank_of(const finding *f)
{
    int settled = f->state == FINDING_REDUCED     ? 0
                  : f->state == FINDING_CONFIRMED ? 1
                  : f->state == FINDING_DISPUTED  ? 2
                                                  : 3;
    return settled * FINDING_KIND_COUNT + (int)f->kind;
}

static int by_rank(const void *a, const void *b)
{
    const finding *x = a, *y = b;
    int difference = rank_of(x) - rank_of(y);
    return difference ? difference : (x->id > y->id) - (x->id < y->id);
}

static bool is_shown(const finding *f)
{
    return f->state != FINDING_DISMISSED && f->state != FINDING_DUPLICATE &&
           f->state != FINDING_KNOWN;
}

static void add_finding(report_run *r, const finding *f)
{
    strbuf title = STRBUF_INIT, again = STRBUF_INIT;
    bool small = *f->reduced;
    strbuf_printf(&title, "%s: %s", finding_kind_name(f->kind), f->solver);
    if (f->expected != ANSWER_NONE || f->got != ANSWER_NONE)
        strbuf_printf(&title, " says %s, expected %s", answer_name(f->got),
                      answer_name(f->expected));
    strbuf_puts(&again, "tandem fuse --check-only -s ");
    strbuf command = STRBUF_INIT;
    strbuf_printf(&command, "%s%s%s", f->solver, *f->options ? " " : "", f->options);
    solver_command_quote(&again, command.text);
    strbuf_free(&command);
    strbuf_puts(&again, " finding.smt2");
    report_finding shown = {.title = strbuf_detach(&title),
                            .state = base_strdup(finding_state_name(f->state)),
                            .message = base_strdup(f->message),
                            .evidence = base_strdup(f->evidence),
                            .story = base_strdup(f->story),
                            .again = strbuf_detach(&again),
                            .text = base_strdup(small ? f->reduced : f->formula),
                            .longer = base_strdup(small ? f->formula : ""),
                            .smt = true};
    report_run_add(r, &shown);
}

static void add_findings(report_run *r, store *s)
{
    store_ids ids = {0};
    VEC(finding) all = {0};
    store_findings(s, -1, &ids);
    for (size_t i = 0; i < ids.n; i++) {
        finding f;
        if (store_get_finding(s, ids.at[i], &f))
            vec_push(&all, f);
    }
    if (all.n)
        qsort(all.at, all.n, sizeof *all.at, by_rank);
    for (size_t i = 0; i < all.n; i++) {
        if (is_shown(&all.at[i]))
            add_finding(r, &all.at[i]);
        else
            r->others++;
        finding_free(&all.at[i]);
    }
    vec_free(&all);
    vec_free(&ids);
}

bool report_run_store(report_run *r, const char *path, char **error)
{
    store *s = store_open(path, false, error);
    if (!s)
        return false;
    add_facts(r, s);
    add_sums(r, s);
    add_findings(r, s);
    store_close(s);
    return true;
}
