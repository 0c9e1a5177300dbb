/* Sweeps: domains against brute force, compiled loops against interpreted ones. */
#include <stdlib.h>
#include <string.h>

#include "fuzz_terms.h" /* before the boxes: it has a parameter of that name */

#include "fuzz/sweep/kernel.h"

static bool no_box(void *context, decl_id d)
{
    (void)context, (void)d;
    return false;
}

static const fuzz_compile_config NO_BOXES = {.is_box = no_box};

/* ---- Domains --------------------------------------------------------------------------------- */

static term_id small_constant(term_bank *b, rng *r, bool number)
{
    if (number)
        return term_const(b, value_int(b, (int64_t)rng_below(r, 61) - 20));
    return term_const(b, value_bv_u64(b, 8, rng_below(r, 256)));
}

/* A constraint on one of the constants, as sweeps know how to read them, or more. */
static term_id some_constraint(term_bank *b, rng *r, const term_id *x, bool number)
{
    static const term_op orders[] = {OP_BVULT, OP_BVULE, OP_BVSLT, OP_BVSLE};
    term_id c = small_constant(b, r, number), left = x[rng_below(r, 2)];
    bool swapped = rng_one_in(r, 2);
    uint64_t modulus = 1 + rng_below(r, 20), rest = rng_below(r, modulus + 1);
    switch (rng_below(r, 4)) {
    case 0:
        if (number)
            return term_eq(
                b, term_make2(b, OP_MOD, left, term_const(b, value_int(b, (int64_t)modulus))),
                term_const(b, value_int(b, (int64_t)rest)));
        return term_eq(b,
                       term_make2(b, OP_BVUREM, left, term_const(b, value_bv_u64(b, 8, modulus))),
                       term_const(b, value_bv_u64(b, 8, rest)));
    case 1: {
        term_id either[] = {term_eq(b, left, c), term_eq(b, left, small_constant(b, r, number)),
                            term_eq(b, left, small_constant(b, r, number))};
        return term_or(b, either, 3);
    }
    default: {
        term_op op = number ? (swapped ? OP_LT : OP_LE) : orders[rng_below(r, 4)];
        return swapped ? term_make2(b, op, left, c) : term_make2(b, op, c, left);
    }
    }
}

static bool holds(const fuzz_bytecode *p, fuzz_machine *m, const uint64_t *words)
{
    fuzz_run(p, words, m);
    for (size_t i = 0; i < p->roots.n; i++)
        if (!fuzz_holds(p, m, i))
            return false;
    return true;
}

/* Points of the domain that satisfy the constraints, each once, and the sum of their words. */
static uint64_t solutions_in(const sweep_domain *d, const fuzz_bytecode *p, fuzz_machine *m,
                             uint64_t *sum)
{
    uint64_t words[4] = {0}, n = 0;
    for (uint64_t point = 0; point < d->count; point++) {
        sweep_domain_point(d, point, words);
        if (!holds(p, m, words))
            continue;
        n++;
        *sum += hash_mix(words[0], p->inputs.n > 1 ? words[1] : 0);
    }
    return n;
}

static void check_domain(uint64_t seed, bool number)
{
    rng r;
    rng_seed(&r, seed);
    term_bank *b = bank_new(true);
    sort_id s = number ? SORT_ID_INT : sort_bv(b, 8);
    term_id x[] = {term_app(b, decl_constant(b, symbol_make(b, "x"), s), NULL, 0),
                   term_app(b, decl_constant(b, symbol_make(b, "y"), s), NULL, 0)};
    term_vec constraints = {0};
    for (unsigned i = 0; number && i < 2; i++) {
        vec_push(&constraints, term_make2(b, OP_LE, term_const(b, value_int(b, -30)), x[i]));
        vec_push(&constraints, term_make2(b, OP_LE, x[i], term_const(b, value_int(b, 70))));
    }
    for (uint64_t n = 1 + rng_below(&r, 5); n; n--)
        vec_push(&constraints, some_constraint(b, &r, x, number));
    const char *reason;
    fuzz_bytecode *p = fuzz_compile(b, constraints.at, constraints.n, &NO_BOXES, &reason);
    CHECK_MSG(p, "%s", reason);
    fuzz_machine m;
    fuzz_machine_init(&m, p);
    sweep_domain d;
    sweep_domain_init(&d, b, p, NULL, SWEEP_FILTER_MOST);
    uint64_t found_sum = 0, all_sum = 0, all = 0;
    uint64_t found = solutions_in(&d, p, &m, &found_sum);
    int64_t low = number ? -30 : 0, high = number ? 70 : 255;
    for (int64_t i = low; i <= high; i++)
        for (int64_t k = low; k <= (p->inputs.n > 1 ? high : low); k++) {
            uint64_t words[] = {(uint64_t)i, (uint64_t)k};
            if (p->inputs.n && holds(p, &m, words)) {
                all++;
                all_sum += hash_mix(words[0], p->inputs.n > 1 ? words[1] : 0);
            }
        }
    if (p->inputs.n) {
        CHECK_MSG(found == all && found_sum == all_sum, "seed %llu: %llu of %llu solutions",
                  (unsigned long long)seed, (unsigned long long)found, (unsigned long long)all);
    }
    for (size_t i = 0; i < p->roots.n; i++) /* what is left out of the loop holds everywhere */
        for (uint64_t point = 0; d.implied.at[i] && point < d.count; point++) {
            uint64_t words[4] = {0};
            sweep_domain_point(&d, point, words);
            fuzz_run(p, words, &m);
            CHECK(fuzz_holds(p, &m, i));
        }
    sweep_domain_free(&d);
    fuzz_machine_free(&m);
    fuzz_bytecode_free(p);
    vec_free(&constraints);
    bank_free(b);
}

TEST(a_domain_has_every_solution_once)
{
    for (uint64_t seed = 0; seed < 300; seed++)
        check_domain(seed, seed % 3 == 0);
}

/* Values far from each other: no interval and no bits would do. */
TEST(a_list_of_values_is_a_domain)
{
    term_bank *b = bank_new(true);
    term_id x = term_app(b, decl_constant(b, symbol_make(b, "x"), sort_bv(b, 64)), NULL, 0);
    static const uint64_t values[] = {5, UINT64_MAX, UINT64_C(1) << 40, 5, 77};
    term_vec either = {0};
    for (size_t i = 0; i < 5; i++)
        vec_push(&either, term_eq(b, x, term_const(b, value_bv_u64(b, 64, values[i]))));
    term_id constraint = term_or(b, either.at, 5);
    const char *reason;
    fuzz_bytecode *p = fuzz_compile(b, &constraint, 1, &NO_BOXES, &reason);
    sweep_domain d;
    sweep_domain_init(&d, b, p, NULL, SWEEP_FILTER_MOST);
    CHECK(d.count == 4);
    uint64_t sum = 0;
    for (uint64_t i = 0; i < d.count; i++) {
        uint64_t word;
        sweep_domain_point(&d, i, &word);
        sum += word;
    }
    CHECK(sum == 5 + UINT64_MAX + (UINT64_C(1) << 40) + 77);
    sweep_domain_free(&d);
    fuzz_bytecode_free(p);
    vec_free(&either);
    bank_free(b);
}

/* p * r = 10403, and no bound of either. */
TEST(divisors_are_a_domain)
{
    term_bank *b = bank_new(true);
    term_id p = term_app(b, decl_constant(b, symbol_make(b, "p"), SORT_ID_INT), NULL, 0);
    term_id r = term_app(b, decl_constant(b, symbol_make(b, "r"), SORT_ID_INT), NULL, 0);
    for (int64_t sign = -1; sign <= 1; sign += 2) {
        term_id constraint =
            term_eq(b, term_make2(b, OP_MUL, p, r), term_const(b, value_int(b, sign * 10403)));
        const char *reason;
        fuzz_bytecode *code = fuzz_compile(b, &constraint, 1, &NO_BOXES, &reason);
        fuzz_machine m;
        sweep_domain d;
        uint64_t sum = 0;
        fuzz_machine_init(&m, code);
        sweep_domain_init(&d, b, code, NULL, 0);
        CHECK(d.count == 64 && solutions_in(&d, code, &m, &sum) == 8);
        sweep_domain_free(&d);
        fuzz_machine_free(&m);
        fuzz_bytecode_free(code);
    }
    bank_free(b);
}

TEST(residues_of_large_numbers_are_those_of_unsigned_ones)
{
    const uint64_t low = UINT64_C(0x8000000000000123);
    term_bank *b = bank_new(true);
    term_id x = term_app(b, decl_constant(b, symbol_make(b, "x"), sort_bv(b, 64)), NULL, 0);
    term_id constraints[] = {
        term_make2(b, OP_BVULE, term_const(b, value_bv_u64(b, 64, low)), x),
        term_make2(b, OP_BVULE, x, term_const(b, value_bv_u64(b, 64, low + 1000))),
        term_eq(b, term_make2(b, OP_BVUREM, x, term_const(b, value_bv_u64(b, 64, 7))),
                term_const(b, value_bv_u64(b, 64, 3)))};
    const char *reason;
    fuzz_bytecode *p = fuzz_compile(b, constraints, 3, &NO_BOXES, &reason);
    fuzz_machine m;
    sweep_domain d;
    uint64_t sum = 0, wanted = 0, n = 0;
    fuzz_machine_init(&m, p);
    sweep_domain_init(&d, b, p, NULL, SWEEP_FILTER_MOST);
    for (uint64_t word = low; word <= low + 1000; word++)
        if (word % 7 == 3) {
            n++;
            wanted += hash_mix(word, 0);
        }
    CHECK(solutions_in(&d, p, &m, &sum) == n && sum == wanted && d.count == n);
    sweep_domain_free(&d);
    fuzz_machine_free(&m);
    fuzz_bytecode_free(p);
    bank_free(b);
}

/* ---- Loops ----------------------------------------------------------------------------------- */

/* A few words for each input, in a table; not so many that all combinations take long. */
static void some_domain(term_bank *b, rng *r, const fuzz_bytecode *p, sweep_domain *d)
{
    *d = (sweep_domain){.count = 1};
    for (size_t i = 0; i < p->inputs.n; i++) {
        uint64_t n = d->count < 1000 ? 4 : 1;
        sweep_axis x = {
            .kind = AXIS_TABLE, .width = 64, .count = n, .stride = d->count, .base = d->table.n};
        for (uint64_t k = 0; k < n; k++)
            vec_push(&d->table, pool_word(b, r, p->inputs.at[i].sort));
        vec_push(&d->axes, x);
        d->count *= n;
    }
    for (size_t i = 0; i < p->roots.n; i++)
        vec_push(&d->implied, 0);
}

static void check_loops(term_bank *b, rng *r, const fuzz_bytecode *p)
{
    sweep_domain d;
    fuzz_machine m;
    uint64_t at = 0, alive = 0, sums[1] = {0}, place = 0;
    some_domain(b, r, p, &d);
    fuzz_machine_init(&m, p);
    kernel_task t = {.p = p,
                     .domain = &d,
                     .machine = &m,
                     .words = base_alloc_zero(p->inputs.n + 1, sizeof(uint64_t)),
                     .sums = sums,
                     .at = &at,
                     .alive = &alive};
    kernel_task_init(&t);
    kernel *k = kernel_new(&t);
    if (!k)
        test_skip("no LLVM");
    uint64_t step = d.count > 5 ? d.count / 2 + 1 : d.count > 1;
    while (place < d.count) {
        uint64_t point = (uint64_t)((unsigned __int128)place * step % d.count);
        kernel_end mine = kernel_run(k, place, point, step, d.count - place);
        uint64_t mine_at = mine == KERNEL_DONE ? d.count : at;
        if (mine ==
            KERNEL_TRAP) { /* up to here the same; of the point itself the other knows more */
            kernel_end other = kernel_interpret(&t, place, point, step, mine_at - place);
            CHECK_MSG(other == KERNEL_DONE, "at %llu of %llu", (unsigned long long)at,
                      (unsigned long long)d.count);
        } else {
            kernel_end other = kernel_interpret(&t, place, point, step, d.count - place);
            CHECK_MSG(other == mine && (mine == KERNEL_DONE || at == mine_at),
                      "%d at %llu, %d at %llu", (int)mine, (unsigned long long)mine_at, (int)other,
                      (unsigned long long)at);
        }
        place = mine_at + 1;
    }
    kernel_free(k);
    free(t.words);
    fuzz_machine_free(&m);
    sweep_domain_free(&d);
}

TEST(compiled_loops_end_where_interpreted_ones_do)
{
    rng r;
    rng_seed(&r, 7);
    term_bank *b = bank_new(false);
    term_pool pool = {.bank = b, .r = &r};
    bank_marks mark = bank_mark(b);
    for (uint64_t round = test_count(60); round > 0; round--) {
        term_vec constraints = {0};
        const char *reason = NULL;
        pool_fill(&pool, 40);
        for (size_t i = 0; i < 200 && constraints.n < 3; i++) {
            term_id t = pool.terms.at[rng_below(&r, pool.terms.n)];
            if (term_sort(b, t) != SORT_ID_BOOL)
                t = term_eq(b, t, pool_pick(&pool, term_sort(b, t)));
            t = rng_one_in(&r, 2) ? term_not(b, t) : t;
            fuzz_bytecode *alone = fuzz_compile(b, &t, 1, &NO_BOXES, &reason);
            if (alone)
                vec_push(&constraints, t);
            fuzz_bytecode_free(alone);
        }
        fuzz_bytecode *p = fuzz_compile(b, constraints.at, constraints.n, &NO_BOXES, &reason);
        if (p && constraints.n)
            check_loops(b, &r, p);
        fuzz_bytecode_free(p);
        vec_free(&constraints);
        bank_release(b, &mark);
    }
    vec_free(&pool.terms);
    bank_free(b);
}
