#include <string.h>

#include "base/alloc.h"
#include "explore/trace/trace.h"
#include "fuzz/targets.h"

enum { ROOM = 512 };

/* One for all inputs: it is large, and only its log changes. */
static tandem_shared *shared;

static void free_shared(void)
{
    free(shared);
}

/* The log that a hostile program left; its head says how much there is. */
void fuzz_trace_one(const uint8_t *data, size_t size)
{
    if (!shared) {
        shared = base_alloc_zero(1, sizeof(tandem_shared) + ROOM * sizeof(tandem_record));
        atexit(free_shared);
    }
    shared->log_records = ROOM;
    shared->inputs[0] = (tandem_input){.kind = TANDEM_ARG, .index = 1, .bytes = 8};
    shared->n_inputs = 1;
    shared->n_functions = 2;
    size_t most = ROOM * sizeof(tandem_record) - sizeof(tandem_record);
    size_t n = size < most ? size : most;
    if (n)
        memcpy(shared->log + 1, data, n); /* what is behind it is not of this log */
    shared->n_records = 1 + (uint32_t)(n / sizeof(tandem_record));
    explore_test t;
    explore_test_init(&t);
    explore_test_add_arg(&t, "abc", 3);
    trace_bank tb = {.bank = fuzz_bank()};
    explore_trace trace;
    trace_read(&trace, &tb, shared, ROOM, &t);
    for (size_t i = 0; i < trace.conditions.n; i++)
        MUST(trace.conditions.at[i].first + trace.conditions.at[i].n <= trace.alternatives.n);
    PLANTED(trace.conditions.n == 2);
    trace_free(&trace);
    map_free(&tb.variables);
    explore_test_free(&t);
}
