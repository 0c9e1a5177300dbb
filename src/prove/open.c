#include "prove/open.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/clock.h"
#include "prove/ctext/c_text.h"
#include "prove/open_impl.h"
#include "prove/run/hint.h"
#include "prove/run/open_run.h"
#include "prove/run/violation.h"
#include "prove/walk/only_run.h"

/* What the executions of one learner came to. */
static void tell_outcome(const open_attempt *a, const vocabulary *v, const fuzz_result *r)
{
    static const char *const words[] = {[FUZZ_HOLDS] = "a candidate that stands",
                                        [FUZZ_TOO_WEAK] = "too weak",
                                        [FUZZ_FAULT] = "a run into a fault",
                                        [FUZZ_FAR] = "a run into a fault, far away",
                                        [FUZZ_NO_START] = "no run that gets anywhere",
                                        [FUZZ_NO_FUNCTION] = "an operation that is no function",
                                        [FUZZ_HANGS] = "an operation that hangs",
                                        [FUZZ_NO_ANSWER] = "no answer"};
    listener_tell(&a->config->listener,
                  "executions: %" PRIu64 " steps, %" PRIu64 " counterexamples: %s", r->executions,
                  r->counterexamples, words[r->outcome]);
    for (size_t i = 0; i < r->conjuncts.n && r->outcome == FUZZ_HOLDS; i++) {
        strbuf text = STRBUF_INIT;
        c_text_print(a->system->program, conjunct_term(v, &r->conjuncts.at[i]), &text);
        listener_tell(&a->config->listener, "candidate for the loop of line %u: %s",
                      ir_system_line(a->system, r->conjuncts.at[i].cut), text.text);
        strbuf_free(&text);
    }
}

static fuzz_config configure(const open_attempt *a, const word *hints, size_t n_hints)
{
    const prove_config *c = a->config;
    return (fuzz_config){.limits = LIMITS_OR(c->limits, prove_limits_default),
                         .seed = c->seed,
                         .deadline = a->deadline,
                         .k = c->k ? c->k : PROVE_K,
                         .single = c->single,
                         .effort = c->effort,
                         .call_seconds = c->call_seconds ? c->call_seconds : PROVE_CALL_SECONDS,
                         .only = !a->ran_far && only_run(a->told, true),
                         .hints = hints,
                         .n_hints = n_hints};
}

static void count(open_attempt *a, const fuzz_result *r)
{
    a->result->executions += r->executions;
    a->result->counterexamples += r->counterexamples;
    if (r->deepest > a->result->deepest)
        a->result->deepest = r->deepest;
    if (r->unanswered > a->result->unanswered)
        a->result->unanswered = r->unanswered;
}

static void take_invariants(const vocabulary *v, const fuzz_result *r, term_vec *conjuncts)
{
    for (size_t i = 0; i < r->conjuncts.n; i++)
        vec_push(&conjuncts[r->conjuncts.at[i].cut], conjunct_term(v, &r->conjuncts.at[i]));
}

/* The grammar, if there is one, derives what is said of each loop. */
static bool is_sentence(open_attempt *a, const term_vec *conjuncts)
{
    const prove_limits *limits = LIMITS_OR(a->config->limits, prove_limits_default);
    const ir_program *p = a->told->program;
    for (uint32_t cut = 1; a->config->grammar && cut < a->told->cuts.n; cut++) {
        bool never = conjuncts[cut].n == 1 && conjuncts[cut].at[0] == term_bool(false);
        if (!conjuncts[cut].n || never ||
            inv_grammar_derives(a->config->grammar, a->told, limits, &conjuncts[cut]))
            continue;
        strbuf text = STRBUF_INIT;
        strbuf_printf(&text, "for the loop of line %u ", ir_system_line(a->told, cut));
        c_text_conjunction(p, &conjuncts[cut], &text);
        strbuf_puts(&text, " would do, which the grammar does not derive");
        open_note(a, "", text.text);
        strbuf_free(&text);
        return false;
    }
    return true;
}

/* True when there is a final answer. */
static bool learn_once(open_attempt *a, const vocabulary *v, const char *name, word_vec *hints,
                       bool *again)
{
    fuzz_config config = configure(a, hints->at, 0);
    fuzz_result r;
    char *error = NULL;
    *again = false;
    config.n_hints = hints->n ? hints->n / hint_size(a->system) : 0;
    if (!fuzz_teach(v, a->config->boxes, &config, &r, &error)) {
        open_note(a, name, error ? error : "it could not be run");
        free(error);
        return false;
    }
    count(a, &r);
    tell_outcome(a, v, &r);
    a->ran_far |= r.ran_far;
    a->result->states = r.states;
    if (r.outcome == FUZZ_NO_START && a->smt && !hints->n && open_smt_starts(a->smt, hints)) {
        *again = true;
        fuzz_result_free(&r);
        return false;
    }
    bool final = open_is_final(a, &r, name);
    if (r.outcome == FUZZ_TOO_WEAK)
        open_note(a, name, "too weak");
    if (r.outcome == FUZZ_NO_ANSWER)
        open_note(a, name, "no answer");
    if (r.outcome == FUZZ_HOLDS) {
        term_vec *conjuncts = base_alloc_zero(a->system->cuts.n, sizeof *conjuncts);
        size_t before = hints->n;
        take_invariants(v, &r, conjuncts);
        bool may_be = is_sentence(a, conjuncts);
        final = may_be && open_accept(a, conjuncts, name, hints);
        *again = !final && hints->n > before;
        if (may_be && !final && !*again)
            open_note(a, name, "what executions do not refute is refuted");
        for (size_t cut = 0; cut < a->system->cuts.n; cut++)
            vec_free(&conjuncts[cut]);
        free(conjuncts);
    }
    fuzz_result_free(&r);
    return final;
}

/* The vocabulary is freed. */
static bool learn_words(open_attempt *a, vocabulary *v, const char *name)
{
    const prove_limits *limits = LIMITS_OR(a->config->limits, prove_limits_default);
    word_vec hints = {0};
    bool final = false, again = true;
    listener_tell(&a->config->listener, "learner: %s", name);
    v->system = a->system;
    for (uint64_t i = 0; i < limits->corrections && !final && again; i++)
        final = learn_once(a, v, name, &hints, &again);
    vec_free(&hints);
    vocabulary_free(v);
    return final;
}

/* `conditions` is where their number is in the limits. */
static bool learn_with(open_attempt *a, vocabulary_config words, size_t conditions,
                       const char *name)
{
    const prove_limits *limits = LIMITS_OR(a->config->limits, prove_limits_default);
    if (a->deadline && clock_wall() > a->deadline)
        return false;
    vocabulary v;
    words.limits = limits;
    words.conditions = *(const uint64_t *)((const char *)limits + conditions);
    vocabulary_init(&v, a->told, &words);
    return learn_words(a, &v, name);
}

/* Nothing but what the user's grammar derives. */
static void learn_sentences(open_attempt *a)
{
    vocabulary v;
    vocabulary_of_grammar(&v, a->told, LIMITS_OR(a->config->limits, prove_limits_default),
                          a->config->grammar);
    if (!v.conditions.n)
        open_note(a, "", "the grammar derives no condition over the variables of the program");
    if (v.conditions.n)
        learn_words(a, &v, "sentences of the grammar");
    else
        vocabulary_free(&v);
}

#define PLAIN .bounds = BOUNDS_OCTAGONS, .executed = true, .plain = true

static void run_levels(open_attempt *a)
{
    static const struct {
        const char *name;
        vocabulary_config words;
        size_t conditions;
    } levels[] = {
        {"linear equations, bounds and conditions, from executions",
         {.degree = 1, PLAIN},
         offsetof(prove_limits, run_conditions)},
        {"the same with products of opaque operations and clauses of two, from executions",
         {.degree = 1, .pairs = true, .products = true, .splits = true, PLAIN},
         offsetof(prove_limits, run_dear_conditions)},
        {"statements about all elements, and remainders, from executions",
         {.degree = 1,
          .bounds = BOUNDS_INTERVALS,
          .arrays = true,
          .remainders = true,
          .executed = true},
         offsetof(prove_limits, run_conditions)},
        {"equations of degree 2, from executions",
         {.degree = 2, PLAIN},
         offsetof(prove_limits, run_dear_conditions)},
        {"equations of degree 3, from executions",
         {.degree = 3, PLAIN},
         offsetof(prove_limits, run_dear_conditions)},
        {"equations of degree 4, from executions",
         {.degree = 4, PLAIN},
         offsetof(prove_limits, run_dear_conditions)},
        {"equations of degree 2 with quotients, from executions",
         {.degree = 2, .quotients = true, PLAIN},
         offsetof(prove_limits, run_dear_conditions)},
        {"equations of degree 2 with clauses of two, from executions",
         {.degree = 2, .pairs = true, .splits = true, PLAIN},
         offsetof(prove_limits, run_dear_conditions)},
        {"remainders and bounds, from executions",
         {.degree = 1, .bounds = BOUNDS_INTERVALS, .remainders = true, .executed = true},
         offsetof(prove_limits, run_conditions)},
    };
    bool arrays = false;
    for (size_t v = 0; v < a->told->program->variables.n; v++)
        arrays |= a->told->program->variables.at[v].type.n_dims > 0;
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        if ((arrays || !levels[i].words.arrays) &&
            learn_with(a, levels[i].words, levels[i].conditions, levels[i].name))
            return;
    if (a->deadline && clock_wall() > a->deadline)
        open_note(a, "", "the time is over");
}

/* A program without a loop is a question to the solver for closed boxes. */
static void decide_straight(open_attempt *a)
{
    term_vec none = {0};
    word_vec hints = {0};
    size_t size = hint_size(a->system);
    if (!a->smt) {
        open_note(a, "", "there is no loop, and executions alone do not tell how much they cover");
        return;
    }
    bool stands = open_accept(a, &none, "the solver for closed boxes", &hints);
    if (!stands && hints.n >= size &&
        open_replay(a->system, a->config->boxes, hints.at + hints.n - size + 1, size - 1,
                    &a->result->run, &a->result->crash)) {
        open_tell_run(a);
        violation_stands(a->told, a->config, a->deadline, a->result);
    } else if (!stands) {
        open_note(a, "", "there is a counterexample, but it could not be executed");
    } else {
        for (size_t i = 0; i < a->result->sureness.n; i++)
            if (a->result->sureness.at[i] == PROVE_BY_EXECUTION)
                a->result->verdict = PROVE_UNKNOWN;
        if (a->result->verdict == PROVE_UNKNOWN)
            open_note(a, "", "the solver for closed boxes does not know");
    }
    vec_free(&hints);
}

void open_prove(const ir_system *s, const prove_config *config, double deadline,
                prove_result *result)
{
    ir_system *within = ir_system_within(s);
    open_attempt a = {
        .told = s, .system = within, .config = config, .deadline = deadline, .result = result};
    char *error = NULL;
    if (config->teacher != PROVE_FUZZ)
        a.smt = open_smt_new(within, config, deadline, &error);
    free(error);
    a.outside = outside_new(within, config, deadline);
    if (s->cuts.n > 1 && config->grammar)
        learn_sentences(&a);
    else if (s->cuts.n > 1)
        run_levels(&a);
    else
        decide_straight(&a);
    if (a.smt)
        result->questions += open_smt_questions(a.smt);
    open_smt_free(a.smt);
    result->unwritten |= outside_failed(a.outside);
    outside_free(a.outside);
    ir_system_free(within);
}

/* ---- Given invariants ------------------------------------------------------------------------ */

static void describe_breach(open_attempt *a, const fuzz_result *r)
{
    const ir_program *p = a->system->program;
    strbuf *out = &a->result->reason;
    strbuf_printf(out,
                  r->cut ? "the invariant fails behind the loop of line %u, from"
                         : "the invariant does not hold at first, from",
                  ir_system_line(a->system, r->cut));
    for (size_t i = 0; i < p->variables.n && i < r->run.n; i++)
        if (p->variables.at[i].shown)
            strbuf_printf(out, " %s = %" PRId64, p->variables.at[i].name, r->run.at[i]);
}

void open_check(const ir_system *s, const prove_config *config, double deadline,
                const term_vec *conjuncts, prove_result *result)
{
    ir_system *within = ir_system_within(s);
    open_attempt a = {
        .told = s, .system = within, .config = config, .deadline = deadline, .result = result};
    vocabulary v;
    vocabulary_given(&v, within, LIMITS_OR(config->limits, prove_limits_default), conjuncts);
    fuzz_config fuzz = configure(&a, NULL, 0);
    fuzz.fixed = true;
    fuzz_result r;
    char *error = NULL;
    if (!fuzz_teach(&v, config->boxes, &fuzz, &r, &error)) {
        open_note(&a, "", error ? error : "it could not be run");
    } else {
        count(&a, &r);
        result->states = r.states;
        if (!open_is_final(&a, &r, "") && r.outcome == FUZZ_TOO_WEAK)
            describe_breach(&a, &r);
        if (r.outcome == FUZZ_NO_ANSWER)
            open_note(&a, "", "no answer");
        if (r.outcome == FUZZ_HOLDS) {
            term_vec *copy = base_alloc_zero(s->cuts.n, sizeof *copy);
            word_vec hints = {0};
            if (config->teacher != PROVE_FUZZ)
                a.smt = open_smt_new(within, config, deadline, &error);
            a.outside = outside_new(within, config, deadline);
            for (size_t cut = 0; cut < s->cuts.n; cut++)
                vec_append(&copy[cut], conjuncts[cut].at, conjuncts[cut].n);
            if (!open_accept(&a, copy, "given", &hints))
                open_note(&a, "", a.outside ? "it is refuted" : "SMT refutes it");
            open_smt_free(a.smt);
            result->unwritten |= outside_failed(a.outside);
            outside_free(a.outside);
            vec_free(&hints);
            for (size_t cut = 0; cut < s->cuts.n; cut++)
                vec_free(&copy[cut]);
            free(copy);
        }
        fuzz_result_free(&r);
    }
    free(error);
    vocabulary_free(&v);
    ir_system_free(within);
}
