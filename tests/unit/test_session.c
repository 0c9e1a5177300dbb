/* Sessions over a long time: what popped scopes leave behind. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solve/session/session.h"

enum { FEW = 2, MANY = 5 };

typedef struct talk {
    term_bank *bank;
    session *session;
    char *answers;
    size_t n;
    FILE *out;
    solve_limits limits;
} talk;

/* Everything that is popped goes at once, or (`keep`) never. */
static void begin(talk *t, const char *solver, bool keep)
{
    char *error = NULL;
    *t = (talk){.bank = bank_new(true), .limits = solve_limits_default};
    t->out = open_memstream(&t->answers, &t->n);
    t->limits.popped_bytes = 0;
    session_config config = {
        .engine = solver, .boxes = {.limits = &t->limits}, .gives_back = !keep, .out = t->out};
    t->session = session_new(t->bank, &config, &error);
    CHECK(t->session);
}

static void end(talk *t)
{
    session_free(t->session);
    fclose(t->out);
    free(t->answers);
    bank_free(t->bank);
}

static void say(talk *t, smt_reader *r)
{
    smt_command c = {0};
    smt_status status;
    while ((status = smt_reader_next(r, &c)) != SMT_END) {
        CHECK_MSG(status == SMT_OK, "%s", smt_reader_error(r));
        session_execute(t->session, r, &c);
    }
    smt_command_free(&c);
}

/* Once more the same text, with `%d` in it a number; the reader is the same for all. */
static void say_times(talk *t, const char *once, const char *round, int rounds)
{
    char *text;
    size_t n;
    FILE *all = open_memstream(&text, &n);
    fputs(once, all);
    for (int i = 0; i < rounds; i++)
        for (const char *at = round; *at; at++)
            if (*at == '%')
                fprintf(all, "%d", i);
            else
                fputc(*at, all);
    fclose(all);
    smt_reader *r = smt_reader_text(session_symtab(t->session), "talk", text, n);
    say(t, r);
    smt_reader_free(r);
    free(text);
    fflush(t->out);
}

/* Whether many rounds take as much of the bank as a few; the answers are what they are when nothing
 * is given back. */
static void check_flat_with(const char *solver, const char *once, const char *round)
{
    talk few, many, keeping;
    begin(&few, solver, false);
    begin(&many, solver, false);
    begin(&keeping, solver, true);
    say_times(&few, once, round, FEW);
    say_times(&many, once, round, MANY);
    say_times(&keeping, once, round, MANY);
    CHECK_STR(many.answers, keeping.answers);
    bank_marks start = bank_mark(few.bank), late = bank_mark(many.bank),
               kept = bank_mark(keeping.bank);
    CHECK_MSG(late.symbols == start.symbols && late.terms == start.terms &&
                  late.decls == start.decls && late.sorts == start.sorts &&
                  late.values == start.values,
              "%u terms after %d rounds, %u after %d; %u decls, %u", start.terms, FEW, late.terms,
              MANY, start.decls, late.decls);
    CHECK(kept.symbols > late.symbols && kept.terms > late.terms);
    end(&few);
    end(&many);
    end(&keeping);
}

static void check_flat(const char *once, const char *round)
{
    check_flat_with(ENGINE_LIBZ3, once, round);
}

TEST(popped_scopes_are_given_back)
{
    check_flat("(set-option :produce-unsat-cores true)(declare-const x Int)"
               "(assert (! (> x 3) :named low))",
               "(push 1)(declare-const a% Int)(define-fun f% ((y Int)) Int (+ y a%))"
               "(assert (! (= (f% x) (- %)) :named n%))(check-sat)(get-value (a%))"
               "(check-sat-assuming ((< x 2)))(get-unsat-core)(pop 1)");
}

TEST(scopes_inside_of_scopes_are_given_back)
{
    check_flat("(push 1)(declare-const x Int)(assert (> x 3))",
               "(push 1)(declare-datatypes ((D% 0)) (((c% (s% Int)) (d%))))(declare-const v% D%)"
               "(push 2)(assert (and ((_ is c%) v%) (= (s% v%) (+ x %))))(check-sat)"
               "(get-value (v%))(pop 2)(check-sat)(pop 1)(check-sat)");
}

TEST(scopes_of_another_engine_are_given_back)
{
    if (system("z3 --version >/dev/null 2>&1"))
        test_skip("z3 is not installed");
    check_flat_with("z3 -in", "(declare-fun g (Int) Int)(assert (> (g 3) 2))",
                    "(push 1)(declare-const a% Real)(declare-const b% (Array Int Int))"
                    "(define-fun-rec r% ((x Int)) Int (ite (<= x 0) 0 (+ 1 (r% (- x 1)))))"
                    "(assert (and (> a% 2.5) (= (select b% (g 3)) (r% 2))))(check-sat)"
                    "(get-value ((select b% (g 3))))(pop 1)(check-sat)");
}

TEST(what_is_reset_is_given_back)
{
    check_flat("", "(declare-const a% Int)(assert (> a% %))(check-sat)(get-value (a%))(reset)");
    check_flat("", "(declare-const a% Int)(assert (> a% %))(check-sat)(reset-assertions)");
}

TEST(boxes_of_popped_scopes_are_given_back)
{
    check_flat("(declare-cb toupper ((_ BitVec 32)) (_ BitVec 32))",
               "(push 1)(declare-const a% (_ BitVec 32))(assert (= (toupper a%) #x00000041))"
               "(assert (bvugt a% #x00000050))(check-sat)(get-value (a%))(pop 1)"
               "(push 1)(declare-cb tolower ((_ BitVec 32)) (_ BitVec 32))"
               "(assert (= (tolower #x00000041) (_ bv97 32)))(check-sat)(pop 1)");
}

TEST(memory_of_popped_scopes_is_given_back)
{
    check_flat("(define-ctype |char *| (_ BitVec 64))(declare-cb strlen (|char *|) |char *|)"
               "(alloc #x0000000000001000 4 \"61626300\")",
               "(push 1)(declare-const a% (_ BitVec 8))(define-ctype t% (_ BitVec 64))"
               "(alloc #x0000000000002000 3 (concat #x00 a% #x61))"
               "(assert (= (strlen #x0000000000002000) #x0000000000000001))"
               "(assert (= (strlen #x0000000000001000) #x0000000000000003))(check-sat)"
               "(get-value (a%))(pop 1)");
}

TEST(global_declarations_outlive_their_scope)
{
    talk t;
    begin(&t, ENGINE_LIBZ3, false);
    say_times(&t, "(set-option :global-declarations true)",
              "(push 1)(declare-const a% Int)(assert (= a% 2))(check-sat)(pop 1)"
              "(assert (< a% 5))(check-sat)",
              FEW);
    for (const char *at = t.answers; *at; at = strchr(at, '\n') + 1)
        CHECK(!strncmp(at, "sat\n", 4));
    end(&t);
}
