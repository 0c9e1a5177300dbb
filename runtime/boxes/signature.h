/* Signatures of closed boxes: what a function reads and writes through its arguments, as text.
 *
 *     RESULT ARGUMENT… [errno]
 *
 * RESULT is void, i8, i16, i32, i64, ptr, f32 or f64. An argument is one of these (a value; a
 * pointer is not followed), or
 *     call             a function that is called back
 *     str  str[SIZE]   a string; at most SIZE bytes are read
 *     wstr             a string of wchar_t
 *     in[SIZE]  out[SIZE]  inout[SIZE]   memory that is read, written, or both
 *     scan             a format of scanf; the arguments behind it are where it writes to
 *     print            a format of printf; the arguments behind it are what it prints
 * Behind SIZE `..` says that more may follow: what is an input there, without a gap of more than
 * 16 bytes, is read too.
 * SIZE is a sum of products of numbers, aN (argument N, from 1), sN (the bytes of the string in
 * argument N with its end) and pN (those that the format in argument N prints, with the end), and
 * may end with <NUMBER or <aN, the most it can be, or <mb, the most bytes of one character in the
 * locale of the call. `errno`: the function may set errno. NULL is allowed for each pointer. */
#ifndef TANDEM_RUNTIME_BOXES_SIGNATURE_H
#define TANDEM_RUNTIME_BOXES_SIGNATURE_H

#include "runtime/core/state.h"

typedef enum tandem_arg_kind {
    TANDEM_ARG_VALUE,
    TANDEM_ARG_CALL,
    TANDEM_ARG_STR,
    TANDEM_ARG_WSTR,
    TANDEM_ARG_IN,
    TANDEM_ARG_OUT,
    TANDEM_ARG_INOUT,
    TANDEM_ARG_SCAN,
    TANDEM_ARG_PRINT,
} tandem_arg_kind;

enum { TANDEM_SIZE_TERMS = 4 };
typedef struct tandem_size {
    struct {
        uint8_t kind[2];    /* of the factors: 0 none (1), 'a', 's', 'p', '#' */
        uint32_t number[2]; /* argument from 0, or the number */
    } term[TANDEM_SIZE_TERMS];
    uint32_t n;            /* terms; 0: no size */
    uint32_t most;         /* 0: no limit … */
    bool most_is_argument; /* … or an argument, from 0 */
    bool character;        /* at most the bytes of one character */
    bool more;             /* inputs that follow are read as well */
} tandem_size;

typedef struct tandem_signature {
    uint32_t result_width; /* 0: void */
    bool result_float, sets_errno, writes;
    uint32_t n;
    struct {
        tandem_arg_kind kind;
        uint32_t width; /* of values */
        bool is_float;
        bool quiet; /* memory that may be written, but was not in the trial */
        tandem_size size;
    } arg[TANDEM_MAX_ARGS];
} tandem_signature;

/* False if the text is no signature; *bad is the place. */
bool tandem_signature_read(const char *text, tandem_signature *s, const char **bad);

#endif
