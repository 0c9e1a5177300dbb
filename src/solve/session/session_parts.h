/* What the files of the session share; nobody else includes this. */
#ifndef TANDEM_SOLVE_SESSION_SESSION_PARTS_H
#define TANDEM_SOLVE_SESSION_SESSION_PARTS_H

#include "solve/prepare/views.h"
#include "solve/session/session.h"

/* The options of the SMT-LIB standard, and a few that clients of other solvers set. */
typedef struct session_settings {
    bool print_success;
    bool produce_models;
    bool produce_cores;
    bool produce_unsat_assumptions;
    bool produce_assignments;
    bool produce_assertions;
    bool global_declarations;
    uint64_t seed;
    uint64_t verbosity;
    uint64_t resource_limit; /* z3's rlimit for each check; 0: none */
    uint64_t timeout_ms;     /* of each check; 0: none */
    char *out_name, *log_name;
} session_settings;

typedef struct session_assertion {
    term_id term;
    symbol_id name;
    term_id guard; /* the assumption that switches it on, when cores are wanted; else 0 */
} session_assertion;

/* A name given with :named, inside an assertion or around it. */
typedef struct session_named {
    symbol_id name;
    term_id term;
} session_named;

/* What a declaration of a box is bound to, after the question whether that may be run. */
typedef struct session_binding {
    char *library, *program; /* owned by the caller; NULL: none */
    bool restricted;         /* as in box_declaration */
} session_binding;

/* oracle-assume, oracle-constraint: what a program says of the functions in a formula. */
typedef struct session_box_formula {
    decl_id formula;  /* defined: inputs and outputs to Bool; 0: lost, its program is not bound */
    uint32_t outputs; /* the closed boxes of its outputs begin there in box_formula_outputs … */
    uint32_t n_outputs, n_inputs;
} session_box_formula;

typedef struct session_level {
    size_t assertions, named, allocations, box_formulas;
    bank_marks mark; /* what came later is gone when the level is popped */
} session_level;

struct session {
    term_bank *bank;
    session_config config;
    session_settings set;
    symtab *table;
    engine *engine;
    bool engine_stale; /* an option changed that the engine was made with */
    symbol_id logic;
    VEC(session_assertion) assertions;
    VEC(session_named) named;
    VEC(session_level) levels;
    bank_marks start; /* when the first command came */
    bool started;
    bool global_names; /* declarations may have outlived their scope */
    bank_marks dead;   /* all since then is of popped scopes, if has_dead */
    bool has_dead;
    uint64_t popped_bytes; /* given back since the engine's child began */
    /* The last check, until the assertions change. */
    enum { MODE_ASSERT, MODE_SAT, MODE_UNSAT, MODE_UNKNOWN } mode;
    term_model *model;
    term_vec assumptions; /* guards first, then those of check-sat-assuming */
    size_t n_guards;
    VEC(session_check) checks;
    /* Closed boxes: made with the first declaration. */
    box_set *boxes;
    box_views *memory; /* what `alloc` put there; NULL: nothing */
    vec_u32 unbound;   /* declarations of boxes that could not be bound */
    VEC(session_box_formula) box_formulas;
    vec_u32 box_formula_outputs;
    engine *box_engine; /* the SMT engine that sees them as uninterpreted functions */
    bool checked_boxes; /* the last check was the closed-box solver's: its model is no engine's … */
    vec_u32 box_core;   /* … nor is the core of its unsat: formulas that were needed */
    closed_counters box_counts;
    unsigned errors;
    unsigned refusals; /* those of the errors that were refused for safety */
    bool unwritten;    /* a program for --emit-c was not */
    /* The error that took a part of the formula, on which level: no check is answered until that is
     * popped. NULL: none did. Later ones stand on the same level or above, and go before it. */
    char *lost;
    size_t lost_level;
    bool lost_for_good; /* a global declaration: only reset brings the formula back */
    FILE *out, *log;    /* where the output channels lead now */
    /* The command that is being executed. */
    uint32_t line, column;
    bool failed;
    smt_loss loss; /* if it fails */
};

static inline const solve_limits *session_limits(const session *s)
{
    return LIMITS_OR(s->config.boxes.limits, solve_limits_default);
}

/* session.c */
/* (error "…"), counted. */
void session_report_error(session *s, const char *message);
/* (error "name:line:column: …"), counted. */
void session_error(session *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same, and counted as refused for safety. */
void session_refuse(session *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* "; …" on the log; `level` 0 is always said, 1 with -v. */
void session_remark(session *s, unsigned level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The text as an SMT-LIB string literal. */
void session_put_quoted(strbuf *out, const char *text);
void session_print(session *s, strbuf *text);

/* session_loss.c */
void session_note_loss(session *s, smt_loss loss, const char *message);
/* After levels were popped; with `all` after everything was reset. */
void session_forget_loss(session *s, bool all);

/* session_release.c */
/* What a level that is opened now goes back to. */
bank_marks session_mark(const session *s);
/* All that was made so far stays: a new engine has it below every level. */
void session_mark_levels(session *s);
/* After levels were popped down to the one that had this mark, or everything was reset: gives back
 * what nobody uses any more, if that is much. */
void session_give_back(session *s, const bank_marks *mark);

/* session_check.c */
/* Makes the engine anew if it is stale, with the whole stack. */
bool session_ready(session *s);
engine_config session_engine_config(const session *s);
/* Until the deadline of the run; meaningless without one. */
double session_seconds_left(const session *s);

/* Positions in s->assumptions that the last unsat needed; false: the solver gives none. */
bool session_needed(session *s, vec_u32 *positions);

/* session_permit.c */
bool session_allows_all(const session *s);
/* The real path of a file that --allow-code covers (caller frees); NULL: it does not. */
char *session_allowed_file(const session *s, const char *path);
/* What the box of a command is bound to; false when it may not be run, which has been said. */
bool session_permit(session *s, const smt_command *c, decl_id d, session_binding *b);
void session_refuse_function(session *s, const char *symbol);

/* session_native.c: binds the boxes that a function with a C prototype consists of, and defines it; an error is
 * reported. */
bool session_bind_native(session *s, const smt_command *c, decl_id f);

/* session_boxes.c */
void session_declare_box(session *s, const smt_command *c);
/* Binds a declaration as the command says, to value `reply` of `replies` of a program. False with *why (the caller's) set,
 * or without it where it was refused for safety, which is said at once. */
bool session_try_box(session *s, const smt_command *c, decl_id d, uint32_t reply, uint32_t replies,
                     char **why);
/* The same; an error is reported. */
bool session_bind_box(session *s, const smt_command *c, decl_id d, uint32_t reply,
                      uint32_t replies);
void session_alloc(session *s, const smt_command *c);
/* Takes back all allocations but the first ones. */
void session_forget_memory(session *s, size_t allocations);
/* Whether a box is called in the formulas, bound or not. */
bool session_calls_boxes(const session *s, const term_vec *formulas);
/* Whether the user asked for the fuzzer, with boxes or without. */
bool session_fuzzes(const session *s);
void session_check_closed(session *s, session_check *c, const term_vec *formulas,
                          const engine_limits *limits);
/* Writes the formulas as a C program, where the user asked for that. */
void session_emit(session *s, const term_vec *formulas);
void session_free_boxes(session *s);

/* session_box_formulas.c */
void session_add_box_formula(session *s, const smt_command *c);
void session_forget_box_formulas(session *s, size_t kept);
/* Whether one of them could not be bound: then nothing is known. */
bool session_lost_box_formula(const session *s);
/* Appends what the programs say where the formulas ask. False when that may not be all, with the
 * reason (caller frees): no sat can rest on it. */
bool session_consult_box_formulas(session *s, term_vec *formulas, char **reason);

/* session_options.c */
void session_settings_reset(session *s);
void session_settings_free(session *s);
void session_set_option(session *s, const smt_command *c);
void session_get_option(session *s, const smt_command *c);
void session_get_info(session *s, const smt_command *c);

/* session_answers.c */
void session_get_model(session *s);
void session_get_value(session *s, const smt_command *c);
void session_get_assignment(session *s);
void session_get_assertions(session *s);
void session_get_unsat_core(session *s);
void session_get_unsat_assumptions(session *s);
void session_simplify(session *s, const smt_command *c);

/* session_check.c, session_judge.c */
void session_set_reason(session_check *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A model of less than was asserted: unknown. */
void session_doubt(session *s, session_check *c, const char *doubt);
/* Judges the engine's sat: `c` becomes what we answer. True: the engine is to be asked again, after it was told
 * more. `told` NULL: no more. `seconds` are left; 0: there is no limit. */
bool session_judge(session *s, session_check *c, const term_vec *formulas, map *told,
                   double seconds);

#endif
