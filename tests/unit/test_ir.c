/* C programs as transition systems: shapes, values by execution, and what is refused. */
#include <stdlib.h>
#include <string.h>

#include "base/folder.h"
#include "base/strbuf.h"
#include "program/contracts.h"
#include "program/system.h"
#include "term/eval/eval.h"
#include "test.h"

static ir_program *read_as(term_bank *b, const char *text, ir_model model, char **error)
{
    char *folder = folder_temporary();
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/p.c", folder);
    CHECK(folder_write(path.text, text, strlen(text)));
    ir_failure failure;
    *error = NULL;
    ir_program *p = ir_read_c(b, path.text, &(ir_options){.model = model}, &failure, error);
    folder_remove(folder);
    free(folder);
    strbuf_free(&path);
    return p;
}

static ir_program *read_text(term_bank *b, const char *text, char **error)
{
    return read_as(b, text, IR_MATH, error);
}

/* Runs a program without inputs; true if it ends in a fault, within `steps` transitions. */
static bool faults(const ir_system *s, size_t steps)
{
    const ir_program *p = s->program;
    term_model *m = model_new(p->bank);
    uint32_t at = 0;
    bool fault = false;
    for (size_t step = 0; step < steps && !fault; step++) {
        evaluator *e = eval_new(m, &(eval_config){.complete = true});
        const ir_transition *taken = NULL;
        for (size_t i = 0; i < s->transitions.n && !taken; i++)
            if (s->transitions.at[i].from == at &&
                value_is_true(eval_term(e, s->transitions.at[i].guard)))
                taken = &s->transitions.at[i];
        fault = taken && taken->to == IR_FAULT;
        vec_u32 values = {0};
        for (size_t v = 0; taken && !fault && v < p->variables.n; v++)
            vec_push(&values, eval_term(e, taken->after.at[v]));
        eval_free(e);
        model_clear(m);
        for (size_t v = 0; v < values.n; v++)
            model_set_value(m, term_decl(p->bank, p->variables.at[v].term), values.at[v]);
        vec_free(&values);
        if (!taken)
            break;
        at = taken->to;
    }
    model_free(m);
    return fault;
}

static void check_as(ir_model model, const char *body, size_t cuts, bool fault)
{
    term_bank *b = bank_new(false);
    strbuf text = STRBUF_INIT;
    strbuf_puts(&text,
                "int f(int a) { return a * 2; }\nint g = 5;\n"
                "struct p { int x; signed char y[3]; }; struct p k = {1, {2, 3}};\n"
                "const int t[4] = {4, 3, 2};\n"
                "int sum(const int *a, int n) { int s = 0; while (n--) s += *a++; return s; }\n"
                "void set(struct p *q, int v) { q->x = v; q->y[1] = v + 1; }\n");
    strbuf_printf(&text, "int main(void) { %s }\n", body);
    char *error;
    ir_program *p = read_as(b, text.text, model, &error);
    CHECK_MSG(p, "%s: %s", body, error);
    if (p) {
        ir_system *s = ir_system_new(p);
        CHECK_MSG(s->cuts.n == cuts, "%s: %zu cut points", body, s->cuts.n);
        CHECK_MSG(faults(s, 1000) == fault, "%s", body);
        ir_system_free(s);
    }
    free(error);
    ir_program_free(p);
    strbuf_free(&text);
    bank_free(b);
}

static void check_run(const char *body, size_t cuts, bool fault)
{
    check_as(IR_MATH, body, cuts, fault);
}

static void check_bits(const char *body, size_t cuts, bool fault)
{
    check_as(IR_MACHINE, body, cuts, fault);
}

static void check_both(const char *body, size_t cuts, bool fault)
{
    check_run(body, cuts, fault);
    check_bits(body, cuts, fault);
}

/* Every operator wraps around as the machine does. */
TEST(machine)
{
    check_bits("int x = 2147483647; x++; assert(x == -2147483647 - 1);", 1, false);
    check_bits("int x = 70000; x *= x; assert(x == 605032704);", 1, false);
    check_bits("unsigned u = 3; u -= 5; assert(u == 4294967294u && (int)u < 0);", 1, false);
    check_bits("int x = -7; assert(x / 2 == -3 && x % 2 == -1 && x >> 1 == -4);", 1, false);
    check_bits("unsigned u = -7; assert(u / 2 == 2147483644u && u >> 1 == 2147483644u);", 1, false);
    check_bits("int x = 12, y = 10; assert((x & y) == 8 && (x | y) == 14 && (x ^ y) == 6);", 1,
               false);
    check_bits("unsigned char c = 200; c += 100; assert(c == 44);", 1, false);
    check_bits("short s = 32767; s++; assert(s < 0); long l = s; assert(l == -32768);", 1, false);
    check_bits("int x = -1; unsigned u = x; assert(u > 5 && x < 5);", 1, false);
    check_bits("unsigned long l = 1; l <<= 40; assert(l >> 38 == 4);", 1, false);
    check_bits("_Bool b = 4; b = !b; assert(!b);", 1, false);
    check_bits("unsigned char c = 0; int n = 0; do { c++; n++; } while (c); assert(n == 256);", 2,
               false);
    check_bits("int x = 1, y = 0; if (x) y = x / y; assert(0);", 1, false); /* it ended there */
}

TEST(memory)
{
    check_both("int a[3] = {1, 2}; assert(a[0] == 1 && a[1] == 2 && a[2] == 0);", 1, false);
    check_both("int a[3], i; for (i = 0; i < 3; i++) a[i] = i * i; assert(a[2] == 4);", 2, false);
    check_both("int a[3], i; for (i = 0; i < 3; i++) a[i] = i * i; assert(a[1] == 4);", 2, true);
    check_both("struct p q = {7}; q.y[2] = 5; struct p r = q; assert(r.x == 7 && r.y[2] == 5);", 1,
               false);
    check_both("struct p q; set(&q, 4); assert(q.x == 4 && q.y[1] == 5);", 1, false);
    check_both("set(&k, 9); assert(k.x == 9 && k.y[0] == 2 && k.y[1] == 10);", 1, false);
    check_both("struct p q[2]; set(&q[1], 3); set(q, 6); assert(q[1].x == 3 && q[0].y[1] == 7);", 1,
               false);
    check_both("assert(sum(t, 4) == 9);", 2, false);
    check_both("assert(sum(t + 1, 2) == 5);", 2, false);
    check_both("int a[4], *p = a, i; for (i = 0; i < 4; i++) *p++ = i; assert(a[3] == 3);", 2,
               false);
    check_both("int a[4] = {1, 2, 3, 4}, *p = &a[1]; p += 2; assert(*p == 4 && p[-1] == 3);", 1,
               false);
    check_both("int m[2][3] = {{1, 2, 3}, {4, 5, 6}}, i = 1; assert(m[i][2] == 6);", 1, false);
    check_both("int x = 3, *p = &x; *p = 4; assert(x == 4);", 1, false);
    check_both("int a[2] = {0}, i = 2; a[i] = 1; assert(0);", 1, false); /* it ended there */
}

TEST(undefined)
{
    term_bank *b = bank_new(false);
    char *error;
    ir_program *p =
        read_as(b,
                "int main(void) { int x = unknown(), a[3]; unsigned u = x; u++; x = x + 1;\n"
                "x = x / unknown(); a[x] = 1; x <<= unknown(); assert(x); }",
                IR_MACHINE, &error);
    CHECK_MSG(p, "%s", error ? error : "");
    ir_system *s = p ? ir_system_new(p) : NULL;
    size_t kinds[IR_FAULT_KINDS] = {0};
    for (size_t i = 0; s && i < s->undefined.n; i++)
        kinds[s->undefined.at[i].kind]++;
    CHECK(kinds[IR_OVERFLOW] == 1 && kinds[IR_DIVISION] == 1 && kinds[IR_QUOTIENT] == 1 &&
          kinds[IR_BOUNDS] == 1 && kinds[IR_SHIFT] == 1);
    ir_system *only = s ? ir_system_of_undefined(s) : NULL;
    CHECK(only && only->n_assertions == 5);
    ir_system_free(only);
    ir_system_free(s);
    ir_program_free(p);
    free(error);
    bank_free(b);
}

static void check_contract(const char *source, const char *wanted)
{
    strbuf out = STRBUF_INIT;
    bool found = ir_contracts_apply(source, &out);
    CHECK_MSG(found == (wanted != NULL), "%s", source);
    CHECK_MSG(!strcmp(out.text, wanted ? wanted : source), "%s", out.text);
    strbuf_free(&out);
}

TEST(contracts)
{
    check_contract("f() { //@ requires a > 0;\n}", "f() {  assume( a > 0);\n}");
    check_contract("f() { /*@ ensures a;\n assert b; */ }", "f() {  assert( a); assert( b);\n }");
    check_contract("/*@ requires a; */ f() { g; }", " f() { assume( a); g; }");
    check_contract("f() { /*@ assert a &&\n b; */ }", "f() {  assert( a &&  b);\n }");
    check_contract("f() { /*@ assert a // why\n && b; */ }", "f() {  assert( a   && b);\n }");
    check_contract("f() { //@ assert a // why\n}", "f() {  assert( a );\n}");
    check_contract("f() { // requires a;\n s = \"//@ assert 0;\"; }", NULL);
    check_contract("/*@ ensures a; */ f() { '\\''; /* */ }", NULL);
    check_contract("f() { //@ assertion a;\n /*@ assert", NULL);
}

TEST(straight)
{
    check_run("int x = 3; assert(x == 3);", 1, false);
    check_run("int x = 3; assert(x == 4);", 1, true);
    check_run("assert(f(4) == 8 && g == 5); g = f(g); assert(g != 10);", 1, true);
    check_run("int x = -7; assert(x / 2 == -3 && x % 2 == -1 && x / -2 == 3);", 1, false);
    check_run("unsigned u = 0; u--; assert(u == 0xffffffffu && u / 2 == 0x7fffffffu);", 1, false);
    check_run("signed char c = 127; c++; assert(c == -128);", 1, false);
    check_run("unsigned char c = 255; c++; assert(c == 0);", 1, false);
    check_run("int x = -5; assert((x & 3) == 3 && (x >> 1) == -3 && ~x == 4 && x << 2 == -20);", 1,
              false);
    check_run("int x = 2147483647; x++; assert(x > 0);", 1, false);
    check_run("_Bool b = 1; int x = b ? 3 : 4; b = !b; assert(x == 3 && !b);", 1, false);
    check_run("int x = 2; switch (x) { case 1: x = 5; case 2: x++; default: x++; } "
              "assert(x == 4);",
              1, false);
    check_run("int x = 1; if (x) abort(); assert(0);", 1, false);
}

TEST(loops)
{
    check_run("int i = 0, s = 0; while (i < 10) { s += i; i++; } assert(s == 45);", 2, false);
    check_run("int i = 0, s = 0; while (i < 10) { s += i; i++; } assert(s == 46);", 2, true);
    check_run("int i, j, n = 0; for (i = 0; i < 4; i++) for (j = i; j < 4; j++) n++; "
              "assert(n == 10);",
              3, false);
    check_run("int i = 0; do { i++; if (i == 3) continue; if (i > 5) break; } while (i < 9); "
              "assert(i == 6);",
              2, false);
    check_run("int i = 0; while (i < 3) i++; while (i > 0) i -= 2; assert(i == -1);", 3, false);
    check_run("int i = 0; l: i++; if (i < 7) goto l; assert(i == 7);", 2, false);
}

static void check_refused(const char *text, const char *words)
{
    term_bank *b = bank_new(false);
    char *error;
    ir_program *p = read_text(b, text, &error);
    CHECK_MSG(!p && error && strstr(error, words), "%s: %s", text, error ? error : "read");
    free(error);
    ir_program_free(p);
    bank_free(b);
}

/* What is run and not looked into, by its names. */
static void check_opaque(const char *text, const char *const *names, size_t n, bool supported)
{
    term_bank *b = bank_new(false);
    char *error;
    ir_program *p = read_text(b, text, &error);
    CHECK_MSG(p, "%s: %s", text, error ? error : "");
    CHECK(p && p->opaques.n == n);
    for (size_t i = 0; p && i < p->opaques.n && i < n; i++) {
        CHECK(!strcmp(p->opaques.at[i].name, names[i]));
        CHECK(p->opaques.at[i].supported == supported);
        CHECK(ir_opaque_find(p, p->opaques.at[i].decl) == &p->opaques.at[i]);
    }
    CHECK(p && (p->support.n > 0) == supported);
    free(error);
    ir_program_free(p);
    bank_free(b);
}

TEST(opaque)
{
    check_opaque("int h(int); int main(void) { return h(3) + h(unknown()); }",
                 (const char *[]){"h"}, 1, false);
    check_opaque("int main(void) { int x = unknown(), y = unknown(); return x ^ y; }",
                 (const char *[]){"xor"}, 1, true);
    check_opaque("int main(void) { int x = unknown(); asm(\"negl %0\" : \"+r\"(x)); return x; }",
                 (const char *[]){"asm_1"}, 1, true);
    check_opaque("int main(void) { return __builtin_ctz(unknown()) + __builtin_ctz(unknown()); }",
                 (const char *[]){"__builtin_ctz"}, 1, true);
    check_opaque("int h(const int *); int main(void) { int x = 1; return h(&x); }",
                 (const char *[]){"h"}, 1, true);
    check_opaque("double h(int); int main(void) { return h(unknown()) > 0; }",
                 (const char *[]){"h"}, 1, false);
}

TEST(refused)
{
    check_refused("int main(void) { return x; }", "undeclared");
    check_refused("int f(void) { return 0; }", "no function 'main'");
    check_refused("int f(int n) { return n ? f(n - 1) : 0; } int main(void) { return f(3); }",
                  "recursion");
    check_refused("int main(void) { int *p = (int *)unknown(); return *p; }", "p.c:1:27: ");
    check_refused(
        "#include <alloca.h>\nint main(void) { int s = 0; for (int i = 1; i < 3; i++) { int *a = "
        "alloca(i * sizeof *a); a[0] = i; s += a[0]; } return s; }",
        "p.c:2:");
    check_refused("int main(void) { int x = unknown(); unsigned u = x; u++; x++; return u; }",
                  "both as a signed");
    check_refused("int main(void) { long double d = unknown(); return d > 0; }", "p.c:1:");
}
