/* The simple loops: everything to the fuzzer, the SMT engine proposes while the boxes refute, and
 * tables in place of small boxes. */
#include "solve/closed/closed_impl.h"

#include "base/clock.h"
#include "box/worker/trail.h"
#include "solve/closed/tables.h"

/* A proposal of the SMT engine: away from points without value if there is one. */
static engine_answer propose(closed *c, vec_u32 *core)
{
    size_t first = c->literals.n + c->box_decls.n;
    engine_answer answer = closed_check_smt(c, &c->avoid, c->avoid ? 1 : 0, core);
    for (size_t i = 0; i < core->n && answer == ENGINE_UNSAT; i++)
        if (core->at[i] >= first) {
            closed_explain(c, "    only where a box has no value");
            return closed_check_smt(c, NULL, 0, core);
        }
    return answer;
}

/* What the SMT engine has spent: units, or what stands for them where it counts none. */
static uint64_t spent(const closed *c)
{
    const engine_counters *now = engine_counts(c->smt);
    return closed_counts_units(c) ? now->units
                                  : (uint64_t)(now->seconds * (double)c->limits->units_a_second);
}

closed_step closed_active(closed *c, const active_budget *budget)
{
    vec_u32 core = {0};
    closed_step step = STEP_GO_ON;
    uint64_t start = spent(c);
    c->smt_counted = budget->units;
    for (uint64_t i = 0; i < budget->steps && step == STEP_GO_ON; i++) {
        if (budget->units && i >= budget->least && spent(c) - start >= budget->units)
            break;
        if (closed_over(c)) {
            step = STEP_DECIDED;
            break;
        }
        engine_answer answer = propose(c, &core);
        size_t before = c->noted.count;
        if (answer == ENGINE_UNSAT) {
            step = closed_refuted(c, &core);
            continue;
        }
        if (answer != ENGINE_SAT || !closed_try_engine(c, &step)) {
            step = closed_over(c)      ? STEP_DECIDED
                   : c->smt_rlimit > 0 ? STEP_GO_ON /* with more resources, later */
                                       : STEP_STUCK;
            break;
        }
        fuzz_step_suggest(c->fuzz, c->model);
        closed_explain(c, "active %llu: the SMT engine proposed a model; %s",
                       (unsigned long long)i + 1,
                       step == STEP_DECIDED ? "the boxes agree" : "the boxes refute it");
        if (step == STEP_GO_ON && c->noted.count == before)
            step = STEP_STUCK; /* nothing new would come of asking again */
    }
    c->smt_counted = false;
    vec_free(&core);
    return step;
}

fuzz_step_result closed_fuzz(closed *c, const term_vec *constraints, uint64_t executions,
                             bool trail, term_model *found)
{
    term_vec rest = {0};
    literals_classes classes = {0};
    bool all = constraints == &c->literals && !c->config->no_classes;
    const term_vec *given = all ? closed_reduced(c) : constraints;
    vec_append(&rest, given->at, given->n);
    if (!all && !c->config->no_classes)
        literals_eliminate(c->bank, c->limits, &rest, &classes);
    closed_note_facts(c);
    double start = clock_wall();
    fuzz_task task = {.constraints = rest.at,
                      .n = rest.n,
                      .executions = executions,
                      .deadline = c->config->deadline,
                      .interrupt = c->config->interrupt,
                      .trail = trail};
    fuzz_step_result r = fuzz_step(c->fuzz, &task, found);
    c->result->counts.fuzz_microseconds += (uint64_t)((clock_wall() - start) * 1e6);
    c->facts_noted = boxes_fact_count(c->boxes); /* calls of a search are too many to tell */
    c->result->counts.fuzz_runs++;
    c->result->counts.executions += r.executions;
    c->result->counts.crashes += r.crashes;
    c->exhausted = r.outcome == FUZZ_EXHAUSTED;
    c->few_results = r.flat;
    if (r.outcome == FUZZ_FOUND)
        literals_classes_complete(all ? &c->classes : &classes, c->boxes, found);
    vec_free(&rest);
    literals_classes_free(&classes);
    return r;
}

/* What boxes compare with, as far as it is new. */
static void explain_sightings(closed *c, size_t before)
{
    const box_sighting_vec *seen = boxes_sightings(c->boxes);
    for (size_t i = before; i < seen->n && c->config->explain; i++) {
        strbuf text = STRBUF_INIT;
        for (uint32_t k = 0; k < seen->at[i].n; k++)
            if (seen->at[i].bytes[k] >= ' ' && seen->at[i].bytes[k] < 127)
                strbuf_putc(&text, (char)seen->at[i].bytes[k]);
            else
                strbuf_printf(&text, "\\x%02x", seen->at[i].bytes[k]);
        closed_explain(c, "seen in a comparison: %s", text.text);
        strbuf_free(&text);
    }
}

static closed_step fuzz_all(closed *c, uint64_t executions, bool trail, fuzz_step_result *said)
{
    size_t seen = boxes_sightings(c->boxes)->n;
    model_clear(c->model);
    fuzz_step_result r = closed_fuzz(c, &c->literals, executions, trail, c->model);
    *said = r;
    explain_sightings(c, seen);
    closed_step step = closed_fuzz_stuck(&r) ? STEP_STUCK : STEP_GO_ON;
    if (r.outcome == FUZZ_FOUND) {
        boxes_unhurried(c->boxes, true); /* they answered there */
        step = closed_try_model(c);
        boxes_unhurried(c->boxes, false);
        if (step != STEP_DECIDED)
            closed_suspect(c);
    }
    closed_explain(c, "%s: %zu constraints, %llu executions: %s", trail ? "trail" : "fuzz",
                   c->literals.n, (unsigned long long)r.executions,
                   r.trouble                     ? r.trouble
                   : step == STEP_DECIDED        ? "a model that holds"
                   : r.outcome == FUZZ_EXHAUSTED ? "every input was tried"
                                                 : "no model");
    return step;
}

closed_step closed_fuzz_all(closed *c, uint64_t executions)
{
    fuzz_step_result r;
    return fuzz_all(c, executions, false, &r);
}

/* Whether a box is code of a library, which can be called in steps. */
static bool has_code(const closed *c)
{
    for (size_t i = 0; i < c->box_decls.n; i++) {
        const box *x = boxes_find(c->boxes, c->box_decls.at[i]);
        if (x->kind == BOX_FUNCTION && !x->of_system)
            return true;
    }
    return false;
}

closed_step closed_trail(closed *c, uint64_t executions)
{
    fuzz_step_result r;
    if (!trail_possible() || !has_code(c) || c->config->no_trail)
        return STEP_STUCK;
    if (!c->few_results) /* the distance leads */
        return STEP_GO_ON;
    closed_step step = fuzz_all(c, executions, true, &r);
    closed_explain(c, "    %llu of them showed something new in the code of the boxes",
                   (unsigned long long)r.news);
    return step == STEP_GO_ON && !r.news ? STEP_STUCK : step;
}

static bool is_over(void *context)
{
    return closed_over(context);
}

closed_step closed_tables(closed *c)
{
    table_config config = {.points = c->limits->table_points, .over = is_over, .context = c};
    bool any = false, told = !c->config->no_facts;
    closed_note_facts(c);
    for (size_t i = 0; i < c->box_calls.n && !closed_over(c); i++) {
        term_id call = c->box_calls.at[i], table;
        table_state state = table_of_call(c->bank, c->boxes, &config, call, &table);
        any |= state != TABLE_NONE;
        told &= state != TABLE_CALLED;
        if (state == TABLE_MADE && table != call)
            closed_note(c, term_decl(c->bank, call), term_eq(c->bank, call, table));
    }
    if (!any)
        return STEP_STUCK;
    closed_explain(c, "tables of calls at all their points");
    if (told)
        c->facts_noted = boxes_fact_count(c->boxes);
    return closed_active(c, &(active_budget){.steps = 2});
}
