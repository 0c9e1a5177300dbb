/* The intrinsics of KLEE that programs made by tandem-cc have, for programs that include <klee/klee.h>. In a
 * run of `tandem explore` objects are inputs; a program that runs alone takes them from the .ktest file that
 * KTEST_FILE names, or else they are zero. */
#ifndef TANDEM_KLEE_KLEE_H
#define TANDEM_KLEE_KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The bytes at `p` become an input. */
void klee_make_symbolic(void *p, size_t bytes, const char *name);
/* A number that is an input; of klee_range one that is at least `start` and less than `end`. */
int klee_int(const char *name);
int klee_range(int start, int end, const char *name);
/* A run in which the condition is false ends here and is no test. */
void klee_assume(uintptr_t condition);
unsigned klee_is_symbolic(uintptr_t n);
unsigned klee_is_replay(void);

/* The end of the run: no test; a finding. */
void klee_silent_exit(int status) __attribute__((noreturn));
void klee_abort(void) __attribute__((noreturn));
void klee_report_error(const char *file, int line, const char *message, const char *suffix)
    __attribute__((noreturn));

/* The value, from here on no input any more. */
float klee_get_valuef(float e);
double klee_get_valued(double e);
long klee_get_valuel(long e);
long long klee_get_valuell(long long e);
int32_t klee_get_value_i32(int32_t e);
int64_t klee_get_value_i64(int64_t e);
uintptr_t klee_choose(uintptr_t n);

void klee_warning(const char *message);
void klee_warning_once(const char *message);
/* These do nothing here. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int value);
void klee_check_memory_access(const void *p, size_t bytes);
void klee_mark_global(void *object);
void klee_merge(void);
void klee_open_merge(void);
void klee_close_merge(void);
void klee_stack_trace(void);
void klee_alias_function(const char *name, const char *as);

#ifdef __cplusplus
}
#endif

#endif
