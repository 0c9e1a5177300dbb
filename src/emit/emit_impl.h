/* What the files of the C emitter share; for no one else. */
#ifndef TANDEM_EMIT_EMIT_IMPL_H
#define TANDEM_EMIT_EMIT_IMPL_H

#include "base/map.h"
#include "box/worker/invoke.h"
#include "emit/emit.h"
#include "term/core/term.h"

/* How tightly an expression binds, which decides about parentheses. */
typedef enum emit_level {
    EMIT_ATOM,  /* a name, a number, a call */
    EMIT_UNARY, /* a cast, !, ~ */
    EMIT_BINARY
} emit_level;

typedef struct emit_expr {
    char *text; /* EMIT_OK stands for the flag that an operation without a value clears */
    emit_level level;
    bool partial;       /* such an operation is in it */
    bool number;        /* a literal: its C type is int */
    char *value, *flag; /* of a partial expression with a name: that, and its own flag */
} emit_expr;

#define EMIT_OK '\1'

/* Functions that the text may need, in emit_helpers.def. */
typedef enum emit_helper {
#define HELPER(id, needs, text) EMIT_##id,
#include "emit/emit_helpers.def"
#undef HELPER
    EMIT_HELPER_COUNT
} emit_helper;

typedef struct emitter {
    term_bank *bank;
    const box_set *boxes;
    const char *operators; /* emit_config */
    emit_program *program;
    VEC(emit_expr) exprs;
    map of_term;    /* term -> number of its expression + 1 */
    map values;     /* term without variables -> its value */
    map uses;       /* term -> how often it is an argument or a constraint */
    map names;      /* symbol -> used as a C name */
    map variables;  /* decl -> symbol of its C name */
    vec_u32 wide;   /* widths of the _BitInt types in use */
    vec_u32 arrays; /* sorts of the array types in use */
    vec_u32 called; /* boxes, by declaration */
    bool helpers[EMIT_HELPER_COUNT];
    bool flag;                    /* some rung needs the flag of operations without a value */
    bool reads_words, reads_wide; /* what kinds of inputs there are */
    strbuf statements;            /* that have to stand before the next rung, one a line */
    unsigned temporaries;
    char *reason;
} emitter;

/* ---- emit.c ---------------------------------------------------------------------------------- */

/* Records why there is no C form, the first time. */
void emit_decline(emitter *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Writes the expression of a term whose arguments are written; false: declined. */
bool emit_term(emitter *e, term_id t);
/* Afterwards: what is used often, or is getting long, gets a name. */
void emit_shorten(emitter *e, term_id t, bool is_root);
void emit_count_uses(emitter *e, const term_vec *order, const term_id *roots, size_t n);
/* The program with this text (taken), or NULL with the reason; frees what the emitter has. */
emit_program *emit_finish(emitter *e, strbuf *text, char **reason);

/* ---- emit_file.c ----------------------------------------------------------------------------- */

void emit_need(emitter *e, emit_helper helper);
/* The functions that are needed. */
void emit_put_helpers(const emitter *e, strbuf *out);
/* The whole text, for constraints that are written already. */
void emit_file(emitter *e, const emit_config *config, const char *ladder, strbuf *out);

/* ---- emit_expr.c ----------------------------------------------------------------------------- */

const emit_expr *emit_arg(const emitter *e, term_id t, uint32_t i);
/* Writes an expression from a pattern:
 *   $0 … $9  argument as an operand      @0 … @9  argument as it is (a function's argument)
 *   %T %U    C type of the term, of argument 0     %w %W  their widths     %M  mask of width %W
 *   !        the address of the flag; makes the expression partial
 *   %A       argument 0 as a signed number, %B argument 1 */
void emit_pattern(emitter *e, term_id t, emit_level level, const char *pattern);
/* The same with the text ready; takes it. */
void emit_result(emitter *e, term_id t, emit_level level, strbuf *text, bool partial);
/* Argument as an operand / as it is / as a signed number, appended. */
void emit_operand(const emit_expr *x, strbuf *out);
void emit_signed(emitter *e, term_id argument, strbuf *out);
/* Gives the expression of `t` a name of its own, so that it can be written often. */
void emit_hoist(emitter *e, term_id t);
/* Before a conjunction over the arguments that needs all of their values, whatever decides it:
 * names for them, and the start of the conjunction. Whether some argument is partial. */
bool emit_all_or_nothing(emitter *e, term_id t, strbuf *out);
/* a OP b && b OP c …, for comparisons of any number of arguments. */
void emit_chain(emitter *e, term_id t, const char *operator);
/* A text with the name of the flag in place of its mark. */
void emit_put_with_flag(const char *text, const char *flag, strbuf *out);

/* ---- emit_names.c ---------------------------------------------------------------------------- */

const char *emit_ctype(emitter *e, sort_id s); /* declines and gives "int" if there is none */
bool emit_sort_fits(const term_bank *b, sort_id s);
/* A C name for a constant of the formula, for a temporary. */
const char *emit_variable(emitter *e, decl_id d);
const char *emit_fresh(emitter *e, const char *stem);
bool emit_is_plain_name(const char *text);

/* ---- emit_operators.c ------------------------------------------------------------------------ */

/* The user's form of an operator or function; false: there is none. */
bool emit_by_table(emitter *e, term_id t);
/* What the table has for the head of the program. */
void emit_table_lines(const emitter *e, strbuf *out);

/* ---- the theories: true when the operator was theirs ----------------------------------------- */

bool emit_core(emitter *e, term_id t);
bool emit_bits(emitter *e, term_id t);
bool emit_wide_bits(emitter *e, term_id t);
/* a OP b OP …; `cast`: where int would be too small, `cut`: bits above the width may be set. */
void emit_row(emitter *e, term_id t, const char *operator, bool cast, bool cut);
bool emit_integer(emitter *e, term_id t);
bool emit_float(emitter *e, term_id t);
void emit_call(emitter *e, term_id t);
void emit_prototypes(emitter *e, strbuf *out);
void emit_literal(emitter *e, term_id t, value_id v);
/* A free constant: becomes an input. */
void emit_add_input(emitter *e, term_id t);
/* The statement that reads an input, appended. */
void emit_read(emitter *e, const emit_input *in, strbuf *out);

#endif
