/* The functions of the public API as the table calls.def has them: what they do is api_NAME, and the public tandem_NAME
 * (calls.c) writes a trace around it. The macros make C of the table's words. */
#ifndef TANDEM_API_CALLS_H
#define TANDEM_API_CALLS_H

#include "tandem/tandem.h"

/* EACH(prefix, a, b, …): prefix##a prefix##b … */
#define EACH_0(p)
#define EACH_1(p, a) p##a
#define EACH_2(p, a, b) p##a p##b
#define EACH_3(p, a, b, c) p##a p##b p##c
#define EACH_4(p, a, b, c, d) p##a p##b p##c p##d
#define EACH_5(p, a, b, c, d, e) p##a p##b p##c p##d p##e
#define EACH_PICK(zero, a, b, c, d, e, n, ...) n
#define EACH_COUNT(...) EACH_PICK(0, ##__VA_ARGS__, 5, 4, 3, 2, 1, 0)
#define EACH_GLUE(n, p, ...) EACH_##n(p, ##__VA_ARGS__)
#define EACH_N(n, p, ...) EACH_GLUE(n, p, ##__VA_ARGS__)
#define EACH(p, ...) EACH_N(EACH_COUNT(__VA_ARGS__), p, ##__VA_ARGS__)

/* What is returned. */
typedef const char *api_text;
typedef const uint32_t *api_characters;
#define RETURNS_YES bool
#define RETURNS_TEXT api_text
#define RETURNS_CHARACTERS api_characters
#define RETURNS_SORT tandem_sort
#define RETURNS_TERM tandem_term
#define RETURNS_FUNCTION tandem_function
#define RETURNS_VALUE tandem_value
#define RETURNS_NUMBER uint32_t
#define RETURNS_COUNT size_t
#define RETURNS_ANSWER tandem_answer
#define RETURNS_MODEL_STATE tandem_model_state
#define RETURNS_SORT_CLASS tandem_sort_class
#define RETURNS_TERM_CLASS tandem_term_class

/* Parameters, each behind a comma. */
#define PARAMETER_TEXT(x) , const char *x
#define PARAMETER_SORT(x) , tandem_sort x
#define PARAMETER_TERM(x) , tandem_term x
#define PARAMETER_FUNCTION(x) , tandem_function x
#define PARAMETER_VALUE(x) , tandem_value x
#define PARAMETER_SORTS(x, n) , const tandem_sort *x, size_t n
#define PARAMETER_TERMS(x, n) , const tandem_term *x, size_t n
#define PARAMETER_NUMBERS(x, n) , const uint32_t *x, size_t n
#define PARAMETER_BYTES(x, n) , const uint8_t *x, size_t n
#define PARAMETER_TRUTH(x) , bool x
#define PARAMETER_WIDTH(x) , uint32_t x
#define PARAMETER_POSITION(x) , size_t x
#define PARAMETER_SIGNED(x) , int64_t x
#define PARAMETER_UNSIGNED(x) , uint64_t x
#define PARAMETER_FLOATING(x) , double x
#define PARAMETER_OUT(type, x) , type *x
#define PARAMETER_ROOM(x, n) , uint8_t *x, size_t n
#define PARAMETER_CODE(type, x) , type x

/* Arguments, each behind a comma. */
#define PASS_TEXT(x) , x
#define PASS_SORT(x) , x
#define PASS_TERM(x) , x
#define PASS_FUNCTION(x) , x
#define PASS_VALUE(x) , x
#define PASS_SORTS(x, n) , x, n
#define PASS_TERMS(x, n) , x, n
#define PASS_NUMBERS(x, n) , x, n
#define PASS_BYTES(x, n) , x, n
#define PASS_TRUTH(x) , x
#define PASS_WIDTH(x) , x
#define PASS_POSITION(x) , x
#define PASS_SIGNED(x) , x
#define PASS_UNSIGNED(x) , x
#define PASS_FLOATING(x) , x
#define PASS_OUT(type, x) , x
#define PASS_ROOM(x, n) , x, n
#define PASS_CODE(type, x) , x

#define CALL(result, name, ...) \
    RETURNS_##result api_##name(tandem_context *t EACH(PARAMETER_, ##__VA_ARGS__));
#define SPECIAL CALL
#include "api/calls.def"
#undef SPECIAL
#undef CALL

#endif
