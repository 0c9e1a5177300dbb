/* Tandem's C API: read SMT-LIB or build formulas, check them, read the model.
 *
 * Everything belongs to a context and dies with it; contexts are independent of each other, and
 * each is used by one thread at a time. Sorts, functions, terms and values are small handles that
 * may be copied freely; 0 is none of them. Solvers run in child processes: a crash, a time-out or a
 * memory limit of theirs is the answer TANDEM_UNKNOWN, never the end of your program. Every
 * TANDEM_SAT of a quantifier-free formula has been confirmed by Tandem's own evaluator, unless
 * tandem_model_status says otherwise.
 *
 * A function that fails returns 0 (NULL, false) and leaves a message in tandem_error.
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
#define TANDEM_API_MINOR 1

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
/* NULL is allowed. Ends the solver's process. */
TANDEM_API void tandem_free(tandem_context *t);
/* Options, all before the first declaration, assertion or check; values are written as on the
 * command line:
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
 *     "sandbox"   whether that code is confined: "on" (default), "off"; docs/boxes.md */
TANDEM_API bool tandem_set_option(tandem_context *t, const char *name, const char *value);
/* The current value as text, valid until it is set again; NULL for an unknown name. */
TANDEM_API const char *tandem_get_option(tandem_context *t, const char *name);
/* Names of the options, by position; NULL behind the last. */
TANDEM_API const char *tandem_option_name(size_t position);
/* Message of the last failure of this context; "" before the first. */
TANDEM_API const char *tandem_error(const tandem_context *t);
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

/* ---- Terms ----------------------------------------------------------------------------------- */

/* Declares a constant; a function. The name is used without the |quotes|. */
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
TANDEM_API tandem_term tandem_bool(tandem_context *t, bool truth);
TANDEM_API tandem_term tandem_int(tandem_context *t, int64_t number);
TANDEM_API tandem_term tandem_bv(tandem_context *t, uint32_t width, uint64_t number);
/* Any term, as SMT-LIB writes it. */
TANDEM_API tandem_term tandem_parse_term(tandem_context *t, const char *text);
TANDEM_API tandem_sort tandem_sort_of(tandem_context *t, tandem_term term);
/* SMT-LIB text, valid until the next call that returns a text of this context. */
TANDEM_API const char *tandem_term_text(tandem_context *t, tandem_term term);
TANDEM_API const char *tandem_sort_text(tandem_context *t, tandem_sort sort);

/* ---- Solving --------------------------------------------------------------------------------- */

typedef enum tandem_answer { TANDEM_UNKNOWN, TANDEM_SAT, TANDEM_UNSAT } tandem_answer;

typedef enum tandem_model_state {
    TANDEM_MODEL_NONE,        /* the last answer was not sat */
    TANDEM_MODEL_CHECKED,     /* the evaluator found every assertion true */
    TANDEM_MODEL_UNDETERMINED /* the evaluator could not tell; tandem_reason says why */
} tandem_model_state;

TANDEM_API bool tandem_assert(tandem_context *t, tandem_term formula);
TANDEM_API void tandem_push(tandem_context *t);
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
/* The number of an Int, if it fits; the bits of a Bool, BitVec or FloatingPoint, if they fit. */
TANDEM_API bool tandem_value_int(tandem_context *t, tandem_value value, int64_t *number);
TANDEM_API bool tandem_value_bits(tandem_context *t, tandem_value value, uint64_t *bits);
/* The whole model as SMT-LIB definitions. */
TANDEM_API const char *tandem_model_text(tandem_context *t);
/* After unsat of tandem_check_assuming: was the assumption at this position needed? */
TANDEM_API bool tandem_in_core(tandem_context *t, size_t position);

#ifdef __cplusplus
}
#endif

#endif
