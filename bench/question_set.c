/* question_set [--record] [--verbose] [--all] [--terms] [--judge] PROGRAM FILE: the recorded questions of FILE, asked once more.
 *
 * FILE (bench/explore-questions) has tests for PROGRAM, which tandem-cc has made of the source of the
 * same name, and questions with closed boxes about the traces of these tests: alternative `k` of
 * condition `i`. Each test is traced once, without models of library functions, and each question is
 * asked once, with the budgets that a question has by default and without the predictor. So two
 * versions of Tandem answer the same questions. An answer counts when the evaluator finds all that
 * leads there true, with the boxes called for real.
 *
 * With --record the questions are written: alternatives of branches are asked, and those that
 * were left for the fuzz solver are kept, from the end of the trace on and at most MOST_RECORDED of a test, so that no
 * program with a loop has most of the set. Where it found nothing, what models know of the boxes is asked with much
 * effort, and a question that this refutes is marked `none`: it has no answer,
 * and is asked with --all only, to see that nobody finds one. With --terms what was not solved is
 * written out: all that leads there, what is wanted last. With --judge what was not solved is put to the models with ten
 * times that effort, and `has none` behind a question says that they refute it.
 *
 * bench/question_set.py compiles the programs, runs this for all of them and sums. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "explore/question/flip_impl.h"
#include "smtlib/print/printer.h"

enum { LOG_RECORDS = 1 << 20, JUDGE_TIMES = 3, JUDGE_MORE = 10, MOST_RECORDED = 12 };

typedef enum outcome { SOLVED, REFUTED, UNSOLVED, WRONG, LOST, OUTCOMES } outcome;
static const char *const outcome_names[] = {"solved", "refuted", "unsolved", "wrong", "lost"};

typedef struct set {
    bool record, verbose, all, texts, judged;
    explore_limits limits, judges;
    solve_limits judges_solving;
    explore_target *target;
    uint32_t arg_bytes;
    trace_bank terms;
    flipper *flips, *judge;
    explore_test test;
    explore_trace trace;
    explore_recall *recall;
    bool traced;
    uint64_t n[OUTCOMES], none,
        none_solved; /* recorded as having no answer; and solved after all */
    uint64_t made;   /* calls of boxes about earlier tests */
} set;

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "question_set: %s: %s\n", what, why);
    exit(1);
}

/* ---- Tests as lines --------------------------------------------------------------------------- */

static void decode(const char *text, strbuf *out)
{
    for (; *text; text++) {
        char digits[3] = {text[0] == '%' ? text[1] : 0, text[0] == '%' && text[1] ? text[2] : 0, 0};
        strbuf_putc(out, digits[1] ? (char)strtoul(digits, NULL, 16) : *text);
        text += digits[1] ? 2 : 0;
    }
}

/* Words behind `test`: arg=TEXT, stdin=TEXT, with %XX for other bytes than plain ones. */
static void read_test(explore_test *t, char *words)
{
    explore_test_init(t);
    for (char *w = strtok(words, " "); w; w = strtok(NULL, " ")) {
        strbuf bytes = STRBUF_INIT;
        decode(strchr(w, '=') ? strchr(w, '=') + 1 : "", &bytes);
        if (!strncmp(w, "arg=", 4))
            explore_test_add_arg(t, bytes.text, bytes.n);
        else
            explore_test_set_input(t, bytes.text, bytes.n);
        strbuf_free(&bytes);
    }
}

/* ---- One trace -------------------------------------------------------------------------------- */

static void end_trace(set *s)
{
    if (!s->traced)
        return;
    flip_end(s->flips);
    if (s->judge)
        flip_end(s->judge);
    s->made += boxes_call_count(recall_boxes(s->recall));
    recall_close(s->recall);
    trace_free(&s->trace);
    explore_test_free(&s->test);
    s->traced = false;
}

static void begin_trace(set *s, char *words)
{
    const explore_limits *l = &s->limits;
    target_options o = {.symbolic = true,
                        .arg_bytes = s->arg_bytes,
                        .keep_boxes = (uint32_t)l->trace_boxes,
                        .max_records = (uint32_t)l->trace_records,
                        .max_depth = (uint32_t)l->trace_depth,
                        .max_flips = (uint32_t)l->trace_flips,
                        .flags = TANDEM_RUN_FACTS,
                        .seconds = 30};
    target_result r;
    char *error = NULL;
    end_trace(s);
    read_test(&s->test, words);
    if (!target_run(s->target, &s->test, &o, &r, &error))
        fail("a run", error ? error : "interrupted");
    trace_read(&s->trace, &s->terms, r.shared, LOG_RECORDS, &s->test);
    s->recall = recall_open(&s->trace, s->target, l);
    flip_begin(s->flips, &s->trace, s->recall);
    if (s->judge)
        flip_begin(s->judge, &s->trace, s->recall);
    s->traced = true;
}

/* ---- Questions -------------------------------------------------------------------------------- */

/* All that leads there, and the way wanted, with the boxes called for real. */
static bool is_right(set *s, uint32_t i, uint32_t k, const uint8_t *values)
{
    const explore_trace *t = &s->trace;
    term_bank *b = t->bank;
    term_model *m = model_new(b);
    for (size_t v = 0; v < t->variables.n; v++)
        model_set_value(m, t->variables.at[v].decl, value_bv_u64(b, 8, values[v]));
    evaluator *e = eval_new(
        m, &(eval_config){.call = boxes_evaluate, .call_context = recall_boxes(s->recall)});
    bool good =
        eval_term(e, t->alternatives.at[t->conditions.at[i].first + k].term) == VALUE_ID_TRUE;
    for (uint32_t c = 0; c < i && good; c++)
        good = eval_term(e, t->conditions.at[c].term) == VALUE_ID_TRUE;
    eval_free(e);
    model_free(m);
    return good;
}

static outcome ask(set *s, uint32_t i, uint32_t k)
{
    const explore_trace *t = &s->trace;
    flip_result r;
    if (i >= t->conditions.n || k >= t->conditions.at[i].n)
        return LOST;
    flip_try(s->flips, i, k, false, &r);
    switch (r.answer) {
    case FLIP_SAT:
        return is_right(s, i, k, r.values) ? SOLVED : WRONG;
    case FLIP_UNSAT:
        return REFUTED;
    case FLIP_KNOWN:
        return LOST;
    default:
        return UNSOLVED;
    }
}

/* The functions whose results the way wanted, or what leads there, depends on. */
static void show_functions(set *s, uint32_t i, uint32_t k)
{
    const explore_trace *t = &s->trace;
    term_vec terms = {0};
    uint8_t *marks = base_alloc_zero(t->boxes.n + 1, 1);
    vec_push(&terms, t->alternatives.at[t->conditions.at[i].first + k].term);
    trace_mark_boxes(t, terms.at, terms.n, marks);
    printf(" wants");
    for (size_t b = 0; b < t->boxes.n; b++)
        if (marks[b])
            printf(" %s", t->boxes.at[b].name);
    for (uint32_t c = 0; c < i; c++)
        vec_push(&terms, t->conditions.at[c].term);
    memset(marks, 0, t->boxes.n);
    trace_mark_boxes(t, terms.at, terms.n, marks);
    printf(" of");
    for (size_t b = 0; b < t->boxes.n; b++)
        if (marks[b])
            printf(" %s", t->boxes.at[b].name);
    free(marks);
    vec_free(&terms);
}

static void show_term(set *s, term_id t)
{
    strbuf text = STRBUF_INIT;
    smt_print_term(s->trace.bank, t, NULL, &text);
    printf("    %s\n", text.text);
    strbuf_free(&text);
}

/* The question as the splitter leaves it. */
static void show_terms(set *s, uint32_t i, uint32_t k)
{
    flip_question q;
    flip_pose(s->flips, i, s->trace.alternatives.at[s->trace.conditions.at[i].first + k].term,
              false, &q);
    for (size_t c = 0; c < q.near.terms.n; c++)
        show_term(s, q.near.terms.at[c]);
    flip_question_free(&q);
}

/* By what models know there is no answer. */
static bool has_none(set *s, uint32_t i, uint32_t k)
{
    uint64_t hopeless = flip_counts(s->judge)->box_hopeless;
    flip_result r;
    flip_try(s->judge, i, k, false, &r);
    return r.answer == FLIP_UNSAT || flip_counts(s->judge)->box_hopeless > hopeless;
}

static void ask_recorded(set *s, const char *line)
{
    unsigned i, k;
    char mark[8] = "";
    if (!s->traced || sscanf(line, "ask %u %u %7s", &i, &k, mark) < 2)
        fail("a line", line);
    bool none = !strcmp(mark, "none");
    s->none += none;
    if (none && !s->all)
        return;
    outcome got = ask(s, i, k);
    s->n[got] += !none || got == WRONG;
    s->none_solved += none && got == SOLVED;
    if (s->verbose || got == WRONG || got == LOST || (!none && got == UNSOLVED)) {
        printf("  %s%s %u %u", outcome_names[got], none ? " (none)" : "", i, k);
        if (got != LOST)
            show_functions(s, i, k);
        if (s->judged && got == UNSOLVED && has_none(s, i, k))
            printf(", has none");
        putchar('\n');
        if (s->texts && got == UNSOLVED)
            show_terms(s, i, k);
    }
}

/* A question that was left for the fuzz solver becomes a line. */
static bool record(set *s, uint32_t i, uint32_t k)
{
    uint64_t asked = flip_counts(s->flips)->box_asked;
    outcome got = ask(s, i, k);
    if (flip_counts(s->flips)->box_asked == asked)
        return false;
    bool none = got == REFUTED || (got == UNSOLVED && has_none(s, i, k));
    printf("ask %u %u%s\n", i, k, none ? " none" : "");
    fflush(stdout);
    return true;
}

/* The last ones first: what leads there is longest. */
static void record_all(set *s)
{
    const explore_trace *t = &s->trace;
    uint32_t first = 0, n = 0;
    while (first < t->conditions.n && !trace_has_box(&s->trace, t->conditions.at[first].term))
        first++;
    for (uint32_t i = (uint32_t)t->conditions.n; i-- > first && n < MOST_RECORDED;)
        for (uint32_t k = 0; t->conditions.at[i].kind <= TRACE_SWITCH && k < t->conditions.at[i].n;
             k++)
            n += record(s, i, k);
}

/* ---- All -------------------------------------------------------------------------------------- */

static void take_line(set *s, char *line)
{
    if (s->record && strncmp(line, "ask ", 4))
        puts(line);
    if (!strncmp(line, "arg_bytes ", 10)) {
        s->arg_bytes = (uint32_t)strtoul(line + 10, NULL, 10);
    } else if (!strncmp(line, "test ", 5)) {
        begin_trace(s, line + 5);
        if (s->record)
            record_all(s);
    } else if (!strncmp(line, "ask ", 4)) {
        if (!s->record)
            ask_recorded(s, line);
    } else if (*line && *line != '#') {
        fail("a line that is none", line);
    }
}

static flipper *new_flipper(set *s, const explore_limits *limits, const solve_limits *solving)
{
    char *error = NULL;
    flipper *f = flip_new(
        &s->terms,
        &(flip_config){
            .limits = limits, .solve_limits = solving, .no_predictor = true, .no_optimistic = true},
        &error);
    if (!f)
        fail("z3", error);
    return f;
}

/* It only asks SMT, with much effort. */
static flipper *new_judge(set *s)
{
    s->judges = s->limits;
    s->judges.smt_units *= s->judged ? JUDGE_TIMES * JUDGE_MORE : JUDGE_TIMES;
    s->judges.box_executions = 1;
    s->judges.box_climbs = s->judges.box_row_climbs = s->judges.box_transplants = 0;
    s->judges.box_calls = 0;
    s->judges_solving = solve_limits_default;
    s->judges_solving.box_rows = s->judges_solving.box_searched_rows = 0;
    s->judges.box_float_tries = 0;
    return new_flipper(s, &s->judges, &s->judges_solving);
}

static void start(set *s, const char *program)
{
    char *error = NULL;
    s->limits = explore_limits_default;
    s->limits.smt_guard = 1000; /* units decide, also on a busy machine */
    s->limits.box_call_milliseconds = 60000;
    trace_bank_init(&s->terms);
    s->target = target_start(
        &(target_config){.path = program, .log_records = LOG_RECORDS, .seconds = 30}, &error);
    if (!s->target)
        fail(program, error);
    s->flips = new_flipper(s, &s->limits, NULL);
    s->judge = s->record || s->judged ? new_judge(s) : NULL;
}

static void finish(set *s)
{
    end_trace(s);
    flip_free(s->flips);
    flip_free(s->judge);
    target_free(s->target);
    trace_bank_free(&s->terms);
}

int main(int argc, char **argv)
{
    set s = {0};
    for (; argc > 1 && !strncmp(argv[1], "--", 2); argc--, argv++) {
        s.record |= !strcmp(argv[1], "--record");
        s.verbose |= !strcmp(argv[1], "--verbose");
        s.all |= !strcmp(argv[1], "--all");
        s.texts |= !strcmp(argv[1], "--terms");
        s.judged |= !strcmp(argv[1], "--judge");
    }
    strbuf text = STRBUF_INIT;
    if (argc != 3) {
        fputs(
            "usage: question_set [--record] [--verbose] [--all] [--terms] [--judge] PROGRAM FILE\n",
            stderr);
        return 2;
    }
    if (!file_read(argv[2], &text))
        fail(argv[2], "it cannot be read");
    start(&s, argv[1]);
    double begun = clock_wall();
    for (char *line = text.text, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        if (*end)
            *end++ = 0;
        take_line(&s, line);
    }
    end_trace(&s);
    if (!s.record) {
        for (int i = 0; i < OUTCOMES; i++)
            printf("%s %llu ", outcome_names[i], (unsigned long long)s.n[i]);
        printf("none %llu none_solved %llu calls %llu seconds %.2f\n", (unsigned long long)s.none,
               (unsigned long long)s.none_solved, (unsigned long long)s.made, clock_wall() - begun);
    }
    bool wrong = s.n[WRONG] || s.none_solved;
    finish(&s);
    strbuf_free(&text);
    return wrong;
}
