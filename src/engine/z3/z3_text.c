#include "engine/z3/z3_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <z3.h>

#include "base/alloc.h"
#include "base/io.h"
#include "engine/z3/z3_heap.h"
#include "engine/z3/z3_text_shape.h"

/* How z3's strategy for formulas without a logic chooses, the first that fits, after it has
 * simplified them; the last fits all. */
static const struct strategy {
    const char *probe, *tactic;
} strategies[] = {
    {"is-propositional", "qffd"},
    {"is-qfbv", "qfbv"},
    {"is-qfaufbv", "qfaufbv"},
    {"is-qflia", "qflia"},
    {"is-qfauflia", "qfauflia"},
    {"is-qflra", "qflra"},
    {"is-qfnra", "qfnra"},
    {"is-qfnia", "qfnia"},
    {"is-lira", "lira"},
    {"is-nra", "nra"},
    {"is-qffp", "qffp"},
    {"is-qffplra", "qffplra"},
    {NULL, "smt"},
};
enum { STRATEGIES = sizeof strategies / sizeof *strategies };

/* Logics that have a strategy of their own; Z3_mk_solver_for_logic is quick for them. */
static const char *const own_strategy[] = {
    "QF_UF",   "QF_BV", "QF_IDL",  "QF_LIA",  "QF_LRA", "QF_NIA", "QF_NRA", "QF_AUFLIA", "QF_AUFBV",
    "QF_ABV",  "QF_FP", "QF_UFBV", "AUFLIRA", "AUFLIA", "UFNIA",  "UFLRA",  "AUFNIRA",   "QF_FPBV",
    "QF_BVFP", "LRA",   "NRA",     "LIA",     "UFBV",   "BV",     "HORN",   NULL};

typedef struct reader {
    FILE *input;
    int output;
    bool broken; /* nobody listens any more */
    Z3_context context;
    Z3_tactic simplify, tactics[STRATEGIES]; /* NULL: not made yet */
    Z3_probe probes[STRATEGIES];
    Z3_context commands; /* for scripts that are not simple; NULL until there is one */
} reader;

static void put(reader *r, const char *text, size_t n)
{
    r->broken = r->broken || !io_write_all(r->output, text, n);
}

static void put_text(reader *r, const char *text)
{
    put(r, text, strlen(text));
}

static void ignore_error(Z3_context context, Z3_error_code code)
{
    (void)context; /* every caller asks for the code; the default would end the process */
    (void)code;
}

static Z3_context make_context(void)
{
    Z3_config config = Z3_mk_config();
    Z3_context context = Z3_mk_context_rc(config);
    Z3_del_config(config);
    Z3_set_error_handler(context, ignore_error);
    Z3_set_ast_print_mode(context, Z3_PRINT_SMTLIB2_COMPLIANT);
    return context;
}

static bool failed(Z3_context c)
{
    return Z3_get_error_code(c) != Z3_OK;
}

static void put_error(reader *r, const char *message)
{
    if (strstr(message, "(error ")) { /* the reader's messages have their form already */
        put_text(r, message);
        put_text(r, "\n");
        return;
    }
    put_text(r, "(error \"");
    put_text(r, message);
    put_text(r, "\")\n");
}

/* ---- Solvers --------------------------------------------------------------------------------- */

static Z3_tactic tactic_of(reader *r, const char *name)
{
    Z3_tactic t = Z3_mk_tactic(r->context, name);
    if (!t || failed(r->context))
        return NULL;
    Z3_tactic_inc_ref(r->context, t);
    return t;
}

static Z3_goal simplified(reader *r, Z3_ast_vector assertions)
{
    Z3_context c = r->context;
    Z3_goal goal = Z3_mk_goal(c, true, false, false);
    Z3_goal_inc_ref(c, goal);
    for (unsigned i = 0; i < Z3_ast_vector_size(c, assertions); i++)
        Z3_goal_assert(c, goal, Z3_ast_vector_get(c, assertions, i));
    if (!r->simplify)
        r->simplify = tactic_of(r, "simplify");
    Z3_apply_result applied = r->simplify ? Z3_tactic_apply(c, r->simplify, goal) : NULL;
    if (!applied || failed(c))
        return goal;
    Z3_apply_result_inc_ref(c, applied);
    if (Z3_apply_result_get_num_subgoals(c, applied) == 1) {
        Z3_goal simple = Z3_apply_result_get_subgoal(c, applied, 0);
        Z3_goal_inc_ref(c, simple);
        Z3_goal_dec_ref(c, goal);
        goal = simple;
    }
    Z3_apply_result_dec_ref(c, applied);
    return goal;
}

/* Whether the strategy is for the goal. */
static bool fits(reader *r, int i, Z3_goal goal)
{
    Z3_context c = r->context;
    if (!strategies[i].probe)
        return true;
    if (!r->probes[i]) {
        Z3_probe probe = Z3_mk_probe(c, strategies[i].probe);
        if (!probe || failed(c))
            return false;
        Z3_probe_inc_ref(c, probe);
        r->probes[i] = probe;
    }
    return Z3_probe_apply(c, r->probes[i], goal) != 0 && !failed(c);
}

/* The simplifier and the strategy that fits; NULL: libz3 has no such thing. */
static Z3_tactic choose(reader *r, Z3_ast_vector assertions)
{
    Z3_goal goal = simplified(r, assertions);
    int i = 0;
    while (!fits(r, i, goal))
        i++;
    Z3_goal_dec_ref(r->context, goal);
    if (!r->tactics[i]) {
        Z3_tactic core = tactic_of(r, strategies[i].tactic);
        if (!core || !r->simplify)
            return NULL;
        r->tactics[i] = Z3_tactic_and_then(r->context, r->simplify, core);
        Z3_tactic_inc_ref(r->context, r->tactics[i]);
    }
    return r->tactics[i];
}

static bool has_own_strategy(const char *logic)
{
    for (const char *const *name = own_strategy; *name; name++)
        if (!strcmp(*name, logic))
            return true;
    return false;
}

static Z3_solver make_solver(reader *r, const char *logic, Z3_ast_vector assertions)
{
    Z3_context c = r->context;
    Z3_solver s = NULL;
    if (has_own_strategy(logic)) {
        s = Z3_mk_solver_for_logic(c, Z3_mk_string_symbol(c, logic));
    } else {
        Z3_tactic t = choose(r, assertions);
        s = t ? Z3_mk_solver_from_tactic(c, t) : NULL;
    }
    if (!s || failed(c))
        s = Z3_mk_solver(c);
    Z3_solver_inc_ref(c, s);
    return s;
}

/* ---- Scripts --------------------------------------------------------------------------------- */

static void put_model(reader *r, Z3_solver s)
{
    Z3_context c = r->context;
    Z3_model model = Z3_solver_get_model(c, s);
    if (!model || failed(c)) {
        put_error(r, "model is not available");
        return;
    }
    Z3_model_inc_ref(c, model);
    const char *text = Z3_model_to_string(c, model);
    put_text(r, "(\n");
    put_text(r, text);
    put_text(r, ")\n");
    Z3_model_dec_ref(c, model);
}

static void check(reader *r, const script_shape *shape, Z3_ast_vector assertions)
{
    Z3_context c = r->context;
    Z3_solver s = make_solver(r, shape->logic, assertions);
    for (unsigned i = 0; i < Z3_ast_vector_size(c, assertions); i++)
        Z3_solver_assert(c, s, Z3_ast_vector_get(c, assertions, i));
    Z3_lbool answer = Z3_solver_check(c, s);
    if (failed(c))
        put_error(r, Z3_get_error_msg(c, Z3_get_error_code(c)));
    else /* at once: the model may be the end of us */
        put_text(r, answer == Z3_L_TRUE ? "sat\n" : answer == Z3_L_FALSE ? "unsat\n" : "unknown\n");
    if (shape->model && answer != Z3_L_FALSE)
        put_model(r, s);
    else if (shape->model)
        put_error(r, "model is not available");
    Z3_solver_dec_ref(c, s);
}

static void run_simple(reader *r, char *script, const script_shape *shape)
{
    Z3_context c = r->context;
    script[shape->check] = '\0';
    Z3_ast_vector assertions = Z3_parse_smtlib2_string(c, script, 0, NULL, NULL, 0, NULL, NULL);
    if (!assertions || failed(c)) {
        put_error(r, Z3_get_error_msg(c, Z3_get_error_code(c)));
        return;
    }
    Z3_ast_vector_inc_ref(c, assertions);
    check(r, shape, assertions);
    Z3_ast_vector_dec_ref(c, assertions);
}

static void run_commands(reader *r, const char *script)
{
    if (!r->commands)
        r->commands = make_context();
    put_text(r, Z3_eval_smtlib2_string(r->commands, script));
    Z3_eval_smtlib2_string(r->commands, "(reset)");
    Z3_global_param_reset_all();
}

static void run_script(reader *r, char *script)
{
    script_shape shape;
    shape_read(script, &shape);
    if (shape.simple)
        run_simple(r, script, &shape);
    else
        run_commands(r, script);
}

int z3_text_run(void *context, int input, int output)
{
    (void)context;
    reader r = {.input = fdopen(input, "r"), .output = output};
    if (!r.input)
        return 1;
    z3_heap_prepare();
    r.context = make_context();
    z3_text_head head;
    while (!r.broken && fread(&head, sizeof head, 1, r.input) == 1) {
        char *script = base_alloc((size_t)head.script + 1), *mark = base_alloc(head.mark + 1);
        bool whole = fread(script, 1, head.script, r.input) == head.script &&
                     fread(mark, 1, head.mark, r.input) == head.mark;
        if (whole) {
            script[head.script] = '\0';
            run_script(&r, script);
            put(&r, mark, head.mark);
        }
        free(script);
        free(mark);
    }
    return 0;
}

void z3_text_version(strbuf *out)
{
    unsigned major, minor, build, revision;
    Z3_get_version(&major, &minor, &build, &revision);
    strbuf_printf(out, "%u.%u.%u", major, minor, build);
}
