/* Messages between the supervisor of a campaign and its workers: numbers and texts, one after the
 * other, in a buffer. Both ends are the same program, so there are no names and no versions; but
 * the reader trusts nothing and says when a message is cut short. */
#ifndef TANDEM_CAMPAIGN_MESSAGE_H
#define TANDEM_CAMPAIGN_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/vec.h"
#include "judge/finding.h"

void message_put_u64(strbuf *out, uint64_t number);
void message_put_double(strbuf *out, double number);
void message_put_bytes(strbuf *out, const void *bytes, size_t n);
void message_put_text(strbuf *out, const char *text);
void message_put_finding(strbuf *out, const finding *f);

typedef struct message_reader {
    const char *at, *end;
    bool failed; /* something was not there; everything read since is zero or empty */
} message_reader;

uint64_t message_u64(message_reader *r);
/* A number below `count`, such as a value of an enumeration; any other one is a failure. */
uint64_t message_below(message_reader *r, uint64_t count);
double message_double(message_reader *r);
/* Into the message; *n is 0 after a failure. */
const char *message_bytes(message_reader *r, size_t *n);
/* Adds to a vec what message_put_bytes wrote of one; bytes that are no whole number of elements are
 * a failure. */
#define message_vec(r, v)                                                             \
    do {                                                                              \
        size_t message_n_;                                                            \
        const void *message_at_ = message_bytes((r), &message_n_);                    \
        (r)->failed |= message_n_ % sizeof *(v)->at != 0;                             \
        vec_append((v), message_at_, (r)->failed ? 0 : message_n_ / sizeof *(v)->at); \
    } while (0)
/* The caller's to free. */
char *message_text(message_reader *r);
/* Into an initialised finding. */
void message_finding(message_reader *r, finding *f);

#endif
