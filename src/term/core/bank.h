/* The bank: one table of symbols, sorts, declarations, values and terms.
 *
 * Everything in it is named by a 32-bit id; 0 is never a valid id. Sorts, values and terms are
 * hash-consed: equal things have equal ids. Ids grow in the order of creation, so a term's
 * arguments always have smaller ids than the term. Nothing is ever removed one by one: `bank_mark`
 * and `bank_release` drop everything made since the mark, which is how a campaign forgets a
 * formula.
 *
 * All data lives in regions that never move. In a *shared* bank, processes forked from the owner
 * read what the owner adds later; they call bank_seal first and must not create anything
 * (or bank_detach, after which the bank is theirs alone).
 *
 * Fallible functions return 0 (or false) and leave a message for the user in bank_error. */
#ifndef TANDEM_TERM_CORE_BANK_H
#define TANDEM_TERM_CORE_BANK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct term_bank term_bank;

typedef uint32_t symbol_id;
typedef uint32_t sort_id;
typedef uint32_t decl_id;
typedef uint32_t value_id;
typedef uint32_t term_id;

/* Upper bounds, so that hostile input ends in a message rather than in exhausted memory. */
#define BANK_MAX_BV_WIDTH (UINT32_C(1) << 24)
#define BANK_MAX_FP_EXPONENT 30u
#define BANK_MAX_FP_SIGNIFICAND (UINT32_C(1) << 16)
#define BANK_MAX_TUPLE 64u

term_bank *bank_new(bool shared);
bool bank_is_shared(const term_bank *b);
void bank_free(term_bank *b);
/* Makes the bank unwritable in this process (a child that only reads). */
void bank_seal(term_bank *b);
/* Gives this process a bank of its own under the same pointer: it may create again, and the process
 * that it had the bank from does not see it. A shared one is seen by processes that it forks later.
 * False when there is no room: the bank is then not to be used. */
bool bank_detach(term_bank *b, bool shared);

typedef struct bank_marks {
    uint32_t symbols, sorts, datatypes, decls, values, terms;
    size_t text, sort_words, decl_words, value_words, term_words;
} bank_marks;

bank_marks bank_mark(const term_bank *b);
/* Says that what is there will stay for a while, and that much will be made over it and released: terms over what is
 * made from now on are looked up in a table of their own, which is small enough for the processor's cache. */
void bank_settle(term_bank *b);
/* Everything created since the mark is gone; its ids will be given out again. */
void bank_release(term_bank *b, const bank_marks *mark);
/* Bytes of what was created since the mark; hash tables, which stay, are not counted. */
size_t bank_bytes_since(const term_bank *b, const bank_marks *mark);

/* The message of the last failure; valid until the next one. */
const char *bank_error(const term_bank *b);
/* Records a message; returns 0, so that `return bank_fail(...)` reads well. */
uint32_t bank_fail(term_bank *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Symbols: interned byte strings without the |quotes|. */
symbol_id symbol_intern(term_bank *b, const char *text, size_t n);
symbol_id symbol_make(term_bank *b, const char *text);
/* Never NULL; also NUL-terminated. */
const char *symbol_text(const term_bank *b, symbol_id s);
size_t symbol_length(const term_bank *b, symbol_id s);
/* A symbol that no one has interned yet: `stem` with a number behind it. */
symbol_id symbol_fresh(term_bank *b, const char *stem);

/* For statistics and loops over all terms: valid ids are 1 .. count-1. */
uint32_t bank_term_count(const term_bank *b);
/* Bytes in use by terms, their arguments and their hash table. */
size_t bank_term_bytes(const term_bank *b);

#endif
