/* Many boxes in a row: constants are set one after the other, those of whose constraints the most is known first.
 *
 * Values of a constant are sampled, and searched for where few samples do, so that every constraint whose other
 * constants are set holds. Among them the one is taken that leaves most room to the next constant (samples of
 * that say how much), and then the one that holds most tightly. Where there is none, some constants are taken back. That solves chains whose constraints
 * are easy each and hopeless together; it never refutes. */
#include <stdlib.h>

#include "base/rng.h"
#include "box/words.h"
#include "box/worker/invoke.h"
#include "fuzz/words/distance.h"
#include "fuzz/search/search.h"
#include "solve/closed/closed_impl.h"
#include "term/core/subst.h"
#include "term/core/walk.h"
#include "term/rewrite/rewrite.h"

typedef VEC(vec_u32) list_vec;
typedef VEC(uint64_t) word_vec;

typedef struct along {
    closed *c;
    const term_vec *literals; /* closed_reduced */
    vec_u32 constants;        /* declarations … */
    map number;               /* … and their numbers, + 1 */
    list_vec of_literal;      /* the constants of each literal, by number … */
    list_vec of_constant;     /* … and the literals of each constant */
    vec_u32 open;             /* of each literal: how many of its constants are not set */
    vec_u32 values;           /* of each constant; 0: not set */
    vec_u32 order;            /* constants that are set, one after the other */
    rng random;
    uint64_t *failed; /* calls without a value: a crash costs a worker, a hang its time */
} along;

/* Constraints with what is set put in. */
typedef struct trial {
    const along *a;
    fuzz_bytecode *p;
    fuzz_machine machine;
} trial;

/* ---- What is there --------------------------------------------------------------------------- */

static bool is_box(void *context, decl_id d)
{
    const along *a = context;
    return boxes_takes_words(a->c->boxes, d);
}

static bool is_hopeless(const along *a)
{
    return *a->failed > a->c->limits->along_failures;
}

static bool call_box(void *context, uint32_t number, const uint64_t *args, uint64_t *result)
{
    const trial *t = context;
    box_status status;
    if (is_hopeless(t->a))
        return false;
    bool good = boxes_call_words(t->a->c->boxes, t->p->boxes.at[number], args, result, &status);
    *t->a->failed += status > BOX_OK && status < BOX_BAD_REPLY;
    return good;
}

static bool open_trial(const along *a, const term_vec *terms, trial *t)
{
    const char *reason;
    fuzz_compile_config config = {.is_box = is_box, .context = (void *)a};
    *t = (trial){.a = a, .p = fuzz_compile(a->c->bank, terms->at, terms->n, &config, &reason)};
    if (!t->p)
        return false;
    fuzz_machine_init(&t->machine, t->p);
    t->machine.call = call_box;
    t->machine.context = t;
    return true;
}

static void close_trial(trial *t)
{
    if (t->p)
        fuzz_machine_free(&t->machine);
    fuzz_bytecode_free(t->p);
}

static bool holds(trial *t, const uint64_t *words)
{
    fuzz_run(t->p, words, &t->machine);
    for (size_t i = 0; i < t->p->roots.n; i++)
        if (!fuzz_holds(t->p, &t->machine, i))
            return false;
    return true;
}

static bool set_up(along *a)
{
    term_bank *b = a->c->bank;
    trial all;
    bool good = open_trial(a, a->literals, &all);
    for (size_t i = 0; good && i < all.p->inputs.n; i++) {
        vec_push(&a->constants, all.p->inputs.at[i].decl);
        vec_push(&a->values, 0);
        vec_push(&a->of_constant, (vec_u32){0});
        map_put(&a->number, a->constants.at[i], i + 1);
    }
    close_trial(&all);
    for (size_t i = 0; good && i < a->literals->n; i++) {
        vec_u32 decls = {0}, numbers = {0};
        literals_constants(b, &a->literals->at[i], 1, &decls);
        for (size_t k = 0; k < decls.n; k++) {
            uint64_t number = map_get(&a->number, decls.at[k], 0);
            if (number) { /* else it makes no difference */
                vec_push(&numbers, (uint32_t)number - 1);
                vec_push(&a->of_constant.at[number - 1], (uint32_t)i);
            }
        }
        vec_push(&a->of_literal, numbers);
        vec_push(&a->open, (uint32_t)numbers.n);
        vec_free(&decls);
    }
    return good && a->constants.n >= a->c->limits->along_least &&
           a->constants.n <= a->c->limits->along_most;
}

static void release(along *a)
{
    for (size_t i = 0; i < a->of_literal.n; i++)
        vec_free(&a->of_literal.at[i]);
    for (size_t i = 0; i < a->of_constant.n; i++)
        vec_free(&a->of_constant.at[i]);
    vec_free(&a->of_literal);
    vec_free(&a->of_constant);
    vec_free(&a->constants);
    vec_free(&a->open);
    vec_free(&a->values);
    vec_free(&a->order);
    map_free(&a->number);
}

/* What a box gives at constants; 0: no value, or its arguments are none. */
static term_id value_of_call(const along *a, term_id call)
{
    term_bank *b = a->c->bank;
    vec_u32 args = {0};
    bool known = true;
    for (uint32_t i = 0; i < term_arity(b, call) && known; i++) {
        term_id x = term_arg(b, call, i);
        known = term_op_of(b, x) == OP_CONST;
        vec_push(&args, known ? term_value(b, x) : 0);
    }
    value_id v =
        known ? boxes_call(a->c->boxes, term_decl(b, call), args.at, (uint32_t)args.n, NULL) : 0;
    vec_free(&args);
    return v ? term_const(b, v) : 0;
}

/* The term with what is set, and what boxes give there, put in. */
static term_id put_in(const along *a, term_id t)
{
    term_bank *b = a->c->bank;
    term_vec order = {0}, args = {0};
    map now = {0};
    term_postorder(b, &t, 1, &order);
    for (size_t i = 0; i < order.n; i++) {
        term_id x = order.at[i], next = x;
        bool application = term_op_of(b, x) == OP_APP, changed = false;
        uint64_t number = application ? map_get(&a->number, term_decl(b, x), 0) : 0;
        vec_clear(&args);
        for (uint32_t k = 0; k < term_arity(b, x); k++) {
            vec_push(&args, (term_id)map_get(&now, term_arg(b, x, k), 0));
            changed |= args.at[k] != term_arg(b, x, k);
        }
        if (number && a->values.at[number - 1])
            next = term_const(b, a->values.at[number - 1]);
        else if (changed)
            next = rewrite_node(b, term_rebuild(b, x, args.at));
        term_id called = application && !number && term_op_of(b, next) == OP_APP &&
                                 boxes_find(a->c->boxes, term_decl(b, next))
                             ? value_of_call(a, next)
                             : 0;
        map_put(&now, x, called ? called : next);
    }
    term_id result = (term_id)map_get(&now, t, t);
    vec_free(&order);
    vec_free(&args);
    map_free(&now);
    return result;
}

/* ---- Which constant, which value ------------------------------------------------------------- */

/* The constant of whose constraints most is known; of those that are equal, one with few. */
static uint32_t next_constant(const along *a)
{
    uint32_t best = 0;
    int64_t best_score = INT64_MIN;
    for (uint32_t i = 0; i < a->constants.n; i++) {
        const vec_u32 *uses = &a->of_constant.at[i];
        int64_t score = -(int64_t)uses->n;
        for (size_t k = 0; k < uses->n; k++) {
            uint32_t open = a->open.at[uses->at[k]];
            bool begun = open < a->of_literal.at[uses->at[k]].n;
            score += open == 1 ? 10000 : begun ? 100 : 0;
        }
        if (!a->values.at[i] && score > best_score) {
            best = i;
            best_score = score;
        }
    }
    return best;
}

static void change_open(along *a, uint32_t constant, int by)
{
    const vec_u32 *uses = &a->of_constant.at[constant];
    for (size_t i = 0; i < uses->n; i++)
        a->open.at[uses->at[i]] += (uint32_t)by;
}

static uint64_t sample(along *a, sort_id sort, size_t i)
{
    static const uint64_t corners[] = {0, UINT64_MAX, 1};
    rng *r = &a->random;
    uint64_t word = i < sizeof corners / sizeof *corners ? corners[i]
                    : i % 3                              ? rng_next(r)
                                                         : rng_next(r) >> rng_below(r, 64);
    return fuzz_fit_word(a->c->bank, sort, word);
}

static void samples(along *a, uint32_t constant, word_vec *words)
{
    for (size_t i = 0; i < a->c->limits->along_samples; i++)
        vec_push(words, sample(a, decl_range(a->c->bank, a->constants.at[constant]), i));
}

/* Of the constraints whose number of open constants is `open`: those of this constant, what is set put in. */
static void constraints(const along *a, uint32_t constant, uint32_t open, term_vec *terms)
{
    const vec_u32 *uses = &a->of_constant.at[constant];
    for (size_t i = 0; i < uses->n; i++)
        if (a->open.at[uses->at[i]] == open)
            vec_push(terms, put_in(a, a->literals->at[uses->at[i]]));
}

/* Runs all rows of words, `width` each, with their calls made together; the results in the end. */
static void run_all(trial *t, const uint64_t *rows, size_t n, size_t width, vec_u32 *good)
{
    box_set *boxes = t->a->c->boxes;
    boxes_collect(boxes, true);
    for (size_t i = 0; t->p->boxes.n && i < n; i++)
        holds(t, rows + i * width);
    boxes_collect(boxes, false);
    boxes_flush(boxes);
    for (size_t i = 0; i < n; i++)
        vec_push(good, holds(t, rows + i * width));
}

static void search_some(along *a, trial *t, word_vec *found)
{
    fuzz_shared *shared = base_alloc(fuzz_shared_size(t->p));
    for (uint64_t i = 0; i < a->c->limits->along_searches && !closed_over(a->c); i++) {
        fuzz_search_config config = {.seed = rng_next(&a->random),
                                     .executions = a->c->limits->along_executions,
                                     .stop = a->c->config->interrupt,
                                     .deadline = a->c->config->deadline,
                                     .limits = a->c->config->fuzz_limits,
                                     .no_jit = true};
        *shared = (fuzz_shared){0};
        if (fuzz_search(a->c->bank, t->p, &t->machine, &config, shared) == FUZZ_FOUND)
            vec_push(found, shared->words[0]);
        else if (!found->n && i)
            break;
    }
    free(shared);
}

/* How far each value is from breaking what it satisfies. */
static void measure_slack(const along *a, const term_vec *terms, const word_vec *found,
                          word_vec *slack)
{
    term_vec broken = {0};
    fuzz_distance gauge;
    trial t;
    for (size_t i = 0; i < terms->n; i++)
        vec_push(&broken, term_not(a->c->bank, terms->at[i]));
    bool open = open_trial(a, &broken, &t) && t.p->inputs.n == 1;
    if (open)
        fuzz_distance_init(&gauge, t.p);
    for (size_t i = 0; i < found->n; i++) {
        if (open)
            fuzz_run(t.p, &found->at[i], &t.machine);
        vec_push(slack, open ? fuzz_distance_measure(&gauge, t.p, &t.machine) : 0);
    }
    if (open)
        fuzz_distance_free(&gauge);
    close_trial(&t);
    vec_free(&broken);
}

/* Values of the constant with which the constraints hold that it decides, and how tightly. */
static void find_values(along *a, uint32_t constant, word_vec *found, word_vec *slack)
{
    word_vec words = {0};
    term_vec terms = {0};
    vec_u32 good = {0};
    trial t;
    samples(a, constant, &words);
    constraints(a, constant, 1, &terms);
    bool open = open_trial(a, &terms, &t);
    if (open && t.p->inputs.n == 1) {
        run_all(&t, words.at, words.n, 1, &good);
        for (size_t i = 0; i < words.n; i++)
            if (good.at[i])
                vec_push(found, words.at[i]);
        if (found->n < a->c->limits->along_enough)
            search_some(a, &t, found);
    } else if (open && holds(&t, NULL)) { /* any will do */
        vec_append(found, words.at, words.n);
    }
    close_trial(&t);
    measure_slack(a, &terms, found, slack);
    vec_free(&words);
    vec_free(&terms);
    vec_free(&good);
}

/* How many samples of the other constant of a constraint would do with each of the values. */
static void count_room(along *a, term_id constraint, decl_id constant, const word_vec *found,
                       vec_u32 *room)
{
    trial t;
    term_vec one = {0};
    vec_push(&one, constraint);
    word_vec rows = {0}, words = {0};
    vec_u32 good = {0};
    if (open_trial(a, &one, &t) && t.p->inputs.n == 2) {
        size_t here = t.p->inputs.at[0].decl != constant;
        sort_id sort = t.p->inputs.at[1 - here].sort;
        uint64_t n = a->c->limits->along_ahead;
        for (uint64_t k = 0; k < n; k++)
            vec_push(&words, fuzz_fit_word(a->c->bank, sort, rng_next(&a->random)));
        for (size_t i = 0; i < found->n * n; i++) {
            uint64_t mine = found->at[i / n], other = words.at[i % n];
            vec_push(&rows, here ? other : mine);
            vec_push(&rows, here ? mine : other);
        }
        run_all(&t, rows.at, found->n * n, 2, &good);
        for (size_t i = 0; i < good.n; i++)
            room->at[i / n] += good.at[i];
    }
    close_trial(&t);
    vec_free(&one);
    vec_free(&rows);
    vec_free(&words);
    vec_free(&good);
}

/* The value that leaves most room; of equals, the one that takes least of it. */
static uint64_t roomiest(along *a, uint32_t constant, const word_vec *found, const word_vec *slack)
{
    term_vec ahead = {0};
    vec_u32 room = {0};
    size_t best = rng_below(&a->random, found->n);
    vec_resize(&room, found->n);
    for (size_t i = 0; i < found->n; i++)
        room.at[i] = 0;
    constraints(a, constant, 2, &ahead);
    for (size_t i = 0; i < ahead.n && i < 2; i++)
        count_room(a, ahead.at[i], a->constants.at[constant], found, &room);
    for (size_t i = 0; i < found->n; i++)
        if (room.at[i] > room.at[best] ||
            (room.at[i] == room.at[best] && slack->at[i] < slack->at[best]))
            best = i;
    vec_free(&ahead);
    vec_free(&room);
    return found->at[best];
}

static bool set_next(along *a)
{
    uint32_t constant = next_constant(a);
    word_vec found = {0}, slack = {0};
    find_values(a, constant, &found, &slack);
    bool good = found.n;
    if (good) {
        term_bank *b = a->c->bank;
        sort_id sort = decl_range(b, a->constants.at[constant]);
        a->values.at[constant] = value_of_word(b, sort, roomiest(a, constant, &found, &slack));
        change_open(a, constant, -1);
        vec_push(&a->order, constant);
    }
    vec_free(&found);
    vec_free(&slack);
    return good;
}

static void take_back(along *a, uint64_t n)
{
    for (; n && a->order.n; n--) {
        uint32_t constant = vec_pop(&a->order);
        a->values.at[constant] = 0;
        change_open(a, constant, 1);
    }
}

static closed_step try_values(along *a)
{
    closed *c = a->c;
    model_clear(c->model);
    for (size_t i = 0; i < a->constants.n; i++)
        model_set_value(c->model, a->constants.at[i], a->values.at[i]);
    literals_classes_complete(&c->classes, c->boxes, c->model);
    return closed_try_model(c);
}

/* Thousands of calls are made. */
static bool are_cheap(const closed *c)
{
    for (size_t i = 0; i < c->box_decls.n; i++)
        if (boxes_find(c->boxes, c->box_decls.at[i])->kind != BOX_FUNCTION)
            return false;
    return c->box_calls.n;
}

closed_step closed_along(closed *c, uint64_t seed)
{
    uint64_t failures = 0, failed = 0;
    along a = {.c = c, .literals = closed_reduced(c), .failed = &failed};
    closed_step step = STEP_STUCK;
    closed_note_facts(c);
    rng_seed(&a.random, seed);
    if (!c->functions && !c->quantified_box && are_cheap(c) && set_up(&a)) {
        step = STEP_GO_ON;
        for (uint64_t steps = 4 * a.constants.n;
             steps && a.order.n < a.constants.n && !is_hopeless(&a); steps--) {
            if (closed_over(c)) {
                step = STEP_DECIDED;
                break;
            }
            if (!set_next(&a))
                take_back(&a, UINT64_C(1) << (failures < 10 ? failures++ : failures));
        }
        if (a.order.n == a.constants.n)
            step = try_values(&a);
        closed_explain(c, "along: %zu of %zu constants set%s", a.order.n, a.constants.n,
                       step == STEP_DECIDED ? ", and that holds" : "");
    }
    c->facts_noted = boxes_fact_count(c->boxes); /* too many to tell */
    release(&a);
    return step;
}
