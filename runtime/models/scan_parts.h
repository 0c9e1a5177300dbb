/* The parts of a format of scanf, each of them a small automaton whose states are expressions. A part that waits
 * takes the byte that is looked at, fails, or is over without it; then the part behind it has the same byte. At most
 * one part of a format is in one of its states. */
#ifndef TANDEM_RUNTIME_MODELS_SCAN_PARTS_H
#define TANDEM_RUNTIME_MODELS_SCAN_PARTS_H

#include "runtime/models/number.h"

enum { SCAN_PARTS = 32, SCAN_NUMBERS = 8, SCAN_TEXTS = 4 };

typedef enum scan_kind {
    SCAN_LITERAL,
    SCAN_BLANKS,
    SCAN_NUMBER,
    SCAN_TEXT,    /* %s, %[, and %c, whose bytes are a text of fixed length */
    SCAN_POSITION /* %n */
} scan_kind;

typedef struct scan_part {
    scan_kind kind;
    bool skipped;
    bool is_signed; /* a number */
    bool closed;    /* a text, by a NUL */
    uint8_t literal;
    uint32_t width;            /* bytes that it takes at most; 0: any number */
    uint32_t bytes;            /* that it writes, at most … */
    uint8_t *to;               /* … to here */
    uint32_t members[8];       /* of a text: bytes that it may have */
    tandem_expr *begins;       /* of a text: does it begin at this byte? */
    tandem_expr waits;         /* before the byte that is looked at, */
    tandem_expr next;          /* and before the one behind it */
    tandem_expr inside;        /* of a text: it has some, and may have more */
    tandem_expr done;          /* a conversion that was successful, */
    tandem_expr taken;         /* how many bytes it has taken, 16 bits, */
    tandem_expr position;      /* where it is, 64 bits, */
    tandem_number_reader read; /* and a number */
} scan_part;

typedef struct scan_format {
    scan_part parts[SCAN_PARTS + 1]; /* the last is none */
    uint32_t n, numbers, texts;
    tandem_expr ended; /* the text was over while a part waited for it */
} scan_format;

/* The format that is argument 1 of the call, for a text of `most` bytes with its NUL; false: it has a conversion that
 * is not modelled. */
bool tandem_scan_format(scan_format *s, const tandem_call *c, size_t most);
static inline bool tandem_scan_member(const scan_part *p, uint8_t byte)
{
    return p->members[byte / 32] >> byte % 32 & 1;
}

#endif
