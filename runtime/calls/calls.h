/* Calls of functions that are not instrumented: a stack of the calls under way. */
#ifndef TANDEM_RUNTIME_CALLS_CALLS_H
#define TANDEM_RUNTIME_CALLS_CALLS_H

#include "runtime/calls/functions.h"
#include "runtime/core/objects.h"

typedef struct tandem_call {
    const tandem_known *known; /* what the function is */
    const void *function;
    const char *name;
    uint32_t site, n;
    uint64_t floats;
    uint64_t value[TANDEM_MAX_ARGS];
    tandem_expr expr[TANDEM_MAX_ARGS];
    const void *stack; /* a call further down the stack than this one has been left by longjmp */
    uint32_t origin;   /* of a box */
    bool fails;        /* by runtime/calls/failures.h */
    /* What handlers keep between the two halves of a call. */
    int input;         /* that is read, -1: none */
    uint64_t position; /* in it, before the call */
    void *file;        /* the stream */
    size_t bytes;
    int error; /* errno of the program before a box */
    struct tandem_boxed *box;
    size_t printed;         /* the most that a box prints, with the end; 0: nobody knows */
    bool judged;            /* a model has set what follows `modelled` for a box */
    bool supposed;          /* its arguments are not those of this run */
    bool modelled;          /* and these are set: */
    tandem_expr answer;     /* of the result */
    tandem_expr error_when; /* errno is error_number; 0: it stays */
    int error_number;
    uint8_t *written_to;  /* `bytes` bytes, with these expressions */
    uint8_t **written_at; /* or each has a place of its own; NULL: they have not */
    tandem_expr *written;
} tandem_call;

#endif
