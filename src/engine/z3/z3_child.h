/* The child of the z3 engine: libz3 behind a pipe.
 *
 * Requests are a head and 32-bit words, mostly ids in the shared bank; replies are a head and
 * bytes. Only requests from Z3_ASK_FIRST on have replies. */
#ifndef TANDEM_ENGINE_Z3_Z3_CHILD_H
#define TANDEM_ENGINE_Z3_Z3_CHILD_H

#include "term/core/bank.h"

typedef enum z3_request {
    Z3_TELL_LOGIC,  /* symbol, or 0 */
    Z3_TELL_ASSERT, /* term */
    Z3_TELL_DEFINE, /* recursive declaration, body */
    Z3_TELL_PUSH,
    Z3_TELL_POP, /* levels */
    Z3_ASK_FIRST,
    Z3_ASK_SETTLE = Z3_ASK_FIRST,
    Z3_ASK_CHECK,  /* milliseconds, resource limit, milliseconds of its own time after which it ends
                      by SIGPROF (each 0: no limit), whether units are counted: Z3_CHECK_WORDS; assumptions… */
    Z3_ASK_MODEL,  /* SMT-LIB text */
    Z3_ASK_VALUES, /* terms…; reply: a z3_word each, then ((v value) …) for those without */
    Z3_ASK_CORE,   /* reply: positions as words */
    Z3_ASK_STATISTICS
} z3_request;
enum { Z3_CHECK_WORDS = 4 }; /* of Z3_ASK_CHECK, before its assumptions */

typedef struct z3_head {
    uint32_t kind;  /* z3_request or z3_reply */
    uint32_t size;  /* words of a request, bytes of a reply */
    uint32_t units; /* of a check that counts or limits them: how many it took; else 0 */
} z3_head;

typedef enum z3_reply {
    Z3_REPLY_OK,
    Z3_REPLY_FAILED, /* the bytes are a message */
    /* Of checks: */
    Z3_REPLY_SAT,
    Z3_REPLY_UNSAT,
    Z3_REPLY_UNKNOWN /* the bytes are the reason */
} z3_reply;

/* A value that fits 64 bits (Bool, bit-vectors, Int); others follow as text. */
typedef struct z3_word {
    uint64_t word;
    uint64_t fits;
} z3_word;

typedef struct z3_child_config {
    term_bank *bank;
    uint64_t seed;
} z3_child_config;

/* Serves requests until the input ends; `context` is a z3_child_config. */
int z3_child_run(void *context, int input, int output);

#endif
