#include <unistd.h>

#include "base/hash.h"
#include "base/strbuf.h"
#include "campaign/message.h"
#include "fuzz/targets.h"
#include "race/journal.h"

enum { INPUTS_PER_STORE = 4096 };
static store *opened;
static uint64_t measurements;

static void close_store(void)
{
    store_close(opened);
    opened = NULL;
}

/* Inputs are measurements of one store, each of the same formula; now and then it is thrown away
 * with all of them. */
static store *store_with(uint64_t input, const uint8_t *data, size_t size)
{
    if (measurements % INPUTS_PER_STORE == 0) {
        strbuf path = STRBUF_INIT;
        char *error = NULL;
        strbuf_printf(&path, "%s/race.db", fuzz_folder());
        if (!measurements)
            atexit(close_store);
        close_store();
        unlink(path.text);
        opened = store_open(path.text, true, &error);
        MUST(opened && store_begin(opened));
        strbuf_free(&path);
    }
    strbuf bytes = STRBUF_INIT;
    message_put_u64(&bytes, input);
    strbuf_add(&bytes, (const char *)data, size);
    MUST(store_add_decision(opened, measurements, bytes.text, bytes.n));
    strbuf_free(&bytes);
    return opened;
}

static term_bank *b;

static void free_bank(void)
{
    bank_free(b);
}

void fuzz_journal_one(const uint8_t *data, size_t size)
{
    static uint64_t input;
    formula f = {0};
    if (!b) {
        strbuf text = STRBUF_INIT;
        b = bank_new(false);
        formula_print(b, &f, DIALECT_STANDARD, NULL, NULL, &text);
        input = hash_bytes(text.text, text.n);
        strbuf_free(&text);
        atexit(free_bank);
    }
    race_time times[2];
    journal j = {.store = store_with(input, data, size),
                 .rules = {.timeout = 1, .n_targets = 1, .n_solvers = 2},
                 .next = measurements++,
                 .replay = true};
    if (journal_measure(&j, b, &f, NULL, times)) {
        for (int i = 0; i < 2; i++)
            MUST(times[i].verdict < RUNNER_VERDICT_COUNT && times[i].seconds >= 0);
        PLANTED(times[0].verdict == RUNNER_SAT && times[1].verdict == RUNNER_UNSAT);
    }
    journal_free(&j);
}
