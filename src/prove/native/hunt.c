#include "prove/native/hunt.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/folder.h"
#include "process/process.h"
#include "program/compile.h"

/* host.inc, compiled */
extern const unsigned char prove_host[], prove_host_ilp32[];
extern const size_t prove_host_size, prove_host_ilp32_size;

#define CHECKS "integer-divide-by-zero,shift-exponent,bounds,null,vla-bound"
#define MEMORY_BYTES (UINT64_C(1) << 30)
enum { RESERVE_SECONDS = 100000 };
#define LATE_SECONDS 0.3 /* how long an answer is waited for behind the end */

/* As host.inc has them. */
typedef struct request {
    uint64_t budget;
    double end;
    uint64_t seed;
    uint32_t n_plan;
} request;

typedef struct answer {
    uint64_t runs, blocks;
    uint32_t what, kind, line, signal, n;
} answer;

enum { ANSWER_QUIET, ANSWER_FAULT, ANSWER_ONLY_RUN };

struct hunt {
    hunt_config config;
    native_stubs stubs;
    char *folder, *object;
    char *why; /* it cannot be done */
    process *child;
    sandbox *sandbox;
    bool built, over;
    uint64_t runs;
    uint64_t tainted; /* faults that did not happen again */
    hunt_fault fault;
    bool found;
};

hunt *hunt_new(const hunt_config *config)
{
    hunt *h = base_alloc_zero(1, sizeof *h);
    h->config = *config;
    return h;
}

void hunt_free(hunt *h)
{
    if (!h)
        return;
    process_free(h->child);
    sandbox_free(h->sandbox);
    if (h->folder)
        folder_remove(h->folder);
    native_stubs_free(&h->stubs);
    vec_free(&h->fault.inputs);
    free(h->folder);
    free(h->object);
    free(h->why);
    free(h);
}

/* ---- Building -------------------------------------------------------------------------------- */

static bool cannot(hunt *h, char *why)
{
    free(h->why);
    h->why = why ? why : base_strdup("it cannot be run natively");
    return false;
}

/* What differs from program to program, as C. */
static void put_text(const hunt *h, const strbuf *stubs, strbuf *out)
{
    strbuf_puts(out, "typedef __UINT8_TYPE__ uint8_t; typedef __INT8_TYPE__ int8_t;\n"
                     "typedef __UINT16_TYPE__ uint16_t; typedef __INT16_TYPE__ int16_t;\n"
                     "typedef __UINT32_TYPE__ uint32_t; typedef __INT32_TYPE__ int32_t;\n"
                     "typedef __UINT64_TYPE__ uint64_t; typedef __INT64_TYPE__ int64_t;\n"
                     "uint64_t tandem_input(unsigned, unsigned, __UINTPTR_TYPE__);\n"
                     "double tandem_real(unsigned, __UINTPTR_TYPE__);\n"
                     "#define HERE ((__UINTPTR_TYPE__)__builtin_return_address(0))\n"
                     "#pragma clang attribute push(__attribute__((no_sanitize(\"coverage\", "
                     "\"address\"))), apply_to = function)\n");
    strbuf_printf(out, "const uint32_t tandem_faults = %#x;\nconst int tandem_math = %d;\n",
                  (unsigned)h->config.faults, h->config.model == IR_MATH);
    strbuf_puts(out, stubs->text);
    strbuf_puts(out, "#pragma clang attribute pop\n");
}

static char *path_in(const hunt *h, const char *name)
{
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/%s", h->folder, name);
    return strbuf_detach(&path);
}

static bool link_all(hunt *h, const strbuf *bitcode, const strbuf *stubs, char **why)
{
    const hunt_config *c = &h->config;
    char *program = path_in(h, "program.bc"), *text = path_in(h, "stubs.c"),
         *host = path_in(h, "host.o");
    strbuf put = STRBUF_INIT;
    h->object = path_in(h, "hunted.so");
    put_text(h, stubs, &put);
    bool good = folder_write(program, bitcode->text, bitcode->n) &&
                folder_write(text, put.text, put.n) &&
                folder_write(host, (const char *)(c->ilp32 ? prove_host_ilp32 : prove_host),
                             c->ilp32 ? prove_host_ilp32_size : prove_host_size) &&
                ir_link_hunted(&(ir_hunted){program, text, host, c->libraries, c->n_libraries},
                               h->object, &c->sandbox, why);
    strbuf_free(&put);
    free(program);
    free(text);
    free(host);
    return good;
}

static bool build(hunt *h)
{
    const hunt_config *c = &h->config;
    strbuf bitcode = STRBUF_INIT, stubs = STRBUF_INIT;
    char *why = NULL;
    /* Overflow that has no consequences wraps around. */
    bool overflow = c->faults & 1u << IR_OVERFLOW || c->model == IR_MATH;
    ir_compile_config compile = {.ilp32 = c->ilp32,
                                 .checks = overflow ? CHECKS ",signed-integer-overflow" : CHECKS,
                                 .wraps = !overflow,
                                 .sandbox = &c->sandbox};
    h->built = true;
    h->folder = folder_temporary();
    bool good = h->folder && ir_compile_c(c->path, &compile, &bitcode, &why) &&
                native_prepare(&bitcode, c->entry, c->ilp32, &stubs, &h->stubs, &why) &&
                link_all(h, &bitcode, &stubs, &why);
    strbuf_free(&bitcode);
    strbuf_free(&stubs);
    if (!good)
        return cannot(h, why);
    free(why);
    return true;
}

/* ---- The process ----------------------------------------------------------------------------- */

/* In a fork of ours. */
static int serve(void *context, int input, int output)
{
    const hunt *h = context;
    if (h->sandbox && !sandbox_enter(h->sandbox))
        return 1;
    void *object = dlopen(h->object, RTLD_NOW | RTLD_LOCAL);
    void *symbol = object ? dlsym(object, "tandem_serve") : NULL;
    void (*host)(int, int);
    if (!symbol)
        return 2;
    memcpy(&host, &symbol, sizeof host);
    host(input, output);
    return 0;
}

static bool start(hunt *h)
{
    char *why = NULL;
    if (!h->config.sandbox.off && !h->sandbox)
        h->sandbox = sandbox_new(SANDBOX_CALL, &h->config.sandbox.may, NULL, &why);
    if (!h->config.sandbox.off && !h->sandbox)
        return cannot(h, why);
    process_config config = {.run = serve, .context = h, .memory_bytes = MEMORY_BYTES};
    h->child = process_start(&config, &why);
    return h->child || cannot(h, why);
}

static void stop(hunt *h)
{
    process_free(h->child);
    h->child = NULL;
}

/* So many bytes of output; NULL: they do not come. */
static const char *await(hunt *h, size_t n, double deadline)
{
    while (process_output(h->child)->n < n)
        if (process_wait(h->child, deadline) != PROCESS_OUTPUT && process_output(h->child)->n < n)
            return NULL;
    return process_output(h->child)->text;
}

/* One exchange; on a fault *fault is it. False: no answer, and the process is gone. */
static bool ask(hunt *h, uint64_t blocks, const hunt_fault *plan, double deadline, answer *a,
                hunt_fault *fault)
{
    request q = {.budget = blocks, .end = deadline, .seed = h->config.seed};
    if (!h->child && !start(h))
        return false;
    q.n_plan = plan ? (uint32_t)plan->inputs.n : 0;
    process_send(h->child, (const char *)&q, sizeof q);
    for (size_t i = 0; i < q.n_plan; i++)
        process_send(h->child, (const char *)&plan->inputs.at[i].value, sizeof(uint64_t));
    process_flush(h->child);
    deadline += LATE_SECONDS;
    const char *bytes = await(h, sizeof *a, deadline);
    if (bytes) {
        memcpy(a, bytes, sizeof *a);
        bytes = await(h, sizeof *a + a->n * sizeof(hunt_input), deadline);
    }
    if (!bytes) {
        stop(h);
        return false;
    }
    bytes += sizeof *a;
    vec_clear(&fault->inputs);
    for (uint32_t i = 0; i < a->n; i++) {
        hunt_input input;
        memcpy(&input, bytes + i * sizeof input, sizeof input);
        if (input.stub >= h->stubs.n) { /* the program has written where it should not */
            stop(h);
            return false;
        }
        vec_push(&fault->inputs, input);
    }
    process_consume(h->child, sizeof *a + a->n * sizeof(hunt_input));
    fault->kind = a->signal || a->kind >= IR_FAULT_KINDS ? IR_MEMORY : (ir_fault_kind)a->kind;
    fault->signal = (int)a->signal;
    fault->line = a->line;
    return true;
}

/* ---- Hunting --------------------------------------------------------------------------------- */

/* The run again, as the first one of a new process. */
static bool happens_again(hunt *h, double deadline)
{
    hunt_fault again = {0};
    answer a;
    stop(h);
    bool good = ask(h, 0, &h->fault, deadline, &a, &again) && a.what == ANSWER_FAULT &&
                again.kind == h->fault.kind && again.line == h->fault.line &&
                again.inputs.n == h->fault.inputs.n;
    vec_free(&again.inputs);
    stop(h);
    return good;
}

/* Some blocks more, until the end (clock_wall). */
static hunt_result hunt_some(hunt *h, uint64_t blocks, double end)
{
    answer a;
    if (!ask(h, blocks, NULL, end, &a, &h->fault)) {
        if (!h->why && clock_wall() < end)
            cannot(h, base_strdup("its native code ends the process"));
        return h->why ? HUNT_CANNOT : HUNT_QUIET;
    }
    h->runs += a.runs;
    h->over = a.what == ANSWER_ONLY_RUN;
    if (a.what != ANSWER_FAULT)
        return h->over ? HUNT_OVER : HUNT_QUIET;
    h->found = happens_again(h, end);
    if (!h->found && ++h->tainted > 2)
        cannot(h, base_strdup("runs into a fault do not happen again"));
    h->config.seed++;
    return h->found ? HUNT_FAULT : HUNT_QUIET;
}

hunt_result hunt_more(hunt *h, uint64_t blocks, double deadline)
{
    if (h->found)
        return HUNT_FAULT;
    if (h->over)
        return HUNT_OVER;
    if (h->why || (!h->built && !build(h)))
        return HUNT_CANNOT;
    return hunt_some(h, blocks, deadline ? deadline : clock_wall() + RESERVE_SECONDS);
}

const hunt_fault *hunt_found(const hunt *h)
{
    return h && h->found ? &h->fault : NULL;
}

const native_stub *hunt_stub(const hunt *h, size_t stub)
{
    return &h->stubs.at[stub];
}

const char *hunt_why(const hunt *h)
{
    return h->why;
}

uint64_t hunt_runs(const hunt *h)
{
    return h->runs;
}

bool hunt_is_over(const hunt *h)
{
    return h->over;
}
