/* The inputs of a run: arguments, environment, standard input, files, objects. Each byte that the
 * program has seen has one INPUT expression. */
#ifndef TANDEM_RUNTIME_HOST_INPUTS_H
#define TANDEM_RUNTIME_HOST_INPUTS_H

#include "runtime/core/state.h"

#include <sys/stat.h>

/* Tells the host of a new input of `bytes` bytes; gives its number, -1 if there are too many. */
int tandem_input_add(tandem_input_kind kind, uint32_t index, size_t bytes, const void *address,
                     const char *name);
/* The expression of a byte; 0 behind the end. */
tandem_expr tandem_input_byte(int input, size_t offset);
/* The same if that byte is `value` (a file may have been written to). */
tandem_expr tandem_input_match(int input, size_t offset, uint8_t value);
/* The bytes at p are those of the input from `offset` on. Where the input is a file whose content
 * is known, only bytes that still are what it held. */
void tandem_input_shadow(int input, size_t offset, const void *p, size_t n);

/* The input that comes from a file of the disk: `path` as it is now. */
int tandem_input_file(tandem_input_kind kind, uint32_t index, const char *path, const char *name);
/* Which input an open file is; -1: none. */
int tandem_input_of(int fd);
size_t tandem_input_bytes(int input);
/* A read found the end: somebody may want a longer input. Logged once for each input. */
void tandem_input_end(int input, size_t offset);

#endif
