/* Random small formulas over boxes whose definitions the test knows and the solver does not: no
 * wrong sat and no wrong unsat, compared with Z3 on the formula with the definitions put in. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/rng.h"
#include "smtlib/printer.h"
#include "smtlib/reader.h"
#include "solve/closed.h"
#include "term/subst.h"
#include "term/walk.h"
#include "test.h"

static const char C_SIDE[] =
    "#include <stdint.h>\n#include <stdbool.h>\n"
    "uint8_t mix(uint8_t x) { return (uint8_t)(x * 5 + 1) ^ (x >> 3); }\n"
    "uint8_t blend(uint8_t x, uint8_t y) { return x > y ? x - y : (uint8_t)(x * y); }\n"
    "bool odd_sum(uint16_t x) { uint8_t n = 0; for (; x; x >>= 1) n += x & 1; return n & 1; }\n"
    "uint32_t step(uint32_t x) { return x & 1 ? 3 * x + 1 : x / 2; }\n";

static const char SMT_SIDE[] =
    "(declare-fun mix ((_ BitVec 8)) (_ BitVec 8))"
    "(declare-fun blend ((_ BitVec 8) (_ BitVec 8)) (_ BitVec 8))"
    "(declare-fun odd_sum ((_ BitVec 16)) Bool)"
    "(declare-fun step ((_ BitVec 32)) (_ BitVec 32))"
    "(define-fun mix! ((x (_ BitVec 8))) (_ BitVec 8)"
    "  (bvxor (bvadd (bvmul x #x05) #x01) (bvlshr x #x03)))"
    "(define-fun blend! ((x (_ BitVec 8)) (y (_ BitVec 8))) (_ BitVec 8)"
    "  (ite (bvugt x y) (bvsub x y) (bvmul x y)))"
    "(define-fun odd_sum! ((x (_ BitVec 16))) Bool (= #b1 (bvxor"
    "  ((_ extract 0 0) x) ((_ extract 1 1) x) ((_ extract 2 2) x) ((_ extract 3 3) x)"
    "  ((_ extract 4 4) x) ((_ extract 5 5) x) ((_ extract 6 6) x) ((_ extract 7 7) x)"
    "  ((_ extract 8 8) x) ((_ extract 9 9) x) ((_ extract 10 10) x) ((_ extract 11 11) x)"
    "  ((_ extract 12 12) x) ((_ extract 13 13) x) ((_ extract 14 14) x) ((_ extract 15 15) x))))"
    "(define-fun step! ((x (_ BitVec 32))) (_ BitVec 32)"
    "  (ite (= ((_ extract 0 0) x) #b1) (bvadd (bvmul x #x00000003) #x00000001)"
    "       (bvudiv x #x00000002)))";

enum { MIX, BLEND, ODD_SUM, STEP, BOXES };

typedef struct fixture {
    term_bank *bank;
    symtab *table;
    box_set *boxes;
    engine *smt;
    decl_id box[BOXES], known[BOXES];
    term_id vars[6]; /* two of width 8, 16 and 32 */
    char path[64];
} fixture;

static decl_id declaration(fixture *f, const char *name, const char *suffix)
{
    char text[64];
    uint32_t id;
    snprintf(text, sizeof text, "%s%s", name, suffix);
    CHECK(symtab_find(f->table, symbol_make(f->bank, text), &id) == SYMTAB_DECL);
    return id;
}

static void set_up(fixture *f)
{
    static const char *const names[] = {"mix", "blend", "odd_sum", "step"};
    snprintf(f->path, sizeof f->path, "/tmp/tandem-boxes-XXXXXX.c");
    int file = mkstemps(f->path, 2);
    CHECK(file >= 0 && write(file, C_SIDE, sizeof C_SIDE - 1) == (ssize_t)sizeof C_SIDE - 1);
    close(file);
    f->bank = bank_new(true);
    f->table = symtab_new(f->bank);
    smt_reader *reader = smt_reader_text(f->table, "boxes", SMT_SIDE, sizeof SMT_SIDE - 1);
    smt_command command = {0};
    while (smt_reader_next(reader, &command) == SMT_OK)
        continue;
    smt_command_free(&command);
    smt_reader_free(reader);
    const char *libraries[] = {f->path};
    f->boxes = boxes_new(f->bank, &(box_config){.libraries = libraries, .n_libraries = 1});
    for (int i = 0; i < BOXES; i++) {
        f->box[i] = declaration(f, names[i], "");
        f->known[i] = declaration(f, names[i], "!");
        char *error = NULL;
        box_declaration d = {.decl = f->box[i]};
        CHECK_MSG(boxes_bind(f->boxes, &d, &error), "%s", error);
    }
    for (int i = 0; i < 6; i++) {
        char name[8];
        snprintf(name, sizeof name, "v%d", i);
        f->vars[i] = term_app(f->bank,
                              decl_constant(f->bank, symbol_make(f->bank, name),
                                            sort_bv(f->bank, UINT64_C(8) << i / 2)),
                              NULL, 0);
    }
    char *error = NULL;
    engine_config config = {.command = "z3", .want_models = true, .want_cores = true};
    f->smt = engine_new(f->bank, &config, &error);
    CHECK_MSG(f->smt, "%s", error);
}

static void tear_down(fixture *f)
{
    engine_free(f->smt);
    boxes_free(f->boxes);
    symtab_free(f->table);
    bank_free(f->bank);
    unlink(f->path);
}

static term_id random_bits(fixture *f, rng *r, uint32_t width, int depth);

static term_id call(fixture *f, rng *r, int which, int depth)
{
    term_id args[2];
    args[0] = random_bits(f, r, which == ODD_SUM ? 16 : which == STEP ? 32 : 8, depth - 1);
    if (which == BLEND)
        args[1] = random_bits(f, r, 8, depth - 1);
    return term_app(f->bank, f->box[which], args, which == BLEND ? 2 : 1);
}

static term_id random_bits(fixture *f, rng *r, uint32_t width, int depth)
{
    static const term_op ops[] = {OP_BVADD, OP_BVSUB, OP_BVMUL,  OP_BVAND, OP_BVOR,
                                  OP_BVXOR, OP_BVSHL, OP_BVLSHR, OP_BVUREM};
    term_bank *b = f->bank;
    if (depth <= 0 || rng_one_in(r, 4)) {
        if (rng_one_in(r, 3))
            return term_const(
                b, value_bv_u64(b, width, rng_one_in(r, 2) ? rng_below(r, 8) : rng_next(r)));
        int first = width == 8 ? 0 : width == 16 ? 2 : 4;
        return f->vars[first + (int)rng_below(r, 2)];
    }
    if (width == 8 && rng_one_in(r, 2))
        return call(f, r, rng_one_in(r, 2) ? MIX : BLEND, depth);
    if (width == 32 && rng_one_in(r, 2))
        return call(f, r, STEP, depth);
    if (width == 16 && rng_one_in(r, 3))
        return term_make2(b, OP_CONCAT, random_bits(f, r, 8, depth - 1),
                          random_bits(f, r, 8, depth - 1));
    return term_make2(b, ops[rng_below(r, sizeof ops / sizeof *ops)],
                      random_bits(f, r, width, depth - 1), random_bits(f, r, width, depth - 1));
}

static term_id random_formula(fixture *f, rng *r, int depth)
{
    static const term_op relations[] = {OP_EQ, OP_BVULT, OP_BVSLE, OP_DISTINCT, OP_EQ};
    term_bank *b = f->bank;
    if (depth > 1 && rng_one_in(r, 3)) {
        term_id x = random_formula(f, r, depth - 1), y = random_formula(f, r, depth - 1);
        return term_make2(b, rng_one_in(r, 2) ? OP_OR : OP_XOR, x, y);
    }
    if (rng_one_in(r, 5))
        return call(f, r, ODD_SUM, depth);
    if (rng_one_in(r, 6))
        return term_not(b, random_formula(f, r, depth - 1));
    uint32_t width = rng_one_in(r, 2) ? 8 : rng_one_in(r, 2) ? 16 : 32;
    return term_make2(b, relations[rng_below(r, 5)], random_bits(f, r, width, depth),
                      random_bits(f, r, width, depth));
}

/* The formula with the definitions in place of the boxes. */
static term_id opened(fixture *f, term_id t)
{
    term_vec order = {0}, from = {0}, to = {0};
    for (bool again = true; again;) { /* innermost calls first */
        again = false;
        vec_clear(&order);
        term_postorder(f->bank, &t, 1, &order);
        for (size_t i = 0; i < order.n && !again; i++) {
            term_id u = order.at[i];
            if (term_op_of(f->bank, u) != OP_APP)
                continue;
            for (int k = 0; k < BOXES && !again; k++)
                if (term_decl(f->bank, u) == f->box[k]) {
                    term_id v = term_app(f->bank, f->known[k], term_args(f->bank, u),
                                         term_arity(f->bank, u));
                    t = term_substitute(f->bank, t, &u, &v, 1);
                    again = true;
                }
        }
    }
    vec_free(&order);
    vec_free(&from);
    vec_free(&to);
    return term_expand_definitions(f->bank, t);
}

static engine_answer expected(fixture *f, const term_id *formulas, size_t n)
{
    engine_limits limits = {.seconds = 5};
    engine_push(f->smt);
    for (size_t i = 0; i < n; i++)
        engine_assert(f->smt, opened(f, formulas[i]));
    engine_answer answer = engine_check(f->smt, NULL, 0, &limits);
    engine_pop(f->smt, 1);
    return answer;
}

static void complain(fixture *f, const term_id *formulas, size_t n, engine_answer got,
                     engine_answer wanted, uint64_t seed)
{
    strbuf text = STRBUF_INIT;
    for (size_t i = 0; i < n; i++) {
        strbuf_putc(&text, '\n');
        smt_print_term(f->bank, formulas[i], NULL, &text);
    }
    test_fail(__FILE__, __LINE__, "seed %llu: answer %d, Z3 says %d:%s", (unsigned long long)seed,
              got, wanted, text.text);
}

TEST(no_wrong_answer_on_random_formulas)
{
    fixture f = {0};
    set_up(&f);
    uint64_t rounds =
        test_count(getenv("CLOSED_RANDOM") ? strtoull(getenv("CLOSED_RANDOM"), NULL, 10) : 400);
    uint64_t counts[3][3] = {{0}};
    for (uint64_t seed = 1; seed <= rounds; seed++) {
        rng r;
        rng_seed(&r, seed);
        bank_marks mark = bank_mark(f.bank);
        term_id formulas[3];
        size_t n = 1 + rng_below(&r, 3);
        for (size_t i = 0; i < n; i++)
            formulas[i] = random_formula(&f, &r, 3);
        term_model *model = model_new(f.bank);
        closed_config config = {.smt = f.smt,
                                .engine = {.command = "z3"},
                                .seed = seed,
                                .mode = seed % 8 == 0   ? CLOSED_CDFL
                                        : seed % 8 == 1 ? CLOSED_ACTIVE
                                                        : CLOSED_AUTO,
                                .deadline = clock_wall() + 0.5};
        closed_result got = closed_solve(f.bank, f.boxes, formulas, n, &config, model);
        engine_answer wanted = expected(&f, formulas, n);
        counts[got.answer][wanted]++;
        if (got.answer != wanted && got.answer != ENGINE_UNKNOWN && wanted != ENGINE_UNKNOWN)
            complain(&f, formulas, n, got.answer, wanted, seed);
        closed_result_free(&got);
        model_free(model);
        boxes_release(f.boxes, &mark);
        bank_release(f.bank, &mark);
    }
    uint64_t decided = rounds - counts[ENGINE_UNKNOWN][ENGINE_SAT] -
                       counts[ENGINE_UNKNOWN][ENGINE_UNSAT] -
                       counts[ENGINE_UNKNOWN][ENGINE_UNKNOWN];
    fprintf(stderr, "%llu formulas, %llu decided, %llu sat, %llu unsat\n",
            (unsigned long long)rounds, (unsigned long long)decided,
            (unsigned long long)counts[ENGINE_SAT][ENGINE_SAT],
            (unsigned long long)counts[ENGINE_UNSAT][ENGINE_UNSAT]);
    /* how many depends on the clock: a busy machine decides fewer in their half second */
    CHECK_MSG(decided * 3 >= rounds, "only %llu of %llu decided", (unsigned long long)decided,
              (unsigned long long)rounds);
    tear_down(&f);
}
