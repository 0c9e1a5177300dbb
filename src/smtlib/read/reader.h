/* Reading SMT-LIB: a stream of bytes becomes a stream of commands.
 *
 * Streaming: a command is returned as soon as its closing parenthesis has arrived, so that a client
 * can talk to us through a pipe. No recursion on the depth of the input. Declarations, definitions,
 * push, pop and reset take effect in the reader's symbol table before the command is returned. An
 * error spoils one command: the reader skips to its end and goes on with the next. */
#ifndef TANDEM_SMTLIB_READ_READER_H
#define TANDEM_SMTLIB_READ_READER_H

#include <sys/types.h>

#include "base/strbuf.h"
#include "smtlib/read/symtab.h"

typedef enum smt_command_kind {
    CMD_NONE,
#define COMMAND(name, text) CMD_##name,
#include "smtlib/read/commands.def"
#undef COMMAND
    CMD_COUNT
} smt_command_kind;

/* What a closed box is bound to, as the declaration says it; NULL: it does not say. */
typedef struct smt_box {
    char *library, *source, *symbol, *executable;
    char *prototype;    /* :c, the C interface of what is more than numbers and texts */
    VEC(char *) ctypes; /* C types of the parameters and the result; empty: by the sorts */
} smt_box;

/* A command, valid until the next one is read. Which members are set is said in commands.def. */
typedef struct smt_command {
    smt_command_kind kind;
    uint32_t line, column;
    symbol_id symbol;    /* logic, name, keyword (with its colon) */
    const char *text;    /* the attribute value or string, as written (strings: decoded) */
    uint64_t number;     /* of push, pop */
    term_id term;        /* of assert */
    symbol_id named;     /* assert: its outermost :named, or 0 */
    term_vec terms;      /* get-value, check-sat-assuming; define-fun: nothing */
    vec_u32 decls;       /* declared or defined by this command, also :named inside terms */
    VEC(char *) sources; /* get-value: the terms as written */
    smt_box box;         /* of declare-cb and declare-oracle-fun */
} smt_command;

typedef enum smt_status { SMT_OK, SMT_END, SMT_ERROR } smt_status;

/* Where bytes come from: read(2)-like; 0 at the end, negative on failure. */
typedef struct smt_source {
    const char *name; /* for messages */
    ssize_t (*read)(void *context, char *buffer, size_t size);
    void *context;
} smt_source;

typedef struct smt_reader smt_reader;

typedef struct smt_reader_config {
    bool strict; /* refuse what is not SMT-LIB 2.7 (older spellings, Int among Reals) */
    /* Fills in sorts and C types (each freed by the reader) of parameters and result of a box that is declared without a signature; false
     * with a message (freed by the reader). NULL: every declaration has one. */
    bool (*signature)(void *context, const char *function, vec_u32 *sorts, smt_box *said,
                      char **error);
    void *context;
} smt_reader_config;

/* The source is copied; `table` stays the caller's and must outlive the reader. */
smt_reader *smt_reader_new(symtab *table, const smt_source *source,
                           const smt_reader_config *config);
smt_reader *smt_reader_open(symtab *table, const char *path); /* "-": stdin; NULL: cannot open */
smt_reader *smt_reader_text(symtab *table, const char *name, const char *text, size_t n);
void smt_reader_free(smt_reader *r);

smt_status smt_reader_next(smt_reader *r, smt_command *command);
/* "file:line:col: message" of the last SMT_ERROR. */
const char *smt_reader_error(const smt_reader *r);
/* What the last SMT_ERROR takes from the formula: options and questions are no part of it, a word
 * that is no command may have been meant as any. */
typedef enum smt_loss { SMT_LOST_NOTHING, SMT_LOST_ASSERTION, SMT_LOST_DECLARATION } smt_loss;
smt_loss smt_reader_loss(const smt_reader *r);
/* The same of a command of this kind. */
smt_loss smt_loss_of(smt_command_kind kind);
/* Position (byte offset from the start) behind the last command. */
uint64_t smt_reader_offset(const smt_reader *r);
void smt_command_free(smt_command *command);

/* One term, one sort from text, with the names of `table`; 0 with *error set (caller frees). */
term_id smt_read_term(symtab *table, const char *text, char **error);
sort_id smt_read_sort(symtab *table, const char *text, char **error);

#endif
