#include "closed_random.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/rng.h"
#include "process/group.h"
#include "random_boxes.h"
#include "smtlib/print/printer.h"
#include "smtlib/read/reader.h"
#include "solve/closed/closed.h"
#include "term/core/subst.h"
#include "term/core/walk.h"

enum {
    SORTS = RANDOM_BOX_WIDTHS + 3,
    VARIABLES = 2,
    DEPTH = 3,
    ROUNDS = 1,
    STEPS = 4, /* of a mode that does only one thing */
    THRIFT = 40,
    JUDGE_LIMIT = 1000000
};

#define RANDOM_LIMITS_SECONDS 0.1

/* What a block of formulas has in common. */
typedef struct block {
    term_bank *bank;
    symtab *table;
    box_set *boxes;
    engine *smt, *judge;
    decl_id box[RANDOM_BOXES], known[RANDOM_BOXES];
    sort_id sorts[SORTS]; /* Bool, Int, Float32, bit-vectors */
    term_id variables[SORTS][VARIABLES];
    char path[64];
} block;
enum { BOOL, INT, FLOAT, FIRST_BITS };

/* ---- Blocks ---------------------------------------------------------------------------------- */

static decl_id declaration(block *k, uint32_t i, const char *suffix)
{
    char text[16];
    uint32_t id = 0;
    snprintf(text, sizeof text, "b%u%s", i, suffix);
    symtab_kind kind = symtab_find(k->table, symbol_make(k->bank, text), &id);
    if (kind != SYMTAB_DECL)
        abort();
    return id;
}

static void read_definitions(block *k, const strbuf *text)
{
    smt_reader *reader = smt_reader_text(k->table, "boxes", text->text, text->n);
    smt_command command = {0};
    smt_status status;
    while ((status = smt_reader_next(reader, &command)) == SMT_OK)
        continue;
    if (status == SMT_ERROR) {
        fprintf(stderr, "%s\n", smt_reader_error(reader));
        abort();
    }
    smt_command_free(&command);
    smt_reader_free(reader);
}

static void make_variables(block *k, const random_boxes *library)
{
    k->sorts[BOOL] = SORT_ID_BOOL;
    k->sorts[INT] = SORT_ID_INT;
    k->sorts[FLOAT] = sort_fp(k->bank, 8, 24);
    for (int i = 0; i < RANDOM_BOX_WIDTHS; i++)
        k->sorts[FIRST_BITS + i] = sort_bv(k->bank, library->widths[i]);
    for (int i = 0; i < SORTS; i++)
        for (int v = 0; v < VARIABLES; v++) {
            char name[16];
            snprintf(name, sizeof name, "v%d_%d", i, v);
            decl_id d = decl_constant(k->bank, symbol_make(k->bank, name), k->sorts[i]);
            k->variables[i][v] = term_app(k->bank, d, NULL, 0);
        }
}

static void bind_boxes(block *k, const random_boxes *library)
{
    snprintf(k->path, sizeof k->path, "/tmp/tandem-boxes-XXXXXX.c");
    int file = mkstemps(k->path, 2);
    if (file < 0 || write(file, library->c.text, library->c.n) != (ssize_t)library->c.n)
        abort();
    close(file);
    const char *libraries[] = {k->path};
    k->boxes = boxes_new(k->bank, &(box_config){.libraries = libraries, .n_libraries = 1});
    for (uint32_t i = 0; i < RANDOM_BOXES; i++) {
        k->box[i] = declaration(k, i, "");
        k->known[i] = declaration(k, i, "!");
        char *error = NULL;
        if (!boxes_bind(k->boxes, &(box_declaration){.decl = k->box[i]}, &error)) {
            fprintf(stderr, "%s\n", error);
            abort();
        }
    }
}

static engine *make_engine(term_bank *b)
{
    char *error = NULL;
    engine_config config = {.command = "z3", .want_models = true, .want_cores = true};
    engine *e = engine_new(b, &config, &error);
    if (!e)
        abort();
    return e;
}

static void open_block(block *k, uint64_t number)
{
    random_boxes library;
    random_boxes_make(&library, number);
    k->bank = bank_new(true);
    k->table = symtab_new(k->bank);
    read_definitions(k, &library.smt);
    make_variables(k, &library);
    bind_boxes(k, &library);
    k->smt = make_engine(k->bank);
    k->judge = make_engine(k->bank);
    random_boxes_free(&library);
}

static void close_block(block *k)
{
    engine_free(k->smt);
    engine_free(k->judge);
    boxes_free(k->boxes);
    symtab_free(k->table);
    bank_free(k->bank);
    unlink(k->path);
}

/* ---- Formulas -------------------------------------------------------------------------------- */

static term_id random_term(block *k, rng *r, int sort, int depth);

static int sort_number(const block *k, sort_id s)
{
    for (int i = 0; i < SORTS; i++)
        if (k->sorts[i] == s)
            return i;
    abort();
}

/* A call of one of the boxes of that result; 0: there is none. */
static term_id call(block *k, rng *r, int sort, int depth)
{
    uint32_t first = (uint32_t)rng_below(r, RANDOM_BOXES);
    for (uint32_t i = 0; i < RANDOM_BOXES; i++) {
        decl_id d = k->box[(first + i) % RANDOM_BOXES];
        if (decl_range(k->bank, d) != k->sorts[sort])
            continue;
        term_id args[2];
        uint32_t n = decl_arity(k->bank, d);
        for (uint32_t a = 0; a < n; a++)
            args[a] = random_term(k, r, sort_number(k, decl_domain(k->bank, d, a)), depth - 1);
        return term_app(k->bank, d, args, n);
    }
    return 0;
}

static term_id leaf(block *k, rng *r, int sort)
{
    term_bank *b = k->bank;
    if (!rng_one_in(r, 3))
        return k->variables[sort][rng_below(r, VARIABLES)];
    uint64_t word = rng_one_in(r, 2) ? rng_below(r, 8) : rng_next(r);
    switch (sort) {
    case BOOL:
        return term_bool(word & 1);
    case INT:
        return term_const(b, value_int(b, (int64_t)(word % 41) - 20));
    case FLOAT:
        return term_const(b, value_fp_u64(b, k->sorts[FLOAT], (word & 0x7ff) << 20));
    default:
        return term_const(b, value_bv_u64(b, sort_bv_width(b, k->sorts[sort]), word));
    }
}

static term_id relation(block *k, rng *r, int depth)
{
    static const term_op bits[] = {OP_EQ, OP_EQ, OP_DISTINCT, OP_BVULT, OP_BVSLE},
                         ints[] = {OP_EQ, OP_EQ, OP_DISTINCT, OP_LT, OP_GE},
                         floats[] = {OP_EQ, OP_FP_EQ, OP_FP_LT, OP_FP_LEQ, OP_FP_EQ};
    uint64_t which = rng_below(r, 64);
    int sort = which == 0  ? FLOAT
               : which < 9 ? INT
                           : FIRST_BITS + (int)rng_below(r, RANDOM_BOX_WIDTHS);
    const term_op *ops = sort == FLOAT ? floats : sort == INT ? ints : bits;
    term_id x = random_term(k, r, sort, depth), y = random_term(k, r, sort, depth - 1);
    return term_make2(k->bank, ops[rng_below(r, 5)], x, y);
}

static term_id truth(block *k, rng *r, int depth)
{
    term_bank *b = k->bank;
    uint64_t which = rng_below(r, 8);
    if (which == 0)
        return term_not(b, random_term(k, r, BOOL, depth - 1));
    if (which < 3 && depth > 1) {
        static const term_op ops[] = {OP_OR, OP_XOR, OP_AND};
        term_id x = random_term(k, r, BOOL, depth - 1), y = random_term(k, r, BOOL, depth - 1);
        return term_make2(b, ops[rng_below(r, 3)], x, y);
    }
    return relation(k, r, depth);
}

static term_id operation(block *k, rng *r, int sort, int depth)
{
    static const term_op bits[] = {OP_BVADD, OP_BVSUB, OP_BVAND,  OP_BVOR,
                                   OP_BVXOR, OP_BVSHL, OP_BVLSHR, OP_BVMUL};
    term_bank *b = k->bank;
    term_id x = random_term(k, r, sort, depth - 1);
    if (sort == FLOAT)
        return term_make1(b, rng_one_in(r, 2) ? OP_FP_NEG : OP_FP_ABS, x);
    if (sort == INT && rng_one_in(r, 3))
        return term_make2(b, OP_MUL, term_const(b, value_int(b, (int64_t)rng_below(r, 7) - 3)), x);
    term_id y = random_term(k, r, sort, depth - 1);
    if (sort == INT)
        return term_make2(b, rng_one_in(r, 2) ? OP_ADD : OP_SUB, x, y);
    /* products of wide numbers are hard for the judge */
    bool wide = sort_bv_width(b, k->sorts[sort]) > 8;
    return term_make2(b, bits[rng_below(r, sizeof bits / sizeof *bits - wide)], x, y);
}

static term_id random_term(block *k, rng *r, int sort, int depth)
{
    if (depth <= 0 || rng_one_in(r, 5))
        return sort == BOOL && depth > 0 ? relation(k, r, depth - 1) : leaf(k, r, sort);
    if (rng_one_in(r, 2)) {
        term_id t = call(k, r, sort, depth);
        if (t)
            return t;
    }
    if (sort == BOOL)
        return truth(k, r, depth);
    if (!rng_one_in(r, 8))
        return operation(k, r, sort, depth);
    term_id p = truth(k, r, depth - 1), x = random_term(k, r, sort, depth - 1);
    return term_make3(k->bank, OP_ITE, p, x, random_term(k, r, sort, depth - 1));
}

/* ---- The judge ------------------------------------------------------------------------------- */

/* The formula with the definitions in place of the boxes. */
static term_id opened(block *k, term_id t)
{
    term_bank *b = k->bank;
    term_vec order = {0}, args = {0};
    vec_u32 now = {0};
    term_postorder(b, &t, 1, &order);
    vec_resize(&now, t + 1);
    for (size_t i = 0; i < order.n; i++) {
        term_id u = order.at[i], v = u;
        vec_clear(&args);
        for (uint32_t a = 0; a < term_arity(b, u); a++)
            vec_push(&args, now.at[term_arg(b, u, a)]);
        if (args.n)
            v = term_rebuild(b, u, args.at);
        for (uint32_t x = 0; x < RANDOM_BOXES && term_op_of(b, u) == OP_APP; x++)
            if (term_decl(b, u) == k->box[x])
                v = term_app(b, k->known[x], args.at, (uint32_t)args.n);
        now.at[u] = v;
    }
    term_id result = term_expand_definitions(b, now.at[t]);
    vec_free(&order);
    vec_free(&args);
    vec_free(&now);
    return result;
}

static engine_answer ask(block *k, const term_vec *formulas)
{
    engine_limits limits = {.rlimit = JUDGE_LIMIT};
    engine_push(k->judge);
    for (size_t i = 0; i < formulas->n; i++)
        engine_assert(k->judge, formulas->at[i]);
    engine_answer answer = engine_check(k->judge, NULL, 0, &limits);
    engine_pop(k->judge, 1);
    return answer;
}

/* Z3's word on the formulas; on sat it is first asked about our model, which is easier. */
static engine_answer judge(block *k, const term_id *formulas, size_t n, engine_answer ours,
                           const term_model *model)
{
    term_vec asked = {0};
    engine_answer answer = ENGINE_UNSAT;
    for (size_t i = 0; i < n; i++)
        vec_push(&asked, opened(k, formulas[i]));
    if (ours == ENGINE_SAT) {
        for (size_t i = 0; i < model_size(model); i++) {
            decl_id d = model_decl_at(model, i);
            vec_push(&asked, term_eq(k->bank, term_app(k->bank, d, NULL, 0),
                                     term_const(k->bank, model_value(model, d))));
        }
        answer = ask(k, &asked);
        asked.n = n;
    }
    if (answer != ENGINE_SAT)
        answer = ask(k, &asked);
    vec_free(&asked);
    return answer;
}

static void note_wrong(block *k, const term_id *formulas, size_t n, engine_answer got,
                       uint64_t number, closed_random_report *report)
{
    report->wrong++;
    strbuf_printf(&report->examples, "formula %llu: %s, Z3 says %s:", (unsigned long long)number,
                  got == ENGINE_SAT ? "sat" : "unsat", got == ENGINE_SAT ? "unsat" : "sat");
    for (size_t i = 0; i < n; i++) {
        strbuf_puts(&report->examples, "\n  ");
        smt_print_term(k->bank, formulas[i], NULL, &report->examples);
    }
    strbuf_putc(&report->examples, '\n');
}

static closed_mode mode_of(uint64_t number)
{
    switch (number % 32) {
    case 0:
        return CLOSED_CDFL;
    case 1:
        return CLOSED_ACTIVE;
    default:
        return CLOSED_AUTO;
    }
}

/* Mostly, the Int variables of the formulas are bounded: beyond bounds there is no end of trying.
 */
static void add_bounds(block *k, rng *r, term_id *formulas, size_t *n)
{
    term_bank *b = k->bank;
    vec_u32 decls = {0};
    term_vec parts = {0};
    term_free_decls(b, formulas, *n, &decls);
    for (size_t i = 0; i < decls.n; i++) {
        if (decl_arity(b, decls.at[i]) || decl_range(b, decls.at[i]) != SORT_ID_INT)
            continue;
        int64_t bound = 2 + (int64_t)rng_below(r, 20);
        term_id x = term_app(b, decls.at[i], NULL, 0);
        vec_push(&parts, term_make2(b, OP_LE, x, term_const(b, value_int(b, bound))));
        vec_push(&parts, term_make2(b, OP_GE, x, term_const(b, value_int(b, -bound))));
    }
    if (parts.n && !rng_one_in(r, 8))
        formulas[(*n)++] = term_and(b, parts.at, (uint32_t)parts.n);
    vec_free(&decls);
    vec_free(&parts);
}

/* Limits for formula `number`. The step counts that end a run may be large then: the clock ends it
 * too. */
static void draw_limits(uint64_t number, solve_limits *solve, fuzz_limits *fuzz)
{
    rng r;
    const limit_group groups[] = {{&solve_limits_table, solve}, {&fuzz_limits_table, fuzz}};
    rng_seed(&r, ~number);
    limits_randomise(&(limit_set){groups, 2}, &r);
}

static void run_one(block *k, uint64_t number, closed_random_report *report)
{
    rng r;
    rng_seed(&r, number);
    term_id formulas[4];
    size_t n = 1 + rng_below(&r, 3);
    for (size_t i = 0; i < n; i++)
        formulas[i] = random_term(k, &r, BOOL, DEPTH);
    add_bounds(k, &r, formulas, &n);
    term_model *model = model_new(k->bank);
    closed_config config = {.smt = k->smt,
                            .engine = {.command = "z3"},
                            .seed = number,
                            .mode = mode_of(number),
                            .max_iterations = mode_of(number) == CLOSED_AUTO ? ROUNDS : STEPS,
                            .thrift = THRIFT,
                            .no_guess = number % 64 != 2};
    solve_limits solve;
    fuzz_limits fuzz;
    if (report->random_limits) {
        draw_limits(number, &solve, &fuzz);
        config.limits = &solve;
        config.fuzz_limits = &fuzz;
        config.deadline = clock_wall() + RANDOM_LIMITS_SECONDS;
    }
    double start = clock_wall();
    closed_result got =
        closed_solve(&(closed_problem){k->bank, k->boxes, formulas, n, model}, &config);
    double middle = clock_wall();
    engine_answer wanted =
        got.answer == ENGINE_UNKNOWN ? ENGINE_UNKNOWN : judge(k, formulas, n, got.answer, model);
    report->seconds_ours += middle - start;
    report->seconds_judge += clock_wall() - middle;
    report->formulas++;
    report->sat += got.answer == ENGINE_SAT;
    report->unsat += got.answer == ENGINE_UNSAT;
    report->unknown += got.answer == ENGINE_UNKNOWN;
    report->open += wanted == ENGINE_UNKNOWN && got.answer != ENGINE_UNKNOWN;
    if (report->keep_unknowns && got.answer == ENGINE_UNKNOWN)
        strbuf_printf(&report->unknowns, "%llu (%s)\n", (unsigned long long)number,
                      got.reason ? got.reason : "");
    if (got.answer != wanted && got.answer != ENGINE_UNKNOWN && wanted != ENGINE_UNKNOWN)
        note_wrong(k, formulas, n, got.answer, number, report);
    closed_result_free(&got);
    model_free(model);
}

void closed_random_run(uint64_t first, uint64_t count, closed_random_report *report)
{
    for (uint64_t number = first; number < first + count;) {
        block k = {0};
        double start = group_cpu(getpid());
        uint64_t end = (number / CLOSED_RANDOM_BLOCK + 1) * CLOSED_RANDOM_BLOCK;
        open_block(&k, number / CLOSED_RANDOM_BLOCK);
        for (; number < end && number < first + count; number++)
            run_one(&k, number, report);
        report->seconds_cpu += group_cpu(getpid()) - start;
        close_block(&k);
    }
}

void closed_random_free(closed_random_report *report)
{
    strbuf_free(&report->examples);
    strbuf_free(&report->unknowns);
}
