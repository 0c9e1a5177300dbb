#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/rng.h"
#include "base/strbuf.h"
#include "box/box.h"
#include "box/worker/invoke.h"
#include "box/worker/placed_image.h"
#include "box/worker/worker.h"
#include "term/core/decl.h"
#include "test.h"

/* A bank, a set of boxes and a C file written by the case. */
typedef struct fixture {
    term_bank *bank;
    box_set *set;
    char path[64];
} fixture;

static void write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    CHECK(f);
    fputs(text, f);
    fclose(f);
}

static fixture open_boxes(const char *source, box_config config)
{
    static int number;
    fixture x = {.bank = bank_new(false)};
    snprintf(x.path, sizeof x.path, "box_%d.c", number++);
    const char *libraries[] = {x.path};
    if (source) {
        write_file(x.path, source);
        config.libraries = libraries;
        config.n_libraries = 1;
    }
    if (config.timeout_seconds == 0)
        config.timeout_seconds = 0.2;
    if (!config.memory_bytes)
        config.memory_bytes = UINT64_C(256) << 20;
    x.set = boxes_new(x.bank, &config);
    return x;
}

static void close_boxes(fixture *x)
{
    boxes_free(x->set);
    bank_free(x->bank);
    unlink(x->path);
}

static decl_id declare(fixture *x, const char *name, const sort_id *domain, uint32_t n,
                       sort_id range)
{
    return decl_new(x->bank, symbol_make(x->bank, name), domain, n, range);
}

static void bind(fixture *x, box_declaration d)
{
    char *error = NULL;
    bool bound = boxes_bind(x->set, &d, &error);
    CHECK_MSG(bound, "%s", error ? error : "no message");
}

/* A box of bit-vectors of one width, bound by its name. */
static decl_id bv_box(fixture *x, const char *name, uint32_t n, uint32_t width)
{
    sort_id bv = sort_bv(x->bank, width), domain[8];
    for (uint32_t i = 0; i < n; i++)
        domain[i] = bv;
    decl_id d = declare(x, name, domain, n, bv);
    bind(x, (box_declaration){.decl = d});
    return d;
}

static value_id bv(fixture *x, uint32_t width, uint64_t number)
{
    return value_bv_u64(x->bank, width, number);
}

static value_id call1(fixture *x, decl_id d, value_id a, box_status *status)
{
    return boxes_call(x->set, d, &a, 1, status);
}

static char *bind_error(fixture *x, box_declaration d)
{
    char *error = NULL;
    CHECK(!boxes_bind(x->set, &d, &error));
    CHECK(error);
    CHECK(!boxes_find(x->set, d.decl));
    return error;
}

/* ---- C functions ----------------------------------------------------------------------------- */

TEST(calls_and_remembers)
{
    fixture x =
        open_boxes("unsigned mul(unsigned a, unsigned b) { return a * b; }", (box_config){0});
    decl_id mul = bv_box(&x, "mul", 2, 32);
    rng r;
    rng_seed(&r, 1);
    for (int i = 0; i < 200; i++) {
        uint32_t a = (uint32_t)rng_next(&r), b = (uint32_t)rng_next(&r);
        value_id args[] = {bv(&x, 32, a), bv(&x, 32, b)};
        box_status status;
        CHECK(boxes_call(x.set, mul, args, 2, &status) == bv(&x, 32, a * b));
        CHECK(status == BOX_OK);
    }
    CHECK(boxes_call_count(x.set) == 200);
    box_fact fact;
    CHECK(boxes_fact_count(x.set) == 200 && boxes_fact(x.set, 17, &fact));
    CHECK(fact.decl == mul && fact.n == 2 && !fact.confirmed);
    value_id args[] = {fact.args[0], fact.args[1]};
    CHECK(boxes_call(x.set, mul, args, 2, NULL) == fact.result);
    CHECK(boxes_known(x.set, mul, args, 2, NULL) == fact.result);
    CHECK(boxes_call_count(x.set) == 200);
    size_t unsure = 1;
    CHECK(boxes_confirm(x.set, NULL, 0, &unsure) && unsure == 0);
    CHECK(boxes_fact(x.set, 17, &fact) && fact.confirmed && boxes_is_function(x.set, mul));
    close_boxes(&x);
}

static const char every_type[] =
    "#include <stdint.h>\n#include <stdbool.h>\n"
    "bool flip(bool x) { return !x; }\n"
    "uint8_t b8(uint8_t x) { return x + 1; }\n"
    "uint16_t b16(uint16_t x) { return x + 1; }\n"
    "uint64_t b64(uint64_t x) { return x + 1; }\n"
    "uint16_t b9(uint16_t x) { return x & (x - 1); }\n"
    "uint16_t over9(uint16_t x) { return x + 512; }\n"
    "float half(float x) { return x / 2; }\n"
    "double third(double x, double y) { return x / y; }\n"
    "double mixed(uint8_t a, double x, int16_t b, float y) { return a + 10 * x + 100 * b + y; }\n"
    "int64_t sum(int64_t a, int64_t b) { return a + b; }\n"
    "double scale(double x) { return x * 0.5; }\n"
    "double no(double x) { return x / 0.0; }\n"
    "uint64_t seven(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f,"
    " uint64_t g) { return a + 2*b + 3*c + 4*d + 5*e + 6*f + 7*g; }\n"
    "int8_t negate(int8_t x) { return x < 0 ? -x : x; }\n"
    "uint8_t two(void) { return 2; }\n";

TEST(every_scalar_sort)
{
    fixture x = open_boxes(every_type, (box_config){0});
    box_status s;
    sort_id boolean = SORT_ID_BOOL, f32 = sort_fp(x.bank, 8, 24), f64 = sort_fp(x.bank, 11, 53);
    decl_id flip = declare(&x, "flip", &boolean, 1, boolean);
    bind(&x, (box_declaration){.decl = flip});
    CHECK(call1(&x, flip, VALUE_ID_TRUE, &s) == VALUE_ID_FALSE);
    CHECK(call1(&x, bv_box(&x, "b8", 1, 8), bv(&x, 8, 255), &s) == bv(&x, 8, 0));
    CHECK(call1(&x, bv_box(&x, "b16", 1, 16), bv(&x, 16, 65535), &s) == bv(&x, 16, 0));
    CHECK(call1(&x, bv_box(&x, "b64", 1, 64), bv(&x, 64, UINT64_MAX), &s) == bv(&x, 64, 0));
    CHECK(call1(&x, bv_box(&x, "b9", 1, 9), bv(&x, 9, 0x1f0), &s) == bv(&x, 9, 0x1e0));
    CHECK(!call1(&x, bv_box(&x, "over9", 1, 9), bv(&x, 9, 3), &s) && s == BOX_BAD_REPLY);
    CHECK(strstr(boxes_message(x.set), "over9(3)"));
    decl_id half = declare(&x, "half", &f32, 1, f32);
    bind(&x, (box_declaration){.decl = half});
    CHECK(call1(&x, half, value_fp_u64(x.bank, f32, 0x40400000), &s) ==
          value_fp_u64(x.bank, f32, 0x3fc00000));
    sort_id two[] = {f64, f64};
    decl_id third = declare(&x, "third", two, 2, f64);
    bind(&x, (box_declaration){.decl = third});
    value_id zeros[] = {value_fp_u64(x.bank, f64, 0), value_fp_u64(x.bank, f64, 0)};
    /* 0/0 on this processor is the negative quiet NaN; values have one. */
    CHECK(boxes_call(x.set, third, zeros, 2, &s) ==
          value_fp_u64(x.bank, f64, UINT64_C(0x7ff8000000000000)));
    sort_id mix[] = {sort_bv(x.bank, 8), f64, sort_bv(x.bank, 16), f32};
    decl_id mixed = declare(&x, "mixed", mix, 4, f64);
    bind(&x, (box_declaration){.decl = mixed});
    value_id args[] = {bv(&x, 8, 3), value_fp_u64(x.bank, f64, UINT64_C(0x4000000000000000)),
                       bv(&x, 16, 65534), value_fp_u64(x.bank, f32, 0x3f000000)};
    double expected = 3 + 20 - 200 + 0.5;
    uint64_t bits;
    memcpy(&bits, &expected, 8);
    CHECK(boxes_call(x.set, mixed, args, 4, &s) == value_fp_u64(x.bank, f64, bits));
    decl_id seven = bv_box(&x, "seven", 7, 64);
    value_id many[7];
    for (uint64_t i = 0; i < 7; i++)
        many[i] = bv(&x, 64, i + 1);
    CHECK(boxes_call(x.set, seven, many, 7, &s) == bv(&x, 64, 140));
    sort_id b8 = sort_bv(x.bank, 8);
    decl_id negate = declare(&x, "negate", &b8, 1, b8);
    const char *ctypes[] = {"signed char", "signed char"};
    bind(&x, (box_declaration){.decl = negate, .ctypes = ctypes});
    CHECK(call1(&x, negate, bv(&x, 8, 0xfb), &s) == bv(&x, 8, 5));
    decl_id bad = declare(&x, "two", NULL, 0, SORT_ID_BOOL);
    bind(&x, (box_declaration){.decl = bad});
    CHECK(!boxes_call(x.set, bad, NULL, 0, &s) && s == BOX_BAD_REPLY);
    CHECK(boxes_confirm(x.set, NULL, 0, NULL));
    close_boxes(&x);
}

TEST(numbers_by_value)
{
    fixture x = open_boxes(every_type, (box_config){0});
    box_status s;
    sort_id ints[] = {SORT_ID_INT, SORT_ID_INT}, real = SORT_ID_REAL;
    decl_id sum = declare(&x, "sum", ints, 2, SORT_ID_INT);
    bind(&x, (box_declaration){.decl = sum});
    value_id args[] = {value_int(x.bank, -7), value_int(x.bank, 3)};
    CHECK(boxes_call(x.set, sum, args, 2, &s) == value_int(x.bank, -4));
    mpz_t big;
    mpz_init(big);
    mpz_ui_pow_ui(big, 2, 63);
    args[0] = value_int_mpz(x.bank, big);
    CHECK(!boxes_call(x.set, sum, args, 2, &s) && s == BOX_UNAVAILABLE);
    mpz_clear(big);
    decl_id scale = declare(&x, "scale", &real, 1, real);
    bind(&x, (box_declaration){.decl = scale});
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, -3, 4);
    value_id three_quarters = value_real_mpq(x.bank, q);
    mpq_set_si(q, -3, 8);
    CHECK(call1(&x, scale, three_quarters, &s) == value_real_mpq(x.bank, q));
    mpq_set_si(q, 1, 3);
    CHECK(!call1(&x, scale, value_real_mpq(x.bank, q), &s) && s == BOX_UNAVAILABLE);
    mpq_clear(q);
    decl_id no = declare(&x, "no", &real, 1, real);
    bind(&x, (box_declaration){.decl = no});
    CHECK(!call1(&x, no, three_quarters, &s) && s == BOX_BAD_REPLY);
    close_boxes(&x);
}

static value_id text_value(fixture *x, const char *text)
{
    uint32_t points[64];
    size_t n = strlen(text);
    for (size_t i = 0; i < n; i++)
        points[i] = (unsigned char)text[i];
    return value_string(x->bank, points, n);
}

TEST(strings_texts_wide_and_arrays)
{
    fixture x = open_boxes(
        "#include <stdint.h>\n#include <string.h>\n#include <stdio.h>\n"
        "char *twice(const char *s) { static char b[99]; snprintf(b, 99, \"%s%s\", s, s); return "
        "b; }\n"
        "char *broken(const char *s) { return \"\\xff\"; }\n"
        "char *none(const char *s) { return 0; }\n"
        "char *big(const char *n) { static char b[99]; snprintf(b, 99, \"%s000\", n); return b; }\n"
        "void invert(const uint8_t *a, uint8_t *r) { for (int i = 0; i < 12; i++) r[i] = ~a[i];\n"
        "  r[12] = ~a[12] & 15; }\n"
        "int total(const uint16_t *a) { int s = 0; for (int i = 0; i < 16; i++) s += a[i]; return "
        "s; }\n"
        "uint8_t *table(uint8_t k) { static uint8_t t[4]; memset(t, k, 4); t[k & 3] = 9; return t; "
        "}\n",
        (box_config){0});
    box_status s;
    sort_id string = SORT_ID_STRING, integer = SORT_ID_INT;
    decl_id twice = declare(&x, "twice", &string, 1, string);
    bind(&x, (box_declaration){.decl = twice});
    CHECK(call1(&x, twice, text_value(&x, "ab"), &s) == text_value(&x, "abab"));
    uint32_t wide[] = {0x20ac, 0x1f600}, doubled[] = {0x20ac, 0x1f600, 0x20ac, 0x1f600};
    CHECK(call1(&x, twice, value_string(x.bank, wide, 2), &s) == value_string(x.bank, doubled, 4));
    decl_id broken = declare(&x, "broken", &string, 1, string);
    bind(&x, (box_declaration){.decl = broken});
    CHECK(!call1(&x, broken, text_value(&x, ""), &s) && s == BOX_BAD_REPLY);
    decl_id none = declare(&x, "none", &string, 1, string);
    bind(&x, (box_declaration){.decl = none});
    CHECK(!call1(&x, none, text_value(&x, ""), &s) && s == BOX_BAD_REPLY);
    CHECK(strstr(boxes_message(x.set), "NULL"));
    const char *text[] = {"text", "char *"};
    decl_id big = declare(&x, "big", &integer, 1, integer);
    bind(&x, (box_declaration){.decl = big, .ctypes = text});
    mpz_t number;
    mpz_init_set_str(number, "-123456789012345678901234567890", 10);
    value_id argument = value_int_mpz(x.bank, number);
    mpz_mul_ui(number, number, 1000);
    CHECK(call1(&x, big, argument, &s) == value_int_mpz(x.bank, number));
    sort_id b100 = sort_bv(x.bank, 100);
    decl_id invert = declare(&x, "invert", &b100, 1, b100);
    bind(&x, (box_declaration){.decl = invert});
    mpz_set_ui(number, 5);
    argument = value_bv_mpz(x.bank, 100, number);
    mpz_com(number, number);
    CHECK(call1(&x, invert, argument, &s) == value_bv_mpz(x.bank, 100, number));
    mpz_clear(number);
    sort_id array = sort_array(x.bank, sort_bv(x.bank, 4), sort_bv(x.bank, 16));
    decl_id total = declare(&x, "total", &array, 1, sort_bv(x.bank, 32));
    bind(&x, (box_declaration){.decl = total});
    value_id a = value_array_constant(x.bank, array, bv(&x, 16, 1000));
    a = value_array_store(x.bank, a, bv(&x, 4, 15), bv(&x, 16, 1));
    CHECK(call1(&x, total, a, &s) == bv(&x, 32, 15001));
    sort_id b8 = sort_bv(x.bank, 8), small = sort_array(x.bank, sort_bv(x.bank, 2), b8);
    decl_id table = declare(&x, "table", &b8, 1, small);
    bind(&x, (box_declaration){.decl = table});
    a = value_array_constant(x.bank, small, bv(&x, 8, 6));
    a = value_array_store(x.bank, a, bv(&x, 2, 2), bv(&x, 8, 9));
    CHECK(call1(&x, table, bv(&x, 8, 6), &s) == a);
    close_boxes(&x);
}

TEST(libc_and_libm_without_a_library)
{
    fixture x = open_boxes(NULL, (box_config){0});
    box_status s;
    CHECK(call1(&x, bv_box(&x, "abs", 1, 32), bv(&x, 32, (uint32_t)-5), &s) == bv(&x, 32, 5));
    CHECK(call1(&x, bv_box(&x, "toupper", 1, 32), bv(&x, 32, 'q'), &s) == bv(&x, 32, 'Q'));
    sort_id f64 = sort_fp(x.bank, 11, 53), strings[] = {SORT_ID_STRING, SORT_ID_STRING};
    decl_id cosine = declare(&x, "cos", &f64, 1, f64);
    bind(&x, (box_declaration){.decl = cosine});
    for (int i = 0; i < 50; i++) {
        double in = 0.37 * i, out = cos(in);
        uint64_t from, to;
        memcpy(&from, &in, 8);
        memcpy(&to, &out, 8);
        CHECK(call1(&x, cosine, value_fp_u64(x.bank, f64, from), &s) ==
              value_fp_u64(x.bank, f64, to));
    }
    decl_id length = declare(&x, "strlen", strings, 1, sort_bv(x.bank, 64));
    bind(&x, (box_declaration){.decl = length});
    CHECK(call1(&x, length, text_value(&x, "hello"), &s) == bv(&x, 64, 5));
    decl_id compare = declare(&x, "strcmp", strings, 2, sort_bv(x.bank, 32));
    bind(&x, (box_declaration){.decl = compare});
    value_id args[] = {text_value(&x, "same"), text_value(&x, "same")};
    CHECK(boxes_call(x.set, compare, args, 2, &s) == bv(&x, 32, 0));
    sort_id i32 = sort_bv(x.bank, 32);
    decl_id digit = declare(&x, "isdigit", &i32, 1, SORT_ID_BOOL);
    const char *ctypes[] = {"int", "int"};
    bind(&x, (box_declaration){.decl = digit, .ctypes = ctypes});
    CHECK(call1(&x, digit, bv(&x, 32, '7'), &s) == VALUE_ID_TRUE);
    CHECK(call1(&x, digit, bv(&x, 32, 'x'), &s) == VALUE_ID_FALSE);
    CHECK(boxes_confirm(x.set, NULL, 0, NULL));
    close_boxes(&x);
}

/* ---- Binding errors -------------------------------------------------------------------------- */

TEST(binding_errors_say_what_to_do)
{
    fixture x = open_boxes("int there(int x) { return x; }", (box_config){0});
    sort_id i32 = sort_bv(x.bank, 32);
    decl_id gone = declare(&x, "not_there", &i32, 1, i32);
    char *error = bind_error(&x, (box_declaration){.decl = gone});
    CHECK(strstr(error, "unbound closed box 'not_there'") && strstr(error, "--lib"));
    free(error);
    error = bind_error(&x, (box_declaration){.decl = gone, .library = "/no/such/file.so"});
    CHECK(strstr(error, "/no/such/file.so"));
    free(error);
    write_file("garbage.so", "this is no shared object");
    error = bind_error(&x, (box_declaration){.decl = gone, .library = "garbage.so"});
    CHECK(strstr(error, "cannot be loaded") && strstr(error, "garbage.so"));
    free(error);
    write_file("bad.c", "int not_there(int x) { return y_is_nowhere; }");
    error = bind_error(&x, (box_declaration){.decl = gone, .library = "bad.c"});
    CHECK(strstr(error, "bad.c does not compile") && strstr(error, "y_is_nowhere"));
    free(error);
    static const char *const starts[] = {"exit(0)", "exit(42)", "abort()"};
    for (int i = 0; i < 3; i++) {
        char path[] = "start0.c", text[200];
        path[5] = (char)('0' + i);
        snprintf(text, sizeof text,
                 "#include <stdlib.h>\n__attribute__((constructor)) void start(void) { %s; }\n"
                 "int not_there(int x) { return x; }\n",
                 starts[i]);
        write_file(path, text);
        error = bind_error(&x, (box_declaration){.decl = gone, .library = path});
        CHECK(i == 1 || strstr(error, "cannot be loaded"));
        free(error);
    }
    const char *ctypes[] = {"double", "int"};
    error = bind_error(&x, (box_declaration){.decl = gone, .symbol = "there", .ctypes = ctypes});
    CHECK(strstr(error, "'double' does not carry sort (_ BitVec 32)"));
    free(error);
    sort_id mystery = sort_declared(x.bank, symbol_make(x.bank, "U"), NULL, 0);
    decl_id odd = declare(&x, "there", &mystery, 1, i32);
    error = bind_error(&x, (box_declaration){.decl = odd});
    CHECK(strstr(error, "sort U has no C form"));
    free(error);
    error = bind_error(&x, (box_declaration){.decl = gone, .executable = "./no-such-program"});
    CHECK(strstr(error, "no-such-program"));
    free(error);
    /* The right way round: another symbol, another file. */
    bind(&x, (box_declaration){.decl = gone, .symbol = "there"});
    box_status s;
    CHECK(call1(&x, gone, bv(&x, 32, 9), &s) == bv(&x, 32, 9));
    write_file("good.c", "int not_there(int x) { return x + 1; }");
    bind(&x, (box_declaration){.decl = gone, .library = "good.c"});
    CHECK(call1(&x, gone, bv(&x, 32, 9), &s) == bv(&x, 32, 10));
    close_boxes(&x);
}

TEST(listed_file_that_does_not_compile)
{
    fixture x = open_boxes("int f(int x) { return x +; }", (box_config){0});
    sort_id i32 = sort_bv(x.bank, 32);
    char *error = bind_error(&x, (box_declaration){.decl = declare(&x, "f", &i32, 1, i32)});
    CHECK(strstr(error, "does not compile") && strstr(error, "error:"));
    free(error);
    close_boxes(&x);
}

/* ---- Misbehaviour ---------------------------------------------------------------------------- */

static const char rogues[] =
    "#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
    "#include <unistd.h>\n"
    "uint32_t half(uint32_t x) { if (x & 1) *(volatile int *)0 = 1; return x / 2; }\n"
    "uint32_t stop(uint32_t x) { if (x == 7) abort(); return x; }\n"
    "uint32_t divide(uint32_t x) { return 100 / (volatile uint32_t){x}; }\n"
    "uint32_t deep(uint32_t x) { volatile char b[4096]; b[0] = x; return x ? deep(x + 1) + b[0] : "
    "0; }\n"
    "uint32_t spin(uint32_t x) { while (x == 3) __asm__ volatile(\"\"); return x; }\n"
    "uint32_t leave(uint32_t x) { if (x > 5) exit(0); return x; }\n"
    "uint32_t rush(uint32_t x) { if (x > 5) _exit(3); return x; }\n"
    "uint32_t greedy(uint32_t x) { if (!x) return 1; for (;;) { char *p = malloc(1 << 20);\n"
    "  memset(p, 1, 1 << 20); } }\n"
    "uint32_t shout(uint32_t x) { printf(\"hello %u\\n\", x); fprintf(stderr, \"hello\\n\");\n"
    "  fflush(stdout); write(1, \"x\", 1); return x + 1; }\n"
    "uint32_t count(uint32_t x) { static uint32_t n; return x + n++; }\n"
    "uint32_t where(uint32_t x) { return (uint32_t)(uintptr_t)&where + x; }\n"
    "uint32_t split(uint32_t x) { fork(); return x; }\n";

TEST(crashes_are_results)
{
    fixture x = open_boxes(rogues, (box_config){0});
    decl_id half = bv_box(&x, "half", 1, 32);
    box_status s;
    for (uint32_t i = 0; i < 40; i++) {
        value_id v = call1(&x, half, bv(&x, 32, i), &s);
        CHECK(i & 1 ? !v && s == BOX_CRASHED : v == bv(&x, 32, i / 2) && s == BOX_OK);
    }
    CHECK(strstr(boxes_message(x.set), "half(39): crashed"));
    uint64_t calls = boxes_call_count(x.set);
    CHECK(!call1(&x, half, bv(&x, 32, 1), &s) && s == BOX_CRASHED);
    CHECK(boxes_call_count(x.set) == calls);
    decl_id stop = bv_box(&x, "stop", 1, 32), divide = bv_box(&x, "divide", 1, 32);
    CHECK(!call1(&x, stop, bv(&x, 32, 7), &s) && s == BOX_CRASHED);
    CHECK(call1(&x, stop, bv(&x, 32, 8), &s) && s == BOX_OK);
    CHECK(!call1(&x, divide, bv(&x, 32, 0), &s) && s == BOX_CRASHED);
    CHECK(!call1(&x, bv_box(&x, "deep", 1, 32), bv(&x, 32, 1), &s) && s == BOX_CRASHED);
    CHECK(boxes_confirm(x.set, NULL, 0, NULL) && boxes_is_function(x.set, half));
    close_boxes(&x);
}

TEST(many_calls_at_once)
{
    /* A crash that an earlier call has caused is none of the point's: asked again, it has a value.
     */
    fixture x = open_boxes("#include <stdint.h>\n#include <stdlib.h>\n"
                           "uint8_t odd_dies(uint8_t a) { if (a & 1) abort(); return a / 2; }\n"
                           "static int spoilt;\n"
                           "uint8_t spoils(uint8_t a) { if (a == 7) spoilt = 1;\n"
                           "  if (a == 9 && spoilt) abort(); return a + 1; }\n",
                           (box_config){0});
    decl_id dies = bv_box(&x, "odd_dies", 1, 8), spoils = bv_box(&x, "spoils", 1, 8);
    vec_u32 rows = {0};
    box_status status;
    for (uint64_t i = 0; i < 32; i++)
        vec_push(&rows, bv(&x, 8, i));
    CHECK(call1(&x, dies, rows.at[4], &status) == bv(&x, 8, 2));
    CHECK(boxes_call_many(x.set, dies, rows.at, rows.n));
    CHECK(boxes_call_many(x.set, spoils, rows.at, rows.n));
    CHECK(boxes_fact_count(x.set) == 64);
    for (uint64_t i = 0; i < 32; i++) {
        value_id v = boxes_known(x.set, dies, &rows.at[i], 1, &status);
        CHECK(v == (i & 1 ? 0 : bv(&x, 8, i / 2)));
        CHECK(status == (i & 1 ? BOX_CRASHED : BOX_OK));
        CHECK(boxes_known(x.set, spoils, &rows.at[i], 1, &status) == bv(&x, 8, i + 1));
    }
    size_t unsure = 1;
    CHECK(boxes_confirm(x.set, &dies, 1, &unsure) && unsure == 0);
    CHECK(boxes_is_function(x.set, dies));
    vec_free(&rows);
    close_boxes(&x);
}

TEST(a_hang_among_many_calls)
{
    fixture x = open_boxes("#include <stdint.h>\n"
                           "uint8_t stops(uint8_t a) { while (a == 2) ; return a; }\n",
                           (box_config){.timeout_seconds = 0.05});
    decl_id d = bv_box(&x, "stops", 1, 8);
    value_id rows[] = {bv(&x, 8, 1), bv(&x, 8, 2), bv(&x, 8, 3)};
    box_status status;
    CHECK(!boxes_call_many(x.set, d, rows, 3));
    CHECK(boxes_known(x.set, d, &rows[0], 1, &status) == rows[0]);
    CHECK(!boxes_known(x.set, d, &rows[1], 1, &status) && status == BOX_HUNG);
    CHECK(boxes_known(x.set, d, &rows[2], 1, &status) == rows[2]);
    close_boxes(&x);
}

static int echo_loop(void *context, box_worker *w)
{
    char byte;
    while (read(w->input, &byte, 1) == 1) {
        if (byte == 'x')
            abort();
        ++*(uint64_t *)w->shared;
        if (write(w->output, &byte, 1) != 1)
            break;
    }
    return 0;
}

TEST(a_run_is_kept)
{
    fixture x = open_boxes("int nothing;\n", (box_config){0});
    box_run_config config = {.loop = echo_loop, .shared_size = 8};
    char *error = NULL;
    box_run *r = box_run_kept(x.set, &config, &error);
    CHECK_MSG(r, "%s", error);
    for (int i = 0; i < 3; i++) {
        CHECK(box_run_kept(x.set, &config, &error) == r);
        box_run_send(r, i == 1 ? "xa" : "a", i == 1 ? 2 : 1); /* a worker dies, the run does not */
        CHECK(box_run_wait(r, 0) == BOX_RUN_NEWS);
        box_run_consume(r, 1);
    }
    CHECK(*(uint64_t *)box_run_shared(r) == 3);
    CHECK(box_run_count(r).crashed == 1);
    box_run_drop(x.set, echo_loop);
    CHECK(box_run_kept(x.set, &config, &error));
    close_boxes(&x);
}

TEST(hanging_and_exiting_boxes)
{
    fixture x = open_boxes(rogues, (box_config){0});
    box_status s;
    decl_id spin = bv_box(&x, "spin", 1, 32), leave = bv_box(&x, "leave", 1, 32);
    CHECK(!call1(&x, spin, bv(&x, 32, 3), &s) && s == BOX_HUNG);
    CHECK(call1(&x, spin, bv(&x, 32, 4), &s) == bv(&x, 32, 4));
    CHECK(!call1(&x, leave, bv(&x, 32, 6), &s) && s == BOX_EXITED);
    CHECK(call1(&x, leave, bv(&x, 32, 5), &s) == bv(&x, 32, 5));
    CHECK(!call1(&x, bv_box(&x, "rush", 1, 32), bv(&x, 32, 6), &s) && s == BOX_EXITED);
    CHECK(call1(&x, bv_box(&x, "shout", 1, 32), bv(&x, 32, 1), &s) == bv(&x, 32, 2));
    CHECK(!call1(&x, bv_box(&x, "split", 1, 32), bv(&x, 32, 1), &s) && s == BOX_REFUSED);
    close_boxes(&x);
    x = open_boxes(rogues, (box_config){.may = {.fork = true}});
    CHECK(call1(&x, bv_box(&x, "split", 1, 32), bv(&x, 32, 1), &s) == bv(&x, 32, 1));
    close_boxes(&x);
}

#ifdef __SANITIZE_ADDRESS__ /* its malloc, out of memory, locks up or ends the process by itself \
                             */
#define GREEDY_SECONDS 0.5
#else
#define GREEDY_SECONDS 20
#endif

TEST(greedy_boxes)
{
    fixture x = open_boxes(rogues, (box_config){.timeout_seconds = GREEDY_SECONDS,
                                                .memory_bytes = UINT64_C(64) << 20});
    box_status s;
    decl_id greedy = bv_box(&x, "greedy", 1, 32);
    CHECK(!call1(&x, greedy, bv(&x, 32, 1), &s));
#ifndef __SANITIZE_ADDRESS__
    CHECK_MSG(s == BOX_MEMORY, "%s", boxes_message(x.set));
#endif
    CHECK(call1(&x, greedy, bv(&x, 32, 0), &s) == bv(&x, 32, 1));
    close_boxes(&x);
}

TEST(boxes_that_are_no_functions_lose_their_facts)
{
    fixture x = open_boxes(rogues, (box_config){.seed = 3});
    decl_id counter = bv_box(&x, "count", 1, 32), where = bv_box(&x, "where", 1, 32);
    decl_id honest = bv_box(&x, "half", 1, 32);
    box_status s;
    box_fact fact;
    CHECK(call1(&x, counter, bv(&x, 32, 5), &s));
    CHECK(call1(&x, where, bv(&x, 32, 5), &s));
    CHECK(call1(&x, honest, bv(&x, 32, 6), &s));
    CHECK(boxes_is_function(x.set, counter) && boxes_fact(x.set, 0, &fact));
    CHECK(boxes_confirm(x.set, &honest, 1, NULL));
    CHECK(!boxes_confirm(x.set, NULL, 0, NULL));
    CHECK(!boxes_is_function(x.set, counter));
    CHECK(!boxes_is_function(x.set, where));
    CHECK(boxes_is_function(x.set, honest));
    CHECK(!boxes_fact(x.set, 0, &fact) && !boxes_fact(x.set, 1, &fact));
    CHECK(boxes_fact(x.set, 2, &fact) && fact.decl == honest);
    CHECK(!call1(&x, counter, bv(&x, 32, 5), &s) && s == BOX_INCONSISTENT);
    CHECK(strstr(box_status_text(s), "differently"));
    close_boxes(&x);
}

TEST(calls_are_forgotten_when_they_are_too_many)
{
    fixture x = open_boxes(rogues, (box_config){.seed = 3});
    decl_id counter = bv_box(&x, "count", 1, 32), honest = bv_box(&x, "half", 1, 32);
    box_status s;
    CHECK(call1(&x, counter, bv(&x, 32, 5), &s) && call1(&x, honest, bv(&x, 32, 6), &s));
    CHECK(!boxes_confirm(x.set, NULL, 0, NULL));
    boxes_forget(x.set, 1 << 20); /* there is room */
    CHECK(boxes_fact_count(x.set) == 2);
    boxes_forget(x.set, 100);
    CHECK(boxes_fact_count(x.set) == 0);
    value_id six = bv(&x, 32, 6);
    CHECK(!boxes_known(x.set, honest, &six, 1, &s) && s == BOX_UNAVAILABLE);
    CHECK(call1(&x, honest, six, &s) == bv(&x, 32, 3) && boxes_fact_count(x.set) == 1);
    CHECK(boxes_confirm(x.set, NULL, 0, NULL) && boxes_is_function(x.set, honest));
    CHECK(!boxes_is_function(x.set, counter));
    CHECK(!call1(&x, counter, bv(&x, 32, 5), &s) && s == BOX_INCONSISTENT);
    close_boxes(&x);
}

TEST(some_calls_are_confirmed)
{
    fixture x = open_boxes(rogues, (box_config){.seed = 3});
    decl_id counter = bv_box(&x, "count", 1, 32), honest = bv_box(&x, "half", 1, 32);
    box_status s;
    box_fact fact;
    size_t unsure = 1;
    CHECK(call1(&x, counter, bv(&x, 32, 5), &s));
    CHECK(call1(&x, honest, bv(&x, 32, 6), &s) && call1(&x, honest, bv(&x, 32, 8), &s));
    vec_u32 calls = {0};
    for (int twice = 0; twice < 2; twice++) { /* and one that was never made */
        vec_push(&calls, honest);
        vec_push(&calls, bv(&x, 32, 8));
        vec_push(&calls, honest);
        vec_push(&calls, bv(&x, 32, 10));
    }
    uint64_t before = boxes_call_count(x.set);
    CHECK(boxes_confirm_calls(x.set, &calls, &unsure) && unsure == 0);
    CHECK(boxes_call_count(x.set) == before + 2);
    CHECK(boxes_fact(x.set, 1, &fact) && !fact.confirmed);
    CHECK(boxes_fact(x.set, 2, &fact) && fact.confirmed);
    CHECK(boxes_is_function(x.set, counter));
    vec_push(&calls, counter);
    vec_push(&calls, bv(&x, 32, 5));
    CHECK(!boxes_confirm_calls(x.set, &calls, &unsure) && !boxes_is_function(x.set, counter));
    vec_free(&calls);
    close_boxes(&x);
}

TEST(sandbox_keeps_the_world_as_it_is)
{
    const char *source =
        "#include <fcntl.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
        "#include <sys/socket.h>\n#include <unistd.h>\n#include <signal.h>\n"
        "uint8_t writes(void) { return open(\"trace\", O_WRONLY | O_CREAT, 0600) >= 0; }\n"
        "uint8_t appends(void) { return fopen(\"trace\", \"a\") != 0; }\n"
        "uint8_t moves(void) { return rename(\"movable\", \"there\") == 0; }\n"
        "uint8_t reads(void) { return open(\"here\", O_RDONLY) >= 0; }\n"
        "uint8_t talks(void) { return socket(AF_INET, SOCK_STREAM, 0) >= 0; }\n"
        "uint8_t kills(void) { return kill(getppid(), 0) == 0; }\n"
        "uint8_t dies(void) { abort(); }\n";
    static const char *const names[] = {"writes", "appends", "moves", "talks", "kills", "reads"};
    write_file("here", "x");
    write_file("movable", "x");
    for (int guarded = 1; guarded >= 0; guarded--) {
        fixture x = open_boxes(source, (box_config){.sandbox_off = !guarded});
        for (int i = 0; i < 6; i++) {
            decl_id d = bv_box(&x, names[i], 0, 8);
            box_status s;
            value_id v = boxes_call(x.set, d, NULL, 0, &s);
            if (guarded && i < 5)
                CHECK_MSG(!v && s == BOX_REFUSED && strstr(boxes_message(x.set), "sandbox"),
                          "%s: %s", names[i], boxes_message(x.set));
            else
                CHECK_MSG(v == bv(&x, 8, 1), "%s: %s", names[i], box_status_text(s));
        }
        box_status s;
        CHECK(!boxes_call(x.set, bv_box(&x, "dies", 0, 8), NULL, 0, &s) && s == BOX_CRASHED);
        CHECK(!access("trace", F_OK) == !guarded);
        close_boxes(&x);
    }
    unlink("trace");
}

/* ---- Programs -------------------------------------------------------------------------------- */

static decl_id program_box(fixture *x, const char *name, const char *script, const sort_id *domain,
                           uint32_t n, sort_id range, box_protocol protocol)
{
    write_file(name, script);
    CHECK(!chmod(name, 0700));
    decl_id d = declare(x, name, domain, n, range);
    bind(x, (box_declaration){.decl = d, .executable = name, .protocol = protocol});
    return d;
}

TEST(programs_in_delphis_protocol)
{
    fixture x = open_boxes(NULL, (box_config){.timeout_seconds = 5});
    box_status s;
    sort_id ints[] = {SORT_ID_INT, SORT_ID_INT}, b9 = sort_bv(x.bank, 9);
    decl_id minus = program_box(&x, "minus",
                                "#!/bin/sh\nr=$(($1 - $2))\n"
                                "[ $r -lt 0 ] && echo \"(- $((-r)))\" || echo $r\n",
                                ints, 2, SORT_ID_INT, BOX_PROTOCOL_AUTO);
    value_id args[] = {value_int(x.bank, 3), value_int(x.bank, 10)};
    CHECK(boxes_call(x.set, minus, args, 2, &s) == value_int(x.bank, -7));
    args[1] = value_int(x.bank, -10);
    CHECK(boxes_call(x.set, minus, args, 2, &s) == value_int(x.bank, 13));
    decl_id clear = program_box(&x, "clear", "#!/bin/sh\necho \"(_ bv$(($1 & ($1 - 1))) 9)\"\n",
                                &b9, 1, b9, BOX_PROTOCOL_ONE_SHOT);
    CHECK(call1(&x, clear, bv(&x, 9, 0x110), &s) == bv(&x, 9, 0x100));
    decl_id wide = program_box(&x, "wide", "#!/bin/sh\necho '#x00000001'\n", &b9, 1, b9,
                               BOX_PROTOCOL_ONE_SHOT);
    CHECK(!call1(&x, wide, bv(&x, 9, 1), &s) && s == BOX_BAD_REPLY);
    CHECK(strstr(boxes_message(x.set), "(_ BitVec 9)"));
    decl_id garbage = program_box(&x, "garbage", "#!/bin/sh\nhead -c 300 /dev/urandom\n", ints, 1,
                                  SORT_ID_INT, BOX_PROTOCOL_ONE_SHOT);
    CHECK(!call1(&x, garbage, args[0], &s) && s == BOX_BAD_REPLY);
    decl_id flood = program_box(&x, "flood", "#!/bin/sh\nexec cat /dev/zero\n", ints, 1,
                                SORT_ID_INT, BOX_PROTOCOL_ONE_SHOT);
    CHECK(!call1(&x, flood, args[0], &s) && s == BOX_BAD_REPLY);
    decl_id fails = program_box(&x, "fails", "#!/bin/sh\necho 1; exit 3\n", ints, 1, SORT_ID_INT,
                                BOX_PROTOCOL_ONE_SHOT);
    CHECK(!call1(&x, fails, args[0], &s) && s == BOX_CRASHED);
    CHECK(strstr(boxes_message(x.set), "exit status 3"));
    CHECK(boxes_confirm(x.set, NULL, 0, NULL));
    close_boxes(&x);
    x = open_boxes(NULL, (box_config){.timeout_seconds = 0.1});
    decl_id sleeps = program_box(&x, "sleeps", "#!/bin/sh\nexec sleep 100\n", ints, 1, SORT_ID_INT,
                                 BOX_PROTOCOL_ONE_SHOT);
    CHECK(!call1(&x, sleeps, value_int(x.bank, 1), &s) && s == BOX_HUNG);
    close_boxes(&x);
}

TEST(programs_that_stay)
{
    fixture x = open_boxes(NULL, (box_config){.timeout_seconds = 5});
    box_status s;
    sort_id integer = SORT_ID_INT;
    decl_id square = program_box(&x, "square",
                                 "#!/bin/sh\n[ \"$1\" = --persistent ] || exit 9\n"
                                 "echo 'tandem-oracle 1'\n"
                                 "while read call n; do\n"
                                 "  [ $n = 13 ] && { echo error unlucky; continue; }\n"
                                 "  [ $n = 14 ] && exit 0\n"
                                 "  echo $((n * n)); done\n",
                                 &integer, 1, integer, BOX_PROTOCOL_AUTO);
    for (int i = -20; i < 13; i++)
        CHECK(call1(&x, square, value_int(x.bank, i), &s) == value_int(x.bank, i * i));
    CHECK(!call1(&x, square, value_int(x.bank, 13), &s) && s == BOX_BAD_REPLY);
    CHECK(strstr(boxes_message(x.set), "unlucky"));
    CHECK(!call1(&x, square, value_int(x.bank, 14), &s) && s == BOX_EXITED);
    CHECK(call1(&x, square, value_int(x.bank, 15), &s) == value_int(x.bank, 225));
    CHECK(boxes_confirm(x.set, NULL, 0, NULL));
    close_boxes(&x);
}

/* ---- Callbacks ------------------------------------------------------------------------------- */

static box_status add_seven(void *context, term_bank *b, const value_id *args, uint32_t n,
                            value_id *result)
{
    int64_t number;
    CHECK(n == 1 && value_small_int(b, args[0], &number));
    ++*(int *)context;
    *result = number == 99 ? VALUE_ID_TRUE : value_int(b, number + 7);
    return BOX_OK;
}

TEST(callbacks_of_the_api)
{
    fixture x = open_boxes(NULL, (box_config){0});
    box_status s;
    int calls = 0;
    sort_id integer = SORT_ID_INT;
    decl_id d = declare(&x, "anything", &integer, 1, integer);
    bind(&x, (box_declaration){.decl = d, .callback = add_seven, .callback_context = &calls});
    CHECK(call1(&x, d, value_int(x.bank, 1), &s) == value_int(x.bank, 8));
    CHECK(call1(&x, d, value_int(x.bank, 1), &s) && calls == 1);
    CHECK(!call1(&x, d, value_int(x.bank, 99), &s) && s == BOX_BAD_REPLY);
    close_boxes(&x);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static decl_id pointer_box(fixture *x, const char *name, const char *const *ctypes, uint32_t n)
{
    sort_id domain[4];
    for (uint32_t i = 0; i <= n; i++)
        domain[i] = sort_bv(x->bank, !strcmp(ctypes[i], "int") ? 32 : 64);
    decl_id d = declare(x, name, domain, n, domain[n]);
    bind(x, (box_declaration){.decl = d, .ctypes = ctypes});
    return d;
}

TEST(pointers_into_images)
{
    fixture x = open_boxes("char *over(char *p, long n) { p[n] = 1; return p; }\n"
                           "char *same(char *p) { return p + 2; }\n"
                           "char *own(char *p) { static char c; return &c; }\n"
                           "int peek(char *p) { return p ? *p : -1; }\n",
                           (box_config){0});
    box_status s;
    static const char *const strrchr_types[] = {"char *", "int", "const char*"};
    static const char *const copy_types[] = {"char *", "char *", "long long", "void *"};
    static const char *const one[] = {"char *", "char *"};
    static const char *const peek_types[] = {"char *", "int"};
    static const char *const over_types[] = {"char *", "long", "char *"};
    decl_id last = pointer_box(&x, "strrchr", strrchr_types, 2);
    decl_id copy = pointer_box(&x, "mempcpy", copy_types, 3);
    /* One string in three buffers that touch, and a buffer elsewhere. */
    uint8_t a[] = "ab/", b[] = "c", c[] = {'/', 0}, d[8] = "zzzzzzz";
    box_buffer buffers[] = {{0x1003, b, 1}, {0x1000, a, 3}, {0x5000, d, 8}, {0x1004, c, 2}};
    box_image image = {buffers, 4}, after;
    value_id args[] = {bv(&x, 64, 0x1000), bv(&x, 32, '/')};
    CHECK(boxes_call_image(x.set, last, args, 2, &image, &after, &s) == bv(&x, 64, 0x1004));
    CHECK(after.n == 1 && after.buffers[0].address == 0x1000 && after.buffers[0].n == 6);
    args[1] = bv(&x, 32, 'q');
    CHECK(boxes_call_image(x.set, last, args, 2, &image, NULL, &s) == bv(&x, 64, 0));
    uint64_t calls = boxes_call_count(x.set);
    d[0] = 'y'; /* not reached by the call: it is the same call */
    CHECK(boxes_call_image(x.set, last, args, 2, &image, NULL, &s) == bv(&x, 64, 0));
    CHECK(boxes_call_count(x.set) == calls);
    b[0] = 'q'; /* reached */
    CHECK(boxes_call_image(x.set, last, args, 2, &image, NULL, &s) == bv(&x, 64, 0x1003));
    value_id copying[] = {bv(&x, 64, 0x5001), bv(&x, 64, 0x1002), bv(&x, 64, 3)};
    CHECK(boxes_call_image(x.set, copy, copying, 3, &image, &after, &s) == bv(&x, 64, 0x5004));
    CHECK(after.n == 2 && after.buffers[1].address == 0x5000);
    CHECK(!memcmp(after.buffers[1].bytes, "y/q/zzz", 8) && !memcmp(d, "yzzzzzz", 8));
    box_fact fact;
    CHECK(boxes_fact(x.set, boxes_fact_count(x.set) - 1, &fact) && fact.before->n == 2);
    CHECK(!memcmp(fact.before->buffers[1].bytes, "yzzzzzz", 8));
    decl_id same = pointer_box(&x, "same", one, 1), own = pointer_box(&x, "own", one, 1);
    decl_id peek = pointer_box(&x, "peek", peek_types, 1);
    decl_id over = pointer_box(&x, "over", over_types, 2);
    value_id wild = bv(&x, 64, 0x7777);
    CHECK(boxes_call_image(x.set, same, &wild, 1, &image, NULL, &s) == bv(&x, 64, 0x7779));
    CHECK(!boxes_call_image(x.set, peek, &wild, 1, &image, NULL, &s) && s == BOX_CRASHED);
    CHECK(!boxes_call_image(x.set, own, &wild, 1, &image, NULL, &s) && s == BOX_BAD_REPLY);
    value_id null = bv(&x, 64, 0);
    CHECK(boxes_call_image(x.set, peek, &null, 1, &image, NULL, &s) == bv(&x, 32, 0xffffffff));
    value_id writing[] = {bv(&x, 64, 0x5000), bv(&x, 64, 7)};
    CHECK(boxes_call_image(x.set, over, writing, 2, &image, NULL, &s) == bv(&x, 64, 0x5000));
    writing[1] = bv(&x, 64, 8); /* one byte too far */
    CHECK(!boxes_call_image(x.set, over, writing, 2, &image, NULL, &s) && s == BOX_CRASHED);
    CHECK(boxes_confirm(x.set, NULL, 0, NULL));
    close_boxes(&x);
}

TEST(memory_maps_both_ways)
{
    uint8_t a[5] = {1, 2, 3, 4, 5}, b[3] = {6, 7, 8};
    box_buffer buffers[] = {{100, a, 5}, {200, b, 3}};
    box_image image = {buffers, 2};
    for (uint64_t placement = 0; placement < 3; placement++) {
        placed_image *m = placed_image_new(&image, placement);
        CHECK(m && placed_image_count(m) == 2 && placed_image_object(m, 1).bytes[2] == 8);
        for (uint64_t address = 0; address < 400; address++) {
            uint64_t back, real = placed_image_to_real(m, address);
            CHECK(placed_image_to_formula(m, real, &back) && back == address);
            CHECK(!real == !address);
        }
        uint64_t unknown;
        CHECK(!placed_image_to_formula(m, (uint64_t)(uintptr_t)&unknown, &unknown));
        placed_image_free(m);
    }
}

/* ---- Loops in workers ------------------------------------------------------------------------ */

typedef struct loop_area {
    uint64_t next, good, bad, crashed;
} loop_area;

typedef struct loop_context {
    const box *x;
    uint64_t end;
    bool land;
} loop_context;

/* Calls half(0), half(1), …; odd arguments crash. */
static int count_loop(void *context, box_worker *w)
{
    const loop_context *c = context;
    loop_area *area = w->shared;
    if (w->attempt && w->last == BOX_CRASHED)
        area->crashed++;
    if (c->land && BOX_CATCH(w) != BOX_OK)
        area->crashed++;
    while (area->next < c->end) {
        uint64_t argument = area->next++, result = 0;
        BOX_PROGRESS(w);
        if (box_invoke(c->x, &argument, &result) && result == argument / 2)
            area->good++;
        else
            area->bad++;
    }
    return 0;
}

TEST(a_loop_survives_crashes)
{
    fixture x = open_boxes(rogues, (box_config){0});
    decl_id half = bv_box(&x, "half", 1, 32);
    for (int land = 0; land < 2; land++) {
        loop_context context = {boxes_find(x.set, half), land ? 5000 : 200, land};
        box_run_config config = {
            .loop = count_loop, .context = &context, .shared_size = sizeof(loop_area)};
        char *error = NULL;
        box_run *run = box_run_start(x.set, &config, &error);
        CHECK_MSG(run, "%s", error ? error : "no message");
        CHECK(box_run_wait(run, 0) == BOX_RUN_DONE);
        const loop_area *area = box_run_shared(run);
        CHECK(area->good == context.end / 2 && area->crashed == context.end / 2 && !area->bad);
        box_run_figures figures = box_run_count(run);
        CHECK(figures.crashed + figures.recovered == context.end / 2);
        CHECK(land ? figures.recovered > 2000 && figures.crashed > 0 : !figures.recovered);
        box_run_free(run);
    }
    close_boxes(&x);
}

/* Waits for the stop flag; the box hangs at 3. */
static int hang_loop(void *context, box_worker *w)
{
    const loop_context *c = context;
    loop_area *area = w->shared;
    while (!*w->stop && area->next < c->end) {
        uint64_t argument = area->next++, result = 0;
        BOX_PROGRESS(w);
        box_invoke(c->x, &argument, &result);
        area->good++;
    }
    return area->next == c->end ? 5 : 0;
}

TEST(a_loop_survives_hangs)
{
    fixture x = open_boxes(rogues, (box_config){0});
    decl_id spin = bv_box(&x, "spin", 1, 32);
    loop_context context = {.x = boxes_find(x.set, spin), .end = 10};
    box_run_config config = {.loop = hang_loop, .context = &context, .shared_size = 64};
    char *error = NULL;
    box_run *run = box_run_start(x.set, &config, &error);
    CHECK(run && box_run_wait(run, 0) == BOX_RUN_FAILED);
    box_run_figures figures = box_run_count(run);
    CHECK(figures.code == 5 && figures.hung == 1 && figures.workers == 2);
    CHECK(((loop_area *)box_run_shared(run))->good == 9);
    box_run_free(run);
    context.end = UINT64_MAX;
    run = box_run_start(x.set, &config, &error);
    CHECK(run);
    box_run_stop(run);
    CHECK(box_run_wait(run, 0) == BOX_RUN_DONE);
    box_run_free(run);
    close_boxes(&x);
}

/* Direct calls and libffi agree on every signature. */
static int compare_loop(void *context, box_worker *w)
{
    box_set *set = context;
    rng r;
    rng_seed(&r, 5);
    for (uint32_t i = 0; i < boxes_count(set); i++) {
        const box *x = boxes_find(set, boxes_decl_at(set, i));
        for (int k = 0; k < 2000; k++) {
            uint64_t args[BOX_MAX_ARITY], direct = 0, through = 0;
            for (uint32_t a = 0; a < x->arity; a++) {
                uint32_t width = x->parameters[a].width;
                args[a] = rng_next(&r) & (width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX);
            }
            bool good = box_invoke(x, args, &direct);
            if (box_invoke_ffi(x, args, &through) != good || (good && direct != through))
                return (int)i + 1;
        }
    }
    return 0;
}

TEST(direct_calls_agree_with_libffi)
{
    fixture x = open_boxes(every_type, (box_config){0});
    sort_id f32 = sort_fp(x.bank, 8, 24), f64 = sort_fp(x.bank, 11, 53);
    sort_id mix[] = {sort_bv(x.bank, 8), f64, sort_bv(x.bank, 16), f32}, two[] = {f64, f64};
    sort_id b8 = sort_bv(x.bank, 8), boolean = SORT_ID_BOOL;
    const char *ctypes[] = {"int8_t", "int8_t"};
    bv_box(&x, "b8", 1, 8);
    bv_box(&x, "b9", 1, 9);
    bv_box(&x, "over9", 1, 9);
    bv_box(&x, "b64", 1, 64);
    bv_box(&x, "seven", 7, 64);
    bind(&x, (box_declaration){.decl = declare(&x, "flip", &boolean, 1, boolean)});
    bind(&x, (box_declaration){.decl = declare(&x, "half", &f32, 1, f32)});
    bind(&x, (box_declaration){.decl = declare(&x, "third", two, 2, f64)});
    bind(&x, (box_declaration){.decl = declare(&x, "mixed", mix, 4, f64)});
    bind(&x, (box_declaration){.decl = declare(&x, "negate", &b8, 1, b8), .ctypes = ctypes});
    box_run_config config = {.loop = compare_loop, .context = x.set, .shared_size = 8};
    char *error = NULL;
    box_run *run = box_run_start(x.set, &config, &error);
    CHECK(run && box_run_wait(run, 0) == BOX_RUN_DONE);
    box_run_free(run);
    close_boxes(&x);
}
