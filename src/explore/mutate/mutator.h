/* Mutations of tests. Everything a mutation draws comes from the generator of the mutator, so that
 * a seed gives the same variants again; it knows nothing of runs or of coverage (mutate.h). */
#ifndef TANDEM_EXPLORE_MUTATE_MUTATOR_H
#define TANDEM_EXPLORE_MUTATE_MUTATOR_H

#include "explore/mutate/corpus.h"
#include "explore/mutate/dictionary.h"
#include "explore/mutate/mutate.h"

/* A value (of words.values) for an option (of words.options), or alone, or with another behind it. */
#define TRIAL_ALONE UINT32_MAX
#define TRIAL_WITH_ANOTHER (UINT32_MAX - 1)
typedef struct option_trial {
    uint32_t option, value;
} option_trial;

typedef struct mutator {
    const explore_limits *limits;
    rng random;
    dictionary words;
    explore_shape shape;
    const explore_test *other;    /* to splice with; may be NULL */
    const compare_pairs *pairs;   /* operands of comparisons of the run of the test; may be NULL */
    size_t max_bytes;             /* of the input of a harness; 0: the program is none */
    const strbuf *output;         /* what the program printed when it ran the test; may be NULL */
    const char *const *variables; /* of the environment that the user named */
    size_t n_variables;
    VEC(option_trial) trials; /* values of options, in the order in which each is tried */
    size_t next_trial;
    vec_u32 used; /* words that the last variant got: to be praised if it was good */
    const field_list *fields,
        *other_fields; /* of the data of the test, and of `other`; may be NULL */
    fold_list *folds;  /* the caller's */
    field_list now;    /* of the last variant, where they were kept right */
    enum { FIELDS_NONE, FIELDS_LEFT, FIELDS_KEPT } kept; /* whether it had some, and they were */
    struct {
        uint64_t made, good;
    } counts[FIELDS_KEPT + 1];
} mutator;

/* `limits` outlive it; NULL: the defaults. */
void mutator_init(mutator *m, const explore_shape *shape, uint64_t seed,
                  const explore_limits *limits);
void mutator_free(mutator *m);
/* Varies a test in one to several steps. */
void mutator_vary(mutator *m, explore_test *t);
/* The bytes to vary where a program takes nothing but data: the input of a harness, standard input, a file; `number`
 * decides where there are several. NULL: it takes other things, or the test has none. */
strbuf *mutator_data(const mutator *m, const explore_test *t, uint64_t number);
/* Data whose fields are m->now: the same, and these are right afterwards but for sums. */
void mutate_fields(mutator *m, strbuf *bytes, const strbuf *other, size_t most);
/* The last variant was a good one: its words are worth more from now on. */
void mutator_praise(mutator *m);

/* Single steps on parts; none leaves an argument with a NUL, or makes more than the limits allow. */
void mutate_args(mutator *m, explore_test *t);
void mutate_insert_option(mutator *m, explore_test *t);
void mutate_insert_trial(mutator *m, explore_test *t, size_t at, option_trial trial);
void mutate_files(mutator *m, explore_test *t);
void mutate_env(mutator *m, explore_test *t);
/* What the program printed becomes a file that it is given: many read what they write. */
void mutate_output(mutator *m, explore_test *t);
/* Bytes of a text, at most `most` of them afterwards (if there were not more before); the second stays with what is
 * there. */
void mutate_text(mutator *m, strbuf *text, size_t most);
void mutate_piece(mutator *m, strbuf *text, size_t most);
/* Bytes without any meaning as text; the length stays if `fixed`. */
void mutate_binary(mutator *m, strbuf *bytes, size_t most, bool fixed);

/* Data, at most `most` bytes of it afterwards; `other` is that of another test, or NULL. */
void mutate_data(mutator *m, strbuf *bytes, const strbuf *other, size_t most);

/* Values that could stand somewhere: each appends one. */
void value_number(mutator *m, strbuf *out);
void value_word(mutator *m, strbuf *out);
/* Names of files that exist everywhere and are special somewhere; NULL: there is no such number. */
const char *value_place(size_t number);
void value_file(mutator *m, const explore_test *t, strbuf *out);
void value_option(mutator *m, const explore_test *t, strbuf *out, const dictionary_option *o,
                  strbuf *next);
/* The option with this value: as one argument, or as two (*next ends with a NUL then). */
void value_put(mutator *m, strbuf *out, const dictionary_option *o, const char *value,
               strbuf *next);
void value_any(mutator *m, const explore_test *t, strbuf *out);
char value_character(mutator *m);

/* Files that programs behave differently for: texts, an empty one, a folder, links, ones that may
 * not be read, …; `kind` below FILE_KINDS. */
enum { FILE_KINDS = 12 };
void file_of_kind(mutator *m, explore_test *t, const char *name, unsigned kind);
/* The texts that tests begin with, one that is longer than buffers are, and bytes that are none. */
void sample_text(uint64_t number, strbuf *out);

/* The tests to begin with: without arguments, with each option in turn, and with files of each
 * kind. Returns how many there are; `t` (initialised) gets number `i`. */
size_t mutator_seeds(const mutator *m);
void mutator_seed_test(mutator *m, size_t i, explore_test *t);
/* The values that the help text names, in an order drawn once; to be called when all words are known. */
void mutator_plan_trials(mutator *m);
/* The next of them, initialised here: first each with nothing else, then each with files or, if that is not NULL, within
 * another test. */
bool mutator_has_trial(const mutator *m);
void mutator_trial(mutator *m, const explore_test *within, explore_test *t);

#endif
