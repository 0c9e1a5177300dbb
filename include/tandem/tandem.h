/* Tandem's C API: read SMT-LIB or build formulas, call functions of yours in them, check them, read the
 * model.
 *
 * Everything belongs to a context and dies with it; contexts are independent of each other: several
 * threads may each use one of their own. Sorts, functions, terms and values are small handles that
 * may be copied freely; 0 is none of them. What was made since a tandem_push is gone after its
 * tandem_pop, handles included. Solvers run in child processes: a crash, a time-out or a memory limit
 * of theirs is the answer TANDEM_UNKNOWN, never the end of your program. Every TANDEM_SAT of a
 * quantifier-free formula has been confirmed by Tandem's own evaluator, unless tandem_model_status
 * says otherwise.
 *
 * A function that fails returns 0 (NULL, false) and leaves a message in tandem_error; so does one that
 * is called wrongly (with 0 or another handle that is none of its context, a NULL for a text, an
 * operator with the wrong sorts). tandem_on_error tells you of each failure as it happens. Nothing here
 * aborts; only when no memory is left the process ends, with code 71, and tandem_on_abort is told before.
 *
 *     tandem_context *t = tandem_new();
 *     tandem_term x = tandem_constant(t, "x", tandem_sort_bv(t, 8));
 *     tandem_assert(t, tandem_parse_term(t, "(= (bvmul x x) #x31)"));
 *     if (tandem_check(t) == TANDEM_SAT)
 *         puts(tandem_value_text(t, tandem_value_of(t, x)));
 *     tandem_free(t);
 *
 * Versioning: names and meanings in this header only grow within one TANDEM_API_MAJOR. */
#ifndef TANDEM_TANDEM_H
#define TANDEM_TANDEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TANDEM_API_MAJOR 0
#define TANDEM_API_MINOR 3

#ifdef __GNUC__
#define TANDEM_API __attribute__((visibility("default")))
#else
#define TANDEM_API
#endif

/* The version of the library that runs, such as "0.1.0". */
TANDEM_API const char *tandem_version(void);

/* ---- Contexts -------------------------------------------------------------------------------- */

typedef struct tandem_context tandem_context;

TANDEM_API tandem_context *tandem_new(void);
/* NULL is allowed. Ends the solver's process. Not from a callback. */
TANDEM_API void tandem_free(tandem_context *t);
/* Options, all before the first declaration, assertion or check; values are written as on the
 * command line of `tandem solve`:
 *
 *     "engine"    "z3" (default), or a command line such as "cvc5 --incremental"
 *     "timeout"   wall time of each check: "10", "500ms", "2m"; "0" is no limit
 *     "memory"    of the solver: "512M", "4G"; "0" is no limit
 *     "seed"      a natural number
 *     "ignore-errors"  "true": tandem_run answers as if assertions, declarations and definitions that
 *                 it could not read had never been there; "false" (the default): checks are unknown
 *                 until their level is popped, or all is reset
 *     "allow-code"  whether scripts may name code to be run: "off" (default), "on", or a folder (an
 *                 absolute path) below which it has to lie; docs/boxes.md
 *     "sandbox"   whether that code, and boxes of yours other than callbacks, are confined: "on"
 *                 (default), "off"; docs/boxes.md
 *     "lib"       a shared object or C file in which functions of declare-cb and tandem_box_library
 *                 are found; each call adds one, "" forgets them
 *     "header"    a C header for declarations without sorts; the same
 *     "mode"      how formulas with boxes are solved: "auto" (default), "cdfl", "fuzz", "active", "bits"
 *     "box-timeout"  of one call of a box: "1" (default), "50ms" */
TANDEM_API bool tandem_set_option(tandem_context *t, const char *name, const char *value);
/* The current value as text, valid until it is set again (of a list: its parts with ':' between
 * them); NULL for an unknown name. */
TANDEM_API const char *tandem_get_option(tandem_context *t, const char *name);
/* Names of the options, by position; NULL behind the last. */
TANDEM_API const char *tandem_option_name(size_t position);
/* Message of the last failure of this context; "" before the first. */
TANDEM_API const char *tandem_error(const tandem_context *t);
/* Told of every failure of this context from now on, before the function returns; NULL: nobody. `message`
 * is that of tandem_error. The handler may not call the context. */
typedef void (*tandem_error_handler)(void *user, const char *message);
TANDEM_API void tandem_on_error(tandem_context *t, tandem_error_handler handler, void *user);
/* Told, in the thread that called this, when no memory is left, before the process ends with code 71; NULL: nobody. The handler may
 * save what has to be saved, and end the process itself or leave by longjmp, after which contexts that were being
 * called can no longer be used, nor freed. */
typedef void (*tandem_abort_handler)(void *user, const char *message);
TANDEM_API void tandem_on_abort(tandem_abort_handler handler, void *user);
/* Writes all calls of this context from now on into a file, each before it is done, so that also a crash can be seen again:
 * `tandem solve --replay FILE` does them again (docs/api.md). To be called first: what was made and set before is not a part of it.
 * NULL ends it. */
TANDEM_API bool tandem_trace(tandem_context *t, const char *path);
/* Ends a check that runs in another thread, or in this one when called from a signal handler: it
 * answers TANDEM_UNKNOWN. The only function that may be called while another runs. */
TANDEM_API void tandem_interrupt(tandem_context *t);

/* ---- Scripts --------------------------------------------------------------------------------- */

/* Runs SMT-LIB commands and returns what they print, valid until the next call of tandem_run.
 * Errors are part of the output, as the standard has them; tandem_run_errors counts them. Names
 * declared in scripts are known to tandem_parse_term and tandem_find, and the other way round. */
TANDEM_API const char *tandem_run(tandem_context *t, const char *script);
TANDEM_API unsigned tandem_run_errors(const tandem_context *t);

/* ---- Sorts ----------------------------------------------------------------------------------- */

typedef uint32_t tandem_sort;
typedef uint32_t tandem_function;
typedef uint32_t tandem_term;
typedef uint32_t tandem_value;

TANDEM_API tandem_sort tandem_sort_bool(tandem_context *t);
TANDEM_API tandem_sort tandem_sort_int(tandem_context *t);
TANDEM_API tandem_sort tandem_sort_real(tandem_context *t);
TANDEM_API tandem_sort tandem_sort_string(tandem_context *t);
TANDEM_API tandem_sort tandem_sort_bv(tandem_context *t, uint32_t width);
TANDEM_API tandem_sort tandem_sort_fp(tandem_context *t, uint32_t exponent, uint32_t significand);
TANDEM_API tandem_sort tandem_sort_array(tandem_context *t, tandem_sort index, tandem_sort element);
/* Any sort, as SMT-LIB writes it: "(Array Int Bool)", "RoundingMode", a declared name. */
TANDEM_API tandem_sort tandem_parse_sort(tandem_context *t, const char *text);

typedef enum tandem_sort_class {
    TANDEM_SORT_NONE,
    TANDEM_SORT_BOOL,
    TANDEM_SORT_INT,
    TANDEM_SORT_REAL,
    TANDEM_SORT_STRING,
    TANDEM_SORT_REGLAN,
    TANDEM_SORT_ROUNDING_MODE,
    TANDEM_SORT_BV,        /* number 0: its width */
    TANDEM_SORT_FP,        /* numbers 0 and 1: bits of exponent and significand */
    TANDEM_SORT_ARRAY,     /* children 0 and 1: index and element */
    TANDEM_SORT_DECLARED,  /* children: its arguments */
    TANDEM_SORT_DATATYPE,  /* the same */
    TANDEM_SORT_PARAMETER, /* of a generic declaration */
    TANDEM_SORT_SEQ,       /* child 0: element */
    TANDEM_SORT_SET,
    TANDEM_SORT_BAG
} tandem_sort_class;
TANDEM_API tandem_sort_class tandem_sort_class_of(tandem_context *t, tandem_sort sort);
/* 0 behind the last. */
TANDEM_API uint32_t tandem_sort_number(tandem_context *t, tandem_sort sort, size_t i);
TANDEM_API tandem_sort tandem_sort_child(tandem_context *t, tandem_sort sort, size_t i);

/* ---- Terms ----------------------------------------------------------------------------------- */

/* Declares a constant; a function. The name is used without the |quotes|. One that means something
 * already, or is a word of SMT-LIB, is an error. */
TANDEM_API tandem_term tandem_constant(tandem_context *t, const char *name, tandem_sort sort);
TANDEM_API tandem_function tandem_declare(tandem_context *t, const char *name,
                                          const tandem_sort *domain, size_t n, tandem_sort range);
/* The constant or named term called `name`; the function. 0 if there is none. */
TANDEM_API tandem_term tandem_find(tandem_context *t, const char *name);
TANDEM_API tandem_function tandem_find_function(tandem_context *t, const char *name);
TANDEM_API tandem_term tandem_apply(tandem_context *t, tandem_function f, const tandem_term *args,
                                    size_t n);
/* An operator of SMT-LIB by its name: "and", "bvadd", "str.++"; with indices: "extract" with
 * {7, 0}. Sorts are checked. */
TANDEM_API tandem_term tandem_make(tandem_context *t, const char *op, const uint32_t *indices,
                                   size_t n_indices, const tandem_term *args, size_t n);
/* A variable to be bound, and what binds variables in a Bool: `binder` is "forall", "exists" or, for a
 * body of any sort, "lambda". */
TANDEM_API tandem_term tandem_variable(tandem_context *t, const char *name, tandem_sort sort);
TANDEM_API tandem_term tandem_bind(tandem_context *t, const char *binder,
                                   const tandem_term *variables, size_t n, tandem_term body);
/* Any term, as SMT-LIB writes it. */
TANDEM_API tandem_term tandem_parse_term(tandem_context *t, const char *text);

/* Constants of every sort. Bits are taken modulo the width. */
TANDEM_API tandem_term tandem_bool(tandem_context *t, bool truth);
TANDEM_API tandem_term tandem_int(tandem_context *t, int64_t number);
TANDEM_API tandem_term tandem_real(tandem_context *t, int64_t numerator, int64_t denominator);
TANDEM_API tandem_term tandem_bv(tandem_context *t, uint32_t width, uint64_t number);
/* (_ FloatingPoint 11 53). */
TANDEM_API tandem_term tandem_double(tandem_context *t, double number);
/* An Int, Real or BitVec of any size by its decimal digits: "-12", of a Real also "1/3" and "0.25". */
TANDEM_API tandem_term tandem_number(tandem_context *t, tandem_sort sort, const char *digits);
/* A BitVec or FloatingPoint of any width by its bits, the lowest byte first; bytes that are not there
 * are 0. */
TANDEM_API tandem_term tandem_bits(tandem_context *t, tandem_sort sort, const uint8_t *bytes,
                                   size_t n);
/* A String by its characters, of which SMT-LIB has 0 to 0x2ffff; by a text in UTF-8. */
TANDEM_API tandem_term tandem_string(tandem_context *t, const uint32_t *characters, size_t n);
TANDEM_API tandem_term tandem_utf8(tandem_context *t, const char *utf8);
/* The array that has `element` everywhere; tandem_make with "store" changes places of it. */
TANDEM_API tandem_term tandem_array(tandem_context *t, tandem_sort sort, tandem_term element);
TANDEM_API tandem_term tandem_value_term(tandem_context *t, tandem_value value);
TANDEM_API tandem_sort tandem_sort_of(tandem_context *t, tandem_term term);

/* Looking into terms. */
typedef enum tandem_term_class {
    TANDEM_TERM_NONE,
    TANDEM_TERM_VALUE, /* a constant: tandem_term_value */
    TANDEM_TERM_APPLY, /* of a declared function (a constant has no children): tandem_term_function */
    TANDEM_TERM_VARIABLE, /* bound, or to be bound: tandem_term_symbol */
    TANDEM_TERM_OPERATOR, /* tandem_term_symbol, tandem_term_index */
    TANDEM_TERM_BINDER    /* its children are the variables, then the body */
} tandem_term_class;
TANDEM_API tandem_term_class tandem_term_class_of(tandem_context *t, tandem_term term);
TANDEM_API size_t tandem_term_child_count(tandem_context *t, tandem_term term);
/* 0 behind the last. */
TANDEM_API tandem_term tandem_term_child(tandem_context *t, tandem_term term, size_t i);
/* The name of its function, variable, operator or binder; NULL of a value. */
TANDEM_API const char *tandem_term_symbol(tandem_context *t, tandem_term term);
TANDEM_API tandem_function tandem_term_function(tandem_context *t, tandem_term term);
TANDEM_API size_t tandem_term_index_count(tandem_context *t, tandem_term term);
TANDEM_API uint32_t tandem_term_index(tandem_context *t, tandem_term term, size_t i);
/* The value of a constant, or of a term of nothing but constants and operators; 0: it has none. */
TANDEM_API tandem_value tandem_term_value(tandem_context *t, tandem_term term);
TANDEM_API const char *tandem_function_name(tandem_context *t, tandem_function f);
TANDEM_API size_t tandem_function_arity(tandem_context *t, tandem_function f);
TANDEM_API tandem_sort tandem_function_domain(tandem_context *t, tandem_function f, size_t i);
TANDEM_API tandem_sort tandem_function_range(tandem_context *t, tandem_function f);
/* SMT-LIB text, valid until the next call that returns a text of this context. */
TANDEM_API const char *tandem_term_text(tandem_context *t, tandem_term term);
TANDEM_API const char *tandem_sort_text(tandem_context *t, tandem_sort sort);

/* ---- Closed boxes: functions that are run, not looked into (docs/boxes.md) ------------------- */

/* A C function of this program, with the C types that docs/boxes.md has for the sorts: it runs in copies
 * of this process, as fast as one of a library, confined, and may crash there. It sees this process's
 * memory as it was when the first check after a declaration of a box began, and what it changes is
 * not seen here. Cast it to tandem_c_function. */
typedef void (*tandem_c_function)(void);
TANDEM_API tandem_function tandem_box_function(tandem_context *t, const char *name,
                                               const tandem_sort *domain, size_t n,
                                               tandem_sort range, tandem_c_function function);
/* The function `symbol` (NULL: `name`) of `library`, a shared object or a C file (NULL: those of the
 * option "lib", then libc and libm). */
TANDEM_API tandem_function tandem_box_library(tandem_context *t, const char *name,
                                              const tandem_sort *domain, size_t n,
                                              tandem_sort range, const char *library,
                                              const char *symbol);
/* A callback that takes and returns values of any sorts. It runs in this process, in the thread of the
 * check, and is not confined: slower to search, free to use whatever the program has. It returns the
 * value, or 0 where there is none; equal arguments have to give equal values. Of its context it may
 * make and read sorts, terms and values, and nothing else. At most 64 parameters, as of all boxes. */
typedef tandem_value (*tandem_callback)(void *user, tandem_context *t,
                                        const tandem_value *arguments, size_t n);
TANDEM_API tandem_function tandem_box_callback(tandem_context *t, const char *name,
                                               const tandem_sort *domain, size_t n,
                                               tandem_sort range, tandem_callback callback,
                                               void *user);

/* ---- Solving --------------------------------------------------------------------------------- */

typedef enum tandem_answer { TANDEM_UNKNOWN, TANDEM_SAT, TANDEM_UNSAT } tandem_answer;

typedef enum tandem_model_state {
    TANDEM_MODEL_NONE,        /* the last answer was not sat */
    TANDEM_MODEL_CHECKED,     /* the evaluator found every assertion true */
    TANDEM_MODEL_UNDETERMINED /* the evaluator could not tell; tandem_reason says why */
} tandem_model_state;

TANDEM_API bool tandem_assert(tandem_context *t, tandem_term formula);
/* The same with a name, which then means the formula, and can be part of a core. */
TANDEM_API bool tandem_assert_named(tandem_context *t, const char *name, tandem_term formula);
/* Terms, functions, sorts and values that are made from now on live until the level is popped; so it is
 * with scripts, and (reset) and (reset-assertions) end all since the first script or push. */
TANDEM_API bool tandem_push(tandem_context *t);
TANDEM_API bool tandem_pop(tandem_context *t);
TANDEM_API tandem_answer tandem_check(tandem_context *t);
TANDEM_API tandem_answer tandem_check_assuming(tandem_context *t, const tandem_term *assumptions,
                                               size_t n);
/* Why the last answer is unknown, or a remark on a sat; "" if there is nothing to say. */
TANDEM_API const char *tandem_reason(tandem_context *t);
TANDEM_API tandem_model_state tandem_model_status(tandem_context *t);
/* After sat: the value of any term in the model; 0 when it has none. */
TANDEM_API tandem_value tandem_value_of(tandem_context *t, tandem_term term);
TANDEM_API const char *tandem_value_text(tandem_context *t, tandem_value value);
TANDEM_API tandem_sort tandem_value_sort(tandem_context *t, tandem_value value);
/* The number of an Int, if it fits; the bits of a Bool, BitVec or FloatingPoint, if they fit; an Int or
 * Real as a fraction in lowest terms, if both fit. */
TANDEM_API bool tandem_value_int(tandem_context *t, tandem_value value, int64_t *number);
TANDEM_API bool tandem_value_bits(tandem_context *t, tandem_value value, uint64_t *bits);
TANDEM_API bool tandem_value_fraction(tandem_context *t, tandem_value value, int64_t *numerator,
                                      int64_t *denominator);
/* A Float32 or Float64 as it is; an Int or Real rounded towards 0. */
TANDEM_API bool tandem_value_double(tandem_context *t, tandem_value value, double *number);
/* Bool, BitVec, FloatingPoint: how many bytes its bits take (0: it is no such value); the lowest bytes
 * are written first, at most `size` of them, and what is left of `bytes` becomes 0. */
TANDEM_API size_t tandem_value_bytes(tandem_context *t, tandem_value value, uint8_t *bytes,
                                     size_t size);
/* The characters of a String, valid until the value is not; NULL of other values. */
TANDEM_API const uint32_t *tandem_value_string(tandem_context *t, tandem_value value, size_t *n);
/* Arrays: what stands where nothing else is said (0: it is no array), the places that differ, and what
 * stands at any place. */
TANDEM_API tandem_value tandem_value_array_default(tandem_context *t, tandem_value value);
TANDEM_API size_t tandem_value_array_size(tandem_context *t, tandem_value value);
TANDEM_API tandem_value tandem_value_array_index(tandem_context *t, tandem_value value, size_t i);
TANDEM_API tandem_value tandem_value_array_element(tandem_context *t, tandem_value value, size_t i);
TANDEM_API tandem_value tandem_value_select(tandem_context *t, tandem_value array,
                                            tandem_value index);
/* Fields of a datatype's value, elements of a sequence or set, elements and counts in turn of a bag; the
 * constructor of a datatype's value. */
TANDEM_API size_t tandem_value_child_count(tandem_context *t, tandem_value value);
TANDEM_API tandem_value tandem_value_child(tandem_context *t, tandem_value value, size_t i);
TANDEM_API tandem_function tandem_value_constructor(tandem_context *t, tandem_value value);
/* The whole model as SMT-LIB definitions. */
TANDEM_API const char *tandem_model_text(tandem_context *t);
/* After unsat of tandem_check_assuming: was the assumption at this position needed? */
TANDEM_API bool tandem_in_core(tandem_context *t, size_t position);
/* After unsat: the names of the named assertions that were needed, by position; NULL behind the last. */
TANDEM_API const char *tandem_core_name(tandem_context *t, size_t position);

/* Statistics of the context, by position; NULL behind the last: "checks", "seconds" of all checks,
 * "terms", "term_bytes", "box_calls", and what `tandem solve --json` counts of boxes. */
TANDEM_API const char *tandem_statistic_name(size_t position);
TANDEM_API bool tandem_statistic(tandem_context *t, const char *name, double *number);

#ifdef __cplusplus
}
#endif

#endif
