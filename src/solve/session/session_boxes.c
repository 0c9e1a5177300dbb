/* Closed boxes in a session: their declarations, and checks of formulas that call them. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "solve/prepare/literals.h"
#include "solve/session/session_parts.h"
#include "term/core/walk.h"

static box_set *make_boxes(session *s)
{
    const session_boxes *o = &s->config.boxes;
    box_config config = {.libraries = o->libraries,
                         .n_libraries = o->n_libraries,
                         .headers = o->headers,
                         .n_headers = o->n_headers,
                         .timeout_seconds = o->timeout,
                         .memory_bytes = s->config.memory_bytes,
                         .keep_compiled = o->keep_compiled,
                         .unobserved = o->no_compared,
                         .sandbox_off = o->sandbox_off,
                         .may = o->may,
                         .seed = s->set.seed,
                         .interrupt = s->config.interrupt};
    return boxes_new(s->bank, &config);
}

/* An answer that rests on what a box saw besides its arguments says so. */
static void name_senses(session *s, decl_id d)
{
    char *senses = boxes_senses(s->boxes, d);
    if (senses)
        session_remark(s, 0, "closed box '%s' can see %s: answers hold for what it saw",
                       symbol_text(s->bank, decl_name(s->bank, d)), senses);
    free(senses);
}

bool session_try_box(session *s, const smt_command *c, decl_id d, uint32_t reply, uint32_t replies,
                     char **why)
{
    session_binding b;
    bool good = session_permit(s, c, d, &b);
    box_declaration declaration = {
        .decl = d,
        .library = b.library,
        .source = c->box.source,
        .symbol = c->box.symbol,
        .restricted = b.restricted,
        .executable = b.program,
        .reply = reply,
        .replies = replies,
        .ctypes = c->box.ctypes.n ? (const char *const *)c->box.ctypes.at : NULL,
    };
    char *error = NULL;
    if (good) {
        const char *symbol =
            c->box.symbol ? c->box.symbol : symbol_text(s->bank, decl_name(s->bank, d));
        if (!s->boxes)
            s->boxes = make_boxes(s);
        good = boxes_bind(s->boxes, &declaration, &error);
        if (good)
            name_senses(s, d);
        if (!good && b.restricted && !b.program && boxes_forbidden(symbol))
            session_refuse_function(s, symbol);
        else if (!good && boxes_unprotected(s->boxes))
            session_refuse(s, "%s", error);
        else if (!good)
            *why = base_strdup(error);
    }
    if (!good)
        vec_push(&s->unbound, d);
    free(error);
    free(b.library);
    free(b.program);
    return good;
}

bool session_bind_box(session *s, const smt_command *c, decl_id d, uint32_t reply, uint32_t replies)
{
    char *why = NULL;
    bool good = session_try_box(s, c, d, reply, replies, &why);
    if (why)
        session_error(s, "%s", why);
    free(why);
    return good;
}

bool session_add_box(session *s, const box_declaration *declaration, char **error)
{
    if (!s->boxes)
        s->boxes = make_boxes(s);
    return boxes_bind(s->boxes, declaration, error);
}

bool session_signature(void *context, const char *function, vec_u32 *sorts, smt_box *said,
                       char **error)
{
    session *s = context;
    box_types types = {0};
    if (!s->boxes)
        s->boxes = make_boxes(s);
    bool good = boxes_signature(s->boxes, function, sorts, &types, error);
    for (size_t i = 0; i < types.n; i++)
        vec_push(&said->ctypes, types.at[i]);
    vec_free(&types);
    return good;
}

void session_declare_box(session *s, const smt_command *c)
{
    if (c->box.prototype)
        session_bind_native(s, c, c->decls.at[0]);
    else
        session_bind_box(s, c, c->decls.at[0], 0, 0);
}

void session_alloc(session *s, const smt_command *c)
{
    term_id address = c->terms.at[0];
    uint64_t number;
    char *error = NULL;
    if (term_op_of(s->bank, address) != OP_CONST ||
        term_sort(s->bank, address) != sort_bv(s->bank, 64) ||
        !value_small_bits(s->bank, term_value(s->bank, address), &number)) {
        session_error(s, "alloc: the address must be a constant of 64 bits");
        return;
    }
    if (!s->memory)
        s->memory = views_new(s->bank);
    bool good = c->terms.n > 1
                    ? views_alloc_term(s->memory, number, c->number, c->terms.at[1], &error)
                    : views_alloc_text(s->memory, number, c->number, c->text, &error);
    if (!good)
        session_error(s, "%s", error);
    free(error);
}

void session_forget_memory(session *s, size_t allocations)
{
    if (s->memory)
        views_forget(s->memory, allocations);
}

/* A declaration of the formulas that is a box without a binding, or 0. */
static decl_id unbound_in(const session *s, const term_vec *formulas)
{
    vec_u32 decls = {0};
    decl_id found = 0;
    term_free_decls(s->bank, formulas->at, formulas->n, &decls);
    for (size_t i = 0; i < decls.n && !found; i++)
        for (size_t k = 0; k < s->unbound.n; k++)
            if (s->unbound.at[k] == decls.at[i])
                found = decls.at[i];
    vec_free(&decls);
    return found;
}

bool session_calls_boxes(const session *s, const term_vec *formulas)
{
    vec_u32 decls = {0};
    bool found = false;
    if (!s->boxes)
        return false;
    term_free_decls(s->bank, formulas->at, formulas->n, &decls);
    for (size_t i = 0; i < decls.n && !found; i++)
        found = boxes_find(s->boxes, decls.at[i]) != NULL;
    vec_free(&decls);
    return found || unbound_in(s, formulas);
}

bool session_fuzzes(const session *s)
{
    return s->config.boxes.mode == CLOSED_FUZZ;
}

static void explain(void *context, const char *line)
{
    session_remark(context, 0, "%s", line);
}

static void notice(void *context, const char *line)
{
    session_remark(context, 0, "%s", line);
}

static external_config external_of(session *s, unsigned first)
{
    const session_boxes *o = &s->config.boxes;
    return (external_config){.fuzzer = o->fuzzer,
                             .emit_path = o->emit_path,
                             .operators = o->operators,
                             .first_number = first,
                             .title = s->config.name,
                             .attempts = session_limits(s)->external_attempts,
                             .box_timeout = o->timeout > 0 ? o->timeout : 1,
                             .notice = notice,
                             .context = s};
}

void session_emit(session *s, const term_vec *formulas)
{
    if (!s->config.boxes.emit_path)
        return;
    external_config config = external_of(s, 0);
    term_vec literals = {0};
    literals_split(s->bank, formulas->at, formulas->n, &literals, NULL);
    external *x = external_new(s->bank, s->boxes, &config);
    s->unwritten |= !external_write(x, literals.at, literals.n);
    external_free(x);
    vec_free(&literals);
}

static void add_counts(closed_counters *sum, const closed_counters *more)
{
#define COUNTER(name) sum->name += more->name;
    CLOSED_COUNTERS(COUNTER)
#undef COUNTER
}

static bool ready(session *s, session_check *c)
{
    engine_config config = session_engine_config(s);
    config.want_cores = true;
    config.logic = 0;
    if (!s->box_engine)
        s->box_engine = engine_new(s->bank, &config, &c->reason);
    return s->box_engine != NULL;
}

void session_check_closed(session *s, session_check *c, const term_vec *formulas,
                          const engine_limits *limits)
{
    const session_boxes *o = &s->config.boxes;
    decl_id unbound = unbound_in(s, formulas);
    if (unbound) {
        strbuf text = STRBUF_INIT;
        strbuf_printf(&text, "closed box '%s' is not bound",
                      symbol_text(s->bank, decl_name(s->bank, unbound)));
        c->reason = strbuf_detach(&text);
        return;
    }
    if (!s->boxes)
        s->boxes = make_boxes(s);
    if (!ready(s, c))
        return;
    external_config elsewhere = external_of(s, 1);
    closed_config config = {.mode = o->mode,
                            .engine = session_engine_config(s),
                            .smt = s->box_engine,
                            .seed = s->set.seed,
                            .deadline = limits->seconds > 0 ? clock_wall() + limits->seconds : 0,
                            .interrupt = s->config.interrupt,
                            .limits = session_limits(s),
                            .fuzz_limits = o->fuzz_limits,
                            .want_core = s->set.produce_cores || s->set.produce_unsat_assumptions,
                            .no_classes = o->no_classes,
                            .no_pool = o->no_pool,
                            .no_facts = o->no_facts,
                            .no_jit = o->no_jit,
                            .no_disjuncts = o->no_disjuncts,
                            .no_trail = o->no_trail,
                            .jobs = o->jobs,
                            .no_lemmas = o->no_lemmas,
                            .no_implied = o->no_implied,
                            .lazy_start = o->lazy_start,
                            .models = o->models,
                            .external = &elsewhere,
                            .explain = o->explain ? explain : NULL,
                            .explain_context = s,
                            .progress = o->progress,
                            .progress_context = o->progress_context};
    term_vec viewed = {0};
    vec_u32 behind = {0}, words = {0};
    if (s->memory) {
        views_rewrite(s->memory, s->boxes, formulas->at, formulas->n, &viewed, &behind);
        formulas = &viewed;
        config.behind = behind.at;
        config.n_behind = (uint32_t)behind.n;
        views_words(s->memory, session_limits(s)->memory_words, &words);
        config.words = words.at;
        config.n_words = words.n;
    }
    s->model = model_new(s->bank);
    closed_result r = closed_solve(
        &(closed_problem){s->bank, s->boxes, formulas->at, formulas->n, s->model}, &config);
    vec_free(&viewed);
    vec_free(&behind);
    vec_free(&words);
    c->answer = r.answer;
    c->why = r.why;
    c->reason = r.reason;
    if (r.answer == ENGINE_SAT)
        c->model = SESSION_MODEL_CHECKED;
    else {
        model_free(s->model);
        s->model = NULL;
    }
    if (r.answer == ENGINE_UNKNOWN && s->boxes && *boxes_message(s->boxes))
        session_remark(s, 0, "a closed box had no value: %s", boxes_message(s->boxes));
    if (r.answer == ENGINE_UNSAT && r.rests_on_boxes)
        session_remark(s, 1, "unsat %s", r.reason);
    add_counts(&s->box_counts, &r.counts);
    vec_free(&s->box_core);
    s->box_core = r.core;
}

void session_box_senses(const session *s,
                        void (*each)(void *context, const char *name, const char *senses),
                        void *context)
{
    for (uint32_t i = 0; s->boxes && i < boxes_count(s->boxes); i++) {
        decl_id d = boxes_decl_at(s->boxes, i);
        char *senses = boxes_senses(s->boxes, d);
        if (senses)
            each(context, symbol_text(s->bank, decl_name(s->bank, d)), senses);
        free(senses);
    }
}

uint64_t session_box_calls(const session *s)
{
    return s->boxes ? boxes_call_count(s->boxes) : 0;
}

const closed_counters *session_box_counts(const session *s)
{
    return &s->box_counts;
}

void session_free_boxes(session *s)
{
    if (s->box_engine)
        engine_free(s->box_engine);
    if (s->boxes)
        boxes_free(s->boxes);
    views_free(s->memory);
    vec_free(&s->unbound);
    vec_free(&s->box_core);
    vec_free(&s->box_formulas);
    vec_free(&s->box_formula_outputs);
}
