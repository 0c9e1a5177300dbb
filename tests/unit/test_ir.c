/* C programs as transition systems: shapes, values by execution, and what is refused. */
#include <stdlib.h>
#include <string.h>

#include "base/folder.h"
#include "base/strbuf.h"
#include "ir/system.h"
#include "term/eval.h"
#include "test.h"

static ir_program *read_text(term_bank *b, const char *text, char **error)
{
    char *folder = folder_temporary();
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/p.c", folder);
    CHECK(folder_write(path.text, text, strlen(text)));
    ir_failure failure;
    *error = NULL;
    ir_program *p = ir_read_c(b, path.text, NULL, &failure, error);
    folder_remove(folder);
    free(folder);
    strbuf_free(&path);
    return p;
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

static void check_run(const char *body, size_t cuts, bool fault)
{
    term_bank *b = bank_new(false);
    strbuf text = STRBUF_INIT;
    strbuf_printf(&text, "int f(int a) { return a * 2; }\nint g = 5;\nint main(void) { %s }\n",
                  body);
    char *error;
    ir_program *p = read_text(b, text.text, &error);
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
    check_refused("int h(int *); int main(void) { int x = 1; return h(&x); }", "line 1");
    check_refused("double h(void); int main(void) { return h() > 0; }", "line 1");
}

TEST(refused)
{
    check_refused("int main(void) { return x; }", "undeclared");
    check_refused("int f(void) { return 0; }", "no function 'main'");
    check_refused("int f(int n) { return n ? f(n - 1) : 0; } int main(void) { return f(3); }",
                  "recursion");
    check_refused("int main(void) { int *p = (int *)unknown(); return *p; }", "line 1");
    check_refused("int main(void) { int n = 3; int a[n]; a[1] = 2; return a[0]; }", "line 1");
    check_refused("int main(void) { int x = unknown(); unsigned u = x; u++; x++; return u; }",
                  "both as a signed");
    check_refused("int main(void) { double d = 1; return d > 0; }", "line 1");
}
