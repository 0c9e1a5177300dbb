/* Writing JSON (RFC 8259): values are added in order, commas and quoting come by themselves.
 *
 *     json_writer j;
 *     json_init(&j, &buffer);
 *     json_object(&j);
 *     json_key(&j, "answer");
 *     json_string(&j, "sat");
 *     json_end(&j);
 *
 * Text is expected to be UTF-8; bytes that are not are written as U+FFFD, so the output is always
 * valid. Nothing is allocated besides the buffer. */
#ifndef TANDEM_BASE_JSON_H
#define TANDEM_BASE_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

enum { JSON_MAX_DEPTH = 32 };

typedef struct json_writer {
    strbuf *out;
    bool pretty; /* one member a line, indented; set it after json_init */
    unsigned depth;
    bool after_key;
    bool filled[JSON_MAX_DEPTH + 1]; /* has the container at this depth a member yet? */
    char closing[JSON_MAX_DEPTH + 1];
} json_writer;

void json_init(json_writer *j, strbuf *out);
/* Containers are closed by json_end, innermost first. */
void json_object(json_writer *j);
void json_array(json_writer *j);
void json_end(json_writer *j);
/* The name of the next member of an object. */
void json_key(json_writer *j, const char *key);
void json_string(json_writer *j, const char *text);
void json_text(json_writer *j, const char *text, size_t n);
void json_bool(json_writer *j, bool truth);
void json_null(json_writer *j);
void json_uint(json_writer *j, uint64_t number);
void json_int(json_writer *j, int64_t number);
/* Infinities and NaN, which JSON lacks, become null. */
void json_double(json_writer *j, double number);
/* A value that was written before, as it is. */
void json_raw(json_writer *j, const char *json);

#endif
