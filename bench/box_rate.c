/* How fast closed boxes are called: directly, through libffi, in an isolated loop, one by one with
 * values, and with boxes that crash on half of their inputs. Prints one line a case.
 *
 *     make && build/bench/box_rate [off]
 *
 * off: without the sandbox, to see what it costs (bench/isolation.py). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "box/box.h"
#include "box/worker/invoke.h"
#include "box/worker/worker.h"
#include "term/core/decl.h"

static const char source[] =
    "#include <stdint.h>\n"
    "uint32_t mul(uint32_t a, uint32_t b) { return a * b; }\n"
    "double blend(double a, double b) { return a * 0.5 + b; }\n"
    "double mixed(uint32_t a, double b) { return a + b; }\n"
    "uint32_t half(uint32_t x) { if (x & 1) *(volatile int *)0 = 1; return x / 2; }\n";

typedef struct bench_area {
    volatile uint64_t calls, sum;
    volatile double seconds;
} bench_area;

typedef struct bench_context {
    const box *x;
    uint64_t calls;
    bool ffi, land;
} bench_context;

static int measure(void *context, box_worker *w)
{
    const bench_context *c = context;
    bench_area *area = w->shared;
    uint64_t args[2], result = 0;
    if (c->land)
        (void)BOX_CATCH(w);
    double start = clock_wall();
    while (area->calls < c->calls) {
        args[0] = area->calls++;
        args[1] = args[0] * 3;
        BOX_PROGRESS(w);
        if (c->ffi)
            box_invoke_ffi(c->x, args, &result);
        else
            box_invoke(c->x, args, &result);
        area->sum += result;
    }
    area->seconds = clock_wall() - start;
    return 0;
}

static void report(const char *name, uint64_t calls, double seconds)
{
    printf("%-44s %12.0f calls/s\n", name, (double)calls / seconds);
}

static void run(box_set *set, const char *name, bench_context context, bool whole)
{
    box_run_config config = {
        .loop = measure, .context = &context, .shared_size = sizeof(bench_area)};
    char *error = NULL;
    double start = clock_wall();
    box_run *r = box_run_start(set, &config, &error);
    if (!r || box_run_wait(r, 0) != BOX_RUN_DONE) {
        fprintf(stderr, "%s: %s\n", name, error ? error : "the run failed");
        exit(1);
    }
    const bench_area *area = box_run_shared(r);
    report(name, area->calls, whole ? clock_wall() - start : area->seconds);
    box_run_free(r);
}

static const box *bind(box_set *set, term_bank *b, const char *name, const sort_id *domain,
                       uint32_t n, sort_id range)
{
    box_declaration d = {.decl = decl_new(b, symbol_make(b, name), domain, n, range)};
    char *error = NULL;
    if (!boxes_bind(set, &d, &error)) {
        fprintf(stderr, "%s\n", error);
        exit(1);
    }
    return boxes_find(set, d.decl);
}

static void single_calls(box_set *set, term_bank *b, const char *name, const box *x, uint32_t n)
{
    double start = clock_wall();
    for (uint32_t i = 0; i < n; i++) {
        value_id args[] = {value_bv_u64(b, 32, i), value_bv_u64(b, 32, 2 * i)};
        boxes_call(set, x->decl, args, x->arity, NULL);
    }
    report(name, n, clock_wall() - start);
    start = clock_wall();
    boxes_confirm(set, &x->decl, 1, NULL);
    report("  … confirmed (each twice)", 2 * n, clock_wall() - start);
}

int main(int argc, char **argv)
{
    bool off = argc > 1 && !strcmp(argv[1], "off");
    char path[] = "/tmp/box-rate-XXXXXX.c";
    int descriptor = mkstemps(path, 2);
    if (descriptor < 0 || write(descriptor, source, sizeof source - 1) < 0)
        return 1;
    close(descriptor);
    const char *libraries[] = {path};
    term_bank *b = bank_new(false);
    double start = clock_wall();
    box_set *set =
        boxes_new(b, &(box_config){.libraries = libraries, .n_libraries = 1, .sandbox_off = off});
    sort_id b32 = sort_bv(b, 32), f64 = sort_fp(b, 11, 53);
    sort_id words[] = {b32, b32}, doubles[] = {f64, f64}, both[] = {b32, f64};
    const box *mul = bind(set, b, "mul", words, 2, b32);
    printf("%-44s %12.1f ms\n", "compile and bind the first box", 1e3 * (clock_wall() - start));
    start = clock_wall();
    const box *blend = bind(set, b, "blend", doubles, 2, f64);
    printf("%-44s %12.1f ms\n", "bind another", 1e3 * (clock_wall() - start));
    const box *mixed = bind(set, b, "mixed", both, 2, f64);
    const box *half = bind(set, b, "half", words, 1, b32);
    uint64_t many = 50000000;
    run(set, "loop, two integers, direct", (bench_context){.x = mul, .calls = many}, false);
    run(set, "loop, two integers, direct, with start-up", (bench_context){.x = mul, .calls = many},
        true);
    run(set, "loop, two integers, libffi",
        (bench_context){.x = mul, .calls = many / 5, .ffi = true}, false);
    run(set, "loop, two doubles, direct", (bench_context){.x = blend, .calls = many}, false);
    run(set, "loop, integer and double, direct", (bench_context){.x = mixed, .calls = many}, false);
    run(set, "loop, half of the calls crash, a fork each",
        (bench_context){.x = half, .calls = 4000}, true);
    run(set, "loop, half of the calls crash, with a landing",
        (bench_context){.x = half, .calls = 1000000, .land = true}, true);
    single_calls(set, b, "boxes_call, one by one", mul, 20000);
    single_calls(set, b, "boxes_call, half of them crash", half, 2000);
    boxes_free(set);
    bank_free(b);
    unlink(path);
    return 0;
}
