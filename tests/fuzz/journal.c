#include "base/hash.h"
#include "base/strbuf.h"
#include "campaign/message.h"
#include "fuzz/targets.h"
#include "race/journal.h"

/* One store for all inputs, each in the place of the one before, and one formula. */
typedef struct fuzz_state {
    store *store;
    term_bank *bank;
    uint64_t input; /* the formula's number */
} fuzz_state;

static fuzz_state state;

static void free_state(void)
{
    store_close(state.store);
    bank_free(state.bank);
}

static void make_state(const formula *f)
{
    strbuf text = STRBUF_INIT;
    char *error = NULL;
    strbuf_printf(&text, "%s/race.db", fuzz_folder());
    state.store = store_open(text.text, true, &error);
    MUST(state.store && store_begin(state.store));
    state.bank = bank_new(false);
    strbuf_clear(&text);
    formula_print(state.bank, f, DIALECT_STANDARD, NULL, NULL, &text);
    state.input = hash_bytes(text.text, text.n);
    strbuf_free(&text);
    atexit(free_state);
}

/* The bytes as a measurement, and the text as one that was made again. */
static void put(const uint8_t *data, size_t size)
{
    strbuf bytes = STRBUF_INIT;
    message_put_u64(&bytes, state.input);
    strbuf_add(&bytes, (const char *)data, size);
    MUST(store_add_decision(state.store, 0, 0, bytes.text, bytes.n));
    strbuf_clear(&bytes);
    char *text = fuzz_text(data, size);
    strbuf_printf(&bytes, "%llx %s", (unsigned long long)state.input, text);
    MUST(store_set(state.store, "again 0", bytes.text));
    free(text);
    strbuf_free(&bytes);
}

static void check(const race_time times[2])
{
    for (int i = 0; i < 2; i++)
        MUST(times[i].verdict < RUNNER_VERDICT_COUNT && times[i].seconds >= 0);
    PLANTED(times[0].verdict == RUNNER_SAT && times[1].verdict == RUNNER_UNSAT);
}

void fuzz_journal_one(const uint8_t *data, size_t size)
{
    formula f = {0};
    if (!state.store)
        make_state(&f);
    put(data, size);
    race_time times[2];
    journal j = {.store = state.store,
                 .rules = {.timeout = 1, .n_targets = 1, .n_solvers = 2},
                 .replay = true};
    if (journal_measure(&j, state.bank, &f, NULL, times))
        check(times);
    journal_free(&j);
    j = (journal){.store = state.store, .rules = j.rules, .replay = true};
    if (journal_again(&j, state.bank, &f, NULL, times))
        check(times);
    journal_free(&j);
}
