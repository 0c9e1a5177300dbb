#include "explore/flip.h"

#include "base/clock.h"
#include "base/hash.h"
#include "explore/climb.h"
#include "explore/question.h"
#include "explore/transplant.h"
#include "fuzz/search.h"
#include "term/subst.h"

enum {
    EXECUTIONS = 1000, /* of one search with boxes */
    CLIMBS = 6000,
    FLOAT_EXECUTIONS = 20000, /* … of one without boxes */
    TRANSPLANTS = 4000,
    FEW_TRANSPLANTS = 64,
    MOST_CALLS = 8000, /* of boxes, before the search */
    TRY_ALL = 2048,
    BOX_ROWS = 8,
    PREDICTOR_FAILURES = 4,
    BYTES_TRIED = 3
};
#define RLIMIT UINT64_C(1000000)
#define SMT_SECONDS 3.0
#define SMT_MEMORY (UINT64_C(2) << 30)

struct flipper {
    trace_bank *tb;
    term_bank *bank;
    flip_config config;
    engine *engine;
    flip_counters counts;
    map known;    /* hash of a question -> 1 */
    map failures; /* site and way -> failures of the fuzz solver in a row */
    rewriter *simplify;
    explore_trace *trace;
    explore_recall *boxes;
    map position;    /* kind, index, offset -> variable + 1 */
    map variable_of; /* term -> variable + 1 */
    uint64_t calls_before;
    VEC(uint8_t) answer;
};

flipper *flip_new(trace_bank *tb, const flip_config *config, char **error)
{
    flipper *s = base_alloc_zero(1, sizeof *s);
    s->tb = tb;
    s->bank = tb->bank;
    s->config = *config;
    s->engine = engine_new(s->bank,
                           &(engine_config){.command = "z3",
                                            .seed = config->seed,
                                            .memory_bytes = SMT_MEMORY,
                                            .want_models = true,
                                            .interrupt = config->interrupt},
                           error);
    if (s->engine)
        return s;
    flip_free(s);
    return NULL;
}

void flip_free(flipper *s)
{
    if (!s)
        return;
    engine_free(s->engine);
    map_free(&s->known);
    map_free(&s->failures);
    map_free(&s->position);
    map_free(&s->variable_of);
    vec_free(&s->answer);
    free(s);
}

void flip_forget(flipper *s)
{
    engine_reset(s->engine);
    map_clear(&s->known);
}

const flip_counters *flip_counts(const flipper *s)
{
    return &s->counts;
}

static uint64_t place_key(const trace_variable *v, uint32_t offset)
{
    return (uint64_t)v->kind << 56 ^ (uint64_t)(v->index & 0xffff) << 32 ^ offset;
}

void flip_begin(flipper *s, explore_trace *t, explore_recall *boxes)
{
    s->trace = t;
    s->boxes = boxes;
    s->simplify = rewriter_new(s->bank);
    s->calls_before = recall_made(boxes);
    map_clear(&s->position);
    map_clear(&s->variable_of);
    for (uint32_t i = 0; i < t->variables.n; i++) {
        map_put(&s->position, place_key(&t->variables.at[i], t->variables.at[i].offset), i + 1);
        map_put(&s->variable_of, t->variables.at[i].term, i + 1);
    }
}

void flip_end(flipper *s)
{
    s->counts.calls += recall_made(s->boxes) - s->calls_before;
    rewriter_free(s->simplify);
    s->simplify = NULL;
    s->trace = NULL;
}

/* ---- The splitter ------------------------------------------------------------------------------
 */

static bool meets(const uint64_t *a, const uint64_t *b, uint32_t words)
{
    for (uint32_t w = 0; w < words; w++)
        if (a[w] & b[w])
            return true;
    return false;
}

/* Marks the conditions before `i` that share variables with `set`, which grows by theirs. */
static void close_set(flipper *s, uint32_t i, uint64_t *set, uint8_t *chosen)
{
    explore_trace *t = s->trace;
    for (bool grew = true; grew;) {
        grew = false;
        for (uint32_t c = 0; c < i; c++) {
            if (chosen[c])
                continue;
            const uint64_t *uses = trace_uses(t, t->conditions.at[c].term);
            if (!s->config.no_splitter && !meets(uses, set, t->words))
                continue;
            chosen[c] = 1;
            for (uint32_t w = 0; w < t->words; w++) {
                grew = grew || (uses[w] & ~set[w]);
                set[w] |= uses[w];
            }
        }
    }
}

static bool in_set(const uint64_t *set, uint64_t variable)
{
    return set[variable / 64] >> variable % 64 & 1;
}

static term_id is_zero(flipper *s, const trace_variable *v)
{
    return term_eq(s->bank, v->term, term_const(s->bank, value_bv_u64(s->bank, 8, 0)));
}

/* Nothing stands behind the NUL of an argument: what is outside the question has to be right too.
 */
static void add_shape(flipper *s, question *q, const uint64_t *set)
{
    explore_trace *t = s->trace;
    for (uint32_t i = 0; i < t->variables.n; i++) {
        const trace_variable *v = &t->variables.at[i];
        if (!in_set(set, i) || (v->kind != TANDEM_ARG && v->kind != TANDEM_ENV))
            continue;
        uint64_t next = map_get(&s->position, place_key(v, v->offset + 1), 0);
        uint64_t previous = v->offset ? map_get(&s->position, place_key(v, v->offset - 1), 0) : 0;
        if (next && in_set(set, next - 1))
            question_add(q, term_make2(s->bank, OP_IMPLIES, is_zero(s, v),
                                       is_zero(s, &t->variables.at[next - 1])));
        else if (next && t->variables.at[next - 1].value)
            question_add(q, term_not(s->bank, is_zero(s, v)));
        if (previous && !in_set(set, previous - 1) && !t->variables.at[previous - 1].value)
            question_add(q, is_zero(s, v));
    }
}

/* True: nothing that was made concrete, and no condition that was left out, is in the way. */
static bool pose(flipper *s, uint32_t i, term_id wanted, bool alone, question *q)
{
    explore_trace *t = s->trace;
    uint64_t *set = base_alloc(t->words * sizeof *set);
    uint8_t *chosen = base_alloc_zero(i + 1u, 1);
    memcpy(set, trace_uses(t, wanted), t->words * sizeof *set);
    if (!alone)
        close_set(s, i, set, chosen);
    question_init(q, t, s->boxes);
    q->deadline = s->config.deadline;
    add_shape(s, q, set);
    bool pure = !alone && !t->n_mismatched;
    for (uint32_t c = 0; c < i; c++)
        if (chosen[c]) {
            question_add(q, t->conditions.at[c].term);
            pure = pure && t->conditions.at[c].kind != TRACE_PIN;
        }
    question_close(q, wanted);
    free(set);
    free(chosen);
    return pure && !q->box_numbers.n;
}

/* ---- SMT ---------------------------------------------------------------------------------------
 */

static void take_values(flipper *s, question *q)
{
    term_vec terms = {0};
    vec_u32 values = {0};
    for (size_t i = 0; i < q->variables.n; i++)
        vec_push(&terms, s->trace->variables.at[q->variables.at[i]].term);
    vec_resize(&values, terms.n);
    if (engine_values(s->engine, terms.at, terms.n, values.at))
        for (size_t i = 0; i < terms.n; i++) {
            uint64_t bits;
            if (values.at[i] && value_small_bits(s->bank, values.at[i], &bits))
                q->values[q->variables.at[i]] = (uint8_t)bits;
        }
    vec_free(&terms);
    vec_free(&values);
}

/* On sat q->values is what SMT says. */
static engine_answer ask(flipper *s, question *q, const term_id *terms, size_t n)
{
    double start = clock_wall();
    engine_limits limits = {.seconds = SMT_SECONDS,
                            .rlimit = s->config.rlimit ? s->config.rlimit : RLIMIT};
    if (s->config.deadline > 0 && s->config.deadline - start < SMT_SECONDS)
        limits.seconds = s->config.deadline > start + 0.01 ? s->config.deadline - start : 0.01;
    engine_push(s->engine);
    for (size_t i = 0; i < n; i++)
        engine_assert(s->engine, terms[i]);
    engine_answer answer = engine_check(s->engine, NULL, 0, &limits);
    if (answer == ENGINE_SAT)
        take_values(s, q);
    engine_pop(s->engine, 1);
    s->counts.smt_seconds += clock_wall() - start;
    return answer;
}

static void restore(question *q)
{
    for (size_t i = 0; i < q->trace->variables.n; i++)
        q->values[i] = q->trace->variables.at[i].value;
}

/* The last word on q->values; put back when it is no. */
static bool confirmed(flipper *s, question *q)
{
    if (question_confirm(q))
        return true;
    s->counts.unconfirmed++;
    restore(q);
    return false;
}

/* ---- The filter --------------------------------------------------------------------------------
 */

/* The question with some boxes at fixed values. */
typedef struct fixing {
    term_vec from, to, pins;
} fixing;

static void fixing_free(fixing *f)
{
    vec_free(&f->from);
    vec_free(&f->to);
    vec_free(&f->pins);
}

static bool fix_box(flipper *s, fixing *f, uint32_t number, const uint64_t *row)
{
    const trace_box *box = &s->trace->boxes.at[number];
    for (uint32_t k = 0; k < box->decls.n; k++) {
        uint64_t output = 0;
        if (!box->decls.at[k])
            continue;
        if (!recall_word(s->boxes, number, k, row, &output))
            return false;
        vec_push(&f->from,
                 term_app(s->bank, box->decls.at[k], box->inputs.at, (uint32_t)box->inputs.n));
        vec_push(&f->to, term_const(s->bank, value_bv_u64(s->bank, box->widths.at[k], output)));
    }
    for (size_t i = 0; i < box->inputs.n; i++) {
        uint32_t width = sort_bv_width(s->bank, term_sort(s->bank, box->inputs.at[i]));
        vec_push(&f->pins, term_eq(s->bank, box->inputs.at[i],
                                   term_const(s->bank, value_bv_u64(s->bank, width, row[i]))));
    }
    return true;
}

static bool solve_fixed(flipper *s, question *q, fixing *f)
{
    term_vec terms = {0};
    term_subst *subst = term_subst_new(s->bank, f->from.at, f->to.at, f->from.n);
    term_id wanted = rewrite_term(s->simplify, term_subst_apply(subst, q->wanted));
    bool found = false;
    if (wanted != TERM_ID_FALSE) {
        vec_push(&terms, wanted);
        for (size_t i = 0; i < f->pins.n; i++)
            vec_push(&terms, term_subst_apply(subst, f->pins.at[i]));
        for (size_t i = 0; i < q->terms.n; i++)
            vec_push(&terms, term_subst_apply(subst, q->terms.at[i]));
        found = ask(s, q, terms.at, terms.n) == ENGINE_SAT && confirmed(s, q);
    }
    term_subst_free(subst);
    vec_free(&terms);
    return found;
}

/* Every box at its recorded values. */
static bool filter(flipper *s, question *q)
{
    fixing f = {0};
    bool good = true;
    for (size_t i = 0; i < q->box_numbers.n && good; i++) {
        uint32_t number = q->box_numbers.at[i];
        good = fix_box(s, &f, number, s->trace->boxes.at[number].seen.at);
    }
    bool found = good && solve_fixed(s, q, &f);
    fixing_free(&f);
    return found;
}

/* ---- Boxes -------------------------------------------------------------------------------------
 */

/* Notes the row where the box sees bytes of the inputs as they are. False: it sees something else,
 * too. */
static bool offer_row(flipper *s, question *q, const trace_box *box, const uint64_t *row,
                      bool *found)
{
    bool plain = true;
    for (size_t i = 0; i < box->inputs.n; i++) {
        uint64_t variable = map_get(&s->variable_of, box->inputs.at[i], 0);
        plain = plain && (variable || row[i] == box->seen.at[i]);
        if (variable)
            q->values[variable - 1] = (uint8_t)row[i];
    }
    *found = question_offer(q);
    if (!*found)
        restore(q);
    return plain;
}

/* SMT finds inputs for which the box sees the row; the other boxes are uninterpreted meanwhile. */
static bool solve_row(flipper *s, question *q, uint32_t number, const uint64_t *row)
{
    fixing f = {0};
    bool found = fix_box(s, &f, number, row) && solve_fixed(s, q, &f);
    fixing_free(&f);
    return found;
}

/* One box at a time sees what another of its buffers holds; `smt`: where that takes SMT, too. */
static bool transplant_rows_of(flipper *s, question *q, bool smt)
{
    bool found = false, plain = true;
    for (size_t i = q->box_numbers.n; i-- > 0 && !found;) {
        uint32_t number = q->box_numbers.at[i];
        const trace_box *box = &s->trace->boxes.at[number];
        transplant_rows rows = {0};
        if (!box->is_fmod)
            transplant_box(box, BOX_ROWS, &rows);
        for (size_t at = 0; at < rows.n && !found; at += box->inputs.n)
            plain = offer_row(s, q, box, rows.at + at, &found) && plain;
        found = found || question_judge(q);
        vec_clear(&q->offered);
        for (size_t at = 0; at < rows.n && !found && !plain && smt; at += box->inputs.n)
            found = solve_row(s, q, number, rows.at + at);
        vec_free(&rows);
    }
    return found;
}

/* Leaves the best point in q->values. */
static fuzz_outcome search(flipper *s, question *q, uint64_t executions, const uint64_t *proposal)
{
    size_t n = q->program->inputs.n;
    VEC(uint64_t) seeds = {0};
    question_to_words(q);
    vec_append(&seeds, q->words, n);
    if (proposal)
        vec_append(&seeds, proposal, n);
    fuzz_shared *shared = base_alloc_zero(1, fuzz_shared_size(q->program));
    fuzz_search_config config = {.seed = hash_mix(s->config.seed, s->counts.questions),
                                 .executions = executions,
                                 .exhaustive = TRY_ALL,
                                 .stop = s->config.interrupt,
                                 .seeds = seeds.at,
                                 .n_seeds = proposal ? 2 : 1,
                                 .no_jit = true};
    fuzz_outcome outcome = fuzz_search(s->bank, q->program, &q->machine, &config, shared);
    q->executions += shared->executions;
    if (outcome == FUZZ_FOUND) {
        memcpy(q->words, shared->words, n * sizeof *q->words);
        question_from_words(q);
    }
    free(shared);
    vec_free(&seeds);
    return outcome;
}

/* What is known without calling a box: true when the question is answered. */
static bool without_calls(flipper *s, question *q, flip_answer *answer)
{
    *answer = FLIP_SAT;
    if (filter(s, q)) {
        s->counts.filter_sat++;
        return true;
    }
    restore(q);
    if (ask(s, q, q->terms.at, q->terms.n) == ENGINE_UNSAT) {
        s->counts.box_refuted++;
        *answer = FLIP_UNSAT;
        return true;
    }
    return false;
}

/* q->values is what SMT proposes with the boxes uninterpreted. */
static flip_answer with_calls(flipper *s, question *q, bool cheaply)
{
    uint64_t executions = s->config.executions ? s->config.executions : EXECUTIONS;
    s->counts.box_asked++;
    if (question_try(q) && confirmed(s, q)) {
        s->counts.box_proposed++;
        return FLIP_SAT;
    }
    VEC(uint64_t) proposal = {0};
    if (q->program) {
        question_to_words(q);
        vec_append(&proposal, q->words, q->program->inputs.n);
    }
    restore(q);
    fuzz_outcome outcome = FUZZ_BUDGET;
    q->most_calls = recall_made(s->boxes) + MOST_CALLS;
    bool found = (transplant_rows_of(s, q, true) ||
                  (q->program && transplant(q, cheaply ? FEW_TRANSPLANTS : TRANSPLANTS))) &&
                 confirmed(s, q);
    s->counts.box_transplanted += found;
    if (!found && q->program && !cheaply) {
        found = climb(q, hash_mix(s->config.seed, s->counts.questions), CLIMBS);
        outcome = found                 ? FUZZ_FOUND
                  : question_expired(q) ? FUZZ_BUDGET
                                        : search(s, q, executions, proposal.at);
        found = outcome == FUZZ_FOUND && confirmed(s, q);
        s->counts.box_fuzzed += found;
    }
    vec_free(&proposal);
    bool refuted = !found && outcome == FUZZ_EXHAUSTED;
    s->counts.box_exhausted += refuted;
    s->counts.box_unknown += !found && !refuted;
    return found ? FLIP_SAT : refuted ? FLIP_UNSAT : FLIP_UNKNOWN;
}

/* Most questions are answered by another value of one byte: all are tried, texts first. */
static bool try_bytes(flipper *s, question *q)
{
    const uint64_t *uses = trace_uses(s->trace, q->wanted);
    uint32_t tried = 0;
    bool found = false;
    if (!question_compile(q))
        return false;
    for (size_t i = 0; i < q->variables.n && tried < BYTES_TRIED && !found; i++) {
        uint32_t v = q->variables.at[i];
        if (!in_set(uses, v))
            continue;
        uint8_t old = q->values[v];
        tried++;
        for (uint32_t k = 0; k < 256 && !found; k++) {
            q->values[v] = (uint8_t)(k + 'a');
            found = question_offer(q);
            if (!found)
                q->values[v] = old;
        }
    }
    found = found || question_judge(q);
    vec_clear(&q->offered);
    q->executions = 0; /* not of the search */
    return found && confirmed(s, q);
}

static flip_answer solve_boxes(flipper *s, question *q, uint64_t way, bool cheaply)
{
    flip_answer answer;
    if (!trace_has_box(s->trace, q->wanted) && try_bytes(s, q)) {
        s->counts.byte_sat++;
        return FLIP_SAT;
    }
    if (!s->config.no_fuzz && transplant_rows_of(s, q, false) && confirmed(s, q)) {
        s->counts.box_asked++; /* cheaper than SMT, and as good */
        s->counts.box_transplanted++;
        return FLIP_SAT;
    }
    restore(q);
    if (without_calls(s, q, &answer))
        return answer;
    uint64_t *failures = map_insert(&s->failures, way, NULL);
    if (s->config.no_fuzz || (!s->config.no_predictor && *failures >= PREDICTOR_FAILURES)) {
        s->counts.box_predicted++;
        return FLIP_PREDICTED;
    }
    double start = clock_wall(), smt = s->counts.smt_seconds;
    answer = with_calls(s, q, cheaply);
    s->counts.fuzz_seconds += clock_wall() - start - (s->counts.smt_seconds - smt);
    *failures = answer == FLIP_SAT ? 0 : *failures + 1;
    return answer;
}

/* ---- Without boxes -----------------------------------------------------------------------------
 */

static flip_answer solve_plain(flipper *s, question *q)
{
    if (try_bytes(s, q)) {
        s->counts.byte_sat++;
        return FLIP_SAT;
    }
    if (q->variables.n == 1 && q->program && !q->floats) { /* all of it was tried */
        s->counts.plain_unsat++;
        return FLIP_UNSAT;
    }
    if (q->floats && q->program && !s->config.no_fuzz) {
        double start = clock_wall();
        bool found =
            (transplant(q, TRANSPLANTS) || search(s, q, FLOAT_EXECUTIONS, NULL) == FUZZ_FOUND) &&
            confirmed(s, q);
        s->counts.fuzz_seconds += clock_wall() - start;
        if (found) {
            s->counts.float_sat++;
            return FLIP_SAT;
        }
        restore(q);
    }
    engine_answer answer = ask(s, q, q->terms.at, q->terms.n);
    if (answer == ENGINE_SAT && confirmed(s, q)) {
        s->counts.plain_sat++;
        return FLIP_SAT;
    }
    s->counts.plain_unsat += answer == ENGINE_UNSAT;
    s->counts.plain_unknown += answer != ENGINE_UNSAT;
    return answer == ENGINE_UNSAT ? FLIP_UNSAT : FLIP_UNKNOWN;
}

/* ---- All ---------------------------------------------------------------------------------------
 */

static uint64_t hash_question(const question *q)
{
    uint64_t h = 1;
    for (size_t i = 0; i < q->terms.n; i++)
        h = hash_mix(h, q->terms.at[i]);
    for (size_t i = 0; i < q->variables.n; i++) /* answers stay near the run's values */
        h = hash_mix(h, q->variables.at[i]);
    return h >> 1;
}

static flip_answer solve(flipper *s, question *q, uint64_t way, bool cheaply)
{
    flip_answer answer = q->box_numbers.n ? solve_boxes(s, q, way, cheaply) : solve_plain(s, q);
    s->counts.executions += q->executions;
    q->executions = 0;
    return answer;
}

static void keep_answer(flipper *s, const question *q, flip_result *result)
{
    vec_clear(&s->answer);
    vec_append(&s->answer, q->values, s->trace->variables.n);
    result->values = s->answer.at;
}

void flip_try(flipper *s, uint32_t i, uint32_t k, bool optimistic, flip_result *result)
{
    const trace_condition *c = &s->trace->conditions.at[i];
    const trace_alternative *a = &s->trace->alternatives.at[c->first + k];
    uint64_t way = (uint64_t)c->site << 32 | a->taken;
    question q;
    *result = (flip_result){.answer = FLIP_KNOWN};
    s->counts.questions++;
    bool pure = pose(s, i, a->term, false, &q);
    result->boxes = q.box_numbers.n;
    bool is_new;
    map_insert(&s->known, hash_question(&q), &is_new);
    if (is_new) {
        result->answer = solve(s, &q, way, false);
        result->pure = pure;
        if (result->answer == FLIP_SAT)
            keep_answer(s, &q, result);
    }
    s->counts.known += !is_new;
    size_t n = q.terms.n;
    question_free(&q);
    if (!is_new || result->answer == FLIP_SAT || !optimistic || s->config.no_optimistic || n < 2)
        return;
    pose(s, i, a->term, true, &q);
    flip_counters before = s->counts;
    flip_answer answer = q.terms.n < n ? solve(s, &q, way ^ UINT64_C(1) << 31, true) : FLIP_UNKNOWN;
    double smt = s->counts.smt_seconds, fuzz = s->counts.fuzz_seconds;
    before.executions = s->counts.executions;
    s->counts = before; /* counted apart */
    s->counts.smt_seconds = smt;
    s->counts.fuzz_seconds = fuzz;
    if (answer == FLIP_SAT) {
        s->counts.optimistic_sat++;
        result->answer = FLIP_SAT;
        result->optimistic = true;
        result->pure = false;
        keep_answer(s, &q, result);
    }
    question_free(&q);
}
