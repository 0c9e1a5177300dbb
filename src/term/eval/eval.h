/* The evaluator: the value of a term under a model, or *undetermined* with a reason.
 *
 * It is the judge of every `sat` that Tandem prints, so it prefers "undetermined" to a guess.
 * Evaluation is strict only where it must be: `ite`, `and`, `or`, `=>` look at what decides them.
 * Declarations without a meaning in the model take a default when `complete` is set (a model may
 * leave out what does not matter), else they are undetermined. */
#ifndef TANDEM_TERM_EVAL_EVAL_H
#define TANDEM_TERM_EVAL_EVAL_H

#include "term/value/model.h"

typedef enum eval_reason {
    EVAL_OK,
    EVAL_UNDERSPECIFIED, /* an operator without a value at these arguments */
    EVAL_QUANTIFIER,     /* a quantifier over a domain too large to expand */
    EVAL_ALGEBRAIC,      /* an irrational number */
    EVAL_FUEL,           /* recursion, loops or sizes beyond the limits */
    EVAL_UNASSIGNED,     /* a declaration the model says nothing about */
    EVAL_BOX             /* a call that could not be made */
} eval_reason;

/* An application that had no value: operator, indices and argument values of `application`. */
typedef struct eval_missing {
    term_id application;
    vec_u32 args;
} eval_missing;

#define EVAL_NO_VALUE UINT32_MAX

typedef struct evaluator evaluator;

typedef struct eval_config {
    bool complete; /* unassigned declarations take value_default */
    uint64_t fuel; /* steps for recursion, expansion and loops; 0: the default */
    /* Called for DECL_FREE applications the model has no function for, before anything else; may
     * be NULL. Returns 0 to decline (the declaration is not its business), EVAL_NO_VALUE when the
     * call has no value (EVAL_BOX). This is how closed boxes are reached. */
    value_id (*call)(void *context, decl_id d, const value_id *args, uint32_t n);
    void *call_context;
    /* Evaluators (after eval_freeze) of models that this one's model extends: values that they
     * remember are used, of terms that were there when they met them. May be NULL. */
    const evaluator *base[2];
    /* Most terms that are asked for are from this one on (0: that is not known), and looked up the quicker. */
    term_id young;
} eval_config;

evaluator *eval_new(const term_model *m, const eval_config *config);
void eval_free(evaluator *e);
/* The same evaluator for another model: cheaper than a new one for those who need many. */
void eval_restart(evaluator *e, const term_model *m, const eval_config *config);
/* 0 when undetermined: eval_why says why. The evaluator remembers the values of subterms; the model
 * must not change in between (eval_reset forgets). */
value_id eval_term(evaluator *e, term_id t);
void eval_reset(evaluator *e);
/* The end of evaluating, and the beginning of being a base for others. */
void eval_freeze(evaluator *e);
eval_reason eval_why(const evaluator *e);
const char *eval_reason_text(eval_reason reason);
/* The underspecified applications met so far that had no value. */
size_t eval_missing_count(const evaluator *e);
const eval_missing *eval_missing_at(const evaluator *e, size_t i);

/* The value of one operator at values: what evaluation does at a node, and what the rewriter folds
 * with. 0 with *why set when undetermined. Not for binders and applications. */
value_id eval_op(term_bank *b, term_op op, const uint32_t *indices, uint32_t n_indices,
                 sort_id result_sort, const value_id *args, uint32_t n, eval_reason *why);

/* One step of one theory; each in a file of its own. eval_op dispatches to them. */
typedef struct eval_call {
    term_bank *bank;
    term_op op;
    const uint32_t *indices;
    sort_id sort; /* of the result */
    const value_id *args;
    uint32_t n;
    eval_reason why; /* out */
} eval_call;
value_id eval_core(eval_call *c);   /* not and or xor => = distinct ite */
value_id eval_arith(eval_call *c);  /* Int and Real */
value_id eval_bv(eval_call *c);     /* BitVec, with ubv_to_int and int_to_bv */
value_id eval_fp(eval_call *c);     /* FloatingPoint, with all conversions */
value_id eval_string(eval_call *c); /* String, except regular expressions */
value_id eval_seq(eval_call *c);    /* the same over other elements */
value_id eval_set(eval_call *c);    /* finite sets, relations */
value_id eval_bag(eval_call *c);
value_id eval_regex(eval_call *c);   /* RegLan constructors, str.in_re, str.replace_re(_all) */
value_id eval_array(eval_call *c);   /* select store const */
value_id eval_integer(eval_call *c); /* ^ and the operators that look at the bits of an Int */
value_id eval_transcendental(eval_call *c); /* sqrt where it is rational; the rest is irrational */

/* The value of a term without variables (to_fp of a decimal, say), when `values` has those of its
 * arguments that have one; 0: none. */
value_id eval_fold(term_bank *b, term_id t, const map *values);

#endif
