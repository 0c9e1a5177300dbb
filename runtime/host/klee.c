/* KLEE's intrinsics. In a run of `tandem explore` objects get their bytes from the request; in a
 * program that runs alone they are zero. */
#include "runtime/calls/calls.h"
#include "runtime/core/control.h"
#include "runtime/core/expr.h"
#include "runtime/core/shadow.h"
#include "runtime/host/inputs.h"
#include "runtime/host/klee.h"
#include "runtime/host/ktest.h"
#include "runtime/host/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#pragma GCC visibility push(default)
void klee_assume(uintptr_t condition);
int klee_range(int start, int end, const char *name);
int klee_int(const char *name);
unsigned klee_is_symbolic(uintptr_t n);
unsigned klee_is_replay(void);
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_silent_exit(int status);
void klee_abort(void);
void klee_report_error(const char *file, int line, const char *message, const char *suffix);
void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int value);
void klee_check_memory_access(const void *p, size_t bytes);
void klee_mark_global(void *object);
void klee_merge(void);
void klee_open_merge(void);
void klee_close_merge(void);
void klee_stack_trace(void);
void klee_alias_function(const char *name, const char *as);
uintptr_t klee_choose(uintptr_t n);
float klee_get_valuef(float e);
double klee_get_valued(double e);
long klee_get_valuel(long e);
long long klee_get_valuell(long long e);
int32_t klee_get_value_i32(int32_t e);
int64_t klee_get_value_i64(int64_t e);
#pragma GCC visibility pop

static tandem_expr last_value; /* of klee_int and the like, for the caller */
static uint32_t value_site;
static unsigned was_symbolic;

static void found(tandem_finding finding, uint32_t site)
{
    if (tandem_rt.shared) {
        tandem_rt.shared->finding = finding;
        tandem_rt.shared->finding_site = site;
    }
}

/* The run is no test. */
static void silent_exit(int status)
{
    found(TANDEM_FINDING_SILENT_EXIT, 0);
    _exit(status);
}

void klee_make_symbolic(void *p, size_t bytes, const char *name)
{
    static uint32_t objects;
    size_t n = 0;
    const uint8_t *data =
        tandem_rt.shared ? tandem_run_object(&n) : tandem_ktest_object(name ? name : "", &n);
    memset(p, 0, bytes);
    if (data)
        memcpy(p, data, n < bytes ? n : bytes);
    if (!tandem_enter())
        return;
    int input = tandem_input_add(TANDEM_OBJECT, objects++, bytes, p, name ? name : "");
    if (input >= 0)
        tandem_input_shadow(input, 0, p, bytes);
    tandem_leave();
}

bool tandem_before_assume(struct tandem_call *c)
{
    tandem_expr e = c->n ? c->expr[0] : 0;
    if (e) {
        uint32_t width = tandem_at(e)->width;
        tandem_log_demand(tandem_build(TANDEM_NE, width, e, tandem_const(width, 0)),
                          c->value[0] != 0, c->site);
    }
    return false;
}

void klee_assume(uintptr_t condition)
{
    if (!condition)
        silent_exit(0);
}

uint64_t tandem_klee_value(const char *name, size_t bytes)
{
    uint64_t x = 0;
    klee_make_symbolic(&x, bytes, name);
    last_value = 0;
    if (tandem_enter()) {
        tandem_expr part[8];
        for (size_t i = 0; i < bytes; i++)
            part[i] = tandem_shadow_get((uint8_t *)&x + i, (uint8_t)(x >> (8 * i)));
        last_value = tandem_settle(tandem_join(part, (uint32_t)bytes, x));
        tandem_shadow_clear(&x, sizeof(x)); /* it is gone with this frame */
        tandem_leave();
    }
    return x;
}

tandem_expr tandem_klee_expression(void)
{
    return last_value;
}

static int make_int(const char *name)
{
    return (int)tandem_klee_value(name, sizeof(int));
}

int klee_int(const char *name)
{
    return make_int(name);
}

int klee_range(int start, int end, const char *name)
{
    int x = make_int(name);
    bool good = start <= x && x < end;
    if (last_value && tandem_enter()) {
        uint32_t from = (uint32_t)start, to = (uint32_t)end;
        tandem_expr below = tandem_build(TANDEM_SLE, 32, tandem_const(32, from), last_value);
        tandem_expr above = tandem_build(TANDEM_SLT, 32, last_value, tandem_const(32, to));
        tandem_log_demand(tandem_build(TANDEM_AND, 1, below, above), good, value_site);
        tandem_leave();
    }
    if (!good && tandem_rt.shared)
        silent_exit(0);
    return good ? x : start;
}

bool tandem_before_klee_value(struct tandem_call *c)
{
    value_site = c->site;
    return true;
}

tandem_expr tandem_after_klee_value(struct tandem_call *c, uint32_t width, uint64_t result)
{
    if (!last_value || tandem_at(last_value)->width == width)
        return last_value;
    return width == 1 ? tandem_settle(tandem_extract(last_value, 0, 1)) : 0;
}

bool tandem_before_is_symbolic(struct tandem_call *c)
{
    was_symbolic = c->n && c->expr[0];
    return false;
}

unsigned klee_is_symbolic(uintptr_t n)
{
    unsigned answer = was_symbolic;
    was_symbolic = 0;
    return answer;
}

bool tandem_before_assert_fail(struct tandem_call *c)
{
    found(TANDEM_FINDING_ASSERT, c->site);
    return false;
}

void klee_silent_exit(int status)
{
    silent_exit(status);
}

void tandem_klee_fail(void)
{
    found(TANDEM_FINDING_ASSERT, TANDEM_NO_SITE);
    abort();
}

void klee_abort(void)
{
    tandem_klee_fail();
}

void klee_report_error(const char *file, int line, const char *message, const char *suffix)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, message);
    klee_abort();
}

void klee_warning(const char *message)
{
    fprintf(stderr, "warning: %s\n", message);
}

void klee_warning_once(const char *message)
{
    static const char *before;
    if (before != message)
        klee_warning(message);
    before = message;
}

/* The rest means nothing to concolic execution. */
unsigned klee_is_replay(void)
{
    return 0;
}
void klee_prefer_cex(void *object, uintptr_t condition) {}
void klee_print_expr(const char *message, ...) {}
void klee_print_range(const char *name, int value) {}
void klee_check_memory_access(const void *p, size_t bytes) {}
void klee_mark_global(void *object) {}
void klee_merge(void) {}
void klee_open_merge(void) {}
void klee_close_merge(void) {}
void klee_stack_trace(void) {}
void klee_alias_function(const char *name, const char *as) {}

uintptr_t klee_choose(uintptr_t n)
{
    return n ? (uintptr_t)(unsigned)make_int("klee_choose") % n : 0;
}

float klee_get_valuef(float e)
{
    return e;
}
double klee_get_valued(double e)
{
    return e;
}
long klee_get_valuel(long e)
{
    return e;
}
long long klee_get_valuell(long long e)
{
    return e;
}
int32_t klee_get_value_i32(int32_t e)
{
    return e;
}
int64_t klee_get_value_i64(int64_t e)
{
    return e;
}
