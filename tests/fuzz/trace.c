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

static void make_shared(void)
{
    shared = base_alloc_zero(1, sizeof(tandem_shared) + ROOM * sizeof(tandem_record));
    atexit(free_shared);
    shared->log_records = ROOM;
    shared->inputs[0] = (tandem_input){.kind = TANDEM_ARG, .index = 1, .bytes = 8};
    shared->inputs[1] = (tandem_input){.kind = TANDEM_STDIN, .bytes = 4};
    shared->inputs[2] = (tandem_input){.kind = TANDEM_ENV, .bytes = 4};
    shared->inputs[3] = (tandem_input){.kind = TANDEM_FILE, .bytes = 4};
    shared->inputs[4] = (tandem_input){.kind = TANDEM_OBJECT, .bytes = 4};
    shared->inputs[5] = (tandem_input){.kind = TANDEM_OBJECT, .index = 7, .bytes = 4};
    shared->n_inputs = 6;
    memset(shared->inputs[5].name, 'i', TANDEM_NAME_BYTES); /* no NUL in it */
    memset(shared->functions[1].name, 'f', TANDEM_NAME_BYTES);
    shared->n_functions = 2;
}

static void make_test(explore_test *t)
{
    explore_test_init(t);
    explore_test_add_arg(t, "abc", 3);
    explore_test_set_input(t, "x\n", 2);
    explore_test_add_env(t, "A=1", 3);
    t->has_env = true;
    explore_test_add_file(t, "A", "12", 2);
}

/* What explore does with a trace: what its conditions depend on, and a test that differs in all
 * that it looked at. */
static void use(explore_trace *trace, const explore_test *t)
{
    uint8_t *marks = base_alloc_zero(trace->boxes.n, 1);
    for (size_t i = 0; i < trace->conditions.n; i++) {
        const trace_condition *c = &trace->conditions.at[i];
        MUST(c->first + c->n <= trace->alternatives.n);
        MUST(trace_uses(trace, c->term));
        trace_mark_boxes(trace, &c->term, 1, marks);
        MUST(!trace_has_box(trace, c->term) || trace->boxes.n);
        trace_has_float(trace, c->term);
    }
    free(marks);
    explore_test other;
    uint8_t *values = base_alloc_zero(trace->variables.n, 1);
    for (size_t i = 0; i < trace->variables.n; i++)
        values[i] = (uint8_t)(trace->variables.at[i].value + 1);
    trace_make_test(trace, t, values, &other);
    for (size_t i = 0; i < other.args.n; i++)
        MUST(!memchr(other.args.at[i].text, 0, other.args.at[i].n));
    explore_test_free(&other);
    free(values);
}

/* The log that a hostile program left; its head says how much there is. */
void fuzz_trace_one(const uint8_t *data, size_t size)
{
    if (!shared)
        make_shared();
    size_t most = ROOM * sizeof(tandem_record) - sizeof(tandem_record);
    size_t n = size < most ? size : most;
    if (n)
        memcpy(shared->log + 1, data, n); /* what is behind it is not of this log */
    shared->n_records = 1 + (uint32_t)(n / sizeof(tandem_record));
    explore_test t;
    make_test(&t);
    trace_bank tb = {.bank = fuzz_bank()};
    explore_trace trace;
    trace_read(&trace, &tb, shared, ROOM, &t);
    use(&trace, &t);
    PLANTED(trace.conditions.n == 2);
    trace_free(&trace);
    map_free(&tb.variables);
    explore_test_free(&t);
}
