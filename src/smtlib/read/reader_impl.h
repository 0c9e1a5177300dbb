/* The inside of the reader, shared by the files that read terms, sorts and commands.
 *
 * All parse functions follow one rule: they are called with the first token of their construct as
 * the current one and return with its last token current. Nothing behind a command is looked at.
 * They return 0 or false after reader_fail; what was left on the stacks is cleared by the caller of
 * the whole command. */
#ifndef TANDEM_SMTLIB_READ_READER_IMPL_H
#define TANDEM_SMTLIB_READ_READER_IMPL_H

#include "base/map.h"
#include "smtlib/read/builtins.h"
#include "smtlib/read/lexer.h"
#include "smtlib/read/reader.h"
#include "smtlib/read/symtab_impl.h"

/* What stands at the head of an application. */
typedef enum head_kind {
    HEAD_OP,      /* id: term_op; indices */
    HEAD_SYMBOL,  /* id: symbol */
    HEAD_BUILTIN, /* id: number of a builtin that is not an operator; indices */
    HEAD_AS,      /* id: symbol; sort */
    HEAD_ARRAY,   /* ((as const S) …): sort */
    HEAD_TESTER,  /* id: symbol of the constructor */
    HEAD_UPDATER, /* id: symbol of the selector */
    HEAD_MAP,     /* (_ map f): id: symbol */
    HEAD_APPLY,   /* the first argument is the function */
    HEAD_TERM,    /* id: a whole term, such as (_ bv7 8) */
    /* not heads, but other frames of the term parser */
    FRAME_LET,
    FRAME_BINDER,
    FRAME_ANNOTATION,
    FRAME_PATTERN,
    FRAME_MATCH
} head_kind;

/* An open parenthesis of a term. For applications `id`, `indices` and `extra` are the head's; the
 * others say in parse_binder.c how they use them. */
typedef struct frame {
    uint8_t kind;
    uint8_t phase;
    uint16_t indices; /* how many, on the stack of indices */
    uint32_t id;
    uint32_t extra; /* sort */
    uint32_t args;  /* where its arguments begin on the stack of terms */
    uint32_t line, column;
} frame;

/* A name that a let, binder, match or parameter list has given another meaning. */
typedef struct local_change {
    symbol_id symbol;
    term_id before;
} local_change;

/* A datatype of an old declare-datatypes. */
struct family_member {
    symbol_id name;
    datatype_id datatype;
    bool defined;
};

struct smt_reader {
    lexer lex;
    symtab *table;
    term_bank *bank;
    smt_source source;
    void *owned; /* the context of the source, where the reader made it; else NULL */
    smt_reader_config config;
    strbuf error;
    smt_loss loss; /* by the last error */
    strbuf text;   /* of the command */
    uint32_t errors;
    bool pending;         /* the current token is still to be read */
    smt_command *command; /* being read; NULL in smt_read_term */

    /* stacks of the term parser */
    VEC(frame) frames;
    term_vec args;
    vec_u32 indices;
    vec_u32 names;     /* of let bindings not yet in force; constructors met in a match */
    term_vec patterns; /* of quantifiers whose body is being read */
    VEC(local_change) locals;
    map bound;              /* variables of the binders around: how often */
    uint32_t abbreviations; /* active let and match bindings */
    symbol_id outer_name;   /* :named of the whole term that was read last */
    term_id next_character; /* the term being read, if it is z3's (_ Char 65); else 0 */
    term_id character;      /* the term read last, if it was z3's (_ Char 65); else 0 */

    /* stack of the sort parser */
    VEC(frame) sort_frames;
    vec_u32 sorts;
    /* While an old declare-datatypes is read: its parameters and its datatypes, which may be
     * mentioned before they appear. */
    bool in_old_family;
    vec_u32 family_parameters;
    VEC(struct family_member) family;
    vec_u32 ctypes; /* names that define-ctype has given a sort */
};

/* reader.c: tokens and errors */

static inline token_kind advance(smt_reader *r)
{
    return lexer_next(&r->lex);
}
/* Records "file:line:col: message"; returns 0. */
uint32_t reader_fail_at(smt_reader *r, uint32_t line, uint32_t column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same at the current token. */
uint32_t reader_fail(smt_reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The current token is not what `wanted` says. */
uint32_t reader_unexpected(smt_reader *r, const char *wanted);
/* Advances; fails unless the token is of that kind. */
bool expect(smt_reader *r, token_kind kind, const char *wanted);
/* Advances to a symbol, simple or quoted, and interns it; 0 after a message. */
symbol_id expect_symbol(smt_reader *r, const char *wanted);
static inline symbol_id token_symbol(smt_reader *r)
{
    return symbol_intern(r->bank, r->lex.text, r->lex.length);
}
static inline bool token_is_symbol(const smt_reader *r)
{
    return r->lex.kind == TOKEN_SYMBOL || r->lex.kind == TOKEN_QUOTED;
}
/* The token's number in the range of an index. */
bool token_index(smt_reader *r, uint64_t *number);
/* From the first token of an S-expression to its last. */
bool skip_expression(smt_reader *r);
/* A name in scope that looks like `name`, for messages; 0 if there is none. */
symbol_id reader_suggest(smt_reader *r, symbol_id name, bool sort);

/* literal.c: the constants of the current token */
term_id parse_literal(smt_reader *r);
term_id parse_bv_name(smt_reader *r); /* (_ bvN w), current: bvN */
term_id make_float(smt_reader *r, builtin_float which, uint32_t exponent, uint32_t significand);
/* A string as code points, escapes decoded; as bytes for set-info and echo. */
value_id string_value(smt_reader *r, const char *text, size_t n);
void string_text(smt_reader *r, const char *text, size_t n, strbuf *out);

/* parse_sort.c */
sort_id parse_sort(smt_reader *r);

/* apply.c: heads applied to arguments; messages stand at the frame */
term_id apply_head(smt_reader *r, const frame *head, term_id *args, uint32_t n);
/* `t` as a term of the sort: an Int where a Real is wanted becomes one; else 0, without message. */
term_id coerce(smt_reader *r, term_id t, sort_id sort);
/* Constructor of that name in a datatype sort, or 0. */
decl_id find_constructor(smt_reader *r, sort_id s, symbol_id name);

/* derived.c: operators that are written with others; 0 with bank_error set. */
term_id apply_derived(term_bank *b, builtin_derived which, const uint32_t *indices,
                      uint32_t n_indices, const term_id *args, uint32_t n);
/* (as set.empty S) and the like; kind SORT_NONE: the set of all elements. 0 with bank_error set. */
term_id make_empty(term_bank *b, sort_kind kind, sort_id s);
/* ((as const S) v), ((as (_ god_save_me_const |03|) S) v), ((_ map f) a …); messages stand at the frame. */
term_id apply_array(smt_reader *r, const frame *f, const term_id *args, uint32_t n);
term_id apply_map(smt_reader *r, const frame *f, term_id *args, uint32_t n);
/* The sort has at most so many elements. 0 with bank_error set. */
term_id make_cardinality(term_bank *b, sort_id s, uint64_t most);
/* A function that is a value, which is an array of arrays. 0 with bank_error set. */
term_id apply_function(term_bank *b, term_id function, const term_id *args, uint32_t n);
/* `d` at fewer arguments than it takes: a function of the others. 0 without message if they do not fit. */
term_id apply_partially(smt_reader *r, decl_id d, const term_id *args, uint32_t n);

/* generic.c: instances of declarations with sort parameters */
decl_id instance_by_arguments(smt_reader *r, decl_id generic, const term_id *args, uint32_t n);
decl_id instance_by_range(smt_reader *r, decl_id generic, sort_id range);

/* parse_term.c */
term_id parse_term(smt_reader *r);
/* `_` or `as` is the current token: fills the head, up to its closing parenthesis. */
bool parse_compound_head(smt_reader *r, frame *head);

/* parse_binder.c and parse_match.c: what the term parser does with its other frames. `…_open`: an
 * opening parenthesis was met inside; `…_close`: a closing one, *t is the term if it was the last.
 */
enum { LET_LIST, LET_BINDING, LET_BODY };
bool open_let(smt_reader *r, frame *f);
bool open_binder(smt_reader *r, frame *f);
bool let_open(smt_reader *r, frame *f);
bool let_close(smt_reader *r, frame *f, term_id *t);
bool binder_close(smt_reader *r, frame *f, term_id *t);
bool annotation_close(smt_reader *r, frame *f, term_id *t);
bool pattern_close(smt_reader *r, frame *f);
bool match_wants_syntax(const smt_reader *r, const frame *f);
bool match_open(smt_reader *r, frame *f);
bool match_close(smt_reader *r, frame *f, term_id *t);
/* The attributes of (! term …), the first of which is the current token: up to the closing
 * parenthesis, or up to the opening one of a pattern, for which a frame is pushed. */
bool annotation_attributes(smt_reader *r);
void bind_local(smt_reader *r, symbol_id name, term_id meaning);
void unbind_locals(smt_reader *r, size_t mark);
/* ((x S) …), current: the first parenthesis. The variables are put on the stack of terms and are in
 * force until unbind_variables, which is given them. *n: their number. */
bool bind_variables(smt_reader *r, uint32_t *n);
void unbind_variables(smt_reader *r, const term_id *variables, uint32_t n);

/* parse_command.c, parse_declare.c, parse_datatype.c */
bool parse_command(smt_reader *r, smt_command_kind kind);
bool parse_declaration(smt_reader *r, smt_command_kind kind);
bool parse_datatypes(smt_reader *r, smt_command_kind kind);
/* parse_box.c */
/* C types whose scope was popped are none any more. */
void forget_ctypes(smt_reader *r);
bool parse_box(smt_reader *r, smt_command_kind kind);
void smt_box_clear(smt_box *box);
/* Fails when the declaration repeats one in scope; else adds it to the table and the command. */
bool declare(smt_reader *r, decl_id d);

#endif
