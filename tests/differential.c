#include "differential.h"

#include <stdio.h>

#include "engine/z3/z3_translate.h"
#include "generate/generate.h"
#include "random_values.h"
#include "smtlib/print/printer.h"
#include "term/core/subst.h"
#include "term/core/walk.h"
#include "term/eval/eval.h"

typedef enum verdict { AGREE, DIFFER, REFUSED, UNDECIDED } verdict;

typedef struct differ {
    term_bank *bank;
    Z3_context context;
    z3_translator *translator;
    Z3_solver quick, thorough;
    random_terms terms;
    term_model *model;
    evaluator *evaluator;
    term_vec order; /* of the term looked at */
    map seen;       /* terms that were compared */
    map nodes;      /* equations of one operator and constants, without facts -> verdict */
    term_vec facts; /* the values chosen for underspecified applications */
    differential_report *report;
} differ;

static void ignore_error(Z3_context context, Z3_error_code code)
{
    (void)context; /* every failure shows in the result */
    (void)code;
}

static void limit(differ *d, Z3_solver s, unsigned rlimit)
{
    Z3_params p = Z3_mk_params(d->context);
    Z3_params_inc_ref(d->context, p);
    Z3_params_set_uint(d->context, p, Z3_mk_string_symbol(d->context, "rlimit"), rlimit);
    Z3_params_set_uint(d->context, p, Z3_mk_string_symbol(d->context, "timeout"), 2000);
    Z3_solver_set_params(d->context, s, p);
    Z3_params_dec_ref(d->context, p);
}

static void start(differ *d)
{
    Z3_config config = Z3_mk_config();
    d->context = Z3_mk_context_rc(config);
    Z3_del_config(config);
    Z3_set_error_handler(d->context, ignore_error);
    d->quick = Z3_mk_simple_solver(d->context);
    Z3_solver_inc_ref(d->context, d->quick);
    d->thorough = Z3_mk_solver(d->context);
    Z3_solver_inc_ref(d->context, d->thorough);
    limit(d, d->quick, 300000);
    limit(d, d->thorough, 2000000);
    d->translator = z3t_new(d->bank, d->context);
}

static void choose_missing(differ *d, const eval_missing *missing)
{
    term_bank *b = d->bank;
    term_vec args = {0};
    uint32_t n_indices;
    const uint32_t *indices = term_index_words(b, missing->application, &n_indices);
    value_id v = random_unspecified(b, &d->terms.random, missing->application, missing->args.at);
    for (size_t i = 0; i < missing->args.n; i++)
        vec_push(&args, term_const(b, missing->args.at[i]));
    /* of (/ x 0 y) it is (/ x 0) that is missing, so there may be fewer arguments */
    term_id t = term_make(b, term_op_of(b, missing->application), indices, n_indices, args.at,
                          (uint32_t)args.n);
    model_set_partial(d->model, term_op_of(b, t), indices, n_indices, missing->args.at,
                      (uint32_t)missing->args.n, v);
    vec_push(&d->facts, term_eq(b, t, term_const(b, v)));
    vec_free(&args);
}

/* Our value, with values for what is missing. */
static value_id evaluate(differ *d, term_id t)
{
    for (unsigned tries = 0; tries < 20; tries++) {
        eval_reset(d->evaluator);
        value_id v = eval_term(d->evaluator, t);
        size_t missing = v ? 0 : eval_missing_count(d->evaluator);
        for (size_t i = 0; i < missing; i++)
            choose_missing(d, eval_missing_at(d->evaluator, i));
        if (!missing)
            return v;
    }
    return 0;
}

static void print_example(differ *d, strbuf *out, term_id t, value_id v)
{
    smt_print_options options = {.dialect = DIALECT_Z3};
    if (out->n > 6000)
        return;
    strbuf_puts(out, "\n  ");
    smt_print_term(d->bank, t, &options, out);
    strbuf_puts(out, "\n    ours: ");
    smt_print_value(d->bank, v, DIALECT_Z3, out);
    Z3_ast a = z3t_term(d->translator, t);
    if (a)
        strbuf_printf(out, "\n    z3's: %s",
                      Z3_ast_to_string(d->context, Z3_simplify(d->context, a)));
}

static Z3_lbool check(differ *d, Z3_solver s, Z3_ast goal)
{
    Z3_solver_push(d->context, s);
    for (size_t i = 0; i < d->facts.n; i++)
        Z3_solver_assert(d->context, s, z3t_term(d->translator, d->facts.at[i]));
    Z3_solver_assert(d->context, s, goal);
    Z3_lbool answer = Z3_solver_check(d->context, s);
    Z3_solver_pop(d->context, s, 1);
    return answer;
}

static Z3_lbool solve(differ *d, Z3_ast goal)
{
    Z3_inc_ref(d->context, goal);
    Z3_lbool answer = check(d, d->quick, goal);
    if (answer == Z3_L_UNDEF)
        answer = check(d, d->thorough, goal);
    Z3_dec_ref(d->context, goal);
    return answer;
}

/* Whether a Bool term without variables is true, by libz3. */
static Z3_lbool truth(differ *d, term_id t, bool *by_solver)
{
    Z3_ast a = z3t_term(d->translator, t);
    if (!a)
        return Z3_L_UNDEF;
    Z3_lbool answer = Z3_get_bool_value(d->context, Z3_simplify(d->context, a));
    if (answer != Z3_L_UNDEF)
        return answer;
    *by_solver = true;
    answer = solve(d, Z3_mk_not(d->context, a));
    return answer == Z3_L_FALSE ? Z3_L_TRUE : answer == Z3_L_TRUE ? Z3_L_FALSE : Z3_L_UNDEF;
}

/* The end of the shortest match of `regex` in the text from `start` on, at least `least` long; -1:
 * none, -2: libz3 cannot tell. */
static int shortest_match(differ *d, const uint32_t *text, size_t n, size_t start, size_t least,
                          term_id regex)
{
    bool by_solver;
    for (size_t end = start + least; end <= n; end++) {
        term_id part = term_const(d->bank, value_string(d->bank, text + start, end - start));
        Z3_lbool in = truth(d, term_make2(d->bank, OP_STR_IN_RE, part, regex), &by_solver);
        if (in != Z3_L_FALSE)
            return in == Z3_L_TRUE ? (int)end : -2;
    }
    return -1;
}

/* str.replace_re and str.replace_re_all, which libz3 does not evaluate, by what it says of
 * membership: the leftmost shortest match; all: of those that are not empty, again and again. */
static verdict compare_replace_re(differ *d, term_id t, value_id v)
{
    term_bank *b = d->bank;
    bool all = term_op_of(b, t) == OP_STR_REPLACE_RE_ALL;
    size_t n, m;
    const uint32_t *text = value_string_data(b, term_value(b, term_arg(b, t, 0)), &n);
    const uint32_t *with = value_string_data(b, term_value(b, term_arg(b, t, 2)), &m);
    vec_u32 result = {0};
    verdict answer = AGREE;
    size_t at = 0;
    while (at <= n) {
        int end = shortest_match(d, text, n, at, all, term_arg(b, t, 1));
        if (end == -2)
            answer = UNDECIDED;
        if (end == -2)
            break;
        if (end >= 0) {
            vec_append(&result, with, m);
            at = (size_t)end;
            if (!all)
                break;
        } else if (at < n) {
            vec_push(&result, text[at++]);
        } else {
            break;
        }
    }
    if (at < n)
        vec_append(&result, text + at, n - at);
    if (answer == AGREE && value_string(b, result.at, result.n) != v)
        answer = DIFFER;
    vec_free(&result);
    return answer;
}

/* The node of `t` at constant arguments, where our evaluator has looked at them. */
static term_id at_constants(differ *d, term_id t)
{
    term_vec args = {0};
    for (uint32_t i = 0; i < term_arity(d->bank, t); i++) {
        value_id v = eval_term(d->evaluator, term_arg(d->bank, t, i));
        vec_push(&args, v ? term_const(d->bank, v) : term_arg(d->bank, t, i));
    }
    term_id result = term_rebuild(d->bank, t, args.at);
    vec_free(&args);
    return result;
}

static bool is_chosen(const differ *d, term_id equation)
{
    for (size_t i = 0; i < d->facts.n; i++)
        if (d->facts.at[i] == equation)
            return true;
    return false;
}

/* An equation or `distinct` between arrays with few indices, as one between their elements: on the
 * whole arrays libz3's solver errs (docs/z3-defects.md). Other terms stay as they are. */
static term_id by_elements(differ *d, term_id t)
{
    term_bank *b = d->bank;
    term_op op = term_op_of(b, t);
    if ((op != OP_EQ && op != OP_DISTINCT) ||
        sort_kind_of(b, term_sort(b, term_arg(b, t, 0))) != SORT_ARRAY)
        return t;
    sort_id index = sort_array_index(b, term_sort(b, term_arg(b, t, 0)));
    vec_u32 places = {0};
    if (!sort_cardinality(b, index, 16))
        return t;
    value_enumerate(b, index, 16, &places);
    term_vec pairs = {0}, same = {0};
    for (uint32_t i = 0; i < term_arity(b, t); i++)
        for (uint32_t k = 0; k < i; k++) {
            vec_clear(&same);
            for (size_t p = 0; p < places.n; p++) {
                term_id at = term_const(b, places.at[p]);
                vec_push(&same, term_eq(b, term_make2(b, OP_SELECT, term_arg(b, t, i), at),
                                        term_make2(b, OP_SELECT, term_arg(b, t, k), at)));
            }
            term_id equal = term_and(b, same.at, (uint32_t)same.n);
            vec_push(&pairs, op == OP_EQ ? equal : term_not(b, equal));
        }
    term_id result = term_and(b, pairs.at, (uint32_t)pairs.n);
    vec_free(&pairs);
    vec_free(&same);
    vec_free(&places);
    return result;
}

/* One operator at constants. */
static verdict compare_node(differ *d, term_id t, value_id v)
{
    bool by_solver;
    term_op op = term_op_of(d->bank, t);
    term_id key = term_eq(d->bank, t, term_const(d->bank, v)), equation = key;
    uint64_t *known = map_find(&d->nodes, key);
    if (known && !d->facts.n)
        return (verdict)*known;
    verdict answer;
    if (is_chosen(d, equation)) { /* it must be possible, together with the other facts */
        Z3_ast a = z3t_term(d->translator, equation);
        Z3_lbool possible = a ? solve(d, a) : Z3_L_UNDEF;
        answer = possible == Z3_L_TRUE ? AGREE : possible == Z3_L_FALSE ? REFUSED : UNDECIDED;
    } else if (op == OP_STR_REPLACE_RE || op == OP_STR_REPLACE_RE_ALL) {
        answer = compare_replace_re(d, t, v);
    } else {
        equation = term_eq(d->bank, by_elements(d, t), term_const(d->bank, v));
        Z3_lbool same = truth(d, equation, &by_solver);
        answer = same == Z3_L_TRUE ? AGREE : same == Z3_L_FALSE ? DIFFER : UNDECIDED;
    }
    if (!d->facts.n)
        map_put(&d->nodes, key, answer);
    return answer;
}

/* Every operator by itself, inside out; stops at the first that does not agree. */
static verdict compare_nodes(differ *d)
{
    for (size_t i = 0; i < d->order.n; i++) {
        term_id part = d->order.at[i];
        if (term_op_of(d->bank, part) == OP_CONST || term_sort(d->bank, part) == SORT_ID_REGLAN)
            continue;
        value_id v = eval_term(d->evaluator, part);
        if (!v)
            continue;
        term_id node = at_constants(d, part);
        verdict answer = compare_node(d, node, v);
        if (answer == DIFFER)
            print_example(d, &d->report->examples, node, v);
        if (answer == UNDECIDED)
            print_example(d, &d->report->puzzles, node, v);
        if (answer != AGREE)
            return answer;
    }
    return AGREE;
}

static bool has_replace_re(const differ *d)
{
    for (size_t i = 0; i < d->order.n; i++) {
        term_op op = term_op_of(d->bank, d->order.at[i]);
        if (op == OP_STR_REPLACE_RE || op == OP_STR_REPLACE_RE_ALL)
            return true;
    }
    return false;
}

/* The whole term by the simplifier; what it leaves open, operator by operator. */
static verdict compare(differ *d, term_id t, value_id v, bool *by_solver)
{
    *by_solver = true;
    if (has_replace_re(d)) /* left as they are, they make long work of what is around them */
        return compare_nodes(d);
    Z3_ast equal = z3t_term(d->translator, term_eq(d->bank, t, term_const(d->bank, v)));
    if (!equal)
        return UNDECIDED;
    Z3_lbool simple = Z3_get_bool_value(d->context, Z3_simplify(d->context, equal));
    *by_solver = simple == Z3_L_UNDEF || d->facts.n;
    if (simple == Z3_L_TRUE)
        return AGREE;
    verdict answer = compare_nodes(d);
    if (simple == Z3_L_FALSE && !d->facts.n && answer != DIFFER) {
        print_example(d, &d->report->examples, t, v); /* no operator by itself, but the whole */
        answer = DIFFER;
    }
    return answer;
}

/* Operators that libz3 4.8.12 gets wrong; some then make it loop, so it is not even asked. */
static bool is_known_defect(const term_bank *b, term_id t)
{
    switch (term_op_of(b, t)) {
    case OP_FP_FMA:
        return sort_fp_significand(b, term_sort(b, t)) <= 3;
    case OP_FP_ROUND:
        return sort_fp_exponent(b, term_sort(b, t)) == 2;
    case OP_FP_TO_SBV:
        return sort_bv_width(b, term_sort(b, t)) == 1;
    default:
        return false;
    }
}

static bool has_known_defect(differ *d, term_id t)
{
    bool found = false;
    vec_clear(&d->order);
    term_postorder(d->bank, &t, 1, &d->order);
    for (size_t i = 0; i < d->order.n && !found; i++)
        found = is_known_defect(d->bank, d->order.at[i]);
    return found;
}

static void one_term(differ *d, term_id t)
{
    differential_report *r = d->report;
    bool by_solver;
    bool fresh;
    if (!t)
        return;
    map_insert(&d->seen, t, &fresh);
    if (!fresh || term_op_of(d->bank, t) == OP_CONST)
        return;
    if (has_known_defect(d, t)) {
        r->known++;
        return;
    }
    vec_clear(&d->facts);
    model_clear(d->model);
    value_id v = evaluate(d, t);
    if (!v) {
        r->open++;
        return;
    }
    r->terms++;
    for (size_t i = 0; i < d->order.n; i++)
        r->operators[term_op_of(d->bank, d->order.at[i])]++;
    z3t_push(d->translator);
    verdict answer = compare(d, t, v, &by_solver);
    if (answer == AGREE) {
        r->simplified += !by_solver;
        r->solved += by_solver;
        r->chosen += d->facts.n > 0;
    } else if (answer == REFUSED) {
        r->refused++;
    } else if (answer == UNDECIDED) {
        r->undecided++;
    } else {
        r->wrong++;
    }
    z3t_pop(d->translator, 1);
}

/* Mostly floats; also what is asked of them. */
static sort_id float_sort(random_terms *g)
{
    for (;;) {
        sort_id sort = rng_below(&g->random, 12) ? random_sort(g) : SORT_ID_REAL;
        if (sort_kind_of(g->bank, sort) == SORT_FP || rng_below(&g->random, 2))
            return sort;
    }
}

static term_id any_term(random_terms *g, unsigned depth)
{
    return random_term(g, random_sort(g), depth);
}

static term_id float_term(random_terms *g, unsigned depth)
{
    return random_term(g, float_sort(g), depth);
}

/* Mostly membership of a short word. */
static term_id regex_term(random_terms *g, unsigned depth)
{
    if (rng_below(&g->random, 3) == 0)
        return random_term(g, rng_below(&g->random, 3) ? SORT_ID_STRING : SORT_ID_BOOL, depth);
    term_id word = random_term(g, SORT_ID_STRING, (unsigned)rng_below(&g->random, 2));
    return term_make2(g->bank, OP_STR_IN_RE, word, random_term(g, SORT_ID_REGLAN, depth));
}

/* All theories in one term, by the generator that campaigns use. */
static term_id mixed_term(random_terms *g, unsigned depth)
{
    vec_u32 sorts = {0};
    generate_sorts(g->bank, GENERATE_ALL, &sorts);
    generate_config config = {.sorts = sorts.at, .n_sorts = sorts.n};
    sort_id sort;
    do
        sort = sorts.at[rng_below(&g->random, sorts.n)];
    while (sort == SORT_ID_REGLAN);
    term_id t = generate_term(g->bank, &g->random, &config, sort, depth);
    vec_free(&sorts);
    return t;
}

static const struct {
    const char *name;
    unsigned theories;
    term_id (*make)(random_terms *, unsigned depth);
    unsigned depth;
} table[DIFFERENTIAL_THEORIES] = {
    {"core and bit-vectors", THEORY_CORE | THEORY_BV, any_term, 4},
    {"arithmetic", THEORY_CORE | THEORY_ARITH, any_term, 4},
    {"integers and bits", THEORY_CORE | THEORY_ARITH | THEORY_BV, any_term, 3},
    {"floats", THEORY_CORE | THEORY_FP | THEORY_BV, float_term, 2},
    {"strings", THEORY_CORE | THEORY_STRING, any_term, 3},
    {"regular expressions", THEORY_CORE | THEORY_STRING | THEORY_REGEX, regex_term, 3},
    {"arrays", THEORY_CORE | THEORY_ARRAY | THEORY_ARITH | THEORY_BV, any_term, 4},
    {"all together", 0, mixed_term, 5},
};

const char *differential_name(unsigned theory)
{
    return table[theory].name;
}

static void stop(differ *d)
{
    z3t_free(d->translator);
    Z3_solver_dec_ref(d->context, d->quick);
    Z3_solver_dec_ref(d->context, d->thorough);
    Z3_del_context(d->context);
    eval_free(d->evaluator);
    model_free(d->model);
    random_terms_free(&d->terms);
    vec_free(&d->facts);
    vec_free(&d->order);
    map_free(&d->nodes);
    map_free(&d->seen);
    bank_free(d->bank);
}

void differential_run(unsigned theory, uint64_t count, uint64_t seed, differential_report *report)
{
    differ d = {.bank = bank_new(false), .report = report};
    *report = (differential_report){.examples = STRBUF_INIT, .puzzles = STRBUF_INIT};
    start(&d);
    random_terms_init(&d.terms, d.bank, table[theory].theories, seed);
    d.model = model_new(d.bank);
    eval_config config = {.fuel = 1 << 16};
    d.evaluator = eval_new(d.model, &config);
    while (report->terms + report->open < count) {
        random_terms_renew(&d.terms);
        unsigned depth = 1 + (unsigned)rng_below(&d.terms.random, table[theory].depth);
        one_term(&d, table[theory].make(&d.terms, depth));
    }
    stop(&d);
}
