/* One test: traced, and turned around. */
#include <string.h>

#include "explore/search/explore_impl.h"

static void count_trace(explorer *x, const queue_entry *e, const explore_trace *t, bool followed)
{
    explore_progress *p = x->p;
    p->traces++;
    p->refused += t->refused.n > 0;
    p->mismatched += t->n_mismatched;
    p->full += t->full != 0;
    p->conditions += t->conditions.n;
    p->boxes += t->boxes.n;
    for (int i = 0; i < TANDEM_REASON_COUNT; i++)
        p->concretized[i] += t->concretized[i];
    if (!e->expected.any)
        return;
    *(e->expected.pure ? followed ? &p->pure_followed : &p->pure_diverged
      : followed       ? &p->other_followed
                       : &p->other_diverged) += 1;
}

/* Runs what the values make of the test of `e`: how much new it reached. */
static uint32_t run_answer(explorer *x, const queue_entry *e, const explore_trace *t,
                           const uint8_t *values, explore_test *test, queue_entry **added)
{
    trace_make_test(t, &e->test, values, test);
    uint64_t tests = x->p->tests;
    uint32_t gain = explorer_try(x, test, e->generation + 1, added);
    x->p->solved_kept += x->p->tests - tests;
    return gain;
}

static uint32_t at_least(uint32_t room, size_t n)
{
    return n > room ? (uint32_t)n : room;
}

/* A text that became shorter ends with a byte that is an input, as it was in the test that it was made of. */
static void keep_room(explorer *x, const queue_entry *from, queue_entry *to)
{
    to->arg_bytes = from->arg_bytes;
    to->env_bytes = from->env_bytes;
    for (size_t i = 0; i < from->test.args.n; i++)
        to->arg_bytes = at_least(to->arg_bytes, from->test.args.at[i].n);
    for (size_t i = 0; i < x->config->n_variables && i < from->test.env.n; i++) {
        const char *value = strchr(from->test.env.at[i].text, '=');
        to->env_bytes = at_least(to->env_bytes, value ? strlen(value + 1) : 0);
    }
}

static void use_answer(explorer *x, queue_entry *e, explore_trace *t, const queue_flip *f,
                       const flip_result *answer)
{
    const trace_condition *c = &t->conditions.at[f->condition];
    explore_test test;
    queue_entry *added;
    uint32_t gain = run_answer(x, e, t, answer->values, &test, &added);
    if (c->kind == TRACE_ASSUME)
        explorer_sanitize_later(x, &test, SANITIZE_NEW);
    bool decides = c->kind <= TRACE_SWITCH;
    if (gain > 1 && !answer->optimistic && (decides || c->kind == TRACE_CHOICE))
        queue_reached(&x->queue, t, f);
    if (added && answer->goal && gain < 2) {
        added->goal = answer->goal;
        added->goal_way = queue_way(t, f);
        added->aims = (uint32_t)x->limits->queue_aims;
    }
    if (added)
        keep_room(x, e, added);
    if (added && !answer->optimistic && decides)
        added->expected =
            (queue_expectation){.any = true,
                                .pure = answer->pure,
                                .prefix = f->prefix,
                                .n = f->n,
                                .site = c->site,
                                .taken = t->alternatives.at[c->first + f->alternative].taken};
    explore_test_free(&test);
}

/* The run of `e` was to reach something, and went another way before: the last ways it took are turned around, so that
 * what it takes to get there holds as well. */
static void follow_goal(explorer *x, const queue_entry *e, explore_trace *t)
{
    uint64_t asked = 0;
    bool found = false;
    flip_aim(x->flips, e->goal);
    for (size_t i = t->conditions.n; i-- > 0 && !found;) {
        const trace_condition *c = &t->conditions.at[i];
        for (uint32_t k = 0; c->kind <= TRACE_SWITCH && k < c->n && !found; k++) {
            flip_result answer;
            if (asked++ >= x->limits->queue_aimed || explorer_over(x))
                break;
            flip_try(x->flips, (uint32_t)i, k, false, &answer);
            if (answer.answer != FLIP_SAT)
                continue;
            queue_entry *added;
            explore_test test;
            uint32_t gain = run_answer(x, e, t, answer.values, &test, &added);
            found = added;
            if (found)
                explorer_sanitize_later(x, &test, SANITIZE_NEW);
            if (added && gain < 2 && e->aims) {
                added->goal = e->goal;
                added->goal_way = e->goal_way;
                added->aims = e->aims - 1;
            }
            explore_test_free(&test);
        }
    }
    flip_aim(x->flips, 0);
}

/* Asks about the trace until the budget is used; true when nothing is left. */
static bool flip_all(explorer *x, queue_entry *e, explore_trace *t, bool is_test)
{
    queue_flips flips = {0};
    uint32_t asked = 0;
    double spent = 0;
    bool again = false;
    size_t i = 0;
    queue_flips_of(&x->queue, t, is_test, &flips);
    explore_recall *recall = recall_open(t, x->tracer, x->limits);
    flip_begin(x->flips, t, recall);
    if (e->goal && !queue_came_to(t, e->goal_way))
        follow_goal(x, e, t);
    e->goal = 0;
    if (e->grown && e->tries == 1)
        explorer_mend_sums(x, e, t);
    for (; i < flips.n && asked < x->limits->trace_questions && spent < x->limits->trace_seconds &&
           !explorer_over(x);
         i++) {
        flip_result answer;
        double began = explorer_now(x);
        const queue_flip *f = &flips.at[i];
        if (!queue_attempt(&x->queue, t, f))
            continue;
        asked++;
        /* What goes wrong may do so on another path only, as a way that no run took. */
        bool wrong = t->conditions.at[f->condition].kind == TRACE_ASSUME;
        flip_try(x->flips, f->condition, f->alternative,
                 (f->class == 0 || wrong) && x->config->order == EXPLORE_COVERAGE, &answer);
        if (answer.answer == FLIP_SAT)
            use_answer(x, e, t, f, &answer);
        else if (answer.answer == FLIP_UNKNOWN && answer.boxes)
            again = queue_retry(&x->queue, t, f) || again;
        else if (answer.answer == FLIP_UNSAT)
            queue_refuted(&x->queue, t, f);
        spent += explorer_now(x) - began;
        explorer_give_way(x, false);
        explorer_tell(x, EXPLORE_SOLVING, false);
    }
    flip_end(x->flips);
    recall_close(recall);
    bool done = i == flips.n && !again;
    vec_free(&flips);
    return done;
}

/* Terms of old traces go when there are many; nothing refers to them then. */
static void tidy(explorer *x)
{
    if (bank_term_count(x->terms.bank) < x->limits->trace_terms)
        return;
    flip_forget(x->flips);
    queue_forget_goals(&x->queue);
    map_clear(&x->terms.variables);
    bank_release(x->terms.bank, &x->mark);
}

void explorer_trace(explorer *x, queue_entry *e)
{
    const explore_config *c = x->config;
    target_options options = {
        .symbolic = true,
        .arg_bytes = at_least(c->shape.arg_bytes, e->arg_bytes),
        .symbolic_env = (uint32_t)c->n_variables,
        .env_bytes = e->env_bytes,
        .keep_boxes = (uint32_t)x->limits->trace_boxes,
        .max_records = (uint32_t)x->limits->trace_records,
        .max_depth = (uint32_t)x->limits->trace_depth,
        .max_flips = (uint32_t)x->limits->trace_flips,
        .flags = (c->judge       ? TANDEM_RUN_FACTS
                  : c->no_models ? 0
                                 : TANDEM_RUN_MODELS) |
                 (c->no_deferred ? TANDEM_RUN_NO_DEFERRED : 0),
        .seconds = c->run_seconds * 4,
    };
    target_result r;
    explore_trace t;
    tidy(x);
    bool first = !e->tries++;
    if (!explorer_run(x, x->tracer, &e->test, &options, &r))
        return;
    if (r.outcome == TARGET_LOST) {
        e->exhausted = true;
        return;
    }
    trace_read(&t, &x->terms, r.shared, LOG_RECORDS, &e->test);
    x->p->threads = x->p->threads || r.shared->threads;
    bool is_test = r.finding != TANDEM_FINDING_SILENT_EXIT;
    bool followed = queue_note(&x->queue, &t, &e->expected, is_test);
    count_trace(x, e, &t, followed);
    e->expected.any = false;
    if (first)
        explorer_note(x, &e->test, &r);
    bool broken = first && findings_wanted(&x->findings, &r);
    if (broken)
        explorer_sanitizer_await(x);
    if (broken && findings_note(&x->findings, &e->test, &r, &t))
        x->p->findings++;
    if (first) { /* before the questions: what is computed need not be asked */
        explorer_find_fields(x, e, &t);
        explorer_resize_fields(x, e, &t);
    }
    e->exhausted = flip_all(x, e, &t, is_test);
    if (first) {
        explorer_lengthen(x, e, &t);
        if (e->gain)
            explorer_pad_numbers(x, e);
        if (e->gain > 1) {
            explorer_other_counts(x, e);
            explorer_failures(x, e);
        }
    }
    trace_free(&t);
}
