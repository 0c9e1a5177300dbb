#include "prove/opened.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "program/compile.h"
#include "prove/invariant/atoms.h"
#include "prove/smt/ideal.h"
#include "term/core/subst.h"

/* What weighing a proof may take when the time is over. */
#define LEAST_SECONDS 0.3

typedef VEC(const char *) symbol_vec;

/* ---- Reading --------------------------------------------------------------------------------- */

static bool needs_trial(const opened *o, const ir_opaque *x)
{
    return !x->pure && !opaque_code_lacks(&o->code, x->name) && !opaque_code_is_known(&o->code, x);
}

static void describe(const trial_of *t, strbuf *out)
{
    const ir_opaque *f = t->function;
    strbuf_printf(out, "%s'%s' answers differently on equal arguments: %s(", out->n ? "; " : "",
                  f->name, f->name);
    for (size_t i = 0; i + 1 < f->ctypes.n && i < 2; i++)
        strbuf_printf(out, "%s%" PRId64, i ? ", " : "", (int64_t)t->args[i]);
    strbuf_printf(out, "%s) gave %" PRId64 " and %" PRId64, f->ctypes.n > 3 ? ", ..." : "",
                  (int64_t)t->results[0], (int64_t)t->results[1]);
}

static double call_seconds(const opaque_config *config)
{
    return config->call_seconds ? config->call_seconds : PROVE_CALL_SECONDS;
}

static void try_functions(opened *o, const opaque_config *config)
{
    const ir_program *p = o->program;
    bool *tried = base_alloc_zero(p->opaques.n + 1, sizeof *tried);
    for (size_t i = 0; i < p->opaques.n; i++)
        tried[i] = needs_trial(o, &p->opaques.at[i]);
    number_vec numbers = {0};
    const prove_limits *limits = LIMITS_OR(config->limits, prove_limits_default);
    atoms_thresholds(o->system, limits, &numbers);
    trial_config trial = {.limits = limits,
                          .boxes = o->code.boxes,
                          .numbers = numbers.at,
                          .n_numbers = numbers.n,
                          .seed = config->seed,
                          .call_seconds = call_seconds(config)};
    trial_run(p, tried, &trial, &o->trials);
    vec_free(&numbers);
    free(tried);
}

/* The symbols of what cannot be taken for functions. */
static void find_foreign(opened *o, symbol_vec *foreign)
{
    for (size_t i = 0; i < o->program->opaques.n; i++) {
        const ir_opaque *x = &o->program->opaques.at[i];
        if (opaque_code_lacks(&o->code, x->name))
            vec_push(foreign, (const char *)x->symbol);
    }
    for (size_t i = 0; i < o->trials.n; i++)
        if (o->trials.at[i].differs) {
            vec_push(foreign, (const char *)o->trials.at[i].function->symbol);
            describe(&o->trials.at[i], &o->impure);
        }
}

/* Once more, with other functions foreign. */
static ir_program *read_again(opened *o, const strbuf *bitcode, const ir_options *options,
                              const symbol_vec *foreign, bool all)
{
    ir_options again = *options;
    ir_failure failure;
    char *error = NULL;
    again.foreign = foreign->at;
    again.n_foreign = foreign->n;
    again.all_foreign = all;
    ir_program *p =
        ir_read_bitcode(o->first->bank, bitcode->text, bitcode->n, &again, &failure, &error);
    free(error);
    if (p)
        opaque_code_bind(&o->code, p);
    return p;
}

static bool open_code(opened *o, const strbuf *bitcode, const ir_options *options,
                      const opaque_config *config, char **error)
{
    symbol_vec foreign = {0};
    if (!opaque_code_open(&o->code, o->program, config, error))
        return false;
    try_functions(o, config);
    find_foreign(o, &foreign);
    if (foreign.n) {
        o->program = read_again(o, bitcode, options, &foreign, false);
        ir_system_free(o->system);
        o->system = o->program ? ir_system_new(o->program) : NULL;
    }
    o->all_foreign = read_again(o, bitcode, options, &foreign, true);
    vec_free(&foreign);
    if (!o->program || !o->all_foreign) {
        *error = base_strdup("the program could not be read again");
        return false;
    }
    o->foreign_system = ir_system_new(o->all_foreign);
    bool any_code = o->all_foreign->foreign.n > o->code.missing.n;
    o->real = (real_runs){.limits = LIMITS_OR(config->limits, prove_limits_default),
                          .system = o->foreign_system,
                          .boxes = any_code ? o->code.boxes : NULL,
                          .call_seconds = call_seconds(config),
                          .undefined = true,
                          .seed = config->seed};
    return true;
}

static bool has_unsigned(const ir_program *p)
{
    for (size_t v = 0; v < p->variables.n; v++)
        if (p->variables.at[v].type.is_unsigned && p->variables.at[v].type.width >= 32)
            return true;
    return false;
}

/* Where numbers wrap around, and nothing is opaque. */
static void read_ideal(opened *o, const strbuf *bitcode, const ir_options *options)
{
    const ir_program *p = o->program;
    ir_options ideal = *options;
    ir_failure failure;
    char *error = NULL;
    ideal.model = IR_MATH;
    ideal.ideal = true;
    if (p->opaques.n || p->foreign.n || (p->model == IR_MATH && !has_unsigned(p)))
        return;
    o->ideal_program =
        ir_read_bitcode(p->bank, bitcode->text, bitcode->n, &ideal, &failure, &error);
    free(error);
    if (o->ideal_program)
        o->ideal = ir_system_new(o->ideal_program);
    if (o->ideal && !ideal_fits(o->ideal, o->system)) {
        ir_system_free(o->ideal);
        o->ideal = NULL;
    }
}

/* In the machine model: what is proved with ideal integers that are the machine's is proved. */
static void read_exact(opened *o, const strbuf *bitcode, const ir_options *options, bool overflow)
{
    ir_options exact = *options;
    ir_failure failure;
    char *error = NULL;
    exact.model = IR_MATH;
    exact.ideal = exact.exact = true;
    exact.no_overflow = overflow;
    if (o->program->opaques.n || o->program->foreign.n || o->program->model == IR_MATH)
        return;
    o->exact_program =
        ir_read_bitcode(o->program->bank, bitcode->text, bitcode->n, &exact, &failure, &error);
    free(error);
    if (!o->exact_program)
        return;
    ir_system *all = ir_system_new(o->exact_program);
    o->exact = ir_system_within(all);
    ir_system_free(all);
}

opened_state opened_open(opened *o, term_bank *b, const char *path, const ir_options *options,
                         const opaque_config *config, bool overflow, ir_failure *failure,
                         char **error)
{
    *o = (opened){.impure = STRBUF_INIT};
    strbuf bitcode = STRBUF_INIT;
    *failure = IR_NOT_C;
    opened_state state = OPENED;
    ir_compile_config compile = {.ilp32 = options->ilp32, .sandbox = &options->sandbox};
    if (ir_compile_c(path, &compile, &bitcode, error))
        o->first = ir_read_bitcode(b, bitcode.text, bitcode.n, options, failure, error);
    o->program = o->first;
    if (!o->first)
        state = OPENED_NO_PROGRAM;
    else
        o->system = ir_system_new(o->first);
    if (o->first && (o->first->opaques.n || o->first->foreign.n) &&
        !open_code(o, &bitcode, options, config, error))
        state = OPENED_NO_CODE;
    if (o->first && state == OPENED)
        read_ideal(o, &bitcode, options);
    if (o->first && state == OPENED)
        read_exact(o, &bitcode, options, overflow);
    strbuf_free(&bitcode);
    return state;
}

void opened_close(opened *o)
{
    real_runs_end(&o->real);
    opaque_code_close(&o->code);
    ir_system_free(o->foreign_system);
    ir_system_free(o->ideal);
    ir_program_free(o->ideal_program);
    ir_system_free(o->exact);
    ir_program_free(o->exact_program);
    ir_system_free(o->system);
    ir_program_free(o->all_foreign);
    if (o->program != o->first)
        ir_program_free(o->program);
    ir_program_free(o->first);
    vec_free(&o->trials);
    strbuf_free(&o->impure);
}

real_runs *opened_real(opened *o)
{
    return o->foreign_system && o->all_foreign->foreign.n ? &o->real : NULL;
}

/* ---- Assumptions ----------------------------------------------------------------------------- */

/* The invariants in terms of the program whose functions are all foreign. */
static term_id translate(const opened *o, const term_vec *conjuncts)
{
    term_bank *b = o->program->bank;
    term_vec from = {0}, to = {0};
    for (size_t v = 0; v < o->program->variables.n; v++) {
        vec_push(&from, o->program->variables.at[v].term);
        vec_push(&to, o->all_foreign->variables.at[v].term);
    }
    term_id all = term_and(b, conjuncts->at, (uint32_t)conjuncts->n);
    term_id t = term_substitute(b, all, from.at, to.at, from.n);
    vec_free(&from);
    vec_free(&to);
    return t;
}

/* Whether the invariants prove the program whatever functions return at each call. */
static bool holds_for_anything(const opened *o, const prove_config *config, const prove_result *r)
{
    const ir_system *s = o->foreign_system;
    if (o->all_foreign->variables.n != o->program->variables.n || s->cuts.n != o->system->cuts.n)
        return false;
    const prove_limits *limits = LIMITS_OR(config->limits, prove_limits_default);
    ir_system *within = ir_system_within(s);
    teacher t;
    char *error = NULL;
    double left = config->seconds ? config->seconds - r->seconds : limits->search_guard;
    left = left < LEAST_SECONDS ? LEAST_SECONDS : left;
    left = left < limits->search_guard ? left : limits->search_guard;
    bool good = teacher_start(&t, within, limits, clock_wall() + left, &error);
    t.budget = limits->weigh_units;
    term_id *invariant = base_alloc_zero(s->cuts.n, sizeof *invariant);
    invariant[0] = TERM_ID_TRUE;
    for (size_t cut = 1; cut < s->cuts.n; cut++)
        invariant[cut] = translate(o, &r->invariants[cut]);
    const ir_transition *broken;
    good = good && teacher_check(&t, invariant, &broken) == TEACHER_HOLDS;
    for (size_t i = 0; good && r->undefined == PROVE_UNDEFINED_EXCLUDED && i < within->undefined.n;
         i++)
        good = teacher_step(&t, &within->undefined.at[i], invariant[within->undefined.at[i].from],
                            TERM_ID_FALSE) == TEACHER_HOLDS;
    free(invariant);
    free(error);
    teacher_end(&t);
    ir_system_free(within);
    return good;
}

void opened_weigh(const opened *o, const prove_config *config, prove_result *result)
{
    if (result->verdict != PROVE_PROVED && result->verdict != PROVE_ALMOST)
        return;
    for (size_t i = 0; i < o->program->foreign.n && o->program->shares; i++)
        if (opaque_code_lacks(&o->code, o->program->foreign.at[i].name)) {
            prove_assumption a = {.name = o->program->foreign.at[i].name, .changes = true};
            vec_push(&result->assumed, a);
        }
    if (!o->trials.n || (result->verdict == PROVE_PROVED && holds_for_anything(o, config, result)))
        return;
    for (size_t i = 0; i < o->trials.n; i++)
        if (!o->trials.at[i].differs) {
            /* Where nothing is given, nothing can be what a result depends on: no proof. */
            if (o->trials.at[i].function->nullary)
                result->verdict = PROVE_ALMOST;
            prove_assumption a = {.name = o->trials.at[i].function->name,
                                  .calls = o->trials.at[i].calls};
            vec_push(&result->assumed, a);
        }
}
