/* Ranges: they never leave out a value that is possible, and going through them meets each value
 * once. */
#include <stdlib.h>
#include <string.h>

#include "fuzz/ranges/ranges.h"
#include "fuzz_terms.h"
#include "smtlib/read/reader.h"

enum { SMALL = 6, VALUES = 1 << SMALL };

static int64_t as_signed(uint64_t x)
{
    return (int64_t)(x << (64 - SMALL)) >> (64 - SMALL);
}

/* Narrows the range and the set of values in the same way. */
static void narrow_both(rng *r, fuzz_range *range, bool *possible)
{
    uint64_t a = rng_below(r, VALUES), b = rng_below(r, VALUES);
    uint64_t low = a < b ? a : b, high = a < b ? b : a, known = a & rng_below(r, VALUES);
    int64_t least = as_signed(a) < as_signed(b) ? as_signed(a) : as_signed(b);
    int64_t most = as_signed(a) < as_signed(b) ? as_signed(b) : as_signed(a);
    uint64_t kind = rng_below(r, 3);
    for (uint64_t v = 0; v < VALUES; v++)
        possible[v] &= kind == 0   ? v >= low && v <= high
                       : kind == 1 ? as_signed(v) >= least && as_signed(v) <= most
                                   : (v & known) == (b & known);
    if (kind == 0)
        fuzz_range_unsigned(range, low, high);
    else if (kind == 1)
        fuzz_range_signed(range, least, most);
    else
        fuzz_range_bits(range, known, b & known);
}

TEST(all_values_once)
{
    rng r;
    rng_seed(&r, 3);
    for (uint64_t round = 0; round < test_count(20000); round++) {
        fuzz_range range = fuzz_range_all(SMALL);
        bool possible[VALUES], met[VALUES] = {0};
        memset(possible, true, sizeof possible);
        for (uint64_t steps = rng_below(&r, 5); steps > 0; steps--)
            narrow_both(&r, &range, possible);
        uint64_t word, count = 0;
        for (bool more = fuzz_range_first(&range, &word); more;
             more = fuzz_range_next(&range, &word)) {
            CHECK(word < VALUES && !met[word] && fuzz_range_has(&range, word));
            met[word] = true;
            count++;
        }
        CHECK(count <= fuzz_range_size(&range));
        for (uint64_t v = 0; v < VALUES; v++) {
            CHECK(met[v] || !possible[v]);
            CHECK(met[v] == fuzz_range_has(&range, v));
        }
    }
}

TEST(ints)
{
    fuzz_range range = fuzz_range_all(0);
    uint64_t word;
    CHECK(fuzz_range_size(&range) == UINT64_MAX);
    CHECK(fuzz_range_signed(&range, -2, INT64_MAX) && !fuzz_range_signed(&range, -5, INT64_MAX));
    CHECK(fuzz_range_size(&range) == UINT64_MAX);
    fuzz_range_signed(&range, INT64_MIN, 1);
    CHECK(fuzz_range_size(&range) == 4 && !fuzz_range_single(&range, &word));
    int64_t sum = 0, count = 0;
    for (bool more = fuzz_range_first(&range, &word); more; more = fuzz_range_next(&range, &word)) {
        sum += (int64_t)word;
        count++;
    }
    CHECK(sum == -2 && count == 4);
    fuzz_range_signed(&range, 2, 3);
    CHECK(range.empty && fuzz_range_size(&range) == 0);
    range = fuzz_range_one(0, (uint64_t)INT64_MIN); /* stands for all that lies below, too */
    CHECK(!fuzz_range_single(&range, &word));
}

TEST(joined)
{
    fuzz_range a = fuzz_range_one(8, 0x0f), b = fuzz_range_one(8, 0xf3);
    fuzz_range_join(&a, &b);
    CHECK(a.low == 0x0f && a.high == 0xf3 && a.least == -13 && a.most == 15);
    CHECK(a.known == 0x03 && a.ones == 0x03);
}

static void run_at(const term_bank *b, rng *r, const fuzz_bytecode *p, uint64_t *words,
                   fuzz_machine *m)
{
    for (size_t i = 0; i < p->inputs.n; i++)
        words[i] = pool_word(b, r, p->inputs.at[i].sort);
    fuzz_run(p, words, m);
}

/* The Bool terms among the roots as they came out: what holds at this point. */
static void holding(term_bank *b, const term_pool *pool, const fuzz_bytecode *p,
                    const fuzz_machine *m, term_vec *out)
{
    vec_clear(out);
    for (size_t i = 0; i < pool->terms.n; i++) {
        term_id t = pool->terms.at[i];
        if (term_sort(b, t) == SORT_ID_BOOL)
            vec_push(out, m->regs[p->roots.at[i]] ? t : term_not(b, t));
    }
}

TEST(what_holds_is_in_range)
{
    rng r;
    rng_seed(&r, 11);
    term_bank *b = bank_new(false);
    term_pool pool = {.bank = b, .r = &r};
    bank_marks mark = bank_mark(b);
    uint64_t checked = 0, narrowed = 0, rounds = test_count(3000);
    for (uint64_t round = 0; round < rounds; round++) {
        const char *reason;
        term_vec constraints = {0};
        pool_fill(&pool, 30);
        fuzz_bytecode *p = fuzz_compile(b, pool.terms.at, pool.terms.n, &POOL_COMPILE, &reason);
        uint64_t *words = base_alloc_zero(p->inputs.n + 1, sizeof *words);
        fuzz_machine m;
        fuzz_machine_init(&m, p);
        m.call = pool_call;
        for (int i = 0; i < 6; i++) {
            run_at(b, &r, p, words, &m);
            if (m.trapped)
                continue;
            holding(b, &pool, p, &m, &constraints);
            fuzz_bytecode *q =
                fuzz_compile(b, constraints.at, constraints.n, &POOL_COMPILE, &reason);
            fuzz_range *ranges = fuzz_ranges_new(b, q, NULL);
            for (uint32_t reg = 0; reg < q->code.n; reg++)
                for (uint32_t k = 0; k < p->code.n && q->terms.at[reg]; k++)
                    if (p->terms.at[k] == q->terms.at[reg]) {
                        CHECK_MSG(fuzz_range_has(&ranges[reg], m.regs[k]), "%s: %llx",
                                  term_op_name(term_op_of(b, q->terms.at[reg])),
                                  (unsigned long long)m.regs[k]);
                        checked++;
                        narrowed += q->code.at[reg].op == FUZZ_INPUT &&
                                    fuzz_range_size(&ranges[reg]) < 1000;
                        break;
                    }
            free(ranges);
            fuzz_bytecode_free(q);
        }
        fuzz_machine_free(&m);
        fuzz_bytecode_free(p);
        free(words);
        vec_free(&constraints);
        bank_release(b, &mark);
    }
    CHECK(checked > rounds && narrowed > rounds / 10);
    vec_free(&pool.terms);
    bank_free(b);
}
