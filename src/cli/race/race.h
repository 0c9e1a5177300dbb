/* The parts of `tandem race`: what it shows, and what it leaves in its folder. */
#ifndef TANDEM_CLI_RACE_RACE_H
#define TANDEM_CLI_RACE_RACE_H

#include "base/text.h"
#include "cli/screen.h"
#include "race/evaluate.h"

typedef struct race_show {
    const journal *journal;
    const grammar *grammar;
    const limit_set *limits;
    const char *folder;
    cli_screen screen;
    double start;
    size_t findings; /* confirmed, in this run */
} race_show;

void race_show_tick(void *show, const race *r);
void race_show_finding(void *show, const finding *f);

typedef struct race_probe {
    const grammar *grammar; /* one of its own: formulas are made in its bank */
    double seconds;         /* for one input */
    uint64_t memory;
    const volatile sig_atomic_t *interrupt;
} race_probe;

/* Asks the solvers from `first` on about a few inputs, names those that answer with errors only, frees
 * them and takes them out of the list; their texts go to `dropped`. How many are left of all. */
size_t race_drop_unusable(const race_probe *p, solver **solvers, size_t first, size_t n,
                          text_list *dropped);
/* The arguments without these references, ending with NULL. */
typedef VEC(char *) race_arguments;
void race_without(int argc, char **argv, const text_list *dropped, race_arguments *out);

/* The result: the ranked constructs, the best inputs, how much was done. */
void race_print_result(const race_show *show, const race *r, strbuf *out);
void race_print_json(const race_show *show, const race *r, strbuf *out);
void race_print_evaluation(const race_show *show, const race_evaluation *e, strbuf *out);
/* inputs/, ranking.tsv and margin.svg; false after a complaint. */
bool race_write_folder(const race_show *show, const race *r);
/* inputs/, evaluation.tsv and evaluation.svg; false after a complaint. */
bool race_write_evaluation(const race_show *show, const race_evaluation *e);

#endif
