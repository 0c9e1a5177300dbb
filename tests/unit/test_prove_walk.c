/* Executions in machine words: what they decide, and that arrays are what terms say. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/strbuf.h"
#include "program/system.h"
#include "prove/walk/only_run.h"
#include "prove/walk/walk.h"
#include "test.h"

typedef struct world {
    term_bank *bank;
    ir_program *program;
    ir_system *told, *system;
    walker *walker;
} world;

static void open_world(world *w, const char *text, ir_model model)
{
    char *folder = folder_temporary();
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/p.c", folder);
    CHECK(folder_write(path.text, text, strlen(text)));
    ir_failure failure;
    char *error = NULL;
    w->bank = bank_new(true);
    ir_options options = {.model = model};
    w->program = ir_read_c(w->bank, path.text, &options, &failure, &error);
    CHECK(w->program);
    w->told = ir_system_new(w->program);
    w->system = ir_system_within(w->told);
    w->walker = walker_new(w->told, w->system, &prove_limits_default, 1);
    CHECK(w->walker);
    free(error);
    folder_remove(folder);
    free(folder);
    strbuf_free(&path);
}

static void close_world(world *w)
{
    walker_free(w->walker);
    ir_system_free(w->system);
    ir_system_free(w->told);
    ir_program_free(w->program);
    bank_free(w->bank);
}

/* The result of so many steps; *n (may be NULL) is how many are written down. */
static walk_result result_of(const char *text, ir_model model, uint64_t steps, size_t *n)
{
    world w;
    run r = {0};
    open_world(&w, text, model);
    walk_result result = walk(w.walker, steps, 0, NULL, &r);
    if (n)
        *n = r.steps.n;
    run_free(&r);
    close_world(&w);
    return result;
}

TEST(only_run_decides)
{
    static const char ends[] =
        "int main(void) { int i = 0; while (i < 5000) i++; assert(i == 5000); }";
    static const char fails[] =
        "int main(void) { int i = 0; while (i < 50000) i++; assert(i == 0); }";
    for (int model = IR_MATH; model <= IR_MACHINE; model++) {
        size_t n;
        CHECK(result_of(ends, (ir_model)model, 100000, NULL) == WALK_OVER);
        CHECK(result_of(ends, (ir_model)model, 1000, NULL) == WALK_QUIET);
        CHECK(result_of(fails, (ir_model)model, 100000, &n) == WALK_FAULT);
        CHECK(n > 4 && n < 100); /* the beginning and the end of it */
    }
}

/* Copies, tables, and writes at indices that are computed. */
TEST(arrays_are_memory)
{
    static const char text[] =
        "struct s { int a[8]; int n; };\n"
        "static const int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};\n"
        "int main(void) {\n"
        "  struct s x = {{0}, 0}, y;\n"
        "  int sum = 0;\n"
        "  for (int i = 0; i < 8; i++) { x.a[(i * 3) % 8] = table[i]; x.n++; }\n"
        "  y = x; x.a[0] = 100;\n"
        "  for (int i = 0; i < 8; i++) sum = sum * 2 + y.a[i];\n"
        "  assert(sum == WANTED); }\n";
    for (int model = IR_MATH; model <= IR_MACHINE; model++) {
        int a[8], sum = 0;
        static const int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
        for (int i = 0; i < 8; i++)
            a[(i * 3) % 8] = table[i];
        for (int i = 0; i < 8; i++)
            sum = sum * 2 + a[i];
        strbuf good = STRBUF_INIT, bad = STRBUF_INIT;
        strbuf_printf(&good, "#define WANTED %d\n%s", sum, text);
        strbuf_printf(&bad, "#define WANTED %d\n%s", sum + 1, text);
        CHECK(result_of(good.text, (ir_model)model, 1000, NULL) == WALK_OVER);
        CHECK(result_of(bad.text, (ir_model)model, 1000, NULL) == WALK_FAULT);
        strbuf_free(&good);
        strbuf_free(&bad);
    }
}

static bool is_only(const char *text)
{
    world w;
    open_world(&w, text, IR_MATH);
    bool only = only_run(w.told, false);
    close_world(&w);
    return only;
}

TEST(what_has_one_run)
{
    CHECK(is_only("int main(void) { int i = 0, j; for (j = 0; j < 9; j++) i += j; assert(i); }"));
    CHECK(
        is_only("int main(void) { int x; int i = 0; while (i < 9) i++; assert(i == 9); x = i; }"));
    CHECK(!is_only("int main(void) { int x; int i = 0; while (i < 9) i++; assert(i == x); }"));
    CHECK(!is_only("int main(void) { int i = 0; while (unknown()) i++; assert(i >= 0); }"));
    CHECK(!is_only("int main(void) { int i = unknown(); while (i < 3) i++; assert(i >= 3); }"));
    /* Of cells the run itself tells. */
    static const char unset[] = "int main(void) { int a[4]; for (int i = 0; i < 3; i++) a[i] = 0;\n"
                                "assert(a[0] == 0 && (a[3] == 0 || a[3] != 0)); }";
    CHECK(is_only(unset));
    CHECK(result_of(unset, IR_MACHINE, 1000, NULL) == WALK_QUIET);
}

/* A loop that an input ends: some walks stay in it. */
TEST(habits_stay)
{
    static const char text[] =
        "int main(void) { int x = 0; while (unknown()) x++; assert(x < 300); }";
    CHECK(result_of(text, IR_MATH, 100000, NULL) == WALK_FAULT);
    CHECK(result_of(text, IR_MACHINE, 100000, NULL) == WALK_FAULT);
}

/* Inputs are numbers of their types, and their extremes are tried. */
TEST(extremes)
{
    CHECK(result_of("int main(void) { int x = unknown(); assert(x != 2147483647); }", IR_MATH, 100,
                    NULL) == WALK_FAULT);
    CHECK(result_of("int main(void) { int x = unknown(); assert(x <= 2147483647); }", IR_MATH,
                    10000, NULL) == WALK_QUIET);
}
