#include <string.h>

#include "base/hash.h"
#include "fuzz/targets.h"
#include "smtlib/read/reader.h"

/* One script of so many is read byte by byte as well, since that takes long. */
enum { BYTEWISE = 16 };

typedef struct pieces {
    const uint8_t *data;
    size_t left;
} pieces;

static ssize_t read_pieces(void *context, char *buffer, size_t size)
{
    pieces *p = context;
    if (!p->left || !size)
        return 0;
    p->left--;
    *buffer = (char)*p->data++;
    return 1;
}

/* One bank for all inputs, emptied in between: faster, and what a campaign does. */
typedef struct fuzz_state {
    term_bank *bank;
    symtab *table;
    bank_marks start;
} fuzz_state;

static fuzz_state state;

static void free_state(void)
{
    symtab_free(state.table);
    bank_free(state.bank);
}

static fuzz_state *fresh_state(void)
{
    if (!state.bank) {
        atexit(free_state);
        state.bank = bank_new(false);
        state.table = symtab_new(state.bank);
        state.start = bank_mark(state.bank);
    }
    symtab_reset(state.table);
    bank_release(state.bank, &state.start);
    return &state;
}

static uint64_t command_digest(uint64_t h, const smt_command *c)
{
    h = hash_mix(h, (uint64_t)c->kind << 32 | c->term);
    h = hash_mix(h, hash_bytes(c->text, strlen(c->text)));
    h = hash_words(h, c->terms.at, c->terms.n);
    return hash_words(h, c->decls.at, c->decls.n);
}

/* A number that depends on all that was read: the whole text, or byte by byte, as from a pipe. */
static uint64_t digest(const uint8_t *data, size_t size, bool bytewise)
{
    fuzz_state *s = fresh_state();
    pieces p = {data, size};
    smt_source source = {"f", read_pieces, &p};
    smt_reader *r = bytewise ? smt_reader_new(s->table, &source, NULL)
                             : smt_reader_text(s->table, "f", (const char *)data, size);
    smt_command c = {0};
    smt_status status;
    uint64_t h = 0, before = 0;
    while ((status = smt_reader_next(r, &c)) != SMT_END) {
        MUST(smt_reader_offset(r) > before);
        before = smt_reader_offset(r);
        if (status == SMT_ERROR) {
            MUST(!strncmp(smt_reader_error(r), "f:", 2));
            h = hash_mix(h, hash_bytes(smt_reader_error(r), strlen(smt_reader_error(r))));
            continue;
        }
        h = command_digest(h, &c);
        PLANTED(c.kind == CMD_ASSERT && term_op_of(s->bank, c.term) == OP_BVSLT);
        if (c.kind == CMD_ASSERT)
            MUST(term_sort(s->bank, c.term) == SORT_ID_BOOL);
        if (c.kind == CMD_GET_VALUE)
            MUST(c.terms.n == c.sources.n);
    }
    smt_reader_free(r);
    /* Nothing local is left behind: a name that was never declared means nothing. */
    uint32_t id;
    for (symbol_id name = s->start.symbols; name < bank_mark(s->bank).symbols; name++)
        MUST(symtab_find(s->table, name, &id) != SYMTAB_TERM);
    /* so that no mode of the script outlives it */
    r = smt_reader_text(s->table, "f", "(reset)", 7);
    MUST(smt_reader_next(r, &c) == SMT_OK);
    smt_reader_free(r);
    smt_command_free(&c);
    return h;
}

void fuzz_reader_one(const uint8_t *data, size_t size)
{
    uint64_t whole = digest(data, size, false);
    if (size < 4096 && hash_bytes(data, size) % BYTEWISE == 0)
        MUST(digest(data, size, true) == whole);
}
