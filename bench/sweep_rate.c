/* How fast sweeps are: points a second of the first and of the second sweep against a native loop over the
 * same function, in one run. Each rate is that of the best of many short slices, so that other load matters little.
 *
 *     make && build/bench/sweep_rate */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "smtlib/read/reader.h"
#include "solve/sweep/sweep_worker.h"

enum { SLICE = 1 << 16, SLICES = 300 };

static const char source[] =
    "#include <stdint.h>\n"
    "unsigned long crc32(unsigned long, const unsigned char *, unsigned);\n"
    "uint32_t crc4(uint32_t x) { return (uint32_t)crc32(0, (unsigned char *)&x, 4); }\n"
    "uint32_t stir(uint32_t x) { x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu;\n"
    "                            x ^= x >> 16; return x | 1; }\n";

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- Native loops ---------------------------------------------------------------------------- */

typedef uint32_t word_function(uint32_t x);
typedef double double_function(double x);
typedef float float_function(float x);

static volatile uint64_t kept;

static double native(void (*f)(void), const char *kind)
{
    double best = 1e9;
    uint64_t sum = 0;
    for (uint32_t k = 0; k < SLICES; k++) {
        double begun = seconds();
        for (uint32_t i = k * SLICE; i < (k + 1) * SLICE; i++) {
            if (*kind == 'w') {
                sum += ((word_function *)f)(i);
            } else if (*kind == 'd') {
                uint64_t bits = UINT64_C(0x3ff0000000000000) + i;
                double x;
                memcpy(&x, &bits, sizeof x);
                x = ((double_function *)f)(x);
                memcpy(&bits, &x, sizeof x);
                sum += bits;
            } else {
                uint32_t bits = 0x3f800000 + i;
                float x;
                memcpy(&x, &bits, sizeof x);
                x = ((float_function *)f)(x);
                memcpy(&bits, &x, sizeof x);
                sum += bits;
            }
        }
        double took = seconds() - begun;
        best = took < best ? took : best;
    }
    kept = sum;
    return SLICE / best;
}

/* ---- Sweeps ---------------------------------------------------------------------------------- */

typedef struct question {
    const char *name, *kind, *text;
} question;

static bool is_box(void *context, decl_id d)
{
    return boxes_find(context, d);
}

static double swept(const term_bank *b, box_set *set, const fuzz_bytecode *p, const sweep_domain *d,
                    const sweep_shared *first)
{
    char *error = NULL;
    double best = 1e9;
    sweep_run_config config = {.p = p, .domain = d, .most_deaths = 1, .first = first};
    sweep_run *r = sweep_run_new(b, set, &config, &error);
    sweep_shared now = {0};
    if (!r) {
        fprintf(stderr, "%s\n", error);
        exit(1);
    }
    for (int k = 0; k < SLICES; k++) {
        uint64_t points = now.points, time = now.nanoseconds;
        if (!sweep_run_slice(r, SLICE, 60, 0, &now) || now.points == points)
            break;
        double took = 1e-9 * (double)(now.nanoseconds - time) / (double)(now.points - points);
        best = took < best ? took : best;
    }
    sweep_run_free(r);
    return 1 / best;
}

static void measure(const question *q, const char *path, const char *zlib)
{
    term_bank *b = bank_new(true);
    const char *libraries[] = {path, zlib};
    box_set *set = boxes_new(b, &(box_config){.libraries = libraries, .n_libraries = 2});
    symtab *table = symtab_new(b);
    smt_reader *reader = smt_reader_text(table, "question", q->text, strlen(q->text));
    smt_command command = {0};
    term_vec constraints = {0};
    char *error = NULL, object[300] = "";
    while (smt_reader_next(reader, &command) == SMT_OK) {
        box_declaration declaration = {.decl = command.decls.n ? command.decls.at[0] : 0};
        if (command.kind == CMD_ASSERT)
            vec_push(&constraints, command.term);
        if (command.kind == CMD_DECLARE_CB && !boxes_bind(set, &declaration, &error)) {
            fprintf(stderr, "%s\n", error);
            exit(1);
        }
    }
    const char *reason;
    fuzz_bytecode *p =
        fuzz_compile(b, constraints.at, constraints.n,
                     &(fuzz_compile_config){.is_box = is_box, .context = set}, &reason);
    sweep_domain d;
    sweep_domain_init(&d, b, p, NULL, SWEEP_FILTER_MOST);
    box_library_names names;
    for (uint32_t i = 0; boxes_library(set, i, &names); i++)
        if (!strcmp(names.given, path))
            snprintf(object, sizeof object, "%s", names.object);
    dlopen(zlib, RTLD_NOW | RTLD_GLOBAL);
    void *handle = dlopen(object, RTLD_NOW);
    void *f = dlsym(handle, q->name);
    f = f ? f : dlsym(dlopen("libm.so.6", RTLD_NOW), q->name);
    void (*function)(void);
    memcpy(&function, &f, sizeof f);
    double alone = native(function, q->kind);
    sweep_shared none = {.kind = 2};
    double first = swept(b, set, p, &d, NULL), second = swept(b, set, p, &d, &none);
    printf("%-8s 2^%-4.1f native %7.1f M/s   first sweep %7.1f M/s (%3.0f %%)   second %7.1f M/s "
           "(%3.0f %%)\n",
           q->name, __builtin_log2((double)d.count), alone / 1e6, first / 1e6, 100 * first / alone,
           second / 1e6, 100 * second / alone);
    fflush(stdout);
    sweep_domain_free(&d);
    fuzz_bytecode_free(p);
    vec_free(&constraints);
    smt_command_free(&command);
    smt_reader_free(reader);
    symtab_free(table);
    boxes_free(set);
    bank_free(b);
}

int main(void)
{
    static const question questions[] = {
        {"crc4", "w",
         "(declare-cb crc4 ((_ BitVec 32)) (_ BitVec 32))(declare-const x (_ BitVec 32))"
         "(assert (= (crc4 x) (bvadd (crc4 x) #x00000001)))"},
        {"sin", "d",
         "(declare-cb sin (Float64) Float64)(declare-const x Float64)"
         "(assert (fp.leq (fp #b0 #b01111111111 #x0000000000000) x))"
         "(assert (fp.leq x (fp #b0 #b01111111111 #x000000fffffff)))"
         "(assert (fp.gt (sin x) ((_ to_fp 11 53) RNE 1.0)))"},
        {"sinf", "f",
         "(declare-cb sinf (Float32) Float32)(declare-const x Float32)"
         "(assert (fp.leq ((_ to_fp 8 24) RNE 1.0) x))(assert (fp.leq x ((_ to_fp 8 24) RNE 16.0)))"
         "(assert (fp.gt (sinf x) ((_ to_fp 8 24) RNE 1.0)))"},
        {"stir", "w",
         "(declare-cb stir ((_ BitVec 32)) (_ BitVec 32))(declare-const x (_ BitVec 32))"
         "(assert (= (bvand (stir x) (_ bv3 32)) (_ bv2 32)))"},
    };
    char path[] = "/tmp/sweep-rate-XXXXXX.c";
    int descriptor = mkstemps(path, 2);
    if (descriptor < 0 || write(descriptor, source, sizeof source - 1) < 0)
        return 1;
    close(descriptor);
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        measure(&questions[i], path, "/usr/lib/x86_64-linux-gnu/libz.so.1");
    unlink(path);
    return 0;
}
