/* fuzz_rate [MILLIONS]: constraint evaluations a second of the whole search loop (proposal,
 * evaluation, distance) by CPU time, interpreted and compiled, in this process and in a box worker.
 *
 * The constraints are those of the motivating example, z = f(x, y), x > y, 255 < z < 65536, with a
 * box f whose results never lie in that range, so that the search goes on to its budget. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "fuzz/jit/jit.h"
#include "fuzz/search/search.h"
#include "process/group.h"
#include "smtlib/read/reader.h"
#include "solve/closed/fuzz_step.h"
#include "term/core/walk.h"

static const char TEXT[] =
    "(declare-fun f ((_ BitVec 32) (_ BitVec 32)) (_ BitVec 32))"
    "(declare-const x (_ BitVec 32))(declare-const y (_ BitVec 32))"
    "(declare-const z (_ BitVec 32))"
    "(assert (bvugt x y))(assert (and (bvult (_ bv255 32) z) (bvult z (_ bv65536 32))))"
    "(assert (= z (f x y)))";

static const char SOURCE[] = "#include <stdint.h>\n"
                             "uint32_t f(uint32_t a, uint32_t b) { return a * b | 0x10000; }\n";

static const char CRASHING[] =
    "#include <stdint.h>\n"
    "uint32_t f(uint32_t a, uint32_t b)\n"
    "{ if ((a ^ b) & 1) *(volatile int *)0 = 1; return a * b | 0x10000; }\n";

static bool f(void *context, uint32_t number, const uint64_t *args, uint64_t *result)
{
    (void)context, (void)number;
    *result = (uint32_t)(args[0] * args[1]) | 0x10000;
    return true;
}

static bool is_box(void *context, decl_id d)
{
    (void)context, (void)d;
    return true;
}

static void read_example(term_bank *b, term_vec *assertions)
{
    symtab *table = symtab_new(b);
    smt_reader *reader = smt_reader_text(table, "example", TEXT, strlen(TEXT));
    smt_command command = {0};
    while (smt_reader_next(reader, &command) == SMT_OK)
        if (command.kind == CMD_ASSERT)
            vec_push(assertions, command.term);
    smt_command_free(&command);
    smt_reader_free(reader);
    symtab_free(table);
}

static void report(const char *name, uint64_t executions, double seconds, fuzz_outcome outcome)
{
    printf("%-28s %6.2f million evaluations a second\n", name, (double)executions / seconds / 1e6);
    fflush(stdout);
    if (outcome != FUZZ_BUDGET)
        fprintf(stderr, "unexpected outcome %d\n", (int)outcome);
}

/* The same box, which counts its inputs and those of them that it has not had before. */
typedef struct counter {
    uint64_t calls, distinct;
    uint64_t *seen; /* open addressing; 0: free */
} counter;
enum { SEEN_BITS = 24 };

static bool counting_f(void *context, uint32_t number, const uint64_t *args, uint64_t *result)
{
    counter *c = context;
    uint64_t key = args[0] << 32 | args[1],
             at = key * UINT64_C(0x9e3779b97f4a7c15) >> (64 - SEEN_BITS);
    while (c->seen[at] && c->seen[at] != key + 1)
        at = (at + 1) % (UINT64_C(1) << SEEN_BITS);
    c->calls++;
    c->distinct += !c->seen[at];
    c->seen[at] = key + 1;
    return f(NULL, number, args, result);
}

/* `tried`: how many inputs are not tried again. */
static void count_new(term_bank *b, const term_vec *assertions, uint64_t tried)
{
    const char *reason;
    fuzz_compile_config compile = {.is_box = is_box};
    fuzz_bytecode *p = fuzz_compile(b, assertions->at, assertions->n, &compile, &reason);
    counter c = {.seen = base_alloc_zero((size_t)1 << SEEN_BITS, sizeof *c.seen)};
    fuzz_limits limits = fuzz_limits_default;
    limits.search_tried = tried;
    fuzz_machine m;
    fuzz_machine_init(&m, p);
    m.call = counting_f;
    m.context = &c;
    fuzz_shared *shared = base_alloc_zero(1, fuzz_shared_size(p));
    fuzz_search_config config = {.seed = 1, .executions = 2000000, .limits = &limits};
    fuzz_search(b, p, &m, &config, shared);
    printf("%-28s %6.1f %% of %.1f million calls, %.1f %% of executions\n",
           tried ? "new inputs of the box" : "the same, repetitions allowed",
           100.0 * (double)c.distinct / (double)c.calls, (double)c.calls / 1e6,
           100.0 * (double)c.distinct / (double)shared->executions);
    fuzz_machine_free(&m);
    free(shared);
    free(c.seen);
    fuzz_bytecode_free(p);
}

static void run_here(term_bank *b, const term_vec *assertions, uint64_t budget, bool jit,
                     uint64_t tried)
{
    fuzz_limits limits = fuzz_limits_default;
    limits.search_tried = tried;
    const char *reason;
    fuzz_compile_config compile = {.is_box = is_box};
    fuzz_bytecode *p = fuzz_compile(b, assertions->at, assertions->n, &compile, &reason);
    fuzz_machine m;
    fuzz_machine_init(&m, p);
    m.call = f;
    fuzz_shared *shared = base_alloc_zero(1, fuzz_shared_size(p));
    fuzz_search_config config = {
        .seed = 1, .executions = budget, .no_jit = !jit, .limits = &limits};
    double start = clock_cpu();
    fuzz_outcome outcome = fuzz_search(b, p, &m, &config, shared);
    report(!tried ? "the same, repetitions allowed"
           : jit  ? "in process, compiled"
                  : "in process, interpreted",
           shared->executions, clock_cpu() - start, outcome);
    fuzz_machine_free(&m);
    free(shared);
    fuzz_bytecode_free(p);
}

/* What it costs to compile the example, the library loaded or not, and what it saves. */
static void compile_cost(term_bank *b, const term_vec *assertions)
{
    const char *reason;
    fuzz_compile_config compile = {.is_box = is_box};
    fuzz_bytecode *p = fuzz_compile(b, assertions->at, assertions->n, &compile, &reason);
    fuzz_distance gauge;
    fuzz_distance_init(&gauge, p);
    for (int again = 0; again < 2; again++) {
        double start = clock_cpu();
        fuzz_jit *jit = fuzz_jit_new(p, &gauge);
        printf("%-28s %6.2f ms for %zu instructions\n",
               again ? "compile again" : "load LLVM, compile", 1e3 * (clock_cpu() - start),
               p->code.n);
        if (!jit)
            fprintf(stderr, "no LLVM\n");
        fuzz_jit_free(jit);
    }
    fuzz_distance_free(&gauge);
    fuzz_bytecode_free(p);
}

/* CPU seconds of this process and all below it: the worker stays when its search has ended. */
static double family_cpu(void)
{
    return group_cpu(getpid());
}

/* The box as a C function in a worker process, as `tandem solve` runs it. */
static void run_isolated(term_bank *b, const term_vec *assertions, uint64_t budget, bool jit,
                         uint64_t tried, const char *source, const char *name)
{
    fuzz_limits limits = fuzz_limits_default;
    limits.search_tried = tried;
    char path[] = "/tmp/fuzz-rate-XXXXXX.c", *error = NULL;
    int descriptor = mkstemps(path, 2);
    if (descriptor < 0 || write(descriptor, source, strlen(source)) < 0)
        return;
    close(descriptor);
    const char *libraries[] = {path};
    box_set *set = boxes_new(b, &(box_config){.libraries = libraries, .n_libraries = 1});
    vec_u32 decls = {0};
    term_free_decls(b, assertions->at, assertions->n, &decls);
    for (size_t i = 0; i < decls.n; i++)
        if (decl_arity(b, decls.at[i]) &&
            !boxes_bind(set, &(box_declaration){.decl = decls.at[i]}, &error))
            fprintf(stderr, "%s\n", error);
    fuzz_stepper *stepper = fuzz_stepper_new(
        b, set, &(fuzz_step_config){.seed = 1, .no_jit = !jit, .fuzz_limits = &limits});
    term_model *found = model_new(b);
    double start = family_cpu();
    fuzz_step_result result = fuzz_step(
        stepper,
        &(fuzz_task){.constraints = assertions->at, .n = assertions->n, .executions = budget},
        found);
    report(name, result.executions, family_cpu() - start, result.outcome);
    model_free(found);
    fuzz_stepper_free(stepper);
    boxes_free(set);
    vec_free(&decls);
    unlink(path);
}

int main(int argc, char **argv)
{
    uint64_t budget = (argc > 1 ? strtoull(argv[1], NULL, 10) : 20) * 1000000;
    term_bank *b = bank_new(false);
    term_vec assertions = {0};
    read_example(b, &assertions);
    compile_cost(b, &assertions);
    const uint64_t tried = fuzz_limits_default.search_tried;
    run_here(b, &assertions, budget, false, tried);
    run_here(b, &assertions, budget, true, tried);
    run_here(b, &assertions, budget, true, 0);
    count_new(b, &assertions, tried);
    count_new(b, &assertions, 0);
    run_isolated(b, &assertions, budget, false, tried, SOURCE, "in a worker, interpreted");
    run_isolated(b, &assertions, budget, true, tried, SOURCE, "in a worker, compiled");
    run_isolated(b, &assertions, budget, true, 0, SOURCE, "the same, repetitions allowed");
    run_isolated(b, &assertions, 100000, false, tried, CRASHING, "half of the calls crash");
    vec_free(&assertions);
    bank_free(b);
    return 0;
}
