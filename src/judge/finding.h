/* What a campaign finds, and what is known about it. */
#ifndef TANDEM_JUDGE_FINDING_H
#define TANDEM_JUDGE_FINDING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "smtlib/script/answers.h"

/* FINDING_KIND(id, name): the gravest first. */
#define FINDING_KINDS(FINDING_KIND)                                                                \
    FINDING_KIND(SOUNDNESS, "soundness")     /* sat for unsat or the other way round */            \
    FINDING_KIND(MODEL, "wrong model")       /* sat, with a model that makes an assertion false */ \
    FINDING_KIND(CORE, "wrong core")         /* unsat, with a core that is satisfiable */          \
    FINDING_KIND(PROOF, "wrong proof")       /* unsat, with a proof that does not hold */          \
    FINDING_KIND(MEMORY, "memory error")     /* a sanitizer's report */                            \
    FINDING_KIND(CRASH, "crash")             /* a signal or a broken assertion */                  \
    FINDING_KIND(PERFORMANCE, "performance") /* far slower than all the others */                  \
    FINDING_KIND(UNKNOWN, "unknown on easy") /* unknown or an error where the others are quick */  \
    FINDING_KIND(REGRESSION, "regression")   /* an older build could do it, or was far faster */

typedef enum finding_kind {
#define FINDING_KIND(id, name) FINDING_##id,
    FINDING_KINDS(FINDING_KIND)
#undef FINDING_KIND
        FINDING_KIND_COUNT
} finding_kind;

const char *finding_kind_name(finding_kind k);
bool finding_kind_read(const char *name, finding_kind *k);

/* How far a finding has come. Every step is stored before the next begins. */
typedef enum finding_state {
    FINDING_SEEN,      /* as a worker reported it */
    FINDING_CONFIRMED, /* again in a fresh process, and adjudicated */
    FINDING_REDUCED,   /* made small, still confirmed */
    FINDING_DISMISSED, /* did not show again, or nobody else agrees */
    FINDING_DUPLICATE, /* of an earlier one, `same_as` */
    FINDING_KNOWN,     /* suppressed by a pattern of the user's list */
    FINDING_DISPUTED,  /* witnesses stand against each other, and nothing decides between them */
    FINDING_STATE_COUNT
} finding_state;

const char *finding_state_name(finding_state s);
bool finding_state_read(const char *name, finding_state *s);

typedef struct finding {
    int64_t id; /* in the store; 0: not stored yet */
    finding_kind kind;
    finding_state state;
    int64_t same_as;
    uint64_t unit;          /* the unit of work that made the formula */
    char *solver, *version; /* the one that is wrong: its command and its version */
    char *options;          /* more words of its command line; "" */
    answer expected, got;   /* NONE where it is no matter of answers */
    char *message;          /* one line: what the solver printed, or what is wrong */
    char *signature;        /* equal for the same defect: message or stack without numbers */
    char *evidence;         /* lines: who answered what, what the evaluator said */
    char *story;            /* lines: seeds, fusion steps */
    char *formula;          /* the script as it was found */
    char *reduced;          /* the small one; "" until then */
} finding;

/* All texts become "" (never NULL). */
void finding_init(finding *f);
void finding_free(finding *f);
/* All its texts, for those who copy or store them. */
enum { FINDING_TEXT_COUNT = 9 };
void finding_texts(finding *f, char **fields[FINDING_TEXT_COUNT]);
/* Replaces a text of a finding. */
void finding_set(char **field, const char *text);
/* A self-explaining .smt2: header comment with kind, solver, version, evidence, story, the command
 * that reproduces it; then the (reduced) script. */
void finding_print(const finding *f, strbuf *out);
/* What finding_print wrote: kind, state (confirmed or disputed), solver, version, answers, options
 * (all words of the command but the program and FILE), signature; the script is the formula. False:
 * the text does not begin like one, and there is nothing to free. */
bool finding_read(const char *text, finding *f);
/* A report for the solver's developers, in Markdown, ready to be pasted: what was run, what came of
 * it, why that is wrong, how to see it again. `file` is the name of its .smt2. */
void finding_print_issue(const finding *f, const char *file, strbuf *out);

#endif
