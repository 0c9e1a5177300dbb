/* Arguments of a call as bytes in shared memory, and results back: written by the supervisor, read
 * by a worker, and the other way round. The supervisor believes nothing it reads here: every length
 * is checked against the area. */
#ifndef TANDEM_BOX_WORKER_MARSHAL_H
#define TANDEM_BOX_WORKER_MARSHAL_H

#include "box/worker/invoke.h"

/* A bounded run of bytes that is written or read from the front; `good` turns false at its end. */
typedef struct marshal_area {
    uint8_t *bytes;
    size_t size;
    size_t at;
    bool good;
} marshal_area;

void marshal_word(marshal_area *a, uint64_t word);
/* Length and bytes; the bytes begin at a multiple of 8. */
void marshal_block(marshal_area *a, const void *bytes, size_t n);
uint64_t marshal_read_word(marshal_area *a);
/* NULL at the end of the area. */
uint8_t *marshal_read_block(marshal_area *a, size_t *n);

/* An argument; false when the value has no such C form. */
bool marshal_argument(const term_bank *b, const box_parameter *p, value_id v, marshal_area *a);
/* All arguments of a call, and the objects that they point into; false when one has no C form. */
bool marshal_request(const term_bank *b, const box *x, const value_id *args,
                     const box_image *objects, marshal_area *a);
/* Bytes that a result by pointer has: of the wide bit-vector, of the whole array. */
size_t marshal_result_size(const term_bank *b, const box_parameter *p);
/* The result from what the worker wrote: a word, or a block. 0 with *error set (caller frees). */
value_id marshal_result(term_bank *b, const box_parameter *p, marshal_area *a, char **error);

#endif
