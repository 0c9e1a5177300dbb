/* solver_rate: how many formulas a second each way of running a solver gives, on small formulas.
 *
 *     solver_rate [-n ROUNDS] [-t SECONDS] SOLVER… [-- FILE…]
 *
 * All solvers are given the same formulas in turn, so that what else the machine does meets all of
 * them; without files, small ones of several logics are made. Prints a line for each solver:
 * formulas per second of wall and of CPU time (ours and the solver's), as multiples of the first
 * solver's, and how often the verdict is not its. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/rng.h"
#include "base/vec.h"
#include "solver/solver.h"

enum { ROUNDS = 40, SECONDS = 5 };

typedef VEC(char *) texts;

/* %d stands for small numbers. */
static const char *const templates[] = {
    "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(assert (> (+ x (* %d y)) %d))"
    "(assert (or (= y %d) (< x %d)))(check-sat)",
    "(set-logic QF_BV)(declare-const x (_ BitVec 16))(declare-const y (_ BitVec 16))"
    "(assert (= (bvadd x (bvmul y (_ bv%d 16))) (_ bv%d 16)))(assert (bvult x (_ bv%d 16)))"
    "(assert (not (= y (_ bv%d 16))))(check-sat)",
    "(set-logic QF_SLIA)(declare-const s String)(declare-const t String)"
    "(assert (= (str.++ s t) \"ab%dcd%d\"))(assert (> (str.len s) 2))(assert (< (str.len t) %d))"
    "(assert (< (str.len s) %d))(check-sat)",
    "(set-logic UFLIA)(declare-fun f (Int) Int)(assert (forall ((x Int)) (>= (f x) (+ x %d))))"
    "(assert (< (f %d) %d))(assert (> (f 0) %d))(check-sat)",
    "(set-logic QF_NRA)(declare-const x Real)(declare-const y Real)(assert (= (* x y) %d.0))"
    "(assert (> (+ x y) %d.0))(assert (< x %d.0))(assert (> y %d.0))(check-sat)",
    "(declare-const a (Array Int Int))(declare-const i Int)(assert (= (select a i) %d))"
    "(assert (= (select (store a %d 3) i) %d))(assert (> i %d))(check-sat)",
};
enum { TEMPLATES = sizeof templates / sizeof *templates };

static char *make_text(const char *template, rng *r)
{
    strbuf text = STRBUF_INIT;
    for (const char *place; (place = strstr(template, "%d")); template = place + 2) {
        strbuf_add(&text, template, (size_t)(place - template));
        strbuf_put_u64(&text, 1 + rng_below(r, 12));
    }
    strbuf_puts(&text, template);
    return strbuf_detach(&text);
}

static char *read_text(const char *path)
{
    FILE *f = fopen(path, "r");
    if (!f) {
        perror(path);
        exit(1);
    }
    strbuf text = STRBUF_INIT;
    for (int c; (c = fgetc(f)) != EOF;)
        strbuf_putc(&text, (char)c);
    fclose(f);
    return strbuf_detach(&text);
}

typedef struct contestant {
    solver *solver;
    double wall, cpu; /* of everything that asking cost */
    size_t answered, different;
    VEC(uint8_t) verdicts;
} contestant;

typedef struct contest {
    VEC(contestant) solvers;
    texts formulas;
    double seconds; /* the limit for one formula */
} contest;

static void ask(contest *all, contestant *c, size_t i)
{
    const contestant *first = &all->solvers.at[0];
    const char *text = all->formulas.at[i];
    solver_question q = {
        .text = text, .length = strlen(text), .limits = {.wall_seconds = all->seconds}};
    runner_result r;
    double wall = clock_wall(), cpu = clock_cpu();
    solver_ask(c->solver, &q, &r);
    c->wall += clock_wall() - wall;
    c->cpu += clock_cpu() - cpu + r.cpu;
    c->answered += r.verdict <= RUNNER_UNKNOWN;
    vec_push(&c->verdicts, (uint8_t)r.verdict);
    if (r.verdict != (runner_verdict)first->verdicts.at[i]) {
        c->different++;
        fprintf(stderr, "formula %zu: %s says %s, %s says %s %s\n", i, solver_text(first->solver),
                runner_verdict_name((runner_verdict)first->verdicts.at[i]), solver_text(c->solver),
                runner_verdict_name(r.verdict), r.excerpt);
    }
    runner_result_free(&r);
}

static void read_arguments(contest *c, int argc, char **argv)
{
    size_t rounds = ROUNDS;
    int i = 1;
    for (; i < argc && strcmp(argv[i], "--"); i++) {
        if (!strcmp(argv[i], "-n") && i + 1 < argc) {
            rounds = strtoull(argv[++i], NULL, 10);
            continue;
        }
        if (!strcmp(argv[i], "-t") && i + 1 < argc) {
            c->seconds = strtod(argv[++i], NULL);
            continue;
        }
        char *error = NULL;
        contestant one = {.solver = solver_new(argv[i], &error)};
        if (!one.solver) {
            fprintf(stderr, "solver_rate: %s\n", error);
            exit(1);
        }
        vec_push(&c->solvers, one);
    }
    for (i++; i < argc; i++)
        vec_push(&c->formulas, read_text(argv[i]));
    if (c->formulas.n)
        return;
    rng r;
    rng_seed(&r, 1);
    for (size_t k = 0; k < rounds * TEMPLATES; k++)
        vec_push(&c->formulas, make_text(templates[k % TEMPLATES], &r));
}

static void report(const contest *c)
{
    printf("%-24s %10s %8s %12s %8s %9s %9s\n", "solver", "per second", "ratio", "per CPU s",
           "ratio", "answered", "different");
    for (size_t i = 0; i < c->solvers.n; i++) {
        const contestant *one = &c->solvers.at[i], *first = &c->solvers.at[0];
        double n = (double)c->formulas.n;
        printf("%-24s %10.1f %8.2f %12.1f %8.2f %9zu %9zu\n", solver_text(one->solver),
               n / one->wall, first->wall / one->wall, n / one->cpu, first->cpu / one->cpu,
               one->answered, one->different);
    }
}

int main(int argc, char **argv)
{
    contest c = {.seconds = SECONDS};
    read_arguments(&c, argc, argv);
    for (size_t i = 0; i < c.formulas.n; i++)
        for (size_t k = 0; k < c.solvers.n; k++)
            ask(&c, &c.solvers.at[k], i);
    report(&c);
    for (size_t i = 0; i < c.solvers.n; i++) {
        solver_free(c.solvers.at[i].solver);
        vec_free(&c.solvers.at[i].verdicts);
    }
    for (size_t i = 0; i < c.formulas.n; i++)
        free(c.formulas.at[i]);
    vec_free(&c.solvers);
    vec_free(&c.formulas);
    return 0;
}
