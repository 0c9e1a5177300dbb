#include <string.h>

#include "base/alloc.h"
#include "explore/trace/trace.h"
#include "fuzz/targets.h"

enum { ROOM = 512 };

/* The log that a hostile program left; its head says how much there is. */
void fuzz_trace_one(const uint8_t *data, size_t size)
{
    size_t room = sizeof(tandem_shared) + ROOM * sizeof(tandem_record);
    tandem_shared *shared = base_alloc_zero(1, room);
    shared->log_records = ROOM;
    shared->inputs[0] = (tandem_input){.kind = TANDEM_ARG, .index = 1, .bytes = 8};
    shared->n_inputs = 1;
    shared->n_functions = 2;
    size_t most = ROOM * sizeof(tandem_record) - sizeof(tandem_record);
    size_t n = size < most ? size : most;
    if (n)
        memcpy(shared->log + 1, data, n);
    shared->n_records = 1 + (uint32_t)(n / sizeof(tandem_record));
    explore_test t;
    explore_test_init(&t);
    explore_test_add_arg(&t, "abc", 3);
    trace_bank tb;
    explore_trace trace;
    trace_bank_init(&tb);
    trace_read(&trace, &tb, shared, ROOM, &t);
    for (size_t i = 0; i < trace.conditions.n; i++)
        MUST(trace.conditions.at[i].first + trace.conditions.at[i].n <= trace.alternatives.n);
    PLANTED(trace.conditions.n == 2);
    trace_free(&trace);
    trace_bank_free(&tb);
    explore_test_free(&t);
    free(shared);
}
