#include "fuzz/fuzz_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "smtlib/reader.h"

#define MUST(condition)                                                                         \
    do {                                                                                        \
        if (!(condition)) {                                                                     \
            fprintf(stderr, "fuzz_reader: %s does not hold (line %d)\n", #condition, __LINE__); \
            abort();                                                                            \
        }                                                                                       \
    } while (0)

typedef struct pieces {
    const uint8_t *data;
    size_t left, step;
} pieces;

static ssize_t read_pieces(void *context, char *buffer, size_t size)
{
    pieces *p = context;
    size_t n = p->left < p->step ? p->left : p->step;
    n = n < size ? n : size;
    if (n)
        memcpy(buffer, p->data, n);
    p->data += n;
    p->left -= n;
    return (ssize_t)n;
}

/* A number that depends on all that was read. */
static uint64_t digest(const uint8_t *data, size_t size, size_t step)
{
    term_bank *bank = bank_new(false);
    symtab *table = symtab_new(bank);
    pieces p = {data, size, step};
    smt_source source = {"f", read_pieces, &p};
    smt_reader *r = smt_reader_new(table, &source, NULL);
    smt_command c = {0};
    smt_status status;
    uint64_t h = 0;
    uint64_t before = 0;
    while ((status = smt_reader_next(r, &c)) != SMT_END) {
        MUST(smt_reader_offset(r) > before);
        before = smt_reader_offset(r);
        if (status == SMT_ERROR) {
            MUST(!strncmp(smt_reader_error(r), "f:", 2));
            h = hash_mix(h, hash_bytes(smt_reader_error(r), strlen(smt_reader_error(r))));
            continue;
        }
        h = hash_mix(h, (uint64_t)c.kind << 32 | c.term);
        h = hash_mix(h, hash_bytes(c.text, strlen(c.text)));
        h = hash_words(h, c.terms.at, c.terms.n);
        h = hash_words(h, c.decls.at, c.decls.n);
        if (c.kind == CMD_ASSERT)
            MUST(term_sort(bank, c.term) == SORT_ID_BOOL);
        MUST(c.terms.n == c.sources.n || c.kind == CMD_CHECK_SAT_ASSUMING);
    }
    /* Nothing local is left behind: a name that was never declared means nothing. */
    uint32_t id;
    for (symbol_id s = 1; s < bank_mark(bank).symbols; s++)
        MUST(symtab_find(table, s, &id) != SYMTAB_TERM || id == TERM_ID_TRUE ||
             id == TERM_ID_FALSE || term_sort(bank, id) == SORT_ID_RM);
    smt_command_free(&c);
    smt_reader_free(r);
    symtab_free(table);
    bank_free(bank);
    return h;
}

void fuzz_reader_one(const uint8_t *data, size_t size)
{
    uint64_t whole = digest(data, size, size + 1);
    if (size < 4096)
        MUST(digest(data, size, 1) == whole);
}
