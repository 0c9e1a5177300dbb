#include "race/grammar.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/alloc.h"
#include "base/map.h"
#include "base/options.h"
#include "term/core/walk.h"

enum { BV_NARROW = 8, BV_WIDE = 32 };
#define USES_MOST (UINT64_C(1) << 32) /* a tree may be exponentially larger than its terms */

/* ---- Theories -------------------------------------------------------------------------------- */

typedef struct theory {
    const char *name;
    void (*add)(grammar *g);
} theory;

static void add_sort(grammar *g, sort_id sort)
{
    for (size_t i = 0; i < g->sorts.n; i++)
        if (g->sorts.at[i] == sort)
            return;
    vec_push(&g->sorts, sort);
}

static void add_bool(grammar *g)
{
    add_sort(g, SORT_ID_BOOL);
}

static void add_int(grammar *g)
{
    add_sort(g, SORT_ID_INT);
}

static void add_real(grammar *g)
{
    add_sort(g, SORT_ID_REAL);
}

static void add_bv(grammar *g)
{
    add_sort(g, sort_bv(g->bank, BV_NARROW));
    add_sort(g, sort_bv(g->bank, BV_WIDE));
}

static void add_float(grammar *g, uint32_t exponent, uint32_t significand)
{
    add_sort(g, SORT_ID_RM);
    add_sort(g, sort_fp(g->bank, exponent, significand));
}

static void add_fp16(grammar *g)
{
    add_float(g, 5, 11);
}

static void add_fp32(grammar *g)
{
    add_float(g, 8, 24);
}

static void add_fp64(grammar *g)
{
    add_float(g, 11, 53);
}

static void add_fp(grammar *g)
{
    add_fp16(g);
    add_fp32(g);
    add_fp64(g);
}

static void add_strings(grammar *g)
{
    add_sort(g, SORT_ID_STRING);
    add_sort(g, SORT_ID_INT);
    add_sort(g, SORT_ID_REGLAN);
}

/* Arrays over what was named before them; over Int when nothing was. */
static void add_arrays(grammar *g)
{
    sort_id element = g->sorts.n ? g->sorts.at[g->sorts.n - 1] : SORT_ID_INT;
    if (element == SORT_ID_REGLAN || element == SORT_ID_RM || element == SORT_ID_BOOL)
        element = SORT_ID_INT;
    add_sort(g, element);
    add_sort(g, sort_array(g->bank, element, element));
}

static void add_functions(grammar *g)
{
    if (!g->sorts.n)
        add_int(g);
    size_t n = g->sorts.n;
    for (size_t i = 0; i < n; i++) {
        sort_id sort = g->sorts.at[i], domain[2] = {sort, sort};
        sort_kind kind = sort_kind_of(g->bank, sort);
        if (kind == SORT_REGLAN || kind == SORT_ROUNDING_MODE || kind == SORT_ARRAY)
            continue;
        char name[32];
        snprintf(name, sizeof name, "f%zu", i);
        vec_push(&g->functions, decl_new(g->bank, symbol_make(g->bank, name), domain, 2, sort));
    }
}

static const theory theories[] = {
    {"Bool", add_bool},       {"Int", add_int},       {"Real", add_real},    {"BV", add_bv},
    {"FP", add_fp},           {"FP16", add_fp16},     {"FP32", add_fp32},    {"FP64", add_fp64},
    {"Strings", add_strings}, {"Arrays", add_arrays}, {"UF", add_functions},
};
enum { THEORY_COUNT = sizeof theories / sizeof *theories };

static char *complain(const char *format, const char *word)
{
    strbuf message = STRBUF_INIT;
    strbuf_printf(&message, format, word);
    return strbuf_detach(&message);
}

static bool add_theory(grammar *g, const char *name, size_t n, char **error)
{
    for (size_t i = 0; i < THEORY_COUNT; i++)
        if (strlen(theories[i].name) == n && !strncasecmp(theories[i].name, name, n)) {
            theories[i].add(g);
            return true;
        }
    char *word = base_strndup(name, n);
    *error = complain("there is no theory '%s'; there are Bool, Int, Real, BV, FP, FP16, FP32, "
                      "FP64, Strings, Arrays and UF",
                      word);
    free(word);
    return false;
}

static bool add_theories(grammar *g, const char *list, char **error)
{
    for (const char *p = list; *p;) {
        size_t n = strcspn(p, ",+ ");
        if (n && !add_theory(g, p, n, error))
            return false;
        p += n + (p[n] != '\0');
    }
    if (g->sorts.n)
        return true;
    *error = base_strdup("which theory? FP, Strings, BV, Int, Real, Arrays, UF, Bool, or several "
                         "with commas between");
    return false;
}

/* ---- Constructs ------------------------------------------------------------------------------ */

bool grammar_plan(const grammar *g, rng *r, term_op op, sort_id sort, plan *p)
{
    generate_config config = {.sorts = g->sorts.at, .n_sorts = g->sorts.n};
    generator gen = {.b = g->bank, .r = r, .config = &config};
    return generate_plan(&gen, op, sort, p);
}

/* Whether some sort of the palette can be made by the operator: a few tries, as plans are random.
 */
static bool can_occur(grammar *g, term_op op)
{
    enum { TRIES = 32 };
    rng r;
    rng_seed(&r, op);
    for (size_t i = 0; i <= g->sorts.n; i++)
        for (int k = 0; k < TRIES; k++) {
            plan p;
            sort_id sort = i < g->sorts.n ? g->sorts.at[i] : SORT_ID_BOOL;
            if (grammar_plan(g, &r, op, sort, &p))
                return true;
        }
    return false;
}

/* Operators that are no part of the standard's theories: solvers differ in what they know. */
static bool is_common(term_op op)
{
    switch (op) {
#define RACE_UNCOMMON(name) case OP_##name:
#include "race/uncommon.def"
#undef RACE_UNCOMMON
        return false;
    default:
        return true;
    }
}

static double default_weight(const grammar *g, term_op op)
{
    switch (op) {
    case OP_NOT:
    case OP_IMPLIES:
    case OP_AND:
    case OP_OR:
    case OP_XOR:
    case OP_ITE:
        return g->sorts.n > 1 || g->sorts.at[0] != SORT_ID_BOOL ? g->limits->connective_weight : 1;
    default:
        return 1;
    }
}

static void add_construct(grammar *g, const char *name, term_op op, term_id value, bool on)
{
    construct c = {.name = base_strdup(name), .op = op, .value = value, .on = on};
    vec_push(&g->constructs, c);
    if (!op)
        return;
    g->weights[op] = on ? default_weight(g, op) : 0;
    g->by_op[op] = g->constructs.n;
}

/* The standard's name, and from what where it names several operators. */
static const char *name_of(term_op op)
{
    switch (op) {
    case OP_NEG:
        return "-/1";
    case OP_FP_FROM_BITS:
        return "to_fp/bits";
    case OP_FP_FROM_FP:
        return "to_fp/float";
    case OP_FP_FROM_REAL:
        return "to_fp/real";
    case OP_FP_FROM_SBV:
        return "to_fp/signed";
    default:
        return term_op_text(op);
    }
}

static void add_operators(grammar *g)
{
    for (int op = 1; op < OP_COUNT; op++)
        if (generate_is_ordinary((term_op)op) && *term_op_text((term_op)op) &&
            can_occur(g, (term_op)op))
            add_construct(g, name_of((term_op)op), (term_op)op, 0, is_common((term_op)op));
    if (g->functions.n)
        add_construct(g, "uf", OP_APP, 0, true);
}

static void add_modes(grammar *g)
{
    static const char *const names[] = {"RNE", "RNA", "RTP", "RTN", "RTZ"};
    static const fp_rounding modes[] = {RM_RNE, RM_RNA, RM_RTP, RM_RTN, RM_RTZ};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        add_construct(g, names[i], OP_NONE, term_const(g->bank, value_rm(g->bank, modes[i])), true);
}

/* NaN, infinities and zeros of one format. */
static void add_specials(grammar *g, sort_id sort)
{
    uint32_t e = sort_fp_exponent(g->bank, sort), m = sort_fp_significand(g->bank, sort);
    uint64_t infinity = ((UINT64_C(1) << e) - 1) << (m - 1), sign = UINT64_C(1) << (e + m - 1);
    const struct {
        const char *name;
        uint64_t bits;
    } specials[] = {{"NaN", infinity | UINT64_C(1) << (m - 2)},
                    {"+oo", infinity},
                    {"-oo", infinity | sign},
                    {"+zero", 0},
                    {"-zero", sign}};
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++) {
        strbuf name = STRBUF_INIT;
        strbuf_printf(&name, "%s/%u", specials[i].name, e + m);
        value_id v = value_fp_u64(g->bank, sort, specials[i].bits);
        add_construct(g, name.text, OP_NONE, term_const(g->bank, v), true);
        strbuf_free(&name);
    }
}

static void add_values(grammar *g)
{
    for (size_t i = 0; i < g->sorts.n; i++) {
        if (g->sorts.at[i] == SORT_ID_RM)
            add_modes(g);
        if (sort_kind_of(g->bank, g->sorts.at[i]) == SORT_FP)
            add_specials(g, g->sorts.at[i]);
    }
}

size_t grammar_find(const grammar *g, const char *name)
{
    for (size_t i = 0; i < g->constructs.n; i++)
        if (!strcmp(g->constructs.at[i].name, name))
            return i;
    return SIZE_MAX;
}

void grammar_disable(grammar *g, size_t which)
{
    g->constructs.at[which].on = false;
    if (g->constructs.at[which].op)
        g->weights[g->constructs.at[which].op] = 0;
}

/* The standard has no variables of sort RegLan, and solvers refuse them. */
static void add_variables(grammar *g, uint32_t each)
{
    vec_u32 sorts = {0};
    for (size_t i = 0; i < g->sorts.n; i++)
        if (g->sorts.at[i] != SORT_ID_REGLAN)
            vec_push(&sorts, g->sorts.at[i]);
    generate_variables(g->bank, &sorts, each, &g->variables);
    vec_free(&sorts);
}

/* ---- Making and freeing ---------------------------------------------------------------------- */

grammar *grammar_new(term_bank *b, const grammar_config *config, char **error)
{
    grammar *g = base_alloc_zero(1, sizeof *g);
    g->bank = b;
    g->assertions = config->assertions;
    g->depth = config->depth;
    g->limits = LIMITS_OR(config->limits, race_limits_default);
    g->constants = (uint32_t)g->limits->constants_percent;
    g->logic = symbol_make(b, "ALL");
    bool good = add_theories(g, config->theories, error);
    if (good) {
        add_operators(g);
        add_values(g);
        add_variables(g, config->variables);
        good = !config->file || grammar_read(g, config->file, error);
    }
    if (!good) {
        grammar_free(g);
        return NULL;
    }
    return g;
}

void grammar_free(grammar *g)
{
    if (!g)
        return;
    for (size_t i = 0; i < g->constructs.n; i++)
        free(g->constructs.at[i].name);
    vec_free(&g->constructs);
    vec_free(&g->sorts);
    vec_free(&g->variables);
    vec_free(&g->functions);
    for (size_t i = 0; i < g->seeds.n; i++)
        formula_free(&g->seeds.at[i]);
    vec_free(&g->seeds);
    free(g);
}

/* ---- Formulas -------------------------------------------------------------------------------- */

static generate_config config_of(const grammar *g)
{
    return (generate_config){.sorts = g->sorts.at,
                             .n_sorts = g->sorts.n,
                             .variables = g->variables.at,
                             .n_variables = g->variables.n,
                             .constants = g->constants,
                             .weights = g->weights,
                             .functions = g->functions.at,
                             .n_functions = g->weights[OP_APP] > 0 ? g->functions.n : 0};
}

term_id grammar_term(const grammar *g, rng *r, sort_id sort, uint32_t depth)
{
    generate_config config = config_of(g);
    return generate_term(g->bank, r, &config, sort, depth);
}

/* A predicate over other sorts than Bool; 0: the grammar has none. */
static term_id predicate(const grammar *g, rng *r, uint32_t depth)
{
    generate_config config = config_of(g);
    for (uint64_t i = 0; i < g->limits->predicate_tries; i++) {
        const construct *c = &g->constructs.at[rng_below(r, g->constructs.n)];
        if (!c->op || c->op == OP_APP || rng_unit(r) >= g->weights[c->op])
            continue;
        term_id t = generate_predicate(g->bank, r, &config, c->op, depth);
        if (t)
            return t;
    }
    return 0;
}

void grammar_generate_sized(const grammar *g, rng *r, uint32_t assertions, uint32_t depth,
                            formula *f)
{
    *f = (formula){.logic = g->logic};
    while (f->assertions.n < assertions) {
        term_id t = predicate(g, r, depth);
        vec_push(&f->assertions, t ? t : grammar_term(g, r, SORT_ID_BOOL, depth));
    }
}

void grammar_generate(const grammar *g, rng *r, formula *f)
{
    grammar_generate_sized(g, r, g->assertions, g->depth, f);
}

size_t grammar_construct_of(const grammar *g, term_id t)
{
    term_op op = term_op_of(g->bank, t);
    if (g->by_op[op])
        return op != OP_APP || term_arity(g->bank, t) ? g->by_op[op] - 1 : SIZE_MAX;
    if (op != OP_CONST)
        return SIZE_MAX;
    for (size_t i = g->constructs.n; i-- && g->constructs.at[i].value;) /* they come last */
        if (g->constructs.at[i].value == t)
            return i;
    return SIZE_MAX;
}

void grammar_count(const grammar *g, const formula *f, double *counts)
{
    term_vec order = {0};
    map uses = {0}; /* occurrences in the trees */
    memset(counts, 0, g->constructs.n * sizeof *counts);
    term_postorder(g->bank, f->assertions.at, f->assertions.n, &order);
    for (size_t i = 0; i < f->assertions.n; i++)
        ++*map_insert(&uses, f->assertions.at[i], NULL);
    for (size_t i = order.n; i--;) { /* users before what they use */
        term_id t = order.at[i];
        uint64_t n = map_get(&uses, t, 0);
        size_t c = grammar_construct_of(g, t);
        if (c != SIZE_MAX)
            counts[c] += (double)n;
        for (uint32_t k = 0; k < term_arity(g->bank, t); k++) {
            uint64_t *below = map_insert(&uses, term_arg(g->bank, t, k), NULL);
            *below = *below + n > USES_MOST ? USES_MOST : *below + n;
        }
    }
    map_free(&uses);
    vec_free(&order);
}
